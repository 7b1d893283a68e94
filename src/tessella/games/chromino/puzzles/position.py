"""Where tiles fit on the board of a conundrum, also after some of them were laid. The engine decides."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tessella.games.chromino.grid import Grid, placements
from tessella.games.chromino.notation import Lay


class Task(NamedTuple):
    """What a conundrum shows."""

    board: tuple[Lay, ...]
    pieces: tuple[str, ...]
    """The tiles to place."""
    theirs: tuple[str, ...] = ()
    """The open tiles of the other seat, in kinds that have one."""


def fits(board: Sequence[Lay], tiles: Iterable[str]) -> dict[str, list[Lay]]:
    """For each tile every place where it fits (C5, C8), from top to bottom. The board may lie anywhere."""
    squares = {(x, y): letter for lay in board for x, y, letter in lay.cells()}
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    right, bottom = max(x for x, _ in squares), max(y for _, y in squares)
    moved = {(x - left, y - top): letter for (x, y), letter in squares.items()}
    found = placements(Grid(tuple(tiles), moved, right - left + 1, bottom - top + 1))
    if not left and not top:
        return found
    return {
        tile: [Lay(lay.squares, lay.x + left, lay.y + top, lay.direction) for lay in lays]
        for tile, lays in found.items()
    }
