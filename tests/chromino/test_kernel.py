"""Compiled kernel, interpreted kernel and naive generator give the same lists, on boards of every kind."""

from collections.abc import Callable

import pytest

from tessella.core import Generator
from tessella.games import chromino
from tessella.games.chromino.config import TWO_CONTACTS
from tessella.games.chromino.kernel import COMPILED
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.tables import colour_of
from tessella.games.chromino.tiles import TILES, WILD
from tests.chromino import naive
from tests.chromino.kernels import (
    ENGINES,
    LOADED,
    SOURCE,
    Engine,
    alone,
    compare_games,
    facts,
    listed,
    naively_listed,
    put,
    require_naive,
)

POSITIONS = 250
SPREAD = [
    *(("classic", "no") for _ in range(24)),
    *(("joker", "no") for _ in range(4)),
    *(("meccano", "no") for _ in range(5)),
    *(("classic", "ends") for _ in range(3)),
    *(("joker", "squares") for _ in range(3)),
    ("meccano", "ends"),
    ("meccano", "squares"),
]
"""Edition and junior game of each chunk of POSITIONS boards."""
EACH_ENGINE = pytest.mark.parametrize("engine", ENGINES, ids=[engine.name for engine in ENGINES])


def test_there_are_enough_positions() -> None:
    """C36: the full lists are compared on ten thousand boards and more; most of them of the plain game."""
    assert len(SPREAD) * POSITIONS >= 10_000
    assert sum(chunk == ("classic", "no") for chunk in SPREAD) > len(SPREAD) / 2


def test_both_kernels_are_here() -> None:
    """The comparison below is one of two builds wherever there is a compiled one."""
    assert LOADED.game.COMPILED == COMPILED
    assert not SOURCE.game.COMPILED
    assert (LOADED.game.Rollouts is SOURCE.game.Rollouts) == (not COMPILED)
    assert (LOADED.grid.board_for is SOURCE.grid.board_for) == (not COMPILED)


@pytest.mark.parametrize("chunk", range(len(SPREAD)))
def test_same_lists(chunk: int) -> None:
    """C4, C5, C6, C7, C8, C30, C31, C33, C34, C35: every place of every tile, and the points, in random games."""
    edition, junior = SPREAD[chunk]
    assert compare_games(edition, junior, chunk, POSITIONS) > POSITIONS


# ---- large boards ----

LINES: dict[str, Callable[[int], tuple[int, int, str]]] = {
    "right": lambda i: (3 * i - 1, 0, ">"),
    "left": lambda i: (-3 * i - 1, 0, ">"),
    "down": lambda i: (0, 3 * i - 2, "v"),
    "up": lambda i: (0, -3 * i, "v"),
    "down to the right": lambda i: (2 * i - 1, i, ">"),
    "up to the left": lambda i: (-2 * i - 1, -i, ">"),
    "down to the left": lambda i: (-i, 2 * i - 1, "v"),
}
"""Where the i-th tile of a long line lies, counted from the opening tile."""


@EACH_ENGINE
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("junior", ["no", "ends", "squares"])
def test_a_long_line(engine: Engine, line: str, junior: str) -> None:
    """C4, C33, C34: the grid has no bounds; the board grows as often as it must."""
    tiles = list(TILES)
    Generator(len(line)).shuffle(tiles)
    kernel = alone(engine, tiles[0], tiles[1:], junior)
    sizes = {kernel.stride}
    for i, tile in enumerate(tiles[1:], 1):
        put(kernel, tile, *LINES[line](i), way=i % 2 if tile != tile[::-1] else 0)
        if kernel.stride not in sizes or i % 20 == 0 or i == len(tiles) - 1:
            sizes.add(kernel.stride)
            require_naive(kernel, junior)
    assert kernel.laid == len(TILES)
    assert max(sizes) >= 256
    assert [(x, y, ">v"[d]) for _, _, d, x, y in kernel.tiles()[1:]] == [LINES[line](i) for i in range(1, len(TILES))]


@pytest.mark.parametrize("junior", ["no", "ends", "squares"])
@pytest.mark.parametrize("ahead", [(1, 0), (-1, 0), (0, 1), (-1, -1)])
def test_a_game_that_runs_away(junior: str, ahead: tuple[int, int]) -> None:
    """C4, C25: played by the rules, always laying the tile that reaches furthest, a game leaves the first board."""
    state = chromino.new("joker", players=8, seed=5, junior=junior, draw_limit=3)
    while state.turn is not None:
        legal = state.legal(state.turn)
        lays = [action for action in legal if isinstance(action, Lay)]
        furthest = max(lays, key=lambda lay: lay.x * ahead[0] + lay.y * ahead[1]) if lays else legal[0]
        size = state.kernel.stride
        state.apply(state.turn, furthest)
        if state.kernel.stride != size:
            require_naive(state.kernel, junior)
            assert facts(state.copy().kernel) == facts(state.kernel)
    require_naive(state.kernel, junior)
    assert state.kernel.stride > 64


@EACH_ENGINE
def test_far_away_nothing_fits(engine: Engine) -> None:
    """C4, C5: places off the board are places where no tile fits, however far."""
    kernel = alone(engine, "B*G", TILES[:8])
    for distance in (10, 29, 30, 31, 32, 33, 60, 64, 128, 999, 10**6):
        for x, y in ((distance, 0), (-distance, 0), (0, distance), (0, -distance), (distance, distance)):
            assert not any(kernel.can_lay_at(tile, 0, direction, x, y) for tile in range(80) for direction in (0, 1))


# ---- crowded boards ----


@EACH_ENGINE
@pytest.mark.parametrize("junior", ["ends", "squares"])
def test_many_places_of_one_kind(engine: Engine, junior: str) -> None:
    """C8, C33, C34: tiles all apart have more places of one kind than the board has room for at first."""
    tiles = list(TILES)
    Generator(1).shuffle(tiles)
    kernel = alone(engine, tiles[0], tiles[1:], junior)
    small = kernel.room
    spots = [(6 * i - 1, 5 * j) for i in range(-4, 5) for j in range(-4, 5) if (i, j) != (0, 0)]
    spots.sort(key=lambda spot: max(map(abs, spot)))  # from the middle outwards, as the board grows
    for tile, (x, y) in zip(tiles[1:], spots, strict=False):
        room = kernel.room
        put(kernel, tile, x, y, ">")
        if kernel.room != room:
            require_naive(kernel, junior)
    assert kernel.room > small
    require_naive(kernel, junior)
    assert facts(kernel.copy()) == facts(kernel)
    smaller = alone(engine, "B*G", TILES[:8], junior)
    kernel.resume(smaller)
    assert facts(kernel) == facts(smaller)


@EACH_ENGINE
@pytest.mark.parametrize("junior", ["ends", "squares"])
def test_many_places_that_come_and_go(engine: Engine, junior: str) -> None:
    """C8, C33, C34: in towers each tile covers the places that the one below brought: room is made again."""
    tiles = list(TILES)
    Generator(1).shuffle(tiles)
    kernel = alone(engine, tiles[0], tiles[1:], junior)
    tidied = 0
    for n, tile in enumerate(tiles[1:], 1):
        crowded = kernel.crowded
        put(kernel, tile, 5 * (n % 4) - 1, -(n // 4), ">")
        if crowded:  # listing tidies up, too: so only here
            assert not kernel.crowded
            tidied += 1
            require_naive(kernel, junior)
    assert tidied
    require_naive(kernel, junior)


@EACH_ENGINE
@pytest.mark.parametrize("seed", range(6))
def test_a_heap(engine: Engine, seed: int) -> None:
    """C5, C6, C33, C34: tiles heaped at random, contacts good and bad, are what a conundrum may show (C36)."""
    rng = Generator(seed)
    junior = ("no", "ends", "squares")[seed % 3]
    reach = 6 + 4 * rng.below(4)
    tiles = list(TILES)
    rng.shuffle(tiles)
    kernel = alone(engine, tiles[0], tiles[1:], junior)
    taken = set(naive.cells(-1, 0, ">"))
    for n, tile in enumerate(tiles[1:]):
        for _ in range(200):
            x, y, direction = rng.below(2 * reach) - reach, rng.below(2 * reach) - reach, rng.choice(">v")
            if taken.isdisjoint(naive.cells(x, y, direction)):
                taken.update(naive.cells(x, y, direction))
                put(kernel, tile, x, y, direction, way=rng.below(2) if tile != tile[::-1] else 0)
                break
        if n % 8 == 0:
            require_naive(kernel, junior)
    require_naive(kernel, junior)


# ---- grids ----


@EACH_ENGINE
@pytest.mark.parametrize("seed", range(16))
def test_made_up_grids(engine: Engine, seed: int) -> None:
    """C5, C6, C7, C8, C36: squares that need not form tiles, up to 60 by 60, wild ones among them."""
    rng = Generator(seed)
    width, height = ((60, 60), (1, 60), (60, 1))[seed] if seed < 3 else (1 + rng.below(60), 1 + rng.below(60))
    letters = naive.COLOURS[: 1 + rng.below(5)] + rng.choice(("", WILD))
    filled = (2, 5, 15, 30, 50, 80)[rng.below(6)]
    squares = {(x, y): rng.choice(letters) for x in range(width) for y in range(height) if rng.below(100) < filled}
    right = naively_listed(naive.board_of_letters(squares))
    board = engine.grid.board_for(TWO_CONTACTS, 61)
    board.fill([(x, y, colour_of(letter)) for (x, y), letter in squares.items()])
    assert listed(board) == right
    tiles = (rng.below(75), 75 + rng.below(5))
    placements = engine.grid.placements(engine.grid.Grid(tuple(TILES[tile] for tile in tiles), squares, width, height))
    for tile in tiles:
        lays = placements[TILES[tile]]
        assert [(lay.y, lay.x, ">v".index(lay.direction), lay.squares != TILES[tile]) for lay in lays] == right[tile]


@EACH_ENGINE
def test_a_grid_with_thousands_of_places(engine: Engine) -> None:
    """C5, C36: a sparse large grid, on which one kind of place is there a thousand times."""
    squares = {(x, y): "B" for x in range(0, 40, 2) for y in range(0, 40, 2)}
    board = engine.grid.board_for(TWO_CONTACTS, 41)
    board.fill([(x, y, colour_of(letter)) for (x, y), letter in squares.items()])
    right = naively_listed(naive.board_of_letters(squares))
    assert listed(board) == right
    assert board.room > engine.grid.board_for(TWO_CONTACTS, 41).room
    assert max(map(len, right)) >= 1000
