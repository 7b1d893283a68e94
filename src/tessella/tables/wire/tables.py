"""Tables on the wire: what one asks for, and what everybody may know of one."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from tessella.tables.wire.base import ClientRequest, Wire

Name = Annotated[str, Meta(max_length=80, description="Cleaned, and cut after 24 letters.")]
SeatNumber = Annotated[int, Meta(ge=1, le=8)]
Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""An idempotency key: a new one for each thing done, the same one when it is sent again."""
Version = Annotated[int, Meta(ge=0, le=1_000_000)]
Level = Literal["beginner", "casual", "steady", "sharp", "master"]
GameName = Literal["chromino", "florentine"]

# ---- what one asks for ----


class NoClock(ClientRequest, tag_field="kind", tag="none"):
    """Everybody takes their time."""


class MoveClock(ClientRequest, tag_field="kind", tag="move"):
    """So long for each turn; then a bot takes it."""

    seconds: Annotated[int, Meta(ge=5, le=3600)]


class DaysClock(ClientRequest, tag_field="kind", tag="days"):
    """So many days for each turn."""

    days: Annotated[int, Meta(ge=1, le=14)]


Clock = NoClock | MoveClock | DaysClock


class SeatAsked(ClientRequest):
    """Who shall sit there: me, another person on my device, a bot, or whoever comes with the link."""

    kind: Literal["me", "device", "bot", "open"]
    name: Name | None = None
    """What a person on my device is called."""
    level: Level | None = None
    """How strong a bot is; "casual" if nothing is said."""


class NewTable(ClientRequest):
    """A table to be opened. What is not said is as usual: me against one bot."""

    game: GameName
    options: dict[str, Annotated[str, Meta(max_length=6000)]] = field(default_factory=dict)
    """By the names of a record's headers; the number of players is that of the seats."""
    seats: Annotated[list[SeatAsked], Meta(min_length=1, max_length=8)] = field(
        default_factory=lambda: [SeatAsked(kind="me"), SeatAsked(kind="bot")]
    )
    clock: Clock = field(default_factory=NoClock)
    help: bool = True
    """Whether the places where a tile fits light up."""


class Join(ClientRequest):
    """Take an open seat: the first one, or this one."""

    name: Name | None = None
    seat: SeatNumber | None = None


class SeatChoice(ClientRequest):
    """One of my seats; null for all of them."""

    seat: SeatNumber | None = None


class Me(ClientRequest):
    """What I am called; null to take the name back."""

    name: Name | None


# ---- what everybody may know ----


class SeatInfo(Wire):
    """Who sits there."""

    kind: Literal["person", "bot", "open"]
    name: str | None
    level: Level | None
    here: bool
    """False for a person who is away."""
    stood_in: bool
    """A bot plays for a person until they come back."""


class TableInfo(Wire):
    """A table, without the game that is played at it."""

    id: str
    game: GameName
    options: dict[str, str]
    seats: list[SeatInfo]
    clock: Clock
    help: bool
    status: Literal["waiting", "playing", "over"]
    """A game begins when no seat is open."""
    commitment: str
    """The hash of the seed (SHA-256)."""
    seed: str | None
    """The seed, once the game is over."""
    rematch: str | None
    """The table where it is played again."""
    created: float


class You(Wire):
    """What concerns this connection alone."""

    seats: list[int]
    """My seats; none for a spectator."""
    undo: list[int]
    """Those that may take back what they did last."""


class Listing(Wire):
    """One of my tables, in a line."""

    id: str
    game: GameName
    edition: str
    status: Literal["waiting", "playing", "over"]
    names: list[str | None]
    """Who sits there, by seat: a person's name or a bot's level; null for an open seat, and for who gave no name."""
    kinds: list[Literal["person", "bot", "open"]]
    """What sits there, by seat."""
    seats: list[int]
    """My seats."""
    turn: int | None
    my_turn: bool
    updated: float


class OptionInfo(Wire):
    """An option that a table may choose."""

    name: str
    about: str


class EditionInfo(Wire):
    """An edition of a game."""

    name: str
    about: str
    players: tuple[int, int]
    """The fewest and the most."""
    options: dict[str, str]
    """How it is played if nothing else is chosen."""


class GameInfo(Wire):
    """A game that can be played here."""

    name: GameName
    editions: list[EditionInfo]
    options: list[OptionInfo]
    levels: list[str]


class MyData(Wire):
    """All that is kept of a person."""

    name: str | None
    created: float | None
    tables: list[Listing]


class Problem(Wire):
    """Why something was refused, and what would be right."""

    code: str
    reason: str
    clause: str | None = None
    """The clause of the rules that it breaks."""
    version: int | UnsetType = UNSET


class Token(Wire):
    """A bot's own identity, for `Authorization: Bearer …`."""

    token: str
