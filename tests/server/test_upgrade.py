"""A database that an older version wrote, with games under way: it is brought up to date, and the games go on."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from tessella.core import Generator
from tessella.games import GAMES
from tessella.hosting.node import Node
from tessella.hosting.requests import Requests
from tessella.hosting.room import Room
from tessella.hosting.settings import Settings
from tessella.hosting.store import Store
from tessella.server.postgres import PostgresStore
from tessella.server.schema import MIGRATIONS, statements
from tessella.server.sqlite import SqliteStore
from tessella.server.workers import ProcessWorkers
from tessella.tables.wire.live import Act
from tests.server.conftest import NewStore
from tests.server.databases import database

OLD = (Path(__file__).parent / "old_database.sql").read_text(encoding="utf-8")
"""Made by `old_database.py` with the sources of the first schema."""
ANN, BOB = "ann-0000000000000000ab", "bob-0000000000000000ab"


def write_file(path: Path) -> sqlite3.Connection:
    """The old database as a file."""
    connection = sqlite3.connect(path)
    connection.executescript(OLD)
    return connection


async def write_database(url: str, file: sqlite3.Connection) -> None:
    """The same rows in PostgreSQL, with the first schema."""
    connection = await asyncpg.connect(url)
    for statement in statements(MIGRATIONS[0]):
        await connection.execute(statement)
    for table in ("tables", "entries", "sittings", "identities"):
        rows = file.execute(f"SELECT * FROM {table}").fetchall()
        names = ", ".join(column[0] for column in file.execute(f"SELECT * FROM {table}").description)
        places = ", ".join(f"${number}" for number in range(1, len(rows[0]) + 1))
        await connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", rows)
    await connection.execute("INSERT INTO settings VALUES ('schema', '1')")
    await connection.close()


@pytest.fixture(params=["sqlite", "postgres"])
def old_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewStore]:
    """Makes stores over the old database."""
    file = write_file(tmp_path / "tables.db")
    if request.param == "sqlite":
        file.close()
        yield lambda: SqliteStore(tmp_path / "tables.db")
    else:
        with database() as url:
            asyncio.run(write_database(url, file))
            file.close()
            yield lambda: PostgresStore(url)


def test_games_under_way_go_on_after_an_update(old_store: NewStore) -> None:
    """Every old entry is there, both players have their seats and names, and both games are played to their ends."""

    async def run() -> None:
        store: Store = old_store()
        await store.open()
        room = Room(Node(store, ProcessWorkers(Settings()), Settings(), "new"))
        requests, rng, games = Requests(room), Generator(2), set()
        for row in await store.tables_of(ANN):
            before = await store.load(row.id)
            assert before is not None
            assert len(before.entries) == 9
            while (table := await room.table(row.id)).turn is not None:
                action = str(rng.choice(table.state.legal(table.turn)))
                act = Act(key=f"new{table.version}", version=table.version, seat=table.turn + 1, action=action)
                await requests.play((ANN, BOB)[table.turn], row.id, act)
            assert [seat.name for seat in table.seats] == ["Ann", "Bob"]
            assert (await requests.record(row.id)).startswith("tessella record")
            after = await store.load(row.id)
            assert after is not None
            assert after.entries[:9] == before.entries
            games.add(row.setup.game)
            for session in room.sessions.values():
                session.cancel_timer()
        assert games == set(GAMES)
        await requests.forget(ANN)
        assert len(await store.revoked()) == 1
        await store.close()

    asyncio.run(run())
    asyncio.run(opened_again(old_store))


async def opened_again(new_store: NewStore) -> None:
    """A second start finds nothing to update."""
    store = new_store()
    await store.open()
    assert await store.count() == {"over": 2}
    await store.close()


def test_an_update_that_fails_leaves_the_old_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a step, or none of it: the next start tries again."""
    write_file(tmp_path / "tables.db").close()
    monkeypatch.setattr("tessella.server.sqlite_file.MIGRATIONS", (MIGRATIONS[0], MIGRATIONS[1] + "; CREATE RUBBISH"))
    with pytest.raises(Exception, match="RUBBISH"):
        asyncio.run(SqliteStore(tmp_path / "tables.db").open())
    monkeypatch.undo()

    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.open()
        assert await store.count() == {"playing": 2}
        await store.close()

    asyncio.run(run())
