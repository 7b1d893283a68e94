"""The clock that thinking time is measured by."""

import time

import pytest

from tessella.core.clock import cpu_seconds


def test_it_counts_what_this_thread_does() -> None:
    """Not the time that it sleeps."""
    start, cpu = time.monotonic(), cpu_seconds()
    while time.monotonic() - start < 0.05:
        pass
    time.sleep(0.3)
    assert cpu_seconds() > cpu
    assert cpu_seconds() - cpu < 0.3


def test_a_python_without_a_clock_per_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uses the clock of the process: Python in a browser has no other."""
    monkeypatch.delattr(time, "thread_time")
    monkeypatch.setattr(time, "process_time", lambda: 7.0)
    assert cpu_seconds() == 7.0
