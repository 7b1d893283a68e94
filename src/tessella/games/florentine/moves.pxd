# The C types of moves.py. Read that file; this one only makes it fast.
cimport cython

cdef class MoveList:
    cdef int codes[2400]
    cdef int group
    cdef readonly int size
    cdef readonly bint ordered

    cdef void clear(self) noexcept nogil
    cdef void begin_group(self) noexcept nogil
    @cython.locals(i=int)
    cdef void add(self, int code) noexcept nogil
    @cython.locals(i=int)
    cpdef list as_list(self)
    cpdef fill(self, list codes)
