"""SQLite: one file on this machine, one writer thread with group commit.

Whoever wants something written waits for a commit that reached the disk (WAL, synchronous=FULL). All that wait at the
same time share one, so that a busy server needs few of them.
"""

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tessella.server.schema import MIGRATIONS, statements, too_new
from tessella.server.store import Person, Row, StartError, Store, Summary
from tessella.tables import entries as stored_as
from tessella.tables.entries import Entry, Sitting
from tessella.tables.refusal import Conflict, StoreUnavailable
from tessella.tables.table import Stored

T = TypeVar("T")
MOST_AT_ONCE = 500
"""So many share a commit."""
READERS = 2


class _Job(NamedTuple):
    work: Callable[[sqlite3.Connection], Any]
    done: "asyncio.Future[Any]"
    loop: asyncio.AbstractEventLoop


class SqliteStore(Store):
    """Tables in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._readers = ThreadPoolExecutor(READERS, "tessella-read")
        self._own = threading.local()
        self._open: list[sqlite3.Connection] = []

    async def open(self) -> None:
        """Make the file, for our own eyes only, and bring its schema up to date."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
            connection = self._connect()
            _migrate(connection)
        except (OSError, sqlite3.Error) as error:
            raise StartError(
                f"cannot keep tables in {self.path}: {getattr(error, 'strerror', None) or error}. "
                "Make that folder writable, or name another: --data FOLDER"
            ) from None
        self._writer = threading.Thread(target=self._write, args=(connection,), name="tessella-write", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        """Write what waits, then close."""
        if self._writer is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writer = None
        self._readers.shutdown()
        for connection in self._open:
            connection.close()

    async def check(self) -> None:
        """Whether the file can be read."""
        await self._read(lambda connection: connection.execute("SELECT 1 FROM settings LIMIT 1").fetchall())

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=10)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # who is forgotten leaves nothing behind
        self._open.append(connection)
        return connection

    # ---- reading and writing ----

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            connection = getattr(self._own, "connection", None)
            if connection is None:
                connection = self._own.connection = self._connect()
            return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        except sqlite3.Error as error:
            raise StoreUnavailable(str(error)) from None

    async def _write_down(self, work: Callable[[sqlite3.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, done, loop))
        return await done

    def _write(self, connection: sqlite3.Connection) -> None:
        """The writer thread: takes all that waits, writes it, commits once, and tells everybody."""
        while (first := self._jobs.get()) is not None:
            jobs: list[_Job] = [first]
            last = False
            with contextlib.suppress(queue.Empty):
                while len(jobs) < MOST_AT_ONCE:
                    job = self._jobs.get_nowait()
                    if job is None:
                        last = True
                        break
                    jobs.append(job)
            _tell(jobs, _commit(connection, jobs))
            if last:
                return

    # ---- tables ----

    async def create(self, stored: Stored, summary: Summary) -> None:
        """A new table."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO tables (id, setup, seed, created, version, status, turn, due, updated) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (stored.id, stored_as.encode(stored.setup).decode(), stored.seed, stored.created, *summary),
            )
            _sit(connection, stored.id, stored.sittings, stored.created)

        await self._write_down(work)

    async def load(self, table: str) -> Stored | None:
        """A whole table."""

        def work(connection: sqlite3.Connection) -> Stored | None:
            connection.execute("BEGIN")
            try:
                row = connection.execute("SELECT setup, seed, created FROM tables WHERE id = ?", (table,)).fetchone()
                if row is None:
                    return None
                found, sittings = _since(connection, table, 0)
                return Stored(table, stored_as.decode_setup(row[0]), row[1], row[2], found, sittings)
            finally:
                connection.execute("COMMIT")

        return await self._read(work)

    async def since(self, table: str, seq: int) -> tuple[list[Entry], list[Sitting]] | None:
        """What came after an entry."""

        def work(connection: sqlite3.Connection) -> tuple[list[Entry], list[Sitting]] | None:
            if connection.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is None:
                return None
            return _since(connection, table, seq)

        return await self._read(work)

    async def append(
        self, table: str, entries: Sequence[Entry], summary: Summary, sittings: Sequence[Sitting] | None = None
    ) -> None:
        """Store entries."""

        def work(connection: sqlite3.Connection) -> None:
            moved = connection.execute(
                "UPDATE tables SET version = ?, status = ?, turn = ?, due = ?, updated = ? "
                "WHERE id = ? AND version = ?",
                (*summary, table, entries[0].seq - 1),
            )
            if moved.rowcount != 1:
                raise Conflict
            connection.executemany(
                "INSERT INTO entries (table_id, seq, at, body) VALUES (?, ?, ?, ?)",
                [(table, entry.seq, entry.at, stored_as.encode(entry.body).decode()) for entry in entries],
            )
            if sittings is not None:
                _sit(connection, table, sittings, summary.updated)

        await self._write_down(work)

    async def due(self, before: float, most: int) -> list[str]:
        """Tables at which something should have happened by itself."""
        asked = "SELECT id FROM tables WHERE due <= ? ORDER BY due LIMIT ?"
        return await self._read(lambda connection: [row[0] for row in connection.execute(asked, (before, most))])

    async def tables_of(self, identity: str) -> list[Row]:
        """Where somebody sits."""

        def work(connection: sqlite3.Connection) -> list[Row]:
            found = connection.execute(
                "SELECT id, setup, version, status, turn, due, updated FROM tables WHERE id IN "
                "(SELECT table_id FROM sittings WHERE identity = ?) ORDER BY updated DESC",
                (identity,),
            ).fetchall()
            return [
                Row(row[0], stored_as.decode_setup(row[1]), Summary(*row[2:]), _sittings(connection, row[0]))
                for row in found
            ]

        return await self._read(work)

    async def delete_before(self, updated: float) -> int:
        """Delete old tables."""
        return await self._write_down(
            lambda connection: connection.execute("DELETE FROM tables WHERE updated < ?", (updated,)).rowcount
        )

    async def count(self) -> dict[str, int]:
        """How many tables there are, by status."""
        asked = "SELECT status, count(*) FROM tables GROUP BY status ORDER BY status"
        return await self._read(lambda connection: dict(connection.execute(asked).fetchall()))

    # ---- people ----

    async def person(self, identity: str) -> Person | None:
        """What is known of somebody."""

        def work(connection: sqlite3.Connection) -> Person | None:
            row = connection.execute("SELECT id, name, created FROM identities WHERE id = ?", (identity,)).fetchone()
            return None if row is None else Person(*row)

        return await self._read(work)

    async def people(self) -> list[Person]:
        """Everybody who is known."""
        asked = "SELECT id, name, created FROM identities ORDER BY created"
        return await self._read(lambda connection: [Person(*row) for row in connection.execute(asked)])

    async def rename(self, identity: str, name: str | None, now: float) -> None:
        """What somebody is called from now on."""
        await self._write_down(
            lambda connection: connection.execute(
                "INSERT INTO identities (id, name, created) VALUES (?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                (identity, name, now),
            )
        )

    async def forget(self, identity: str) -> None:
        """Delete all that is kept of somebody."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM sittings WHERE identity = ?", (identity,))
            connection.execute("DELETE FROM identities WHERE id = ?", (identity,))

        await self._write_down(work)

    # ---- nodes ----

    async def setting(self, name: str, first: str) -> str:
        """A setting."""

        def work(connection: sqlite3.Connection) -> str:
            connection.execute("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (name, first))
            value: str = connection.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()[0]
            return value

        return await self._write_down(work)

    async def beat(self, node: str, until: float) -> None:
        """This node is alive; there is no other on this file."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM nodes")
            connection.execute("INSERT INTO nodes (id, until) VALUES (?, ?)", (node, until))

        await self._write_down(work)

    async def alive(self, now: float) -> set[str]:
        """The one node there is."""
        asked = "SELECT id FROM nodes WHERE until > ?"
        return await self._read(lambda connection: {row[0] for row in connection.execute(asked, (now,))})

    def listen(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """There is no other node to hear of."""


def _migrate(connection: sqlite3.Connection) -> None:
    found = connection.execute("PRAGMA user_version").fetchone()[0]
    if found > len(MIGRATIONS):
        raise StartError(too_new(found))
    for number, script in enumerate(MIGRATIONS[found:], found + 1):
        connection.execute("BEGIN IMMEDIATE")
        for statement in statements(script):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")


def _commit(connection: sqlite3.Connection, jobs: list[_Job]) -> list[Any]:
    """Do the jobs in one transaction; a job that fails undoes itself only. What came of each, or the error."""
    results: list[Any] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for job in jobs:
            connection.execute("SAVEPOINT job")
            try:
                results.append(job.work(connection))
            except Exception as error:
                connection.execute("ROLLBACK TO job")
                results.append(_named(error))
            connection.execute("RELEASE job")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        time.sleep(0.1)  # a full disk, say: do not spin
        return [StoreUnavailable(str(error))] * len(jobs)
    return results


def _named(error: Exception) -> Exception:
    """What a job's error is called outside."""
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict()
    return StoreUnavailable(str(error)) if isinstance(error, sqlite3.Error) else error


def _tell(jobs: list[_Job], results: list[Any]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for job, result in zip(jobs, results, strict=True):
        by_loop.setdefault(job.loop, []).append((job.done, result))
    for loop, told in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle, told)


def _settle(told: list[tuple["asyncio.Future[Any]", Any]]) -> None:
    for done, result in told:
        if done.done():  # whoever waited has gone
            continue
        if isinstance(result, Exception):
            done.set_exception(result)
        else:
            done.set_result(result)


def _since(connection: sqlite3.Connection, table: str, seq: int) -> tuple[list[Entry], list[Sitting]]:
    asked = "SELECT seq, at, body FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq"
    found = [Entry(row[0], row[1], stored_as.decode_body(row[2])) for row in connection.execute(asked, (table, seq))]
    return found, _sittings(connection, table)


def _sittings(connection: sqlite3.Connection, table: str) -> list[Sitting]:
    asked = "SELECT seat, identity, name FROM sittings WHERE table_id = ? ORDER BY seat"
    return [Sitting(*row) for row in connection.execute(asked, (table,))]


def _sit(connection: sqlite3.Connection, table: str, sittings: Sequence[Sitting], now: float) -> None:
    connection.execute("DELETE FROM sittings WHERE table_id = ?", (table,))
    connection.executemany(
        "INSERT INTO sittings (table_id, seat, identity, name) VALUES (?, ?, ?, ?)",
        [(table, sitting.seat, sitting.identity, sitting.name) for sitting in sittings],
    )
    connection.executemany(
        "INSERT INTO identities (id, name, created) VALUES (?, NULL, ?) ON CONFLICT DO NOTHING",
        [(sitting.identity, now) for sitting in sittings],
    )
