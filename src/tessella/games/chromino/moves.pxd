# The C types of moves.py. Read that file; this one only makes it fast.
cimport cython

cdef int ROOM

cdef class MoveList:
    cdef long long* codes
    cdef int room
    cdef readonly int size
    cdef readonly bint ordered

    @cython.locals(i=int)
    cdef int add(self, long long code) except -1 nogil
    @cython.locals(wider="long long*")
    cdef int grow(self) except -1 with gil
    @cython.locals(i=int)
    cpdef list as_list(self)
