# The C types of proof.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.chromino.bots.hands cimport HandModel
from tessella.games.chromino.kernel cimport Kernel
from tessella.games.chromino.moves cimport MoveList

cdef int ALL, LAY_DRAWN, PLAIN, START, TILE_SHIFT
cdef long long DRAW, PASS
cdef double SURE

cdef class Proof:
    cdef object config
    cdef HandModel hands
    cdef Ply first
    cdef int left, unfinished, certain, asker

    @cython.locals(turns=int, move=int, first=Ply)
    cpdef tuple prove(self, Kernel base, int seat, int positions, int only=*)
    @cython.locals(ply=Ply)
    cpdef lengthen(self, int turns)
    @cython.locals(holders=int, other=int)
    cdef bint something_hidden(self, Kernel game) noexcept
    @cython.locals(value=double)
    cdef double try_move(self, int move, int turns) except? -2

cdef class Ply:
    cdef Kernel game
    cdef MoveList moves
    cdef Ply deeper
    cdef unsigned char known[80]

    @cython.locals(tile=int)
    cdef double after(self, Proof root, long long code, int turns, double low, double high) except? -2 nogil
    @cython.locals(own=bint, worst=double, total=double, tiles=int, vain=bint, tile=int, value=double)
    cdef double after_drawing(self, Proof root, int turns, double low, double high) except? -2 nogil
    @cython.locals(own=bint, best=double, move=int, value=double)
    cdef double sure(self, Proof root, int turns, double low, double high) except? -2 nogil
    @cython.locals(seat=int, i=int, tile=int, able=bint)
    cdef int list_possible(self, HandModel hands, Kernel first) except -1 nogil
    cdef bint may_lay(self, int tile) noexcept nogil
    @cython.locals(seat=int)
    cdef bint may_hold(self, HandModel hands, Kernel first, int tile) noexcept nogil
    @cython.locals(hidden=int, i=int)
    cdef bint has_hidden(self, int seat) noexcept nogil
    @cython.locals(tile=int)
    cdef int go_on(self, Proof root) except -1 nogil
    @cython.locals(start=int, instead=int, i=int)
    cdef void fetch(self, Kernel game, int tile, int seat) noexcept nogil
    @cython.locals(top=int)
    cdef void fetch_to_bag(self, Kernel game, int tile) noexcept nogil
    @cython.locals(i=int, seat=int)
    cdef void replace(self, Kernel game, int tile, int other) noexcept nogil
