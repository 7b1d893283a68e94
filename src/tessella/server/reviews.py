"""Recorded games over HTTP: replays and reviews."""

import msgspec
from litestar import post
from litestar.params import JSONBody

from tessella.core import TessellaError, commitment, seat_name
from tessella.record import Record, parse
from tessella.server.http import RESPONSES, Context, HttpRequest, identity_of
from tessella.server.workers import review_of
from tessella.tables import messages
from tessella.tables.entries import Acted, Entry, SeatHolder, SeatSetup, Setup, Stored
from tessella.tables.names import LONGEST_NAME
from tessella.tables.refusal import Refusal
from tessella.tables.table import Table
from tessella.tables.wire.live import Events, Update
from tessella.tables.wire.reviews import ReviewInfo, ReviewRequest
from tessella.tables.wire.tables import NoClock


@post("/api/reviews", status_code=200, responses=RESPONSES)
async def review(request: HttpRequest, data: JSONBody[ReviewRequest], context: Context) -> ReviewInfo:
    """Review a recorded game. This takes some seconds."""
    context.admit(context.reviews, identity_of(request), "reviews")
    try:
        result = await context.node.review_workers.run_for(identity_of(request), review_of, data.record)
    except Refusal:
        raise
    except TessellaError as error:
        raise Refusal("bad-record", str(error)) from None
    return msgspec.convert(result, ReviewInfo)


@post("/api/replays", status_code=200, responses=RESPONSES, sync_to_thread=True)
def replay(request: HttpRequest, data: JSONBody[ReviewRequest], context: Context) -> Events:
    """A recorded game as a spectator would have seen it: the table at its beginning, then an update for each action."""
    context.admit(context.reviews, identity_of(request), "replays")
    try:
        record = parse(data.record)
    except TessellaError as error:
        raise Refusal("bad-record", str(error)) from None
    table = Table(_table_of(record))
    opening = messages.snapshot(table, (), 0.0)
    updates: list[Update] = []
    for seq, (seat, action) in enumerate(record.actions, 1):
        table, change = table.after(Entry(seq, 0.0, Acted(seat, str(action))))
        updates += messages.updates(table, [change], [()], 0.0)[()]
    return Events(updates=updates, snapshot=opening)


def _table_of(record: Record) -> Stored:
    """A table at which the recorded game could have been played."""
    seats = [SeatSetup("person") for _ in range(record.options.players)]
    setup = Setup(record.game.name, record.options.to_text(), seats, NoClock(), True)
    names = [record.headers.get(f"seat-{number}", "") for number in range(1, len(seats) + 1)]
    holders = [SeatHolder(seat, seat_name(seat), name[:LONGEST_NAME]) for seat, name in enumerate(names)]
    return Stored(commitment(record.check())[:12], setup, record.seed, 0.0, [], holders)
