"""The room: the sessions of the tables in use on this node, and the work in the background."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

from tessella.hosting.connection import GOING_AWAY, Connection
from tessella.hosting.node import Node
from tessella.hosting.session import TableSession
from tessella.hosting.store import StoreUnavailable
from tessella.tables.decisions import Decider
from tessella.tables.refusal import Refusal
from tessella.tables.table import Table

MOST_OVERDUE = 200
"""The number of overdue tables that one sweep takes up."""
FINISHING = 5.0
"""Seconds that background tasks have to finish when the server stops."""


class Room:
    """The tables in use on this node."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.sessions: dict[str, TableSession] = {}
        self.revoked: set[str] = set()
        """The fingerprints of identities that were deleted: nobody may use them any more."""
        self._loops: list[asyncio.Task[None]] = []
        node.metrics.connections.set_function(lambda: self.connections)
        node.metrics.tables.set_function(lambda: len(self.sessions))

    # ---- start and stop ----

    async def start(self) -> None:
        """Open the store, start the workers and the background loops."""
        node = self.node
        node.hold_clocks()
        node.on_jump = self._note_jump
        node.store.listen(self._hear, self._refresh)
        node.store.listen_for_deletions(self._hear_deletion)
        await node.store.open()
        await self._load_revoked()
        await node.announce()
        node.workers.start()
        self._loops = [
            asyncio.create_task(node.repeat(node.settings.sweep, self._sweep)),
            asyncio.create_task(node.repeat(node.settings.beat, self._beat)),
        ]

    def stop_loops(self) -> None:
        """End the background loops."""
        for task in self._loops:
            task.cancel()

    async def stop(self) -> None:
        """Finish what was begun, close all connections and the store."""
        self.node.stopping = True
        self.stop_loops()
        for session in self.sessions.values():
            session.cancel_timer()
        self.node.workers.stop()
        await self.node.finish_tasks(FINISHING)
        for session in list(self.sessions.values()):
            await session.close(GOING_AWAY)
        with contextlib.suppress(StoreUnavailable):
            await self.node.store.beat(self.node.id, 0)
        await self.node.store.close()

    def abort(self) -> None:
        """Stop at once, as if the process had died: nothing is finished, and nobody is told. The store stays open."""
        self.node.stopping = True
        self.stop_loops()
        for session in self.sessions.values():
            session.cancel_timer()
        self.node.cancel_tasks()
        self.node.workers.stop()

    # ---- sessions ----

    @contextlib.contextmanager
    def session(self, table_id: str) -> Iterator[TableSession]:
        """The session of a table. It stays in the room while it is used, and for a while afterwards."""
        session = self.sessions.get(table_id)
        if session is None:
            session = self.sessions[table_id] = TableSession(table_id, self.node, self._put_away)
        with session.in_use():
            yield session

    def _put_away(self, session: TableSession) -> None:
        del self.sessions[session.id]

    async def table(self, table_id: str) -> Table:
        """A table as it is stored."""
        with self.session(table_id) as session:
            return await session.current()

    async def change(self, table_id: str, decide: Decider) -> int:
        """Change a table, as `TableSession.change` does."""
        with self.session(table_id) as session:
            return await session.change(decide)

    @contextlib.asynccontextmanager
    async def connected(self, connection: Connection, since: int | None) -> AsyncIterator[TableSession]:
        """The session of a table to which a viewer is connected as long as the block runs."""
        if self.connections >= self.node.settings.connections:
            raise Refusal("full", "too many people are here; come back in a minute")
        with self.session(connection.table) as session:
            await session.enter(connection, since)
            try:
                yield session
            finally:
                session.exit(connection)

    @property
    def connections(self) -> int:
        """The number of live connections."""
        return sum(len(session.connections) for session in self.sessions.values())

    # ---- in the background ----

    def _hear(self, table_id: str, version: int) -> None:
        """Another node has stored a version of a table."""
        session = self.sessions.get(table_id)
        if session is not None:
            session.hear(version)

    async def forget(self, deleted: str) -> None:
        """Remove a person who was deleted from all tables in memory, and refuse their identity."""
        self.revoked.add(deleted)
        for table_id in list(self.sessions):
            if table_id in self.sessions:
                with self.session(table_id) as session:
                    await session.forget(deleted)

    def _hear_deletion(self, deleted: str) -> None:
        """Another node has deleted a person."""
        if deleted not in self.revoked:
            self.node.start_task(self.forget(deleted))

    async def _load_revoked(self) -> None:
        for deleted in sorted(await self.node.store.revoked() - self.revoked):
            await self.forget(deleted)

    def _refresh(self) -> None:
        """Some messages of other nodes may have been lost."""
        self.node.start_task(self._load_revoked())
        for session in self.sessions.values():
            session.refresh()

    def _note_jump(self) -> None:
        """The wall clock was set to another time: what tables wait for is computed anew."""
        for session in self.sessions.values():
            session.reschedule()

    async def _sweep(self) -> None:
        """Put away unused sessions, and take up overdue tables: the node that should have done it may be gone."""
        self.node.check_clock()
        for session in list(self.sessions.values()):
            if session.unused and self.node.monotonic() - session.used > self.node.settings.idle:
                session.put_away()
        before = self.node.now() - 2 * self.node.settings.sweep
        for table_id in await self.node.store.overdue(before, MOST_OVERDUE):
            with self.session(table_id) as session:
                session.meet_deadline()

    async def _beat(self) -> None:
        """Announce this node, and note who was connected to a node that is not alive any more."""
        self.node.check_clock()
        await self.node.announce()
        alive = await self.node.store.alive(self.node.now())
        for table_id in list(self.sessions):
            session = self.sessions.get(table_id)
            if session is not None:
                await session.check_presence(alive)
