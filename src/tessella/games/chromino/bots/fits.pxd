# The C types of fits.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.chromino.kernel cimport Kernel

cdef int ALL, BUCKETS, CELL_SHIFT, DIRECTION_SHIFT, TAKEN, TAKERS, TILE_SHIFT

cdef class FitCounts:
    cdef tuple tables
    cdef const unsigned char* takes
    cdef const unsigned char* takes_count
    cdef unsigned short covered[11]
    cdef int now[80]
    cdef int then[80]

    @cython.locals(tile=int, b=size_t)
    cdef void count_all(self, Kernel game) noexcept nogil
    @cython.locals(
        tile=int, way=int, direction=int, cell=Py_ssize_t, along=Py_ssize_t, across=Py_ssize_t, straight=Py_ssize_t,
        turned=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, other=int,
    )
    cdef void suppose(self, Kernel game, long long code) noexcept nogil
    @cython.final
    @cython.locals(along=Py_ssize_t, square=Py_ssize_t, i=Py_ssize_t, at=Py_ssize_t)
    cdef void cover(self, Kernel game, int tile, int way, int direction, Py_ssize_t cell) noexcept nogil
    @cython.final
    @cython.locals(along=Py_ssize_t, i=Py_ssize_t)
    cdef void uncover(self, Kernel game, int direction, Py_ssize_t cell) noexcept nogil
    @cython.final
    @cython.locals(codes=size_t, old=size_t, new=size_t, _=int)
    cdef void review(self, Kernel game, Py_ssize_t cell, Py_ssize_t step, Py_ssize_t side, int places) noexcept nogil
    @cython.final
    @cython.locals(i=size_t)
    cdef inline void add(self, size_t b, int places) noexcept nogil
    @cython.locals(tile=int)
    cpdef list after(self, Kernel game, long long code)
