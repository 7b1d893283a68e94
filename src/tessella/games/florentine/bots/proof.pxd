# The C types of florentine_proof.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.florentine.bots.bounds cimport Bounds
from tessella.games.florentine.kernel cimport Kernel

cdef int ALONE, CELLS, HANDS, LAY, MOVES, ROOM, SQUARE
cdef unsigned long long WORD, STEP, MIX_1, MIX_2

cdef class Notes:
    cdef unsigned long long keys[65536]
    cdef unsigned char least[65536]
    cdef unsigned char most[65536]

    @cython.final
    @cython.locals(slot=Py_ssize_t)
    cdef inline void keep(self, unsigned long long key, int least, int most) noexcept nogil

cdef class Proof(Bounds):
    cdef Proof deeper
    cdef Notes notes
    cdef int rank[1024]
    cdef unsigned long long key
    cdef int asker, left, unfinished, least, most

    @cython.locals(level=int, move=int)
    cpdef tuple prove(self, Kernel base, int seat, int nodes)
    @cython.locals(ply=Proof)
    cpdef lengthen(self, int turns)
    cdef int hope_after(self, int move)
    @cython.locals(holds=bint)
    cdef bint holds_after(self, int move, int level)
    @cython.locals(own=bint, holds=bint, i=int)
    cdef bint holds(self, Proof root, int level) noexcept nogil
    @cython.locals(kept=int, move=int)
    cdef bint holds_at_once(self, Proof root, int level, bint own) noexcept nogil
    @cython.locals(i=int, card=int, ways=int, k=int, way=int)
    cdef bint list_lays(self) noexcept nogil
    @cython.locals(best=int, j=int, what=int, where=int, rank=int)
    cdef void bring_forward(self, int i, bint own) noexcept nogil
    @cython.locals(best=int, other=int)
    cdef int prospect(self, int asker) noexcept nogil
    @cython.locals(z="unsigned long long")
    cdef void hand_on(self, Proof following, int move) noexcept nogil
    @cython.locals(slot=Py_ssize_t)
    cdef void look(self, Proof root) noexcept nogil
    @cython.locals(level=int, other=int)
    cdef int level(self, int own, int* gems, int asker) noexcept nogil
