# The C types of board.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.florentine.moves cimport MoveList

cdef int ALL, ANYTHING, CELLS, CENTRE, CORNERS, CROSS, EDGES, NEEDS, NO_CARD, NOWHERE, SHAPE, SIDE, WHAT_SHIFT

cdef class Board:
    cdef object tables
    cdef const unsigned char* fits
    cdef const unsigned char* ways
    cdef const unsigned char* period
    cdef const unsigned char* shape
    cdef const unsigned char* alike
    cdef const unsigned char* step
    cdef const unsigned char* inner
    cdef const unsigned char* rim_inside
    cdef const unsigned char* rim_side
    cdef unsigned short card_at[81]
    cdef unsigned short turns_at[81]
    cdef unsigned short colour[324]
    cdef unsigned short parent[324]
    cdef unsigned short open[324]
    cdef unsigned short gems[324]
    cdef unsigned short place[12]
    cdef unsigned short need[12]
    cdef unsigned short laid_at[48]
    cdef int counts[48]
    cdef readonly int closed_gems[4]
    cdef readonly int closed_spaces[4]
    cdef readonly int laid, places

    @cython.locals(cell=int, colour=int)
    cdef void clear(self) noexcept nogil
    @cython.locals(cell=Py_ssize_t, near=Py_ssize_t, side=Py_ssize_t)
    cdef void put(self, int card, int turns, Py_ssize_t at) noexcept nogil
    @cython.locals(side=Py_ssize_t, near=Py_ssize_t)
    cdef void open_arm(self, Py_ssize_t cell) noexcept nogil
    @cython.final
    @cython.locals(side=Py_ssize_t, following=Py_ssize_t, one=Py_ssize_t, other=Py_ssize_t)
    cdef inline void open_corner(self, Py_ssize_t cell) noexcept nogil
    @cython.final
    @cython.locals(triangle=Py_ssize_t, side=Py_ssize_t, near=Py_ssize_t, one=Py_ssize_t, other=Py_ssize_t)
    cdef inline void add_spaces(self, Py_ssize_t cell, Py_ssize_t shape) noexcept nogil
    @cython.final
    @cython.locals(up=Py_ssize_t)
    cdef inline Py_ssize_t root(self, Py_ssize_t triangle) noexcept nogil
    @cython.final
    cdef inline void close_edges(self, Py_ssize_t root, int edges) noexcept nogil
    @cython.locals(total=int, edge=int)
    cdef int black_places(self, int colour) noexcept nogil
    @cython.final
    @cython.locals(inside=Py_ssize_t)
    cdef inline bint black_fits(self, int colour, Py_ssize_t edge) noexcept nogil
    cdef void put_black(self, Py_ssize_t edge) noexcept nogil
    @cython.final
    @cython.locals(total=int, i=Py_ssize_t)
    cdef inline int count(self, Py_ssize_t card) noexcept nogil
    @cython.locals(total=int, i=Py_ssize_t, n=int)
    cdef int count_cards(self, unsigned char* cards, Py_ssize_t start, int size) noexcept nogil
    @cython.locals(i=Py_ssize_t, n=int, fitting=Py_ssize_t)
    cdef int nth(self, Py_ssize_t card, int k) noexcept nogil
    @cython.locals(i=Py_ssize_t, k=int, fitting=Py_ssize_t, turns=int)
    cdef void list_ways(self, int card, MoveList moves) noexcept nogil
    @cython.final
    @cython.locals(side=int, turns=int)
    cdef inline int turns(self, Py_ssize_t card, Py_ssize_t at, int triangle) noexcept nogil
    @cython.locals(i=int)
    cdef void become(self, Board other) noexcept nogil
    cpdef list ways_to_lay(self, int card)
    @cython.locals(cell=int, i=int)
    cpdef int place_at(self, int x, int y)
    cpdef list free_places(self)
    @cython.locals(cell=int, i=int)
    cpdef list cards(self)
    @cython.locals(cell=int, side=int)
    cpdef list spaces(self)
