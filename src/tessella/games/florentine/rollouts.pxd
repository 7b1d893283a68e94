# The C types of rollouts.py. Read that file; this one only makes it fast.
cimport cython

from tessella.core.luck cimport Luck
from tessella.games.florentine.kernel cimport Kernel

cdef int ALL, BLACK, HAND, HANDS, SEATS

cdef class Rollouts:
    cdef readonly Kernel kernel
    cdef readonly Luck luck

    @cython.locals(card=int, seat=int, i=int, _=int)
    cdef void deal_at_random(self, Kernel game) noexcept nogil
    @cython.final
    @cython.locals(total=int, k=int, i=int, card=int, way=int)
    cdef int random_action(self, Kernel game) noexcept nogil
    @cython.locals(colour=int, edge=int)
    cdef int nth_black(self, Kernel game, int k) noexcept nogil
    cdef void play_to_end(self, Kernel game) noexcept nogil
    cpdef playout(self)
    @cython.locals(game=Kernel, turns="long long", ways="long long")
    cpdef play_on(self)
    @cython.locals(game=Kernel, seat=int, best=int)
    cpdef playouts(self, long games, seed)
