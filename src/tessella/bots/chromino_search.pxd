# The C types of chromino_search.py. Read that file; this one only makes it fast.
cimport cython

from tessella.chromino.kernel cimport Kernel
from tessella.chromino.rollouts cimport Rollouts

cdef int ALL, CONTACTS, DRAW, HARDEST, LAY, MOVES, PARAMETERS, PASS, PLAIN, POINTS, RANDOM, ROW, SEATS, START, STATIC
cdef int UNSCORED
cdef unsigned long long WORD, STEP, MIX_1, MIX_2

cdef class Search(Rollouts):
    cdef int kind[2048]
    cdef int what[2048]
    cdef int way[2048]
    cdef int direction[2048]
    cdef int at[2048]
    cdef int alive[2048]
    cdef int tries[2048]
    cdef double worth[2048]
    cdef double total[2048]
    cdef double weight[32]
    cdef const unsigned char* pattern
    cdef unsigned char hidden[80]
    cdef unsigned char known[80]
    cdef unsigned char misfit[640]
    cdef int holds[8]
    cdef int free[8]
    cdef int noted[8]
    cdef int policy[8]
    cdef int turns[8]
    cdef unsigned long long stream[8]
    cdef int noted_stride[8]
    cdef int noted_at[1024]
    cdef int noted_tile[1024]
    cdef readonly int moves, racing, unseen, open_hands

    @cython.locals(i=int)
    cpdef weigh_with(self, list weights, bint open_hands=*)
    cpdef int list_moves(self, Kernel base) except -1
    @cython.locals(seat=int, total=int, i=int)
    cdef int list_all(self, Kernel base) except -1 nogil
    @cython.locals(way=int, i=int, b=int, j=int, place=int)
    cdef void list_places(self, Kernel base, int tile) noexcept nogil
    @cython.locals(i=int)
    cdef void add_move(self, int kind, int tile, int way, int direction, int at) noexcept nogil
    cdef bint comes_after(self, int i, int tile, int way, int direction, int at) noexcept nogil
    @cython.locals(kind=int, seat=int, index=int)
    cdef int play(self, int move) except -1 nogil
    cpdef int choose(self, Kernel base, int policy, luck) except -1
    cdef int pick(self, Kernel base, int policy) except -1
    @cython.locals(best=double, equals=int, chosen=int, move=int, worth=double)
    cdef int pick_listed(self, Kernel base, int policy) except -1 nogil
    @cython.locals(worth=double)
    cdef double judge(self, Kernel base, int policy, int move) except? -2 nogil
    @cython.locals(found=int, i=int)
    cdef int contacts(self, Kernel base, int direction, int at) noexcept nogil
    @cython.locals(tile=int, i=int, other=int)
    cdef int look_at(self, Kernel base, int seat) except -1 nogil
    @cython.locals(laid=int, i=int, way=int, at=int, tile=int)
    cdef int note_stuck(self, Kernel base, int seat) except -1 nogil
    @cython.locals(i=int)
    cdef bint is_noted(self, Kernel base, int seat, int laid) noexcept nogil
    cpdef look(self, Kernel base, int seat)
    @cython.locals(size=int, able=int, spare=double, i=int, tile=int, places=int, total=double, factor=double)
    cdef double standing(self, int seat) noexcept nogil
    @cython.locals(
        size=int, expected=double, unable=double, hidden=int, i=int, tile=int, any_fit=int, possible=int, possible_fit=int,
        fits=bint, any_tile=bint, chance=double,
    )
    cdef double threat(self, int other) noexcept nogil
    @cython.locals(x=int, y=int)
    cdef int moved(self, Kernel base, int cell) noexcept nogil
    @cython.locals(size=int, tile=int, i=int, j=int, start=int, other=int, _=int)
    cdef void imagine(self, Kernel base, int seat) noexcept nogil
    @cython.locals(start=int, other=int, i=int)
    cdef int enter(self, Kernel base, int seat) except -1 nogil
    @cython.locals(_=int, i=int, move=int, played=int)
    cdef int explore(self, Kernel base, int seat, int rounds, int turns) except -1 nogil
    @cython.locals(
        total=int, best=int, best_index=int, best_found=int, _=int, k=int, i=int, tile=int, found=int, place=int, points=int,
        standing=int,
    )
    cdef int greedy_action(self) except -1 nogil
    @cython.locals(own=int, winners=int, other=int, extra=int)
    cdef double share(self, int seat) noexcept nogil
    cdef int result(self, int seat) noexcept nogil
    @cython.locals(own=double, total=double, other=int, strength=double)
    cdef double prospects(self, int seat) noexcept nogil
    @cython.locals(size=int, able=int, tile=int, i=int, found=double, wait=int)
    cdef double strength(self, int seat) noexcept nogil
    @cython.locals(move=int, halvings=int, rounds=int)
    cpdef list think(self, Kernel base, int seat, int rollouts, int turns, luck)
    @cython.locals(keep=int, i=int, j=int, best=int, move=int)
    cdef void halve(self) noexcept nogil
    @cython.final
    cdef inline double mean(self, int move) noexcept nogil
    @cython.locals(kind=int, seat=int, index=int)
    cdef int make(self, Kernel game, int move) except -1 nogil
    @cython.locals(seat=int)
    cpdef contest(self, Kernel game, list policies, list lucks)
    @cython.locals(seat=int, move=int, luck="unsigned long long")
    cdef int play_through(self, Kernel game) except -1 nogil
    @cython.final
    @cython.locals(z="unsigned long long")
    cdef inline unsigned long long word(self) noexcept nogil
    cpdef step(self, Kernel game, int policy, luck)
