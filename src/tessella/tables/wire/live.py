"""What goes over a live connection: two closed unions, in and out, and nothing else."""

import msgspec

from tessella.tables.wire.base import ClientRequest, EventJson, Piece, ViewJson, Wire
from tessella.tables.wire.tables import Key, SeatNumber, TableInfo, Version, You

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


class HintRequest(ClientRequest, tag_field="type", tag="hint"):
    """Ask what the strongest bot would do in the place of this seat, which is on turn."""

    seat: SeatNumber


class Sync(ClientRequest, tag_field="type", tag="sync"):
    """Ask for all that came after a version."""

    since: Version


ClientMessage = Act | Undo | Why | HintRequest | Sync

# ---- out ----


class Snapshot(Wire, tag_field="type", tag="snapshot"):
    """The whole table, as these seats may see it."""

    version: int
    table: TableInfo
    you: You
    views: list[ViewJson]
    """What each of my seats sees; a spectator gets one view."""
    seconds_left: float | None
    """Until the clock runs out for the seat on turn."""


class Update(Wire, tag_field="type", tag="update"):
    """What happened at a table, and how things stand now."""

    version: int
    events: list[EventJson]
    laid: list[Piece]
    """New on the board."""
    views: list[ViewJson] | None
    """The views without `board`, `laid_by` and `options`: `laid` continues the board, and options never change. Null
    where further updates follow at once."""
    you: You
    table: TableInfo | None
    """If that has changed."""
    seconds_left: float | None


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


class HintFact(Wire):
    """Something that speaks for an action: a code, for which the client has words, with its numbers."""

    code: str
    values: dict[str, int]
    """Seats are counted from 1."""


class HintGiven(Wire, tag_field="type", tag="hint"):
    """The answer to a request for a hint."""

    version: int
    """The version of the table for which it was given."""
    seat: int
    action: str
    facts: list[HintFact]
    """What speaks for it, the most important first."""


ServerMessage = Snapshot | Update | Current | Confirmed | Refused | Reason | HintGiven

encode = msgspec.json.Encoder().encode
decode_client = msgspec.json.Decoder(ClientMessage).decode
decode_server = msgspec.json.Decoder(ServerMessage).decode


class Events(Wire):
    """All that came after a version: the updates, or where they are too many the whole table."""

    updates: list[Update]
    snapshot: Snapshot | None
