"""Where drawing on is a choice, every part of the engine and the bots has it."""

from typing import Any

import pytest

from tessella import bots
from tessella.core import Generator
from tessella.games import chromino
from tessella.games.chromino.bots import players as loaded
from tessella.games.chromino.bots.proof import Proof
from tessella.games.chromino.bots.weights import RANDOM
from tessella.games.chromino.kernel import COMPILED
from tessella.games.chromino.notation import Draw, Pass
from tessella.record import Record
from tessella.review import review
from tests.chromino.kernels import ENGINES, position_of, source_of_bots
from tests.chromino.table import do, may, table
from tests.test_bots import POLICIES

BAG = "YPY RYP RRY BBB GGG PPR"


def drawn_in_vain(edition: str = "joker", **choices: Any) -> chromino.State:
    """A seat that has drawn a tile that does not fit, and may draw on or pass."""
    state = table(edition, "RRR YYY", "PPP RYR", bag=BAG, **{"draw_limit": None, "draw_on": "may"} | choices)
    do(state, "1 draw")
    assert may(state, 1) == ["draw", "pass"]
    return state


@pytest.mark.parametrize("scoring", ["none", "expert", "contacts"])
def test_policies_stop_unless_points_count(scoring: str) -> None:
    """C16: a drawn tile that is laid leaves the hand as it was, so only points are worth drawing on for."""
    state = drawn_in_vain(scoring=scoring)
    wanted = Pass() if scoring == "none" else Draw()
    modules = (loaded, source_of_bots()) if COMPILED else (loaded,)
    for module in modules:
        kernel = module.Kernel(*state.options.kernel_config())
        kernel.arrange(*position_of(state.kernel))
        for policy in POLICIES.values():
            if policy != RANDOM:
                chosen = module.policies_for(state.options).choose(kernel, policy, 1)
                assert state.legal(0)[chosen] == wanted


@pytest.mark.parametrize("scoring", ["none", "expert"])
def test_rollouts_stop_unless_points_count(scoring: str) -> None:
    """C16: as policies do."""
    state = drawn_in_vain(scoring=scoring)
    for engine in ENGINES:
        rollouts = engine.game.Rollouts(*state.options.kernel_config())
        rollouts.kernel.arrange(*position_of(state.kernel))
        rollouts.luck.start(1)
        rollouts.playout()
        assert rollouts.kernel.over
    drew = [0, 0]
    for number, choice in enumerate(("may", "must")):
        options = chromino.options("joker", 2, draw_limit=None, draw_on=choice, scoring=scoring)
        rollouts = ENGINES[0].game.Rollouts(*options.kernel_config())
        for seed in range(200 if COMPILED else 20):
            rollouts.playouts(1, seed)
            drew[number] += sum(rollouts.kernel.drew[:2])
    assert (drew[0] == drew[1]) == (scoring != "none")


def last_of_the_bag() -> chromino.State:
    """Few tiles fit: who draws the last one of the bag probably has the most tiles then, and loses (C27)."""
    state = table("joker", "RRR YYY", "PPP RYR RPR", bag="YPY RYP", draw_limit=None, hands="open")
    do(state, "1 draw")
    assert may(state, 1) == ["draw", "pass"]
    return state


def test_a_search_finds_when_to_stop() -> None:
    """C16, C14: whoever is next must draw the last tile."""
    analysis = chromino.GAME.bots.analyse(last_of_the_bag().view(0), Generator(1))
    assert [str(move) for move in analysis.moves] == ["draw", "pass"]
    (_, draw), (_, stop) = analysis.think(2000 if COMPILED else 200, 1)
    assert stop > draw


def test_a_proof_finds_when_to_stop() -> None:
    """C16, C14: it looks at both."""
    state = last_of_the_bag()
    (draw, stop), _ = Proof(state.options.kernel_config(), open_hands=True).prove(state.kernel, 0, 2000)
    assert stop > draw > 0


def test_a_review_judges_it() -> None:
    """C16: to draw on or not is a decision."""
    options = chromino.options("joker", 2, draw_limit=None)
    rng = Generator(4)
    state = chromino.GAME.new(options, 4)
    judged = []
    while state.turn is not None:
        legal = state.legal(state.turn)
        if legal == [Draw(), Pass()]:
            judged.append(len(state.history))
        state.apply(state.turn, rng.choice(legal))
    assert judged
    reviewed = review(Record.of(chromino.GAME, state), rollouts=40)
    assert set(judged) <= {decision.ply for decision in reviewed.decisions}


@pytest.mark.parametrize("names", [("steady", "casual"), ("contacts", "points"), ("sharp:60", "steady")])
def test_bots_stop_by_choice(names: tuple[str, str]) -> None:
    """C16: in joker games without a draw limit."""
    games = 0
    for seed in range(12 if "sharp:60" not in names else 4):
        games += stops(names, seed) > 0
    assert games > 0


def stops(names: tuple[str, str], seed: int) -> int:
    """How often two bots stop drawing by choice in a joker game without a draw limit."""
    players = [bots.bot_named(chromino.GAME, name) for name in names]
    rng = Generator(seed)
    state = chromino.GAME.new(chromino.options("joker", 2, draw_limit=None), seed)
    stopped = 0
    while state.turn is not None:
        seat = state.turn
        action = players[seat].choose(state.view(seat), rng)
        assert action is not None
        stopped += isinstance(action, Pass) and state.kernel.bag_size > 0
        state.apply(seat, action)
    return stopped
