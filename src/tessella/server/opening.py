"""Opening tables and moving between seats: what people do besides playing."""

import contextlib
import secrets
from collections.abc import Callable, Sequence

from tessella.core import OptionError, new_seed
from tessella.core.validation import listing
from tessella.games import game_named
from tessella.server.deadline import next_due
from tessella.server.identity import clean_name
from tessella.server.room import Room
from tessella.server.session import Decision
from tessella.server.store import Row, Summary
from tessella.tables.entries import Left, Rematched, Returned, Seated, Seating, Setup, Sitting
from tessella.tables.refusal import Conflict, Refusal
from tessella.tables.table import Kind, Stored, Table
from tessella.tables.wire.tables import Join, Level, NewTable

Decider = Callable[[Table], Decision | int]
USUAL_LEVEL: Level = "casual"
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody mixes up when a link is read aloud."""


def new_id() -> str:
    """A table's name in links: 60 bits, so that nobody comes by guessing."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


async def open_table(room: Room, identity: str, asked: NewTable, name: str | None) -> str:
    """Open a table; its name."""
    await _check_not_too_many(room, identity)
    setup, sittings = _set_up(asked, identity, name)
    return await _create(room, setup, sittings)


async def _create(room: Room, setup: Setup, sittings: Sequence[Sitting], table_id: str | None = None) -> str:
    now = room.clock()
    stored = Stored(table_id or new_id(), setup, new_seed(), now, [], list(sittings))
    table = Table(stored)
    due = next_due(table, room.settings)
    await room.store.create(stored, Summary(0, table.status, table.turn, None if due is None else due.at, now))
    return stored.id


async def _check_not_too_many(room: Room, identity: str) -> None:
    most = room.settings.tables_each
    rows = await room.store.tables_of(identity)
    if sum(row.summary.status != "over" for row in rows) >= most:
        raise Refusal("too-many", f"you sit at {most} unfinished tables: finish or leave one first")


def _set_up(asked: NewTable, identity: str, name: str | None) -> tuple[Setup, list[Sitting]]:
    game = game_named(asked.game)
    if "players" in asked.options:
        raise Refusal("bad-options", "the number of players is that of the seats: leave 'players' out")
    try:
        options = game.read_options({**asked.options, "players": str(len(asked.seats))})
    except OptionError as error:
        raise Refusal("bad-options", str(error)) from None
    seats: list[Seating] = []
    sittings: list[Sitting] = []
    for number, seat in enumerate(asked.seats):
        if seat.kind == "bot":
            seats.append(Seating("bot", seat.level or USUAL_LEVEL))
            continue
        if seat.level is not None:
            raise Refusal("bad-seats", f"seat {number + 1} is for a person: only a bot has a level")
        seats.append(Seating("open" if seat.kind == "open" else "person"))
        if seat.kind != "open":
            own = name if seat.kind == "me" else None
            called = clean_name(seat.name) or own or ""
            sittings.append(Sitting(number, identity, called))
    if not sittings:
        raise Refusal("bad-seats", 'nobody is yours here: give one of the seats the kind "me"')
    return Setup(asked.game, options.to_text(), seats, asked.clock, asked.help), sittings


def join(asked: Join, identity: str, name: str | None) -> Decider:
    """Take an open seat. Who sits here already stays there, unless they name a further one."""

    def decide(table: Table) -> Decision | int:
        open_seats = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
        wanted = None if asked.seat is None else asked.seat - 1
        own = table.seats_of(identity)
        if own and (wanted is None or wanted in own):
            return table.version
        if not open_seats:
            raise Refusal("no-seat", "no seat is open here; you can watch")
        if wanted is not None and wanted not in open_seats:
            seats = listing(number + 1 for number in open_seats)
            raise Refusal("no-seat", f"seat {wanted + 1} is not open; open: {seats}")
        seat = open_seats[0] if wanted is None else wanted
        called = clean_name(asked.name) or name or ""
        return Seated(seat), [*table.sittings(), Sitting(seat, identity, called)]

    return decide


def leave(identity: str, seat: int | None) -> Decider:
    """Leave some or all of one's seats."""

    def decide(table: Table) -> Decision | int:
        seats = _own(table, identity, seat)
        if table.status == "waiting":
            return Left(seats), [sitting for sitting in table.sittings() if sitting.seat not in seats]
        staying = [number for number in seats if not table.seats[number].left]
        if not staying or table.status == "over":
            return table.version
        return Left(staying), None

    return decide


def come_back(identity: str, seat: int | None) -> Decider:
    """Take one's seats back from the bots that stand in."""

    def decide(table: Table) -> Decision | int:
        seats = [number for number in _own(table, identity, seat) if table.seats[number].stood_in]
        return (Returned(seats), None) if seats else table.version

    return decide


async def rematch(room: Room, identity: str, old: str) -> str:
    """Play again with the same people and options; the first to ask opens the table, the others find it."""
    async with room.at(old) as table:
        if not table.seats_of(identity):
            raise Refusal("not-yours", "only who sat here can ask for a rematch")
        if table.status != "over":
            raise Refusal("not-over", "the game is not over yet")
        setup, sittings = table.setup, table.sittings()
        # Who was forgotten meanwhile leaves an open seat.
        there = {sitting.seat for sitting in sittings}
        seats = [
            seat if seat.kind == "bot" else Seating("person" if number in there else "open")
            for number, seat in enumerate(setup.seats)
        ]
        made = table.rematch
    if made is None:
        await _check_not_too_many(room, identity)
        wanted = new_id()

        def decide(found: Table) -> Decision | int:
            return found.version if found.rematch is not None else (Rematched(wanted), None)

        await room.change(old, decide)
        async with room.at(old) as table:
            made = table.rematch
    assert made is not None
    if await room.store.load(made) is None:  # whoever comes first opens it
        with contextlib.suppress(Conflict):
            await _create(room, Setup(setup.game, setup.options, seats, setup.clock, setup.help), sittings, made)
    return made


async def forget(room: Room, identity: str) -> None:
    """Forget somebody: they leave all tables, and nothing of them is kept. Their games go on with bots."""
    for row in await room.store.tables_of(identity):
        if row.summary.status != "over":
            with contextlib.suppress(Refusal):  # a table at which they do not sit any more
                await room.change(row.id, leave(identity, None))
    await room.store.forget(identity)
    for place in list(room.places.values()):
        if place.table is not None and place.table.seats_of(identity):
            async with room.at(place.id) as table:
                table.sit(sitting for sitting in table.sittings() if sitting.identity != identity)


def kinds_at(row: Row) -> list[Kind]:
    """What sits at a table, by seat. Once the game has begun no seat is open, even if its person was forgotten."""
    taken = {sitting.seat for sitting in row.sittings}
    begun = row.summary.status != "waiting"
    return [
        "bot" if seat.kind == "bot" else "person" if begun or number in taken else "open"
        for number, seat in enumerate(row.setup.seats)
    ]


def names_at(row: Row) -> list[str | None]:
    """Who sits at a table, by seat."""
    called = {sitting.seat: sitting.name for sitting in row.sittings}
    return [called.get(number) or seat.level for number, seat in enumerate(row.setup.seats)]


def _own(table: Table, identity: str, seat: int | None) -> list[int]:
    own = table.seats_of(identity)
    if not own or (seat is not None and seat - 1 not in own):
        raise Refusal("not-yours", "you do not sit here" if seat is None else f"seat {seat} is not yours")
    return [*own] if seat is None else [seat - 1]
