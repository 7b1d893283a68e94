# The C types of batch.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.florentine.kernel cimport Kernel
from tessella.games.florentine.learning.rows cimport RowFeatures
from tessella.games.florentine.moves cimport MoveList

cdef int ALL, ASIDE, ASIDE_MOVE, BLACK_CARD, BLACK_MOVE, CARD_SEAT, CENTRE, COLUMNS, HAND, KEEP, KIND_SHIFT, LAY
cdef int LAY_MOVE, MOST_ACTIONS, NOT_YET, REACH, SIDE, WHAT_MASK, WHAT_SHIFT, WHERE_MASK

cdef class BatchGame:
    cdef readonly Kernel kernel
    cdef MoveList moves
    cdef RowFeatures features
    cdef int described
    cdef bytes gem_table
    cdef const unsigned char* jewels
    cdef const unsigned char* outside
    cdef int most, at_hand, at_pool, at_grid, at_board, at_legal, at_seats
    cdef short rows[6144]
    cdef unsigned char by[48]
    cdef readonly int deciding, actions

    cpdef begin(self)
    @cython.locals(i=int)
    cpdef list laid_by(self)
    @cython.locals(i=int)
    cpdef resume(self, list laid_by)
    @cython.locals(i=int)
    cdef void ask(self, Kernel game) noexcept
    @cython.locals(kind=int, what=int, cell=int)
    cdef void write_row(self, int code, int row) noexcept
    cdef bint allows(self, long long action) noexcept
    @cython.locals(game=Kernel, code=int)
    cdef void act(self, long long action) noexcept
    @cython.locals(game=Kernel, seen="short[::1]", mask="signed char[::1]", i=int)
    cdef void show(self, short[:, ::1] observations, signed char[:, ::1] masks, Py_ssize_t number) except *
    @cython.locals(i=int, cell=int, card=int, turns=int, x=int, y=int, row=int, at=int, side=int)
    cdef void show_board(self, Kernel game, short[::1] seen) noexcept
    @cython.locals(colour=int, black=int)
    cdef void show_seat(self, Kernel game, short[::1] seen, int seat, int at) noexcept
    @cython.locals(out="short[:, ::1]", i=Py_ssize_t, j=Py_ssize_t)
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
