"""What is stored of a table, one after the other: append-only, numbered from 1. A table is its set-up and its entries.

Who sits where, by name, is kept apart (`Sitting`), so that a person can be forgotten without touching the game.
"""

from typing import Literal

import msgspec

from tessella.tables.wire.tables import Clock, GameName, Level


class Seating(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a seat was set up."""

    kind: Literal["person", "bot", "open"]
    level: Level | None = None


class Setup(msgspec.Struct, frozen=True):
    """What was agreed when the table was opened."""

    game: GameName
    options: dict[str, str]
    seats: list[Seating]
    clock: Clock
    help: bool


class Sitting(msgspec.Struct, frozen=True):
    """A person at a seat (from 0)."""

    seat: int
    identity: str
    name: str


class Body(msgspec.Struct, tag_field="kind", omit_defaults=True):
    """What an entry says."""


class Seated(Body, tag="seated"):
    """Somebody took an open seat."""

    seat: int


class Left(Body, tag="left"):
    """Somebody left: before the game their seats are open again, later a bot stands in."""

    seats: list[int]


class Returned(Body, tag="returned"):
    """Somebody took their seats back."""

    seats: list[int]


class Here(Body, tag="here"):
    """Somebody has come, through this node."""

    seats: list[int]
    node: str


class Gone(Body, tag="gone"):
    """Nobody has seen them for a while."""

    seats: list[int]


class StoodIn(Body, tag="stood-in"):
    """A bot plays for somebody who is away."""

    seat: int


class Acted(Body, tag="acted"):
    """Something was done in the game."""

    seat: int
    action: str
    key: str | None = None
    """Its idempotency key, if a person did it."""
    late: bool = False
    """The clock had run out: a bot did it for a person."""


class Undone(Body, tag="undone"):
    """The last thing that was done is taken back."""

    seat: int
    key: str


class Rematched(Body, tag="rematched"):
    """It is played again at another table."""

    table: str


AnyBody = Seated | Left | Returned | Here | Gone | StoodIn | Acted | Undone | Rematched


class Entry(msgspec.Struct, frozen=True):
    """An entry as it is stored."""

    seq: int
    at: float
    """Seconds since 1970."""
    body: AnyBody


encode = msgspec.json.Encoder().encode
decode_body = msgspec.json.Decoder(AnyBody).decode
decode_setup = msgspec.json.Decoder(Setup).decode
