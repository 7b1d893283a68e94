# The C types of chromino_batch.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.chromino.kernel cimport Kernel

cdef int ALL, CALL, CLAIM, COLUMNS, DRAW, LAY, LAY_DRAWN, MOST_ACTIONS, NOBODY, PASS, ROW, SEATS, SPOT
cdef int TILE_REACH, TILE_SEAT, TILE_SIDE, WAIT, WAITING

cdef class BatchGame(Kernel):
    cdef const unsigned char* shades
    cdef int open_hands, most, at_hand, at_grid, at_board, at_legal, at_seats
    cdef short rows[6144]
    cdef int keys[1024]
    cdef int order[80]
    cdef unsigned char by[81]
    cdef unsigned char waited[8]
    cdef readonly int asked, actions

    cpdef begin(self)
    @cython.locals(seat=int)
    cdef void ask_anew(self) except *
    @cython.locals(seat=int, i=int)
    cdef void ask_next(self) except *
    @cython.locals(other=int)
    cdef bint can_speak(self, int seat) noexcept
    @cython.locals(i=int, seat=int)
    cdef void list_actions(self) except *
    @cython.locals(size=int, i=int, j=int, tile=int)
    cdef int sort_hand(self) noexcept
    @cython.locals(row=int, i=int)
    cdef void list_one(self, int kind, int what) noexcept
    @cython.locals(
        size=int, way=int, i=int, j=int, k="unsigned int", b=int, place=int, down=bint, key=int, half=int, cell=int, row=int,
    )
    cdef void list_places(self, int tile, int kind) noexcept
    @cython.final
    cdef inline int relative(self, int seat) noexcept
    cdef bint allows(self, long long action) noexcept
    @cython.locals(row=int, kind=int, what=int, i=int)
    cdef void act(self, long long action) except *
    @cython.locals(seen="short[::1]", mask="signed char[::1]", i=int, at=int)
    cdef void show(self, short[:, ::1] observations, signed char[:, ::1] masks, Py_ssize_t number) except *
    @cython.locals(half=int, i=int, k=int, tile=int, way=int, down=int, x=int, y=int, row=int, at=int)
    cdef void show_board(self, short[::1] seen) noexcept
    @cython.locals(i=int, tile=int)
    cdef void show_seat(self, short[::1] seen, int seat, int at) noexcept

cdef class Games:
    cdef readonly list games

    @cython.locals(i=Py_ssize_t, game=BatchGame)
    cpdef Py_ssize_t first_wrong(self, const long long[::1] actions)
    @cython.locals(i=Py_ssize_t, game=BatchGame)
    cpdef step(
        self, const long long[::1] actions, short[:, ::1] observations, signed char[:, ::1] masks, long long[::1] seats,
        long long[::1] counts, signed char[::1] over,
    )
    @cython.locals(game=BatchGame)
    cpdef begin(
        self, Py_ssize_t number, short[:, ::1] observations, signed char[:, ::1] masks, long long[::1] seats,
        long long[::1] counts,
    )
