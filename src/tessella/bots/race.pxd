# The C types of race.py. Read that file; this one only makes it fast.
cimport cython

cdef int ROOM

cdef class Race:
    cdef int alive[2048]
    cdef int tries[2048]
    cdef double total[2048]
    cdef readonly int moves, racing

    @cython.locals(move=int)
    cpdef begin(self, int moves)
    @cython.locals(move=int)
    cpdef only(self, list moves)
    @cython.final
    cdef void add(self, int move, double worth) noexcept nogil
    cpdef int rounds(self, int rollouts)
    @cython.locals(keep=int, i=int, j=int, best=int, move=int)
    cpdef halve(self)
    @cython.final
    cdef inline double mean(self, int move) noexcept nogil
    @cython.locals(move=int)
    cpdef list results(self)
