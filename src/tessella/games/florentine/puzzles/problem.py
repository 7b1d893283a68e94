"""A problem of Florentine Dominoes: a board, some cards, and what to find. Like a conundrum of Chromino (C36).

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

from tessella.core import OptionError
from tessella.core.validation import listing
from tessella.games.florentine.cards import COLOUR_NAMES, GEM_NAMES, card_of
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.placing import why_not
from tessella.games.florentine.puzzles.board import closed_by, flaw, position, ways
from tessella.puzzles import common
from tessella.puzzles.common import Checked

VERSION = 1
TITLE = f"tessella florentine problem {VERSION}"
PLACES, GEMS = "places", "gems"
KINDS = (PLACES, GEMS)
OWN = ("kind", "colour", "gems", "card", "difficulty")
"""The headers that mean something here."""

_COLUMN = len("RRbg@-3,-3") + 1


@dataclass(frozen=True)
class FlorentineProblem:
    """A board and what to find on it. Made by `parse` or `make`, which check it."""

    kind: str
    """See KINDS."""
    board: tuple[Lay, ...]
    """The cards that lie there, from top to bottom; there are no black ones."""
    cards: tuple[str, ...]
    """The cards to lay, each on this board alone."""
    numbers: tuple[int | None, ...]
    """How many places each card is said to have; of gems one number, the most that can be closed. None: not said."""
    colour: str | None = None
    """Whose gems are to be closed; None where places are to be found."""
    difficulty: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further headers (author, seed, title, ...), which mean nothing here and are kept."""

    @property
    def gem(self) -> str | None:
        """What the gems to be closed are called."""
        return None if self.colour is None else GEM_NAMES[COLOUR_NAMES.index(self.colour)]

    def __str__(self) -> str:
        """The problem as text; `parse` reads it back."""
        lines = [TITLE, f"kind: {self.kind}"]
        beside: Sequence[int | None] = self.numbers
        if self.kind == GEMS:
            lines.append(f"colour: {self.colour}")
            lines += [f"gems: {number}" for number in self.numbers if number is not None]
            beside = [None] * len(self.cards)
        for card, number in zip(self.cards, beside, strict=True):
            lines.append(f"card: {card}" + ("" if number is None else f" {number}"))
        if self.difficulty is not None:
            lines.append(f"difficulty: {self.difficulty}")
        lines += [f"{name}: {text}".rstrip() for name, text in self.headers.items()]
        return "\n".join([*lines, "", *_rows(self.board)]) + "\n"


def _rows(board: Sequence[Lay]) -> list[str]:
    """The cards row by row, one below the other as they lie."""
    at = {(lay.x, lay.y): str(lay) for lay in board}
    columns = range(min(x for x, _ in at), max(x for x, _ in at) + 1)
    rows = sorted({y for _, y in at})
    return ["".join(at.get((x, y), "").ljust(_COLUMN) for x in columns).rstrip() for y in rows]


# ---- solving ----


def solve(problem: FlorentineProblem) -> dict[str, list[Lay]]:
    """For each card every place where it fits, from top to bottom (F7, F9, F10); of gems those that close the most.

    If no card closes a gem, no place is an answer.
    """
    if problem.kind == PLACES:
        kernel = position(problem.board, problem.cards)
        return {card: ways(kernel, card) for card in problem.cards}
    closed = closing(problem)
    most = max(closed.values(), default=0)
    best = [lay for lay, gems in closed.items() if gems == most > 0]
    return {card: [lay for lay in best if lay.card == card] for card in problem.cards}


def closing(problem: FlorentineProblem) -> dict[Lay, int]:
    """For each way to lay a card how many gems of the colour lie in the spaces that it closes (F15, F16)."""
    assert problem.colour is not None
    colour = COLOUR_NAMES.index(problem.colour)
    found = closed_by(position(problem.board, problem.cards), problem.cards)
    return {lay: gems[colour] for lay, gems in found.items()}


def numbers(problem: FlorentineProblem) -> tuple[int, ...]:
    """How many places each card has; of gems, the most that can be closed."""
    if problem.kind == GEMS:
        return (max(closing(problem).values(), default=0),)
    return tuple(len(places) for places in solve(problem).values())


def wrong_numbers(problem: FlorentineProblem) -> dict[str, tuple[int, int]]:
    """The cards whose number is not what was said, or "gems": what was said, and what it is."""
    names = problem.cards if problem.kind == PLACES else (GEMS,)
    return common.wrong(names, problem.numbers, numbers(problem))


# ---- checking an answer ----


def check(problem: FlorentineProblem, answer: Sequence[Lay]) -> Checked[Lay]:
    """Look through an answer. What is still missing is only counted; `solve` tells.

    Of gems one answer is enough: before it, 1 is missing of "gems".
    """
    solution = solve(problem)
    found = common.look_through(answer, solution, lambda lay: lay.card, lambda lay: _why_wrong(problem, lay))
    if problem.kind == PLACES:
        return found
    return replace(found, missing={GEMS: int(any(solution.values()) and not found.right)})


def _why_wrong(problem: FlorentineProblem, lay: Lay) -> tuple[str, str]:
    """The clause, and the reason."""
    reason = why_not(problem.board, lay)
    if reason is not None:
        return reason
    assert problem.kind == GEMS, f"{lay} fits, and is not among the places"
    closed = closing(problem)
    least, most = closed[lay], max(closed.values())
    if most == 0:
        return "F15", f"it fits, but closes no {problem.gem}: no card here does"
    return "F16", f"it fits, but closes {least or 'no'} {problem.gem}; one can close {most}"


# ---- making ----


def make(
    kind: str,
    board: Sequence[Lay],
    cards: Sequence[str],
    colour: str | None = None,
    difficulty: int | None = None,
    headers: Mapping[str, str] | None = None,
) -> FlorentineProblem:
    """A problem with its numbers; `OptionError` says what is impossible about it."""
    check_kind(kind)
    if kind == GEMS and colour not in COLOUR_NAMES:
        raise OptionError(f"whose gems? The colour is {listing(COLOUR_NAMES, 'or')}, not {colour!r}")
    if kind == PLACES and colour is not None:
        raise OptionError("places are of no colour: only gems are")
    common.check_asked(cards, "card")
    if difficulty is not None:
        common.check_difficulty(difficulty)
    common.check_headers(headers or {}, OWN)
    wrong = flaw(board, cards)
    if wrong is not None:
        raise OptionError(wrong[1])
    names = tuple(card_of(card) for card in cards)
    unsaid = (None,) * (len(names) if kind == PLACES else 1)
    unsolved = FlorentineProblem(kind, from_top(board), names, unsaid, colour, difficulty, dict(headers or {}))
    return FlorentineProblem(kind, unsolved.board, names, numbers(unsolved), colour, difficulty, unsolved.headers)


def check_kind(kind: str) -> None:
    """Refuse what is no kind of problem."""
    if kind not in KINDS:
        raise OptionError(f"the kind of a problem is {listing(KINDS, 'or')}, not {kind!r}")


def from_top(board: Sequence[Lay]) -> tuple[Lay, ...]:
    """The cards of a board from top to bottom, whatever the order they came in."""
    return tuple(sorted(board, key=lambda lay: (lay.y, lay.x)))
