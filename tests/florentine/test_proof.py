"""What is proved in the end of a game (F12 to F16), against looking at everything; and what the master makes of it."""

from collections.abc import Iterator

import pytest

from tessella import bots
from tessella.bots.budget import Budget
from tessella.core import Generator, Outcome
from tessella.games import florentine
from tessella.games.florentine.bots import players
from tessella.games.florentine.bots.bounds import Bounds
from tessella.games.florentine.bots.players import NODES, Analysis, SearchBot
from tessella.games.florentine.bots.proof import Proof, is_open
from tessella.games.florentine.config import POOL
from tessella.games.florentine.kernel import COMPILED
from tests.florentine.choices import random_options
from tests.florentine.kernels import position_of, random_positions, source_of_bots
from tests.florentine.table import CROSS, table

ENOUGH = 100_000
"""More positions than any proof here looks at."""
LARGEST = 1000 if COMPILED else 250
"""How many positions to look at without a proof."""
INCOMPLETE = " ".join(CROSS.split()[:7])
"""Two arms of the cross are still to be built."""
SMALL = 40 if COMPILED else 12
"""How many small positions to compare for each number of players."""


def prove(state: florentine.State, nodes: int = ENOUGH) -> tuple[list[float], bool]:
    """What the seat on turn is sure of with each of its actions."""
    assert state.turn is not None
    return Proof(state.options.kernel_config()).prove(state.kernel, state.turn, state.kernel.moves(), nodes)


# ---- looking at everything ----


class TooLargeError(Exception):
    """There is more to look at than wanted."""


def share(outcome: Outcome, seat: int) -> float:
    """What a game came to for a seat."""
    return (seat in outcome.winners) / len(outcome.winners)


class BruteForce:
    """The plain way: every action of everybody to the end, the seat's best and the others' worst for it."""

    def __init__(self, seat: int, left: int) -> None:
        self.seat = seat
        self.left = left

    def after_each(self, state: florentine.State) -> list[float]:
        """What each action of the seat on turn comes to."""
        assert state.turn is not None
        found = []
        for action in state.legal(state.turn):
            following = state.copy()
            following.apply(state.turn, action)
            found.append(self.worth(following))
        return found

    def worth(self, state: florentine.State) -> float:
        """What a position comes to."""
        self.left -= 1
        if self.left < 0:
            raise TooLargeError
        if state.outcome is not None:
            return share(state.outcome, self.seat)
        return (max if state.turn == self.seat else min)(self.after_each(state))


def exact(state: florentine.State, largest: int = LARGEST) -> list[float] | None:
    """What each action of the seat on turn comes to, if that is not too much to look at."""
    assert state.turn is not None
    try:
        return BruteForce(state.turn, largest).after_each(state)
    except TooLargeError:
        return None


# ---- positions ----


def random_letters(rng: Generator, text: str) -> str:
    """The same colours, with a gem on every second triangle."""
    return "".join(letter.upper() if letter in "rbgo" and rng.below(2) else letter for letter in text)


def random_end(rng: Generator, players: int, cards: int, board: str = CROSS) -> florentine.State:
    """A cross and a few cards in the pool: the rim is nearly empty, so little can be done with black cards."""
    while True:
        pool = " ".join("".join("rbgo"[rng.below(4)] for _ in range(4)) for _ in range(cards))
        colours = ["red", "blue", "green", "ochre"]
        rng.shuffle(colours)
        state = table(
            *[""] * players,
            board=random_letters(rng, board),
            aside=random_letters(rng, pool),
            turn=(turn := rng.below(players)),
            stage="pool",
            colours=" ".join(colours),
        )
        if state.legal(turn):
            return state


def random_game(seed: int, players: int) -> Iterator[florentine.State]:
    """The positions of a game between plain bots in which everything is open, the last one first."""
    rng = Generator(seed)
    state = florentine.new(players=players, seed=seed)
    found = []
    while state.turn is not None:
        if is_open(state.kernel):
            found.append(state.copy())
        bot = bots.bot_named(florentine.GAME, rng.choice(["beginner", "casual"]))
        action = bot.choose(state.view(state.turn), rng)
        assert action is not None
        state.apply(state.turn, action)
    return reversed(found)


# ---- what is proved ----


@pytest.mark.parametrize("players", [2, 3, 4])
def test_small_ends(players: int) -> None:
    """F12, F14, F16: a proof says of every action what looking at everything says."""
    rng = Generator(players)
    compared = 0
    seen = set()
    while compared < SMALL:
        state = random_end(rng, players, 2 + rng.below(3), rng.choice([CROSS, CROSS, INCOMPLETE]))
        if (right := exact(state)) is not None:
            assert prove(state) == (right, True), state.view(None)
            seen |= set(right)
            compared += 1
    assert seen >= ({0.0, 0.5, 1.0} if COMPILED else {0.0, 1.0})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ends_of_games(players: int) -> None:
    """F12, F14, F16: the same at the ends of games, as far back as everything can be looked at."""
    for seed in range(5 if COMPILED else 2):
        for state in random_game(seed, players):
            right = exact(state)
            if right is None:
                break
            assert prove(state) == (right, True), f"seed {seed}"


def test_the_turn_before_the_pool() -> None:
    """F12: the last card of the stack joins the pool with all the hands, so it need not be known."""
    right = None
    for drawn, held in (("ROgb", "bgRo"), ("bgRo", "ROgb")):
        state = table("Rrbg", held, stack=drawn, board="Rbgo@0,0", colours="red ochre")
        assert is_open(state.kernel)
        right = right or exact(state, 5000)
        assert prove(state) == (right, True)
    assert right is not None
    assert len(set(right)) > 1
    *_, before = random_game(1, 3)
    view = before.view(before.turn)
    assert (view.stage, view.stack) == ("hands", 1)
    found = Analysis(view, Generator(0)).prove(50)
    assert found is not None
    assert len(found[0]) == len(view.legal)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_too_few_nodes(players: int) -> None:
    """F16: what is not looked at is not sure; what is said to be sure is."""
    rng = Generator(players)
    cut_short = 0
    while cut_short < 5:
        state = random_end(rng, players, 4)
        right, _ = prove(state)
        for nodes in (1, 3, 10):
            shares, complete = prove(state, nodes)
            assert all(less <= share for less, share in zip(shares, right, strict=True))
            if complete:
                assert shares == right
            cut_short += not complete


def test_what_is_sure_is_won() -> None:
    """F16: who can be sure of winning and looks for the proof each turn wins, whatever the others do."""
    won = 0
    for seed in range(60 if COMPILED else 3):
        rng = Generator(seed)
        open_positions = list(random_game(seed, 2 + seed % 3))
        state = open_positions[min(len(open_positions) - 1, 9 if COMPILED else 5)]
        seat = state.turn
        assert seat is not None
        if 1.0 not in prove(state)[0]:
            continue
        while state.turn is not None:
            legal = state.legal(state.turn)
            if state.turn == seat:
                sure = prove(state)[0]
                assert 1.0 in sure
                legal = [action for action, share in zip(legal, sure, strict=True) if share == 1.0]
            state.apply(state.turn, rng.choice(legal))
        assert state.outcome is not None
        assert state.outcome.winners == (seat,)
        won += 1
    assert won > 10 or not COMPILED


@pytest.mark.skipif(not COMPILED, reason="there is nothing to compare with")
@pytest.mark.parametrize("seed", range(3))
def test_both_kernels_prove_the_same(seed: int) -> None:
    """F12: compiled and interpreted, also when it is cut short."""
    source = source_of_bots()
    states = list(random_game(seed, 2 + seed))
    for state in states[:: len(states) // 6]:
        assert state.turn is not None
        found = []
        for kinds in (players, source):
            kernel = kinds.sample(state.view(state.turn), Generator(seed)).kernel
            proof = kinds.Proof(state.options.kernel_config())
            found.append((proof.prove(kernel, state.turn, kernel.moves(), 300), kinds.is_open(kernel)))
        assert found[0] == found[1]


def test_lays_of_the_pool_are_the_legal_ones() -> None:
    """F12: a proof lists the moves of the pool in a way of its own, those of cards that look the same as well."""
    source = source_of_bots()
    compared = 0
    for luck in range(20 if COMPILED else 6):
        rng = Generator(luck)
        options = random_options(rng)
        for states in random_positions(rng, options, 3):
            if states[-1].turn is not None and states[-1].kernel.stage == POOL:
                ply = source.Proof(options.kernel_config()).first
                ply.game.arrange(*position_of(states[-1].kernel))
                ply.list_lays()
                listed = {states[-1]._action(code) for code in ply.moves.as_list()}
                assert listed == set(states[-1].legal(states[-1].turn))
                compared += 1
    assert compared > 20


def test_what_cannot_be_proved() -> None:
    """F8, F12: as long as cards are hidden that matter, nothing is proved; the error says why."""
    state = florentine.new(players=2, seed=1)
    assert state.turn is not None
    assert not is_open(state.kernel)
    assert Analysis(state.view(state.turn), Generator(0)).prove(100) is None
    proof = Proof(state.options.kernel_config())
    with pytest.raises(ValueError, match="a proof needs open cards: the stack holds 32, not 1 or none"):
        proof.prove(state.kernel, state.turn, state.kernel.moves(), 100)
    with pytest.raises(ValueError, match="what can still come is known from the pool on"):
        Bounds(state.options.kernel_config()).bounds(state.kernel)
    end = table("", "", board="Rbgo@0,0", aside="bgRo", stage="pool", colours="red ochre")
    with pytest.raises(ValueError, match="only a position by the same options"):
        proof.prove(end.kernel, 0, end.kernel.moves(), 100)
    proof = Proof(end.options.kernel_config())
    with pytest.raises(ValueError, match="about one move or more, not about none"):
        proof.prove(end.kernel, 0, [], 100)
    with pytest.raises(ValueError, match="1 position or more, not at 0"):
        proof.prove(end.kernel, 0, end.kernel.moves(), 0)
    for seat in (1, -1, 4):
        with pytest.raises(ValueError, match=f"for the seat on turn of a game that goes on, not for seat {seat}"):
            proof.prove(end.kernel, seat, end.kernel.moves(), 100)


def test_bounds() -> None:
    """F15, F16: what a seat has in the end lies within its bounds, and these come closer card by card."""
    for seed in range(20 if COMPILED else 4):
        states = list(random_game(seed, 2 + seed % 3))
        bounds = Bounds(states[0].options.kernel_config())
        inner = None
        for state in states:
            if state.kernel.stage == POOL:
                found = bounds.bounds(state.kernel)
                assert inner is None or all(
                    low <= least <= most <= high for (low, high), (least, most) in zip(found, inner, strict=True)
                )
                inner = found


# ---- what the master makes of it ----


def test_the_master_plays_what_is_sure() -> None:
    """F16: where some actions win and others do not, the master takes one that does; rollouts alone can err."""
    erred = 0
    for seed in range(40 if COMPILED else 4):
        for state in list(random_game(seed, 2 + seed % 3))[: 9 if COMPILED else 5]:
            assert state.turn is not None
            view = state.view(state.turn)
            found = Analysis(view, Generator(0)).prove(280 // NODES)
            assert found is not None
            if len(set(found[0])) == 1 or max(found[0]) < 1.0:
                continue
            winning = [action for action, share in zip(view.legal, found[0], strict=True) if share == 1.0]
            for luck in range(2):
                assert bots.bot_named(florentine.GAME, "master:40").choose(view, Generator(luck)) in winning
                erred += SearchBot("without", Budget(40)).choose(view, Generator(luck)) not in winning
    assert erred > 0 or not COMPILED


def test_the_master_saves_what_can_be_saved() -> None:
    """F16: between two who know everything it takes a shared win, if there is no better; with more it weighs."""
    found = 0
    rng = Generator(5)
    master = bots.bot_named(florentine.GAME, "master:40")
    while found < 3:
        state = random_end(rng, 2, 3)
        assert state.turn is not None
        view = state.view(state.turn)
        shares, complete = prove(state, 280)
        if complete and set(shares) == {0.0, 0.5}:
            saving = [action for action, share in zip(view.legal, shares, strict=True) if share == 0.5]
            assert master.choose(view, Generator(found)) in saving
            found += 1
