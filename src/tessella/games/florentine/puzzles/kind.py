"""What the kinds of problems have in common: how one is solved, judged, made and explained."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from tessella.core import Generator
from tessella.core.validation import listing
from tessella.games.florentine.cards import COLOUR_NAMES, GEM_NAMES
from tessella.games.florentine.deck import reconstruction
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.puzzles.board import position, ways
from tessella.puzzles.contract import CheckedAnswer, Kind, Move

GEMS = "gems"
"""The name of the number of gems that can be closed, in texts and answers."""


class Task(NamedTuple):
    """What a problem shows."""

    board: tuple[Lay, ...]
    pieces: tuple[str, ...]
    """The cards to place."""
    colour: str | None = None
    """Whose gems are to be closed, in kinds that are about gems."""

    @property
    def gem(self) -> str:
        """What the gems to be closed are called."""
        assert self.colour is not None
        return GEM_NAMES[COLOUR_NAMES.index(self.colour)]


def fits(task: Task) -> dict[str, list[Lay]]:
    """For each card every place where it fits on the board as shown (F7, F9, F10), from top to bottom."""
    kernel = position(task.board, task.pieces)
    return {card: ways(kernel, card) for card in task.pieces}


class FlorentineKind(Kind):
    """A kind of problem."""

    coloured: ClassVar[bool] = False
    """Whether it is about the gems of a colour."""
    bounds: ClassVar[tuple[float, float, float, float]]
    """Where each level of difficulty ends, in the numbers of `weight`."""
    usual: ClassVar[range]
    """How many cards a new one has, unless a number is given."""
    fewest: ClassVar[int] = 1

    @abstractmethod
    def answers(self, task: Task) -> list[tuple[Lay, ...]]:
        """Every answer."""

    @abstractmethod
    def moves(self, task: Task) -> list[Move[Lay]]:
        """Every placement that is possible on the way."""

    @abstractmethod
    def task_text(self, task: Task, numbers: Sequence[int | None]) -> str:
        """What to do, in a sentence."""

    def most(self, task: Task) -> int:
        """The most gems that can be closed, in kinds that are about gems."""
        return 0

    @abstractmethod
    def weight(self, task: Task) -> float:
        """How hard it is, as one number."""

    @abstractmethod
    def candidates(
        self, board: tuple[Lay, ...], cards: list[str], counts: Sequence[int], rng: Generator
    ) -> Iterator[Task]:
        """Problems on a board with some of these cards, of so many cards each, that are not dull."""

    @abstractmethod
    def check(self, task: Task, answer: Sequence[Lay]) -> CheckedAnswer[Lay]:
        """Check an answer."""

    def level(self, task: Task) -> int:
        """How difficult it is, from 1 to 5."""
        hard = self.weight(task)
        return 1 + sum(hard >= bound for bound in self.bounds)

    def not_wanted(self, task: Task, lay: Lay) -> tuple[str, str] | None:
        """Why a card may not be laid at all: it is not asked for."""
        if lay.card in task.pieces:
            return None
        return "C36", f"{lay.card} is not asked for, but {listing(task.pieces)}"


def some(cards: list[str], count: int, rng: Generator) -> tuple[str, ...]:
    """So many of these cards by chance, in the order of the deck."""
    rng.shuffle(cards)
    return tuple(sorted(cards[:count], key=reconstruction().index))
