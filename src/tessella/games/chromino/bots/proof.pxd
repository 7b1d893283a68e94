# The C types of chromino_proof.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.chromino.bots.search cimport Search
from tessella.games.chromino.kernel cimport Kernel

cdef int ALL, DRAW, LAY, LAY_DRAWN, MOVES, PASS, PLAIN, START
cdef double SURE

cdef class Proof(Search):
    cdef Proof deeper
    cdef int left, unfinished, certain, asker

    @cython.locals(turns=int, move=int)
    cpdef tuple prove(self, Kernel base, int seat, int positions, int only=*)
    @cython.locals(ply=Proof)
    cpdef lengthen(self, int turns)
    @cython.locals(holders=int, other=int, tile=int)
    cdef bint something_hidden(self, int seat) noexcept
    @cython.locals(worth=double)
    cdef double try_move(self, int move, int turns) except? -2
    cdef double after(self, Proof root, int move, int turns, double low, double high) except? -2 nogil
    @cython.locals(own=bint, worst=double, total=double, tiles=int, vain=bint, tile=int, worth=double)
    cdef double after_drawing(self, Proof root, int turns, double low, double high) except? -2 nogil
    @cython.locals(own=bint, best=double, move=int, worth=double)
    cdef double sure(self, Proof root, int turns, double low, double high) except? -2 nogil
    @cython.locals(seat=int, i=int, tile=int, able=bint)
    cdef void list_possible(self, Proof root) noexcept nogil
    cdef bint may_lay(self, int tile) noexcept nogil
    @cython.locals(seat=int)
    cdef bint may_hold(self, Proof root, int tile) noexcept nogil
    @cython.locals(hidden=int, i=int)
    cdef bint has_hidden(self, int seat) noexcept nogil
    @cython.locals(tile=int)
    cdef int go_on(self, Proof root, Proof following) except -1 nogil
    @cython.locals(start=int, instead=int, i=int)
    cdef void fetch(self, int tile, int seat) noexcept nogil
    @cython.locals(top=int)
    cdef void fetch_to_bag(self, int tile) noexcept nogil
    @cython.locals(i=int, seat=int)
    cdef void replace(self, int tile, int other) noexcept nogil
