"""What a game offers to learning programs (`Game.learning`): observations in numbers, batches of games, chances.

This file needs no NumPy: the compiled batches import `codes` from here, too.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from tessella.core import Action, Event, Generator, Options, State, View

if TYPE_CHECKING:
    from tessella.learning.layout import Fields, Layout, Numbers

BatchPlayer = Callable[[int, Generator], int]
"""Chooses an action for the seat that decides in one of the games, by its number and its random numbers."""


class BatchKernel(Protocol):
    """Steps many games together, and writes what the seats see into the rows of arrays."""

    def begin(self, number: int, observations: Any, masks: Any, seats: Any, counts: Any) -> None:
        """Write down the first decision of a game that was dealt."""

    def first_wrong(self, actions: Any) -> int:
        """The first game that does not have its action; -1 if there is none."""

    def step(self, actions: Any, observations: Any, masks: Any, seats: Any, counts: Any, over: Any) -> None:
        """Play an action in every game, and write down which games are over, and the next decision of the others."""

    def act(self, number: int, action: int) -> int:
        """Play an action in one game. The seat that decides next; -1 if the game is over."""

    def show(self, number: int, observations: Any, masks: Any, seats: Any, counts: Any) -> None:
        """Write down the next decision of one game."""

    def show_end(self, number: int, seat: int, observations: Any, masks: Any, row: int) -> None:
        """Write what a seat sees at the end of a game into a row of other arrays."""

    def describe(self, rows: Any) -> None:
        """Write the features of the legal actions of every game."""


class GameBatch(ABC):
    """Many games of the same options that are stepped together. They show what `Learning.encode` makes of a view."""

    kernel: BatchKernel

    @abstractmethod
    def deal(self, number: int, seed: str) -> None:
        """Deal one of the games as a game with this seed is dealt."""

    @abstractmethod
    def winners(self, number: int) -> tuple[int, ...]:
        """The seats that have won one of the games, which is over."""

    @abstractmethod
    def state(self, number: int) -> State:
        """A copy of one of the games, without its seed and its history."""

    @abstractmethod
    def set_state(self, number: int, state: State, waiting: list[int]) -> None:
        """Go on from this state in one of the games. These seats have chosen to wait since the last action."""

    def deciding(self, number: int) -> int:
        """The seat that decides in one of the games."""
        raise NotImplementedError

    def waiting(self, number: int) -> list[int]:
        """The seats that have chosen to wait since the last action in one of the games."""
        return []

    def player(self, bot: Any) -> BatchPlayer | None:
        """A faster way to let a bot play in these games, with the same choices; None if there is none."""
        return None


class Dealing(ABC):
    """A deal under way, one random outcome at a time."""

    @abstractmethod
    def copy(self) -> "Dealing":
        """An independent copy."""

    @abstractmethod
    def outcomes(self) -> list[int]:
        """What can come next, each as likely as the others; empty when the deal is done."""

    @abstractmethod
    def pick(self, number: int) -> None:
        """Let one of the outcomes happen."""

    @abstractmethod
    def text_of(self, number: int) -> str:
        """An outcome in words."""

    @abstractmethod
    def state(self) -> State:
        """The game, when the deal is done. What is drawn later is decided when it is drawn."""


class Chances(ABC):
    """Where chance comes into a game, one tile or card at a time: the deal, and what is drawn."""

    most_outcomes: int
    """The most outcomes that one pick can have."""
    players: range
    """For how many players."""
    parameters: Mapping[str, str | int]
    """Options that may be chosen besides edition and players, with underscores, and what each is if it is not chosen.
    An option that is empty or 0 is as the edition has it."""

    @abstractmethod
    def dealing(self, options: Options) -> Dealing:
        """A new deal."""

    @abstractmethod
    def draws(self, state: State, action: Action) -> int:
        """How many pieces are drawn when an action is played."""

    @abstractmethod
    def bag(self, state: State) -> list[int]:
        """The numbers of the pieces that can be drawn."""

    @abstractmethod
    def put_on_top(self, state: State, pieces: list[int]) -> None:
        """Let these be drawn next, the first of them first."""

    @abstractmethod
    def name_of(self, options: Options, number: int) -> str:
        """A piece's name."""

    def option_text(self, name: str, value: str | int) -> str:
        """The text that `Game.read_options` takes for a parameter."""
        return str(value)


class Learning(ABC):
    """What learning programs need of one game."""

    chances: Chances | None = None
    """Its chances, one by one; None: it cannot be played with explicit chance nodes."""

    @abstractmethod
    def layout(self, options: Options) -> "Layout":
        """What an observation holds under these options."""

    @abstractmethod
    def encode(self, view: View, layout: "Layout", out: "Numbers") -> None:
        """Write what a seat sees into an observation of zeros."""

    def row_fields(self, options: Options) -> "Fields | None":
        """What describes a legal action under these options; None: nothing does but its row in `legal`."""
        return None

    def encode_rows(self, view: View, out: "Numbers") -> None:
        """Write the features of each of a seat's legal actions into rows of zeros; action number n has row n."""
        raise NotImplementedError

    def event_row(self, event: Event, viewer: int, options: Options) -> tuple[int, ...] | None:
        """What a seat has seen happen, in `codes.EVENT_COLUMNS` numbers; None if it follows from the rest."""
        raise NotImplementedError

    def batch(self, options: Options, layout: "Layout", number: int) -> GameBatch | None:
        """So many games, not yet dealt; None if the game has no batches."""
        return None
