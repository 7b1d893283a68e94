"""The tiles of Chromino, as text and as numbers (C1, C2, C3).

A tile is written as its three squares: "BGR", or "B*G" for a wild tile. Read backwards it is the same tile; of its two
readings the one that comes first in the order B G R Y P is its name. Inside the kernel a tile is its place in `TILES`.
"""

from itertools import product

from tessella.core import NotationError

COLOURS = "BGRYP"
"""Blue, green, red, yellow, purple (C3)."""
COLOUR_NAMES = ("blue", "green", "red", "yellow", "purple")
WILD = "*"
"""The middle square of a wild tile."""
WILD_PAIRS = ("PR", "PY", "GR", "GB", "YB")
"""The end colours of the five wild tiles (C2)."""

_ORDER = {letter: i for i, letter in enumerate(COLOURS + WILD)}


def _name(squares: str) -> str:
    return min(squares, squares[::-1], key=lambda s: [_ORDER[letter] for letter in s])


PLAIN_TILES = tuple(a + b + c for a, b, c in product(COLOURS, repeat=3) if _name(a + b + c) == a + b + c)
"""The 75 plain tiles (C1)."""
WILD_TILES = tuple(
    sorted((_name(pair[0] + WILD + pair[1]) for pair in WILD_PAIRS), key=lambda t: [_ORDER[s] for s in t])
)
"""The 5 wild tiles (C2)."""
TILES = PLAIN_TILES + WILD_TILES
"""All 80 tiles, in the order of the set, which fixes the order of every list of tiles."""
INDEX = {tile: i for i, tile in enumerate(TILES)}

THREE_COLOURED = tuple(tile for tile in PLAIN_TILES if len(set(tile)) == 3)
"""The plain tiles that may open a meccano game (C11)."""


def tile_of(squares: str) -> str:
    """The name of the tile with these squares, read either way round."""
    if len(squares) != 3 or any(letter not in _ORDER for letter in squares):
        raise NotationError(f"{squares!r} is no tile: a tile is three of the letters B G R Y P, a wild middle is *")
    tile = _name(squares)
    if tile not in INDEX:
        raise NotationError(f"{squares!r} is not in the set: the wild tiles are {', '.join(WILD_TILES)}")
    return tile


def value(tile: str) -> int:
    """What a tile is worth in a scored game: its number of colours; a wild tile 3 (C29)."""
    return len(set(tile))
