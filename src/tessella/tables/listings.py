"""Tables in a list: what is known of them without loading their entries."""

from typing import NamedTuple

from tessella.core import seat_number
from tessella.tables.deadlines import Deadline
from tessella.tables.entries import SeatHolder, Setup
from tessella.tables.seats import Kind
from tessella.tables.table import Table
from tessella.tables.wire.tables import Listing


class Summary(NamedTuple):
    """What a store keeps beside the entries of a table, to search and list tables by."""

    version: int
    status: str
    turn: int | None
    """The seat on turn, from 0."""
    due: float | None
    """The table's next deadline."""
    updated: float


class Row(NamedTuple):
    """A table in a list."""

    id: str
    setup: Setup
    summary: Summary
    holders: list[SeatHolder]


def summary(table: Table, deadline: Deadline | None, now: float) -> Summary:
    """The summary of a table."""
    return Summary(table.version, table.status, table.turn, None if deadline is None else deadline.at, now)


def listing(row: Row, identity: str) -> Listing:
    """A table in the list of one of its people."""
    seats = [holder.seat for holder in row.holders if holder.identity == identity]
    turn = row.summary.turn
    return Listing(
        id=row.id,
        game=row.setup.game,
        edition=row.setup.options["edition"],
        status=row.summary.status,  # type: ignore[arg-type] # as `summary` wrote it
        names=_names(row),
        kinds=_kinds(row),
        seats=[seat_number(seat) for seat in seats],
        turn=None if turn is None else seat_number(turn),
        my_turn=turn in seats,
        updated=row.summary.updated,
    )


def _kinds(row: Row) -> list[Kind]:
    """The kind of each seat. Once the game has begun no seat is open, even if its person was deleted."""
    held = {holder.seat for holder in row.holders}
    begun = row.summary.status != "waiting"
    return [
        "bot" if seat.kind == "bot" else "person" if begun or number in held else "open"
        for number, seat in enumerate(row.setup.seats)
    ]


def _names(row: Row) -> list[str | None]:
    """The name or level at each seat."""
    names = {holder.seat: holder.name for holder in row.holders}
    return [names.get(number) or seat.level for number, seat in enumerate(row.setup.seats)]
