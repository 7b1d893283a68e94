"""What a connection is told: made from views and from events as its seats see them, and from nothing else."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tessella import chromino, florentine
from tessella.core import Event, View
from tessella.protocol.base import Piece
from tessella.protocol.chromino import ChrominoEvent
from tessella.protocol.chromino import position as chromino_position
from tessella.protocol.florentine import FlorentineEvent
from tessella.protocol.florentine import position as florentine_position
from tessella.protocol.live import ChrominoUpdate, FlorentineUpdate, Position, Snapshot, Update
from tessella.protocol.tables import SeatInfo, TableInfo, You
from tessella.server.table import Change, Seat, Table

Seats = Sequence[int]
"""The seats of a connection; none for a spectator."""


def snapshot(table: Table, seats: Seats, now: float) -> Snapshot:
    """The whole table."""
    views = _views(table, seats)
    shown: Any = views[0]  # both games have a board and who laid each piece
    return Snapshot(
        version=table.version,
        table=table_info(table),
        you=_you(table, seats),
        board=[
            Piece(lay=str(lay), seat=None if by is None else by + 1)
            for lay, by in zip(shown.board, shown.laid_by, strict=True)
        ],
        positions=[_position(view) for view in views],
        seconds_left=_seconds_left(table, now),
    )


def update(table: Table, change: Change, seats: Seats, now: float, last: bool = True) -> Update:
    """What has changed. Only the last of several says how things stand now."""
    seen = [_seen(event, seats) for event in change.events]
    made: dict[str, Any] = {
        "version": change.seq,
        "laid": [Piece(lay=event["lay"], seat=event["seat"]) for event in seen if event["event"] == "laid"],
        "positions": [_position(view) for view in _views(table, seats)] if last else None,
        "you": _you(table, seats),
        "table": table_info(table) if change.seats and last else None,
        "seconds_left": _seconds_left(table, now),
    }
    if table.setup.game == "chromino":
        return ChrominoUpdate(events=msgspec.convert(seen, list[ChrominoEvent]), **made)
    return FlorentineUpdate(events=msgspec.convert(seen, list[FlorentineEvent]), **made)


def table_info(table: Table) -> TableInfo:
    """What everybody may know of a table. The seed is told when the game is over."""
    status = table.status
    alone = len(table.people()) < 2
    return TableInfo(
        id=table.id,
        game=table.setup.game,
        options=table.options.to_text(),
        seats=[_seat_info(seat, alone) for seat in table.seats],
        clock=table.setup.clock,
        help=table.setup.help,
        status=status,
        commitment=table.commitment,
        seed=table.seed if status == "over" else None,
        rematch=table.rematch,
        created=table.created,
    )


def _seat_info(seat: Seat, alone: bool) -> SeatInfo:
    return SeatInfo(
        kind=seat.kind,
        name=seat.name,
        level=seat.level,
        # Where nobody else would wait, nobody notes who is here.
        here=seat.kind != "person" or alone or seat.node is not None,
        stood_in=seat.stood_in,
    )


def _you(table: Table, seats: Seats) -> You:
    return You(seats=[seat + 1 for seat in seats], undo=[seat + 1 for seat in seats if table.may_undo(seat)])


def _views(table: Table, seats: Seats) -> list[View]:
    """Before all have come, nobody sees their hand: the game has not begun."""
    if table.status == "waiting":
        return [table.state.view(None)]
    return [table.state.view(seat) for seat in seats] or [table.state.view(None)]


def _position(view: View) -> Position:
    if isinstance(view, chromino.View):
        return chromino_position(view)
    assert isinstance(view, florentine.View)
    return florentine_position(view)


def _seen(event: Event, seats: Seats) -> dict[str, Any]:
    """An event as these seats together see it: as the one of them sees it that may know more than a spectator."""
    plain = event.seen_by(None)
    seen = next((other for seat in seats if (other := event.seen_by(seat)) != plain), plain)
    return seen.to_json()


def _seconds_left(table: Table, now: float) -> float | None:
    at = table.clock_runs_out()
    return None if at is None else round(max(0.0, at - now), 1)
