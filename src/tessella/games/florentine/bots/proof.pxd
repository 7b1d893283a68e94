# The C types of proof.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.florentine.bots.bounds cimport Bounds
from tessella.games.florentine.kernel cimport Kernel
from tessella.games.florentine.moves cimport MoveList

cdef int ALONE, CELLS, HANDS, MOST_MOVES, ROOM, SQUARE, WHAT_MASK, WHAT_SHIFT, WHERE_MASK
cdef unsigned long long WORD, STEP, MIX_1, MIX_2

cdef class Notes:
    cdef unsigned long long keys[65536]
    cdef unsigned char least[65536]
    cdef unsigned char most[65536]

    @cython.final
    @cython.locals(slot=Py_ssize_t)
    cdef inline void keep(self, unsigned long long key, int least, int most) noexcept nogil

cdef class Proof:
    cdef object config
    cdef Bounds bounds
    cdef Notes notes
    cdef Ply first
    cdef int asker, left, unfinished

    @cython.locals(level=int, move=int, first=Ply)
    cpdef tuple prove(self, Kernel base, int seat, list moves, int nodes)
    @cython.locals(ply=Ply)
    cpdef lengthen(self, int turns)
    cdef int promise_after(self, int move)
    @cython.locals(holds=bint)
    cdef bint holds_after(self, int move, int level)
    @cython.locals(best=int, other=int)
    cdef int promise(self, Kernel game) noexcept nogil

cdef class Ply:
    cdef Kernel game
    cdef MoveList moves
    cdef Ply deeper
    cdef int rank[2400]
    cdef unsigned long long key
    cdef int least, most

    @cython.locals(own=bint, holds=bint, i=int)
    cdef bint holds(self, Proof root, int level) noexcept nogil
    @cython.locals(kept=int, move=int)
    cdef bint holds_at_once(self, Proof root, int level, bint own) noexcept nogil
    @cython.locals(i=int)
    cdef void list_lays(self) noexcept nogil
    @cython.locals(best=int, j=int, code=int, rank=int)
    cdef void bring_forward(self, int i, bint own) noexcept nogil
    @cython.locals(z="unsigned long long")
    cdef void go_on(self, int code) noexcept nogil
    @cython.locals(slot=Py_ssize_t)
    cdef void look(self, Bounds bounds, Notes notes, int asker) noexcept nogil
    @cython.locals(level=int, other=int)
    cdef int level(self, int own, int* gems, int asker) noexcept nogil
