"""Random games in which everybody tries everything, legal or not, and nothing may break."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tessella.core import Action, Generator, IllegalAction, NotationError, random_action
from tessella.games import chromino
from tessella.games.chromino.notation import Call, Claim, Draw, Lay, Pass, Spot
from tessella.games.chromino.tiles import PLAIN_TILES, TILES
from tessella.testkit import snapshot
from tests.chromino import naive
from tests.chromino.choices import random_options
from tests.chromino.kernels import LOADED, laid_on, require_naive

FAR = (7, 20, 33, 64, 999, 1000, 10_001, 2**15, 2**31 - 1, 2**31, 2**32, 2**63, 2**64, 10**30)
"""Coordinates near the board, at its rim, behind it, and where a machine's numbers end."""
NO_TILES = (
    "",
    "B",
    "BG",
    "BGRY",
    "XYZ",
    "B*B",
    "***",
    "*BG",
    "bgr",
    "B G",
    "BG\0",
    "\N{LATIN SMALL LETTER E WITH ACUTE}BG",
)
SEATS = (-(2**63), -1, 0, 1, 2, 7, 8, 9, 255, 2**31, 2**64)


def wild_action(state: chromino.State, rng: Generator) -> Action:
    """Anything that can be put into an action, and a little that cannot."""
    kind = rng.below(10)
    if kind < 2:
        return rng.choice((Draw(), Pass(), Call()))
    if kind == 2:
        return Spot(rng.choice(SEATS))
    lay = _wild_lay(state, rng)
    return Claim(lay) if kind == 3 else lay


def _wild_lay(state: chromino.State, rng: Generator) -> Lay:
    squares = rng.choice(TILES)[:: rng.choice((1, -1))] if rng.below(10) else rng.choice(NO_TILES)
    direction = rng.choice(">v") if rng.below(20) else rng.choice(("<", "^", "", "x", ">>"))
    if rng.below(4) == 0:  # where it would fit, were it one's own, or one's turn
        places = state.kernel.places(rng.below(len(TILES)))
        if places:
            y, x, _, _ = rng.choice(places)
            return Lay(squares, x, y, direction)
    x, y = (_wild_number(rng) for _ in range(2))
    return Lay(squares, x, y, direction)


def _wild_number(rng: Generator) -> int:
    if rng.below(4):
        return rng.below(21) - 10
    return rng.choice((1, -1)) * rng.choice(FAR) + rng.below(3) - 1


def outline(state: chromino.State) -> tuple[object, ...]:
    """What a refused action must leave alone, as far as it is quick to see; `snapshot` sees the rest."""
    kernel: Any = state.kernel
    numbers = (kernel.laid, kernel.bag_size, kernel.turn, kernel.stage, kernel.draws, kernel.passes, kernel.over)
    flags = (kernel.hand_size, kernel.score, kernel.called, kernel.exposed, kernel.claim_seat)
    return len(state.history), *numbers, *map(str, flags)


def require_turn(state: chromino.State) -> int:
    """What the seat on turn may do besides laying is what the rules say. Returns 1 if it may stop drawing (C16)."""
    assert state.turn is not None
    options = state.options
    view = state.view(state.turn)
    board = naive.board_of((lay.squares, lay.x, lay.y, lay.direction) for lay in view.board)
    places = naive.placements(board, options.junior)
    fitting = {tile for tile in view.hand if places[tile] or places[tile[::-1]]}
    only_wild = len(view.hand) == 1 and naive.WILD in view.hand[0] and not options.wild_last
    others = [seat.count for number, seat in enumerate(view.seats) if number != state.turn]
    shown = options.draw_when_able == "last-tile-shown" and 1 in others
    turn = naive.Turn(
        able=bool(fitting) and not only_wild,
        bag=view.bag,
        draws=view.draws,
        drawn_fits=view.drawn_tile in fitting,
        may_stop=options.draw_on == "may",
        free=options.draw_when_able == "yes" or shown or (options.claim and len(view.hand) == 1),
    )
    legal = [str(action) for action in state.legal(state.turn) if isinstance(action, Draw | Pass)]
    assert legal == naive.besides_laying(turn), f"{turn}: {legal}"
    return len(legal) - 1 if len(legal) > 1 else 0


def whole(kernel: Any) -> None:
    """Every tile of the set is there once, on the board, in a hand or in the bag; no two lie on each other."""
    laid = [tile for tile, *_ in kernel.tiles()]
    held = [tile for seat in range(kernel.players) for tile in kernel.hand_of(seat)]
    in_play = Counter((*laid, *held, *kernel.bag_order()))
    assert in_play == Counter(range(len(TILES) if kernel.wild_tiles else len(PLAIN_TILES))), f"tiles in play: {in_play}"
    assert len(naive.board_of(laid_on(kernel))) == 3 * len(laid), "two tiles lie on each other"


def fuzz_game(rng: Generator, attempts: int = 8) -> tuple[int, int]:
    """One game to its end; at each ply some wild attempts. Returns the tiles laid and the actions refused."""
    options = random_options(rng)
    state = chromino.State.new(options, rng.word())
    laid = refused = 0
    try:
        while state.turn is not None:
            refused += _try_wildly(state, rng, attempts, thorough=rng.below(8) == 0)
            require_turn(state)
            seat, action = random_action(state, rng)
            state.apply(seat, action)
            laid += isinstance(action, Lay)
        _try_wildly(state, rng, attempts, thorough=True)
        whole(state.kernel)
        assert laid == state.kernel.laid - 1
    except Exception as error:
        error.add_note(f"{options}, seed {state.seed}, after {[(s + 1, str(a)) for s, a in state.history]}")
        raise
    return laid, refused


def brisk_game(rng: Generator) -> tuple[int, int]:
    """As `fuzz_game`, with one wild attempt every few plies and a quick look after it: for millions of placements."""
    options = random_options(rng)
    state = chromino.State.new(options, rng.word())
    refused = 0
    try:
        while (turn := state.turn) is not None:
            if rng.below(6) == 0:
                refused += _try_wildly(state, rng, 1, thorough=False)
            seat, action = random_action(state, rng) if options.call else (turn, rng.choice(state.legal(turn)))
            state.apply(seat, action)
        whole(state.kernel)
    except Exception as error:
        error.add_note(f"{options}, seed {state.seed}, after {[(s + 1, str(a)) for s, a in state.history]}")
        raise
    return state.kernel.laid - 1, refused


def _try_wildly(state: chromino.State, rng: Generator, attempts: int, thorough: bool) -> int:
    before = snapshot(state) if thorough else None
    quick = outline(state)
    refused = 0
    for _ in range(attempts):
        seat = rng.below(state.options.players) if rng.below(10) else rng.choice(SEATS)
        action = wild_action(state, rng)
        if 0 <= seat < state.options.players and action in state.legal(seat):
            continue
        try:
            state.apply(seat, action)
        except (IllegalAction, NotationError):
            refused += 1
        else:
            raise AssertionError(f"{action!r} of seat {seat} is not listed and was played")
        assert outline(state) == quick, f"{action!r} of seat {seat} was refused and changed something"
    assert before is None or snapshot(state) == before, "something that was refused changed the game"
    return refused


def playouts(rng: Generator, games: int, report: Callable[[int], None] = lambda laid: None) -> int:
    """Random games inside the kernel, of any options, checked at their ends. Returns the tiles laid."""
    rollouts = LOADED.game.Rollouts(*(options := random_options(rng)).kernel_config())
    size = len(TILES) if options.wild_tiles else len(PLAIN_TILES)
    total = 0
    for number in range(games):
        seed = rng.word()
        turns, _, left, _ = rollouts.playouts(1, seed)
        assert rollouts.kernel.laid + sum(left) + rollouts.kernel.bag_size == size, (
            f"{options}, luck {seed}: tiles are lost"
        )
        assert rollouts.kernel.over
        assert turns >= options.players or rollouts.kernel.stop >= 0
        laid = rollouts.kernel.laid - 1
        total += laid
        report(laid)
        if number % 100 == 0:
            whole(rollouts.kernel)
        if number % 1000 == 0:
            require_naive(rollouts.kernel, options.junior)
    return total
