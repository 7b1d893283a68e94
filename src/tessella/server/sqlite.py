"""SQLite: one file on this machine, one writer thread with group commit.

A write returns after a commit that reached the disk (WAL, synchronous=FULL). Writes that wait at the same time share a
commit, so that a busy server needs few of them.
"""

import asyncio
import contextlib
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tessella.hosting.store import Conflict, Person, Store, fingerprint
from tessella.server.schema import CHECK_STATEMENT
from tessella.server.sqlite_file import prepare, refuse_empty, start_error, unavailable
from tessella.server.stored_rows import entry_row, read_entries, read_setup, read_table, table_row
from tessella.tables.entries import Entry, SeatHolder, Stored
from tessella.tables.listings import Row, Summary

log = logging.getLogger(__name__)

T = TypeVar("T")
MOST_AT_ONCE = 500
"""The number of writes that share a commit."""
READERS = 2


class _Job(NamedTuple):
    work: Callable[[sqlite3.Connection], Any]
    done: "asyncio.Future[Any]"
    loop: asyncio.AbstractEventLoop
    erase: bool
    """Whether what it deletes must not stay in the log either."""


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
        """Create the file, readable by its owner only, and update its schema."""
        try:
            refuse_empty(self.path)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
            connection = self._connect()
            prepare(connection, self.path)
        except (OSError, sqlite3.Error) as error:
            raise start_error(self.path, error) from None
        self._writer = threading.Thread(target=self._write, args=(connection,), name="tessella-write", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        """Finish the waiting writes, then close."""
        if self._writer is not None:
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writer = None
        self._readers.shutdown()
        for connection in self._open:
            connection.close()

    async def check(self) -> None:
        """Check that the file can be written: a disk may be full, or read-only."""
        await self._submit(lambda connection: connection.execute(CHECK_STATEMENT, (str(time.time()),)))

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=10)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # a deleted person leaves nothing behind
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
            raise unavailable(error) from None

    async def _submit(self, work: Callable[[sqlite3.Connection], T], erase: bool = False) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, done, loop, erase))
        return await done

    def _write(self, connection: sqlite3.Connection) -> None:
        """The writer thread: takes all waiting jobs, does them in one transaction, and reports their results."""
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
            results = _commit(connection, jobs)
            if any(job.erase for job in jobs):
                _erase_log(connection)
            _report(jobs, results)
            if last:
                return

    # ---- tables ----

    async def create(self, stored: Stored, summary: Summary) -> None:
        """A new table."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO tables (id, setup, seed, created, checksum, version, status, turn, due, updated) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*table_row(stored), *summary),
            )
            _store_entries(connection, stored.id, stored.entries)
            _store_holders(connection, stored.id, stored.holders, stored.created)

        await self._submit(work)

    async def load(self, table: str) -> Stored | None:
        """A whole table."""

        def work(connection: sqlite3.Connection) -> Stored | None:
            connection.execute("BEGIN")
            try:
                query = "SELECT setup, seed, created, checksum, version FROM tables WHERE id = ?"
                row = connection.execute(query, (table,)).fetchone()
                if row is None:
                    return None
                setup, seed, created, known, version = row
                entries, holders = _since(connection, table, 0, version)
                return Stored(table, read_table(table, setup, seed, created, known), seed, created, entries, holders)
            finally:
                connection.execute("COMMIT")

        return await self._read(work)

    async def since(self, table: str, seq: int) -> tuple[list[Entry], list[SeatHolder]] | None:
        """The entries after an entry, and who holds the seats now."""

        def work(connection: sqlite3.Connection) -> tuple[list[Entry], list[SeatHolder]] | None:
            if connection.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is None:
                return None
            return _since(connection, table, seq)

        return await self._read(work)

    async def append(
        self, table: str, entries: Sequence[Entry], summary: Summary, holders: Sequence[SeatHolder] | None = None
    ) -> None:
        """Store entries."""

        def work(connection: sqlite3.Connection) -> None:
            updated = connection.execute(
                "UPDATE tables SET version = ?, status = ?, turn = ?, due = ?, updated = ? "
                "WHERE id = ? AND version = ?",
                (*summary, table, entries[0].seq - 1),
            )
            if updated.rowcount != 1:
                raise Conflict
            _store_entries(connection, table, entries)
            if holders is not None:
                _store_holders(connection, table, holders, summary.updated)

        await self._submit(work)

    async def overdue(self, before: float, most: int) -> list[str]:
        """The tables whose deadline has passed."""
        query = "SELECT id FROM tables WHERE due <= ? ORDER BY due LIMIT ?"
        return await self._read(lambda connection: [row[0] for row in connection.execute(query, (before, most))])

    async def tables_of(self, identity: str) -> list[Row]:
        """The tables at which a person holds a seat."""

        def work(connection: sqlite3.Connection) -> list[Row]:
            rows = connection.execute(
                "SELECT id, setup, version, status, turn, due, updated FROM tables WHERE id IN "
                "(SELECT table_id FROM sittings WHERE identity = ?) ORDER BY updated DESC",
                (identity,),
            ).fetchall()
            return [
                Row(row[0], read_setup(row[0], row[1]), Summary(*row[2:]), _holders(connection, row[0])) for row in rows
            ]

        return await self._read(work)

    async def delete_before(self, updated: float) -> int:
        """Delete old tables."""
        return await self._submit(
            lambda connection: connection.execute("DELETE FROM tables WHERE updated < ?", (updated,)).rowcount
        )

    async def count(self) -> dict[str, int]:
        """The number of tables, by status."""
        query = "SELECT status, count(*) FROM tables GROUP BY status ORDER BY status"
        return await self._read(lambda connection: dict(connection.execute(query).fetchall()))

    # ---- people ----

    async def person(self, identity: str) -> Person | None:
        """What is stored about a person."""

        def work(connection: sqlite3.Connection) -> Person | None:
            row = connection.execute("SELECT id, name, created FROM identities WHERE id = ?", (identity,)).fetchone()
            return None if row is None else Person(*row)

        return await self._read(work)

    async def people(self) -> list[Person]:
        """All people."""
        query = "SELECT id, name, created FROM identities ORDER BY created"
        return await self._read(lambda connection: [Person(*row) for row in connection.execute(query)])

    async def rename(self, identity: str, name: str | None, now: float) -> None:
        """Set a person's name."""
        await self._submit(
            lambda connection: connection.execute(
                "INSERT INTO identities (id, name, created) VALUES (?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                (identity, name, now),
            )
        )

    async def forget(self, identity: str) -> None:
        """Delete a person's name and where they sat."""

        def work(connection: sqlite3.Connection) -> None:
            seats = connection.execute("DELETE FROM sittings WHERE identity = ?", (identity,)).rowcount
            if connection.execute("DELETE FROM identities WHERE id = ?", (identity,)).rowcount or seats:
                connection.execute("INSERT INTO revoked VALUES (?) ON CONFLICT DO NOTHING", (fingerprint(identity),))

        await self._submit(work, erase=True)

    async def revoked(self) -> set[str]:
        """The fingerprints of deleted identities."""
        query = "SELECT fingerprint FROM revoked"
        return await self._read(lambda connection: {row[0] for row in connection.execute(query)})

    # ---- nodes ----

    async def setting(self, name: str, first: str) -> str:
        """A setting."""

        def work(connection: sqlite3.Connection) -> str:
            connection.execute("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (name, first))
            value: str = connection.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()[0]
            return value

        return await self._submit(work)

    async def beat(self, node: str, until: float) -> None:
        """Store that this node is alive; there is no other on this file."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM nodes")
            connection.execute("INSERT INTO nodes (id, until) VALUES (?, ?)", (node, until))

        await self._submit(work)

    async def alive(self, now: float) -> set[str]:
        """The only node, if it is alive."""
        query = "SELECT id FROM nodes WHERE until > ?"
        return await self._read(lambda connection: {row[0] for row in connection.execute(query, (now,))})

    def listen(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """Do nothing: there is no other node."""


def _commit(connection: sqlite3.Connection, jobs: list[_Job]) -> list[Any]:
    """Do the jobs in one transaction; a job that fails undoes itself only. The result or the error of each job."""
    results: list[Any] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for job in jobs:
            connection.execute("SAVEPOINT job")
            try:
                results.append(job.work(connection))
            except Exception as error:
                connection.execute("ROLLBACK TO job")
                results.append(_translated(error))
            connection.execute("RELEASE job")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        time.sleep(0.1)  # a full disk, say: do not spin
        return [unavailable(error)] * len(jobs)
    return results


def _translated(error: Exception) -> Exception:
    """A job's error as the interface names it."""
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict()
    return unavailable(error) if isinstance(error, sqlite3.Error) else error


def _erase_log(connection: sqlite3.Connection) -> None:
    """Move the log into the file and empty it: it holds the old pages, with what was deleted from them."""
    try:
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.Error as error:
        log.warning("the log of the database cannot be emptied: %s", error)
    else:
        if busy:
            log.warning("the log of the database is in use: what was deleted stays in it for a while")


def _report(jobs: list[_Job], results: list[Any]) -> None:
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for job, result in zip(jobs, results, strict=True):
        by_loop.setdefault(job.loop, []).append((job.done, result))
    for loop, pairs in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed: nothing waits any more
            loop.call_soon_threadsafe(_settle, pairs)


def _settle(pairs: list[tuple["asyncio.Future[Any]", Any]]) -> None:
    for done, result in pairs:
        if done.done():  # the request was cancelled
            continue
        if isinstance(result, Exception):
            done.set_exception(result)
        else:
            done.set_result(result)


def _since(
    connection: sqlite3.Connection, table: str, seq: int, version: int | None = None
) -> tuple[list[Entry], list[SeatHolder]]:
    query = "SELECT seq, at, body, checksum FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq"
    rows = connection.execute(query, (table, seq))
    return read_entries(table, seq, rows, version), _holders(connection, table)


def _holders(connection: sqlite3.Connection, table: str) -> list[SeatHolder]:
    query = "SELECT seat, identity, name FROM sittings WHERE table_id = ? ORDER BY seat"
    return [SeatHolder(*row) for row in connection.execute(query, (table,))]


def _store_entries(connection: sqlite3.Connection, table: str, entries: Sequence[Entry]) -> None:
    connection.executemany(
        "INSERT INTO entries (table_id, seq, at, body, checksum) VALUES (?, ?, ?, ?, ?)",
        [entry_row(table, entry) for entry in entries],
    )


def _store_holders(connection: sqlite3.Connection, table: str, holders: Sequence[SeatHolder], now: float) -> None:
    connection.execute("DELETE FROM sittings WHERE table_id = ?", (table,))
    connection.executemany(
        "INSERT INTO sittings (table_id, seat, identity, name) VALUES (?, ?, ?, ?)",
        [(table, holder.seat, holder.identity, holder.name) for holder in holders],
    )
    connection.executemany(
        "INSERT INTO identities (id, name, created) VALUES (?, NULL, ?) ON CONFLICT DO NOTHING",
        [(holder.identity, now) for holder in holders],
    )
