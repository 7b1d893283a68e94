"""Damaged data: what is wrong is named, and nothing pretends that all is well."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest

from tessella.hosting.store import StartError, Store, StoreDamaged
from tessella.server.postgres import PostgresStore
from tessella.server.sqlite import SqliteStore
from tessella.tables.entries import Acted, Entry
from tessella.tables.listings import Summary
from tests.server.conftest import NewStore
from tests.server.harness import people, running
from tests.server.test_stores import SUMMARY, TABLE, entry

ALTERATIONS = {
    "entry 2 of table abc is not what": "UPDATE entries SET body = replace(body, 'draw', 'pass') WHERE seq = 2",
    "entry 3 of table abc is not what was stored": "UPDATE entries SET at = at + 1 WHERE seq = 3",
    "entry 1 of table abc is missing": "DELETE FROM entries WHERE seq = 1",
    "table abc has 2 entries, and 3 were stored": "DELETE FROM entries WHERE seq = 3",
    "entry 2 of table abc cannot be read": "UPDATE entries SET body = '{', checksum = NULL WHERE seq = 2",
    "the set-up or the seed of table abc is not what was stored": "UPDATE tables SET seed = 'other'",
    "the set-up of table abc cannot be read": "UPDATE tables SET setup = '{}', checksum = NULL",
}


async def execute(store: Store, statement: str) -> None:
    """Change the data behind the store's back."""
    if isinstance(store, SqliteStore):
        connection = sqlite3.connect(store.path)
        connection.execute(statement)
        connection.commit()
        connection.close()
    else:
        assert isinstance(store, PostgresStore)
        other = await asyncpg.connect(store.url)
        await other.execute(statement)
        await other.close()


def with_table(new_store: NewStore, work: Callable[[Store], Awaitable[None]]) -> None:
    """A store with a table of three entries."""

    async def run() -> None:
        store = new_store()
        await store.open()
        try:
            await store.create(TABLE, SUMMARY)
            await store.append("abc", [entry(1)], Summary(1, "playing", 0, None, 1.0))
            await store.append("abc", [entry(2), entry(3)], Summary(3, "playing", 0, None, 1.0))
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


@pytest.mark.parametrize("problem", ALTERATIONS)
def test_what_was_altered_is_named(problem: str, new_store: NewStore) -> None:
    """An action that was replaced by another legal one would be played otherwise."""

    async def work(store: Store) -> None:
        await execute(store, ALTERATIONS[problem])
        with pytest.raises(StoreDamaged, match=problem):
            await store.load("abc")

    with_table(new_store, work)


def test_rows_without_a_checksum_are_read(new_store: NewStore) -> None:
    """Those of the first schema have none."""

    async def work(store: Store) -> None:
        for table in ("tables", "entries"):
            await execute(store, f"UPDATE {table} SET checksum = NULL")
        stored = await store.load("abc")
        assert stored is not None
        assert stored.entries[1] == Entry(2, 102.0, Acted(0, "draw", "k2"))

    with_table(new_store, work)


def test_a_player_is_told_that_the_table_is_damaged(new_store: NewStore, tmp_path: Path) -> None:
    """Over HTTP and at the live connection; other tables go on."""

    async def run() -> None:
        store = new_store()
        async with running(store, tmp_path) as served:
            ann = served.player()
            table, other = [await ann.open({"game": "chromino", "seats": people(2)}) for _ in range(2)]
            served.room.sessions.clear()
            await execute(store, f"UPDATE tables SET seed = 'other' WHERE id = '{table}'")
            answer = (await ann.ask("GET", f"/api/tables/{table}", None, 409)).json()
            assert answer["code"] == "damaged"
            assert f"seed of table {table}" in answer["reason"]
            socket = await ann.socket(table)
            await socket.wait_closed()
            assert (socket.close_reason or "").startswith("damaged: ")
            await served.player().join(other)

    asyncio.run(run())


# ---- the file ----


def a_file(folder: Path) -> Path:
    """The database of a server that was in use."""
    path = folder / "tables.db"

    async def run() -> None:
        async with running(SqliteStore(path), folder) as served:
            for _ in range(30):
                await served.player().open({"game": "chromino", "seats": people(2)})

    asyncio.run(run())
    return path


def require_refused(path: Path, reason: str) -> None:
    """The server does not start, and the files stay as they are."""
    before = {each.name: each.read_bytes() for each in path.parent.iterdir() if not each.name.endswith("-shm")}
    with pytest.raises(StartError, match=reason):
        asyncio.run(SqliteStore(path).open())
    assert {name: (path.parent / name).read_bytes() for name in before if not name.endswith("-wal")} == {
        name: content for name, content in before.items() if not name.endswith("-wal")
    }


def test_an_emptied_file_is_refused(tmp_path: Path) -> None:
    """The folder has a secret, so that there were tables: the server must not begin anew as if nothing had been."""
    path = a_file(tmp_path)
    path.write_bytes(b"")
    require_refused(path, "is empty, but its folder has been in use: the tables are lost.*backup")
    path.unlink()
    asyncio.run(open_and_close(path))


def test_an_emptied_file_with_a_log_is_refused(tmp_path: Path) -> None:
    """SQLite would delete the log, which may hold the last games."""
    (tmp_path / "tables.db").write_bytes(b"")
    (tmp_path / "tables.db-wal").write_bytes(b"log")
    require_refused(tmp_path / "tables.db", "is empty")
    assert (tmp_path / "tables.db-wal").read_bytes() == b"log"


async def open_and_close(path: Path) -> None:
    """A server that starts and stops."""
    store = SqliteStore(path)
    await store.open()
    await store.close()


def test_an_empty_file_of_a_first_start_that_failed(tmp_path: Path) -> None:
    """No secret, no log: nothing is lost."""
    (tmp_path / "tables.db").write_bytes(b"")
    asyncio.run(open_and_close(tmp_path / "tables.db"))


def test_damaged_pages_are_refused_at_the_start(tmp_path: Path) -> None:
    """It is said that the file is damaged, not that the folder should be made writable."""
    path = a_file(tmp_path)
    content = bytearray(path.read_bytes())
    content[3 * 4096 : 4 * 4096] = b"\xa5" * 4096
    path.write_bytes(content)
    require_refused(path, "is damaged: .*backup")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    """Something else was put in its place."""
    (tmp_path / "tables.db").write_bytes(b"tessella " * 1000)
    require_refused(tmp_path / "tables.db", "is damaged: file is not a database")
