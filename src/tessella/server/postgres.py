"""PostgreSQL: the same tables for as many nodes as wanted.

An entry, the table's new version and the news for the other nodes are one statement: either all of it happens or none.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Any

import asyncpg

from tessella.server.schema import MIGRATIONS, statements, too_new
from tessella.server.store import Person, Row, StartError, Store, Summary
from tessella.tables import entries as stored_as
from tessella.tables.entries import Entry, Sitting
from tessella.tables.refusal import Conflict, StoreUnavailable
from tessella.tables.table import Stored

log = logging.getLogger(__name__)

CHANNEL = "tessella"
LOCK = 7_335_727  # any number that nobody else uses: whoever holds it may change the schema
CONNECTIONS = 10
PATIENCE = 10.0
"""So many seconds a statement may take."""
QUIET = 20.0
"""After so many seconds it is asked whether the database still speaks to us."""
CLOSING = 3.0
"""So long the listener may take to come to an end by itself."""
AGAIN = 1.0
"""After so many seconds a lost connection is tried again."""
AWAY = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
)

_APPEND = """
    WITH moved AS (
        UPDATE tables SET version = $3, status = $4, turn = $5, due = $6, updated = $7
        WHERE id = $1 AND version = $2 RETURNING id
    ), written AS (
        INSERT INTO entries (table_id, seq, at, body)
        SELECT moved.id, entry.seq, entry.at, entry.body
        FROM moved, unnest($8::bigint[], $9::double precision[], $10::text[]) AS entry (seq, at, body)
    )
    SELECT pg_notify($11, $1 || ' ' || $3::bigint) FROM moved
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

    async def open(self) -> None:
        """Connect, and bring the schema up to date while all other nodes wait."""
        try:
            self._pool = await asyncpg.create_pool(
                self.url, min_size=1, max_size=CONNECTIONS, command_timeout=PATIENCE, timeout=PATIENCE
            )
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
                await _migrate(connection)
        except (*AWAY, asyncpg.PostgresError, ValueError) as error:
            raise StartError(
                f"cannot reach the database: {str(error) or type(error).__name__}. Is PostgreSQL running there, and "
                "are name and password right? --database postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
            ) from None
        self._listener = asyncio.create_task(self._listen())

    async def close(self) -> None:
        """Finish what was begun."""
        if self._listener is not None:
            # Not in the middle of connecting, if that can be helped: what is half open would stay open.
            self._closing.set()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._listener, CLOSING)
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), 5)
            except TimeoutError:
                self._pool.terminate()

    async def check(self) -> None:
        """Whether the database answers."""
        async with self._connection() as connection:
            await connection.fetchval("SELECT 1 FROM settings LIMIT 1")

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        assert self._pool is not None, "the store is not open"
        try:
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                yield connection
        except asyncpg.UniqueViolationError:
            raise Conflict from None
        except AWAY as error:
            raise StoreUnavailable(str(error) or type(error).__name__) from None

    # ---- tables ----

    async def create(self, stored: Stored, summary: Summary) -> None:
        """A new table."""
        async with self._connection() as connection, connection.transaction():
            await connection.execute(
                "INSERT INTO tables (id, setup, seed, created, version, status, turn, due, updated) "
                "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                stored.id,
                stored_as.encode(stored.setup).decode(),
                stored.seed,
                stored.created,
                *summary,
            )
            await _sit(connection, stored.id, stored.sittings, stored.created)

    async def load(self, table: str) -> Stored | None:
        """A whole table."""
        async with self._connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
            row = await connection.fetchrow("SELECT setup, seed, created FROM tables WHERE id = $1", table)
            if row is None:
                return None
            found, sittings = await _since(connection, table, 0)
            return Stored(table, stored_as.decode_setup(row["setup"]), row["seed"], row["created"], found, sittings)

    async def since(self, table: str, seq: int) -> tuple[list[Entry], list[Sitting]] | None:
        """What came after an entry."""
        async with self._connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
            if await connection.fetchval("SELECT 1 FROM tables WHERE id = $1", table) is None:
                return None
            return await _since(connection, table, seq)

    async def append(
        self, table: str, entries: Sequence[Entry], summary: Summary, sittings: Sequence[Sitting] | None = None
    ) -> None:
        """Store entries."""
        values = (
            table,
            entries[0].seq - 1,
            *summary,
            [entry.seq for entry in entries],
            [entry.at for entry in entries],
            [stored_as.encode(entry.body).decode() for entry in entries],
            CHANNEL,
        )
        async with self._connection() as connection:
            if sittings is None:
                moved = await connection.fetch(_APPEND, *values)
            else:
                async with connection.transaction():
                    moved = await connection.fetch(_APPEND, *values)
                    if moved:
                        await _sit(connection, table, sittings, summary.updated)
        if not moved:
            raise Conflict

    async def due(self, before: float, most: int) -> list[str]:
        """Tables at which something should have happened by itself."""
        async with self._connection() as connection:
            found = await connection.fetch("SELECT id FROM tables WHERE due <= $1 ORDER BY due LIMIT $2", before, most)
        return [row["id"] for row in found]

    async def tables_of(self, identity: str) -> list[Row]:
        """Where somebody sits."""
        async with self._connection() as connection:
            found = await connection.fetch(
                "SELECT id, setup, version, status, turn, due, updated FROM tables WHERE id IN "
                "(SELECT table_id FROM sittings WHERE identity = $1) ORDER BY updated DESC",
                identity,
            )
            rows = await connection.fetch(
                "SELECT table_id, seat, identity, name FROM sittings WHERE table_id = ANY($1::text[]) ORDER BY seat",
                [row["id"] for row in found],
            )
        sittings: dict[str, list[Sitting]] = {}
        for row in rows:
            sittings.setdefault(row["table_id"], []).append(Sitting(row["seat"], row["identity"], row["name"]))
        return [
            Row(row[0], stored_as.decode_setup(row[1]), Summary(*tuple(row)[2:]), sittings.get(row[0], []))
            for row in found
        ]

    async def delete_before(self, updated: float) -> int:
        """Delete old tables."""
        async with self._connection() as connection:
            said: str = await connection.execute("DELETE FROM tables WHERE updated < $1", updated)
        return int(said.split()[-1])

    async def count(self) -> dict[str, int]:
        """How many tables there are, by status."""
        async with self._connection() as connection:
            found = await connection.fetch("SELECT status, count(*) FROM tables GROUP BY status ORDER BY status")
        return {row[0]: row[1] for row in found}

    # ---- people ----

    async def person(self, identity: str) -> Person | None:
        """What is known of somebody."""
        async with self._connection() as connection:
            row = await connection.fetchrow("SELECT id, name, created FROM identities WHERE id = $1", identity)
        return None if row is None else Person(*row)

    async def people(self) -> list[Person]:
        """Everybody who is known."""
        async with self._connection() as connection:
            found = await connection.fetch("SELECT id, name, created FROM identities ORDER BY created")
        return [Person(*row) for row in found]

    async def rename(self, identity: str, name: str | None, now: float) -> None:
        """What somebody is called from now on."""
        async with self._connection() as connection:
            await connection.execute(
                "INSERT INTO identities (id, name, created) VALUES ($1, $2, $3) "
                "ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                identity,
                name,
                now,
            )

    async def forget(self, identity: str) -> None:
        """Delete all that is kept of somebody."""
        async with self._connection() as connection, connection.transaction():
            await connection.execute("DELETE FROM sittings WHERE identity = $1", identity)
            await connection.execute("DELETE FROM identities WHERE id = $1", identity)

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
        """This node is alive."""
        async with self._connection() as connection:
            await connection.execute(
                "INSERT INTO nodes (id, until) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET until = excluded.until",
                node,
                until,
            )
            await connection.execute("DELETE FROM nodes WHERE until < $1", until - 3600)

    async def alive(self, now: float) -> set[str]:
        """The nodes that are."""
        async with self._connection() as connection:
            found = await connection.fetch("SELECT id FROM nodes WHERE until > $1", now)
        return {row["id"] for row in found}

    def listen(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """Be told what is stored."""
        self._heard, self._missed = heard, missed

    async def _listen(self) -> None:
        """Listen for ever; a connection that was lost is made again, and then some news was missed."""
        while not self._closing.is_set():
            try:
                connection = await asyncpg.connect(self.url, timeout=PATIENCE)
                try:
                    await self._hear(connection)
                finally:
                    connection.terminate()
            except (*AWAY, asyncpg.PostgresError) as error:
                log.warning("the database cannot be listened to: %s", type(error).__name__)
            await _within(AGAIN, self._closing)

    async def _hear(self, connection: Any) -> None:
        """Listen to a connection as long as it is there. Where nothing comes for a while, see whether it only seems to
        be: a network that goes away without a word closes nothing."""
        over = asyncio.Event()
        connection.add_termination_listener(partial(_set, over))
        await connection.add_listener(CHANNEL, self._tell)
        self._missed()
        closing = asyncio.create_task(self._closing.wait())
        closing.add_done_callback(partial(_set, over))
        try:
            while not await _within(QUIET, over):
                await connection.fetchval("SELECT 1", timeout=PATIENCE)
        finally:
            closing.cancel()

    def _tell(self, connection: object, pid: int, channel: str, payload: object) -> None:
        table, _, version = str(payload).partition(" ")
        self._heard(table, int(version))


async def _within(seconds: float, event: asyncio.Event) -> bool:
    """Whether it happens in this time."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True


def _set(event: asyncio.Event, _: object) -> None:
    event.set()


async def _migrate(connection: Any) -> None:
    there = await connection.fetchval("SELECT to_regclass('settings') IS NOT NULL")
    found = int(await connection.fetchval("SELECT value FROM settings WHERE name = 'schema'") or 0) if there else 0
    if found > len(MIGRATIONS):
        raise StartError(too_new(found))
    for script in MIGRATIONS[found:]:
        for statement in statements(script):
            await connection.execute(statement)
    await connection.execute(
        "INSERT INTO settings (name, value) VALUES ('schema', $1) ON CONFLICT (name) DO UPDATE SET value = $1",
        str(len(MIGRATIONS)),
    )


async def _since(connection: Any, table: str, seq: int) -> tuple[list[Entry], list[Sitting]]:
    asked = "SELECT seq, at, body FROM entries WHERE table_id = $1 AND seq > $2 ORDER BY seq"
    found = [Entry(row[0], row[1], stored_as.decode_body(row[2])) for row in await connection.fetch(asked, table, seq)]
    rows = await connection.fetch("SELECT seat, identity, name FROM sittings WHERE table_id = $1 ORDER BY seat", table)
    return found, [Sitting(*row) for row in rows]


async def _sit(connection: Any, table: str, sittings: Sequence[Sitting], now: float) -> None:
    await connection.execute("DELETE FROM sittings WHERE table_id = $1", table)
    await connection.executemany(
        "INSERT INTO sittings (table_id, seat, identity, name) VALUES ($1, $2, $3, $4)",
        [(table, sitting.seat, sitting.identity, sitting.name) for sitting in sittings],
    )
    await connection.executemany(
        "INSERT INTO identities (id, name, created) VALUES ($1, NULL, $2) ON CONFLICT DO NOTHING",
        [(sitting.identity, now) for sitting in sittings],
    )
