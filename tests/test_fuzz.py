"""Short forms of what `make soak` does for minutes."""

import pytest
from rich.console import Console

from tessella import chromino
from tessella.chromino.kernel import COMPILED
from tessella.core import Generator
from tests import fuzz, soak


@pytest.mark.parametrize("seed", range(8))
def test_wild_actions(seed: int) -> None:
    """C4, C13, C14, C22, C23: whatever is tried, what is illegal is refused and changes nothing."""
    rng = Generator(seed)
    games = [fuzz.fuzz_game(rng) for _ in range(10)]
    assert sum(laid for laid, _ in games) > 100
    assert sum(refused for _, refused in games) > 1000


@pytest.mark.parametrize("seed", range(4))
def test_many_games(seed: int) -> None:
    """C1, C14: the same in more games, with fewer attempts; every tile is somewhere in the end, and once."""
    rng = Generator(50 + seed)
    games = [fuzz.brisk_game(rng) for _ in range(150 if COMPILED else 30)]
    assert sum(laid for laid, _ in games) > 20 * len(games)
    assert sum(refused for _, refused in games) > len(games)


@pytest.mark.parametrize("seed", range(6))
def test_playouts_end_whole(seed: int) -> None:
    """C1, C2, C24, C25, C26, C27: random games in the kernel end, with every tile somewhere, and once."""
    rng = Generator(100 + seed)
    for _ in range(8):
        assert fuzz.playouts(rng, 2000 if COMPILED else 8) > 0


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
    """C17: a state that takes what it should refuse is found, and the game is told."""
    real = chromino.State._check_turn

    def lenient(state: chromino.State, seat: int) -> None:
        if len(state.history) % 7 != 3:
            real(state, seat)

    monkeypatch.setattr(chromino.State, "_check_turn", lenient)
    broken = soak.run(soak.Soak(seed=1, placements=100, memory_games=1), 1, Console(quiet=True)).failures
    assert any("is not listed and was played" in failure and "seed" in failure for failure in broken)
