"""A conundrum of Chromino (C36): a board, some tiles, and what to find.

    tessella conundrum 1
    tile: BGR 4
    tile: P*R 2
    difficulty: 3

    . P-*-R .
    B . . . G
    ...

See docs/conundrums.md for the kinds and the format, and `board` for how the board is drawn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from tessella.core import Json, OptionError
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.puzzles.board import at_the_corner, draw, flaw
from tessella.games.chromino.puzzles.kind import ChrominoKind
from tessella.games.chromino.puzzles.kinds import KINDS
from tessella.games.chromino.puzzles.position import Task, fits
from tessella.games.chromino.tiles import tile_of
from tessella.puzzles import common
from tessella.puzzles.contract import PLACES, CheckedAnswer, Move, Puzzle

if TYPE_CHECKING:
    from rich.text import Text

VERSION = 1
OWN = ("kind", "tile", "theirs", "difficulty")
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
    """How many places each tile has; of other kinds there are no numbers."""
    difficulty: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: str = PLACES
    theirs: tuple[str, ...] = ()

    @property
    def numbered(self) -> tuple[str, ...]:
        """The tiles, if all their places are to be found."""
        return self.pieces if self.kind == PLACES else ()

    @property
    def task(self) -> Task:
        """What is shown."""
        return Task(self.board, self.pieces, self.theirs)

    @property
    def _kind(self) -> ChrominoKind:
        return KINDS[self.kind]

    def solve(self) -> dict[str, list[Lay]]:
        """For each tile every place that it has in an answer (C5, C8), from top to bottom."""
        if self.kind == PLACES:
            return self.fits()
        places = dict.fromkeys(lay for answer in self.answers() for lay in answer)
        return {tile: [lay for lay in places if lay.tile == tile] for tile in self.pieces}

    def fits(self) -> dict[str, list[Lay]]:
        """For each tile every place where it fits on the board as shown (C5, C8), from top to bottom."""
        return fits(self.board, self.pieces)

    def answers(self) -> list[tuple[Lay, ...]]:
        """Every answer: the placements in an order in which they can be laid."""
        return self._kind.answers(self.task)

    def moves(self) -> list[Move[Lay]]:
        """Every placement that is possible on the way."""
        return self._kind.moves(self.task)

    def grade(self) -> int:
        """How difficult it is, from 1 to 5."""
        return self._kind.level(self.task)

    def graded(self) -> "ChrominoPuzzle":
        """The same with its difficulty as it is measured."""
        return replace(self, difficulty=self.grade())

    def right_numbers(self) -> tuple[int, ...]:
        """How many places each tile has; nothing in other kinds."""
        return tuple(len(places) for places in self.fits().values()) if self.kind == PLACES else ()

    def check(self, answer: Sequence[Lay]) -> CheckedAnswer[Lay]:
        """Check an answer."""
        return self._kind.check(self.task, answer)

    def missing_text(self, name: str, count: int) -> str:
        """That something is still to be found."""
        return "still to be found" if self.kind != PLACES else super().missing_text(name, count)

    # ---- as text, JSON and pictures ----

    def task_lines(self) -> list[str]:
        """The kind, unless it is the usual one; the tiles of the other seat."""
        return ([] if self.kind == PLACES else [f"kind: {self.kind}"]) + [f"theirs: {tile}" for tile in self.theirs]

    def task_json(self) -> Json:
        """The kind, and the tiles of the other seat if there is one."""
        return {"kind": self.kind, **({"theirs": list(self.theirs)} if self.theirs else {})}

    def board_lines(self) -> list[str]:
        """The board drawn with letters."""
        return draw(self.board)

    def solution_text(self, widest: int | None = None) -> "Text":
        """For each tile the board with its places numbered, and the places; of other kinds each answer."""
        from tessella.games.chromino.drawing.terminal import answers_text, places_text

        if self.kind == PLACES:
            return places_text(self.board, self.solve(), widest)
        return answers_text(self.board, self.answers(), widest)

    def solution_pictures(self) -> dict[str, str]:
        """A picture for each tile, by its name, with its places numbered; of other kinds one for each answer."""
        from tessella.games.chromino.drawing.svg import board_svg

        if self.kind == PLACES:
            shown = {
                tile: (places, f"{tile}: {len(places)} place{'s' if len(places) != 1 else ''}")
                for tile, places in self.solve().items()
            }
        else:
            different = {frozenset(answer): answer for answer in reversed(self.answers())}
            shown = {str(answer[0]): (list(answer), " ".join(map(str, answer))) for answer in different.values()}
        return {
            name: board_svg(self.board, ghosts=lays, numbers=True, title=title) for name, (lays, title) in shown.items()
        }


def make(
    board: Sequence[Lay],
    tiles: Sequence[str],
    difficulty: int | None = None,
    headers: Mapping[str, str] | None = None,
    kind: str = PLACES,
    theirs: Sequence[str] = (),
) -> ChrominoPuzzle:
    """A conundrum with its numbers; `OptionError` says what is impossible about it."""
    common.check_kind(kind, KINDS)
    names, others = tuple(map(tile_of, tiles)), tuple(map(tile_of, theirs))
    wrong = flaw(board, names, others)
    if wrong is not None:
        raise OptionError(wrong[1])
    common.check_pieces(names, "tile")
    if difficulty is not None:
        common.check_difficulty(difficulty)
    common.check_headers(headers or {}, OWN)
    board = at_the_corner(board)
    unfit = KINDS[kind].flaw(Task(board, names, others))
    if unfit is not None:
        raise OptionError(unfit[1])
    numbers = (None,) * (len(names) if kind == PLACES else 0)
    puzzle = ChrominoPuzzle(board, names, numbers, difficulty, dict(headers or {}), kind, others)
    return replace(puzzle, numbers=puzzle.right_numbers())
