"""Servers that are killed, nodes that vanish, databases that restart: nothing confirmed is lost. Short forms; the long
ones are in `make soak`."""

import asyncio
from pathlib import Path

import pytest

from tessella.server.postgres import PostgresStore
from tessella.server.sqlite import SqliteStore
from tests.server.databases import Cluster, database
from tests.server.disk_faults import copied_under_load, disk_filled, log_torn, week_of_churn
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


@pytest.mark.slow
def test_a_full_disk(tmp_path: Path) -> None:
    """What cannot be stored is not confirmed, `/ready` says so, and play goes on when there is room again."""
    figures = asyncio.run(disk_filled(tmp_path, 1))
    assert figures["confirmed"] >= 32
    assert figures.keys() <= {"full disks", "confirmed", "away", "stale"}


@pytest.mark.slow
def test_a_torn_log(tmp_path: Path) -> None:
    """Half a page behind the last commit costs nothing."""
    assert asyncio.run(log_torn(tmp_path, 2))["confirmed"] >= 48


@pytest.mark.slow
def test_a_backup_under_load(tmp_path: Path) -> None:
    """`tessella data backup`, and a server that goes on from the copy."""
    figures = asyncio.run(
        copied_under_load(tmp_path, None, [None], lambda folder, _: SqliteStore(folder / "tables.db"))
    )
    assert figures["confirmed actions in them"] >= 16


@pytest.mark.slow
def test_a_backup_of_postgres_under_load(tmp_path: Path) -> None:
    """`pg_dump`, and a node that goes on from the restored database."""
    with database() as url, database() as empty:
        figures = asyncio.run(copied_under_load(tmp_path, url, [empty], lambda _, copy: PostgresStore(copy or "")))
    assert figures["confirmed actions in them"] >= 16


@pytest.mark.slow
def test_a_week_of_churn(tmp_path: Path) -> None:
    """In fast forward, by the memory that Python counts."""
    assert asyncio.run(week_of_churn(tmp_path, 7 * 24, 1, 6))["actions"] >= 900
