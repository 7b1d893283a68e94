"""Tables that were begun on a device and go on at a server."""

import contextlib
import hashlib

import msgspec

from tessella.core import IllegalAction, NotationError, seat_name, seat_number
from tessella.hosting.ids import ALPHABET, LENGTH
from tessella.hosting.opening import check_not_too_many
from tessella.hosting.room import Room
from tessella.hosting.store import Conflict
from tessella.tables import opening
from tessella.tables.deadlines import next_deadline
from tessella.tables.entries import Acted, Entry
from tessella.tables.listings import summary
from tessella.tables.refusal import Refusal
from tessella.tables.seats import Seat
from tessella.tables.table import Table
from tessella.tables.wire.tables import MovedAction, MovedTable, NewTable, SeatRequest


def leaving(table: Table) -> MovedTable:
    """A table of a device as it is sent to a server. What was taken back stays behind."""
    if table.status == "over":
        raise Refusal("over", "the game is over: there is nothing to go on with elsewhere")
    if table.dealing.seed is None:
        raise Refusal("waiting", "the game has not begun: it is not dealt yet")
    me = next(number for number, seat in enumerate(table.seats) if seat.kind != "bot")
    seats = [_request(seat, number == me) for number, seat in enumerate(table.seats)]
    options = {key: text for key, text in table.setup.options.items() if key != "players"}
    return MovedTable(
        table=NewTable(
            game=table.setup.game,
            options=options,
            seats=seats,
            clock=table.setup.clock,
            help=table.setup.help,
            takebacks=table.setup.takebacks,
            hints=table.setup.hints,
            pace=table.pace,
        ),
        seed=table.dealing.seed,
        actions=[MovedAction(seat=seat_number(each.seat), action=str(each.action)) for each in table.actions],
    )


def _request(seat: Seat, me: bool) -> SeatRequest:
    if seat.kind == "bot":
        return SeatRequest(kind="bot", level=seat.level)
    return SeatRequest(kind="me" if me else "device", name=seat.name or None)


async def arrive(room: Room, identity: str, request: MovedTable, own_name: str | None) -> str:
    """Open the table that a person brings from a device, with all that was played; its id.

    Every action is checked as if it were played here. The same request gives the same table, so that it can be sent
    again when the answer was lost.
    """
    if any(seat.kind == "open" for seat in request.table.seats):
        raise Refusal("bad-seats", "a game that has begun has no open seats")
    if request.table.seal is not None:
        raise Refusal("bad-move", "a game that has begun is dealt: leave 'seal' out")
    table_id = _id(identity, request)
    if await _sits_at(room, identity, table_id):
        return table_id
    await check_not_too_many(room, identity)
    new = opening.new_table(request.table, identity, own_name)
    now = room.node.now()
    empty = new.stored(table_id, request.seed, now)
    entries = [Entry(number, now, Acted(each.seat - 1, each.action)) for number, each in enumerate(request.actions, 1)]
    table = _replayed(Table(empty), entries)
    with contextlib.suppress(Conflict):  # the same request has just stored it
        deadline = next_deadline(table, room.node.settings.pacing)
        await room.node.store.create(empty._replace(entries=entries), summary(table, deadline, now))
    return table_id


def _replayed(table: Table, entries: list[Entry]) -> Table:
    """The table after all entries; `Refusal` names the first action that was not possible."""
    for entry in entries:
        body = entry.body
        assert isinstance(body, Acted)
        where = f"action {entry.seq} of the moved game, {body.action!r} of {seat_name(body.seat)}"
        if body.seat >= len(table.seats):
            raise Refusal("bad-move", f"{where}: there is no such seat; the seats are 1 to {len(table.seats)}")
        try:
            table, _ = table.after(entry)
        except (IllegalAction, NotationError) as error:
            raise Refusal("bad-move", f"{where} is not possible: {error}") from None
    if table.status == "over":
        raise Refusal("over", "the game is over: there is nothing to go on with here")
    return table


async def _sits_at(room: Room, identity: str, table_id: str) -> bool:
    stored = await room.node.store.load(table_id)
    return stored is not None and any(holder.identity == identity for holder in stored.holders)


def _id(identity: str, request: MovedTable) -> str:
    """The id of a table that follows from who moves it and what was played."""
    digest = hashlib.sha256(msgspec.json.encode([identity, request])).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:LENGTH])
