"""The messages that connections are sent: made from views and from events as their seats see them, and nothing else."""

from collections.abc import Collection

from tessella.core import Event, View, seat_number
from tessella.core.schema import encode_all
from tessella.tables.seats import Seat
from tessella.tables.table import Change, Table
from tessella.tables.wire.base import EventJson, Piece, ViewJson
from tessella.tables.wire.live import Current, Snapshot, Update
from tessella.tables.wire.tables import SeatInfo, TableInfo, You

Seats = tuple[int, ...]
"""The seats of a connection; none for a spectator."""

UNCHANGED = frozenset({"board", "laid_by", "options"})
"""The fields of a view that an update leaves out: `laid` continues the board, and options never change."""


def snapshot(table: Table, seats: Seats, now: float) -> Snapshot:
    """The whole table."""
    return Snapshot(
        version=table.version,
        table=table_info(table),
        you=_you(table, seats),
        views=_encoded(_views(table, {seats}))[seats],
        seconds_left=_seconds_left(table, now),
    )


def current(table: Table, now: float) -> Current:
    """That nothing was missed."""
    return Current(version=table.version, seconds_left=_seconds_left(table, now))


def updates(table: Table, changes: list[Change], everybody: Collection[Seats], now: float) -> dict[Seats, list[Update]]:
    """What has changed, for connections with these seats. Only the last change says how things stand now."""
    views = _views(table, everybody)
    seen = next(iter(views.values()))[0]  # everybody sees the same board
    standing = _encoded(views, without=UNCHANGED)
    messages: dict[Seats, list[Update]] = {seats: [] for seats in everybody}
    left = _seconds_left(table, now)
    reseated = any(change.seats for change in changes)
    for change in changes:
        last = change is changes[-1]
        info = table_info(table) if reseated and last else None
        laid = _laid(seen, change)
        encoded: dict[Event, EventJson] = {}
        for seats in everybody:
            messages[seats].append(
                Update(
                    version=change.seq,
                    events=[_event(event, seats, encoded) for event in change.events],
                    laid=laid,
                    views=standing[seats] if last else None,
                    you=_you(table, seats),
                    table=info,
                    seconds_left=left,
                )
            )
    return messages


def table_info(table: Table) -> TableInfo:
    """What everybody may know of a table. The seed is told when the game is over."""
    alone = len(table.people()) < 2
    return TableInfo(
        id=table.id,
        game=table.setup.game,
        options=table.options.to_text(),
        seats=[_seat_info(seat, alone) for seat in table.seats],
        clock=table.setup.clock,
        help=table.setup.help,
        status=table.status,
        commitment=table.commitment,
        seed=table.seed if table.status == "over" else None,
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
    return You(
        seats=[seat_number(seat) for seat in seats],
        undo=[seat_number(seat) for seat in seats if table.may_undo(seat)],
    )


def _views(table: Table, everybody: Collection[Seats]) -> dict[Seats, list[View]]:
    """What connections with these seats see. Before all have come nobody sees a hand: the game has not begun."""
    if table.status == "waiting":
        waiting = [table.state.view(None).before_start()]
        return dict.fromkeys(everybody, waiting)
    wanted: dict[Seats, Collection[int | None]] = {seats: seats or (None,) for seats in everybody}
    viewers = list({viewer for viewers in wanted.values() for viewer in viewers})
    views = dict(zip(viewers, table.state.views(viewers), strict=True))
    return {seats: [views[viewer] for viewer in viewers] for seats, viewers in wanted.items()}


def _encoded(views: dict[Seats, list[View]], without: frozenset[str] = frozenset()) -> dict[Seats, list[ViewJson]]:
    """Those views as JSON. What they share is encoded once."""
    distinct = list({id(view): view for own in views.values() for view in own}.values())
    encoded = dict(zip(map(id, distinct), encode_all(distinct, without), strict=True))
    return {seats: [encoded[id(view)] for view in own] for seats, own in views.items()}


def _laid(view: View, change: Change) -> list[Piece]:
    """The pieces that a change brought to the board."""
    new = slice(change.laid.start, change.laid.stop)
    return [Piece.of(lay, seat) for lay, seat in zip(view.board[new], view.laid_by[new], strict=True)]


def _event(event: Event, seats: Seats, encoded: dict[Event, EventJson]) -> EventJson:
    """An event as these seats together see it: as the one of them that may know more than a spectator."""
    public = event.seen_by(None)
    seen = public
    if public is not event:
        seen = next((own for seat in seats if (own := event.seen_by(seat)) != public), public)
    if seen not in encoded:
        encoded[seen] = seen.to_json()
    return encoded[seen]


def _seconds_left(table: Table, now: float) -> float | None:
    at = table.clock_runs_out()
    return None if at is None else round(max(0.0, at - now), 1)
