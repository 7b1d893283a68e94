"""Problems of Florentine Dominoes: find every place of some cards, or the card that closes the most gems.

>>> from tessella.games.florentine import GAME
>>> problem = GAME.puzzles.new("ruby", "places", difficulty=1)
>>> problem.difficulty
1
>>> GAME.puzzles.parse(str(problem)) == problem
True
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tessella.core import OptionError
from tessella.games.florentine.notation import Lay, parse_lay
from tessella.games.florentine.puzzles.kind import GEMS
from tessella.games.florentine.puzzles.kinds import KINDS
from tessella.games.florentine.puzzles.maker import new
from tessella.games.florentine.puzzles.pictures import picture, task
from tessella.games.florentine.puzzles.puzzle import FlorentinePuzzle, make
from tessella.games.florentine.puzzles.text import parse
from tessella.puzzles.contract import PLACES, Puzzles

if TYPE_CHECKING:
    from tessella.games.florentine.puzzles.sheets import FlorentineSheets

__all__ = [
    "GEMS",
    "KINDS",
    "PLACES",
    "FlorentinePuzzle",
    "FlorentinePuzzles",
    "make",
    "new",
    "parse",
    "picture",
    "task",
]


class FlorentinePuzzles(Puzzles[FlorentinePuzzle]):
    """The problems of Florentine Dominoes."""

    title = FlorentinePuzzle.title
    kinds = KINDS
    place_help = "like RRbg@0,1 (x and y from the centre)"
    daily_pieces = 3

    @cached_property
    def sheets(self) -> "FlorentineSheets":
        """How they are printed; needs the extra `print`."""
        from tessella.games.florentine.puzzles.sheets import FlorentineSheets

        return FlorentineSheets()

    def new(
        self, seed: str | int, kind: str | None = None, difficulty: int | None = None, pieces: int | None = None
    ) -> FlorentinePuzzle:
        """The problem of this seed."""
        return new(seed, self.kind_named(kind), difficulty, pieces)

    def parse(self, text: str) -> FlorentinePuzzle:
        """Read a problem."""
        return parse(text)

    def make(
        self, kind: str, board: Sequence[Lay], pieces: Sequence[str], theirs: Sequence[str], task: Mapping[str, str]
    ) -> FlorentinePuzzle:
        """A problem with its numbers."""
        for name in (name for name in task if name != "colour"):
            raise OptionError(f"a problem has no {name!r}")
        if theirs:
            raise OptionError("there is no other seat in a problem")
        return make(kind, board, pieces, task.get("colour"))

    def parse_place(self, text: str) -> Lay:
        """Read a place of an answer."""
        return parse_lay(text)
