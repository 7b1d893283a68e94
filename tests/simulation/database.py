"""A database in memory with the semantics of PostgreSQL's store, shared by all nodes, and each node's connection to it.

A statement is a request that travels to the database, is executed there at one moment, and an answer that travels
back. Either may be lost or late: an append whose answer is lost is stored all the same. A node that crashes takes
nothing back that is on its way.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tessella.hosting.store import Conflict, Person, Store, StoreUnavailable, fingerprint
from tessella.tables import entries as stored_as
from tessella.tables.entries import Entry, SeatHolder, Stored
from tessella.tables.listings import Row, Summary
from tests.simulation.story import Luck, Story

T = TypeVar("T")
USUAL_SLOW, USUAL_LATE = 0.02, 0.05
"""The usual times of a way to the database, and of news from it, in seconds."""
STATEMENT_TIMEOUT = 10.0
"""Seconds after which a node gives a statement up, as the PostgreSQL store does."""


@dataclass
class StoredTable:
    """A row of `tables`, with its entries and who sits there."""

    stored: Stored
    summary: Summary
    entries: list[Entry]
    holders: list[SeatHolder]
    seatings: list[tuple[int, tuple[SeatHolder, ...]]] = field(default_factory=list)
    """Who was seated by an entry, with its number: for the checks only."""
    times: list[float] = field(default_factory=list)
    """When each entry was decided on, in virtual time: for the checks only."""
    stored_at: list[float] = field(default_factory=list)
    """When each entry was stored."""
    opened: float = 0.0
    """The same of the table."""


class Database:
    """What all nodes share. Each method is one transaction."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.tables: dict[str, StoredTable] = {}
        self.people: dict[str, Person] = {}
        self.nodes: dict[str, float] = {}
        self.settings: dict[str, str] = {}
        self.revoked: set[str] = set()
        self.deletion_listeners: list[Callable[[str], None]] = []
        self.forgotten: dict[str, float] = {}
        """Who was deleted, and when: for the checks only."""
        self.listeners: list[Callable[[str, int], None]] = []
        self.watch: Callable[[str, int], None] = lambda table, first: None
        """Called with a table and the number of the first new entry, whenever something was stored."""

    def create(self, stored: Stored, summary: Summary, sent: float) -> None:
        """A new table. `sent`: when the node sent the statement, in virtual time."""
        if stored.id in self.tables:
            raise Conflict
        table = StoredTable(stored._replace(entries=[]), summary, [*map(_stored, stored.entries)], [], opened=sent)
        self.tables[stored.id] = table
        self._seat(table, stored.holders, stored.created)
        table.times, table.stored_at = ([sent] * len(stored.entries) for _ in range(2))
        self.watch(stored.id, 0)

    def load(self, table: str) -> Stored | None:
        """A whole table."""
        row = self.tables.get(table)
        if row is None:
            return None
        return row.stored._replace(entries=row.entries[:], holders=list(row.holders))

    def since(self, table: str, seq: int) -> tuple[list[Entry], list[SeatHolder]] | None:
        """The entries after an entry, and who holds the seats now."""
        row = self.tables.get(table)
        return None if row is None else (row.entries[seq:], list(row.holders))

    def append(
        self,
        table: str,
        entries: Sequence[Entry],
        summary: Summary,
        holders: Sequence[SeatHolder] | None,
        sent: float,
    ) -> None:
        """Store entries, if they follow what is stored."""
        row = self.tables.get(table)
        if row is None or row.summary.version != entries[0].seq - 1:
            raise Conflict
        if entries[0].seq <= len(row.entries):
            raise Conflict  # the primary key
        row.entries += map(_stored, entries)
        row.times += [sent] * len(entries)
        row.stored_at += [self.story.now()] * len(entries)
        row.summary = summary
        if holders is not None:
            self._seat(row, holders, summary.updated)
        for entry in entries:
            self.story.add("store", f"{table} {entry.seq}: {stored_as.encode(entry.body).decode()}")
        self.story.count("entries", len(entries))
        self.watch(table, entries[0].seq)
        for heard in list(self.listeners):
            heard(table, summary.version)

    def _seat(self, row: StoredTable, holders: Sequence[SeatHolder], now: float) -> None:
        back = sorted({holder.identity for holder in holders} & self.forgotten.keys())
        self.story.require(not back, "store", f"{back}, deleted before, hold a seat of {row.stored.id} again")
        row.holders = sorted(holders, key=lambda holder: holder.seat)
        row.seatings.append((len(row.entries), tuple(row.holders)))
        for holder in holders:
            self.people.setdefault(holder.identity, Person(holder.identity, None, now))

    def overdue(self, before: float, most: int) -> list[str]:
        """The tables whose deadline has passed."""
        due = [
            (row.summary.due, table)
            for table, row in self.tables.items()
            if row.summary.due is not None and row.summary.due <= before
        ]
        return [table for _, table in sorted(due)[:most]]

    def tables_of(self, identity: str) -> list[Row]:
        """The tables at which a person holds a seat."""
        rows = [
            Row(table, row.stored.setup, row.summary, list(row.holders))
            for table, row in self.tables.items()
            if any(holder.identity == identity for holder in row.holders)
        ]
        return sorted(rows, key=lambda row: -row.summary.updated)

    def forget(self, identity: str) -> None:
        """Delete a person's name and where they sat."""
        self.forgotten.setdefault(identity, self.story.now())
        self.revoked.add(fingerprint(identity))
        for row in self.tables.values():
            row.holders = [holder for holder in row.holders if holder.identity != identity]
        self.people.pop(identity, None)
        for deleted in list(self.deletion_listeners):
            deleted(fingerprint(identity))

    def delete_before(self, updated: float) -> list[str]:
        """Delete tables that have not changed since; which they were."""
        old = [table for table, row in self.tables.items() if row.summary.updated < updated]
        for table in old:
            del self.tables[table]
        return old

    def beat(self, node: str, until: float) -> None:
        """Store that a node is alive."""
        self.nodes[node] = until
        for each in [each for each, end in self.nodes.items() if end < until - 3600]:
            del self.nodes[each]

    def rename(self, identity: str, name: str | None, now: float) -> None:
        """Set a person's name."""
        known = self.people.get(identity)
        self.people[identity] = Person(identity, name, now if known is None else known.created)


def _stored(entry: Entry) -> Entry:
    """An entry as it is read again: it was text meanwhile."""
    return Entry(entry.seq, entry.at, stored_as.decode_body(stored_as.encode(entry.body)))


class SimulatedStore(Store):
    """The connection of one node to the database."""

    shared = True

    def __init__(self, database: Database, name: str, luck: Luck) -> None:
        self.database = database
        self.name = name
        self.luck = luck
        self.lose_requests = 0.0
        """The share of statements that never arrive."""
        self.lose_answers = 0.0
        """The share of statements that are executed, but whose answer is lost."""
        self.slow = USUAL_SLOW
        """The usual time of a way, in seconds."""
        self.away = False
        """Whether the database refuses this node's connections."""
        self.deaf_until = 0.0
        """Until when no news arrive; afterwards the node is told that it may have missed some."""
        self.late_news = USUAL_LATE
        self._heard: Callable[[str, int], None] = lambda table, version: None
        self._missed: Callable[[], None] = lambda: None
        self._deleted: Callable[[str], None] = lambda deleted: None
        self._closed = True

    @property
    def works(self) -> bool:
        """Whether nothing is broken, and news arrive."""
        usual = (self.lose_requests, self.lose_answers, self.slow, self.late_news) == (0.0, 0.0, USUAL_SLOW, USUAL_LATE)
        return usual and not self.away and asyncio.get_running_loop().time() >= self.deaf_until

    # ---- the way to the database ----

    async def _run(self, what: str, work: Callable[[], T]) -> T:
        """Send a statement, and wait for its answer."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        story = self.database.story
        if self.away:
            await asyncio.sleep(0.001)
            raise StoreUnavailable("refused")
        if self.luck.chance(self.lose_requests):
            story.count("statements lost")
            story.add(self.name, f"{what}: the statement is lost")
        else:
            loop.call_later(self.luck.often_small(self.slow, 30 * self.slow), self._arrive, what, work, answer)
        timeout = loop.call_later(STATEMENT_TIMEOUT, _give_up, answer)
        try:
            return await answer
        finally:
            timeout.cancel()

    def _arrive(self, what: str, work: Callable[[], T], answer: "asyncio.Future[T]") -> None:
        """Execute a statement; the answer follows."""
        loop = asyncio.get_running_loop()
        try:
            result, error = work(), None
        except Conflict as conflict:
            result, error = None, conflict
        if self.luck.chance(self.lose_answers):
            self.database.story.count("answers lost")
            self.database.story.add(self.name, f"{what}: the answer is lost")
            return
        loop.call_later(self.luck.often_small(self.slow, 30 * self.slow), _answer, answer, result, error)

    def crash(self) -> None:
        """The node is gone: nobody listens any more. What is on its way arrives all the same."""
        self._closed = True
        if self._notify in self.database.listeners:
            self.database.listeners.remove(self._notify)
            self.database.deletion_listeners.remove(self._notify_deletion)

    # ---- news ----

    def listen(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """Set the functions to call with news."""
        self._heard, self._missed = heard, missed

    def _notify(self, table: str, version: int) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() < self.deaf_until:
            self.database.story.count("news lost")
            return
        loop.call_later(self.luck.often_small(self.late_news, 60 * self.late_news), self._deliver, table, version)

    def listen_for_deletions(self, deleted: Callable[[str], None]) -> None:
        """Set the function to call when a person was deleted."""
        self._deleted = deleted

    def _notify_deletion(self, deleted: str) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() >= self.deaf_until:
            delay = self.luck.often_small(self.late_news, 60 * self.late_news)
            loop.call_later(delay, lambda: None if self._closed else self._deleted(deleted))

    def _deliver(self, table: str, version: int) -> None:
        if not self._closed:
            self._heard(table, version)

    def deafen(self, seconds: float) -> None:
        """Lose all news for a while; then the connection is opened again."""
        loop = asyncio.get_running_loop()
        self.deaf_until = loop.time() + seconds
        loop.call_later(seconds, self._hear_again)

    def _hear_again(self) -> None:
        if not self._closed and asyncio.get_running_loop().time() >= self.deaf_until:
            self._missed()

    # ---- the interface ----

    async def open(self) -> None:
        """Begin to listen."""
        self._closed = False
        self.database.listeners.append(self._notify)
        self.database.deletion_listeners.append(self._notify_deletion)
        asyncio.get_running_loop().call_later(0.01, self._hear_again)

    async def close(self) -> None:
        """Listen no more."""
        self.crash()

    async def check(self) -> None:
        """Whether the database answers."""
        await self._run("check", lambda: None)

    async def create(self, stored: Stored, summary: Summary) -> None:
        """A new table."""
        sent = self.database.story.now()
        await self._run(f"create {stored.id}", lambda: self.database.create(stored, summary, sent))

    async def load(self, table: str) -> Stored | None:
        """A whole table."""
        return await self._run(f"load {table}", lambda: self.database.load(table))

    async def since(self, table: str, seq: int) -> tuple[list[Entry], list[SeatHolder]] | None:
        """The entries after an entry, and who holds the seats now."""
        return await self._run(f"since {table} {seq}", lambda: self.database.since(table, seq))

    async def append(
        self, table: str, entries: Sequence[Entry], summary: Summary, holders: Sequence[SeatHolder] | None = None
    ) -> None:
        """Store entries."""
        what, sent = f"append {table} {entries[0].seq}", self.database.story.now()
        await self._run(what, lambda: self.database.append(table, entries, summary, holders, sent))

    async def overdue(self, before: float, most: int) -> list[str]:
        """The tables whose deadline has passed."""
        return await self._run("overdue", lambda: self.database.overdue(before, most))

    async def tables_of(self, identity: str) -> list[Row]:
        """The tables at which a person holds a seat."""
        return await self._run(f"tables of {identity}", lambda: self.database.tables_of(identity))

    async def delete_before(self, updated: float) -> int:
        """No simulated node does that: `tessella data` does."""
        raise NotImplementedError

    async def count(self) -> dict[str, int]:
        """No simulated node asks for it."""
        raise NotImplementedError

    async def person(self, identity: str) -> Person | None:
        """What is stored about a person."""
        return await self._run(f"person {identity}", lambda: self.database.people.get(identity))

    async def people(self) -> list[Person]:
        """All people."""
        return await self._run("people", lambda: list(self.database.people.values()))

    async def rename(self, identity: str, name: str | None, now: float) -> None:
        """Set a person's name."""
        await self._run(f"rename {identity}", lambda: self.database.rename(identity, name, now))

    async def forget(self, identity: str) -> None:
        """Delete a person's name and where they sat."""
        await self._run(f"forget {identity}", lambda: self.database.forget(identity))

    async def revoked(self) -> set[str]:
        """The fingerprints of deleted identities."""
        return await self._run("revoked", lambda: set(self.database.revoked))

    async def setting(self, name: str, first: str) -> str:
        """A setting."""
        return await self._run(f"setting {name}", lambda: self.database.settings.setdefault(name, first))

    async def beat(self, node: str, until: float) -> None:
        """Store that a node is alive."""
        await self._run("beat", lambda: self.database.beat(node, until))

    async def alive(self, now: float) -> set[str]:
        """The nodes that are alive."""
        return await self._run("alive", lambda: {each for each, end in self.database.nodes.items() if end > now})


def _answer(answer: "asyncio.Future[Any]", result: Any, error: Exception | None) -> None:
    if not answer.done():
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)


def _give_up(answer: "asyncio.Future[Any]") -> None:
    if not answer.done():
        answer.set_exception(StoreUnavailable("no answer"))
