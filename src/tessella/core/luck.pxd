# The C types of luck.py. Read that file; this one only makes it fast.
cimport cython

cdef unsigned long long WORD, STEP, MIX_1, MIX_2

cdef class Luck:
    cdef unsigned long long state

    cpdef start(self, seed)
    @cython.final
    @cython.locals(z="unsigned long long")
    cdef inline unsigned long long word(self) noexcept nogil
    @cython.final
    cdef int below(self, int n) noexcept nogil
    @cython.final
    @cython.locals(i=int, j=int, item="unsigned char")
    cdef void shuffle(self, unsigned char* items, int size) noexcept nogil
