# The C types of kernel.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.chromino.board cimport Board
from tessella.games.chromino.moves cimport MoveList

cdef int ALL, ALWAYS, AT_ONCE, BY_CONTACTS, DRAW_AGAIN, FINISH_ROUND, LAST_TILE_SHOWN, LAY_DRAWN, MAY
cdef int CELL_SHIFT, DIRECTION_SHIFT, NOBODY, NO_TILE, PLAIN, SEATS, START, TILE_SHIFT, UNSCORED
cdef long long DRAW, PASS

cdef class Kernel(Board):
    cdef readonly int players, wild_tiles, wild_last, waits, draw_limit, draw_on, draw_when_able
    cdef readonly int call, claim, ending, scoring
    cdef readonly object switches
    cdef const unsigned char* value
    cdef unsigned char hand[640]
    cdef readonly int hand_size[8]
    cdef unsigned char bag[80]
    cdef readonly int score[8]
    cdef readonly int drew[8]
    cdef readonly int called[8]
    cdef readonly int exposed[8]
    cdef readonly int stuck[8]
    cdef readonly int fresh[8]
    cdef unsigned char seen[80]
    cdef readonly int first, turn, held, stage, drawn, draws, passes, stop, over, claim_seat, claim_tile, bag_size

    @cython.locals(seat=int, tile=int)
    cdef int reset(self) except -1 nogil
    cpdef deal(self, int opening, list hands, list bag, int first)
    @cython.locals(hand=int, size=int, i=int, places=int)
    cdef int count_options(self) noexcept nogil
    cdef bint draw_allowed(self, int places) noexcept nogil
    @cython.locals(seat=int)
    cdef bint free_to_draw(self) noexcept nogil
    cdef bint may_stop(self) noexcept nogil
    cdef bint better_stop(self) noexcept nogil
    @cython.locals(hand=int, places=int, size=int, tile=int, following=int, i=int, j=int)
    cdef int list_moves(self, MoveList moves) except -1 nogil
    @cython.locals(hand=int, index=int)
    cdef int play_move(self, long long code) except -1 nogil
    @cython.locals(seat=int, hand=int, tile=int, size=int)
    cdef int play_lay(self, int index, int way, int direction, int cell) except -1 nogil
    @cython.locals(seat=int, last=int, missed=bint, again=bint, forced=bint)
    cdef void play_draw(self) noexcept nogil
    cdef void play_pass(self) noexcept nogil
    cdef void play_call(self, int seat) noexcept nogil
    cdef void call_in_time(self) noexcept nogil
    @cython.final
    cdef inline void close_claim(self) noexcept nogil
    @cython.locals(_=int)
    cdef void penalty(self, int seat, int tiles) noexcept nogil
    @cython.final
    cdef inline void take(self, int seat) noexcept nogil
    @cython.final
    cdef inline void hold(self, int seat, int tile) noexcept nogil
    @cython.final
    @cython.locals(following=int)
    cdef inline void end_turn(self) noexcept nogil
    @cython.locals(worth=int, total=int, i=int, j=int, owner=int, again=bint)
    cdef int points(self, int tile, int direction, int cell) noexcept nogil
    @cython.final
    @cython.locals(along=int, across=int)
    cdef inline int beside(self, int i, int direction, int cell) noexcept nogil
    @cython.locals(winners=int, other=int, lead=int)
    cdef double share(self, int seat) noexcept nogil
    @cython.locals(seat=int, size=int, i=int, tile=int)
    cdef int take_over(self, Kernel other) except -1 nogil

    cpdef resume(self, Kernel other)
    cpdef Kernel copy(self)
    cpdef arrange(self, list laid, list hands, list bag, list seats, list known, progress)
    cpdef int number_of_places(self, int tile)
    @cython.locals(at=int)
    cpdef bint can_lay_at(self, int tile, int way, int direction, int x, int y)
    cpdef list known_tiles(self)
