"""Recorded games over HTTP: a record comes in; how it went, or what each decision was worth, goes out."""

import msgspec
from litestar import post
from litestar.params import JSONBody

from tessella.core import TessellaError, commitment
from tessella.record import Record, parse
from tessella.server.http import RESPONSES, Asking, TheDesk, me
from tessella.server.identity import LONGEST_NAME
from tessella.server.workers import review_of
from tessella.tables import messages
from tessella.tables.entries import Acted, Entry, Seating, Setup, Sitting
from tessella.tables.refusal import Refusal
from tessella.tables.table import Stored, Table
from tessella.tables.wire.live import Events, Update
from tessella.tables.wire.reviews import ReviewAsked, ReviewInfo
from tessella.tables.wire.tables import NoClock


@post("/api/reviews", status_code=200, responses=RESPONSES)
async def review(request: Asking, data: JSONBody[ReviewAsked], desk: TheDesk) -> ReviewInfo:
    """Look at a recorded game again. Takes some seconds."""
    desk.admit(desk.thinking, me(request), "reviews")
    try:
        found = await desk.room.helpers.help(me(request), review_of, data.record)
    except Refusal:
        raise
    except TessellaError as error:
        raise Refusal("bad-record", str(error)) from None
    return msgspec.convert(found, ReviewInfo)


@post("/api/replays", status_code=200, responses=RESPONSES, sync_to_thread=True)
def replay(request: Asking, data: JSONBody[ReviewAsked], desk: TheDesk) -> Events:
    """A recorded game as a spectator would have seen it: how it began, then what happened, one action after the other,
    each with how things stood after it."""
    desk.admit(desk.thinking, me(request), "replays")
    try:
        record = parse(data.record)
    except TessellaError as error:
        raise Refusal("bad-record", str(error)) from None
    table = Table(_table_of(record))
    opening = messages.snapshot(table, (), 0.0)
    updates: list[Update] = []
    for seq, (seat, action) in enumerate(record.actions, 1):
        change = table.take(Entry(seq, 0.0, Acted(seat, str(action))))
        updates += messages.updates(table, [change], [()], 0.0)[()]
    return Events(updates=updates, snapshot=opening)


def _table_of(record: Record) -> Stored:
    """The table at which a recorded game could have been played. Nobody sits at it."""
    seats = [Seating("person") for _ in range(record.options.players)]
    setup = Setup(record.game.name, record.options.to_text(), seats, NoClock(), True)
    names = [record.headers.get(f"seat-{number}", "") for number in range(1, len(seats) + 1)]
    sittings = [Sitting(seat, f"seat {seat + 1}", name[:LONGEST_NAME]) for seat, name in enumerate(names)]
    return Stored(commitment(record.check())[:12], setup, record.seed, 0.0, [], sittings)
