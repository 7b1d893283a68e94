"""A board written as a grid of letters, and where tiles fit on it (C36).

    tiles: BGR P*R
    . B G R .
    . . * . .

x and y count from the grid's top left character, from 0. Spaces between letters are ignored, and so are lines that
begin with #.
"""

from dataclasses import dataclass

from tessella.core import NotationError
from tessella.games.chromino.board import board_for
from tessella.games.chromino.config import TWO_CONTACTS
from tessella.games.chromino.notation import DOWN, RIGHT, Lay
from tessella.games.chromino.tables import colour_of
from tessella.games.chromino.tiles import COLOURS, INDEX, WILD, tile_of

EMPTY = "."
WIDEST = 2000
"""A side of more squares than this is refused; all the tiles in a row make 240."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Squares, and the tiles to place on them."""

    tiles: tuple[str, ...]
    """As they were written."""
    squares: dict[tuple[int, int], str]
    width: int
    height: int


def parse_grid(text: str) -> Grid:
    """Read a grid; `NotationError` names the line that is wrong."""
    tiles: tuple[str, ...] | None = None
    squares: dict[tuple[int, int], str] = {}
    width = height = 0
    blank = False
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = line.strip()
        if line.startswith("#"):
            continue
        if tiles is None:
            tiles = _tiles(number, line)
            continue
        row = "".join(line.split())
        if not row:
            blank = height > 0
            continue
        if blank:
            raise NotationError(f"line {number}: an empty line inside the board; write an empty row with dots")
        for x, letter in enumerate(row):
            if letter in COLOURS or letter == WILD:
                squares[x, height] = letter
            elif letter != EMPTY:
                raise NotationError(f"line {number}: {letter!r} is no square; write B G R Y P, * for wild, . for empty")
        width = max(width, len(row))
        height += 1
    if tiles is None:
        raise NotationError("line 1: the first line names the tiles, like 'tiles: BGR P*R'")
    if max(width, height) > WIDEST:
        raise NotationError(f"the board is {width} by {height}; at most {WIDEST} by {WIDEST} squares can be read")
    return Grid(tiles, squares, width, height)


def _tiles(number: int, line: str) -> tuple[str, ...]:
    name, colon, rest = line.partition(":")
    if not colon or name.strip() != "tiles":
        raise NotationError(f"line {number}: the first line names the tiles, like 'tiles: BGR P*R'")
    tiles = tuple(rest.split())
    if not tiles:
        raise NotationError(f"line {number}: no tile is named; write them like 'tiles: BGR P*R'")
    for tile in tiles:
        try:
            tile_of(tile)
        except NotationError as error:
            raise NotationError(f"line {number}: {error}") from None
    return tiles


def placements(grid: Grid) -> dict[str, list[Lay]]:
    """For each tile every different placement (C8) with two contacts or more (C5), from top to bottom."""
    across, down = grid.width // 2, grid.height // 2
    board = board_for(TWO_CONTACTS, max(grid.width, grid.height) // 2 + 1)
    board.fill([(x - across, y - down, colour_of(letter)) for (x, y), letter in grid.squares.items()])
    lays = {}
    for tile in grid.tiles:
        name = tile_of(tile)
        lays[tile] = [
            Lay(name[::-1] if way else name, x + across, y + down, DOWN if direction else RIGHT)
            for y, x, direction, way in board.places(INDEX[name])
        ]
    return lays
