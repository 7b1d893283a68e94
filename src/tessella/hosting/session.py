"""A table in use on this node."""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Coroutine, Iterator
from typing import Any

from tessella.core import TessellaError
from tessella.hosting.connection import TRY_AGAIN, Connection
from tessella.hosting.node import Node
from tessella.hosting.store import Conflict, StoreDamaged, StoreUnavailable, fingerprint
from tessella.tables import decisions, delivery
from tessella.tables.deadlines import Deadline, next_deadline
from tessella.tables.decisions import Decider
from tessella.tables.entries import Acted, Dealt, Entry, Returned, SeatTaken, StoodIn
from tessella.tables.listings import summary
from tessella.tables.refusal import Refusal
from tessella.tables.table import Change, Decision, Table

TRIES = 5
"""How often a change is decided anew because another node was faster."""
STAND_IN = "steady"
"""The level of a bot that stands in for a person."""
LONGEST_TIMER = 3600.0
"""Seconds of the longest timer for a deadline whose stored time is too late."""
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
        self.connections: dict[Connection, None] = {}
        """The viewers, in the order in which they came: the order of a set would differ from run to run."""
        self.used = node.monotonic()
        """When the session was last in use, by the monotonic clock."""
        self._put_away = put_away
        self._users = 0
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._deadline_task: asyncio.Task[None] | None = None
        self._declined: tuple[int, frozenset[int]] = (-1, frozenset())
        """A version, and the seats whose bots have decided to do nothing at it."""
        self._storing = 0
        """The version that is being stored."""
        self._seen = self._seen_game = (-1, 0.0)
        """The version, and the last version at which the game changed; since when they are known here, by the
        monotonic clock."""

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
        self.used = self.node.monotonic()
        if self.table is None and not self._users:
            self.put_away()

    def start_task(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
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
            self.start_task(self.look())

    def refresh(self) -> None:
        """React to the news that messages of other nodes may have been lost."""
        if self.table is not None or self.connections:
            self.start_task(self.look())

    async def _load(self) -> Table:
        """Load the table; the lock is held."""
        if self.table is None:
            try:
                stored = await self.node.store.load(self.id)
            except StoreDamaged as error:
                raise Refusal("damaged", f"what is stored of this table is damaged: {error}") from None
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
        self._check_not_stopping()
        async with self._lock:
            self._check_not_stopping()  # it may have begun while this waited: the store closes soon
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

    def _check_not_stopping(self) -> None:
        if self.node.stopping:
            raise Refusal("away", "the server restarts; send it again in a moment, with the same key")

    async def _commit(self, table: Table, decision: Decision) -> int:
        """Store a decision, then make it visible. The lock is held."""
        self.node.check_clock()  # other nodes may have noticed already that the clock was set
        entry = Entry(table.version + 1, self.node.now(), decision.body)
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
        self._show(successor)
        self._tell([change], whole=table.status == "waiting")
        self._set_timer(deadline)
        if isinstance(decision.body, SeatTaken | Returned):
            self._note_all_connected()
        return entry.seq

    async def forget(self, deleted: str) -> None:
        """Remove the person with this fingerprint from the seats, after they were deleted from the store."""
        async with self._lock:
            if self.table is not None:
                before = self.table.holders()
                holders = [holder for holder in before if fingerprint(holder.identity) != deleted]
                if len(holders) < len(before):
                    self._replace(self.table.with_holders(holders), [], whole=True)

    def _replace(self, table: Table, changes: list[Change], whole: bool) -> None:
        """Make a stored version of the table visible."""
        self._show(table)
        self._tell(changes, whole)
        self.reschedule()

    def _show(self, table: Table) -> None:
        self.table = table
        if self._seen[0] != table.version:
            self._seen = (table.version, self.node.monotonic())
        if self._seen_game[0] != table.game_version:
            self._seen_game = (table.game_version, self.node.monotonic())

    # ---- connections ----

    async def enter(self, connection: Connection, since: int | None) -> None:
        """Connect a viewer, who is first sent the table, or what came after a version."""
        table = await self.current()
        connection.watches = not table.seats_of(connection.identity)
        if connection.watches:
            self.node.spectators.admit(connection.address, len(self.connections))
        self.send_since(connection, table, since)
        self.connections[connection] = None
        if connection.watches:
            self.node.spectators.enter(connection.address)
        self.start_task(self._note_connected(connection.identity))

    def exit(self, connection: Connection) -> None:
        """Disconnect a viewer."""
        if connection in self.connections:
            del self.connections[connection]
            if connection.watches:
                self.node.spectators.leave(connection.address)
            if connection.identity is not None and not self.node.stopping:
                self.start_task(self._note_disconnected(connection.identity))

    def has(self, identity: str | None) -> bool:
        """Whether a person is connected."""
        return any(connection.identity == identity for connection in self.connections)

    def send_since(self, connection: Connection, table: Table, since: int | None) -> None:
        """Send a viewer what came after a version, or the whole table."""
        connection.seats, messages = delivery.since(table, connection.identity, since, self.node.now())
        for message in messages:
            connection.send(message)

    def _tell(self, changes: list[Change], whole: bool) -> None:
        """Send every viewer what they may know of some changes, or the whole table."""
        if self.connections and self.table is not None:
            deliveries = delivery.to_all(self.table, changes, self.connections, whole, self.node.now())
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
        for identity in dict.fromkeys(connection.identity for connection in self.connections):
            self.start_task(self._note_connected(identity))

    async def check_presence(self, alive: Collection[str]) -> None:
        """Note who came or went when that could not be stored, and who was connected to a node that is not alive."""
        if self.table is None and self.connections:
            await self.look()
        table = self.table
        if table is None or table.status == "over":  # then nobody waits, and the session can be put away
            return
        connected = {connection.identity for connection in self.connections}
        noted = {seat.identity for seat in table.seats if seat.node == self.node.id}
        not_noted = {seat.identity for seat in table.seats if seat.node != self.node.id}
        for identity in sorted(table.people()):
            if identity in not_noted & connected:
                self.start_task(self._note_connected(identity))
            if identity in noted - connected:
                self.start_task(self._note_disconnected(identity))
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
        if deadline is not None:
            wait = max(0.0, self._seconds_until(deadline))
            # Later deadlines are left to the room's sweep, unless the stored time is too late for it.
            ahead = deadline.since > self.node.now() + self.node.settings.clock_tolerance
            if wait < (LONGEST_TIMER if ahead else self.node.settings.idle):
                self._start_timer(wait)

    def _start_timer(self, wait: float) -> None:
        self.cancel_timer()
        if not self.node.stopping:
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
            self._deadline_task = self.start_task(self._meet_deadline())

    async def _meet_deadline(self) -> None:
        """Do what is due. Other nodes may try the same: only one of them can store it.

        If the store cannot be reached, the timer tries again in a while: the room's sweep looks for tables by the
        stored time of their deadlines, which lies in the future if the wall clock was set back.
        """
        try:
            with contextlib.suppress(Refusal):  # the table was deleted, or the server stops
                self.node.check_clock()
                await self.current()
                await self._make_up_time()
                table = await self.current(fresh=False)
                deadline = self._deadline(table)
                if deadline is not None and self._seconds_until(deadline) <= TIMER_TOLERANCE:
                    await self._do(deadline, table)
                if self._timer is None:
                    self.schedule()
        except StoreUnavailable:
            self._start_timer(self.node.settings.sweep)
            raise

    def _seconds_until(self, deadline: Deadline) -> float:
        """How long to wait for a deadline.

        It is never longer than the whole wait from the moment at which this node learned of the change: the change
        lies in the future if the wall clock was set back, or if that of another node is fast.
        """
        node = self.node
        _, seen = self._seen if deadline.kind == "grace" else self._seen_game
        wait = min(deadline.at - node.now(), seen + deadline.wait - node.monotonic())
        return wait if deadline.kind == "bot" else max(wait, node.hold_until - node.monotonic())

    def reschedule(self) -> None:
        """Set the timer, and note the time that passed on the wall clock only, if that would count for a person."""
        self.schedule()
        if self.table is not None and decisions.skip_to_note(self.table, self.node.skips) is not None:
            self.start_task(self._make_up_time())

    async def _make_up_time(self) -> None:
        """Note the times that passed on the wall clock only, so that they count for nobody's clock."""
        for _ in self.node.skips:
            if self.table is None or decisions.skip_to_note(self.table, self.node.skips) is None:
                break
            with contextlib.suppress(Refusal):
                await self.change(decisions.skip_time(self.node.skips))

    async def _do(self, deadline: Deadline, table: Table) -> None:
        seat, version = deadline.seat, table.version
        if deadline.kind == "grace":
            await self._change_at(version, Decision(StoodIn(seat)))
            return
        if deadline.kind == "deal":
            await self._change_at(version, Decision(Dealt()))
            return
        began = self.node.monotonic()
        level = table.seats[seat].level or STAND_IN
        owner = self.node.addresses.owner(table.owners())
        luck = self.node.new_luck()
        action = await self.node.workers.choose(owner, table.setup.game, level, table.state.view(seat), luck)
        self.node.metrics.thought.observe(self.node.monotonic() - began)
        if action is not None:
            await self._change_at(version, Decision(Acted(seat, str(action), late=deadline.kind == "clock")))
        elif self.table is not None and self.table.version == version:
            declined = self._declined[1] if self._declined[0] == version else frozenset()
            self._declined = (version, declined | {seat})

    async def _change_at(self, version: int, decision: Decision) -> None:
        """Change the table, unless it has changed since this version."""
        await self.change(lambda table: decision if table.version == version else version)
