"""The contract that every game here fulfils.

A *game* makes *states*. A state lists the *actions* that a seat may take, applies one, and returns what happened as
*events*. Players and spectators see a *view*, never the state: hidden information leaves a state only through views and
`Event.seen_by`.

Seats are numbered from 0 in code and from 1 in every text.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from tessella.core.random import Generator
from tessella.core.schema import AsText, Json, Readers, decode, differences, encode
from tessella.core.seats import Seat, seat_name

if TYPE_CHECKING:
    from tessella.bots.contract import Bots
    from tessella.drawing import Drawing
    from tessella.learning import Learning
    from tessella.puzzles.contract import Puzzles


class Action(AsText, ABC):
    """Something a seat does. Hashable and comparable; `game.parse(str(action)) == action`."""

    __slots__ = ()

    against: ClassVar[bool] = False
    """Whether it punishes what another seat forgot or missed. Bots wait longer before it: people need time to act."""

    @abstractmethod
    def __str__(self) -> str: ...


class Event(ABC):
    """Something that happened: a frozen dataclass, whose fields are its JSON.

    An event may hold a hidden tile. Its text never shows it. Only `event.seen_by(seat)`, which holds what that seat may
    know, leaves the engine.
    """

    __slots__ = ()

    reveals: ClassVar[bool] = False
    """Whether a seat learns something hidden or random by it: then the action cannot be taken back."""

    @classmethod
    def json_tag(cls) -> tuple[str, str]:
        """What its JSON begins with."""
        return "event", cls.__name__.lower()

    @abstractmethod
    def seen_by(self, seat: int | None) -> "Event":
        """The event as this seat (None: a spectator) sees it."""

    def to_json(self) -> Json:
        """All that this event object holds. Call it on what `seen_by` returned."""
        return encode(self)

    def describe(self) -> str:
        """All that this event object holds, in words. Call it on what `seen_by` returned."""
        return str(self)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[Seat, ...]
    """The seats that won, ascending. Several share a win; a lone player who got stuck has not won."""
    reason: str
    """What ended the game, in a few of the game's words."""
    measure: str
    """What `scores` counts ("tiles left", "points", ...)."""
    scores: tuple[int, ...]
    """A number for each seat."""

    def to_json(self) -> Json:
        """The outcome as JSON."""
        return encode(self)

    def __str__(self) -> str:
        names = " and ".join(map(seat_name, self.winners)) or "nobody"
        verb = "win" if len(self.winners) > 1 else "wins"
        scores = ", ".join(str(score) for score in self.scores)
        return f"{names} {verb} ({self.reason}; {self.measure}: {scores})"


class Options(AsText, ABC):
    """What is agreed before a game and holds to its end. Immutable; equal options play by equal rules."""

    __slots__ = ()

    edition: str
    players: int

    @abstractmethod
    def to_text(self) -> dict[str, str]:
        """Every choice by its name, as written in a record; `game.read_options` reads it back."""


class View(ABC):
    """All that one seat (or a spectator, `seat` None) may know: a frozen dataclass, whose fields are its JSON.

    It is built from what the seat may know, never reduced from a state; equal knowledge gives equal views.
    """

    __slots__ = ()

    game: ClassVar[str]
    """The name of the game."""
    readers: ClassVar[Readers]
    """How the actions and options of its JSON are read back."""

    seat: Seat | None
    """Whose view it is; None: a spectator's."""
    options: Options
    """The options of the game, written as in a record."""
    board: tuple[Action, ...]
    """The pieces on the board, as the actions that laid them, in their order."""
    laid_by: tuple[Seat | None, ...]
    """Who laid each of them; None: nobody."""
    hand: tuple[str, ...]
    """The viewer's own tiles or cards; a spectator has none."""
    turn: Seat | None
    """Whose turn it is; None when the game is over."""
    legal: tuple[Action, ...]
    """What this seat may do now, in the order of `State.legal`."""
    outcome: Outcome | None
    """The result, or None while the game goes on."""

    @classmethod
    def json_tag(cls) -> tuple[str, str]:
        """What its JSON begins with."""
        return "game", cls.game

    def to_json(self) -> Json:
        """The view as JSON, as programs in the arena and clients of a server read it."""
        return encode(self)

    @classmethod
    def from_json(cls, json: Json) -> Self:
        """The view of this JSON; `SchemaError` names the first part that is wrong."""
        return decode(cls, json, cls.readers)

    def before_start(self) -> Self:
        """This spectator's view without the open pieces of hands, for a table that waits for people."""
        return self

    @abstractmethod
    def __str__(self) -> str:
        """The view as a few lines of text."""


class State(ABC):
    """A game under way: mutable, cheap to copy, and never shown to anyone who plays."""

    __slots__ = ()

    options: Options
    seed: str
    history: list[tuple[int, Action]]
    """The actions so far, each with its seat."""

    @property
    @abstractmethod
    def turn(self) -> int | None:
        """Whose turn it is; None when the game is over. Other seats may be able to act, too."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""

    @property
    def pieces(self) -> int:
        """How many pieces lie on the board, as `View.board` lists them."""
        return len(self.view(None).board)

    @abstractmethod
    def legal(self, seat: int) -> list[Action]:
        """Every action that the seat may take now, each once, in an order that depends only on the position.

        During the game the seat on turn has at least one; when it is over no seat has any.
        """

    @abstractmethod
    def apply(self, seat: int, action: Action) -> list[Event]:
        """Apply an action of `legal(seat)`.

        Any other raises `IllegalAction` with the clause that it breaks, and changes nothing.
        """

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What the seat (None: a spectator) may know."""

    def views(self, seats: Sequence[int | None]) -> "list[View]":
        """The views of several seats; faster than one after the other if they share much."""
        return [self.view(seat) for seat in seats]

    def views_apart(self, seats: Sequence[int | None]) -> "tuple[View, list[Json]]":
        """What everybody sees, and for each seat the values of the fields in which its view differs from that."""
        public = self.view(None)
        return public, [differences(public, self.view(seat)) for seat in seats]

    @abstractmethod
    def copy(self) -> "State":
        """An independent copy with the same future."""

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "State":
        return self.copy()

    def actors(self) -> list[int]:
        """The seats that can act now, the seat on turn first."""
        if self.turn is None:
            return []
        seats = [(self.turn + i) % self.options.players for i in range(self.options.players)]
        return [seat for seat in seats if self.legal(seat)]


@dataclass(frozen=True, slots=True)
class Playouts:
    """The counts of some random games."""

    games: int
    turns: int
    placements: int
    """The places where the seat on turn could lay something, summed over the beginnings of all turns."""


class Game(ABC):
    """All that the rest of the project knows of a game."""

    name: str
    """One lower-case word, as in records, commands and addresses."""
    title: str
    """Its name as people write it."""
    view_type: type[View]
    """The class of its views, which is the schema of their JSON."""
    event_types: tuple[type[Event], ...]
    """The classes of its events, which are the schema of theirs."""
    editions: Mapping[str, str]
    """Each edition's name, and what sets it apart in one line."""
    compiled: bool
    """Whether its kernel runs compiled."""
    writing: str
    """How to write an action, in one or two sentences."""
    files: frozenset[str] = frozenset()
    """The options that are given as a file on the command line; `read_options` takes the file's content."""
    variations: Sequence[tuple[str, str]] = ()
    """The options to compare in the arena's report, each with a value; one is changed at a time."""
    record_defaults: Mapping[str, str] = {}
    """Options that are younger than the first records: the value for a record that does not name them."""
    resets: Mapping[str, tuple[str, ...]] = {}
    """For an option, the others that lose their meaning when it changes: they are then reset to the edition's."""

    # The parts below are imported when they are first used. All are optional.

    @property
    def drawing(self) -> "Drawing | None":
        """How its views are drawn; None: as plain text only."""
        return None

    @property
    def bots(self) -> "Bots | None":
        """Its bots; None: there is only `random`, which every game has."""
        return None

    @property
    def puzzles(self) -> "Puzzles[Any] | None":
        """Its puzzles; None: it has none."""
        return None

    @property
    def learning(self) -> "Learning | None":
        """What learning programs need of it; None: it cannot be used with the research adapters."""
        return None

    @abstractmethod
    def options(self, edition: str, players: int, **choices: Any) -> Options:
        """The options of an edition with some choices; `OptionError` says what is possible instead."""

    @abstractmethod
    def read_options(self, texts: Mapping[str, str]) -> Options:
        """Options from their texts; what is not named is as in the edition."""

    @abstractmethod
    def option_help(self) -> Mapping[str, str]:
        """The names that `read_options` knows, "edition" and "players" among them, and what each is about."""

    @abstractmethod
    def aim(self, options: Options) -> str:
        """The aim of the game, in two or three sentences for a new player."""

    @abstractmethod
    def new(self, options: Options, seed: str | int | None = None) -> State:
        """A game ready for its first turn, dealt by the seed (None: a new secret one)."""

    @abstractmethod
    def parse(self, text: str) -> Action:
        """Read an action; `NotationError` if it is none."""

    @abstractmethod
    def sample(self, view: View, rng: Generator) -> State:
        """A random state that this view could be a view of, so that bots can look ahead."""

    @abstractmethod
    def playouts(self, options: Options, games: int, seed: int) -> Playouts:
        """Play random games inside the kernel, to measure its speed and random play."""
