"""The kernels side by side: as loaded, from their source, and the naive opinion of a position."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple

from tessella.core import Action, Generator
from tessella.games import florentine
from tessella.games.florentine import game
from tessella.games.florentine.bots import players
from tessella.games.florentine.cards import COLOURS, turned
from tessella.games.florentine.config import ALL, BLACK, HANDS, KEPT, NOT_YET, Progress, place_of
from tessella.games.florentine.kernel import COMPILED
from tessella.games.florentine.notation import Black, Lay
from tessella.games.florentine.tables import EDGES, RIM_OUTSIDE
from tessella.games.florentine.view import STAGES
from tessella.testkit import interpreted
from tests.florentine import naive
from tests.florentine.choices import random_options

HOT = (
    *(f"tessella.games.florentine.{name}" for name in ("sampling", "state", "rollouts", "kernel", "board", "moves")),
    "tessella.core.luck",
)
EAGER = (0, 50, 90, 100)
"""How often, out of a hundred times, a random player lays something who can; otherwise anything legal is done."""


class Engine(NamedTuple):
    """One build of the game."""

    name: str
    game: Any
    """Its `game.py`, and with it its states, kernels and rollouts."""


def _engines(loaded: ModuleType) -> list[Engine]:
    """The engine as loaded, and if that is compiled, the same from its source."""
    found = [Engine("compiled" if COMPILED else "interpreted", loaded)]
    if COMPILED:
        found.append(Engine("interpreted", interpreted(loaded.__name__, *HOT)))
    return found


ENGINES = _engines(game)
LOADED, SOURCE = ENGINES[0], ENGINES[-1]
"""What the program runs, and the source: in the pass over the interpreted kernels, one and the same."""


def source_of_bots() -> Any:
    """The players of the game with all that they use, from their source: `Policies`, `Search`, `Proof`."""
    names = ("policies", "search", "proof", "bounds")
    hot = (*HOT, "tessella.bots.halving", *(f"tessella.games.florentine.bots.{name}" for name in names))
    return interpreted(players.__name__, *hot)


# ---- what a kernel says of its board, and what it should say ----


@dataclass(frozen=True)
class KernelFacts:
    """What can be asked about a board, whoever holds what."""

    ways: list[list[naive.Way]]
    """For each card of the deck every way to lay it."""
    free: list[naive.Cell]
    spaces: set[naive.Space]
    closed_gems: list[int]
    """For each colour."""
    closed_spaces: list[int]
    black: list[list[naive.Cell]]
    """For each colour, where a black card of it can be laid."""


def facts_of(kernel: Any) -> KernelFacts:
    """What a kernel says. Its lists must hold everything once and in order."""
    deck = kernel.switches.deck
    ways = []
    for card, name in enumerate(deck):
        listed = kernel.ways_to_lay(card)
        assert listed == sorted(set(listed)), f"{name}: out of order, or twice"
        ways.append(sorted((y, x, turned(name, turns)) for y, x, turns in listed))
    free = kernel.free_places()
    for i, (x, y) in enumerate(free):
        assert kernel.place_at(x, y) == i
    triangles = [space[3] for space in kernel.spaces()]
    firsts = [(y, x, side) for (x, y, side), *_ in triangles]
    assert firsts == sorted(firsts), "spaces are listed from top to bottom"
    spaces = {
        naive.Space(COLOURS[colour].lower(), gems, edges, frozenset(each))
        for colour, gems, edges, each in kernel.spaces()
    }
    assert len(spaces) == len(triangles)
    assert sum(map(len, triangles)) == 4 * kernel.laid
    black = [
        [place_of(RIM_OUTSIDE[edge]) for edge in range(EDGES) if kernel.black_fits_at(colour, edge)]
        for colour in range(len(COLOURS))
    ]
    return KernelFacts(ways, sorted(free), spaces, kernel.closed_gems, kernel.closed_spaces, black)


def naive_facts(options: florentine.Options, board: naive.Board, black: list[naive.Cell]) -> KernelFacts:
    """What it should say."""
    found = naive.placements(board, set(options.deck))
    spaces = naive.spaces(board, black)
    closed = [[each for each in spaces if each.colour == colour and not each.open] for colour in COLOURS.lower()]
    return KernelFacts(
        [found[name] for name in options.deck],
        sorted(naive.free(board)),
        spaces,
        [sum(space.gems for space in each) for each in closed],
        [len(each) for each in closed],
        [naive.black_cells(board, colour) for colour in COLOURS.lower()],
    )


def board_of(kernel: Any) -> dict[naive.Cell, str]:
    """The cards on a kernel's board as the naive opinion takes them."""
    deck = kernel.switches.deck
    return {(x, y): turned(deck[card], turns) for card, turns, x, y in kernel.cards()}


def black_of(kernel: Any) -> dict[int, naive.Cell | None]:
    """Where each seat has laid its black card; None if it kept it."""
    done = {seat: edge for seat, edge in enumerate(kernel.black[: kernel.players]) if edge != NOT_YET}
    return {seat: None if edge == KEPT else place_of(RIM_OUTSIDE[edge]) for seat, edge in done.items()}


def require_naive(options: florentine.Options, kernel: Any) -> None:
    """What a kernel says of its board is right."""
    assert facts_of(kernel) == naive_facts(options, board_of(kernel), naive.lying(black_of(kernel)))


# ---- whole positions ----


def black_edges(kernel: Any) -> list[int]:
    """The edges of the square where the seat on turn may lay its black card."""
    return [edge for edge in range(EDGES) if kernel.black_fits_at(kernel.colour_of[kernel.turn], edge)]


def facts(kernel: Any) -> dict[str, Any]:
    """All that a kernel tells of its position."""
    names = "first turn stage over fresh_deals stack_size pool_size laid places closed_gems closed_spaces"
    made = {name: getattr(kernel, name) for name in names.split()}
    for name in ("colour_of", "black", "hand_size"):
        made[name] = getattr(kernel, name)[: kernel.players]
    made["hands"] = [kernel.hand_of(seat) for seat in range(kernel.players)]
    made["stack"] = kernel.stack_order()
    made["pool"] = kernel.pool_order()
    made["cards"] = kernel.cards()
    made["spaces"] = kernel.spaces()
    made["free"] = kernel.free_places()
    made["ways"] = [kernel.ways_to_lay(card) for card in range(ALL)]
    made["options"] = kernel.options_to_lay()
    made["aside"] = kernel.may_put_aside()
    made["anybody"] = kernel.anybody_can_lay()
    made["black edges"] = black_edges(kernel)
    made["moves"] = kernel.moves()
    made["gems"] = [kernel.gems_of(seat) for seat in range(kernel.players)]
    return made


def position_of(kernel: Any) -> tuple[Any, ...]:
    """A kernel's position, as `arrange` takes it."""
    seats = range(kernel.players)
    progress = Progress(kernel.first, kernel.turn, kernel.stage, kernel.over, kernel.fresh_deals)
    hands = [kernel.hand_of(seat) for seat in seats]
    colours = kernel.colour_of[: kernel.players]
    black = kernel.black[: kernel.players]
    return kernel.cards(), hands, kernel.stack_order(), kernel.pool_order(), colours, black, progress


def naive_game(state: florentine.State) -> naive.Game:
    """The game that was dealt here, for the naive opinion. No card is laid yet."""
    kernel, deck = state.kernel, state.options.deck
    assert kernel.laid == 0
    return naive.Game(
        [COLOURS[kernel.colour_of[seat]].lower() for seat in range(kernel.players)],
        [[deck[card] for card in kernel.hand_of(seat)] for seat in range(kernel.players)],
        [deck[card] for card in kernel.pool_order()],
        [deck[card] for card in kernel.stack_order()],
        kernel.turn,
    )


def require_in_step(right: naive.Game, state: Any) -> None:
    """A state is where the naive game is: whose turn it is, what may be done, and where every card is."""
    kernel, deck = state.kernel, state.options.deck
    assert state.turn == (None if right.over else right.turn)
    assert STAGES[kernel.stage] == right.stage
    assert kernel.fresh_deals == right.fresh_deals
    assert [deck[card] for card in kernel.stack_order()] == right.stack
    assert Counter(deck[card] for card in kernel.pool_order()) == Counter(right.aside)
    for seat in range(kernel.players):
        assert Counter(deck[card] for card in kernel.hand_of(seat)) == Counter(right.hands[seat])
        legal = [str(action) for action in state.legal(seat)]
        assert sorted(legal) == (sorted(right.legal()) if seat == right.turn else [])
    assert board_of(kernel) == right.board
    assert black_of(kernel) == right.black
    assert kernel.anybody_can_lay() == right.anybody_can_lay()
    assert kernel.may_put_aside() == (right.stage == "hands" and right.board != {})
    if not right.over:
        assert kernel.options_to_lay() == right.ways()
    else:
        assert state.outcome is not None
        assert list(state.outcome.scores) == right.scores()
        assert list(state.outcome.winners) == right.winners()


def eager_action(state: Any, rng: Generator, eager: int) -> Action:
    """What a random player does who, so many times out of a hundred, lays something if there is a way to.

    Half of the first cards are those that the fewest others fit, or there would hardly be a fresh deal (F11).
    """
    legal: list[Action] = state.legal(state.turn)
    if state.kernel.laid == 0 and rng.below(2):
        return loneliest(state)
    lays = [action for action in legal if isinstance(action, Lay | Black)]
    return rng.choice(lays if lays and rng.below(100) < eager else legal)


def loneliest(state: Any) -> Lay:
    """The first card that shares a colour with the fewest others of the deck."""

    def company(lay: Lay) -> int:
        return sum(not set(lay.triangles.lower()).isdisjoint(card.lower()) for card in state.options.deck)

    lays: list[Lay] = state.legal(state.turn)
    return min(lays, key=company)


@dataclass
class Compared:
    """What a comparison came across."""

    boards: Counter[str] = field(default_factory=Counter)
    """The boards, by the stage of the game in which their last card was laid."""
    ways: int = 0
    fresh_deals: int = 0
    closed: int = 0
    """Spaces closed at the ends of games."""
    games: int = 0
    """Those played to their ends."""


def compare_games(seed: int, positions: int, **fixed: Any) -> Compared:
    """Play random games until so many boards were seen, each the same to every engine and to the naive opinion.

    The naive game is played in step, so that the hands, the stack, the pool and the turns are compared, too.
    """
    rng = Generator(seed)
    compared = Compared()
    while compared.boards.total() < positions:
        options = random_options(rng, **fixed)
        states = _dealt(options, rng.word())
        right = naive_game(states[0])
        eager = rng.choice(EAGER)
        try:
            while not right.over and compared.boards.total() < positions:
                _step(options, states, right, eager_action(states[0], rng, eager), compared)
        except Exception as error:
            error.add_note(f"{options}, seed {states[0].seed}, after {[str(a) for _, a in states[0].history]}")
            raise
        compared.fresh_deals += right.fresh_deals
        compared.games += right.over
        compared.closed += sum(states[0].kernel.closed_spaces)
        views = [[state.view(seat) for seat in (*range(options.players), None)] for state in states]
        assert all(each == views[0] for each in views)
    return compared


def _dealt(options: florentine.Options, seed: int) -> list[Any]:
    return [engine.game.GAME.new(options, seed) for engine in ENGINES]


def _step(
    options: florentine.Options, states: list[Any], right: naive.Game, action: Action, compared: Compared
) -> None:
    """Everybody plays an action, and comes to the same position."""
    events = [state.apply(right.turn, action) for state in states]
    assert all(each == events[0] for each in events)
    stage = right.stage
    right.play(str(action))
    for state in states:
        require_in_step(right, state)
    if isinstance(action, Lay | Black):
        opinion = naive_facts(options, right.board, naive.lying(right.black))
        for engine, state in zip(ENGINES, states, strict=True):
            assert facts_of(state.kernel) == opinion, engine.name
        assert all(facts(state.kernel) == facts(states[0].kernel) for state in states[1:])
        compared.boards[stage] += 1
        compared.ways += sum(map(len, opinion.ways))


def random_positions(rng: Generator, options: florentine.Options, often: int) -> Iterator[list[Any]]:
    """States of every engine on their way through a random game, at about one in so many plies.

    Black cards are laid in few plies, so those are never left out, nor are the beginning and the end.
    """
    states = _dealt(options, rng.word())
    eager = rng.choice(EAGER)
    while states[0].turn is not None:
        kernel = states[0].kernel
        if rng.below(often) == 0 or kernel.stage == BLACK or (kernel.stage == HANDS and kernel.laid < 2):
            yield states
        action = eager_action(states[0], rng, eager)
        turn = states[0].turn
        for state in states:
            state.apply(turn, action)
    yield states
