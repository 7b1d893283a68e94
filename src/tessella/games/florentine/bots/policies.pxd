# The C types of policies.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.florentine.kernel cimport Kernel

cdef int CELLS, EDGES, MOST_EDGES, NO_CARD
cdef double CLOSED, EDGE, GEM, OTHERS, RIM

cdef class Policies:
    cdef Kernel kernel
    cdef double powers[256]
    cdef unsigned short rim[324]

    @cython.locals(game=Kernel)
    cpdef list gains(self, Kernel base, int seat, list moves)
    @cython.locals(game=Kernel, before=double)
    cpdef list values(self, Kernel base, int seat, list moves)
    @cython.locals(cell=Py_ssize_t, side=Py_ssize_t, edge=int, inside=Py_ssize_t, total=double, triangle=Py_ssize_t)
    cdef double value(self, Kernel game, int seat) noexcept nogil
    @cython.locals(other=int)
    cdef double weight(self, Kernel game, int colour, int seat) noexcept nogil
    @cython.locals(gems=int, edges=int)
    cdef double space_value(self, Kernel game, Py_ssize_t root) noexcept nogil
