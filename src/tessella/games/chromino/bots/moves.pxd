# The C types of chromino_moves.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.chromino.kernel cimport Kernel
from tessella.games.chromino.rollouts cimport Rollouts

cdef int ALL, DRAW, LAY, MOVES, PASS, ROW

cdef class Moves(Rollouts):
    cdef int kind[2048]
    cdef int what[2048]
    cdef int way[2048]
    cdef int direction[2048]
    cdef int at[2048]
    cdef readonly int moves, orderly

    cpdef int list_moves(self, Kernel base) except -1
    @cython.locals(seat=int, total=int, i=int)
    cdef int list_all(self, Kernel base) except -1 nogil
    @cython.locals(way=int, i=int, b=int, j=int, place=int)
    cdef void list_places(self, Kernel base, int tile) noexcept nogil
    @cython.locals(i=int)
    cdef void add_move(self, int kind, int tile, int way, int direction, int at) noexcept nogil
    cdef bint comes_after(self, int i, int tile, int way, int direction, int at) noexcept nogil
    @cython.locals(kind=int, seat=int, index=int)
    cdef int make(self, Kernel game, int move) except -1 nogil
