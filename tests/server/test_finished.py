"""Tables whose game is over leave the memory of their node, and a store that fails late is reported."""

import asyncio

import pytest

from tessella.hosting import commands
from tessella.hosting.connection import TRY_AGAIN
from tessella.hosting.store import StoreUnavailable
from tessella.tables import decisions
from tessella.tables.wire import live
from tessella.tables.wire.live import Act
from tessella.tables.wire.tables import Join, NewTable, SeatRequest
from tests.server.rooms import opened_room


def test_a_finished_table_is_put_away_though_its_people_were_noted_as_here() -> None:
    """Nobody waits for them any more: the search for those who have gone must not keep the session in use."""

    async def run() -> None:
        async with opened_room(idle=5.0, away=0.0) as test:
            seats = [SeatRequest(kind="me"), SeatRequest(kind="open")]
            table = (await test.requests.open_table("ann", NewTable(game="florentine", seats=seats))).table.id
            await test.requests.join("bob", table, Join())
            with test.room.session(table) as session:
                for identity in ("ann", "bob"):
                    await session.change(decisions.connect(identity, test.node.id))
                while (now := await session.current()).status != "over":
                    await test.act(
                        next(seat.identity for n, seat in enumerate(now.seats) if n == now.turn) or "", table
                    )
            for _ in range(5):
                test.clocks.passed += 2.0
                await test.room._beat()
                await asyncio.sleep(0.01)
                await test.room._sweep()
            assert not test.room.sessions

    asyncio.run(run())


def test_a_stale_command_whose_snapshot_cannot_be_read_asks_the_client_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The connection is closed with a reason; the task that reads its frames does not fail."""

    async def run() -> None:
        async with opened_room() as test:
            table = (await test.requests.open_table("ann", NewTable(game="florentine"))).table.id
            connection = test.connection(table, "ann")
            with test.room.session(table) as session:
                await session.enter(connection, None)

                async def away(fresh: bool = True) -> None:
                    raise StoreUnavailable("no answer")

                monkeypatch.setattr(session, "current", away)
                frame = live.encode(Act(key="k", version=1000, seat=1, action="pass"))
                await commands.receive(session, connection, frame)
            assert connection.closed
            assert connection.waiting.get_nowait() == TRY_AGAIN

    asyncio.run(run())
