"""The board of Chromino: every place where a tile fits, kept up to date as tiles are laid.

This file is ordinary Python. Built with Cython it uses the C types in `board.pxd` beside it and is about two hundred
times faster; without, the same text runs interpreted. `tables.py` explains cell codes and buckets.

A *place* is a direction and a first cell, as one number: direction * cells + cell. Cells are numbered row by row over
a square of `stride` cells a side (a power of two), the first tile in its middle. The square grows when the tiles come
near its rim.
"""

from collections.abc import Iterable

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.chromino.config import ALL, ONE_ANYWHERE, PLAIN, TWO_CONTACTS
from tessella.games.chromino.moves import CELL_SHIFT, DIRECTION_SHIFT, TILE_SHIFT, MoveList
from tessella.games.chromino.tables import (
    BUCKETS,
    EMPTY_RUN,
    ENDS,
    MIDDLE,
    NOTHING_FITS,
    ROW,
    TAKEN,
    WILD_COLOUR,
    tables,
)

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free

COMPILED = bool(cython.compiled)
"""Whether this module runs compiled."""

SMALL = 64
"""The side of a new board. Few games outgrow it (about 1 in 4,000 random ones)."""
LARGE = 4096
"""The side of the largest board."""
RIM = 7
"""How near a laid tile may come to the rim: the next tile may lie 3 cells further out, and its reach is 3 more."""
ROOM = 56
"""The room of a bucket at first. Not a power of two, or the buckets' heads would compete for the same cache lines."""
NEWCOMERS = 24
"""The most places that one new tile can bring into a bucket."""


def check_tile(tile: int) -> None:
    """Refuse what is no tile's number."""
    if not 0 <= tile < ALL:
        raise ValueError(f"there is no tile number {tile}; they go from 0 to {ALL - 1}")


class Board:
    """Laid tiles, and for each tile of the set the places where it fits."""

    def __init__(self, mode: int, stride: int) -> None:
        """An empty board for one way to lay tiles (see `tables`), `stride` cells a side."""
        if not (TWO_CONTACTS <= mode <= ONE_ANYWHERE and SMALL <= stride <= LARGE and stride & (stride - 1) == 0):
            raise ValueError(f"there is no board of mode {mode} with {stride} cells a side")
        self.mode = mode
        self.use_tables()
        self.allocate(stride, ROOM)

    def use_tables(self) -> None:
        """Point at the tables of this way to lay tiles, and hold on to them: a C pointer alone would not."""
        mode_tables = tables(self.mode)
        self.tables = (mode_tables, ENDS, MIDDLE)
        self.touch = mode_tables.touch
        self.bucket_of = mode_tables.bucket_of
        self.colour = mode_tables.colour
        self.fits = mode_tables.fits
        self.fits_count = mode_tables.fits_count
        self.ends = ENDS
        self.middle = MIDDLE

    def allocate(self, stride: int, room: int) -> None:
        """Make an empty board of this side, with this room in each bucket, in the place of what was there."""
        self.release()
        cells = stride * stride
        self.stride = stride
        self.shift = stride.bit_length() - 1
        self.cells = cells
        self.room = room
        self.almost_full = room - NEWCOMERS
        self.crowded = 0
        self.laid = 0
        self.top = stride
        self.bottom = 0
        if not cython.compiled:
            self.code = bytearray(cells)
            self.owner = bytearray(cells)
            self.where = bytearray(2 * cells)
            self.bucket = [0] * (BUCKETS * room)
            self.size = [0] * BUCKETS
            self.live = [0] * (BUCKETS + EMPTY_RUN)
            self.counts = [0] * 128
            self.laid_tile = bytearray(128)
            self.laid_way = bytearray(128)
            self.laid_at = [0] * 128
        else:
            self.code = cython.cast(cython.p_ushort, calloc(cells, 2))
            self.owner = cython.cast(cython.p_uchar, calloc(cells, 1))
            self.where = cython.cast(cython.p_ushort, calloc(2 * cells, 2))
            self.bucket = cython.cast(cython.p_uint, calloc(BUCKETS * room, 4))
            self.size = cython.cast(cython.p_uint, calloc(BUCKETS, 4))
            self.live = cython.cast(cython.p_int, calloc(BUCKETS + EMPTY_RUN, 4))
            if not (self.code and self.owner and self.where and self.bucket and self.size and self.live):
                raise MemoryError

    def release(self) -> None:
        """Give the memory back; the interpreter does so by itself."""
        if cython.compiled:
            free(self.code)
            free(self.owner)
            free(self.where)
            free(self.bucket)
            free(self.size)
            free(self.live)

    def __dealloc__(self) -> None:
        self.release()

    def put(self, tile: int, way: int, direction: int, cell: int) -> None:
        """Lay a tile (its way round; 0 right or 1 down; its first cell) and work out anew what fits beside it.

        Whether it may lie there is not asked.
        """
        if self.crowded:
            self.make_room()
        along = self.stride if direction else 1
        across = 1 if direction else self.stride
        straight = self.cells if direction else 0
        turned = self.cells - straight

        self.laid_tile[self.laid] = tile
        self.laid_way[self.laid] = 2 * direction + way
        self.laid_at[self.laid] = cell
        self.laid += 1
        square = (2 * tile + way) * 4
        for i in range(3):
            c = cell + i * along
            self.code[c] = TAKEN
            self.owner[c] = self.laid
            self.touch_cell(c - across, self.colour[square + i])
            self.touch_cell(c + across, self.colour[square + i])
        self.touch_cell(cell - along, self.colour[square])
        self.touch_cell(cell + 3 * along, self.colour[square + 2])

        # The places that the tile covers, wholly or in part,
        for i in range(-2, 3):
            self.vacate(straight + cell + i * along)
        for i in range(3):
            for j in range(3):
                self.vacate(turned + cell + i * along - j * across)
        # and those that touch it: along its sides, at its ends, across its ends, across its sides.
        self.review(cell - 2 * along - across, along, straight, 5)
        self.review(cell - 2 * along + across, along, straight, 5)
        self.review(cell - 3 * along, along, straight, 1)
        self.review(cell + 3 * along, along, straight, 1)
        self.review(cell - along - 2 * across, across, turned, 3)
        self.review(cell + 3 * along - 2 * across, across, turned, 3)
        for i in range(3):
            self.review(cell + i * along - 3 * across, across, turned, 1)
            self.review(cell + i * along + across, across, turned, 1)

        self.note_rows(cell, cell + 2 * along)

    def touch_cell(self, cell: int, shade: int) -> None:
        """A square of this colour (times 16) was laid beside a cell."""
        self.code[cell] = self.touch[shade + self.code[cell]]

    def vacate(self, place: int) -> None:
        """Nothing fits at a place any more."""
        old = self.where[place]
        if old:
            self.where[place] = NOTHING_FITS
            self.live[old] -= 1

    def review(self, cell: int, step: int, side: int, places: int) -> None:
        """Find the buckets of some places in a row again: their first cells follow one another in their direction."""
        codes = self.code[cell] << 4 | self.code[cell + step] << 8
        for _ in range(places):
            codes = codes >> 4 | self.code[cell + 2 * step] << 8
            new = self.bucket_of[codes]
            place = side + cell
            old = self.where[place]
            if new != old:
                self.where[place] = new
                if old:
                    self.live[old] -= 1
                if new:
                    self.live[new] += 1
                    size = self.size[new]
                    self.bucket[new * self.room + size] = place
                    self.size[new] = size + 1
                    if size >= self.almost_full:
                        self.crowded = 1
            cell += step

    def note_rows(self, first: int, last: int) -> None:
        """Remember which rows are in use, and grow the board when a tile lies near its rim."""
        top = first >> self.shift
        bottom = last >> self.shift
        mask = self.stride - 1
        if top < self.top:
            self.top = top
        if bottom > self.bottom:
            self.bottom = bottom
        far = self.stride - RIM
        if top < RIM or bottom >= far or (first & mask) < RIM or (last & mask) >= far:
            self.grow()

    def grow(self) -> None:
        """Lay every tile again, on a board twice as wide and high."""
        laid = self.laid
        stride = self.stride
        room = self.room
        tiles = [(self.laid_tile[i], self.laid_way[i], self.laid_at[i]) for i in range(laid)]
        self.allocate(2 * stride, room)
        for tile, way, cell in tiles:
            moved = self.cell(cell % stride - stride // 2, cell // stride - stride // 2)
            self.put(tile, way & 1, way >> 1, moved)

    def widen(self, room: int) -> None:
        """Give each bucket more room."""
        if not cython.compiled:
            wider = [0] * (BUCKETS * room)
        else:
            wider = cython.cast(cython.p_uint, calloc(BUCKETS * room, 4))
            if not wider:
                raise MemoryError
        for b in range(BUCKETS):
            for i in range(self.size[b]):
                wider[b * room + i] = self.bucket[b * self.room + i]
        if cython.compiled:
            free(self.bucket)
        self.bucket = wider
        self.room = room
        self.almost_full = room - NEWCOMERS

    def clear(self) -> None:
        """Take every tile off the board, by way of the few rows in use."""
        self.wipe((self.top - 3) << self.shift, (self.bottom + 3) << self.shift)
        self.crowded = 0
        self.laid = 0
        self.top = self.stride
        self.bottom = 0

    def wipe(self, start: int, end: int) -> None:
        """Empty some rows, and all the buckets."""
        self.wipe_rows(start, end)
        size = self.size
        live = self.live
        for b in range(BUCKETS):
            size[b] = 0
        for b in range(BUCKETS):
            live[b] = 0

    def wipe_rows(self, start: int, end: int) -> None:
        """Empty some rows. One array after the other: a compiler sees through plain loops."""
        code = self.code
        owner = self.owner
        where = self.where
        for i in range(start, end):
            code[i] = 0
        for i in range(start, end):
            owner[i] = 0
        for i in range(start, end):
            where[i] = 0
        for i in range(self.cells + start, self.cells + end):
            where[i] = 0

    def become(self, other: "Board") -> None:
        """Turn into a copy of another board with the same way to lay tiles."""
        if self.stride != other.stride or self.room != other.room:
            self.allocate(other.stride, other.room)
        elif self.laid:  # the rows that only this board uses are wiped, the others are written over
            self.wipe_rows((self.top - 3) << self.shift, min(self.bottom + 3, other.top - 3) << self.shift)
            self.wipe_rows(max(self.top - 3, other.bottom + 3) << self.shift, (self.bottom + 3) << self.shift)
        self.take_rows(other, (other.top - 3) << self.shift, (other.bottom + 3) << self.shift)
        self.crowded = other.crowded
        self.top = other.top
        self.bottom = other.bottom
        self.laid = other.laid
        for i in range(other.laid):
            self.laid_tile[i] = other.laid_tile[i]
            self.laid_way[i] = other.laid_way[i]
            self.laid_at[i] = other.laid_at[i]

    def take_rows(self, other: "Board", start: int, end: int) -> None:
        """Copy some rows, and all the buckets."""
        code, other_code = self.code, other.code
        owner, other_owner = self.owner, other.owner
        where, other_where = self.where, other.where
        bucket, other_bucket = self.bucket, other.bucket
        size, other_size = self.size, other.size
        live, other_live = self.live, other.live
        room = self.room
        for i in range(start, end):
            code[i] = other_code[i]
        for i in range(start, end):
            owner[i] = other_owner[i]
        for i in range(start, end):
            where[i] = other_where[i]
        for i in range(self.cells + start, self.cells + end):
            where[i] = other_where[i]
        for b in range(BUCKETS):
            size[b] = other_size[b]
            live[b] = other_live[b]
            for i in range(b * room, b * room + other_size[b]):
                bucket[i] = other_bucket[i]

    def tidy(self, b: int) -> None:
        """Drop the places that have left a bucket.

        A place that leaves a bucket is not taken out of it at once. Contacts only ever grow, so it never comes back,
        and `where` tells it from one that is still there.
        """
        bucket = self.bucket
        where = self.where
        start = b * self.room
        end = start
        for i in range(start, start + self.size[b]):
            place = bucket[i]
            bucket[end] = place
            end += where[place] == b
        self.size[b] = end - start

    def make_room(self) -> None:
        """See that each bucket can take what the next tile may bring."""
        fullest = 0
        for b in range(BUCKETS):
            self.tidy(b)
            fullest = max(fullest, self.live[b])
        self.crowded = 0
        if fullest >= self.almost_full - NEWCOMERS:
            self.widen(2 * self.room)

    def count(self, tile: int) -> int:
        """In how many places a tile fits, each of them once (C8)."""
        live = self.live
        total = 0
        if self.mode == TWO_CONTACTS and tile < PLAIN:
            # The common case, spelt out: what the ends accept decides a run of buckets, in which the middle has two.
            middle = self.middle[tile]
            for i in range(8 * tile, 8 * tile + 8):
                b = self.ends[i]
                total += live[b] + live[b + middle]
            return total
        for way in range(2):
            for i in range(self.fits_count[2 * tile + way]):
                total += live[self.fits[(2 * tile + way) * ROW + i]]
        return total

    def count_hand(self, hand: bytearray, start: int, size: int) -> int:
        """In how many places the tiles of a hand fit; `counts` holds the number for each."""
        total = 0
        for i in range(size):
            n = self.count(hand[start + i])
            self.counts[i] = n
            total += n
        return total

    def nth(self, tile: int, k: int) -> int:
        """The k-th place where a tile fits, in no particular order: place * 2 + way round."""
        for way in range(2):
            for i in range(self.fits_count[2 * tile + way]):
                b = self.fits[(2 * tile + way) * ROW + i]
                if k < self.live[b]:
                    self.tidy(b)
                    return self.bucket[b * self.room + k] * 2 + way
                k -= self.live[b]
        return -1

    def fits_at(self, tile: int, way: int, direction: int, cell: int) -> bool:
        """Whether a tile fits there."""
        b = self.where[direction * self.cells + cell]
        fits = False
        for i in range(self.fits_count[2 * tile + way]):
            fits |= self.fits[(2 * tile + way) * ROW + i] == b
        return fits

    def cell(self, x: int, y: int) -> int:
        """The number of a cell; -1 if it lies where no tile can."""
        half = self.stride >> 1
        if not (3 - half <= x < half - 3 and 3 - half <= y < half - 3):
            return -1
        return ((y + half) << self.shift) + x + half

    def list_places(self, tile: int, moves: MoveList) -> None:
        """Add every place where a tile fits to a list of moves."""
        for way in range(2):
            for i in range(self.fits_count[2 * tile + way]):
                b = self.fits[(2 * tile + way) * ROW + i]
                if self.live[b] == 0:
                    continue
                self.tidy(b)
                for j in range(b * self.room, b * self.room + self.size[b]):
                    place = self.bucket[j]
                    down = place >= self.cells
                    cell = place - self.cells if down else place
                    moves.add(tile << TILE_SHIFT | cell << CELL_SHIFT | down << DIRECTION_SHIFT | way)

    def places(self, tile: int) -> list[tuple[int, int, int, int]]:
        """Every place where a tile fits: y, x, direction, way round; in ascending order."""
        check_tile(tile)
        moves = MoveList()
        self.list_places(tile, moves)
        return [self.place_of(code) for code in moves.as_list()]

    def place_of(self, code: int) -> tuple[int, int, int, int]:
        """Where a move lays its tile: y, x, direction, way round."""
        half = self.stride >> 1
        cell = code >> CELL_SHIFT & (self.cells - 1)
        return (cell >> self.shift) - half, (cell & (self.stride - 1)) - half, code >> DIRECTION_SHIFT & 1, code & 1

    def tiles(self) -> list[tuple[int, int, int, int, int]]:
        """The laid tiles in order: tile, way round, direction, x, y."""
        half = self.stride // 2
        tiles = []
        for i in range(self.laid):
            way = self.laid_way[i]
            at = self.laid_at[i]
            tiles.append((self.laid_tile[i], way & 1, way >> 1, at % self.stride - half, at // self.stride - half))
        return tiles

    def fill(self, squares: Iterable[tuple[int, int, int]]) -> None:
        """Put single squares (x, y, colour) on an empty board that is large enough, whatever tiles they belong to."""
        for x, y, colour in squares:
            c = self.cell(x, y)
            if c < 0 or not 0 <= colour <= WILD_COLOUR:
                raise ValueError(f"no square of colour {colour} can lie at {x},{y} on a board of {self.stride} cells")
            self.code[c] = TAKEN
            self.top = min(self.top, c >> self.shift)
            self.bottom = max(self.bottom, c >> self.shift)
            for near in (c - 1, c + 1, c - self.stride, c + self.stride):
                self.code[near] = self.touch[16 * colour + self.code[near]]
        for direction in range(2):
            step = self.stride if direction else 1
            for c in range(self.cells - 3 * self.stride):
                b = self.bucket_of[self.code[c] | self.code[c + step] << 4 | self.code[c + 2 * step] << 8]
                if b:
                    if self.size[b] == self.room:
                        self.widen(2 * self.room)
                    self.where[direction * self.cells + c] = b
                    self.bucket[b * self.room + self.size[b]] = direction * self.cells + c
                    self.size[b] += 1
                    self.live[b] += 1


def board_for(mode: int, width: int) -> Board:
    """An empty board on which squares up to `width` cells from the middle have room round them."""
    stride = SMALL
    while stride // 2 < width + RIM:
        stride *= 2
    return Board(mode, stride)
