# The C types of rollouts.py. Read that file; this one only makes it fast.
cimport cython

from tessella.core.luck cimport Luck
from tessella.games.chromino.kernel cimport Kernel

cdef int ALL, HAND, NO_TILE, PLAIN, START, TRIES, UNSCORED

cdef class Rollouts:
    cdef readonly Kernel kernel
    cdef readonly Luck luck
    cdef const unsigned char* opens

    @cython.locals(opening=int, size=int, tile=int, seat=int, _=int)
    cdef int deal_at_random(self, Kernel game) except -1 nogil
    @cython.locals(i=int, j=int, tile="unsigned char")
    cdef int opening_draw(self, Kernel game) noexcept nogil
    @cython.final
    @cython.locals(i=int, tile="unsigned char")
    cdef inline void stir(self, Kernel game) noexcept nogil
    @cython.final
    @cython.locals(total=int, k=int, i=int, place=int)
    cdef int random_action(self, Kernel game) except -1 nogil
    @cython.final
    @cython.locals(
        total=int, best=int, best_index=int, best_place=int, _=int, k=int, i=int, tile=int, place=int, cell=int, points=int,
    )
    cdef int greedy_action(self, Kernel game) except -1 nogil
    @cython.final
    cdef inline int lay_at(self, Kernel game, int index, int place) except -1 nogil
    @cython.locals(played=int)
    cdef int play_turns(self, Kernel game, int turns) except -1 nogil
    @cython.locals(game=Kernel, turns="long long", places="long long")
    cpdef playout(self)
    @cython.locals(seat=int)
    cpdef playouts(self, long games, seed)
