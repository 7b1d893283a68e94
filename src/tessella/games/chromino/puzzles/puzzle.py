"""A conundrum of Chromino (C36): a board, some tiles, and how many places each of them has. Find them all.

    tessella conundrum 1
    tile: BGR 4
    tile: P*R 2
    difficulty: 3

    . P-*-R .
    B . . . G
    ...

See docs/conundrums.md for the format, and `board` for how the board is drawn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from tessella.core import OptionError
from tessella.games.chromino.grid import Grid, placements
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.placing import why_not
from tessella.games.chromino.puzzles.board import at_the_corner, draw, flaw
from tessella.games.chromino.tiles import tile_of
from tessella.puzzles import common
from tessella.puzzles.contract import CheckedAnswer, Puzzle, check_answer

if TYPE_CHECKING:
    from rich.text import Text

VERSION = 1
OWN = ("tile", "difficulty")
"""The headers that mean something here."""


@dataclass(frozen=True)
class ChrominoPuzzle(Puzzle):
    """A board and tiles to place on it. Made by `parse` or `make`, which check it."""

    title: ClassVar[str] = f"tessella conundrum {VERSION}"
    word: ClassVar[str] = "tile"

    board: tuple[Lay, ...]
    """The tiles that lie there, from top to bottom, moved so that the board begins at 0,0."""
    pieces: tuple[str, ...]
    numbers: tuple[int | None, ...]
    difficulty: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def solve(self) -> dict[str, list[Lay]]:
        """For each tile every place where it fits (C5, C8), from top to bottom."""
        squares = {(x, y): letter for lay in self.board for x, y, letter in lay.cells()}
        width, height = max(x for x, _ in squares) + 1, max(y for _, y in squares) + 1
        return placements(Grid(self.pieces, squares, width, height))

    def check(self, answer: Sequence[Lay]) -> CheckedAnswer[Lay]:
        """Check an answer."""

        def why_wrong(lay: Lay) -> tuple[str, str]:
            reason = why_not(self.board, lay, "no")
            assert reason is not None, f"{lay} fits, and is not among the places"
            return reason

        return check_answer(answer, self.solve(), lambda lay: lay.tile, why_wrong)

    def board_lines(self) -> list[str]:
        """The board drawn with letters."""
        return draw(self.board)

    def solution_text(self, widest: int | None = None) -> "Text":
        """For each tile the board with its places numbered, and the places."""
        from tessella.games.chromino.drawing.terminal import places_text

        return places_text(self.board, self.solve(), widest)

    def solution_pictures(self) -> dict[str, str]:
        """A picture for each tile, by its name, with its places numbered."""
        from tessella.games.chromino.drawing.svg import board_svg

        return {
            tile: board_svg(
                self.board,
                ghosts=places,
                numbers=True,
                title=f"{tile}: {len(places)} place{'s' if len(places) != 1 else ''}",
            )
            for tile, places in self.solve().items()
        }


def make(
    board: Sequence[Lay],
    tiles: Sequence[str],
    difficulty: int | None = None,
    headers: Mapping[str, str] | None = None,
) -> ChrominoPuzzle:
    """A conundrum with its numbers; `OptionError` says what is impossible about it."""
    names = tuple(tile_of(tile) for tile in tiles)
    wrong = flaw(board, names)
    if wrong is not None:
        raise OptionError(wrong[1])
    common.check_pieces(names, "tile")
    if difficulty is not None:
        common.check_difficulty(difficulty)
    common.check_headers(headers or {}, OWN)
    puzzle = ChrominoPuzzle(at_the_corner(board), names, (None,) * len(names), difficulty, dict(headers or {}))
    return replace(puzzle, numbers=puzzle.right_numbers())
