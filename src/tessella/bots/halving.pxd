# The C types of halving.py. Read that file; this one only makes it fast.
cimport cython

cdef int FEWEST, PARTS
cdef double SURE

cdef class Explorer:
    cdef int explore(self, SequentialHalving halving, int rounds) except -1 nogil

cdef class SequentialHalving:
    cdef int candidates[2048]
    cdef int tries[2048]
    cdef double total[2048]
    cdef double latest[2048]
    cdef double lead, spread
    cdef readonly int moves, remaining, duels

    @cython.locals(rounds=int, part=int)
    cpdef list run(self, Explorer explorer, int moves, int rollouts)
    cpdef list compare(self, Explorer explorer, int moves, list chosen, int batches, int rounds)
    @cython.locals(move=int)
    cpdef begin(self, int moves)
    @cython.locals(move=int)
    cpdef keep_only(self, list chosen)
    @cython.final
    cdef void add(self, int move, double value) noexcept nogil
    @cython.final
    @cython.locals(lead=double)
    cdef void end_round(self) noexcept nogil
    @cython.locals(around=double)
    cpdef bint decided(self)
    cpdef int rounds(self, int rollouts)
    @cython.locals(keep=int, i=int, j=int, best=int, move=int)
    cpdef halve(self)
    @cython.final
    cdef inline double mean(self, int move) noexcept nogil
    @cython.locals(move=int)
    cpdef list results(self)
