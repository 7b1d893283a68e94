"""The stored entries of a table: append-only, numbered from 1. A table is its set-up and its entries.

People's names and identities are stored apart from the entries (`SeatHolder`), so that a person can be deleted without
changing the game. The tags and field names are those of existing databases.
"""

from typing import Literal, NamedTuple

import msgspec

from tessella.tables.wire.tables import Clock, GameName, Level, Pace


class SeatSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat was set up for when the table was opened."""

    kind: Literal["person", "bot", "open"]
    level: Level | None = None


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game, options, seats and clock that were chosen when the table was opened."""

    game: GameName
    options: dict[str, str]
    seats: list[SeatSetup]
    clock: Clock
    help: bool
    # Younger than the first stored tables, which were played without them:
    takebacks: bool = False
    hints: bool = False
    pace: Pace = "normal"
    seals: dict[int, str] = msgspec.field(default_factory=dict)
    """The seals of contributions to the deal, by seat, of those who had a seat from the start."""


class SeatHolder(msgspec.Struct, frozen=True):
    """The person who holds a seat; seats are counted from 0."""

    seat: int
    identity: str
    name: str


class Body(msgspec.Struct, tag_field="kind", omit_defaults=True):
    """What an entry records."""


class SeatTaken(Body, tag="seated"):
    """A person took an open seat."""

    seat: int
    seal: str | None = None
    """The hash of the contribution to the deal that their client will send."""


class Left(Body, tag="left"):
    """A person left: before the game their seats become open again, during the game a bot stands in."""

    seats: list[int]


class Returned(Body, tag="returned"):
    """A person took their seats back."""

    seats: list[int]


class Here(Body, tag="here"):
    """A person connected through this node."""

    seats: list[int]
    node: str


class Gone(Body, tag="gone"):
    """A person has had no connection for a while."""

    seats: list[int]


class StoodIn(Body, tag="stood-in"):
    """A bot stands in for a person who is away."""

    seat: int


class Contributed(Body, tag="contributed"):
    """A client opened its seal: its contribution to the deal."""

    seat: int
    contribution: str


class Dealt(Body, tag="dealt"):
    """The deal is fixed without the contributions that have not come. Without it, the last one that comes fixes it."""


class Acted(Body, tag="acted"):
    """An action in the game."""

    seat: int
    action: str
    key: str | None = None
    """The idempotency key, if a person acted."""
    late: bool = False
    """The clock had run out: a bot acted for a person."""


class Undone(Body, tag="undone"):
    """The last action is taken back; where moves are taken back freely, all that others did since with it."""

    seat: int
    key: str
    count: int = 1
    """How many actions are taken back."""
    free: bool = False
    """Whether it is one that only a table with take-backs allows."""
    same_turn: bool = False
    """Whether the turn has not changed since: then all the time counts for the seat's clock."""


class PaceSet(Body, tag="paced"):
    """Somebody chose how fast the bots move."""

    pace: Pace


class TimeSkipped(Body, tag="time-skipped"):
    """The wall clock was set forward: the time in between passed for nobody."""

    begin: float
    until: float

    def moved(self, at: float) -> float:
        """A time, moved up if it was before."""
        return at + self.until - self.begin if at <= self.begin else at


class RematchWanted(Body, tag="wants-rematch"):
    """A person wants a rematch, or agrees to one."""

    seats: list[int]
    seal: str | None = None
    """The seal of their client's contribution to the deal of the rematch."""


class Rematched(Body, tag="rematched"):
    """The rematch is played at another table."""

    table: str


AnyBody = (
    SeatTaken
    | Left
    | Returned
    | Here
    | Gone
    | StoodIn
    | Contributed
    | Dealt
    | Acted
    | Undone
    | PaceSet
    | TimeSkipped
    | RematchWanted
    | Rematched
)


class Entry(msgspec.Struct, frozen=True):
    """A stored entry."""

    seq: int
    at: float
    """Seconds since 1970."""
    body: AnyBody


class Stored(NamedTuple):
    """A whole table as a store holds it."""

    id: str
    setup: Setup
    seed: str
    """The secret of the deal: the seed of the game itself, where nobody contributed to it."""
    created: float
    entries: list[Entry]
    holders: list[SeatHolder]


def undone_entries(entries: list[Entry]) -> set[int]:
    """The numbers of the actions that were taken back, and of the entries that took them back."""
    standing: list[int] = []
    undone: set[int] = set()
    for entry in entries:
        if isinstance(entry.body, Acted):
            standing.append(entry.seq)
        elif isinstance(entry.body, Undone):
            undone |= {entry.seq, *standing[-entry.body.count :]}
            del standing[-entry.body.count :]
    return undone


encode = msgspec.json.Encoder().encode
decode_body = msgspec.json.Decoder(AnyBody).decode
decode_setup = msgspec.json.Decoder(Setup).decode
