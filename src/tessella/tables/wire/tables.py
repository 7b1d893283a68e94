"""Tables on the wire: requests about them, and what everybody may know about them."""

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from tessella.games import GAMES
from tessella.tables.wire.base import ClientRequest, Wire

Name = Annotated[str, Meta(max_length=80, description="Cleaned, and cut after 24 letters.")]
SeatNumber = Annotated[int, Meta(ge=1, le=8)]
Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""An idempotency key: a new one for each command, the same one when the command is sent again."""
Version = Annotated[int, Meta(ge=0, le=1_000_000)]
Hex256 = Annotated[str, Meta(min_length=64, max_length=64, pattern=r"^[0-9a-f]{64}$")]
"""256 bits as hexadecimal digits in small letters: a contribution to a deal, or its seal."""
Level = Literal["beginner", "casual", "steady", "sharp", "master"]
Pace = Literal["slow", "normal", "quick", "at-once"]
"""How fast bots move."""
NoUndo = Literal["nothing", "revealed", "acted", "bot", "stood-in", "limit"]
"""Why a seat may not take back its last action: it has done nothing that could be, that revealed something, another
seat has acted since, a bot acted for it, a bot plays for it now, or too much was taken back already."""

if TYPE_CHECKING:
    GameName = str
else:
    GameName = Literal[tuple(GAMES)]
"""The name of a game of the registry."""

# ---- requests ----


class NoClock(ClientRequest, tag_field="kind", tag="none"):
    """No time limit."""


class MoveClock(ClientRequest, tag_field="kind", tag="move"):
    """Seconds for each turn; then a bot acts."""

    seconds: Annotated[int, Meta(ge=5, le=3600)]


class DaysClock(ClientRequest, tag_field="kind", tag="days"):
    """Days for each turn; then a bot acts."""

    days: Annotated[int, Meta(ge=1, le=14)]


Clock = NoClock | MoveClock | DaysClock


class SeatRequest(ClientRequest):
    """Who takes a seat: me, another person on my device, a bot, or a person who comes with the link."""

    kind: Literal["me", "device", "bot", "open"]
    name: Name | None = None
    """The name of a person on my device."""
    level: Level | None = None
    """The level of a bot; "casual" by default."""


class NewTable(ClientRequest):
    """A table to be opened; by default, me against one bot. Without a seat of mine, one must be open."""

    game: GameName
    options: dict[str, Annotated[str, Meta(max_length=6000)]] = field(default_factory=dict)
    """Options by the names of a record's headers, without the number of players, which is that of the seats."""
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=8)] = field(
        default_factory=lambda: [SeatRequest(kind="me"), SeatRequest(kind="bot")]
    )
    clock: Clock = field(default_factory=NoClock)
    help: bool = True
    """Whether the places where a tile fits are highlighted."""
    takebacks: bool | None = None
    """Whether moves may be taken back freely, the bots' answers with them: only where one person plays. Null: yes, if
    one person plays against bots."""
    hints: bool | None = None
    """Whether players may ask for a hint. Null: if `help` is on and only one person plays."""
    pace: Pace = "normal"
    """How fast the bots move."""
    seal: Hex256 | None = None
    """The seal of my client's contribution to the deal. Null: it contributes nothing."""


class MovedAction(ClientRequest):
    """An action of a game that was begun on a device."""

    seat: SeatNumber
    action: Annotated[str, Meta(max_length=200)]


class MovedTable(ClientRequest):
    """A table that was begun on a device and is to go on here: its set-up, seed and actions, as in a record."""

    table: NewTable
    seed: Annotated[str, Meta(pattern=r"^[!-~]([ -~]{0,198}[!-~])?$")]
    actions: Annotated[list[MovedAction], Meta(max_length=2000)]


class Join(ClientRequest):
    """Take an open seat: the first one, or this one."""

    name: Name | None = None
    seat: SeatNumber | None = None
    seal: Hex256 | None = None
    """The seal of my client's contribution to the deal. Null: it contributes nothing."""


class Contribution(ClientRequest):
    """My client's contribution to the deal, once every seat is taken: that of the seal that it gave with the seat."""

    seat: SeatNumber
    contribution: Hex256


class SeatChoice(ClientRequest):
    """One of my seats; null for all of them."""

    seat: SeatNumber | None = None


class PaceChoice(ClientRequest):
    """How fast the bots are to move from now on."""

    pace: Pace


class Me(ClientRequest):
    """My name; null to remove it."""

    name: Name | None


# ---- answers ----


class SeatInfo(Wire):
    """A seat, as everybody may know it."""

    kind: Literal["person", "bot", "open"]
    name: str | None
    level: Level | None
    here: bool
    """False for a person who is away."""
    stood_in: bool
    """Whether a bot plays for a person until they come back."""


class DealInfo(Wire):
    """What the deal of a table is made of, as far as everybody may know it. Lists are by seat."""

    seals: list[str | None]
    """The seals of contributions; null for a seat without one."""
    missing: list[int]
    """The seats whose contributions are awaited now: every seat is taken, and the deal is not fixed yet."""
    contributions: list[str | None] | None
    """The contributions that are in the deal, once it is fixed."""
    secret: str | None
    """The server's part, once the game is over."""


class TableInfo(Wire):
    """A table, without the game that is played at it."""

    id: str
    game: GameName
    options: dict[str, str]
    seats: list[SeatInfo]
    clock: Clock
    help: bool
    takebacks: bool
    """Whether moves may be taken back freely, the bots' answers with them."""
    taken_back: int
    """How often that was done, beyond what every table allows: a result with take-backs."""
    hints: bool
    """Whether players may ask for a hint."""
    pace: Pace
    """How fast the bots move."""
    status: Literal["waiting", "playing", "over"]
    """A game begins when no seat is open and the deal is fixed."""
    commitment: str
    """The hash (SHA-256) of the deal's secret, which is drawn when the table is opened."""
    deal: DealInfo
    seed: str | None
    """The seed, once the game is over."""
    rematch: str | None
    """The table of the rematch, once it is open."""
    rematch_wanted: list[int]
    """The seats whose people want a rematch."""
    rematch_missing: list[int]
    """The seats whose people have not answered yet; none before anybody has asked."""
    created: float


class You(Wire):
    """What is true for this connection alone."""

    seats: list[int]
    """My seats; none for a spectator."""
    undo: list[int]
    """Those that may take back their last action."""
    no_undo: list[NoUndo | None]
    """For each of my seats, why it may not; null if it may."""


class Listing(Wire):
    """One of my tables, in a list."""

    id: str
    game: GameName
    edition: str
    status: Literal["waiting", "playing", "over"]
    names: list[str | None]
    """A person's name or a bot's level, by seat; null for an open seat, and for a person without a name."""
    kinds: list[Literal["person", "bot", "open"]]
    """The kind of each seat."""
    seats: list[int]
    """My seats."""
    turn: int | None
    my_turn: bool
    updated: float
    winners: list[int] | None = None
    """The seats that won, where the game is over and that is known without loading it."""


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
    """Its options, where nothing else is chosen."""


class GameInfo(Wire):
    """A game that can be played here."""

    name: GameName
    editions: list[EditionInfo]
    options: list[OptionInfo]
    levels: list[str]


class MyData(Wire):
    """All that is stored about a person."""

    name: str | None
    created: float | None
    tables: list[Listing]


class Problem(Wire):
    """Why a request was refused, and what would be right."""

    code: str
    reason: str
    clause: str | None = None
    """The clause of the rules that the action breaks."""
    version: int | UnsetType = UNSET


class Token(Wire):
    """A bot's own identity, for `Authorization: Bearer …`."""

    token: str
