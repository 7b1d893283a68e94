"""A table in use on this node."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection, Coroutine, Iterator
from typing import Any

from tessella.core import TessellaError
from tessella.hosting.connection import TRY_AGAIN, Connection
from tessella.hosting.node import Node
from tessella.hosting.store import Conflict, StoreUnavailable
from tessella.tables import decisions, delivery
from tessella.tables.deadlines import Deadline, next_deadline
from tessella.tables.decisions import Decider
from tessella.tables.entries import Acted, Entry, Returned, SeatTaken, StoodIn
from tessella.tables.listings import summary
from tessella.tables.refusal import Refusal
from tessella.tables.table import Change, Decision, Table

TRIES = 5
"""How often a change is decided anew because another node was faster."""
STAND_IN = "steady"
"""The level of a bot that stands in for a person."""
TIMER_TOLERANCE = 0.005
"""Seconds by which a timer may ring too early."""


class TableSession:
    """A table in use: its lock, its timer and its connections.

    `table` is always a stored version. Every change goes through `change`: decide, compute the successor, store the
    entry, replace `table`, then tell the connections. The lock admits one change at a time; readers do not wait for it.
    """

    def __init__(self, table_id: str, node: Node, put_away: Callable[["TableSession"], None]) -> None:
        self.id = table_id
        self.node = node
        self.table: Table | None = None
        """None while the table must be loaded first."""
        self.connections: set[Connection] = set()
        self.used = node.clock()
        """When the session was last in use."""
        self._put_away = put_away
        self._users = 0
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._deadline_task: asyncio.Task[None] | None = None
        self._declined: tuple[int, frozenset[int]] = (-1, frozenset())
        """A version, and the seats whose bots have decided to do nothing at it."""
        self._storing = 0
        """The version that is being stored."""

    # ---- use ----

    @contextlib.contextmanager
    def in_use(self) -> Iterator[None]:
        """Keep the session in the room."""
        self._users += 1
        try:
            yield
        finally:
            self._release()

    def _release(self) -> None:
        self._users -= 1
        self.used = self.node.clock()
        if self.table is None and not self._users:
            self.put_away()

    def _start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run something in the background, and keep the session in the room meanwhile."""
        self._users += 1
        task = self.node.start_task(work)
        task.add_done_callback(lambda _: self._release())
        return task

    @property
    def unused(self) -> bool:
        """Whether nobody uses the session and no deadline is near."""
        return not self._users and self._timer is None

    def put_away(self) -> None:
        """Remove the session from the room."""
        self.cancel_timer()
        self._put_away(self)

    def drop(self) -> None:
        """Forget the table, which was deleted, and close its connections."""
        self.cancel_timer()
        self.table = None
        for connection in list(self.connections):
            connection.close(TRY_AGAIN)

    # ---- the table ----

    async def current(self, fresh: bool = True) -> Table:
        """The table as it is stored. `fresh`: with several nodes, ask the store whether another one has written."""
        if self.table is None or (fresh and self.node.store.shared):
            async with self._lock:
                if self.table is None:
                    return await self._load()
                await self._catch_up()
        assert self.table is not None
        return self.table

    async def look(self) -> None:
        """Bring the table up to date, and tell the connections what they missed."""
        with contextlib.suppress(Refusal):
            await self.current()

    def hear(self, version: int) -> None:
        """React to the news that a version is stored."""
        known = max(self.table.version, self._storing) if self.table is not None else 0
        if version > known and (self.table is not None or self.connections):
            self._start(self.look())

    def refresh(self) -> None:
        """React to the news that messages of other nodes may have been lost."""
        if self.table is not None or self.connections:
            self._start(self.look())

    async def _load(self) -> Table:
        """Load the table; the lock is held."""
        if self.table is None:
            stored = await self.node.store.load(self.id)
            if stored is None:
                raise Refusal("no-table", "there is no such table; perhaps the link was not copied to its end")
            self.node.metrics.tables_loaded.inc()
            try:
                table = Table(stored)
            except (TessellaError, AssertionError, LookupError, ValueError) as error:
                raise Refusal("damaged", f"what is stored of this table cannot be played again: {error}") from None
            # Connections, if there are any, are there because a change failed: it is not known what they know.
            self._replace(table, [], whole=True)
        assert self.table is not None
        return self.table

    async def _catch_up(self) -> bool:
        """Take over what other nodes have stored; whether there were entries. The lock is held."""
        before = self.table
        if before is None or not self.node.store.shared:
            return False
        news = await self.node.store.since(self.id, before.version)
        if news is None:
            self.table = None
            raise Refusal("no-table", "this table was deleted")
        entries, holders = news
        table = before if holders == before.holders() else before.with_holders(holders)
        changes = []
        for entry in entries:
            table, change = table.after(entry)
            changes.append(change)
        if table is not before:
            self._replace(table, changes, whole=not changes or before.status == "waiting")
        if any(isinstance(entry.body, SeatTaken | Returned) for entry in entries):
            self._note_all_connected()
        return bool(entries)

    async def change(self, decide: Decider) -> int:
        """Change the table by the entry that `decide` returns, unless it was written before.

        Returns the version at which it was written. Where another node was faster, it is decided anew.
        """
        if self.node.stopping:
            raise Refusal("away", "the server restarts; send it again in a moment, with the same key")
        async with self._lock:
            for _ in range(TRIES):
                table = await self._load()
                try:
                    decision = decide(table)
                except Refusal:
                    if not await self._catch_up():
                        raise
                    continue
                if isinstance(decision, int):
                    return decision
                with contextlib.suppress(Conflict):
                    return await self._commit(table, decision)
        raise StoreUnavailable("too many nodes write to this table at once")

    async def _commit(self, table: Table, decision: Decision) -> int:
        """Store a decision, then make it visible. The lock is held."""
        entry = Entry(table.version + 1, self.node.clock(), decision.body)
        successor, change = table.after(entry, decision.holders, decision.played)
        deadline = self._deadline(successor)
        self._storing = entry.seq
        try:
            await self.node.store.append(self.id, [entry], summary(successor, deadline, entry.at), decision.holders)
        except BaseException:  # loading the table again shows whether the entry was stored
            self.table = None
            raise
        finally:
            self._storing = 0
        self.node.metrics.entries.inc()
        self.table = successor
        self._tell([change], whole=table.status == "waiting")
        self._set_timer(deadline)
        if isinstance(decision.body, SeatTaken | Returned):
            self._note_all_connected()
        return entry.seq

    async def forget(self, identity: str) -> None:
        """Remove a person from the seats, after they were deleted from the store."""
        async with self._lock:
            if self.table is not None and self.table.seats_of(identity):
                holders = [holder for holder in self.table.holders() if holder.identity != identity]
                self._replace(self.table.with_holders(holders), [], whole=True)

    def _replace(self, table: Table, changes: list[Change], whole: bool) -> None:
        """Make a stored version of the table visible."""
        self.table = table
        self._tell(changes, whole)
        self.schedule()

    # ---- connections ----

    async def enter(self, connection: Connection, since: int | None) -> None:
        """Connect a viewer, who is first sent the table, or what came after a version."""
        table = await self.current()
        if len(self.connections) >= self.node.settings.connections_table:
            raise Refusal("full", "too many people look at this table; come back in a minute")
        self.send_since(connection, table, since)
        self.connections.add(connection)
        self._start(self._note_connected(connection.identity))

    def exit(self, connection: Connection) -> None:
        """Disconnect a viewer."""
        if connection in self.connections:
            self.connections.discard(connection)
            if connection.identity is not None and not self.node.stopping:
                self._start(self._note_disconnected(connection.identity))

    def has(self, identity: str | None) -> bool:
        """Whether a person is connected."""
        return any(connection.identity == identity for connection in self.connections)

    def send_since(self, connection: Connection, table: Table, since: int | None) -> None:
        """Send a viewer what came after a version, or the whole table."""
        connection.seats, messages = delivery.since(table, connection.identity, since, self.node.clock())
        for message in messages:
            connection.send(message)

    def _tell(self, changes: list[Change], whole: bool) -> None:
        """Send every viewer what they may know of some changes, or the whole table."""
        if self.connections and self.table is not None:
            deliveries = delivery.to_all(self.table, changes, self.connections, whole, self.node.clock())
            for connection, seats, messages in deliveries:
                connection.seats = seats
                for message in messages:
                    connection.send(message)
            self.node.metrics.messages.inc(len(self.connections))

    async def close(self, reason: int) -> None:
        """Close all connections, once the change under way is done."""
        async with self._lock:
            for connection in list(self.connections):
                connection.close(reason)

    # ---- presence: noted in entries, so that all nodes know of it and it outlives a restart ----

    async def _note_connected(self, identity: str | None) -> None:
        with contextlib.suppress(Refusal):
            await self.change(decisions.connect(identity, self.node.id))

    async def _note_disconnected(self, identity: str) -> None:
        await asyncio.sleep(self.node.settings.away)
        with contextlib.suppress(Refusal):
            await self.change(decisions.disconnect(identity, self.node.id, self.has))

    def _note_all_connected(self) -> None:
        """Note who is connected, now that others would wait for them."""
        for identity in {connection.identity for connection in self.connections}:
            self._start(self._note_connected(identity))

    async def check_presence(self, alive: Collection[str]) -> None:
        """Note who came or went when that could not be stored, and who was connected to a node that is not alive."""
        if self.table is None and self.connections:
            await self.look()
        table = self.table
        if table is None:
            return
        connected = {connection.identity for connection in self.connections}
        noted = {seat.identity for seat in table.seats if seat.node == self.node.id}
        not_noted = {seat.identity for seat in table.seats if seat.node != self.node.id}
        for identity in table.people():
            if identity in not_noted & connected:
                self._start(self._note_connected(identity))
            if identity in noted - connected:
                self._start(self._note_disconnected(identity))
        if self.connections and decisions.seats_on_lost_nodes(table, alive):
            with contextlib.suppress(Refusal):
                await self.change(decisions.lose_nodes(alive))

    # ---- deadlines ----

    def _deadline(self, table: Table) -> Deadline | None:
        version, declined = self._declined
        return next_deadline(table, self.node.settings.pacing, declined if version == table.version else frozenset())

    def schedule(self) -> None:
        """Set the timer for the next deadline."""
        self._set_timer(None if self.table is None else self._deadline(self.table))

    def _set_timer(self, deadline: Deadline | None) -> None:
        self.cancel_timer()
        if deadline is not None and not self.node.stopping:
            at = deadline.at if deadline.kind == "bot" else max(deadline.at, self.node.hold_until)
            wait = max(0.0, at - self.node.clock())
            if wait < self.node.settings.idle:  # later deadlines are left to the room's sweep
                self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def cancel_timer(self) -> None:
        """Stop waiting for the next deadline."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        self._timer = None
        self.meet_deadline()

    def meet_deadline(self) -> None:
        """Do what is due, unless the timer is set for it or it is being done."""
        if self._timer is None and (self._deadline_task is None or self._deadline_task.done()):
            self._deadline_task = self._start(self._meet_deadline())

    async def _meet_deadline(self) -> None:
        """Do what is due. Other nodes may try the same: only one of them can store it.

        After an error the timer is not set: the room's sweep tries again in a while.
        """
        with contextlib.suppress(Refusal):  # the table was deleted, or the server stops
            table = await self.current()
            deadline = self._deadline(table)
            if deadline is not None and self._is_due(deadline):
                await self._do(deadline, table)
            if self._timer is None:
                self.schedule()

    def _is_due(self, deadline: Deadline) -> bool:
        now = self.node.clock()
        held = deadline.kind != "bot" and self.node.hold_until > now
        return deadline.at <= now + TIMER_TOLERANCE and not held

    async def _do(self, deadline: Deadline, table: Table) -> None:
        seat, version = deadline.seat, table.version
        if deadline.kind == "grace":
            await self._change_at(version, Decision(StoodIn(seat)))
            return
        began = time.perf_counter()
        level = table.seats[seat].level or STAND_IN
        action = await self.node.workers.choose(table.setup.game, level, table.state.view(seat))
        self.node.metrics.thought.observe(time.perf_counter() - began)
        if action is not None:
            await self._change_at(version, Decision(Acted(seat, str(action), late=deadline.kind == "clock")))
        elif self.table is not None and self.table.version == version:
            declined = self._declined[1] if self._declined[0] == version else frozenset()
            self._declined = (version, declined | {seat})

    async def _change_at(self, version: int, decision: Decision) -> None:
        """Change the table, unless it has changed since this version."""
        await self.change(lambda table: decision if table.version == version else version)
