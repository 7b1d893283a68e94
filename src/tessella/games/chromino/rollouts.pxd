# The C types of rollouts.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.chromino.kernel cimport Kernel

cdef int ALL, HAND, NO_TILE, PLAIN, START
cdef unsigned long long WORD, STEP, MIX_1, MIX_2

cdef class Rollouts(Kernel):
    cdef const unsigned char* opens
    cdef unsigned long long rng

    cpdef luck(self, seed)
    @cython.locals(opening=int, size=int, tile=int, seat=int, i=int)
    cdef int deal_at_random(self) except -1 nogil
    @cython.locals(i=int, j=int, tile="unsigned char")
    cdef int opening_draw(self) noexcept nogil

    @cython.final
    @cython.locals(z="unsigned long long")
    cdef inline int below(self, int n) noexcept nogil
    @cython.final
    @cython.locals(i=int, tile="unsigned char")
    cdef inline void stir(self) noexcept nogil
    @cython.locals(total=int, k=int, i=int, found=int, way=int, place=int)
    cdef int random_action(self) except -1 nogil
    @cython.locals(turns="long long", places="long long")
    cpdef playout(self)
    @cython.locals(seat=int)
    cpdef playouts(self, long games, seed)
