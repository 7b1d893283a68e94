# The C types of bounds.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.florentine.kernel cimport Kernel

cdef int ALL, CELLS, CROSS, EDGES, HANDS, NEEDS, NO_CARD, NOT_YET, POOL, SEATS, SIDE, SQUARE, TALLY

cdef class Bounds:
    cdef const unsigned char* outwards
    cdef unsigned char gems_on[192]
    cdef unsigned char alive[81]
    cdef unsigned short rim[324]
    cdef int border[324]
    cdef int glanced[324]
    cdef int tally[20]
    cdef int low[4]
    cdef int high[4]
    cdef int cells, further, borders, glance

    @cython.locals(seat=int)
    cpdef list bounds(self, Kernel game)
    @cython.locals(seat=int, colour=int, more=int, best=int, safe=int, i=int, space=Py_ssize_t, gems=int)
    cdef void bound(self, Kernel game) noexcept nogil
    @cython.locals(i=int, at=int, cell=Py_ssize_t, side=Py_ssize_t, one=Py_ssize_t, other=Py_ssize_t)
    cdef void find_alive(self, Kernel game) noexcept nogil
    @cython.locals(i=int, card=int, colour=int)
    cdef void count_gems(self, Kernel game) noexcept nogil
    @cython.locals(total=int, left=int, gems=int, cards=int)
    cdef int gems_to_come(self, int colour) noexcept nogil
    @cython.locals(edge=int, inside=Py_ssize_t, i=int, cell=Py_ssize_t, side=Py_ssize_t, near=Py_ssize_t)
    cdef void find_borders(self, Kernel game) noexcept nogil
    @cython.locals(cards=int, seat=int)
    cdef bint has_black(self, Kernel game, int edge) noexcept nogil
    @cython.final
    @cython.locals(space=Py_ssize_t)
    cdef inline void add_border(self, Kernel game, Py_ssize_t triangle, int rim) noexcept nogil
