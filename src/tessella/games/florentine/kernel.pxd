# The C types of kernel.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.florentine.board cimport Board
from tessella.games.florentine.moves cimport MoveList

cdef int ALL, ASIDE, BLACK, BLACK_CARD, EDGES, HAND, HANDS, KEEP, KEPT, KIND_SHIFT, NOT_YET, POOL, SEATS, WHAT_MASK
cdef int WHAT_SHIFT, WHERE_MASK

cdef class Kernel(Board):
    cdef readonly object switches
    cdef readonly int players
    cdef int kind_least[48]
    cdef int kind_first[48]
    cdef int kinds
    cdef unsigned char hand[16]
    cdef readonly int hand_size[4]
    cdef unsigned char stack[48]
    cdef unsigned char pool[48]
    cdef readonly int colour_of[4]
    cdef readonly int black[4]
    cdef readonly int first, turn, stage, over, fresh_deals, stack_size, pool_size

    @cython.locals(seat=int)
    cdef void reset(self) noexcept nogil
    cdef int count_options(self) noexcept nogil
    cdef bint may_decline(self) noexcept nogil
    @cython.locals(edge=int, i=int)
    cdef int list_moves(self, MoveList moves) noexcept nogil
    @cython.locals(i=int, j=int, card=int)
    cdef void find_kinds(self) noexcept nogil
    @cython.locals(least=int, first=int)
    cdef void swap_kinds(self, int i, int j) noexcept nogil
    @cython.locals(kind=int, what=int, index=int, at=int)
    cdef void play_move(self, int code) noexcept nogil
    @cython.locals(card=int)
    cdef void play_lay(self, int index, int turns, int at) noexcept nogil
    cdef void play_aside(self, int index) noexcept nogil
    cdef void play_black(self, int edge) noexcept nogil
    cdef void play_keep(self) noexcept nogil
    @cython.final
    @cython.locals(hand=int)
    cdef inline void draw(self, int index) noexcept nogil
    @cython.final
    cdef inline void add_to_pool(self, int card) noexcept nogil
    @cython.locals(seat=int, i=int)
    cdef void hands_to_pool(self) noexcept nogil
    @cython.locals(seat=int, i=int)
    cdef void deal_afresh(self) noexcept nogil
    @cython.locals(seat=int, total=int)
    cdef bint anyone_fits(self) noexcept nogil
    @cython.locals(i=int)
    cdef bint pool_fits(self) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    @cython.final
    cdef inline int gems_for(self, int seat) noexcept nogil
    @cython.locals(seat=int, i=int)
    cdef void take_over(self, Kernel other) noexcept nogil

    cpdef resume(self, Kernel other)
    cpdef Kernel copy(self)
    cpdef arrange(self, list laid, list hands, list stack, list pool, list colours, list black, progress)
