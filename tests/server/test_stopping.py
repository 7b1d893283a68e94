"""A node that stops confirms and shows only what is stored."""

import asyncio
from typing import Any

import pytest

from tessella.tables.refusal import Refusal
from tessella.tables.wire.tables import NewTable, SeatRequest
from tests.server import rooms

ON_ONE_DEVICE = NewTable(game="chromino", seats=[SeatRequest(kind="me"), SeatRequest(kind="device")])


def test_no_change_begins_while_a_node_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that waited for another is refused, to be sent again: the store may be closed by then."""

    async def run() -> None:
        async with rooms.opened_room() as room:
            table = (await room.requests.open_table("ann", ON_ONE_DEVICE)).table.id
            append, appending, go_on = room.node.store.append, asyncio.Event(), asyncio.Event()

            async def slow(*arguments: Any) -> None:
                appending.set()
                await go_on.wait()
                await append(*arguments)

            monkeypatch.setattr(room.node.store, "append", slow)
            seat = (await room.room.table(table)).turn
            assert seat is not None
            first = asyncio.create_task(room.act("ann", table, key="a", seat=seat + 1))
            await appending.wait()
            second = asyncio.create_task(room.requests.set_pace("ann", table, rooms.QUICKLY))
            await asyncio.sleep(0)
            room.node.stopping = True
            go_on.set()
            assert await first == 1
            with pytest.raises(Refusal, match="the server restarts"):
                await second
            assert len(await room.entries(table)) == 1

    asyncio.run(run())
