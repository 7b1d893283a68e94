# The C types of hands.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.chromino.board cimport Board
from tessella.games.chromino.bots.fits cimport FitCounts
from tessella.games.chromino.kernel cimport Kernel

cdef int ALL, MOST_LAID, PLAIN, SEATS

cdef class HandModel:
    cdef Board earlier
    cdef FitCounts fits
    cdef unsigned char known[80]
    cdef unsigned char unseen_tile[80]
    cdef unsigned char misfit[640]
    cdef int holds[8]
    cdef int free[8]
    cdef int noted[8]
    cdef int noted_stride[8]
    cdef int noted_at[1024]
    cdef int noted_tile[1024]
    cdef int noted_way[1024]
    cdef int unseen, open_hands

    @cython.locals(tile=int, i=int, other=int)
    cdef int look(self, Kernel game, int seat) except -1 nogil
    @cython.locals(laid=int, i=int, tile=int)
    cdef int note_stuck(self, Kernel game, int seat) except -1 nogil
    @cython.locals(i=int)
    cdef bint is_noted(self, Kernel game, int seat, int laid) noexcept nogil
    @cython.locals(i=int, way=int, x=int, y=int, half=int)
    cdef int lay_earlier(self, Board board, Kernel game, int laid) except -1 nogil
