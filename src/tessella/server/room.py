"""The room: the tables that are in use on this node, who is connected to them, and the order in which things happen.

Everything that changes a table goes through `_change`: decide, store, then tell. A table is changed by one at a time.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from tessella.server.connection import GOING_AWAY, Connection
from tessella.server.deadline import Deadline
from tessella.server.metrics import Metrics
from tessella.server.presence import Presence
from tessella.server.session import Decision, TableSession
from tessella.server.settings import Settings
from tessella.server.store import Store, Summary
from tessella.server.timers import Timers
from tessella.server.workers import BotWorkers, WorkerPool
from tessella.tables import messages
from tessella.tables.entries import Entry, Returned, Seated
from tessella.tables.refusal import Conflict, Refusal, StoreUnavailable
from tessella.tables.table import REMEMBERED, Change, Table
from tessella.tables.wire import live
from tessella.tables.wire.live import Confirmed, Reason, Refused, Update

log = logging.getLogger(__name__)

TRIES = 5
MOST_OVERDUE = 200


class Room:
    """All tables of this node."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        node: str,
        metrics: Metrics | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.settings = settings
        self.node = node
        self.metrics = metrics or Metrics()
        self.clock = clock
        self.thinkers = BotWorkers(settings.bot_workers, settings.bot_limit)
        self.helpers = WorkerPool()
        # Conundrums are made in a moment: they do not wait for reviews, and a person may ask for some at once.
        self.makers = WorkerPool(each=6, most=60)
        self.timers = Timers(self)
        self.presence = Presence(self)
        self.places: dict[str, TableSession] = {}
        self.connections = 0
        self.hold_until = 0.0
        """No clock runs out before."""
        self.stopping = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []

    # ---- from start to stop ----

    async def start(self) -> None:
        """Take up the work."""
        self.hold_until = self.clock() + self.settings.hold
        self.store.listen(self._heard, self._missed)
        await self.store.open()
        await self.store.beat(self.node, self.clock() + 3 * self.settings.beat)
        self.thinkers.start()
        self._loops = [
            asyncio.create_task(self._again(self.settings.sweep, self._sweep)),
            asyncio.create_task(self._again(self.settings.beat, self._beat)),
        ]

    async def stop(self) -> None:
        """Finish what was begun, tell everybody, and let go."""
        self.stopping = True
        for task in self._loops:
            task.cancel()
        for place in self.places.values():
            if place.timer is not None:
                place.timer.cancel()
        self.thinkers.stop()
        self.helpers.stop()
        self.makers.stop()
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=5)
        for place in list(self.places.values()):
            async with place.lock:
                for connection in list(place.connections):
                    connection.close(GOING_AWAY)
        with contextlib.suppress(StoreUnavailable):
            await self.store.beat(self.node, 0)
        await self.store.close()

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside; errors end up in the log."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, StoreUnavailable):
                self._store_away()
            else:
                log.error("something went wrong at a table", exc_info=error)

    async def _again(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StoreUnavailable:
                self._store_away()
            except Exception:
                log.exception("something went wrong in the background")

    def _store_away(self) -> None:
        """People could not play meanwhile: clocks wait."""
        self.hold_until = self.clock() + self.settings.hold
        self.metrics.store_away.inc()
        log.warning("the store cannot be reached")

    # ---- tables ----

    @contextlib.asynccontextmanager
    async def at(self, table: str, fresh: bool = True) -> AsyncIterator[Table]:
        """A table, while nobody else changes it. With several nodes it is made sure that nothing newer is stored."""
        place = self.places.setdefault(table, TableSession(table))
        place.users += 1
        try:
            async with place.lock:
                yield await self.load(place, fresh)
        finally:
            self.leave(place)

    def leave(self, place: TableSession) -> None:
        """Somebody who looked at a table is done."""
        place.users -= 1
        place.used = self.clock()
        if place.table is None and not place.users and not place.connections:
            self.places.pop(place.id, None)

    async def load(self, place: TableSession, fresh: bool = False) -> Table:
        """The table as it is stored; to be called with its lock held."""
        if place.table is None:
            stored = await self.store.load(place.id)
            if stored is None:
                raise Refusal("no-table", "there is no such table; perhaps the link was not copied to its end")
            place.table = Table(stored)
            self.metrics.tables_loaded.inc()
            if place.connections:  # it was let go because something went wrong: nobody knows what they know
                self._tell(place, place.table, [], everything=True)
            self.timers.schedule(place)
        elif fresh and self.store.shared:
            await self._catch_up(place)
        return place.table

    async def change(self, table: str, decide: Callable[[Table], Decision | int]) -> int:
        """Change a table: `decide` looks at it and says what entry to write, or at which version it was written before.

        Returns the version at which it was done. Where another node was quicker, it is decided anew.
        """
        if self.stopping:
            raise Refusal("away", "the server restarts; send it again in a moment, with the same key")
        place = self.places.setdefault(table, TableSession(table))
        place.users += 1
        try:
            async with place.lock:
                return await self._change(place, decide)
        finally:
            self.leave(place)

    async def _change(self, place: TableSession, decide: Callable[[Table], Decision | int]) -> int:
        for _ in range(TRIES):
            table = await self.load(place)
            try:
                decided = decide(table)
            except Refusal:
                if not await self._behind(place):
                    raise
                continue
            if isinstance(decided, int):
                return decided
            body, sittings = decided
            before = table.status
            entry = Entry(table.version + 1, self.clock(), body)
            if sittings is not None:
                table.sit(sittings)
            try:
                change = table.take(entry)
                due = self.timers.due(place)
                await self.store.append(place.id, [entry], _summary(table, due, entry.at), sittings)
            except Conflict:
                place.table = None
                continue
            except BaseException:  # whether it was stored is known when the table is loaded again
                place.table = None
                raise
            self.metrics.entries.inc()
            self._tell(place, table, [change], everything=before == "waiting")
            self.timers.set(place, due)
            if isinstance(body, Seated | Returned):
                self.presence.greet(place)
            return entry.seq
        raise StoreUnavailable("too many are at this table at once")

    async def _behind(self, place: TableSession) -> bool:
        """Whether another node has written something that this one had not heard of."""
        return self.store.shared and await self._catch_up(place)

    async def _catch_up(self, place: TableSession) -> bool:
        """Take what other nodes have stored; whether there was anything. To be called with the lock held."""
        table = place.table
        if table is None:
            return False
        found = await self.store.since(place.id, table.version)
        if found is None:
            place.table = None
            raise Refusal("no-table", "there is no such table any more")
        entries, sittings = found
        before, sat = table.status, table.sittings()
        table.sit(sittings)
        if not entries:
            if table.sittings() != sat:  # somebody was forgotten
                self._tell(place, table, [], everything=True)
            return False
        changes = [table.take(entry) for entry in entries]
        self._tell(place, table, changes, everything=before == "waiting")
        self.timers.schedule(place)
        if any(isinstance(entry.body, Seated | Returned) for entry in entries):
            self.presence.greet(place)
        return True

    # ---- telling ----

    def _tell(self, place: TableSession, table: Table, changes: list[Change], everything: bool) -> None:
        """Tell everybody who is connected what they may know of it. What is the same for several is made once."""
        if not place.connections:
            return
        now = self.clock()
        whole = everything or len(changes) > REMEMBERED or any(change.undone for change in changes)
        told: dict[tuple[int, ...], list[Connection]] = {}
        snapshots: dict[tuple[int, ...], bytes] = {}
        for connection in place.connections:
            seats = table.seats_of(connection.identity)
            if whole or seats != connection.seats:
                connection.seats = seats
                if seats not in snapshots:
                    snapshots[seats] = live.encode(messages.snapshot(table, seats, now))
                connection.send(snapshots[seats])
            else:
                told.setdefault(seats, []).append(connection)
        for seats, updates in messages.updates(table, changes, told, now).items() if told else ():
            for update in updates:
                message = live.encode(update)
                for connection in told[seats]:
                    connection.send(message)
        self.metrics.messages.inc(len(place.connections))

    def missed(self, table: Table, identity: str | None, since: int) -> list[Update] | None:
        """What came after a version; None if that is not remembered any more."""
        changes = [change for change in table.recent if change.seq > since]
        if since > table.version or len(changes) != table.version - since or any(change.undone for change in changes):
            return None
        seats = table.seats_of(identity)
        return messages.updates(table, changes, [seats], self.clock())[seats]

    async def history(self, table: str, identity: str | None, since: int) -> list[Update] | None:
        """All that came after a version, however long ago, from the store.

        Of moves that were taken back it is told that they were, and no more.
        """
        stored = await self.store.load(table)
        if stored is None or since > len(stored.entries):
            return None
        told = Table(stored, remembered=None)
        seats = told.seats_of(identity)
        changes = [change for change in told.recent if change.seq > since and (change.events or not change.undone)]
        return messages.updates(told, changes, [seats], self.clock())[seats]

    # ---- connections ----

    async def enter(self, connection: Connection, since: int | None) -> None:
        """Somebody connects: they are told how things stand, or only what they missed."""
        limits = self.settings
        if self.connections >= limits.connections:
            raise Refusal("full", "too many people are here; come back in a minute")
        place = self.places.setdefault(connection.table, TableSession(connection.table))
        place.users += 1
        try:
            async with place.lock:
                table = await self.load(place, fresh=True)
                if len(place.connections) >= limits.connections_table:
                    raise Refusal("full", "too many people look at this table; come back in a minute")
                self.sync(connection, table, since)
                place.connections.add(connection)
                self.connections += 1
                self.metrics.connections.set(self.connections)
        finally:
            self.leave(place)
        self.soon(self.presence.arrive(connection.table, connection.identity))

    def sync(self, connection: Connection, table: Table, since: int | None) -> None:
        """Send what came after a version, or everything."""
        seats = table.seats_of(connection.identity)
        updates = None if since is None else self.missed(table, connection.identity, since)
        connection.seats = seats
        if updates is None:
            connection.send(live.encode(messages.snapshot(table, seats, self.clock())))
        elif not updates:
            connection.send(live.encode(messages.current(table, self.clock())))
        for update in updates or ():
            connection.send(live.encode(update))

    def exit(self, connection: Connection) -> None:
        """Somebody's connection has ended."""
        place = self.places.get(connection.table)
        if place is None or connection not in place.connections:
            return
        place.connections.discard(connection)
        place.used = self.clock()
        self.connections -= 1
        self.metrics.connections.set(self.connections)
        if connection.identity is not None and not self.stopping:
            self.soon(self.presence.depart(connection.table, connection.identity))

    # ---- commands ----

    async def command(self, connection: Connection, message: live.ClientMessage) -> None:
        """Do what somebody asks for on a live connection, and answer."""
        key = getattr(message, "key", None)
        began = time.perf_counter()
        try:
            match message:
                case live.Act() | live.Undo():
                    version = await self.play(connection.table, connection.identity, message)
                    connection.send(live.encode(Confirmed(key=message.key, version=version)))
                    self.metrics.confirmed.observe(time.perf_counter() - began)
                case live.Why():
                    connection.send(live.encode(await self.why(connection.table, connection.identity, message)))
                case live.Sync():
                    async with self.at(connection.table) as table:
                        self.sync(connection, table, message.since)
        except Refusal as refusal:
            await self._refuse(connection, key, refusal)
        except StoreUnavailable:
            self._store_away()
            connection.send(live.encode(_away(key)))

    async def _refuse(self, connection: Connection, key: str | None, refusal: Refusal) -> None:
        self.metrics.refused.labels(refusal.code).inc()
        place = self.places.get(connection.table)
        table = None if place is None else place.table
        connection.send(
            live.encode(
                Refused(
                    key=key,
                    code=refusal.code,
                    reason=refusal.reason,
                    clause=refusal.clause,
                    version=None if table is None else table.version,
                )
            )
        )
        if refusal.code == "stale":
            async with self.at(connection.table) as found:
                self.sync(connection, found, None)

    async def play(self, table: str, identity: str | None, message: live.Act | live.Undo) -> int:
        """What a person does; the version at which it was done."""

        def decide(found: Table) -> Decision | int:
            seat = message.seat - 1
            if isinstance(message, live.Act):
                decided = found.act(identity, seat, message.action, message.key, message.version)
            else:
                decided = found.undo(identity, seat, message.key, message.version)
            return decided if isinstance(decided, int) else (decided, None)

        return await self.change(table, decide)

    async def why(self, table: str, identity: str | None, message: live.Why) -> Reason:
        """Why something may not be done."""
        async with self.at(table, fresh=False) as found:
            wrong = found.why_not(identity, message.seat - 1, message.action)
        return Reason(
            seat=message.seat,
            action=message.action,
            reason=None if wrong is None else getattr(wrong, "reason", str(wrong)),
            clause=getattr(wrong, "clause", None),
        )

    # ---- in the background ----

    def _heard(self, table: str, version: int) -> None:
        place = self.places.get(table)
        if place is not None and (version > place.table.version if place.table else bool(place.connections)):
            self.soon(self.look(table))

    def _missed(self) -> None:
        for table, place in self.places.items():
            if place.table is not None or place.connections:
                self.soon(self.look(table))

    async def look(self, table: str) -> None:
        """See how a table is stored, and tell those who are connected what they did not know."""
        with contextlib.suppress(Refusal):
            async with self.at(table):
                pass

    async def _sweep(self) -> None:
        """Put away what nobody uses, and do what is overdue because the node that should have done it is gone."""
        now = self.clock()
        for place in list(self.places.values()):
            unused = not place.connections and not place.users and not place.busy and place.timer is None
            if unused and now - place.used > self.settings.idle:
                del self.places[place.id]
        self.metrics.tables.set(len(self.places))
        for table in await self.store.due(now - 2 * self.settings.sweep, MOST_OVERDUE):
            known = self.places.get(table)
            if known is None or (known.timer is None and not known.busy):
                self.soon(self.timers.do(table))

    async def _beat(self) -> None:
        """Say that this node is alive, and note who was connected to one that is not."""
        now = self.clock()
        await self.store.beat(self.node, now + 3 * self.settings.beat)
        await self.presence.look_round(await self.store.alive(now))


def _summary(table: Table, due: Deadline | None, now: float) -> Summary:
    return Summary(table.version, table.status, table.turn, None if due is None else due.at, now)


def _away(key: str | None) -> Refused:
    return Refused(
        key=key,
        code="away",
        reason="the server cannot store anything right now; send it again in a moment, with the same key",
        clause=None,
        version=None,
    )
