# The C types of board.py. Read that file; this one only makes it fast.
cimport cython

from tessella.games.chromino.moves cimport MoveList

cdef int BUCKETS, CELL_SHIFT, DIRECTION_SHIFT, EMPTY_RUN, NEWCOMERS, NOTHING_FITS, PLAIN, RIM, ROW, TAKEN, TILE_SHIFT
cdef int TWO_CONTACTS

cdef class Board:
    cdef tuple tables
    cdef const unsigned char* touch
    cdef const unsigned char* bucket_of
    cdef const unsigned char* colour
    cdef const unsigned char* fits
    cdef const unsigned char* fits_count
    cdef const unsigned char* ends
    cdef const unsigned char* middle
    cdef unsigned short* code
    cdef unsigned char* owner
    cdef unsigned short* where
    cdef unsigned int* bucket
    cdef unsigned int* size
    cdef int* live
    cdef int counts[128]
    cdef unsigned char laid_tile[128]
    cdef unsigned char laid_way[128]
    cdef int laid_at[128]
    cdef readonly int mode, stride, shift, cells, room, almost_full, crowded, laid, top, bottom

    cdef use_tables(self)
    cdef int allocate(self, int stride, int room) except -1 with gil
    cdef void release(self) noexcept

    @cython.locals(
        along=Py_ssize_t, across=Py_ssize_t, straight=Py_ssize_t, turned=Py_ssize_t, square=Py_ssize_t, i=Py_ssize_t,
        j=Py_ssize_t, c=Py_ssize_t,
    )
    cdef int put(self, int tile, int way, int direction, Py_ssize_t cell) except -1 nogil
    @cython.final
    cdef inline void touch_cell(self, Py_ssize_t cell, size_t shade) noexcept nogil
    @cython.final
    @cython.locals(old=size_t)
    cdef inline void vacate(self, Py_ssize_t place) noexcept nogil
    @cython.final
    @cython.locals(codes=size_t, place=Py_ssize_t, old=size_t, new=size_t, size="unsigned int", _=int)
    cdef inline void review(self, Py_ssize_t cell, Py_ssize_t step, Py_ssize_t side, int places) noexcept nogil
    @cython.locals(top=int, bottom=int, mask=int, far=int)
    @cython.final
    cdef inline int note_rows(self, int first, int last) except -1 nogil
    cdef int grow(self) except -1 with gil
    @cython.locals(wider="unsigned int*", b=int, i="unsigned int")
    cdef int widen(self, int room) except -1 with gil
    cdef int clear(self) except -1 nogil
    @cython.final
    @cython.locals(size="unsigned int*", live="int*", b=int)
    cdef void wipe(self, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    @cython.final
    @cython.locals(code="unsigned short*", owner="unsigned char*", where="unsigned short*", i=Py_ssize_t)
    cdef void wipe_rows(self, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    @cython.locals(i=int)
    cdef int become(self, Board other) except -1 nogil
    @cython.final
    @cython.locals(
        code="unsigned short*", owner="unsigned char*", where="unsigned short*", bucket="unsigned int*",
        size="unsigned int*", live="int*", other_code="unsigned short*", other_owner="unsigned char*",
        other_where="unsigned short*", other_bucket="unsigned int*", other_size="unsigned int*", other_live="int*",
        room=Py_ssize_t, b=Py_ssize_t, i=Py_ssize_t,
    )
    cdef void take_rows(self, Board other, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    @cython.final
    @cython.locals(bucket="unsigned int*", where="unsigned short*", start=int, end=int, i=int, place="unsigned int")
    cdef inline void tidy(self, int b) noexcept nogil
    @cython.locals(fullest=int, b=int)
    cdef int make_room(self) except -1 nogil
    @cython.locals(live="int*", total=int, way=int, i=Py_ssize_t, b=size_t, middle=size_t)
    @cython.final
    cdef inline int count(self, int tile) noexcept nogil
    @cython.locals(total=int, i=int, n=int)
    cdef int count_hand(self, unsigned char* hand, int start, int size) noexcept nogil
    @cython.locals(way=int, i=int, b=int, size=int)
    cdef int nth(self, int tile, int k) noexcept nogil
    @cython.locals(b="unsigned int", i=int, fits=bint)
    cdef bint fits_at(self, int tile, int way, int direction, int cell) noexcept nogil
    @cython.locals(half=int)
    cpdef int cell(self, int x, int y) noexcept
    @cython.locals(way=int, i=int, b=int, j=int, place=int, down="long long", cell="long long")
    cdef int list_places(self, long long tile, MoveList moves) except -1 nogil
    cpdef list places(self, int tile)
    @cython.locals(half=int, cell=int)
    cpdef tuple place_of(self, long long code)
    cpdef list tiles(self)
    @cython.locals(c=int, near=int, b=int, direction=int, step=int, x=int, y=int, colour=int)
    cpdef fill(self, squares)
