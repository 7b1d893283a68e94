"""The kernels side by side: as loaded, from their source, and the naive generator's opinion of a board."""

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any, NamedTuple

from tessella.core import Generator, random_action
from tessella.games import chromino
from tessella.games.chromino import game, grid
from tessella.games.chromino.bots import players
from tessella.games.chromino.config import Progress, Seat
from tessella.games.chromino.events import Laid
from tessella.games.chromino.kernel import COMPILED
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.tiles import INDEX, TILES
from tessella.testkit import interpreted
from tests.chromino import naive
from tests.chromino.choices import random_options

HOT = (
    *(f"tessella.games.chromino.{name}" for name in ("sampling", "state", "rollouts", "kernel", "board", "moves")),
    "tessella.core.luck",
)
NOBODY = -1


class Engine(NamedTuple):
    """One build of the game."""

    name: str
    game: Any
    """Its `game.py`, and with it its states, kernels and rollouts."""
    grid: Any
    """Its `grid.py`, and with it its board."""


def _engines(loaded: tuple[ModuleType, ModuleType]) -> list[Engine]:
    """The engine as loaded, and if that is compiled, the same from its source."""
    found = [Engine("compiled" if COMPILED else "interpreted", *loaded)]
    if COMPILED:
        source = (
            interpreted(game.__name__, *HOT),
            interpreted(grid.__name__, "tessella.games.chromino.board", "tessella.games.chromino.moves"),
        )
        found.append(Engine("interpreted", *source))
    return found


ENGINES = _engines((game, grid))
LOADED, SOURCE = ENGINES[0], ENGINES[-1]
"""What the program runs, and the source: in the pass over the interpreted kernels, one and the same."""


def source_of_bots() -> Any:
    """The players of the game with all that they use, from their source: `Policies`, `Search`, `Proof`, `Kernel`."""
    names = ("policies", "search", "proof", "hands", "fits")
    hot = (*HOT, "tessella.bots.halving", *(f"tessella.games.chromino.bots.{name}" for name in names))
    return interpreted(players.__name__, *hot)


def position_of(kernel: Any) -> list[Any]:
    """A kernel's position, as `arrange` takes it."""
    seats = range(kernel.players)
    return [
        kernel.tiles(),
        [kernel.hand_of(seat) for seat in seats],
        kernel.bag_order(),
        [Seat(*(getattr(kernel, name)[seat] for name in Seat._fields)) for seat in seats],
        kernel.known_tiles(),
        Progress(*(getattr(kernel, name) for name in Progress._fields)),
    ]


Listed = list[list[tuple[int, int, int, int]]]
"""For each tile of the set its places, as the kernel lists them: y, x, direction, way round."""


def listed(kernel: Any) -> Listed:
    """What a kernel or board lists; its counts must agree with that."""
    found = [kernel.places(tile) for tile in range(len(TILES))]
    if hasattr(kernel, "number_of_places"):
        assert [len(places) for places in found] == [kernel.number_of_places(tile) for tile in range(len(TILES))]
    return found


def naively_listed(board: Mapping[naive.Cell, naive.Square], junior: str = "no") -> Listed:
    """What it should list."""
    found = naive.placements(board, junior)
    made = []
    for tile in TILES:
        readings = [tile] if tile == tile[::-1] else [tile, tile[::-1]]
        made.append(
            sorted((y, x, ">v".index(d), way) for way in range(len(readings)) for y, x, d in found[readings[way]])
        )
    return made


def laid_on(kernel: Any) -> list[naive.Laid]:
    """The tiles on a kernel's board as the naive generator takes them."""
    return [(TILES[tile][:: -1 if way else 1], x, y, ">v"[direction]) for tile, way, direction, x, y in kernel.tiles()]


def require_naive(kernel: Any, junior: str = "no") -> None:
    """A kernel's lists are the naive ones."""
    assert listed(kernel) == naively_listed(naive.board_of(laid_on(kernel)), junior)


def facts(kernel: Any) -> dict[str, Any]:
    """All that a kernel tells of its position."""
    names = "score drew called exposed stuck first turn stage drawn draws passes stop over"
    names += " claim_seat claim_tile bag_size laid"
    made = {name: getattr(kernel, name) for name in names.split()}
    if kernel.claim_seat == NOBODY:
        del made["claim_tile"]  # left over from an earlier claim
    made["hands"] = [sorted(kernel.hand_of(seat)) for seat in range(kernel.players)]
    made["bag"] = sorted(kernel.bag_order())
    made["known"] = kernel.known_tiles()
    made["tiles"] = kernel.tiles()
    made["places"] = listed(kernel)
    return made


def alone(engine: Engine, opening: str, tiles: Iterable[str], junior: str = "no") -> Any:
    """A kernel with one seat that holds these tiles, and an empty bag."""
    kernel = engine.game.Rollouts(*chromino.options("joker", 1, junior=junior).kernel_config()).kernel
    kernel.deal(INDEX[opening], [[INDEX[tile] for tile in tiles]], [], 0)
    return kernel


def put(kernel: Any, tile: str, x: int, y: int, direction: str, way: int = 0) -> None:
    """Lay a tile of the lone seat, wherever that is: a kernel does not ask whether it fits."""
    index = kernel.hand_of(0).index(INDEX[tile])
    kernel.lay(index, way, ">v".index(direction), kernel.cell(x, y))


def compare_games(edition: str, junior: str, seed: int, positions: int) -> int:
    """Play random games until so many boards were seen, each with equal lists by every engine and the naive generator.

    Points are compared on the way. Returns how many placements were compared.
    """
    rng = Generator(seed)
    seen = compared = 0
    while seen < positions:
        options = random_options(rng, edition=edition, junior=junior)
        dealt_by = rng.word()
        states = [engine.game.GAME.new(options, dealt_by) for engine in ENGINES]
        while states[0].turn is not None and seen < positions:
            before = laid_on(states[0].kernel)
            seat, action = random_action(states[0], rng)
            events = [state.apply(seat, action) for state in states]
            assert all(each == events[0] for each in events)
            if not isinstance(action, Lay):
                continue
            lay = (action.squares, action.x, action.y, action.direction)
            laid = next(event for event in events[0] if isinstance(event, Laid))
            assert laid.points == naive.points(before, lay, options.scoring), f"{action} after {before}"
            right = naively_listed(naive.board_of([*before, lay]), junior)
            for engine, state in zip(ENGINES, states, strict=True):
                assert listed(state.kernel) == right, f"{engine.name}: {options}, seed {state.seed}, {state.history}"
            seen += 1
            compared += sum(map(len, right))
        views = [[state.view(seat) for seat in (*range(options.players), None)] for state in states]
        assert all(each == views[0] for each in views)
    return compared
