"""The messages that connections are sent: made from views and from events as their seats see them, and nothing else."""

from collections.abc import Collection, Iterable
from typing import Any

from msgspec import Raw

from tessella.core import Event, View, seat_number
from tessella.core.schema import encode_apart
from tessella.tables import rematches
from tessella.tables.seats import Seat
from tessella.tables.table import Change, Table
from tessella.tables.wire import live
from tessella.tables.wire.base import EventJson, Piece
from tessella.tables.wire.live import Current, Snapshot, Update
from tessella.tables.wire.tables import DealInfo, SeatInfo, TableInfo, You

Seats = tuple[int, ...]
"""The seats of a connection; none for a spectator."""

UNCHANGED = frozenset({"board", "laid_by", "options"})
"""The fields of a view that an update leaves out: `laid` continues the board, and options never change."""


def snapshot(table: Table, seats: Seats, now: float) -> Snapshot:
    """The whole table."""
    viewers = _viewers(table, [seats])[seats]
    _, views = _views(table, viewers)
    return Snapshot(
        version=table.version,
        table=table_info(table),
        you=_you(table, seats),
        views=[*views.values()],
        seconds_left=_seconds_left(table, now),
    )


def current(table: Table, now: float) -> Current:
    """That nothing was missed."""
    return Current(version=table.version, seconds_left=_seconds_left(table, now))


def updates(table: Table, changes: list[Change], everybody: Collection[Seats], now: float) -> dict[Seats, list[Update]]:
    """What has changed, for connections with these seats. Only the last change says how things stand now."""
    viewers = _viewers(table, everybody)
    seen, encoded = _views(table, (viewer for own in viewers.values() for viewer in own), without=UNCHANGED)
    messages: dict[Seats, list[Update]] = {seats: [] for seats in everybody}
    left = _seconds_left(table, now)
    reseated = any(change.seats for change in changes)
    for change in changes:
        last = change is changes[-1]
        info = table_info(table) if reseated and last else None
        laid: Any = _laid(seen, change)
        public = [event.seen_by(None) for event in change.events]
        public_events: Any = [event.to_json() for event in public]
        # Most events are the same for everybody, and so is the list of them.
        hides = any(shown is not event for shown, event in zip(public, change.events, strict=True))
        own_events = {
            seats: _events(change.events, public, public_events, seats) for seats in everybody if hides and seats
        }
        if len(everybody) > 1:
            laid, public_events = Raw(live.encode(laid)), Raw(live.encode(public_events))
        for seats in everybody:
            messages[seats].append(
                Update(
                    version=change.seq,
                    events=own_events.get(seats, public_events),
                    laid=laid,
                    views=[encoded[viewer] for viewer in viewers[seats]] if last else None,
                    you=_you(table, seats),
                    table=info,
                    seconds_left=left,
                )
            )
    return messages


def table_info(table: Table) -> TableInfo:
    """What everybody may know of a table. The seed and the secret are published when the game is over."""
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
        deal=_deal_info(table),
        seed=table.dealing.seed if table.status == "over" else None,
        rematch=table.rematch,
        rematch_wanted=[seat_number(seat) for seat in sorted(table.rematch_wanted)],
        rematch_missing=[seat_number(seat) for seat in rematches.missing(table)],
        created=table.created,
    )


def _deal_info(table: Table) -> DealInfo:
    dealing, seats = table.dealing, range(len(table.seats))
    return DealInfo(
        seals=[dealing.seals.get(seat) for seat in seats],
        missing=[seat_number(seat) for seat in dealing.missing],
        contributions=None if dealing.seed is None else [dealing.contributions.get(seat) for seat in seats],
        secret=dealing.secret if table.status == "over" else None,
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
    reasons = [table.no_undo(seat) for seat in seats]
    return You(
        seats=[seat_number(seat) for seat in seats],
        undo=[seat_number(seat) for seat, reason in zip(seats, reasons, strict=True) if reason is None],
        no_undo=reasons,
    )


Viewer = int | None
"""A seat, or a spectator."""


def _viewers(table: Table, everybody: Collection[Seats]) -> dict[Seats, Collection[Viewer]]:
    """As whom connections with these seats look at the game. Before the deal nobody has a hand."""
    waiting = table.status == "waiting"
    return {seats: (None,) if waiting or not seats else seats for seats in everybody}


def _views(
    table: Table, viewers: Iterable[Viewer], without: frozenset[str] = frozenset()
) -> tuple[View, dict[Viewer, Any]]:
    """What everybody sees, and what each of them sees as JSON that is written already: a `Raw` where the wire has a
    `ViewJson`. What they share is encoded and written once."""
    distinct = list(dict.fromkeys(viewers))
    public, apart = table.state.views_apart(distinct)
    if table.status == "waiting":  # then all of them are spectators
        public = public.before_start()
    shared, parts = encode_apart(public, apart, without)
    begin = live.encode(shared)[:-1]
    written = [Raw(begin + b"," + live.encode(part)[1:] if part else begin + b"}") for part in parts]
    return public, dict(zip(distinct, written, strict=True))


def _laid(view: View, change: Change) -> list[Piece]:
    """The pieces that a change brought to the board."""
    new = slice(change.laid.start, change.laid.stop)
    return [Piece.of(lay, seat) for lay, seat in zip(view.board[new], view.laid_by[new], strict=True)]


def _events(events: list[Event], public: list[Event], encoded: list[EventJson], seats: Seats) -> list[EventJson]:
    """The events as these seats together see them: each as the one of them that may know more than a spectator.

    `public` is what a spectator sees of them, and `encoded` the same as JSON.
    """
    seen = []
    for event, shown, json in zip(events, public, encoded, strict=True):
        own = None if shown is event else next((own for seat in seats if (own := event.seen_by(seat)) != shown), None)
        seen.append(json if own is None else own.to_json())
    return seen


def _seconds_left(table: Table, now: float) -> float | None:
    seconds = table.clock_seconds()
    return None if seconds is None else round(min(seconds, max(0.0, table.turn_since + seconds - now)), 1)
