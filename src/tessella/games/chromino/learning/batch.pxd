# The C types of batch.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.chromino.kernel cimport Kernel
from tessella.games.chromino.learning.rows cimport RowFeatures
from tessella.games.chromino.moves cimport MoveList

cdef int ALL, CALL, CELL_SHIFT, CLAIM, COLUMNS, DIRECTION_SHIFT, DRAW, LAY, MOST_ACTIONS, NOBODY, PASS, SEATS, SPOT
cdef int TILE_REACH, TILE_SEAT, TILE_SHIFT, TILE_SIDE, WAIT, WAITING
cdef long long DRAW_MOVE

cdef class BatchGame:
    cdef readonly Kernel kernel
    cdef MoveList moves
    cdef RowFeatures features
    cdef int described
    cdef const unsigned char* shades
    cdef int open_hands, most, at_hand, at_grid, at_board, at_legal, at_seats
    cdef short rows[6144]
    cdef unsigned char by[81]
    cdef unsigned char waited[8]
    cdef readonly int deciding, actions

    cpdef begin(self)
    @cython.locals(i=int)
    cpdef list laid_by(self)
    @cython.locals(seat=int)
    cpdef list waiting(self)
    @cython.locals(i=int, seat=int)
    cpdef resume(self, list laid_by, list waiting)
    @cython.locals(i=int)
    cpdef int reaction(self) noexcept
    @cython.locals(seat=int)
    cdef void ask_anew(self) except *
    @cython.locals(seat=int, i=int)
    cdef void ask_next(self, Kernel game) except *
    @cython.locals(other=int)
    cdef bint can_speak(self, Kernel game, int seat) noexcept
    @cython.locals(seat=int)
    cdef void list_actions(self, Kernel game) except *
    @cython.locals(row=int, i=int)
    cdef void add_action(self, int kind, int what) noexcept
    @cython.locals(half=int, i=int, code="long long", cell=int, row=int)
    cdef void add_moves(self, Kernel game, MoveList moves, int kind) noexcept
    @cython.final
    cdef inline int relative(self, int seat) noexcept
    cdef bint allows(self, long long action) noexcept
    @cython.locals(game=Kernel, row=int, kind=int, what=int, i=int)
    cdef void act(self, long long action) except *
    @cython.locals(game=Kernel, seen="short[::1]", mask="signed char[::1]", i=int, at=int)
    cdef void show(self, short[:, ::1] observations, signed char[:, ::1] masks, Py_ssize_t number) except *
    @cython.locals(half=int, i=int, k=int, tile=int, way=int, down=int, x=int, y=int, row=int, at=int)
    cdef void show_board(self, Kernel game, short[::1] seen) noexcept
    @cython.locals(i=int, tile=int)
    cdef void show_seat(self, Kernel game, short[::1] seen, int seat, int at) noexcept
    @cython.locals(
        game=Kernel, out="short[:, ::1]", i=Py_ssize_t, j=Py_ssize_t, row=int, tile="long long", cell="long long",
        code="long long",
    )
    cdef void describe(self, short[:, :, ::1] rows, Py_ssize_t number) except *

cdef class Games:
    cdef readonly list games

    @cython.locals(i=Py_ssize_t, game=BatchGame)
    cpdef Py_ssize_t first_wrong(self, const long long[::1] actions)
    @cython.locals(i=Py_ssize_t, game=BatchGame)
    cpdef step(
        self, const long long[::1] actions, short[:, ::1] observations, signed char[:, ::1] masks, long long[::1] seats,
        long long[::1] counts, signed char[::1] over,
    )
    @cython.locals(i=Py_ssize_t, game=BatchGame)
    cpdef describe(self, short[:, :, ::1] rows)
    @cython.locals(game=BatchGame)
    cpdef int act(self, Py_ssize_t number, long long action) except -2
    @cython.locals(game=BatchGame)
    cpdef show(
        self, Py_ssize_t number, short[:, ::1] observations, signed char[:, ::1] masks, long long[::1] seats,
        long long[::1] counts,
    )
    @cython.locals(game=BatchGame)
    cpdef show_end(
        self, Py_ssize_t number, int seat, short[:, ::1] observations, signed char[:, ::1] masks, Py_ssize_t row,
    )
    cpdef begin(
        self, Py_ssize_t number, short[:, ::1] observations, signed char[:, ::1] masks, long long[::1] seats,
        long long[::1] counts,
    )
