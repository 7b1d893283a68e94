"""Simulated nodes, which can crash, and the ways between them and their clients."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from tessella.bots import level_bot
from tessella.bots.hints import Hint
from tessella.core import Generator
from tessella.games import game_named
from tessella.hosting import commands
from tessella.hosting.connection import REFUSED, TRY_AGAIN, Connection
from tessella.hosting.limits import Bucket
from tessella.hosting.node import Node
from tessella.hosting.requests import Requests
from tessella.hosting.room import Room
from tessella.hosting.session import TableSession
from tessella.hosting.settings import Settings
from tessella.hosting.store import StoreUnavailable
from tessella.hosting.workers import Workers, hint_for
from tessella.tables.refusal import Refusal
from tessella.tables.wire import live
from tessella.tables.wire.live import Events, Snapshot, Update
from tests.simulation.database import Database, SimulatedStore
from tests.simulation.oracle import Oracle
from tests.simulation.story import Luck, Story

BEGINNING = 1_800_000_000.0
"""The wall clock at the virtual time 0."""
SETTINGS = Settings(
    pace=0.5, reaction=1.0, away=2.0, grace=12.0, hold=5.0, sweep=3.0, beat=5.0, idle=20.0, bot_limit=3.0, queue=24
)
"""As on a server, but for shorter waits: a run is about a minute long."""

UP_TO_DATE = 20.0
"""Seconds within which a node knows what is stored, while nothing is broken."""


class Gone(Exception):  # noqa: N818 - what a client sees
    """The node cannot be reached, or its answer was lost."""


class SimulatedWorkers(Workers):
    """Bots that think in virtual time, now and then for too long."""

    def __init__(self, luck: Luck, settings: Settings) -> None:
        self.luck = luck
        self.limit = settings.bot_limit
        self.failing = 0.0
        """The share of bots that think too long."""

    async def run_bot(self, *arguments: Any, **_: Any) -> Any:
        """Run a bot. Hints come from the weakest bot, which is cheap and gets the same view."""
        work, *given = arguments[next(number for number, each in enumerate(arguments) if callable(each)) :]
        if self.luck.chance(self.failing):
            await asyncio.sleep(self.limit)
            raise TimeoutError
        await asyncio.sleep(self.luck.often_small(0.1, 1.0))
        if work is hint_for:
            game, view, luck = given
            action = level_bot(game_named(game), "beginner").choose(view, Generator(luck))
            assert action is not None
            return Hint(action, ())
        return work(*given)

    async def run_for(self, *arguments: Any, **_: Any) -> Any:
        """Nobody asks for reviews or conundrums here."""
        raise NotImplementedError


class CheckedConnection(Connection):
    """A connection all of whose messages are checked at the moment when they are sent."""

    def __init__(self, socket: "Socket", *arguments: Any) -> None:
        super().__init__(*arguments)
        self.socket = socket

    def send(self, message: bytes) -> None:
        """Check a message, then put it into the queue."""
        node = self.socket.node
        if not self.closed:
            node.oracle.check(node.name, self.table, self.identity, live.decode_server(message), message)
        super().send(message)
        most = node.settings.queue
        node.story.require(self.waiting.qsize() <= most, node.name, f"more than {most} messages wait")


class Socket:
    """A WebSocket between a client and a node, as `server/socket.py` serves it. Messages keep their order."""

    def __init__(
        self,
        node: "SimulatedNode",
        table: str,
        identity: str | None,
        address: str,
        since: int | None,
        receive: Callable[[bytes], None],
        closed: Callable[["Socket", int | None], None],
        luck: Luck,
    ) -> None:
        self.node = node
        self.table, self.identity, self.address, self.since = table, identity, address, since
        self.luck = luck
        self.latency = luck.between(0.005, 0.08)
        self.slow = 0.0
        """Seconds that each message to the client takes."""
        self.open = True
        """Whether the client can send and receive."""
        self._receive, self._closed = receive, closed
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._up = self._down = 0.0
        self._later(True, self._accept)

    # ---- the client's side ----

    def send(self, frame: bytes) -> None:
        """Send a frame to the node."""
        if self.open:
            self._later(True, self._frames.put_nowait, frame)

    def close(self) -> None:
        """Hang up."""
        if self.open:
            self.open = False
            self._later(True, self._frames.put_nowait, None)

    def cut(self, client_after: float, node_after: float) -> None:
        """Break the way: nothing arrives any more, and each side notices after a while."""
        if self.open:
            self.open = False
            loop = asyncio.get_running_loop()
            loop.call_later(client_after, self._closed, self, None)
            loop.call_later(node_after, self._frames.put_nowait, None)

    def _later(self, up: bool, work: Callable[..., Any], *arguments: Any) -> None:
        """Do something when it has arrived, after all that was sent before."""
        loop = asyncio.get_running_loop()
        at = loop.time() + self.luck.often_small(self.latency, 10 * self.latency)
        if up:
            at = self._up = max(at, self._up + 1e-6)
        else:
            at = self._down = max(at, self._down + 1e-6)
        loop.call_at(at, work, *arguments)

    def _deliver(self, message: bytes) -> None:
        if self.open:
            self._receive(message)

    def _end(self, code: int | None) -> None:
        if self.open:
            self.open = False
            self._closed(self, code)

    # ---- the node's side ----

    def _accept(self) -> None:
        if self.node.room is None:
            self._later(False, self._end, None)
        else:
            self.node.sockets[self] = None
            self.node.start_task(self._serve(self.node.room))

    async def _serve(self, room: Room) -> None:
        """As `table_live` of the server does."""
        node = room.node
        frames = Bucket(node.settings.frames_rate, node.settings.frames_burst, node.monotonic())
        arguments = (self.table, self.identity, node.settings.queue, frames, self.address)
        connection = CheckedConnection(self, *arguments)
        code: int | None = None
        try:
            async with room.connected(connection, self.since) as session:
                writer = self.node.start_task(self._write(connection))
                reader = self.node.start_task(self._read(connection, session))
                ended = self.node.start_task(_until(connection.ended))
                try:
                    await asyncio.wait({reader, ended}, return_when=asyncio.FIRST_COMPLETED)
                    if connection.closed:
                        await asyncio.wait({writer}, timeout=1)
                finally:
                    for task in (reader, writer, ended):
                        task.cancel()
        except Refusal:
            code = REFUSED
        except StoreUnavailable:
            code = TRY_AGAIN
        finally:
            self.node.sockets.pop(self, None)
        self._later(False, self._end, code)

    async def _write(self, connection: Connection) -> None:
        while isinstance(message := await connection.waiting.get(), bytes):
            if self.slow:
                await asyncio.sleep(self.slow)
            self._later(False, self._deliver, message)
        self._later(False, self._end, message)

    async def _read(self, connection: Connection, session: TableSession) -> None:
        while not connection.closed:
            frame = await self._frames.get()
            if frame is None:
                return
            await commands.receive(session, connection, frame)


async def _until(event: asyncio.Event) -> None:
    await event.wait()


class SimulatedNode:
    """A node that is started, crashes, and is started again."""

    def __init__(self, number: int, database: Database, oracle: Oracle, story: Story, luck: Luck) -> None:
        self.name = f"node {number}"
        self.settings = oracle.settings
        self.number = number
        self.database, self.oracle, self.story = database, oracle, story
        self.luck = luck
        self.starts = 0
        self.offset = self.drift = 0.0
        """By how much its wall clock is wrong: it was set so, and it is never quite right."""
        self.room: Room | None = None
        """None while it does not run."""
        self.requests: Requests | None = None
        self.store = SimulatedStore(database, self.name, luck)
        self.workers = SimulatedWorkers(luck, self.settings)
        self.sockets: dict[Socket, None] = {}
        self.troubled = 0.0
        """When it was last down or cut off from the database."""
        self._tasks: dict[asyncio.Task[Any], None] = {}

    def clock(self) -> float:
        """Its wall clock."""
        return BEGINNING + self.story.now() + self.offset + self.drift

    def monotonic(self) -> float:
        """Its steady clock, which began at some other moment."""
        return self.story.now() + 1000.0 * self.number

    def start_task(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Run something that ends with the node."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._end_task)
        return task

    def _end_task(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.pop(task, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.story.fail(self.name, f"a task failed: {error!r}")

    @property
    def tasks(self) -> int:
        """The number of tasks that serve clients."""
        return len(self._tasks)

    def check_up_to_date(self) -> None:
        """While nothing is broken, what is stored is known at each table with viewers, and the deleted are not."""
        now = self.story.now()
        if self.requests is None or not self.store.works:
            self.troubled = now
        if self.room is None or now < self.troubled + UP_TO_DATE:
            return
        for session in self.room.sessions.values():
            if session.table is None or not session.connections:
                continue
            table = self.database.tables[session.id]
            known = session.table.version
            if known < len(table.entries) and table.stored_at[known] < now - UP_TO_DATE:
                self.story.fail(self.name, f"knows version {known} of {session.id}, and the next one is stored")
            for identity in sorted(session.table.people()):
                if self.database.forgotten.get(identity, now) < now - UP_TO_DATE:
                    self.story.fail(self.name, f"still seats {identity}, who was deleted")

    async def start(self) -> None:
        """Start it; if the database cannot be reached, try again."""
        while self.room is None:
            self.starts += 1
            node_id = f"n{self.number}-{self.starts}"
            self.store = _same_faults(SimulatedStore(self.database, self.name, self.luck), self.store)
            room = Room(
                Node(
                    self.store,
                    self.workers,
                    self.settings,
                    node_id,
                    clock=self.clock,
                    monotonic=self.monotonic,
                    new_luck=self.luck.word,
                    new_id=lambda: f"table{self.luck.word() % 10**6:06}",
                    new_seed=lambda: f"seed{self.luck.word():016x}",
                )
            )
            try:
                await room.start()
            except StoreUnavailable:
                room.abort()
                self.store.crash()
                await asyncio.sleep(1.0)
            else:
                self.room, self.requests = room, Requests(room)
                self.story.add(self.name, f"starts as {node_id}")

    def crash(self) -> None:
        """End it abruptly: what was not stored is gone, and so are all connections."""
        if self.room is not None:
            self.story.add(self.name, "crashes")
            self.story.count("crashes")
            self.room.abort()
            self._end()

    async def stop(self) -> None:
        """Stop it as its host would."""
        if self.room is not None:
            self.story.add(self.name, "stops")
            room, self.requests = self.room, None
            await room.stop()
            if self.room is room:
                self._end()

    def _end(self) -> None:
        self.store.crash()
        self.room = self.requests = None
        for socket in list(self.sockets):
            socket.cut(self.luck.between(0.0, 5.0), 0.0)
        self.sockets.clear()
        for task in list(self._tasks):
            task.cancel()

    async def request(self, name: str, identity: str, *arguments: Any) -> Any:
        """A request over HTTP, and its answer; `Refusal`, `StoreUnavailable`, or `Gone` if there is none."""
        await asyncio.sleep(self.luck.often_small(0.03, 0.5))
        if self.requests is None:
            raise Gone
        task = self.start_task(self._answer(name, identity, *arguments))
        await asyncio.wait({task}, timeout=30.0)
        await asyncio.sleep(self.luck.often_small(0.03, 0.5))
        if not task.done() or task.cancelled() or self.room is None:
            raise Gone
        result = task.result()
        if isinstance(result, Exception):
            raise result
        return result

    async def _answer(self, name: str, identity: str, *arguments: Any) -> Any:
        assert self.requests is not None
        self.requests.node.addresses.note(identity, f"address of {identity}")  # as the server's middleware does
        try:
            result = await getattr(self.requests, name)(identity, *arguments)
        except (Refusal, StoreUnavailable) as error:
            return error
        if result is not None:
            self.oracle.check_identities(self.name, live.encode(result).decode())
        if isinstance(result, Snapshot | Events):
            whole = [result] if isinstance(result, Snapshot) else [*result.updates, result.snapshot]
            for each in whole:
                if isinstance(each, Snapshot | Update):
                    table = arguments[0] if isinstance(result, Events) else each.table.id  # type: ignore[union-attr]
                    encoded = live.encode(each)
                    self.oracle.check(self.name, table, identity, live.decode_server(encoded), encoded)
        return result


def _same_faults(store: SimulatedStore, before: SimulatedStore) -> SimulatedStore:
    """A new connection to a database that is as hard to reach as before."""
    for name in ("lose_requests", "lose_answers", "slow", "away", "late_news"):
        setattr(store, name, getattr(before, name))
    return store
