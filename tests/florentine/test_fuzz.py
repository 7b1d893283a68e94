"""Wild games: whatever is tried, only what the rules list is played."""

import pytest

from tessella.core import Generator
from tessella.games import florentine
from tessella.games.florentine.kernel import COMPILED
from tessella.games.florentine.notation import Aside
from tests.florentine import fuzz, naive
from tests.florentine.choices import random_options
from tests.florentine.kernels import eager_action, naive_game, require_in_step


@pytest.mark.parametrize("seed", range(8))
def test_wild_actions(seed: int) -> None:
    """F4, F6, F7, F8, F9, F10, F12, F14: what is illegal is refused and changes nothing; the rest goes as it should."""
    rng = Generator(seed)
    games = [fuzz.fuzz_game(rng) for _ in range(10)]
    assert sum(laid for laid, _ in games) > 100
    assert sum(refused for _, refused in games) > 1000


@pytest.mark.parametrize("seed", range(4))
def test_many_games(seed: int) -> None:
    """F1, F7, F15: the same in more games, with fewer attempts; every card is somewhere in the end, and once."""
    rng = Generator(50 + seed)
    games = [fuzz.brisk_game(rng) for _ in range(100 if COMPILED else 50)]
    assert sum(laid for laid, _ in games) > 20 * len(games)
    assert sum(refused for _, refused in games) > len(games)


@pytest.mark.parametrize("seed", range(6))
def test_playouts_end_whole(seed: int) -> None:
    """F1, F5, F12, F13, F16: random games in the kernel end, with every card somewhere, and once."""
    rng = Generator(100 + seed)
    for _ in range(8):
        assert fuzz.playouts(rng, 2000 if COMPILED else 20) > 0


@pytest.mark.parametrize("seed", range(8))
def test_nothing_else_is_taken(seed: int) -> None:
    """F6, F7, F9, F10, F12, F14: of all cards turned every way in every cell, those are taken that the rules allow."""
    rng = Generator(200 + seed)
    options = random_options(rng, players=2 + seed % 3)
    state = florentine.State.new(options, seed)
    right = naive_game(state)
    refused = 0
    while (turn := state.turn) is not None:
        if rng.below(6) == 0 or state.kernel.laid < 2 or right.stage == "black":
            refused += fuzz.take_nothing_else(state, right)
        action = eager_action(state, rng, 80)
        state.apply(turn, action)
        right.play(str(action))
        require_in_step(right, state)
    assert refused > 5000


def test_after_the_end() -> None:
    """F16: when the game is over nothing may be done by anybody."""
    rng = Generator(1)
    state = florentine.new(players=3, seed=1)
    tried = []
    while (turn := state.turn) is not None:
        tried.append(eager_action(state, rng, 80))
        state.apply(turn, tried[-1])
    for seat in range(3):
        assert state.legal(seat) == []
        for action in tried:
            fuzz.require_refused(state, seat, action)
    assert len(state.history) == len(tried)


def test_a_card_aside_has_one_name() -> None:
    """F8: exactly what is listed is taken; a card's other readings are no other actions (F3)."""
    state = florentine.new(players=2, seed=1)
    assert state.turn is not None
    state.apply(state.turn, state.legal(state.turn)[0])
    turn = state.turn
    for name in state.view(turn).hand:
        for reading in naive.readings(name)[1:]:
            assert Aside(reading) not in state.legal(turn)
            fuzz.require_refused(state, turn, Aside(reading))
        assert Aside(name) in state.legal(turn)
