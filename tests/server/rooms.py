"""A room without a web server: its store is in memory, its clocks and its workers are the test's."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any, TypeVar

from tessella.browser.store import BrowserStore
from tessella.core import Generator, View
from tessella.hosting.connection import Connection
from tessella.hosting.limits import Bucket
from tessella.hosting.node import Node
from tessella.hosting.queues import Owner
from tessella.hosting.requests import Requests
from tessella.hosting.room import Room
from tessella.hosting.workers import Kind, Workers
from tessella.tables.wire.live import Act
from tessella.tables.wire.tables import PaceChoice
from tests.browser.memory import MemoryStorage
from tests.server.harness import QUICK

T = TypeVar("T")
QUICKLY = PaceChoice(pace="quick")


class MemoryStore(BrowserStore):
    """A store in memory whose overdue tables can be searched for, as on a server."""

    async def overdue(self, before: float, most: int) -> list[str]:
        """The tables whose deadline is before this time, the earliest first."""
        heads = [head for head in await self._heads() if head.summary.due is not None and head.summary.due <= before]
        heads.sort(key=lambda head: head.summary.due or 0.0)
        return [head.id for head in heads[:most]]


class Clocks:
    """A wall clock that can be set, and a monotonic one. Time passes only when the test says so."""

    def __init__(self) -> None:
        self.passed = 1000.0
        self.offset = 1_700_000_000.0

    def wall(self) -> float:
        """Seconds since 1970."""
        return self.passed + self.offset

    def monotonic(self) -> float:
        """Seconds since some moment."""
        return self.passed


class DirectWorkers(Workers):
    """Bots that take their first legal action at once."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Owner, Any]] = []
        """For whom something was computed, and with which seed or from which arguments."""

    async def run_bot(self, owner: Owner, work: Callable[..., T], *arguments: Any) -> T:
        """Choose the first legal action."""
        self.jobs.append((owner, arguments[-1]))
        view: View = arguments[-2]
        return (view.legal or [None])[0]  # type: ignore[return-value] # every job here is a choice

    async def run_for(self, kind: Kind, owner: Owner, work: Callable[..., T], *arguments: Any) -> T:
        """Run it here."""
        self.jobs.append((owner, arguments))
        return work(*arguments)


class RoomInTest:
    """A room, its clocks and what people ask of it."""

    def __init__(self, room: Room, clocks: Clocks, workers: DirectWorkers, storage: MemoryStorage) -> None:
        self.room = room
        self.node = room.node
        self.clocks = clocks
        self.workers = workers
        self.storage = storage
        self.requests = Requests(room)

    async def entries(self, table: str) -> list[Any]:
        """What is stored of a table."""
        stored = await self.node.store.load(table)
        assert stored is not None
        return stored.entries

    async def act(self, identity: str, table: str, key: str = "", **fields: Any) -> int:
        """The first legal action of the person's first seat; the version that is confirmed."""
        now = await self.room.table(table)
        seat = fields.get("seat", now.seats_of(identity)[0] + 1) - 1
        action = str(now.legal(seat)[0])
        command = Act(
            **{"key": key or f"k{now.version}", "version": now.version, "seat": seat + 1, "action": action, **fields}
        )
        return (await self.requests.play(identity, table, command)).version

    def connection(self, table: str, identity: str | None) -> Connection:
        """A live connection that nobody reads."""
        return Connection(table, identity, 1000, Bucket(1e6, 1000, self.node.monotonic()))

    async def settle(self, seconds: float = 0.0) -> None:
        """Let some time pass, sweep, and let everything that is due happen."""
        self.clocks.passed += seconds
        for _ in range(3):
            for session in list(self.room.sessions.values()):
                session.schedule()
            for _ in range(50):
                await asyncio.sleep(0)
            await self.room._sweep()
        await self.node.finish_tasks(1.0)


@contextlib.asynccontextmanager
async def opened_room(
    clocks: Clocks | None = None, storage: MemoryStorage | None = None, **settings: Any
) -> AsyncIterator[RoomInTest]:
    """A room with these settings, whose loops never run by themselves unless the settings say so."""
    clocks, storage, workers = clocks or Clocks(), storage or MemoryStorage(), DirectWorkers()
    luck = Generator(1)
    node = Node(
        MemoryStore(storage),
        workers,
        replace(QUICK, **{"sweep": 1000, "beat": 3600, **settings}),
        "n",
        clock=clocks.wall,
        monotonic=clocks.monotonic,
        new_seed=lambda: "1",
        new_luck=lambda: luck.word(),
    )
    room = Room(node)
    await room.start()
    try:
        yield RoomInTest(room, clocks, workers, storage)
    finally:
        await room.stop()
