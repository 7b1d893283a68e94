# The C types of rollouts.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.florentine.kernel cimport Kernel

cdef int ALL, BLACK, HAND, HANDS, SEATS
cdef unsigned long long WORD, STEP, MIX_1, MIX_2

cdef class Rollouts(Kernel):
    cdef unsigned long long rng

    cpdef luck(self, seed)
    @cython.final
    @cython.locals(z="unsigned long long")
    cdef inline int below(self, int n) noexcept nogil
    @cython.locals(i=int, j=int, card="unsigned char")
    cdef void shuffle_stack(self) noexcept nogil
    @cython.locals(card=int, seat=int, i=int, _=int)
    cdef void deal_at_random(self) noexcept nogil
    @cython.locals(total=int, k=int, i=int, card=int, way=int)
    cdef int random_action(self) noexcept nogil
    @cython.locals(colour=int, edge=int)
    cdef int nth_black(self, int k) noexcept nogil
    cpdef playout(self)
    @cython.locals(turns="long long", ways="long long")
    cpdef play_on(self)
    @cython.locals(seat=int, best=int)
    cpdef playouts(self, long games, seed)
