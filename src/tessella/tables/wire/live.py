"""What goes over a live connection: two closed unions, in and out, and nothing else."""

import msgspec

from tessella.tables.wire.base import ClientRequest, Piece, Wire
from tessella.tables.wire.chromino import ChrominoEvent, ChrominoPosition
from tessella.tables.wire.florentine import FlorentineEvent, FlorentinePosition
from tessella.tables.wire.tables import Key, SeatNumber, TableInfo, Version, You

Position = ChrominoPosition | FlorentinePosition

# ---- in ----


class Act(ClientRequest, tag_field="type", tag="act"):
    """Do something, as a record writes it."""

    key: Key
    version: Version
    seat: SeatNumber
    action: str


class Undo(ClientRequest, tag_field="type", tag="undo"):
    """Take back what this seat did last."""

    key: Key
    version: Version
    seat: SeatNumber


class Why(ClientRequest, tag_field="type", tag="why"):
    """Ask why something may not be done, without doing it."""

    seat: SeatNumber
    action: str


class Sync(ClientRequest, tag_field="type", tag="sync"):
    """Ask for all that came after a version."""

    since: Version


ClientMessage = Act | Undo | Why | Sync

# ---- out ----


class Snapshot(Wire, tag_field="type", tag="snapshot"):
    """The whole table, as these seats may see it."""

    version: int
    table: TableInfo
    you: You
    board: list[Piece]
    positions: list[Position]
    """One for each of my seats; a spectator gets one."""
    seconds_left: float | None
    """Until the clock runs out for the seat on turn."""


class ChrominoUpdate(Wire, tag_field="type", tag="chromino"):
    """What happened at a table of Chromino, and how things stand now."""

    version: int
    events: list[ChrominoEvent]
    laid: list[Piece]
    """New on the board."""
    positions: list[ChrominoPosition] | None
    """Null where further updates follow at once."""
    you: You
    table: TableInfo | None
    """If that has changed."""
    seconds_left: float | None


class FlorentineUpdate(Wire, tag_field="type", tag="florentine"):
    """The same at a table of Florentine Dominoes."""

    version: int
    events: list[FlorentineEvent]
    laid: list[Piece]
    positions: list[FlorentinePosition] | None
    you: You
    table: TableInfo | None
    seconds_left: float | None


Update = ChrominoUpdate | FlorentineUpdate


class Current(Wire, tag_field="type", tag="current"):
    """Nothing was missed since the version that was named."""

    version: int
    seconds_left: float | None
    """Until the clock runs out for the seat on turn."""


class Confirmed(Wire, tag_field="type", tag="confirmed"):
    """It is done, stored, and will not be lost."""

    key: str
    version: int


class Refused(Wire, tag_field="type", tag="refused"):
    """It was not done. Of "stale" things a snapshot follows; what is "away" may be tried again."""

    key: str | None
    code: str
    reason: str
    clause: str | None
    version: int | None


class Reason(Wire, tag_field="type", tag="reason"):
    """The answer to why: null if it may be done."""

    seat: int
    action: str
    reason: str | None
    clause: str | None


ServerMessage = Snapshot | Update | Current | Confirmed | Refused | Reason

encode = msgspec.json.Encoder().encode
decode_client = msgspec.json.Decoder(ClientMessage).decode
decode_server = msgspec.json.Decoder(ServerMessage).decode


class Events(Wire):
    """All that came after a version: the updates, or where they are too many the whole table."""

    updates: list[Update]
    snapshot: Snapshot | None
