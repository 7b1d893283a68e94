# The C types of race.py. Read that file; this one only makes it fast.
cimport cython

cdef int FEWEST, ROOM
cdef double SURE

cdef class SequentialHalving:
    cdef int alive[2048]
    cdef int tries[2048]
    cdef double total[2048]
    cdef double latest[2048]
    cdef double lead, spread
    cdef readonly int moves, racing, duels

    @cython.locals(move=int)
    cpdef begin(self, int moves)
    @cython.locals(move=int)
    cpdef only(self, list moves)
    @cython.final
    cdef void add(self, int move, double worth) noexcept nogil
    @cython.final
    @cython.locals(lead=double)
    cdef void duel(self) noexcept nogil
    @cython.locals(around=double)
    cpdef bint decided(self)
    cpdef int rounds(self, int rollouts)
    @cython.locals(keep=int, i=int, j=int, best=int, move=int)
    cpdef halve(self)
    @cython.final
    cdef inline double mean(self, int move) noexcept nogil
    @cython.locals(move=int)
    cpdef list results(self)
