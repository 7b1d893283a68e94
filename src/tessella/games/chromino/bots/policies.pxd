# The C types of chromino_policies.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.chromino.bots.fits cimport FitCounts
from tessella.games.chromino.kernel cimport Kernel

cdef int ABLE, ALL, BESIDE_POINTS, BY_CONTACTS, CONTACTS, FURTHER_PLACES, HARDEST, HELD, LAST_WILD, LAY, NEXT_SEAT
cdef int PLAIN, PLAYABLE_SHARE, PLAYABLE_TILE, POINTS, RANDOM, ROOM, SEATS, STATIC, THEIR_SHARE, THEY_CANNOT
cdef int THEY_CANNOT_WITH_FEW, UNSCORED
cdef double GRAIN
cdef unsigned long long WORD, STEP, MIX_1, MIX_2

cdef class Policies(FitCounts):
    cdef double weight[32]
    cdef const unsigned char* pattern
    cdef unsigned char known[80]
    cdef unsigned char unseen_tile[80]
    cdef unsigned char misfit[640]
    cdef int holds[8]
    cdef int free[8]
    cdef int noted[8]
    cdef int noted_stride[8]
    cdef int noted_at[1024]
    cdef int noted_tile[1024]
    cdef int noted_way[1024]
    cdef int policy[8]
    cdef int turns[8]
    cdef unsigned long long stream[8]
    cdef readonly int unseen, open_hands

    @cython.locals(i=int)
    cpdef weigh_with(self, list weights, bint open_hands=*)
    cpdef int choose(self, Kernel base, int policy, luck) except -1
    cdef int pick(self, Kernel base, int policy) except -1
    @cython.locals(best=double, equals=int, chosen=int, move=int, worth=double)
    cdef int pick_listed(self, Kernel base, int policy) except -1 nogil
    @cython.locals(worth=double, points=int)
    cdef double judge(self, Kernel base, int policy, int move) except? -2 nogil
    @cython.locals(found=int, i=int)
    cdef int contacts(self, Kernel base, int direction, int at) noexcept nogil
    cpdef look(self, Kernel base, int seat)
    @cython.locals(tile=int, i=int, other=int)
    cdef int look_at(self, Kernel base, int seat) except -1 nogil
    @cython.locals(laid=int, i=int, way=int, at=int, tile=int)
    cdef int note_stuck(self, Kernel base, int seat) except -1 nogil
    @cython.locals(i=int)
    cdef bint is_noted(self, Kernel base, int seat, int laid) noexcept nogil
    @cython.locals(x=int, y=int)
    cdef int moved(self, Kernel base, int cell) noexcept nogil
    @cython.locals(size=int, able=int, plain=int, spare=double, i=int, tile=int, places=int, total=double, factor=double)
    cdef double standing(self, Kernel base, int seat, int laid) noexcept nogil
    @cython.locals(
        size=int, expected=double, unable=double, hidden=int, i=int, tile=int, any_fit=int, possible=int, possible_fit=int,
        fits=bint, free=bint, any_tile=bint, chance=double,
    )
    cdef double threat(self, Kernel base, int other) noexcept nogil
    @cython.locals(seat=int)
    cpdef contest(self, Kernel game, list policies, list lucks)
    @cython.locals(seat=int, move=int, luck="unsigned long long")
    cdef int play_through(self, Kernel game) except -1 nogil
    @cython.final
    @cython.locals(z="unsigned long long")
    cdef inline unsigned long long word(self) noexcept nogil
    cpdef step(self, Kernel game, int policy, luck)
