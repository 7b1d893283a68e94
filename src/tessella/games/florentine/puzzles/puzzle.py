"""A problem of Florentine Dominoes: a board, some cards, and what to find. Like a conundrum (C36).

*Places*: every place where each card fits. *Gems*: a card, and where to lay it, that closes the most gems of a colour.

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
from tessella.games.florentine.cards import COLOUR_NAMES, GEM_NAMES, card_of
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.placing import why_not
from tessella.games.florentine.puzzles.board import closed_by, flaw, position, ways
from tessella.puzzles import common
from tessella.puzzles.contract import PLACES, CheckedAnswer, Puzzle, check_answer

VERSION = 1
GEMS = "gems"
KINDS = (PLACES, GEMS)
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
    """How many places each card has; of gems one number, the most that can be closed."""
    colour: str | None = None
    """Whose gems are to be closed; None where places are to be found."""
    difficulty: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def gem(self) -> str | None:
        """What the gems to be closed are called."""
        return None if self.colour is None else GEM_NAMES[COLOUR_NAMES.index(self.colour)]

    @property
    def numbered(self) -> tuple[str, ...]:
        """The cards; of gems only "gems"."""
        return self.pieces if self.kind == PLACES else (GEMS,)

    # ---- solving ----

    def solve(self) -> dict[str, list[Lay]]:
        """For each card every place where it fits, from top to bottom (F7, F9, F10); of gems those that close the most.

        If no card closes a gem, no place is an answer.
        """
        if self.kind == PLACES:
            kernel = position(self.board, self.pieces)
            return {card: ways(kernel, card) for card in self.pieces}
        closed = self.closing()
        most = max(closed.values(), default=0)
        best = [lay for lay, gems in closed.items() if gems == most > 0]
        return {card: [lay for lay in best if lay.card == card] for card in self.pieces}

    def closing(self) -> dict[Lay, int]:
        """For each way to lay a card how many gems of the colour lie in the spaces that it closes (F15, F16)."""
        assert self.colour is not None
        colour = COLOUR_NAMES.index(self.colour)
        closed = closed_by(position(self.board, self.pieces), self.pieces)
        return {lay: gems[colour] for lay, gems in closed.items()}

    def right_numbers(self) -> tuple[int, ...]:
        """How many places each card has; of gems, the most that can be closed."""
        if self.kind == GEMS:
            return (max(self.closing().values(), default=0),)
        return super().right_numbers()

    def check(self, answer: Sequence[Lay]) -> CheckedAnswer[Lay]:
        """Check an answer. Of gems one answer is enough: before it, 1 is missing of "gems"."""
        solution = self.solve()
        checked = check_answer(answer, solution, lambda lay: lay.card, self._why_wrong)
        if self.kind == PLACES:
            return checked
        return replace(checked, missing={GEMS: int(any(solution.values()) and not checked.right)})

    def _why_wrong(self, lay: Lay) -> tuple[str, str]:
        """The clause, and the reason."""
        reason = why_not(self.board, lay)
        if reason is not None:
            return reason
        assert self.kind == GEMS, f"{lay} fits, and is not among the places"
        closed = self.closing()
        least, most = closed[lay], max(closed.values())
        if most == 0:
            return "F15", f"it fits, but closes no {self.gem}: no card here does"
        return "F16", f"it fits, but closes {least or 'no'} {self.gem}; one can close {most}"

    def missing_text(self, name: str, count: int) -> str:
        """That an answer is still to be found."""
        return "the best card is still to be found" if name == GEMS else super().missing_text(name, count)

    # ---- as text, JSON and pictures ----

    def task_lines(self) -> list[str]:
        """The kind; of gems also the colour, and how many can be closed."""
        lines = [f"kind: {self.kind}"]
        if self.kind == GEMS:
            lines.append(f"colour: {self.colour}")
            lines += [f"gems: {number}" for number in self.numbers if number is not None]
        return lines

    def board_lines(self) -> list[str]:
        """The cards row by row, one below the other as they lie."""
        at = {(lay.x, lay.y): str(lay) for lay in self.board}
        columns = range(min(x for x, _ in at), max(x for x, _ in at) + 1)
        rows = sorted({y for _, y in at})
        return ["".join(at.get((x, y), "").ljust(_COLUMN) for x in columns).rstrip() for y in rows]

    def task_json(self) -> Json:
        """The kind; of gems also the colour, and how many can be closed."""
        gems = {"colour": self.colour, "gems": self.numbers[0]} if self.kind == GEMS else {}
        return {"kind": self.kind, **gems}

    def solution_text(self, widest: int | None = None) -> str:
        """The solution as lines of text."""
        solution = self.solve()
        if self.kind == GEMS:
            (most,) = self.right_numbers()
            if not most:
                return f"no card closes any {self.gem}"
            best = [lay for places in solution.values() for lay in places]
            any_of = " any of these" if len(best) > 1 else ""
            return "\n".join([f"{most} {self.gem} closed by{any_of}", *(f"  {lay}" for lay in best)])
        lines = []
        for card, places in solution.items():
            lines.append(f"{card}: {len(places) or 'no'} place{'s' if len(places) != 1 else ''}")
            lines += [f"  {lay}" for lay in places]
        return "\n".join(lines)

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
    if kind == GEMS and colour not in COLOUR_NAMES:
        raise OptionError(f"whose gems? The colour is {listing(COLOUR_NAMES, 'or')}, not {colour!r}")
    if kind == PLACES and colour is not None:
        raise OptionError("places are of no colour: only gems are")
    common.check_pieces(cards, "card")
    if difficulty is not None:
        common.check_difficulty(difficulty)
    common.check_headers(headers or {}, OWN)
    wrong = flaw(board, cards)
    if wrong is not None:
        raise OptionError(wrong[1])
    names = tuple(card_of(card) for card in cards)
    numbers = (None,) * (len(names) if kind == PLACES else 1)
    puzzle = FlorentinePuzzle(kind, from_top(board), names, numbers, colour, difficulty, dict(headers or {}))
    return replace(puzzle, numbers=puzzle.right_numbers())


def from_top(board: Sequence[Lay]) -> tuple[Lay, ...]:
    """The cards of a board from top to bottom, whatever the order they came in."""
    return tuple(sorted(board, key=lambda lay: (lay.y, lay.x)))
