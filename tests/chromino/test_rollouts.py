"""Games played inside the kernel: the same compiled and interpreted, from any position, and the same as real play."""

from math import sqrt
from typing import Any

import pytest

from tessella.core import Generator, random_action
from tessella.games import chromino
from tessella.games.chromino.config import DRAW_AGAIN, LAY_DRAWN, NOBODY, START, Progress, Seat
from tessella.games.chromino.kernel import COMPILED
from tessella.games.chromino.notation import Call, Draw, Lay, Pass
from tests.chromino.choices import random_options
from tests.chromino.kernels import ENGINES, LOADED, SOURCE, facts

ROLLOUTS: list[tuple[str, int, dict[str, Any]]] = [
    *(("classic", players, {}) for players in (1, 2, 3, 5, 8)),
    *(("joker", players, {"scoring": "expert"}) for players in (1, 2, 4, 8)),
    *(("meccano", players, {"scoring": "contacts"}) for players in (2, 3, 5)),
    ("classic", 2, {"draw_limit": 3, "scoring": "contacts"}),
    ("joker", 3, {"draw_limit": None, "first": 1}),
    ("meccano", 4, {"draw_limit": 2}),
    ("meccano", 2, {"draw_limit": None, "scoring": "expert"}),
    *((edition, 3, {"junior": "ends", "scoring": "expert"}) for edition in chromino.EDITIONS),
    *((edition, 2, {"junior": "squares", "scoring": "contacts"}) for edition in chromino.EDITIONS),
]


@pytest.mark.parametrize("number", range(len(ROLLOUTS)))
def test_same_sums(number: int) -> None:
    """C14, C15, C16, C21, C24, C25, C26, C30, C31, C33, C34: turns, places, tiles left and points, by both kernels.

    Placement lists do not show a field that is not restored between games; these sums do.
    """
    edition, players, choices = ROLLOUTS[number]
    switches = chromino.options(edition, players, **choices).kernel_config()
    sums = [engine.game.Rollouts(*switches).playouts(12, number) for engine in ENGINES]
    assert all(each == sums[0] for each in sums)
    turns, places, left, points = sums[0]
    assert turns > 0
    assert places > 0
    assert (sum(points) > 0) == ("scoring" in choices)
    assert len(left) == len(points) == players
    used = LOADED.game.Rollouts(*switches)
    used.playouts(7, number + 1)
    assert used.playouts(12, number) == sums[0]
    assert used.playouts(12, number) == sums[0]


@pytest.mark.parametrize("seed", range(30))
def test_from_any_position(seed: int) -> None:
    """C16, C22, C23, C24, C27: a kernel that was used before plays on from a position just as a fresh one does."""
    rng = Generator(seed)
    options = random_options(rng)
    switches = options.kernel_config()
    used = [engine.game.Rollouts(*switches) for engine in ENGINES]
    states = [engine.game.GAME.new(options, seed) for engine in ENGINES]
    stages = set()
    while states[0].turn is not None:
        stages.add(states[0].kernel.stage)
        if rng.below(6) == 0 or states[0].kernel.stop != NOBODY or states[0].kernel.stage != START:
            luck = rng.word()
            ends = []
            for engine, state, dirty in zip(ENGINES, states, used, strict=True):
                kernel = state.kernel
                before = facts(kernel)
                for rollouts in (engine.game.Rollouts(*switches), dirty):
                    rollouts.kernel.resume(kernel)
                    assert facts(rollouts.kernel) == before
                    rollouts.luck.start(luck)
                    ends.append((rollouts.playout(), facts(rollouts.kernel)))
                assert facts(kernel) == before
            assert all(end == ends[0] for end in ends)
            assert ends[0][1]["over"]
        seat, action = random_action(states[0], rng)
        for state in states:
            state.apply(seat, action)
    for engine, dirty in zip(ENGINES, used, strict=True):
        assert dirty.playouts(3, seed) == engine.game.Rollouts(*switches).playouts(3, seed)
    assert START in stages


def test_positions_of_every_stage_were_met() -> None:
    """C14, C16: the positions above include turns half done, or they would prove less than they seem to."""
    stages = set()
    for seed in range(30):
        rng = Generator(seed)
        state = chromino.GAME.new(random_options(rng), seed)
        while state.turn is not None:
            stages.add(state.kernel.stage)
            state.apply(*random_action(state, rng))
    assert stages == {START, LAY_DRAWN, DRAW_AGAIN}


def test_a_kernel_that_grew_plays_on_as_a_small_one() -> None:
    """C4: after a game on a large board the next ones are the same as ever."""
    options = chromino.options("joker", 8, junior="ends")
    state = chromino.GAME.new(options, 5)
    while state.turn is not None:
        lays = [action for action in state.legal(state.turn) if isinstance(action, Lay)]
        state.apply(state.turn, max(lays, key=lambda lay: lay.x) if lays else state.legal(state.turn)[0])
    assert state.kernel.stride > 64
    for engine in ENGINES:
        grown = engine.game.Rollouts(*options.kernel_config())
        grown.kernel.arrange(state.kernel.tiles(), [[]] * 8, [], [Seat()] * 8, [], Progress(0, 0, 0))
        assert grown.kernel.stride == state.kernel.stride
        assert grown.playouts(5, 1) == LOADED.game.Rollouts(*options.kernel_config()).playouts(5, 1)


@pytest.mark.skipif(
    not COMPILED, reason="the interpreted kernel plays the same games; the compiled one plays enough of them"
)
def test_statistics() -> None:
    """C9, C10, C14, C24: random games of classic with two players are 39.45 turns long, with 2.218 places a turn.

    These figures are from 500,000 games of another program. The error is measured on batches; five of it are allowed.
    """
    batches, games = 50, 1000
    rollouts = LOADED.game.Rollouts(*chromino.options("classic", 2).kernel_config())
    lengths, rates = [], []
    for batch in range(batches):
        turns, places, _, _ = rollouts.playouts(games, batch)
        lengths.append(turns / games)
        rates.append(places / turns)
    for found, known, rounding in ((lengths, 39.45, 0.005), (rates, 2.218, 0.0005)):
        mean, error = _mean(found)
        known_error = error * sqrt(batches * games / 500_000)
        assert abs(mean - known) < 5 * sqrt(error**2 + known_error**2) + rounding, f"{mean} instead of {known}"
        assert error < known / 200


def _mean(numbers: list[float]) -> tuple[float, float]:
    """The mean, and its standard error."""
    mean = sum(numbers) / len(numbers)
    return mean, sqrt(sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1) / len(numbers))


@pytest.mark.skipif(not COMPILED, reason="takes many games; the interpreted kernel plays the same ones")
@pytest.mark.parametrize(
    ("edition", "players", "choices"),
    [
        ("classic", 2, {"scoring": "expert", "draw_limit": 3}),
        ("joker", 3, {"junior": "squares"}),
        ("meccano", 3, {"scoring": "contacts"}),
    ],
)
def test_rollouts_play_the_game(edition: str, players: int, choices: dict[str, Any]) -> None:
    """C11, C14, C15, C24, C25, C26: on average they come to what states come to, playing likewise action by action."""
    options = chromino.options(edition, players, **choices)
    rng = Generator(1)
    played: list[list[float]] = []
    for seed in range(300):
        state = chromino.GAME.new(options, seed)
        turns = 0
        while state.turn is not None:
            seat = state.turn
            turns += state.kernel.stage == START
            legal = state.legal(seat)
            lays = [action for action in legal if isinstance(action, Lay)]
            if Call() in legal:
                state.apply(seat, Call())
            rest = [action for action in legal if isinstance(action, Draw | Pass)]
            state.apply(seat, rng.choice(lays) if lays else rest[0])
        kernel = state.kernel
        played.append([turns, sum(kernel.hand_size[:players]), sum(kernel.score[:players])])
    rollouts = LOADED.game.Rollouts(*options.kernel_config())
    batches = [rollouts.playouts(300, seed) for seed in range(30)]
    sums = [[turns / 300, sum(left) / 300, sum(points) / 300] for turns, _, left, points in batches]
    for one, other in zip(zip(*played, strict=True), zip(*sums, strict=True), strict=True):
        (mean, error), (right, small_error) = _mean(list(one)), _mean(list(other))
        assert abs(mean - right) <= 5 * sqrt(error**2 + small_error**2), f"{mean} instead of {right}"


def test_any_seed() -> None:
    """A seed may be of any size, above and below zero, and means the same to both kernels."""
    switches = chromino.options("classic", 2).kernel_config()
    for seed in (0, -1, 2**64, 2**64 - 1, -(2**70)):
        sums = [engine.game.Rollouts(*switches).playouts(2, seed) for engine in (LOADED, SOURCE)]
        assert sums[0] == sums[1]
