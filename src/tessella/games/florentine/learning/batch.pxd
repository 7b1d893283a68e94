# The C types of florentine_batch.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.florentine.kernel cimport Kernel

cdef int ALL, ASIDE, BLACK, BLACK_CARD, CARD_SEAT, COLUMNS, EDGES, HAND, HANDS, KEEP, LAY, MOST_ACTIONS, NOT_YET
cdef int REACH, SIDE

cdef class BatchGame(Kernel):
    cdef tuple kept
    cdef const unsigned char* same
    cdef const unsigned char* jewels
    cdef const unsigned char* outside
    cdef int most, at_hand, at_pool, at_grid, at_board, at_legal, at_seats
    cdef short rows[6144]
    cdef int keys[1024]
    cdef int order[48]
    cdef unsigned char by[48]
    cdef readonly int asked, actions

    cpdef begin(self)
    @cython.locals(i=int, kinds=int, edge=int, cell=int)
    cdef void list_actions(self) noexcept
    @cython.locals(size=int, kinds=int, i=int, j=int, k=int, card=int)
    cdef int sort_kinds(self) noexcept
    @cython.locals(row=int)
    cdef void list_one(self, int kind, int card, int turns, int x, int y) noexcept
    @cython.locals(size=int, i=int, j=int, way=int, key=int, cell=int)
    cdef void list_places(self, int card) noexcept
    cdef bint allows(self, long long action) noexcept
    @cython.locals(row=int, kind=int, cell=int, at=int, edge=int)
    cdef void act(self, long long action) noexcept
    @cython.locals(i=int)
    cdef int index_of(self, int card) noexcept
    @cython.locals(seen="short[::1]", mask="signed char[::1]", i=int)
    cdef void show(self, short[:, ::1] observations, signed char[:, ::1] masks, Py_ssize_t number) except *
    @cython.locals(i=int, cell=int, card=int, turns=int, x=int, y=int, row=int, at=int, side=int)
    cdef void show_board(self, short[::1] seen) noexcept
    @cython.locals(colour=int, black=int)
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
