"""Random games in which everybody tries everything, legal or not, and nothing may break."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tessella.core import Action, Generator, IllegalAction, NotationError
from tessella.games import chromino, florentine
from tessella.games.florentine.config import ALL
from tessella.games.florentine.notation import Aside, Black, Lay, Pass
from tessella.testkit import snapshot
from tests.florentine import naive
from tests.florentine.choices import LETTERS, random_options
from tests.florentine.kernels import (
    EAGER,
    LOADED,
    board_of,
    eager_action,
    naive_game,
    require_in_step,
    require_naive,
)

FAR = (5, 8, 9, 10, 13, 81, 255, 256, 9999, 2**15, 2**31 - 1, 2**31, 2**32, 2**63, 2**64, 10**30)
"""Coordinates just outside the square, where rows of the board might be mistaken, and where a machine's numbers end."""
NO_CARDS: tuple[Any, ...] = (
    "",
    "R",
    "RRb",
    "RRbgo",
    "XYZW",
    "rrr ",
    " RRbg",
    "RRb\0",
    "RRb\N{LATIN SMALL LETTER E WITH ACUTE}",
    "black",
    "blac",
    None,
    7,
    0.5,
    b"RRbg",
    ("R", "R", "b", "g"),
)
NO_NUMBERS: tuple[Any, ...] = (None, "0", "", 0.0, 1.0, -1.5, float("nan"), float("inf"), (0,), [], 1j)
NO_SEATS: tuple[Any, ...] = (-(2**63), -1, 2, 3, 4, 5, 255, 256, 2**31, 2**64, None, "0", 0.0, 1.0, (0,))
"""Some of them are seats where enough play."""
NO_ACTIONS: tuple[Any, ...] = (None, 0, "pass", "RRbg@0,0", (), chromino.parse("draw"), chromino.parse("pass"), Lay)

CLAUSES = {"F4", "F6", "F7", "F8", "F9", "F10", "F12", "F14", "F16"}
"""Those that say what may not be done."""


def wild_action(state: florentine.State, rng: Generator) -> Any:
    """Anything that can be put into an action, and a little that cannot."""
    kind = rng.below(12)
    if kind == 0:
        return Pass()
    if kind == 1:
        return rng.choice(NO_ACTIONS)
    if kind < 4:
        return Aside(_wild_card(state, rng))  # turned, it is another text for the same card, and not listed
    if kind < 7:
        return _wild_black(rng)
    return _wild_lay(state, rng)


def _wild_lay(state: florentine.State, rng: Generator) -> Lay:
    card = _wild_card(state, rng)
    if rng.below(3) == 0:  # where the next card goes, if it is one's own, it is one's turn, and the colours are right
        x, y = rng.choice(state.kernel.free_places() or [(0, 0)])
        return Lay(card, x, y)
    if rng.below(3) == 0:  # where another card would fit, or this one turned
        ways = state.kernel.ways_to_lay(rng.below(ALL))
        if ways:
            y, x, _ = rng.choice(ways)
            return Lay(card, x, y)
    return Lay(card, _wild_number(rng), _wild_number(rng))


def _wild_black(rng: Generator) -> Black:
    if rng.below(2):  # at the rim, or nearly
        place = [rng.choice((-4, 4)), rng.below(9) - 4]
        rng.shuffle(place)
        return Black(*place)
    return Black(_wild_number(rng), _wild_number(rng))


def _wild_card(state: florentine.State, rng: Generator) -> Any:
    """A card as it may lie, of the deck or not; or something else."""
    kind = rng.below(10)
    if kind == 0:
        return rng.choice(NO_CARDS)
    return rng.choice(naive.readings(rng.choice(state.options.deck) if kind < 8 else _any_card(rng)))


def _any_card(rng: Generator) -> str:
    """A card that need not be in any deck."""
    return "".join(rng.choice(LETTERS) for _ in range(4))


def _wild_number(rng: Generator) -> Any:
    kind = rng.below(12)
    if kind == 0:
        return rng.choice(NO_NUMBERS)
    if kind < 9:
        return rng.below(11) - 5
    return rng.choice((1, -1)) * rng.choice(FAR) + rng.below(3) - 1


def is_legal(state: florentine.State, seat: Any, action: Any) -> bool:
    """Whether an action is listed. 1.0 equals 1 in Python, but it is no coordinate and no seat."""
    if type(seat) is not int or not 0 <= seat < state.options.players:
        return False
    if isinstance(action, Lay | Black) and not type(action.x) is type(action.y) is int:
        return False
    return isinstance(action, Action) and action in state.legal(seat)


def outline(state: florentine.State) -> tuple[object, ...]:
    """What a refused action must leave alone, as far as it is quick to see; `snapshot` sees the rest."""
    kernel: Any = state.kernel
    numbers = (kernel.laid, kernel.places, kernel.stack_size, kernel.pool_size, kernel.turn, kernel.stage, kernel.over)
    return len(state.history), *numbers, *map(str, (kernel.hand_size, kernel.black, kernel.closed_spaces))


def whole(kernel: Any) -> None:
    """Every card is there once, on the board, in a hand, in the pool or in the stack; no two lie on each other."""
    laid = [card for card, *_ in kernel.cards()]
    held = [card for seat in range(kernel.players) for card in kernel.hand_of(seat)]
    in_play = Counter((*laid, *held, *kernel.pool_order(), *kernel.stack_order()))
    assert in_play == Counter(range(ALL)), f"cards in play: {in_play}"
    assert len(board_of(kernel)) == len(laid), "two cards lie on each other"


def fuzz_game(rng: Generator, attempts: int = 8) -> tuple[int, int]:
    """One game to its end, in step with the naive one; at each ply some wild attempts.

    Returns the cards laid and the actions refused.
    """
    options = random_options(rng)
    state = florentine.State.new(options, rng.word())
    right = naive_game(state)
    eager = rng.choice(EAGER)
    refused = 0
    try:
        while (turn := state.turn) is not None:
            refused += try_wildly(state, rng, attempts, thorough=rng.below(8) == 0)
            action = eager_action(state, rng, eager)
            state.apply(turn, action)
            right.play(str(action))
            require_in_step(right, state)
        refused += try_wildly(state, rng, attempts, thorough=True)
        whole(state.kernel)
        require_naive(options, state.kernel)
    except Exception as error:
        error.add_note(f"{options}, seed {state.seed}, after {[(s + 1, str(a)) for s, a in state.history]}")
        raise
    return state.kernel.laid, refused


def brisk_game(rng: Generator) -> tuple[int, int]:
    """As `fuzz_game`, alone, with one wild attempt every few plies and a quick look after it: for many placements."""
    options = random_options(rng)
    state = florentine.State.new(options, rng.word())
    eager = rng.choice(EAGER)
    refused = 0
    try:
        while (turn := state.turn) is not None:
            if rng.below(6) == 0:
                refused += try_wildly(state, rng, 1, thorough=False)
            state.apply(turn, eager_action(state, rng, eager))
        whole(state.kernel)
        require_naive(options, state.kernel)
    except Exception as error:
        error.add_note(f"{options}, seed {state.seed}, after {[(s + 1, str(a)) for s, a in state.history]}")
        raise
    return state.kernel.laid, refused


def try_wildly(state: florentine.State, rng: Generator, attempts: int, thorough: bool) -> int:
    """Try some actions, skipping those that are legal. Returns how many were refused, which is all of the others."""
    before = snapshot(state) if thorough else None
    quick = outline(state)
    refused = 0
    for _ in range(attempts):
        seat = rng.below(state.options.players) if rng.below(10) else rng.choice(NO_SEATS)
        action = wild_action(state, rng)
        if is_legal(state, seat, action):
            continue
        require_refused(state, seat, action)
        refused += 1
        assert outline(state) == quick, f"{action!r} of seat {seat!r} was refused and changed something"
    assert before is None or snapshot(state) == before, "something that was refused changed the game"
    return refused


def require_refused(state: florentine.State, seat: Any, action: Any) -> None:
    """An action is refused, with a reason."""
    try:
        state.apply(seat, action)
    except (IllegalAction, NotationError) as error:
        refusal = error
    else:
        raise AssertionError(f"{action!r} of seat {seat!r} is not listed and was played")
    assert str(refusal), f"{action!r} of seat {seat!r} is refused without a reason"
    if isinstance(refusal, IllegalAction):
        assert refusal.clause in CLAUSES, f"{action!r} of seat {seat!r} is refused by clause {refusal.clause}"


def everything(right: naive.Game) -> list[Action]:
    """Every card that the seat on turn may use, turned every way, in every cell; every other action there is."""
    cells = [(x, y) for y in range(-5, 6) for x in range(-5, 6)]
    cards = sorted({*right.own(right.turn), *right.hands[right.turn]})
    actions: list[Action] = [Lay(lying, x, y) for card in cards for lying in naive.readings(card) for x, y in cells]
    actions += [Aside(lying) for card in sorted({*cards, *right.aside}) for lying in naive.readings(card)]
    return [*actions, *(Black(x, y) for x, y in cells), Pass()]


def take_nothing_else(state: florentine.State, right: naive.Game) -> int:
    """A state refuses all that the naive game does not list, of `everything`. Returns how much that was."""
    legal = set(right.legal())
    before = snapshot(state)
    refused = 0
    for action in everything(right):
        if str(action) in legal:
            legal.remove(str(action))
            continue
        require_refused(state, right.turn, action)
        refused += 1
    assert not legal, f"legal, and not tried: {legal}"
    assert snapshot(state) == before, "something that was refused changed the game"
    return refused


def playouts(rng: Generator, games: int, report: Callable[[int], None] = lambda laid: None) -> int:
    """Random games inside the kernel, of any options, checked at their ends. Returns the cards laid."""
    options = random_options(rng)
    rollouts = LOADED.game.Rollouts(*options.kernel_config())
    total = 0
    for number in range(games):
        seed = rng.word()
        turns, _, laid, gems, wins = rollouts.playouts(1, seed)
        assert laid == rollouts.kernel.laid
        assert laid + rollouts.kernel.pool_size == ALL, f"{options}, luck {seed}: cards are lost"
        assert rollouts.kernel.over
        assert rollouts.kernel.stack_size == sum(rollouts.kernel.hand_size) == 0
        assert turns >= laid + options.players
        assert [gems[seat] == max(gems) for seat in range(options.players)] == list(map(bool, wins))
        total += laid
        report(laid)
        if number % 100 == 0:
            whole(rollouts.kernel)
        if number % 200 == 0:
            require_naive(options, rollouts.kernel)
    return total
