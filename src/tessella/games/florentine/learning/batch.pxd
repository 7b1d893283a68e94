# The C types of batch.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.florentine.kernel cimport Kernel
from tessella.games.florentine.moves cimport MoveList

cdef int ALL, ASIDE, ASIDE_MOVE, BLACK_CARD, BLACK_MOVE, CARD_SEAT, CENTRE, COLUMNS, HAND, KEEP, KIND_SHIFT, LAY
cdef int LAY_MOVE, MOST_ACTIONS, NOT_YET, REACH, SIDE, WHAT_MASK, WHAT_SHIFT, WHERE_MASK

cdef class BatchGame:
    cdef readonly Kernel kernel
    cdef MoveList moves
    cdef bytes gem_table
    cdef const unsigned char* jewels
    cdef const unsigned char* outside
    cdef int most, at_hand, at_pool, at_grid, at_board, at_legal, at_seats
    cdef short rows[6144]
    cdef unsigned char by[48]
    cdef readonly int deciding, actions

    cpdef begin(self)
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
