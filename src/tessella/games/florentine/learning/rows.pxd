# The C types of rows.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.florentine.kernel cimport Kernel

cdef int BLACK_MOVE, KIND_SHIFT, LAY_MOVE, NO_CARD, PATCH_SIDE, ROW_HEAD, SIDE, WHAT_MASK, WHAT_SHIFT, WHERE_MASK

cdef class RowFeatures:
    cdef Kernel kernel
    cdef bytes gem_table
    cdef const unsigned char* jewels
    cdef const unsigned char* outside
    cdef const unsigned char* step

    @cython.locals(i=Py_ssize_t)
    cpdef describe(self, Kernel base, list codes, short[:, ::1] out)
    @cython.locals(kind=int, cell=int, game=Kernel, i=int, seat=int, side=int)
    cdef void write(self, Kernel base, int code, short[:, ::1] out, Py_ssize_t row) noexcept
    @cython.locals(at=Py_ssize_t, i=int, j=int, x=int, y=int, near=int, side=int, jewel=int)
    cdef void write_patch(self, Kernel game, int cell, short[:, ::1] out, Py_ssize_t row) noexcept
