"""PostgreSQL: the same tables for as many nodes as wanted.

One statement stores an entry, updates the table's version and notifies the other nodes: all of it happens, or none.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Any

from tessella.core.extras import needed
from tessella.hosting.store import Conflict, Person, StartError, Store, StoreDamaged, StoreUnavailable, fingerprint
from tessella.server.schema import CHECK_STATEMENT, MIGRATIONS, statements, too_new
from tessella.server.stored_rows import entry_row, read_entries, read_setup, read_table, table_row
from tessella.tables.entries import Entry, SeatHolder, Stored
from tessella.tables.listings import Row, Summary

with needed("postgres", "PostgreSQL", "asyncpg"):
    import asyncpg

log = logging.getLogger(__name__)

CHANNEL = "tessella"
DELETIONS = "tessella_deletions"
"""The channel of its own that older nodes do not listen to: they could not read these messages."""
LOCK = 7_335_727  # an arbitrary number: the node that holds this advisory lock may change the schema
CONNECTIONS = 10
STATEMENT_TIMEOUT = 10.0
"""Seconds that a statement may take."""
CHECK_AFTER = 20.0
"""Seconds without a notification after which the listener's connection is checked."""
CLOSE_TIMEOUT = 3.0
"""Seconds that the listener may take to end by itself."""
RETRY_AFTER = 1.0
"""Seconds after which a lost connection is opened again."""
UNAVAILABLE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,  # a full disk, among others
    asyncpg.ReadOnlySQLTransactionError,  # a standby, or a database that its host has locked
    asyncpg.InsufficientPrivilegeError,
    asyncpg.PostgresSystemError,  # its disk fails
    asyncpg.InternalServerError,
    asyncpg.TransactionRollbackError,
)
"""Errors that are no fault of the statement: nothing was stored, and it may be possible later."""

_APPEND = """
    WITH moved AS (
        UPDATE tables SET version = $3, status = $4, turn = $5, due = $6, updated = $7
        WHERE id = $1 AND version = $2 RETURNING id
    ), written AS (
        INSERT INTO entries (table_id, seq, at, body, checksum)
        SELECT moved.id, entry.seq, entry.at, entry.body, entry.checksum
        FROM moved, unnest($8::bigint[], $9::double precision[], $10::text[], $11::bigint[])
            AS entry (seq, at, body, checksum)
    )
    SELECT pg_notify($12, $1 || ' ' || $3::bigint) FROM moved
"""


class PostgresStore(Store):
    """Tables in a database."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self._pool: Any = None
        self._listener: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self._heard: Callable[[str, int], None] = lambda table, version: None
        self._missed: Callable[[], None] = lambda: None
        self._deleted: Callable[[str], None] = lambda deleted: None

    async def open(self) -> None:
        """Connect, and update the schema while all other nodes wait."""
        try:
            self._pool = await asyncpg.create_pool(
                self.url, min_size=1, max_size=CONNECTIONS, command_timeout=STATEMENT_TIMEOUT, timeout=STATEMENT_TIMEOUT
            )
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
                await _migrate(connection)
        except (*UNAVAILABLE, asyncpg.PostgresError, ValueError) as error:
            raise StartError(
                f"cannot reach the database: {str(error) or type(error).__name__}. Is PostgreSQL running there, and "
                "are name and password right? --database postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
            ) from None
        self._listener = asyncio.create_task(self._listen())

    async def close(self) -> None:
        """Finish what was begun."""
        if self._listener is not None:
            # Let it end by itself: cancelled while it connects, it would leave a connection open.
            self._closing.set()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._listener, CLOSE_TIMEOUT)
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), 5)
            except TimeoutError:
                self._pool.terminate()

    async def check(self) -> None:
        """Check that the database can be written to: it may be read-only, or its disk full."""
        async with self._connection() as connection:
            await connection.execute(CHECK_STATEMENT, str(time.time()))

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        assert self._pool is not None, "the store is not open"
        try:
            async with self._pool.acquire(timeout=STATEMENT_TIMEOUT) as connection:
                yield connection
        except asyncpg.UniqueViolationError:
            raise Conflict from None
        except (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError) as error:
            raise StoreDamaged(f"the database: {error}") from None
        except UNAVAILABLE as error:
            raise StoreUnavailable(str(error) or type(error).__name__) from None

    # ---- tables ----

    async def create(self, stored: Stored, summary: Summary) -> None:
        """A new table."""
        async with self._connection() as connection, connection.transaction():
            await connection.execute(
                "INSERT INTO tables (id, setup, seed, created, checksum, version, status, turn, due, updated) "
                "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                *table_row(stored),
                *summary,
            )
            await connection.executemany(
                "INSERT INTO entries (table_id, seq, at, body, checksum) VALUES ($1, $2, $3, $4, $5)",
                [entry_row(stored.id, entry) for entry in stored.entries],
            )
            await _store_holders(connection, stored.id, stored.holders, stored.created)

    async def load(self, table: str) -> Stored | None:
        """A whole table."""
        async with self._connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
            query = "SELECT setup, seed, created, checksum, version FROM tables WHERE id = $1"
            row = await connection.fetchrow(query, table)
            if row is None:
                return None
            setup, seed, created, known, version = row
            entries, holders = await _since(connection, table, 0, version)
            return Stored(table, read_table(table, setup, seed, created, known), seed, created, entries, holders)

    async def since(self, table: str, seq: int) -> tuple[list[Entry], list[SeatHolder]] | None:
        """The entries after an entry, and who holds the seats now."""
        async with self._connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
            if await connection.fetchval("SELECT 1 FROM tables WHERE id = $1", table) is None:
                return None
            return await _since(connection, table, seq)

    async def append(
        self, table: str, entries: Sequence[Entry], summary: Summary, holders: Sequence[SeatHolder] | None = None
    ) -> None:
        """Store entries."""
        columns = list(zip(*(entry_row(table, entry)[1:] for entry in entries), strict=True))
        values = (table, entries[0].seq - 1, *summary, *columns, CHANNEL)
        async with self._connection() as connection:
            if holders is None:
                updated = await connection.fetch(_APPEND, *values)
            else:
                async with connection.transaction():
                    updated = await connection.fetch(_APPEND, *values)
                    if updated:
                        await _store_holders(connection, table, holders, summary.updated)
        if not updated:
            raise Conflict

    async def overdue(self, before: float, most: int) -> list[str]:
        """The tables whose deadline has passed."""
        async with self._connection() as connection:
            rows = await connection.fetch("SELECT id FROM tables WHERE due <= $1 ORDER BY due LIMIT $2", before, most)
        return [row["id"] for row in rows]

    async def tables_of(self, identity: str) -> list[Row]:
        """The tables at which a person holds a seat."""
        async with self._connection() as connection:
            tables = await connection.fetch(
                "SELECT id, setup, version, status, turn, due, updated FROM tables WHERE id IN "
                "(SELECT table_id FROM sittings WHERE identity = $1) ORDER BY updated DESC",
                identity,
            )
            seats = await connection.fetch(
                "SELECT table_id, seat, identity, name FROM sittings WHERE table_id = ANY($1::text[]) ORDER BY seat",
                [row["id"] for row in tables],
            )
        holders: dict[str, list[SeatHolder]] = {}
        for row in seats:
            holders.setdefault(row["table_id"], []).append(SeatHolder(row["seat"], row["identity"], row["name"]))
        return [
            Row(row[0], read_setup(row[0], row[1]), Summary(*tuple(row)[2:]), holders.get(row[0], [])) for row in tables
        ]

    async def delete_before(self, updated: float) -> int:
        """Delete old tables."""
        async with self._connection() as connection:
            status: str = await connection.execute("DELETE FROM tables WHERE updated < $1", updated)
        return int(status.split()[-1])

    async def count(self) -> dict[str, int]:
        """The number of tables, by status."""
        async with self._connection() as connection:
            rows = await connection.fetch("SELECT status, count(*) FROM tables GROUP BY status ORDER BY status")
        return {row[0]: row[1] for row in rows}

    # ---- people ----

    async def person(self, identity: str) -> Person | None:
        """What is stored about a person."""
        async with self._connection() as connection:
            row = await connection.fetchrow("SELECT id, name, created FROM identities WHERE id = $1", identity)
        return None if row is None else Person(*row)

    async def people(self) -> list[Person]:
        """All people."""
        async with self._connection() as connection:
            rows = await connection.fetch("SELECT id, name, created FROM identities ORDER BY created")
        return [Person(*row) for row in rows]

    async def rename(self, identity: str, name: str | None, now: float) -> None:
        """Set a person's name."""
        async with self._connection() as connection:
            await connection.execute(
                "INSERT INTO identities (id, name, created) VALUES ($1, $2, $3) "
                "ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                identity,
                name,
                now,
            )

    async def forget(self, identity: str) -> None:
        """Delete a person's name and where they sat."""
        async with self._connection() as connection, connection.transaction():
            statuses = [
                await connection.execute("DELETE FROM sittings WHERE identity = $1", identity),
                await connection.execute("DELETE FROM identities WHERE id = $1", identity),
            ]
            if any(not status.endswith(" 0") for status in statuses):
                deleted = fingerprint(identity)
                await connection.execute("INSERT INTO revoked VALUES ($1) ON CONFLICT DO NOTHING", deleted)
                await connection.execute("SELECT pg_notify($1, $2)", DELETIONS, deleted)

    async def revoked(self) -> set[str]:
        """The fingerprints of deleted identities."""
        async with self._connection() as connection:
            rows = await connection.fetch("SELECT fingerprint FROM revoked")
        return {row[0] for row in rows}

    # ---- nodes ----

    async def setting(self, name: str, first: str) -> str:
        """A setting."""
        async with self._connection() as connection:
            await connection.execute(
                "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, first
            )
            value: str = await connection.fetchval("SELECT value FROM settings WHERE name = $1", name)
        return value

    async def beat(self, node: str, until: float) -> None:
        """Store that this node is alive."""
        async with self._connection() as connection:
            await connection.execute(
                "INSERT INTO nodes (id, until) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET until = excluded.until",
                node,
                until,
            )
            await connection.execute("DELETE FROM nodes WHERE until < $1", until - 3600)

    async def alive(self, now: float) -> set[str]:
        """The nodes that are alive."""
        async with self._connection() as connection:
            rows = await connection.fetch("SELECT id FROM nodes WHERE until > $1", now)
        return {row["id"] for row in rows}

    def listen(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """Set the functions to call with notifications."""
        self._heard, self._missed = heard, missed

    def listen_for_deletions(self, deleted: Callable[[str], None]) -> None:
        """Set the function to call when a person is deleted."""
        self._deleted = deleted

    async def _listen(self) -> None:
        """Listen until the store is closed. When a lost connection is opened again, notifications may be missing."""
        while not self._closing.is_set():
            try:
                connection = await asyncpg.connect(self.url, timeout=STATEMENT_TIMEOUT)
                try:
                    await self._hear(connection)
                finally:
                    connection.terminate()
            except (*UNAVAILABLE, asyncpg.PostgresError) as error:
                log.warning("cannot listen to the database: %s", type(error).__name__)
            await _within(RETRY_AFTER, self._closing)

    async def _hear(self, connection: Any) -> None:
        """Listen on a connection until it ends. After a quiet while check it: a network failure does not close it."""
        over = asyncio.Event()
        connection.add_termination_listener(partial(_set, over))
        await connection.add_listener(CHANNEL, self._notify)
        await connection.add_listener(DELETIONS, lambda *news: self._deleted(str(news[-1])))
        self._missed()
        closing = asyncio.create_task(self._closing.wait())
        closing.add_done_callback(partial(_set, over))
        try:
            while not await _within(CHECK_AFTER, over):
                await connection.fetchval("SELECT 1", timeout=STATEMENT_TIMEOUT)
        finally:
            closing.cancel()

    def _notify(self, connection: object, pid: int, channel: str, payload: object) -> None:
        table, _, version = str(payload).partition(" ")
        self._heard(table, int(version))


async def _within(seconds: float, event: asyncio.Event) -> bool:
    """Whether an event happens in this time."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True


def _set(event: asyncio.Event, _: object) -> None:
    event.set()


async def _migrate(connection: Any) -> None:
    exists = await connection.fetchval("SELECT to_regclass('settings') IS NOT NULL")
    version = int(await connection.fetchval("SELECT value FROM settings WHERE name = 'schema'") or 0) if exists else 0
    if version > len(MIGRATIONS):
        raise StartError(too_new(version))
    for script in MIGRATIONS[version:]:
        for statement in statements(script):
            await connection.execute(statement)
    await connection.execute(
        "INSERT INTO settings (name, value) VALUES ('schema', $1) ON CONFLICT (name) DO UPDATE SET value = $1",
        str(len(MIGRATIONS)),
    )


async def _since(
    connection: Any, table: str, seq: int, version: int | None = None
) -> tuple[list[Entry], list[SeatHolder]]:
    query = "SELECT seq, at, body, checksum FROM entries WHERE table_id = $1 AND seq > $2 ORDER BY seq"
    entries = read_entries(table, seq, await connection.fetch(query, table, seq), version)
    rows = await connection.fetch("SELECT seat, identity, name FROM sittings WHERE table_id = $1 ORDER BY seat", table)
    return entries, [SeatHolder(*row) for row in rows]


async def _store_holders(connection: Any, table: str, holders: Sequence[SeatHolder], now: float) -> None:
    await connection.execute("DELETE FROM sittings WHERE table_id = $1", table)
    await connection.executemany(
        "INSERT INTO sittings (table_id, seat, identity, name) VALUES ($1, $2, $3, $4)",
        [(table, holder.seat, holder.identity, holder.name) for holder in holders],
    )
    await connection.executemany(
        "INSERT INTO identities (id, name, created) VALUES ($1, NULL, $2) ON CONFLICT DO NOTHING",
        [(holder.identity, now) for holder in holders],
    )
