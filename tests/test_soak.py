"""`make soak`, briefly: all its parts run, and what breaks is told."""

from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console

from tessella.core import State
from tessella.games import chromino, florentine
from tessella.games.chromino.kernel import COMPILED
from tests import soak

pytestmark = pytest.mark.once


@pytest.mark.slow
def test_memory() -> None:
    """The engine takes less than 100 MB, Python included, however many states it makes."""
    assert 5 < soak.engine_memory(40 if COMPILED else 2, 1) < soak.MOST_MEMORY


def test_soak_runs() -> None:
    """`make soak` does all its parts, and tells of what breaks."""
    console = Console(quiet=True)
    figures = soak.run(soak.Soak(seed=1, placements=2000, memory_games=1), 2, console)
    assert figures.failures == []
    assert figures.numbers["placements in the kernel"] + figures.numbers["placements by actions"] >= 2000


def test_soak_finds_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """C13, F6: a state that takes what it should refuse is found, and the game is told."""

    def lenient(real: Callable[[Any, int], None]) -> Callable[[State, int], None]:
        def check(state: State, seat: int) -> None:
            if len(state.history) % 7 != 3:
                real(state, seat)

        return check

    for kind in (chromino.State, florentine.State):
        monkeypatch.setattr(kind, "_check_turn", lenient(kind._check_turn))
    broken = soak.run(soak.Soak(seed=1, placements=100, memory_games=1), 1, Console(quiet=True)).failures
    assert any("is not listed and was played" in failure and "seed" in failure for failure in broken)
