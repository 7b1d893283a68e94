"""The benchmark of the server: it measures however fast games end, and fails if a seat misses an update."""

import asyncio
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.once

BENCH = Path(__file__).parent.parent.parent / "bench"


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module that plays at the tables."""
    monkeypatch.syspath_prepend(BENCH)
    return import_module("load")


def table_with(load: Any, *frames: bytes) -> Any:
    """A table of two clients, of which one receives all of these frames and the other none after the first."""
    figures = load.Figures()
    clients = [load.Client(figures, lambda client: None) for _ in range(2)]
    for frame in frames:
        clients[0].receive(frame)
    clients[1].receive(frames[0])
    return load.LoadTable("t", [], clients)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the benchmark needs Linux")
def test_games_that_end_are_replaced() -> None:
    """Three tables play many games to the end within the time measured."""
    command = [sys.executable, str(BENCH / "server.py"), "--tables", "3", "--seconds", "0.5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "every seat received every update" in " ".join(done.stdout.split())
    rates = [int(number.replace(",", "")) for number in re.findall(r"(?:tables,|baseline) +│ +([\d,]+) ", done.stdout)]
    assert len(rates) == 3
    assert min(rates) > 10


def test_a_gap_between_updates_fails(load: Any) -> None:
    """A client notices an update whose version does not follow the one before."""
    table = table_with(load, b'{"type":"snapshot","version":3}', b'{"type":"update","version":5}')
    table.clients[1].version = 5
    with pytest.raises(AssertionError, match="1 updates came after a gap"):
        asyncio.run(load.settle([table], table.clients[0].figures))


def test_a_seat_that_is_behind_fails(load: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """All seats must have the same last update in the end."""
    monkeypatch.setattr(load, "PATIENCE", 0.05)
    table = table_with(load, b'{"type":"snapshot","version":3}', b'{"type":"update","version":4}')
    with pytest.raises(AssertionError, match=r"table t have different last updates: \[4, 3\]"):
        asyncio.run(load.settle([table], table.clients[0].figures))
