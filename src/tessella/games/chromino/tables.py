"""The tables behind the board: what a square accepts, and which tiles fit where.

Everything a tile needs to know about an empty cell is a *cell code*:

    0, 1, 2     any colour; touched by nothing, by one wild square, by two or more
    3 .. 7      colour k only; one contact
    8 .. 12     colour k only; two or more contacts
    13          two colours meet here: only a wild square fits
    15          taken

Three codes in a row say whether a tile can lie there at all, because a legal placement has no bad contact and so its
number of contacts depends on the place alone (C5). If it can, the place belongs to one of 252 *buckets*: what its first
square accepts (any, or one colour), its middle (any, one colour, or only a wild square), its last. A tile laid one way
round fits the places of 8 buckets, a wild tile of 28, and no others.

The junior games (C33, C34) use the same machine with other tables: exactly one contact instead of two or more.
"""

from functools import cache
from typing import NamedTuple

from tessella.games.chromino.config import ONE_ANYWHERE, ONE_BY_ENDS, TWO_CONTACTS
from tessella.games.chromino.tiles import COLOURS, PLAIN_TILES, TILES, WILD

TAKEN = 15
CLASH = 13
WILD_COLOUR = 5
BLOCKS = 6
"""Stands for the colour of a square that may not be touched: a plain middle square in the junior game of ends (C33)."""

ANY = 0
ONLY_WILD = 6
BUCKETS = 253
NOTHING_FITS = 0
"""The bucket of the places where nothing fits."""

ROW = 32
"""The room for a tile's buckets, one way round, in `Tables.fits`."""


class Tables(NamedTuple):
    """The tables of one way to lay a tile, as bytes, so that the compiled board can read them without a detour."""

    touch: bytes
    """The code of a cell (low four bits) that gains a neighbour of some colour (times 16)."""
    bucket_of: bytes
    """The bucket of a place, by the codes of its three cells (4 bits each, the first lowest)."""
    colour: bytes
    """Tile * 2 + way round, times 4, plus square: its colour times 16, as `touch` wants it."""
    fits: bytes
    """Tile * 2 + way round, times ROW: the buckets whose places it fits."""
    fits_count: bytes
    """How many of them."""


def _contacts(code: int) -> int:
    if code <= 2:
        return code
    return 1 if code <= 7 else 2


def _accepts(code: int) -> int:
    """What a cell accepts: ANY, 1 + colour, or ONLY_WILD."""
    if code <= 2:
        return ANY
    return ONLY_WILD if code == CLASH else 1 + (code - 3) % 5


def _touched(code: int, colour: int) -> int:
    """The code of a cell after a square of this colour was laid beside it."""
    if code == TAKEN:
        return TAKEN
    if colour == BLOCKS or code == CLASH:
        return CLASH
    if colour == WILD_COLOUR:
        return min(code + 1, 2) if code <= 2 else 8 + (code - 3) % 5
    if code == 0:
        return 3 + colour
    return 8 + colour if _accepts(code) in (ANY, 1 + colour) else CLASH


def bucket(first: int, middle: int, last: int) -> int:
    """The number of the bucket that accepts these (ANY, 1 + colour; the middle also ONLY_WILD)."""
    return 1 + (first * 6 + last) * 7 + middle


def _bucket_of(codes: tuple[int, int, int], mode: int) -> int:
    if any(code > CLASH for code in codes):
        return NOTHING_FITS
    first, middle, last = (_accepts(code) for code in codes)
    if ONLY_WILD in (first, last):
        return NOTHING_FITS
    contacts = sum(_contacts(code) for code in codes)
    if (contacts >= 2) if mode == TWO_CONTACTS else (contacts == 1):
        return bucket(first, middle, last)
    return NOTHING_FITS


def colour_of(letter: str) -> int:
    """The number of a square's colour; a wild square has WILD_COLOUR."""
    return WILD_COLOUR if letter == WILD else COLOURS.index(letter)


def _fits(squares: str, mode: int) -> list[int]:
    """The buckets that accept a tile laid this way round."""
    first, middle, last = (colour_of(letter) for letter in squares)
    wild = middle == WILD_COLOUR
    if mode != TWO_CONTACTS and wild:  # laid across: its middle makes the one contact (C33, C34)
        return [bucket(ANY, 1 + k, ANY) for k in range(5)]
    if mode == ONE_BY_ENDS:
        return [bucket(ANY, ANY, ANY), bucket(1 + first, ANY, ANY), bucket(ANY, ANY, 1 + last)]
    if mode == ONE_ANYWHERE:
        return [*_fits(squares, ONE_BY_ENDS), bucket(ANY, 1 + middle, ANY)]
    middles = range(7) if wild else (ANY, 1 + middle)
    return [bucket(e, m, f) for e in (ANY, 1 + first) for m in middles for f in (ANY, 1 + last)]


@cache
def tables(mode: int) -> Tables:
    """The tables of one way to lay a tile."""
    touch = bytes(_touched(code, colour) for colour in range(7) for code in range(16))
    codes = [(c & 15, c >> 4 & 15, c >> 8) for c in range(4096)]
    colour, fits, counts = bytearray(), bytearray(), bytearray()
    for tile in TILES:
        for squares in (tile, tile[::-1]):
            colours = [colour_of(letter) for letter in squares]
            if mode == ONE_BY_ENDS and colours[1] != WILD_COLOUR:
                colours[1] = BLOCKS
            colour += bytes(16 * c for c in colours) + b"\0"
            palindrome_again = squares is not tile and squares == tile  # the same placement (C8)
            buckets = [] if palindrome_again else _fits(squares, mode)
            fits += bytes(buckets).ljust(ROW, b"\0")
            counts.append(len(buckets))
    return Tables(touch, bytes(_bucket_of(c, mode) for c in codes), bytes(colour), bytes(fits), bytes(counts))


TAKERS = 136
"""The room for the tiles that fit a bucket, both ways round counted, in `takers`."""


@cache
def takers(mode: int) -> tuple[bytes, bytes]:
    """Bucket times TAKERS: the tiles that fit its places, twice if they fit both ways round; and how many there are."""
    lookup = tables(mode)
    rows: list[list[int]] = [[] for _ in range(BUCKETS)]
    for turned, count in enumerate(lookup.fits_count):
        for b in lookup.fits[turned * ROW : turned * ROW + count]:
            rows[b].append(turned // 2)
    return b"".join(bytes(row).ljust(TAKERS, b"\0") for row in rows), bytes(len(row) for row in rows)


# Counting a plain tile without listing, in the plain game. The buckets with the same ends follow one another: seven, by
# their middle, the first of which accepts any. So a tile, one way round, fits two buckets in each of four such runs.


def _runs(squares: str) -> list[int]:
    """Where the runs begin whose ends accept a tile laid this way round."""
    first, last = 1 + colour_of(squares[0]), 1 + colour_of(squares[2])
    return [bucket(e, ANY, f) for e in (ANY, first) for f in (ANY, last)]


EMPTY_RUN = 7
"""A run of buckets behind the last one in which there is never a place: a palindrome's other way round (C8)."""
ENDS = bytes(
    run for tile in PLAIN_TILES for run in _runs(tile) + ([BUCKETS] * 4 if tile == tile[::-1] else _runs(tile[::-1]))
)
"""Tile * 8: the four runs that it fits one way round, then the other."""
MIDDLE = bytes(1 + colour_of(tile[1]) for tile in PLAIN_TILES)
"""Which bucket of a run, besides the first, takes its middle."""
