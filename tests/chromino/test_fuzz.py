"""Short forms of what `make soak` does for minutes."""

import pytest

from tessella.core import Generator, random_action
from tessella.games import chromino
from tessella.games.chromino.kernel import COMPILED
from tests.chromino import fuzz
from tests.chromino.choices import random_options


@pytest.mark.parametrize("seed", range(8))
def test_wild_actions(seed: int) -> None:
    """C4, C13, C14, C22, C23: whatever is tried, what is illegal is refused and changes nothing."""
    rng = Generator(seed)
    games = [fuzz.fuzz_game(rng) for _ in range(10)]
    assert sum(laid for laid, _ in games) > 100
    assert sum(refused for _, refused in games) > 1000


@pytest.mark.parametrize("draw_on", ["must", "may"])
def test_drawing_and_passing(draw_on: str) -> None:
    """C14, C16, C17, C18, C21, C23: a second opinion on who may draw, pass, or choose between the two."""
    rng = Generator(20)
    choices = 0
    for _ in range(12):
        state = chromino.State.new(random_options(rng, draw_limit=None, draw_on=draw_on), rng.word())
        while state.turn is not None:
            choices += fuzz.require_turn(state)
            state.apply(*random_action(state, rng))
    assert (choices > 0) == (draw_on == "may")


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
