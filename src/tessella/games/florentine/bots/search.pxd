# The C types of search.py. Read that file; this one only makes it fast.
cimport cython

from tessella.bots.halving cimport Explorer, SequentialHalving
from tessella.core.luck cimport Luck
from tessella.games.florentine.kernel cimport Kernel
from tessella.games.florentine.moves cimport MoveList
from tessella.games.florentine.rollouts cimport Rollouts

cdef int ALL, ASIDE, HAND, KIND_SHIFT
cdef double DECLINE, MARGIN

cdef class Search(Explorer):
    cdef Rollouts rollouts
    cdef MoveList moves
    cdef SequentialHalving halving
    cdef Kernel base
    cdef int seat
    cdef double margin, decline
    cdef unsigned char hidden[48]

    cpdef consider(self, Kernel base, int seat, list moves)
    cpdef list evaluate(self, int rollouts, luck)
    cpdef list compare(self, list moves, int batches, int rounds, luck)
    @cython.locals(_=int, i=int, move=int)
    cdef int explore(self, SequentialHalving halving, int rounds) except -1 nogil
    @cython.locals(size=int, other=int, i=int)
    cdef void imagine(self, Luck luck, Kernel base) noexcept nogil
    cdef double try_move(self, Kernel game, int code) noexcept nogil
    @cython.locals(size=int, other=int, i=int)
    cdef void enter(self, Kernel game) noexcept nogil
    @cython.locals(own=int, best=int, winners=int, other=int, gems=int, won=double)
    cdef double result(self, Kernel game) noexcept nogil
