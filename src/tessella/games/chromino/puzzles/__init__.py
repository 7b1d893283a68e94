"""Conundrums: a board and some tiles, and every place of theirs to be found (C36)."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tessella.core import Json, OptionError
from tessella.games.chromino.grid import parse_grid, placements
from tessella.games.chromino.notation import Lay, parse_lay
from tessella.games.chromino.puzzles.kinds import KINDS
from tessella.games.chromino.puzzles.maker import likeness, new
from tessella.games.chromino.puzzles.puzzle import ChrominoPuzzle, make
from tessella.games.chromino.puzzles.text import parse
from tessella.puzzles.contract import BoardSolver, Puzzles

if TYPE_CHECKING:
    from tessella.games.chromino.puzzles.sheets import ChrominoSheets

__all__ = ["ChrominoPuzzle", "ChrominoPuzzles", "likeness", "make", "new", "parse"]


class ChrominoBoards(BoardSolver):
    """Lists the places of tiles on a grid of letters."""

    file_help = "a line 'tiles: BGR P*R ...', then rows of B G R Y P * . (empty)"

    def places(self, text: str) -> list[tuple[str, list[Lay]]]:
        """Each tile as it is written, and every place where it fits."""
        grid = parse_grid(text)
        lays = placements(grid)
        return [(tile, lays[tile]) for tile in grid.tiles]

    def to_json(self, places: Sequence[tuple[str, Sequence[Lay]]]) -> Json:
        """For each tile the number of its places, and the squares of each."""
        return {
            "tiles": [
                {"tile": tile, "count": len(lays), "placements": [[list(cell) for cell in lay.cells()] for lay in lays]}
                for tile, lays in places
            ]
        }


class ChrominoPuzzles(Puzzles[ChrominoPuzzle]):
    """The conundrums of Chromino."""

    title = ChrominoPuzzle.title
    kinds = KINDS
    place_help = "like BGR@4,2> (x and y from the top left, from 0)"

    @cached_property
    def sheets(self) -> "ChrominoSheets":
        """How they are printed; needs the extra `print`."""
        from tessella.games.chromino.puzzles.sheets import ChrominoSheets

        return ChrominoSheets()

    @cached_property
    def boards(self) -> ChrominoBoards:
        """How boards are solved that are written down alone."""
        return ChrominoBoards()

    def new(
        self, seed: str | int, kind: str | None = None, difficulty: int | None = None, pieces: int | None = None
    ) -> ChrominoPuzzle:
        """The conundrum of this seed."""
        return new(seed, difficulty, pieces, self.kind_named(kind))

    def parse(self, text: str) -> ChrominoPuzzle:
        """Read a conundrum."""
        return parse(text)

    def make(
        self, kind: str, board: Sequence[Lay], pieces: Sequence[str], theirs: Sequence[str], task: Mapping[str, str]
    ) -> ChrominoPuzzle:
        """A conundrum with its numbers."""
        for name in task:
            raise OptionError(f"a conundrum has no {name!r}")
        return make(board, pieces, kind=kind, theirs=theirs)

    def parse_place(self, text: str) -> Lay:
        """Read a place of an answer."""
        return parse_lay(text)

    def likeness(self, puzzle: ChrominoPuzzle) -> bytes:
        """The same for conundrums that are alike, turned or mirrored."""
        return likeness(puzzle)
