"""Servers that are killed, nodes that vanish, databases that restart: nothing confirmed is lost. Short forms; the long
ones are in `make soak`."""

import asyncio
from pathlib import Path

import pytest

from tessella.server.postgres import PostgresStore
from tessella.server.sqlite import SqliteStore
from tests.server.databases import Cluster, database
from tests.server.faults import database_restarted, killed_again_and_again, one_of_two_killed


@pytest.mark.slow
def test_killed_on_sqlite(tmp_path: Path) -> None:
    """Every confirmed action is there once, and every client catches up by itself."""
    figures = asyncio.run(
        killed_again_and_again(tmp_path, None, lambda: SqliteStore(tmp_path / "tables.db"), kills=2, tables=4)
    )
    assert figures["confirmed"] >= 24


@pytest.mark.slow
def test_killed_on_postgres(tmp_path: Path) -> None:
    """The same with PostgreSQL, and with two nodes of which one vanishes."""
    with database() as url:
        figures = asyncio.run(
            killed_again_and_again(tmp_path / "one", url, lambda: PostgresStore(url), kills=1, tables=4)
        )
        assert figures["confirmed"] >= 16
        figures = asyncio.run(one_of_two_killed(tmp_path / "two", url, lambda: PostgresStore(url), kills=1))
        assert figures["confirmed"] >= 64


@pytest.mark.slow
def test_the_database_restarts(tmp_path: Path) -> None:
    """Clear errors meanwhile, nothing lost, and no restart of ours."""
    cluster = Cluster()
    try:
        cluster.start()
        with database(cluster.url) as url:
            figures = asyncio.run(database_restarted(tmp_path, url, lambda: PostgresStore(url), cluster, 1))
        assert figures["confirmed"] >= 48
        assert figures.keys() <= {"restarts", "confirmed", "came back", "away", "stale"}
    finally:
        cluster.remove()
