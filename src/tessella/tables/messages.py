"""The messages that connections are sent: made from views and from events as their seats see them, and nothing else."""

from collections.abc import Collection, Iterable

from tessella.core import Event, View, seat_number
from tessella.core.schema import encode_all
from tessella.tables import rematches
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
    viewers = _viewers(table, [seats])[seats]
    return Snapshot(
        version=table.version,
        table=table_info(table),
        you=_you(table, seats),
        views=[*_encoded(_views(table, viewers)).values()],
        seconds_left=_seconds_left(table, now),
    )


def current(table: Table, now: float) -> Current:
    """That nothing was missed."""
    return Current(version=table.version, seconds_left=_seconds_left(table, now))


def updates(table: Table, changes: list[Change], everybody: Collection[Seats], now: float) -> dict[Seats, list[Update]]:
    """What has changed, for connections with these seats. Only the last change says how things stand now."""
    viewers = _viewers(table, everybody)
    views = _views(table, (viewer for own in viewers.values() for viewer in own))
    encoded = _encoded(views, without=UNCHANGED)
    seen = next(iter(views.values()))  # everybody sees the same board
    messages: dict[Seats, list[Update]] = {seats: [] for seats in everybody}
    left = _seconds_left(table, now)
    reseated = any(change.seats for change in changes)
    for change in changes:
        last = change is changes[-1]
        info = table_info(table) if reseated and last else None
        laid = _laid(seen, change)
        encoded_events: dict[Event, EventJson] = {}
        for seats in everybody:
            messages[seats].append(
                Update(
                    version=change.seq,
                    events=[_event(event, seats, encoded_events) for event in change.events],
                    laid=laid,
                    views=[encoded[viewer] for viewer in viewers[seats]] if last else None,
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
        takebacks=table.setup.takebacks,
        taken_back=table.taken_back,
        hints=table.setup.hints,
        pace=table.pace,
        status=table.status,
        commitment=table.commitment,
        seed=table.seed if table.status == "over" else None,
        rematch=table.rematch,
        rematch_wanted=[seat_number(seat) for seat in sorted(table.rematch_wanted)],
        rematch_missing=[seat_number(seat) for seat in rematches.missing(table)],
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
        no_undo=[table.no_undo(seat) for seat in seats],
    )


Viewer = int | None
"""A seat, or a spectator."""


def _viewers(table: Table, everybody: Collection[Seats]) -> dict[Seats, Collection[Viewer]]:
    """As whom connections with these seats look at the game. Before all have come nobody sees a hand."""
    waiting = table.status == "waiting"
    return {seats: (None,) if waiting or not seats else seats for seats in everybody}


def _views(table: Table, viewers: Iterable[Viewer]) -> dict[Viewer, View]:
    """What each of them sees."""
    distinct = list(dict.fromkeys(viewers))
    views = table.state.views(distinct)
    if table.status == "waiting":
        views = [view.before_start() for view in views]
    return dict(zip(distinct, views, strict=True))


def _encoded(views: dict[Viewer, View], without: frozenset[str] = frozenset()) -> dict[Viewer, ViewJson]:
    """Those views as JSON. What they share is encoded once."""
    return dict(zip(views, encode_all([*views.values()], without), strict=True))


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
