# The C types of rows.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.chromino.bots.fits cimport FitCounts
from tessella.games.chromino.bots.hands cimport HandModel
from tessella.games.chromino.kernel cimport Kernel

cdef int ALL, CELL_SHIFT, DIRECTION_SHIFT, PATCH_ACROSS, PATCH_ALONG, PATCH_MARGIN, ROW_HEAD, ROW_OTHER, TILE_SHIFT
cdef int UNSCORED
cdef long long DRAW

cdef class RowFeatures:
    cdef HandModel hands
    cdef FitCounts fits
    cdef const unsigned char* shades

    cdef int look(self, Kernel game) except -1
    @cython.locals(i=Py_ssize_t, code="long long")
    cpdef describe(self, Kernel game, list codes, short[:, ::1] out)
    @cython.locals(tile=int, direction=int, cell=int, contacts=int, i=int, other=int)
    cdef void write(self, Kernel game, long long code, short[:, ::1] out, Py_ssize_t row) noexcept
    @cython.locals(i=int, tile=int, stuck=bint)
    cdef void write_other(self, Kernel game, int seat, short[:, ::1] out, Py_ssize_t row, Py_ssize_t at) noexcept
    @cython.locals(
        square=int, down=int, cell=Py_ssize_t, along=Py_ssize_t, across=Py_ssize_t, i=int, j=int, near=Py_ssize_t,
    )
    cdef void write_patch(self, Kernel game, long long code, short[:, ::1] out, Py_ssize_t row, Py_ssize_t at) noexcept
    @cython.locals(laid=int, steps=int)
    cdef int shade(self, Kernel game, Py_ssize_t cell) noexcept
