"""Problems of the kind "places": find every place of each card (C36)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tessella.core import Generator
from tessella.games.florentine.cards import readings
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.placing import contacts, why_not
from tessella.games.florentine.puzzles.board import position, ways
from tessella.games.florentine.puzzles.kind import FlorentineKind, Task, fits, some
from tessella.puzzles.contract import PLACES, CheckedAnswer, Goal, Move, check_answer


class PlacesParts(NamedTuple):
    """What makes it hard to find every place, counted over all cards."""

    looks: float
    """Places where the next card may lie, to be looked at for each card (F9, F10)."""
    places: float
    """Those where it fits,"""
    turned: float
    """and those of them where it must be turned: it lies otherwise than it is shown."""
    near: float
    """Near misses: ways to lay a card with one edge right and one wrong (F7)."""


WEIGHTS = PlacesParts(looks=0.2, places=1, turned=0.5, near=0.1)


def measure(kernel: Kernel, board: Sequence[Lay], card: str) -> PlacesParts:
    """The parts that are due to one card."""
    places = ways(kernel, card)
    free = kernel.free_places()
    met = ([contact.good for contact in contacts(board, Lay(lying, x, y))] for x, y in free for lying in readings(card))
    return PlacesParts(
        looks=len(free),
        places=len(places),
        turned=sum(lay.triangles != card for lay in places),
        near=sum(sorted(good) == [False, True] for good in met),
    )


def weight_of(parts: PlacesParts) -> float:
    """How hard it is, as one number."""
    return round(sum(part * each for part, each in zip(parts, WEIGHTS, strict=True)), 1)


class Places(FlorentineKind):
    """Find every place of each card."""

    name = PLACES
    about = "find every place of each card"
    goal: Goal = "all"
    # Of 1,200 problems that the maker came across, a fifth was in each level.
    bounds = (8.7, 11.8, 15.2, 19.4)
    usual = range(2, 6)

    def task_text(self, task: Task, numbers: Sequence[int | None]) -> str:
        """What to do, in a sentence."""
        many = ": there are as many as the number says" if None not in numbers else ""
        return "Find every place where each card fits" + many

    def answers(self, task: Task) -> list[tuple[Lay, ...]]:
        """Every place of every card."""
        return [(lay,) for lays in fits(task).values() for lay in lays]

    def moves(self, task: Task) -> list[Move[Lay]]:
        """None: every place that fits is an answer."""
        return []

    def parts(self, task: Task) -> PlacesParts:
        """What makes it hard."""
        kernel = position(task.board, task.pieces)
        measured = [measure(kernel, task.board, card) for card in task.pieces]
        return PlacesParts(*map(sum, zip(*measured, strict=True)))

    def weight(self, task: Task) -> float:
        """The parts, weighed."""
        return weight_of(self.parts(task))

    def check(self, task: Task, answer: Sequence[Lay]) -> CheckedAnswer[Lay]:
        """Check an answer: all places are to be found."""

        def why_wrong(lay: Lay) -> tuple[str, str]:
            reason = why_not(task.board, lay)
            assert reason is not None, f"{lay} fits, and is not among the places"
            return reason

        return check_answer(answer, fits(task), lambda lay: lay.card, why_wrong)

    def candidates(
        self, board: tuple[Lay, ...], cards: list[str], counts: Sequence[int], rng: Generator
    ) -> Iterator[Task]:
        """Every card but one at most has a place, and there are as many places as cards, and two at least."""
        kernel = position(board, cards)
        places = {card: len(ways(kernel, card)) for card in cards}
        for count in counts:
            chosen = some(cards, count, rng)
            without = sum(places[card] == 0 for card in chosen)
            if without <= 1 and sum(places[card] for card in chosen) >= max(2, len(chosen)):
                yield Task(board, chosen)
