# The C types of chromino_search.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.chromino.bots.policies cimport Policies
from tessella.bots.halving cimport SequentialHalving
from tessella.games.chromino.kernel cimport Kernel

cdef int ALL, DEAD_TILE, LIVE, LIVE_HELD, LIVE_SHARE, LIVE_TILE, NOTHING_LEFT, PARTS, START, UNSCORED, WAIT

cdef class Search(Policies):
    cdef unsigned char hidden[80]
    cdef SequentialHalving race
    cdef double margin

    @cython.locals(size=int, tile=int, i=int, j=int, start=int, other=int, _=int)
    cdef void imagine(self, Kernel base, int seat) noexcept nogil
    @cython.locals(start=int, other=int, i=int)
    cdef int enter(self, Kernel base, int seat) except -1 nogil
    @cython.locals(_=int, i=int, move=int, played=int)
    cdef int explore(self, Kernel base, int seat, int rounds, int turns) except -1 nogil
    @cython.locals(
        total=int, best=int, best_index=int, best_found=int, _=int, k=int, i=int, tile=int, found=int, place=int, points=int,
        standing=int,
    )
    cdef int greedy_action(self) except -1 nogil
    @cython.locals(own=int, winners=int, other=int, extra=int)
    cdef double share(self, int seat) noexcept nogil
    cdef int result(self, int seat) noexcept nogil
    @cython.locals(own=double, total=double, other=int, strength=double)
    cdef double prospects(self, int seat) noexcept nogil
    @cython.locals(size=int, able=int, tile=int, i=int, found=double, wait=int)
    cdef double strength(self, int seat) noexcept nogil
    @cython.locals(rounds=int, part=int)
    cpdef list think(self, Kernel base, int seat, int rollouts, int turns, luck)
    cpdef list compare(self, Kernel base, int seat, list moves, int batches, int rounds, int turns, luck)
