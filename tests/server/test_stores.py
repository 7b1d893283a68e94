"""Both stores keep what they were given, once, in order, and for good."""

import asyncio
import contextlib
import os
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tessella.hosting.store import Conflict, StartError, Store, StoreUnavailable
from tessella.server import postgres
from tessella.server.postgres import PostgresStore
from tessella.server.schema import MIGRATIONS
from tessella.server.sqlite import SqliteStore
from tessella.tables.entries import Acted, Entry, Here, SeatHolder, SeatSetup, SeatTaken, Setup, Stored
from tessella.tables.listings import Summary
from tessella.tables.wire.tables import MoveClock
from tests.server.conftest import NewStore
from tests.server.databases import database

SETUP = Setup("chromino", {"edition": "classic"}, [SeatSetup("person"), SeatSetup("open")], MoveClock(seconds=9), False)
TABLE = Stored("abc", SETUP, "seed", 100.0, [], [SeatHolder(0, "ann", "Ann")])
SUMMARY = Summary(0, "waiting", None, None, 100.0)


def with_store(new_store: NewStore, work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = new_store()
        await store.open()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def entry(seq: int, action: str = "draw") -> Entry:
    return Entry(seq, 100.0 + seq, Acted(0, action, f"k{seq}"))


def test_a_table_is_kept(new_store: NewStore) -> None:
    """Also when the store is opened again."""

    async def write(store: Store) -> None:
        assert await store.load("abc") is None
        assert await store.since("abc", 0) is None
        await store.create(TABLE, SUMMARY)
        people = [SeatHolder(0, "ann", "Ann"), SeatHolder(1, "bob", "Bøb 🎲")]
        await store.append("abc", [Entry(1, 101.5, SeatTaken(1))], Summary(1, "playing", 0, 110.0, 101.5), people)
        await store.append("abc", [entry(2), entry(3)], Summary(3, "playing", 1, 112.0, 103.0))

    async def read(store: Store) -> None:
        result = await store.load("abc")
        assert result is not None
        assert result[:4] == TABLE[:4]
        assert result.entries == [Entry(1, 101.5, SeatTaken(1)), entry(2), entry(3)]
        assert result.holders == [SeatHolder(0, "ann", "Ann"), SeatHolder(1, "bob", "Bøb 🎲")]
        assert await store.since("abc", 2) == ([entry(3)], result.holders)
        (row,) = await store.tables_of("bob")
        assert row.id == "abc"
        assert row.summary == Summary(3, "playing", 1, 112.0, 103.0)
        assert row.holders == result.holders
        assert await store.tables_of("nobody") == []
        assert await store.count() == {"playing": 1}
        await store.check()

    with_store(new_store, write)
    with_store(new_store, read)


def test_no_entry_is_written_twice(new_store: NewStore) -> None:
    """Of many who try, one succeeds; the others change nothing, not even who sits there."""

    async def work(store: Store) -> None:
        await store.create(TABLE, SUMMARY)
        with pytest.raises(Conflict):
            await store.create(TABLE, SUMMARY)
        tries = [
            store.append("abc", [entry(1, f"a{i}")], Summary(1, "playing", i, None, 1.0), [SeatHolder(0, f"p{i}", "P")])
            for i in range(20)
        ]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(result is None for result in results) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 19
        winner = results.index(None)
        result = await store.load("abc")
        assert result is not None
        assert result.entries == [entry(1, f"a{winner}")]
        assert result.holders == [SeatHolder(0, f"p{winner}", "P")]
        for wrong in (entry(1), entry(3)):
            with pytest.raises(Conflict):
                await store.append("abc", [wrong], Summary(wrong.seq, "playing", 0, None, 1.0))
        with pytest.raises(Conflict):
            await store.append("nowhere", [entry(1)], Summary(1, "playing", 0, None, 1.0))

    with_store(new_store, work)


def test_what_is_due(new_store: NewStore) -> None:
    """The longest overdue first; what is done is due no more."""

    async def work(store: Store) -> None:
        for number in range(5):
            table = TABLE._replace(id=f"t{number}", holders=[])
            await store.create(table, SUMMARY._replace(due=10.0 * (5 - number) if number else None))
        assert await store.overdue(35.0, 10) == ["t4", "t3", "t2"]
        assert await store.overdue(35.0, 2) == ["t4", "t3"]
        await store.append("t4", [entry(1)], Summary(1, "over", None, None, 50.0))
        assert await store.overdue(35.0, 10) == ["t3", "t2"]

    with_store(new_store, work)


def test_people_can_be_forgotten(new_store: NewStore) -> None:
    """Their name and where they sat; the game stays."""

    async def work(store: Store) -> None:
        await store.create(TABLE, SUMMARY)
        known = await store.person("ann")
        assert known is not None
        assert known.name is None
        await store.rename("ann", "Anna", 5.0)
        await store.rename("bob", "Bob", 200.0)
        assert [(person.identity, person.name) for person in await store.people()] == [("ann", "Anna"), ("bob", "Bob")]
        await store.forget("ann")
        assert await store.person("ann") is None
        assert await store.tables_of("ann") == []
        result = await store.load("abc")
        assert result is not None
        assert result.holders == []

    with_store(new_store, work)


def test_old_tables_can_be_deleted(new_store: NewStore) -> None:
    """With all that belongs to them."""

    async def work(store: Store) -> None:
        await store.create(TABLE, SUMMARY)
        await store.append("abc", [entry(1)], Summary(1, "over", None, None, 150.0))
        assert await store.delete_before(150.0) == 0
        assert await store.delete_before(151.0) == 1
        assert await store.load("abc") is None
        assert await store.tables_of("ann") == []
        await store.create(TABLE, SUMMARY)
        result = await store.load("abc")
        assert result is not None
        assert result.entries == []

    with_store(new_store, work)


def test_settings_and_nodes(new_store: NewStore) -> None:
    """A secret is made once; a node that says nothing for a while is dead."""

    async def work(store: Store) -> None:
        assert await store.setting("secret", "one") == "one"
        assert await store.setting("secret", "two") == "one"
        await store.beat("n1", 10.0)
        assert await store.alive(9.0) == {"n1"}
        assert await store.alive(11.0) == set()

    with_store(new_store, work)


def test_news_comes_from_other_nodes(new_store: NewStore) -> None:
    """Where several share a store, each hears what the others have stored."""

    async def run() -> None:
        one, two = new_store(), new_store()
        if not one.shared:
            return
        heard: list[tuple[str, int]] = []
        came = asyncio.Event()

        def hear(table: str, version: int) -> None:
            heard.append((table, version))
            came.set()

        ready = asyncio.Event()
        two.listen(hear, ready.set)
        await one.open()
        await two.open()
        await asyncio.wait_for(ready.wait(), 10)
        await one.create(TABLE, SUMMARY)
        await one.append("abc", [entry(1)], Summary(1, "playing", 0, None, 1.0))
        await asyncio.wait_for(came.wait(), 10)
        assert heard == [("abc", 1)]
        await one.close()
        await two.close()

    asyncio.run(run())


class Wire:
    """The way to a database, which can fall silent without a word, as a broken network does."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.links: list[bool] = []
        """Of each connection, whether anything still gets through."""
        self.ended = asyncio.Semaphore(0)

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hand on what comes, both ways."""
        number = len(self.links)
        self.links.append(True)
        there, back = await asyncio.open_connection(self.host, self.port)

        async def hand_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError):
                while data := await source.read(65536):
                    if self.links[number]:
                        target.write(data)
            for end in (writer, back):
                end.close()
                with contextlib.suppress(OSError):
                    await end.wait_closed()

        await asyncio.gather(hand_on(reader, back), hand_on(there, writer))
        self.ended.release()


def test_a_wire_that_fell_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who hears nothing for a while asks, and if there is no answer listens anew: then it may have missed something."""
    monkeypatch.setattr(postgres, "CHECK_AFTER", 0.2)
    monkeypatch.setattr(postgres, "STATEMENT_TIMEOUT", 1.0)
    monkeypatch.setattr(postgres, "RETRY_AFTER", 0.1)

    async def run(url: str) -> None:
        where = urlsplit(url)
        wire = Wire(where.hostname or "127.0.0.1", where.port or 5432)
        server = await asyncio.start_server(wire.carry, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        store = PostgresStore(where._replace(netloc=f"{where.username}@127.0.0.1:{port}").geturl())
        news: asyncio.Queue[str] = asyncio.Queue()
        store.listen(lambda table, version: news.put_nowait(f"{table} {version}"), lambda: news.put_nowait("missed"))
        await store.open()
        assert await asyncio.wait_for(news.get(), 10) == "missed"
        await asyncio.sleep(0.6)
        assert news.empty(), "a wire that works was taken for a broken one"
        wire.links[-1] = False  # the last one made is the one that listens
        assert await asyncio.wait_for(news.get(), 10) == "missed"
        await store.create(TABLE, SUMMARY)
        await store.append("abc", [entry(1)], Summary(1, "playing", 0, None, 1.0))
        assert await asyncio.wait_for(news.get(), 10) == "abc 1"
        await store.close()
        server.close()
        for _ in wire.links:
            await asyncio.wait_for(wire.ended.acquire(), 10)

    with database() as url:
        asyncio.run(run(url))


def test_a_newer_schema_is_left_alone(tmp_path: Path) -> None:
    """An older program must not write into what it does not know."""
    path = tmp_path / "tables.db"
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    with pytest.raises(StartError, match="a newer tessella wrote it"):
        asyncio.run(SqliteStore(path).open())


def test_the_file_is_for_our_own_eyes(tmp_path: Path) -> None:
    """Seeds are in it: nobody else on the machine may read them."""

    async def work(store: Store) -> None:
        await store.create(TABLE, SUMMARY)
        for file in tmp_path.glob("tables.db*"):
            assert stat.S_IMODE(os.stat(file).st_mode) == 0o600, file

    with_store(lambda: SqliteStore(tmp_path / "tables.db"), work)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """It is said what to do."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StartError, match="--data FOLDER"):
        asyncio.run(SqliteStore(tmp_path / "file" / "tables.db").open())


def test_a_disk_that_fails(tmp_path: Path) -> None:
    """What cannot be committed is not confirmed; the next try may succeed."""

    async def work(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        await store.create(TABLE, SUMMARY)
        blocker = sqlite3.connect(store.path, isolation_level=None, timeout=0)
        for connection in store._open:
            connection.execute("PRAGMA busy_timeout = 50")
        blocker.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable):
            await store.append("abc", [Entry(1, 1.0, Here([0], "n"))], Summary(1, "playing", 0, None, 1.0))
        blocker.execute("ROLLBACK")
        blocker.close()
        await store.append("abc", [entry(1)], Summary(1, "playing", 0, None, 1.0))

    with_store(lambda: SqliteStore(tmp_path / "tables.db"), work)
