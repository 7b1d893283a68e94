"""Stores to test with: each test that wants one runs on both."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tessella.hosting.store import Store
from tessella.server.postgres import PostgresStore
from tessella.server.sqlite import SqliteStore
from tests.server.databases import database

NewStore = Callable[[], Store]


@pytest.fixture(params=["sqlite", "postgres"])
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewStore]:
    """Makes stores over the same tables, as a server does at each start."""
    if request.param == "sqlite":
        yield lambda: SqliteStore(tmp_path / "tables.db")
    else:
        with database() as url:
            yield lambda: PostgresStore(url)
