"""Compiled kernel, interpreted kernel and the naive opinion agree, on positions of every kind."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tessella.core import Generator
from tessella.games import florentine
from tessella.games.florentine.config import ALL, BLACK, HANDS, NOT_YET, POOL, Progress
from tessella.games.florentine.kernel import COMPILED
from tessella.games.florentine.rules import Options
from tessella.games.florentine.tables import EDGES
from tests.florentine import naive
from tests.florentine.choices import DECKS, SYMMETRIC, random_options
from tests.florentine.kernels import (
    ENGINES,
    LOADED,
    SOURCE,
    Engine,
    black_edges,
    compare_games,
    eager_action,
    facts,
    loneliest,
    naive_game,
    position_of,
    random_positions,
    require_in_step,
    require_naive,
)

POSITIONS = 250
SPREAD = [
    *(("reconstruction", players) for players in (2, 3, 4) for _ in range(5)),
    *(("any", players) for players in (2, 3, 4) for _ in range(2)),
    *((kind, players) for kind in DECKS if kind not in ("reconstruction", "any") for players in (2, 3, 4)),
    *(("apart", players) for players in (2, 3, 4)),
    *(("half symmetric", players) for players in (2, 3, 4)),
]
"""The kind of deck and the number of players of each chunk of POSITIONS boards."""
EACH_ENGINE = pytest.mark.parametrize("engine", ENGINES, ids=[engine.name for engine in ENGINES])
BEYOND = (2**31, -(2**31) - 1, 2**63, 2**64, 10**30, -(10**30))
"""No C number: the compiled kernels say so in their own way."""


def test_there_are_enough_positions() -> None:
    """F15: the spaces are compared on ten thousand boards and more, with every kind of deck and number of players."""
    assert len(SPREAD) * POSITIONS >= 10_000
    assert {players for _, players in SPREAD} == {2, 3, 4}
    assert {kind for kind, _ in SPREAD} == set(DECKS)


def test_both_kernels_are_here() -> None:
    """The comparison below is one of two builds wherever there is a compiled one."""
    assert LOADED.game.COMPILED == COMPILED
    assert not SOURCE.game.COMPILED
    assert (LOADED.game.Rollouts is SOURCE.game.Rollouts) == (not COMPILED)
    assert (LOADED.game.State is SOURCE.game.State) == (not COMPILED)


@pytest.mark.parametrize("chunk", range(len(SPREAD)))
def test_same_positions(chunk: int) -> None:
    """F7, F8, F9, F10, F12, F13, F14, F15, F16: every way to lay every card, every space, all turns of random games."""
    kind, players = SPREAD[chunk]
    compared = compare_games(chunk, POSITIONS, kind=kind, players=players)
    assert compared.boards.total() == POSITIONS
    assert compared.games >= 3
    assert compared.ways > POSITIONS
    # Cards that hardly fit may never come to lie at the rim; with all other decks every stage must have been seen.
    assert set(compared.boards) >= ({"hands"} if kind == "apart" else {"hands", "pool", "black"})
    assert compared.closed or kind in ("few colours", "alike", "apart")


@pytest.mark.parametrize("seed", range(6))
def test_fresh_deals(seed: int) -> None:
    """F11: after the first card, as often as nobody can lay and the stack allows it."""
    rng = Generator(seed)
    players = 2 + seed % 3
    deals: Counter[int] = Counter()
    stuck = 0
    for _ in range(150):
        options = random_options(rng, kind="apart", players=players)
        dealt_by = rng.word()
        states = [engine.game.GAME.new(options, dealt_by) for engine in ENGINES]
        right = naive_game(states[0])
        opening = loneliest(states[0])
        events = [state.apply(right.turn, opening) for state in states]
        assert all(each == events[0] for each in events)
        right.play(str(opening))
        for state in states:
            require_in_step(right, state)
            assert facts(state.kernel) == facts(states[0].kernel)
            if right.fresh_deals:
                copy = state.kernel.copy()
                assert facts(copy) == facts(state.kernel)
                copy.arrange(*position_of(state.kernel))
                assert facts(copy) == facts(state.kernel)
        deals[right.fresh_deals] += 1
        stuck += not right.anybody_can_lay()
    most = {2: 3, 3: 2, 4: 1}[players]  # 31 cards are left, and a deal takes four for each
    assert set(deals) == set(range(most + 1))
    assert stuck, "it never happened that the stack was too small for another deal"


@EACH_ENGINE
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fresh_deals_from_small_stacks(engine: Engine, players: int) -> None:
    """F11, F12: four cards for everybody are enough, one less is not; a stack used up opens the pool at once."""
    options = florentine.options(players=players, deck=["rrrr"] + ["bbgg", "ggoo", "oobb"] * 15 + ["bbbb", "gggg"])
    numbers = Generator(players)
    for size in range(1, 3 * 4 * players + 4):
        cards = list(range(1, ALL))  # the red card is the first of the set
        numbers.shuffle(cards)
        hands = [[0, *(cards.pop() for _ in range(3))], *([cards.pop() for _ in range(4)] for _ in range(1, players))]
        stack = [cards.pop() for _ in range(min(size, len(cards)))]
        kernel = engine.game.Rollouts(*options.kernel_config()).kernel
        black = [NOT_YET] * players
        kernel.arrange([], hands, stack, cards, list(range(players)), black, Progress(0, 0))
        state = engine.game.State(options, "", kernel, [], [])
        right = naive_game(state)
        for text in ("rrrr@0,0", *(5 * ["pass"])):
            if right.over or text not in right.legal():
                break
            state.apply(right.turn, florentine.parse(text))
            right.play(text)
            require_in_step(right, state)
        assert right.fresh_deals == (len(stack) - 1) // (4 * players)


# ---- one position by several ways ----


@pytest.mark.parametrize("seed", range(12))
def test_the_same_position_again(seed: int) -> None:
    """F5, F12, F14: copied, taken over and set up anew, a position is the same, and so is all that follows."""
    rng = Generator(seed)
    options = random_options(rng)
    switches = options.kernel_config()
    used = [engine.game.Rollouts(*switches) for engine in ENGINES]
    for dirty in used:
        dirty.playouts(2, seed)
    stages = set()
    for states in random_positions(rng, options, 12):
        luck = rng.word()
        known = facts(states[0].kernel)
        stages.add(known["stage"])
        ends = []
        for engine, state, dirty in zip(ENGINES, states, used, strict=True):
            kernel = state.kernel
            assert facts(kernel) == known
            copy = kernel.copy()
            assert facts(copy) == known
            dirty.kernel.resume(kernel)
            arranged = engine.game.Rollouts(*switches)
            arranged.playouts(1, luck)
            arranged.kernel.arrange(*position_of(kernel))
            fresh = engine.game.Rollouts(*switches)
            fresh.kernel.resume(copy)
            for rollouts in (dirty, arranged, fresh):
                assert facts(rollouts.kernel) == known
                rollouts.luck.start(luck)
                ends.append((rollouts.play_on(), facts(rollouts.kernel)))
            assert facts(kernel) == facts(copy) == known
        assert all(end == ends[0] for end in ends)
    assert stages >= {HANDS, BLACK}


@EACH_ENGINE
def test_a_kernel_takes_over_from_itself(engine: Engine) -> None:
    """Which changes nothing."""
    kernel = engine.game.GAME.new(florentine.options(players=3), 1).kernel
    before = facts(kernel)
    kernel.resume(kernel)
    assert facts(kernel) == before


# ---- symmetric cards, crowded boards ----


@EACH_ENGINE
@pytest.mark.parametrize("card", ["rrrr", "RRRR", "RrRr", "rbrb", "RbRb", "rrbb", "Rrrr", "RRrr", "rbgo"])
def test_symmetric_cards_count_once(engine: Engine, card: str) -> None:
    """F7: ways to lay a card that look alike are one, in the centre, at an arm and in a corner."""
    options = florentine.options(players=2, deck=[card] * ALL, first=0)
    kernel = engine.game.Rollouts(*options.kernel_config()).kernel
    name = options.deck[0]
    period = len({card[i:] + card[:i] for i in range(4)})
    hands = [[0, 1, 2, 3], [4, 5, 6, 7]]
    kernel.arrange([], hands, list(range(8, ALL)), [], [0, 1], [NOT_YET] * 2, Progress(0, 0))
    assert kernel.ways_to_lay(0) == [(0, 0, turns) for turns in range(period)]
    assert kernel.options_to_lay() == 4 * period
    state = engine.game.State(options, "", kernel, [], [])
    assert sorted(str(action) for action in state.legal(0)) == sorted(f"{way}@0,0" for way in naive.readings(name))
    rng = Generator(1)
    while state.turn is not None:
        state.apply(state.turn, eager_action(state, rng, 100))
        require_naive(options, state.kernel)


def test_most_symmetric_cards_are_in_some_deck() -> None:
    """F7: those that look the same when turned half round, whole or in two colours."""
    assert {"rrrr", "RRRR", "RrRr", "rbrb", "RbRb"} <= {min(naive.readings(card)) for card in SYMMETRIC} | set(
        SYMMETRIC
    )
    assert all(len(naive.readings(card)) == (1 if len(set(card)) == 1 else 2) for card in SYMMETRIC)
    assert {len(naive.readings(card)) for card in DECKS["half symmetric"](Generator(0))} == {1, 2, 4}


def one_colour(engine: Engine) -> tuple[Options, Any]:
    """A kernel with cards that fit everywhere, all of them in the pool."""
    options = florentine.options(players=2, deck=["Rrrr", "rRrR", "rrrr"] * 16)
    kernel = engine.game.Rollouts(*options.kernel_config()).kernel
    kernel.arrange([], [[], []], [], list(range(ALL)), [0, 1], [NOT_YET] * 2, Progress(0, 0, POOL))
    return options, kernel


@EACH_ENGINE
def test_as_many_places_as_there_can_be(engine: Engine) -> None:
    """F10: three free corners between each two arms, twelve in all."""
    options, kernel = one_colour(engine)
    most = 0
    for n in range(ALL):
        assert kernel.stage == POOL
        # The corner nearest to the centre leaves the most corners open.
        at = min(range(kernel.places), key=lambda i: sum(map(abs, kernel.free_places()[i])))
        kernel.lay(0, 0, at)
        assert kernel.laid == n + 1
        require_naive(options, kernel)
        most = max(most, kernel.places)
    assert most == 12


@EACH_ENGINE
@pytest.mark.parametrize("seed", range(4))
def test_a_full_board(engine: Engine, seed: int) -> None:
    """F10, F14, F15: all 48 cards laid in any order, one gap left; the one space stays open."""
    options, kernel = one_colour(engine)
    rng = Generator(seed)
    while kernel.stage == POOL:
        kernel.lay(rng.below(kernel.pool_size), 0, rng.below(kernel.places))
        require_naive(options, kernel)
    assert (kernel.laid, kernel.pool_size, kernel.places) == (ALL, 0, 1)
    ((_, gems, edges, triangles),) = kernel.spaces()
    gap = kernel.free_places()[0]
    corner = sum(abs(i) == 3 for i in gap)
    assert (gems, edges, len(triangles)) == (48, 28 - corner + 4 - corner, 4 * ALL)
    kernel.lay_black(black_edges(kernel)[0])
    require_naive(options, kernel)
    assert kernel.spaces()[0][2] == edges - 1
    assert black_edges(kernel) == []  # no blue triangle anywhere
    kernel.keep_black()
    assert kernel.over
    assert kernel.gems_of(0) == kernel.gems_of(1) == 0


# ---- what is no position, and questions about what is not there ----

OPTIONS = florentine.options(players=3)


@cache
def sound() -> dict[str, Any]:
    """A position with a black card laid, as the arguments of `arrange`; a game that was played to that point."""
    rng = Generator(3)
    state = florentine.GAME.new(OPTIONS, 3)
    while (turn := state.turn) is not None and state.kernel.black[2] == NOT_YET:
        state.apply(turn, eager_action(state, rng, 100))
    names = ("laid", "hands", "stack", "pool", "colours", "black", "progress")
    made = dict(zip(names, position_of(state.kernel), strict=True))
    # Some of the pool goes into the hands and the stack, so that each place has something to be wrong.
    spare = made["pool"]
    made["hands"] = [[spare[0]], [spare[1]], []]
    made["stack"] = [spare[2]]
    made["pool"] = spare[3:]
    assert len(spare) > 3
    return made


BARE = {"laid": [], "stack": [], "pool": [], "black": [NOT_YET] * 3}
ABSENT = (-1, -2, ALL, 255, 256, 2**15, 2**31 - 1, -(2**31), *BEYOND)


def wrong() -> dict[str, dict[str, Any]]:
    """Changes to the position above that make it none, each with one thing wrong."""
    laid, _, _, pool, colours, black, progress = sound().values()
    first = laid[0]
    found: dict[str, dict[str, Any]] = {
        "a card twice on the board": {"laid": [*laid[:-1], (laid[0][0], *laid[-1][1:])]},
        "two cards in one place": {"laid": [*laid[:-1], (*laid[-1][:2], *laid[-2][2:])]},
        "not the centre first": {"laid": laid[1:]},
        "an arm from outside": {"laid": [first, (*laid[1][:2], 3, 0)]},
        "a corner before the cross": {"laid": [first, (*laid[1][:2], 1, 1)]},
        "outside the square": {"laid": [*laid, (pool[0], 0, 4, 0)], "pool": pool[1:]},
        "a card in a hand and in the pool": {"hands": [[pool[0]], [], []]},
        "a card in the stack and in the pool": {"stack": [pool[0]]},
        "a card twice in the pool": {"pool": [pool[0], *pool]},
        "a card on the board and in the stack": {"stack": [laid[5][0]]},
        "a hand too few": {"hands": [[], []]},
        "a hand too many": {"hands": [[], [], [], []]},
        "no hands": {"hands": []},
        "a colour too few": {"colours": colours[:2]},
        "a colour too many": {"colours": [0, 1, 2, 3]},
        "a colour twice": {"colours": [0, 1, 0], "black": [NOT_YET] * 3},
        "black cards too few": {"black": black[:2]},
        "black cards too many": {"black": [*black, NOT_YET]},
        "no card at all, and a black one": {"laid": [], "pool": []},
        "five cards in a hand": {**BARE, "hands": [[], [0, 1, 2, 3, 4], []]},
        "all cards in a hand": {**BARE, "hands": [[], [], list(range(ALL))]},
        "black card at -3": {"black": [NOT_YET, -3, NOT_YET]},
        "black card at 28": {"black": [NOT_YET, NOT_YET, EDGES]},
        "colour 4": {"colours": [0, 1, 4], "black": [NOT_YET] * 3},
        "first 3": {"progress": progress._replace(first=3)},
        "turn 3": {"progress": progress._replace(turn=3)},
        "stage 3": {"progress": progress._replace(stage=3)},
    }
    for number in ABSENT:
        found[f"card {number} on the board"] = {"laid": [(number, *first[1:]), *laid[1:]]}
        found[f"turned {number} times"] = {"laid": [(first[0], number, 0, 0), *laid[1:]]}
        found[f"at {number},0"] = {"laid": [*laid[:2], (*laid[2][:2], number, 0), *laid[3:]]}
        found[f"at 0,{number}"] = {"laid": [*laid[:2], (*laid[2][:2], 0, number), *laid[3:]]}
        found[f"card {number} in a hand"] = {"hands": [[number], [], []]}
        found[f"card {number} in the stack"] = {"stack": [number]}
        found[f"card {number} in the pool"] = {"pool": [number]}
        found[f"colour {number}"] = {"colours": [*colours[:2], number], "black": [NOT_YET] * 3}
        found[f"first {number}"] = {"progress": progress._replace(first=number)}
        found[f"turn {number}"] = {"progress": progress._replace(turn=number)}
        found[f"stage {number}"] = {"progress": progress._replace(stage=number)}
        if number not in (-1, -2):
            found[f"black card at {number}"] = {"black": [number, NOT_YET, NOT_YET]}
    for turns in {0, 1, 2, 3} - {first[1]}:  # it could lie so in the centre, but then the others do not fit
        found[f"the first card turned {turns} times"] = {"laid": [(first[0], turns, 0, 0), *laid[1:]]}
    kernel = LOADED.game.Rollouts(*OPTIONS.kernel_config()).kernel
    kernel.arrange(*sound().values())
    for edge in range(EDGES):
        if not kernel.black_fits_at(colours[0], edge):
            found[f"a black card of another colour at {edge}"] = {"black": [edge, NOT_YET, NOT_YET]}
    return found


@EACH_ENGINE
def test_what_is_no_position(engine: Engine) -> None:
    """F5, F7, F9, F10, F14: `arrange` refuses it, and the kernel is as good as before."""
    rollouts = engine.game.Rollouts(*OPTIONS.kernel_config())
    kernel = rollouts.kernel
    kernel.arrange(*sound().values())
    right = facts(kernel)
    for what, change in wrong().items():
        with pytest.raises((ValueError, OverflowError)) as caught:
            kernel.arrange(*{**sound(), **change}.values())
        # A place can be too far for a C number; anything else is looked at before it becomes one.
        assert caught.type is ValueError or (COMPILED and what.startswith("at ") and len(what) > 10), what
        kernel.arrange(*sound().values())
        assert facts(kernel) == right, what
    assert rollouts.playouts(3, 1) == engine.game.Rollouts(*OPTIONS.kernel_config()).playouts(3, 1)


@EACH_ENGINE
def test_questions_about_what_is_not_there(engine: Engine) -> None:
    """F4, F14: no card, no seat and no edge has such a number; no place either."""
    kernel = engine.game.Rollouts(*OPTIONS.kernel_config()).kernel
    kernel.arrange(*sound().values())
    asked: list[tuple[Callable[[int], object], range, str]] = [
        (kernel.ways_to_lay, range(ALL), "no card number"),
        (kernel.hand_of, range(3), "no seat number"),
        (lambda edge: kernel.black_fits_at(0, edge), range(EDGES), "no edge number"),
        (kernel.gems_of, range(3), "no seat number"),
    ]
    for ask, right, text in asked:
        for number in right:
            ask(number)
        for number in {*ABSENT, right.stop, right.stop + 1} - set(right):
            with pytest.raises((ValueError, OverflowError)) as caught:  # too large for a C number, or refused
                ask(number)
            assert text in str(caught.value) or number in BEYOND
    for colour in (-1, 4, 255, 2**15):
        assert not any(kernel.black_fits_at(colour, edge) for edge in range(EDGES))
    free = kernel.free_places()
    for x in range(-4, 5):
        for y in range(-4, 5):
            assert kernel.place_at(x, y) == (free.index((x, y)) if (x, y) in free else -1)


@EACH_ENGINE
@pytest.mark.parametrize("players", [0, 1, 5, 100, -1, 2**31, 10**30])
def test_options_that_nobody_checked(engine: Engine, players: int) -> None:
    """F4: the kernel has four seats, and is not for one alone."""
    for kind in (engine.game.Rollouts, type(engine.game.GAME.new(OPTIONS, 1).kernel)):
        with pytest.raises(ValueError, match="2 to 4 players"):
            kind(players, OPTIONS.deck)


# ---- what the kernel looks at itself ----


@EACH_ENGINE
def test_far_away_is_no_place(engine: Engine) -> None:
    """F10: the number of a row's first cell is not that of a cell beyond the end of the row before."""
    kernel = engine.game.GAME.new(OPTIONS, 1).kernel
    assert kernel.free_places() == [(0, 0)]
    for x, y in ((9, -1), (-9, 1), (18, -2), (40, 0), (0, 40)):
        assert kernel.place_at(x, y) == -1, f"{x},{y}"


@EACH_ENGINE
@pytest.mark.parametrize("size", [0, 1, 47, 49])
def test_decks_that_nobody_checked(engine: Engine, size: int) -> None:
    """F3: 48 cards, or the compiled kernel reads beyond the end of its tables."""
    with pytest.raises(ValueError, match="48"):
        engine.game.Rollouts(2, ("rrrr",) * size)


@EACH_ENGINE
def test_another_table(engine: Engine) -> None:
    """F4: a kernel for two cannot go on where the fourth of four players is on turn."""
    options = florentine.options(players=4, first=3)
    kernel = engine.game.Rollouts(2, options.deck).kernel
    with pytest.raises(ValueError, match="options"):
        kernel.resume(engine.game.GAME.new(options, 1).kernel)
    with pytest.raises(ValueError, match="options"):
        kernel.resume(None)


@EACH_ENGINE
def test_an_empty_hand_on_turn(engine: Engine) -> None:
    """F8: with nothing to lay and nothing to put aside; the pool has no room for a 49th card."""
    kernel = engine.game.Rollouts(*florentine.options(players=2).kernel_config()).kernel
    with pytest.raises(ValueError, match="hand"):
        kernel.arrange([], [[], []], [], list(range(ALL)), [0, 1], [NOT_YET] * 2, Progress(0, 0, HANDS))


@EACH_ENGINE
@pytest.mark.parametrize("number", [-1, 4, 48, 2**20])
def test_moves_that_nobody_checked(engine: Engine, number: int) -> None:
    """F7, F8, F14: no card, turn, place or edge has such a number, and nothing happens."""
    kernel = engine.game.GAME.new(OPTIONS, 1).kernel
    right = facts(kernel)
    moves: list[Callable[[], object]] = [
        lambda: kernel.lay(number, 0, 0),
        lambda: kernel.lay(0, number, 0),
        lambda: kernel.lay(0, 0, number),
        lambda: kernel.put_aside(number),
        lambda: kernel.lay_black(number if number != 4 else EDGES),
    ]
    for move in moves:
        with pytest.raises(ValueError, match=f"there is no (card|turn|place|edge) number ({number}|{EDGES})"):
            move()
        assert facts(kernel) == right
