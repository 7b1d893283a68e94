# The C types of chromino_suppose.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.chromino.bots.moves cimport Moves
from tessella.games.chromino.kernel cimport Kernel

cdef int ALL, BUCKETS, TAKEN, TAKERS

cdef class FitCounts(Moves):
    cdef tuple takers
    cdef const unsigned char* takes
    cdef const unsigned char* takes_count
    cdef unsigned short covered[11]
    cdef int fits_now[80]
    cdef int fits_then[80]

    @cython.locals(tile=int, b=size_t)
    cdef void count_all(self, Kernel base) noexcept nogil
    @cython.locals(
        along=Py_ssize_t, across=Py_ssize_t, straight=Py_ssize_t, turned=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, other=int,
    )
    cdef void suppose(self, Kernel base, int tile, int way, int direction, Py_ssize_t cell) noexcept nogil
    @cython.final
    @cython.locals(along=Py_ssize_t, square=Py_ssize_t, i=Py_ssize_t, at=Py_ssize_t)
    cdef void cover(self, Kernel base, int tile, int way, int direction, Py_ssize_t cell) noexcept nogil
    @cython.final
    @cython.locals(along=Py_ssize_t, i=Py_ssize_t)
    cdef void uncover(self, Kernel base, int direction, Py_ssize_t cell) noexcept nogil
    @cython.final
    @cython.locals(codes=size_t, old=size_t, new=size_t, _=int)
    cdef void review_then(self, Kernel base, Py_ssize_t cell, Py_ssize_t step, Py_ssize_t side, int places) noexcept nogil
    @cython.final
    @cython.locals(i=size_t)
    cdef inline void reckon(self, size_t b, int places) noexcept nogil
    @cython.locals(tile=int)
    cpdef list supposed(self, Kernel base, int move)
