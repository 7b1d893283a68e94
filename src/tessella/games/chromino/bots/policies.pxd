# The C types of policies.py. Read that file; this one only makes it fast.
cimport cython

from tessella.core.luck cimport Luck
from tessella.games.chromino.bots.fits cimport FitCounts
from tessella.games.chromino.bots.hands cimport HandModel
from tessella.games.chromino.kernel cimport Kernel
from tessella.games.chromino.moves cimport MoveList

cdef int ABLE, ALL, BESIDE_POINTS, BY_CONTACTS, CELL_SHIFT, CONTACTS, DIRECTION_SHIFT, FURTHER_PLACES, HARDEST, HELD
cdef int LAST_WILD, NEXT_SEAT, PLAIN, PLAYABLE_SHARE, PLAYABLE_TILE, POINTS, RANDOM, ROOM, SEATS, STATIC, THEIR_SHARE
cdef int THEY_CANNOT, THEY_CANNOT_WITH_FEW, TILE_SHIFT, UNSCORED
cdef long long DRAW, PASS
cdef double GRAIN, WORST
cdef unsigned long long STEP, WORD

cdef class Policies:
    cdef Luck luck
    cdef readonly MoveList moves
    cdef HandModel hands
    cdef FitCounts fits
    cdef double weight[32]
    cdef const unsigned char* pattern
    cdef int policy[8]
    cdef int turns[8]
    cdef unsigned long long stream[8]

    cpdef int choose(self, Kernel game, int policy, luck) except -1
    @cython.locals(best=double, equals=int, chosen=int, move=int, value=double)
    cdef int pick(self, Kernel game, int policy) except -1 nogil
    @cython.locals(tile=int, direction=int, cell=int, value=double, points=int)
    cdef double value(self, Kernel game, int policy, long long code) noexcept nogil
    @cython.locals(total=int, i=int)
    cdef int contacts(self, Kernel game, int direction, int cell) noexcept nogil
    @cython.locals(
        seat=int, size=int, able=int, plain=int, spare=double, i=int, tile=int, places=int, total=double, factor=double,
    )
    cdef double standing(self, Kernel game, FitCounts fits, int laid) noexcept nogil
    @cython.locals(
        size=int, expected=double, unable=double, hidden=int, i=int, tile=int, any_fit=int, possible=int, possible_fit=int,
        fitting=bint, free=bint, any_tile=bint, chance=double,
    )
    cdef double threat(self, Kernel game, HandModel hands, FitCounts fits, int other) noexcept nogil
    @cython.locals(seat=int)
    cpdef contest(self, Kernel game, list policies, list lucks)
    @cython.locals(seat=int, move=int, word="unsigned long long")
    cdef int play_through(self, Kernel game) except -1 nogil
    cdef int play(self, Kernel game, long long code) except -1 nogil
    cpdef step(self, Kernel game, int policy, luck)
