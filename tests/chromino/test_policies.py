"""The policies of the plain bots: what they choose does not hang on the build, nor on what was looked at before."""

from typing import Any

import pytest

from tessella.core import Generator
from tessella.games import chromino
from tessella.games.chromino.bots import players as loaded
from tessella.games.chromino.bots.policies import Policies
from tessella.games.chromino.bots.search import Search
from tessella.games.chromino.bots.weights import STATIC
from tessella.games.chromino.config import ALL, PLAIN, Progress, Seat
from tessella.games.chromino.kernel import COMPILED, Kernel
from tessella.games.chromino.moves import DRAW, TILE_SHIFT
from tessella.games.chromino.tiles import INDEX, TILES
from tests.chromino.kernels import position_of, source_of_bots
from tests.test_bots import POLICIES, weighed

SETTINGS: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("classic", 2, {}),
    ("joker", 4, {}),
    ("classic", 3, {"hands": "open"}),
    ("classic", 2, {"scoring": "expert"}),
    ("meccano", 3, {"scoring": "contacts"}),
    ("classic", 2, {"junior": "ends"}),
)


def midgame(edition: str, players: int, agreed: dict[str, str], seed: int, plies: int) -> chromino.State:
    """A position after so many random actions; one where the seat on turn has a choice."""
    rng = Generator(seed)
    state = chromino.State.new(chromino.options(edition, players, **agreed), seed)
    while state.turn is not None and (plies > 0 or len(state.legal(state.turn)) < 2):
        state.apply(state.turn, rng.choice(state.legal(state.turn)))
        plies -= 1
    return state


@pytest.mark.skipif(not COMPILED, reason="there is nothing to compare with")
@pytest.mark.parametrize(("edition", "players", "agreed"), SETTINGS)
def test_both_kernels_choose_the_same(edition: str, players: int, agreed: dict[str, str]) -> None:
    """C14, C19, C30, C33: each policy, and rollouts that take points, compiled and interpreted."""
    source = source_of_bots()
    stuck = 0
    for seed in range(12):
        state = midgame(edition, players, agreed, seed, plies=6 + 4 * seed)
        if state.turn is None:
            continue
        stuck += any(seat.stuck is not None for seat in state.view(state.turn).seats)
        found: list[Any] = []
        for module in (loaded, source):
            kernel = module.Kernel(*state.options.kernel_config())
            kernel.arrange(*position_of(state.kernel))
            policies = module.policies_for(state.options)
            chosen = [policies.choose(kernel, policy, luck) for policy in POLICIES.values() for luck in (seed, 7)]
            search = weighed(module.Search, state.options)
            search.consider(kernel, kernel.turn, 4)
            found.append((chosen, search.compare([0, 1], 2, 3, seed)))
        assert found[0] == found[1]
    assert stuck or "junior" in agreed, "no seat was ever stuck: nothing was inferred"


def two_boards(seed: int) -> list[Kernel] | None:
    """Two positions that differ in how BBG lies on its cell; seat 2 was stuck then, and a third tile came since."""
    options = chromino.options("classic", 2)
    opening, tile = INDEX["B*G"], INDEX["BBG"]
    rest = [each for each in range(ALL) if each not in (opening, tile)]
    Generator(seed).shuffle(rest)
    hands, seats = [rest[:7], rest[7:15]], [Seat(), Seat(stuck=2)]

    def position(*laid: tuple[int, int, int, int, int]) -> Kernel:
        kernel = Kernel(*options.kernel_config())
        bag = [each for each in rest[15:] if each not in [number for number, *_ in laid]]
        kernel.arrange([(opening, 0, 0, -1, 0), *laid], hands, bag, seats, [], Progress(0, 0, 7))
        return kernel

    at: dict[tuple[int, int], list[tuple[int, int, int, int, int]]] = {}
    for y, x, direction, way in position().places(tile):
        at.setdefault((x, y), []).append((tile, way, direction, x, y))
    ways = next(each for each in at.values() if len(each) > 1)[:2]
    third = next((each for each in rest[15:] if all(position(lay).places(each) for lay in ways)), None)
    if third is None:
        return None
    found = []
    for lay in ways:
        y, x, direction, way = min(position(lay).places(third))
        found.append(position(lay, (third, way, direction, x, y)))
    return found


def test_what_was_looked_at_before_makes_no_difference() -> None:
    """C14: a search that has seen another game chooses as a new one does, whatever lay there on the same cells."""
    options = chromino.options("classic", 2)
    compared = 0
    for seed in range(40):
        boards = two_boards(seed)
        if boards is None:
            continue
        if len(boards[1].moves()) < 2:
            continue
        compared += 1
        found = []
        for before in ([], boards[:1]):
            search, policies = weighed(Search, options), weighed(Policies, options)
            for board in (*before, boards[1]):
                search.consider(board, 0, 3)
                evaluated = search.evaluate(40, seed)
                chosen = policies.choose(board, STATIC, seed)
            found.append((evaluated, chosen))
        assert found[0] == found[1]
    assert compared > 5


def test_a_wild_tile_is_not_kept_for_the_end() -> None:
    """C21: with a plain tile and two wild ones in hand, all of which fit, the last plain tile is not laid first."""
    options = chromino.options("classic", 2)
    wilds = [tile for tile in range(PLAIN, ALL) if TILES[tile] != "B*G"][:2]
    kernel = Kernel(*options.kernel_config())
    plain = INDEX["BBB"]
    hands = [[plain, *wilds], [INDEX[tile] for tile in ("PPP", "YYY", "RRR")]]
    laid = [(INDEX["B*G"], 0, 0, -1, 0), (INDEX["BBG"], 0, 0, -1, 1)]
    bag = [tile for tile in range(ALL) if tile not in {tile for tile, *_ in laid}.union(*hands)]
    kernel.arrange(laid, hands, bag, [Seat(), Seat()], [], Progress(0, 0, 3))
    moves = [TILES[code >> TILE_SHIFT] for code in kernel.moves() if code < DRAW]
    assert set(moves) == {"BBB", *(TILES[wild] for wild in wilds)}
    assert "*" in moves[weighed(Policies, options).choose(kernel, STATIC, 1)]


@pytest.mark.skipif(not COMPILED, reason="takes many rollouts")
def test_the_last_two_stop_when_it_is_clear_which_is_better() -> None:
    """C24: rollouts are saved that way, and the better one of the two is found all the same."""
    asked, saved = 6000, 0
    for seed in range(40):
        state = midgame("classic", 2, {}, seed, plies=8 + seed)
        if state.turn is None:
            continue
        if len(state.kernel.moves()) != 2:
            continue
        search = weighed(Search, state.options)
        search.consider(state.kernel, state.kernel.turn, 7)
        (tries, first), (_, second) = search.evaluate(asked, seed)
        assert tries <= asked // 2
        if tries == asked // 2:
            continue
        saved += 1
        batches = search.compare([0, 1], 20, 150, seed + 1)
        ahead = sum(one - other for one, other in batches)
        assert ahead * (first - second) >= 0
    assert saved > 5
