"""A problem of Florentine Dominoes: a board, some cards, and what to find. Like a conundrum (C36).

*Places*: every place where each card fits. *Gems*: a card, and where to lay it, that closes the most gems of a colour.
`kinds` has the others.

    tessella florentine problem 1
    kind: places
    card: RRbg 3
    card: rbro 1
    difficulty: 2

              gRRb@0,-1
    obog@-1,0 rOOg@0,0
    ...

See docs/problems.md for the format.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from tessella.core import Json, OptionError
from tessella.core.validation import listing
from tessella.games.florentine.cards import COLOUR_NAMES, card_of
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.puzzles.board import flaw
from tessella.games.florentine.puzzles.kind import GEMS, FlorentineKind, Task, fits
from tessella.games.florentine.puzzles.kinds import KINDS
from tessella.puzzles import common
from tessella.puzzles.contract import PLACES, CheckedAnswer, Move, Puzzle

VERSION = 1
OWN = ("kind", "colour", "gems", "card", "difficulty")
"""The headers that mean something here."""

_COLUMN = len("RRbg@-3,-3") + 1


@dataclass(frozen=True)
class FlorentinePuzzle(Puzzle):
    """A board and what to find on it. Made by `parse` or `make`, which check it."""

    title: ClassVar[str] = f"tessella florentine problem {VERSION}"
    word: ClassVar[str] = "card"

    kind: str
    """See KINDS."""
    board: tuple[Lay, ...]
    """The cards that lie there, from top to bottom; there are no black ones."""
    pieces: tuple[str, ...]
    numbers: tuple[int | None, ...]
    """How many places each card has; of gems one number, the most that can be closed; of other kinds nothing."""
    colour: str | None = None
    """Whose gems are to be closed; None in kinds that are not about gems."""
    difficulty: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    theirs: tuple[str, ...] = ()

    @property
    def task(self) -> Task:
        """What is shown."""
        return Task(self.board, self.pieces, self.colour)

    @property
    def _kind(self) -> FlorentineKind:
        return KINDS[self.kind]

    @property
    def numbered(self) -> tuple[str, ...]:
        """The cards; of gems only "gems"."""
        if self.kind == PLACES:
            return self.pieces
        return (GEMS,) if self._kind.coloured else ()

    # ---- solving ----

    def solve(self) -> dict[str, list[Lay]]:
        """For each card every place that it has in an answer, from top to bottom.

        If no card closes a gem, no place is an answer of gems.
        """
        places = dict.fromkeys(lay for answer in self.answers() for lay in answer)
        return {card: [lay for lay in places if lay.card == card] for card in self.pieces}

    def fits(self) -> dict[str, list[Lay]]:
        """For each card every place where it fits on the board as shown (F7, F9, F10)."""
        return fits(self.task)

    def answers(self) -> list[tuple[Lay, ...]]:
        """Every answer: the placements in an order in which they can be laid."""
        return self._kind.answers(self.task)

    def moves(self) -> list[Move[Lay]]:
        """Every placement that is possible on the way."""
        return self._kind.moves(self.task)

    def grade(self) -> int:
        """How difficult it is, from 1 to 5."""
        return self._kind.level(self.task)

    def graded(self) -> "FlorentinePuzzle":
        """The same with its difficulty as it is measured."""
        return replace(self, difficulty=self.grade())

    def right_numbers(self) -> tuple[int, ...]:
        """How many places each card has; of gems, the most that can be closed."""
        if self._kind.coloured:
            return (self._kind.most(self.task),)
        return super().right_numbers() if self.kind == PLACES else ()

    def check(self, answer: Sequence[Lay]) -> CheckedAnswer[Lay]:
        """Check an answer."""
        return self._kind.check(self.task, answer)

    def missing_text(self, name: str, count: int) -> str:
        """That an answer is still to be found."""
        if self.kind == PLACES:
            return super().missing_text(name, count)
        return "the best is still to be found" if name == GEMS else "still to be found"

    # ---- as text, JSON and pictures ----

    def shown(self) -> dict[str, str]:
        """Of gems the colour, and how many can be closed."""
        if self.colour is None:
            return {}
        (number,) = self.numbers
        return {"colour": self.colour} if number is None else {"colour": self.colour, GEMS: str(number)}

    def task_lines(self) -> list[str]:
        """The kind; of gems also the colour, and how many can be closed."""
        return [f"kind: {self.kind}", *(f"{name}: {text}" for name, text in self.shown().items())]

    def board_lines(self) -> list[str]:
        """The cards row by row, one below the other as they lie."""
        at = {(lay.x, lay.y): str(lay) for lay in self.board}
        columns = range(min(x for x, _ in at), max(x for x, _ in at) + 1)
        rows = sorted({y for _, y in at})
        return ["".join(at.get((x, y), "").ljust(_COLUMN) for x in columns).rstrip() for y in rows]

    def task_json(self) -> Json:
        """The kind; of gems also the colour, and how many can be closed."""
        gems = {"colour": self.colour, "gems": self.numbers[0]} if self.colour is not None else {}
        return {"kind": self.kind, **gems}

    def solution_text(self, widest: int | None = None) -> str:
        """The solution as lines of text."""
        if self.kind != PLACES:
            return self._answers_text()
        lines = []
        for card, places in self.solve().items():
            lines.append(f"{card}: {len(places) or 'no'} place{'s' if len(places) != 1 else ''}")
            lines += [f"  {lay}" for lay in places]
        return "\n".join(lines)

    def _answers_text(self) -> str:
        """Each answer in a line."""
        answers = self.answers()
        lines = ["  " + " ".join(map(str, answer)) for answer in answers]
        if self._kind.coloured:
            if not answers:
                return f"no card closes any {self.task.gem}"
            any_of = " any of these" if len(answers) > 1 else ""
            return "\n".join([f"{self._kind.most(self.task)} {self.task.gem} closed by{any_of}", *lines])
        return "\n".join(lines) or "there is no answer"

    def solution_pictures(self, *, dark: bool = False, palette: str = "game") -> dict[str, str]:
        """Of places a picture for each card, by its name, of gems one for each best answer, by its text."""
        from tessella.games.florentine.puzzles.pictures import solution_pictures

        return solution_pictures(self, dark=dark, palette=palette)


def make(
    kind: str,
    board: Sequence[Lay],
    cards: Sequence[str],
    colour: str | None = None,
    difficulty: int | None = None,
    headers: Mapping[str, str] | None = None,
) -> FlorentinePuzzle:
    """A problem with its numbers; `OptionError` says what is impossible about it."""
    common.check_kind(kind, KINDS)
    coloured = KINDS[kind].coloured
    if coloured and colour not in COLOUR_NAMES:
        raise OptionError(f"whose gems? The colour is {listing(COLOUR_NAMES, 'or')}, not {colour!r}")
    if not coloured and colour is not None:
        raise OptionError(f"problems of the kind {kind!r} are of no colour: only gems are")
    common.check_pieces(cards, "card")
    if difficulty is not None:
        common.check_difficulty(difficulty)
    common.check_headers(headers or {}, OWN)
    wrong = flaw(board, cards)
    if wrong is not None:
        raise OptionError(wrong[1])
    names = tuple(card_of(card) for card in cards)
    numbers = (None,) * (len(names) if kind == PLACES else int(coloured))
    puzzle = FlorentinePuzzle(kind, from_top(board), names, numbers, colour, difficulty, dict(headers or {}))
    return replace(puzzle, numbers=puzzle.right_numbers())


def from_top(board: Sequence[Lay]) -> tuple[Lay, ...]:
    """The cards of a board from top to bottom, whatever the order they came in."""
    return tuple(sorted(board, key=lambda lay: (lay.y, lay.x)))
