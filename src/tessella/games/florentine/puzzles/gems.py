"""Problems of the kind "gems": the card, and where to lay it, that closes the most gems of a colour."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tessella.core import Generator
from tessella.games.florentine.cards import COLOUR_NAMES
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.placing import why_not
from tessella.games.florentine.puzzles.board import closed_by, position, spaces
from tessella.games.florentine.puzzles.kind import GEMS, FlorentineKind, Task, some
from tessella.puzzles.contract import CheckedAnswer, Move

NEARLY_CLOSED = 2
"""A space with at most so many open edges looks as if one card could close it."""
FEWEST_GEMS, FEWEST_WAYS, MOST_BEST = 2, 4, 3
"""With fewer gems, fewer ways to lay or more best answers it is dull."""


class GemsParts(NamedTuple):
    """What makes it hard to find the card that closes the most gems."""

    ways: float
    """Ways to lay the cards, of which each may be the one."""
    rivals: float
    """Those that close gems of the colour, but fewer than the most."""
    lures: float
    """Spaces of the colour with gems that are nearly closed: with two open edges at most."""
    best: float
    """How many ways close the most: with more of them one is sooner found."""


WEIGHTS = GemsParts(ways=0.4, rivals=1.5, lures=0.9, best=-1)
"""What each part weighs. That there are more best answers makes it easier."""


def weight_of(parts: GemsParts) -> float:
    """How hard it is, as one number."""
    return round(sum(part * each for part, each in zip(parts, WEIGHTS, strict=True)), 1)


def closing(task: Task) -> dict[Lay, int]:
    """For each way to lay a card how many gems of the colour lie in the spaces that it closes (F15, F16)."""
    assert task.colour is not None
    colour = COLOUR_NAMES.index(task.colour)
    return {lay: gems[colour] for lay, gems in closed_by(position(task.board, task.pieces), task.pieces).items()}


def measure(kernel: Kernel, colour: str, closed: Mapping[Lay, int]) -> GemsParts:
    """The parts; `closed` are the gems that each way to lay a card closes."""
    most = max(closed.values(), default=0)
    own = [space for space in spaces(kernel) if space.colour == colour and not space.closed]
    return GemsParts(
        ways=len(closed),
        rivals=sum(0 < gems < most for gems in closed.values()),
        lures=sum(space.gems > 0 and space.open <= NEARLY_CLOSED for space in own),
        best=sum(gems == most for gems in closed.values()),
    )


class Gems(FlorentineKind):
    """Close the most gems with one card."""

    name = GEMS
    about = "close the most gems of a colour with one card"
    coloured = True
    # Of 1,200 problems that the maker came across, a fifth was in each level.
    bounds = (3.7, 4.8, 6.0, 7.7)
    usual = range(3, 7)

    def task_text(self, task: Task, numbers: Sequence[int | None]) -> str:
        """What to do, in a sentence."""
        (number,) = numbers
        many = "" if number is None else f": {number} can be closed"
        return f"Lay one card and close as many {task.gem} as possible, in {task.colour} spaces{many}"

    def answers(self, task: Task) -> list[tuple[Lay, ...]]:
        """Every way to close the most; if no card closes a gem, there is none."""
        closed = closing(task)
        most = max(closed.values(), default=0)
        return [(lay,) for lay, gems in closed.items() if gems == most > 0]

    def moves(self, task: Task) -> list[Move[Lay]]:
        """Every way to lay a card, with the gems that it closes."""
        return [Move((), lay, gems) for lay, gems in closing(task).items()]

    def most(self, task: Task) -> int:
        """The most gems that one card can close."""
        return max(closing(task).values(), default=0)

    def weight(self, task: Task) -> float:
        """The parts, weighed."""
        assert task.colour is not None
        return weight_of(measure(position(task.board, task.pieces), task.colour, closing(task)))

    def check(self, task: Task, answer: Sequence[Lay]) -> CheckedAnswer[Lay]:
        """Check an answer. One is enough: before it, 1 is missing of "gems"."""
        closed = closing(task)
        most = max(closed.values(), default=0)
        right: list[Lay] = []
        wrong = []
        for lay in answer:
            reason = self.not_wanted(task, lay) or why_not(task.board, lay)
            if lay in right:
                reason = "C36", "this place was named before"
            elif reason is None and most == 0:
                reason = "F15", f"it fits, but closes no {task.gem}: no card here does"
            elif reason is None and closed[lay] < most:
                reason = "F16", f"it fits, but closes {closed[lay] or 'no'} {task.gem}; one can close {most}"
            if reason is None:
                right.append(lay)
            else:
                wrong.append((lay, *reason))
        return CheckedAnswer(tuple(right), tuple(wrong), {GEMS: int(most > 0 and not right)})

    def candidates(
        self, board: tuple[Lay, ...], cards: list[str], counts: Sequence[int], rng: Generator
    ) -> Iterator[Task]:
        """Some gems can be closed, not by nearly every card, and there is something to choose from."""
        closed = closed_by(position(board, cards), cards)
        for count in counts:
            chosen = some(cards, count, rng)
            colour = rng.below(len(COLOUR_NAMES))
            own = [gems[colour] for lay, gems in closed.items() if lay.card in chosen]
            most = max(own, default=0)
            if most >= FEWEST_GEMS and len(own) >= FEWEST_WAYS and own.count(most) <= MOST_BEST:
                yield Task(board, chosen, COLOUR_NAMES[colour])
