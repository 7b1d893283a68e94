"""What a bot is, and what a game offers of them. A bot gets a view and chooses an action; it never sees a state."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from tessella.bots.budget import Budget
from tessella.core import Action, Generator, Options, View


class Bot(ABC):
    """A player. It remembers nothing between two choices: all that it may know is in the view."""

    name: str
    """What it is called, with its budget if that is not the usual one; `bots.bot_named` makes an equal one of it."""

    @abstractmethod
    def choose(self, view: View, rng: Generator) -> Action | None:
        """One of `view.legal`. The same view and the same luck, the same choice (if its budget is not one of time).

        Where another seat is on turn and this one may act (a call, a spot, a claim), None lets it be.
        """


BotFactory = Callable[[str, Budget | None], Bot]
"""Makes a bot of this name, with this budget (None: the usual one)."""


class Analysis(ABC):
    """An analysis of a position by the seat on turn. It uses only what that seat knows."""

    moves: Sequence[Action]
    """What the seat can do with its turn, in the order of `view.legal`."""

    @abstractmethod
    def think(self, rollouts: int, luck: int) -> list[tuple[int, float]]:
        """For each move the number of rollouts and their mean value; better moves get more rollouts."""

    @abstractmethod
    def compare(self, moves: list[int], rollouts: int, luck: int) -> list[list[float]]:
        """The mean values of some moves in the same worlds, in each of `advice.BATCHES` batches."""

    @abstractmethod
    def prove(self, nodes: int, only: int | None = None) -> tuple[list[float], bool] | None:
        """For each move (or one only) the share of the win that is certain with it, and whether that is its exact
        value. None where nothing can be proved."""


class ContestResult(NamedTuple):
    """How a game between bots went."""

    first: int
    """The seat that began."""
    winners: tuple[int, ...]
    decisions: list[int]
    """How often each seat had to decide."""


class Contest(Protocol):
    """A faster way to play games between certain bots, with the same results."""

    def play(self, seed: str, seating: Sequence[int], lucks: Sequence[Generator]) -> ContestResult:
        """Play a game of the bots, seated by their numbers."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that speaks for an action, as a code with its numbers: clients have the words for it."""

    code: str
    values: Mapping[str, int] = field(default_factory=dict)
    """Seats, under "seat", are counted from 1."""


class Bots(ABC):
    """The bots of one game (`Game.bots`)."""

    factories: Mapping[str, BotFactory]
    """How to make each bot, by its name: some or all of `levels.LEVELS`, and others to compare them with."""
    facts: Sequence[str] = ()
    """The codes of the facts that `reasons` knows."""

    @abstractmethod
    def analyse(self, view: View, rng: Generator) -> Analysis:
        """Analyse the position of a seat on turn."""

    def reasons(self, view: View, action: Action, rng: Generator) -> list[Fact]:
        """What speaks for an action of the seat on turn, the most important first; it knows only the view."""
        return []

    def contest(self, options: Options, bots: Sequence[Bot]) -> Contest | None:
        """A faster way to play these bots against each other, if there is one."""
        return None
