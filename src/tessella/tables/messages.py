"""What connections are told: made from views and from events as their seats see them, and from nothing else."""

from collections.abc import Collection
from typing import Any, get_args

import msgspec

from tessella.core import Event
from tessella.tables.seats import Seat
from tessella.tables.table import Change, Table
from tessella.tables.wire import chromino, florentine
from tessella.tables.wire.base import Piece
from tessella.tables.wire.live import ChrominoUpdate, Current, FlorentineUpdate, Position, Snapshot, Update
from tessella.tables.wire.tables import SeatInfo, TableInfo, You

Seats = tuple[int, ...]
"""The seats of a connection; none for a spectator."""

_POSITIONS: dict[str, Any] = {"chromino": chromino.positions, "florentine": florentine.positions}
_EVENTS: dict[str, dict[str, Any]] = {
    game: {kind.__struct_config__.tag: kind for kind in get_args(union)}
    for game, union in (("chromino", chromino.ChrominoEvent), ("florentine", florentine.FlorentineEvent))
}
_UPDATES: dict[str, Any] = {"chromino": ChrominoUpdate, "florentine": FlorentineUpdate}


def snapshot(table: Table, seats: Seats, now: float) -> Snapshot:
    """The whole table."""
    shown: Any = table.state.view(None)  # both games have a board, and who laid each piece
    return Snapshot(
        version=table.version,
        table=table_info(table),
        you=_you(table, seats),
        board=[
            Piece(lay=str(lay), seat=None if by is None else by + 1)
            for lay, by in zip(shown.board, shown.laid_by, strict=True)
        ],
        positions=_positions(table, {seats})[seats],
        seconds_left=_seconds_left(table, now),
    )


def current(table: Table, now: float) -> Current:
    """That nothing was missed."""
    return Current(version=table.version, seconds_left=_seconds_left(table, now))


def updates(table: Table, changes: list[Change], everybody: Collection[Seats], now: float) -> dict[Seats, list[Update]]:
    """What has changed, for connections with these seats. Only the last change says how things stand now."""
    found = _positions(table, everybody)
    made: dict[Seats, list[Update]] = {seats: [] for seats in everybody}
    left = _seconds_left(table, now)
    seated = any(change.seats for change in changes)
    for change in changes:
        last = change is changes[-1]
        info = table_info(table) if seated and last else None
        told: dict[Event, Any] = {}
        for seats in everybody:
            events = [_wire(event, seats, table.setup.game, told) for event in change.events]
            made[seats].append(
                _UPDATES[table.setup.game](
                    version=change.seq,
                    events=events,
                    laid=[Piece(lay=event.lay, seat=event.seat) for event in events if _lays(event)],
                    positions=found[seats] if last else None,
                    you=_you(table, seats),
                    table=info,
                    seconds_left=left,
                )
            )
    return made


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
    return You(seats=[seat + 1 for seat in seats], undo=[seat + 1 for seat in seats if table.may_undo(seat)])


def _positions(table: Table, everybody: Collection[Seats]) -> dict[Seats, list[Position]]:
    """What connections with these seats see. Before all have come nobody sees their hand: the game has not begun."""
    begun = table.status != "waiting"
    wanted: dict[Seats, Collection[int | None]] = {seats: (begun and seats) or (None,) for seats in everybody}
    viewers = list({viewer for viewers in wanted.values() for viewer in viewers})
    made = _POSITIONS[table.setup.game](table.state.views(viewers))
    for seat in made[0].seats if not begun and table.setup.game == "chromino" else ():
        seat.shown, seat.known = [], []  # open hands (C19), too, are for those who play
    found = dict(zip(viewers, made, strict=True))
    return {seats: [found[viewer] for viewer in viewers] for seats, viewers in wanted.items()}


def _wire(event: Event, seats: Seats, game: str, told: dict[Event, Any]) -> Any:
    """An event as these seats together see it: as the one of them sees it that may know more than a spectator."""
    seen = event.seen_by(None)
    if seen is not event:
        plain = seen
        seen = next((other for seat in seats if (other := event.seen_by(seat)) != plain), plain)
    if seen not in told:
        said = seen.to_json()
        told[seen] = msgspec.convert(said, _EVENTS[game][said["event"]])
    return told[seen]


def _lays(event: Any) -> bool:
    return isinstance(event, chromino.ChrominoLaid | florentine.FlorentineLaid)


def _seconds_left(table: Table, now: float) -> float | None:
    at = table.clock_runs_out()
    return None if at is None else round(max(0.0, at - now), 1)
