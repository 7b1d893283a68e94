# The C types of search.py. Read that file; this one only makes it fast.
cimport cython

from tessella.bots.halving cimport Explorer, SequentialHalving
from tessella.core.luck cimport Luck
from tessella.games.chromino.bots.hands cimport HandModel
from tessella.games.chromino.kernel cimport Kernel
from tessella.games.chromino.moves cimport MoveList
from tessella.games.chromino.rollouts cimport Rollouts

cdef int ALL, DEAD_TILE, LIVE, LIVE_HELD, LIVE_SHARE, LIVE_TILE, MOST_MOVES, NOTHING_LEFT, ROOM, UNSCORED, WAIT
cdef long long DRAW
cdef double MARGIN

cdef class Search(Explorer):
    cdef Rollouts rollouts
    cdef HandModel hands
    cdef readonly MoveList moves
    cdef SequentialHalving halving
    cdef Kernel base
    cdef int seat, turns
    cdef double margin
    cdef double weight[32]
    cdef const unsigned char* pattern
    cdef unsigned char hidden[80]

    cpdef consider(self, Kernel base, int seat, int turns)
    cpdef list evaluate(self, int rollouts, luck)
    cpdef list compare(self, list moves, int batches, int rounds, luck)
    @cython.locals(_=int, i=int, move=int)
    cdef int explore(self, SequentialHalving halving, int rounds) except -1 nogil
    @cython.locals(size=int, tile=int, i=int, j=int, start=int, other=int)
    cdef void imagine(self, Luck luck, HandModel hands) noexcept nogil
    cdef double try_move(self, Kernel game, long long code) except? -2 nogil
    @cython.locals(start=int, other=int, i=int)
    cdef int enter(self, Kernel game, HandModel hands) except -1 nogil
    @cython.locals(extra=int)
    cdef double result(self, Kernel game) noexcept nogil
    @cython.locals(own=double, total=double, other=int, strength=double)
    cdef double value(self, Kernel game) noexcept nogil
    @cython.locals(size=int, able=int, tile=int, i=int, total=double, wait=int)
    cdef double strength(self, Kernel game, int seat) noexcept nogil
