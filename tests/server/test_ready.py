"""`/ready`: whether people can play, which needs a store that can be written to."""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from tessella.hosting.probe import VALID, Probe
from tessella.hosting.store import StoreUnavailable
from tessella.server.postgres import PostgresStore
from tessella.server.sqlite import SqliteStore
from tests.server.databases import database
from tests.server.harness import Served, people, running


async def require_away(served: Served, table: str) -> None:
    """Whatever needs the store says "away": requests, commands, and the health check of a proxy."""
    ann = served.player()
    for method, path, body in (
        ("GET", "/ready", None),
        ("POST", "/api/tables", {"game": "chromino", "seats": people(2)}),
        ("PUT", "/api/me", {"name": "Ann"}),
        ("POST", f"/api/tables/{table}/join", {}),
        ("DELETE", "/api/me", None),
    ):
        answer = await ann.ask(method, path, body, 503)
        assert answer.json()["code"] == "away", f"{method} {path}"


def test_a_read_only_file_is_away(tmp_path: Path) -> None:
    """Reading still works, but nobody can play. It is ready again once it can be written."""

    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.db")

        async def set_read_only(value: str) -> None:
            store._open[0].execute(f"PRAGMA query_only = {value}")
            await asyncio.sleep(VALID)

        async with running(store, tmp_path) as served:
            ann = served.player()
            table = await ann.open({"game": "chromino", "seats": people(2)})
            await ann.ask("GET", "/ready", None, 200)
            await set_read_only("ON")
            await require_away(served, table)
            await ann.ask("GET", f"/api/tables/{table}", None, 200)
            await set_read_only("OFF")
            await ann.ask("GET", "/ready", None, 200)
            await served.player().join(table)

    asyncio.run(run())


def test_a_read_only_database_is_away(tmp_path: Path) -> None:
    """A standby, or a database that its host has locked: no 500, and no socket is closed for it."""

    async def run(url: str) -> None:
        name = url.rpartition("/")[2]
        async with running(PostgresStore(url), tmp_path) as served:
            ann, bob = served.player(), served.player()
            table = await ann.open({"game": "chromino", "seats": people(3)})
            await bob.join(table)
            live = await ann.watch(table)
            host = await asyncpg.connect(url)
            await host.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
            await host.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                "AND datname = current_database()"
            )
            await asyncio.sleep(VALID)
            await require_away(served, table)
            assert live.closed is None
            await host.execute("SET default_transaction_read_only = off")
            await host.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
            await host.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                "AND datname = current_database()"
            )
            await host.close()
            await asyncio.sleep(VALID)
            await ann.ask("GET", "/ready", None, 200)
            await ann.ask("PUT", "/api/me", {"name": "Ann"}, 200)

    with database() as url:
        asyncio.run(run(url))


def test_many_probes_cost_one_write() -> None:
    """Those who ask at the same time, and for a second afterwards, share a result; one who gives up ends nothing."""

    async def run() -> None:
        now, writes, problem = 0.0, 0, ""
        go_on = asyncio.Event()

        async def check() -> None:
            nonlocal writes
            writes += 1
            await go_on.wait()
            if problem:
                raise StoreUnavailable(problem)

        probe = Probe(check, lambda: now)
        waiting = [asyncio.create_task(probe.require()) for _ in range(100)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        go_on.set()
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(each) for each in results] == [asyncio.CancelledError] + [type(None)] * 99
        now = VALID * 0.9
        await probe.require()
        assert writes == 1
        problem = "disk full"
        now = VALID * 1.1
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="disk full"):
                await probe.require()
        assert writes == 2

    asyncio.run(run())


def test_a_check_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that does not answer."""
    monkeypatch.setattr("tessella.hosting.probe.LONGEST", 0.01)

    async def run() -> None:
        with pytest.raises(StoreUnavailable, match="took longer"):
            await Probe(asyncio.Event().wait).require()  # type: ignore[arg-type] # it never returns

    asyncio.run(run())
