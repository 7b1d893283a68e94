# The C types of florentine_search.py. Read that file; this one only makes it fast.
cimport cython

from tessella.bots.halving cimport SequentialHalving
from tessella.games.florentine.kernel cimport Kernel
from tessella.games.florentine.rollouts cimport Rollouts

cdef int ALL, ASIDE, BLACK_CARD, CELLS, EDGES, HAND, HANDS, KEEP, MOVES, NO_CARD, PARTS
cdef double CLOSED, DECLINE, EDGE, GEM, MARGIN, OTHERS, RIM

cdef class Search(Rollouts):
    cdef int kind[1024]
    cdef int what[1024]
    cdef int where[1024]
    cdef SequentialHalving race
    cdef double powers[256]
    cdef double margin, decline
    cdef unsigned char hidden[48]
    cdef unsigned short rim[324]
    cdef readonly int moves

    cpdef consider(self, list moves)
    @cython.locals(kind=int, what=int, index=int, cell=int, at=int)
    cdef void play(self, int move) noexcept nogil
    @cython.locals(move=int)
    cpdef list gains(self, Kernel base, int seat)
    @cython.locals(move=int, before=double)
    cpdef list values(self, Kernel base, int seat)
    @cython.locals(cell=Py_ssize_t, side=Py_ssize_t, edge=int, inside=Py_ssize_t, total=double, triangle=Py_ssize_t)
    cdef double value(self, int seat) noexcept nogil
    @cython.locals(other=int)
    cdef double weight(self, int colour, int seat) noexcept nogil
    @cython.locals(gems=int, edges=int)
    cdef double space_value(self, Py_ssize_t root) noexcept nogil
    @cython.locals(own=int, best=int, winners=int, other=int, gems=int, won=double)
    cdef double share(self, int seat) noexcept nogil
    @cython.locals(size=int, other=int, i=int, j=int, card="unsigned char")
    cdef void redeal(self, Kernel base, int seat) noexcept nogil
    @cython.locals(size=int, other=int, i=int)
    cdef void enter(self, Kernel base, int seat) noexcept nogil
    @cython.locals(_=int, i=int, move=int, worth=double)
    cdef void explore(self, Kernel base, int seat, int rounds) noexcept nogil
    @cython.locals(rounds=int, part=int)
    cpdef list think(self, Kernel base, int seat, int rollouts, luck)
    cpdef list compare(self, Kernel base, int seat, list moves, int batches, int rounds, luck)
