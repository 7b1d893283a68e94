"""A room that stops at once, and the order in which viewers are told."""

import asyncio
from pathlib import Path

import pytest

from tessella.hosting.connection import Connection
from tessella.hosting.limits import Bucket
from tessella.hosting.node import Node
from tessella.hosting.requests import Requests
from tessella.hosting.room import Room
from tessella.server.sqlite import SqliteStore
from tessella.server.workers import ProcessWorkers
from tessella.tables import decisions
from tessella.tables.refusal import Refusal
from tessella.tables.wire.tables import NewTable, SeatRequest
from tests.server.harness import QUICK


class Viewer(Connection):
    """Notes who is sent something."""

    def __init__(self, table: str, name: str, sent: list[str]) -> None:
        super().__init__(table, name, 64, Bucket(1, 1, 0))
        self.name, self.sent = name, sent

    def send(self, message: bytes) -> None:
        self.sent.append(self.name)


async def opened(folder: Path) -> tuple[Room, str]:
    """A room with a table at which it is a person's turn."""
    room = Room(Node(SqliteStore(folder / "tables.db"), ProcessWorkers(QUICK), QUICK, "n"))
    await room.start()
    seats = [SeatRequest(kind="me"), SeatRequest(kind="bot", level="beginner")]
    snapshot = await Requests(room).open_table("ann", NewTable(game="florentine", seats=seats))
    return room, snapshot.table.id


def test_viewers_are_told_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    """So that the same events give the same messages in the same order in every run."""

    async def run() -> None:
        room, table = await opened(tmp_path)
        sent: list[str] = []
        names = [f"viewer {number}" for number in range(20)]
        with room.session(table) as session:
            for name in names:
                await session.enter(Viewer(table, name, sent), None)
            assert sent == names
            sent.clear()
            await session.change(decisions.set_pace("ann", "quick"))
            assert sent == names
        await room.stop()

    asyncio.run(run())


def test_an_aborted_room_leaves_no_task_and_changes_nothing(tmp_path: Path) -> None:
    """What waits for the lock of a table is not done any more, and nobody is told."""

    async def run() -> None:
        room, table = await opened(tmp_path)
        sent: list[str] = []
        with room.session(table) as session:
            await session.enter(Viewer(table, "viewer", sent), None)
            version = (await session.current()).version
            sent.clear()
            room.node.start_task(room.node.repeat(0, session.look))
            await asyncio.sleep(0)
            assert room.node.tasks
            room.abort()
            for _ in range(3):
                await asyncio.sleep(0)
            assert room.node.tasks == 0
            with pytest.raises(Refusal):
                await session.change(decisions.set_pace("ann", "quick"))
        stored = await room.node.store.load(table)
        assert stored is not None
        assert len(stored.entries) == version
        assert sent == []
        await room.node.store.close()

    asyncio.run(run())
