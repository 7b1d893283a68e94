"""The games as environments of PettingZoo: its own tests pass, and nothing is seen but what a view holds."""

import copy
import warnings
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test, state_test

from tessella.core import Game, Generator, OptionError, Outcome, TessellaError, View
from tessella.games import GAMES, chromino, florentine
from tessella.games.chromino.tables import colour_of
from tessella.games.chromino.tiles import INDEX, TILES
from tessella.learning.codes import WAIT
from tessella.research.pettingzoo import TableEnv, env, parallel_env, raw_env
from tessella.research.table import Encoder, action_of, number_of, worth
from tessella.testkit.strategies import Walk, play, walks
from tests.chromino import choices as chromino_choices
from tests.florentine import choices as florentine_choices

PAGE = Path(__file__).parent.parent / "docs" / "research.md"
EXPECTED = (
    # What its test for an observation says of any dictionary that is not of one of its own environments;
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    # and when a game is over nobody can do anything.
    "Action mask numpy array is all zeros",
    # The places on a board are negative, too, and observations in rows look like a picture to it.
    "The state contains negative numbers and is in the shape of a graphical observation",
)
SETTINGS: list[dict[str, Any]] = [
    {},
    {"edition": "joker", "players": 8, "draw_limit": None},
    {"edition": "meccano", "players": 5},
    {"edition": "meccano", "players": 2, "scoring": "contacts", "hands": "open"},
    {"players": 1},
    {"players": 2, "junior": "ends", "scoring": "expert"},
    {"players": 3, "junior": "squares", "draw_when_able": "yes"},
    *({"game": "florentine", "players": players, "colours": "random"} for players in (2, 3, 4)),
]
settings = pytest.mark.parametrize("agreed", SETTINGS, ids=lambda agreed: " ".join(map(str, agreed.values())))


@pytest.fixture(autouse=True)
def expected_warnings() -> Iterator[None]:
    """All others are errors."""
    with warnings.catch_warnings():
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message, UserWarning)
        yield


def drive(table: Any, rng: Generator) -> Iterator[str]:
    """Play at random; gives each agent before it acts."""
    for agent in table.agent_iter():
        observation, _, terminated, truncated, _ = table.last()
        if terminated or truncated:
            table.step(None)
            continue
        yield agent
        table.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))


# ---------------------------------------------------------------------------------------------------- PettingZoo's own


@settings
def test_api(agreed: dict[str, Any]) -> None:
    """Its interface."""
    api_test(env(**agreed), num_cycles=60)


@settings
def test_seed(agreed: dict[str, Any]) -> None:
    """The same seed, the same game."""
    seed_test(partial(env, **agreed), num_cycles=60)


@settings
def test_state(agreed: dict[str, Any]) -> None:
    """What all seats see. It plays without masks, so that illegal actions wrap around."""
    state_test(env(**agreed, illegal="wrap"), parallel_env(**agreed), num_cycles=8)
    table = env(**agreed)
    table.reset(seed=1)
    seen = [table.observe(agent)["observation"] for agent in table.possible_agents]
    assert np.array_equal(table.state(), seen)


@settings
def test_a_copy_has_the_same_future(agreed: dict[str, Any]) -> None:
    """By `clone` or by `copy.deepcopy`, in the midst of a game and over its end."""
    table = raw_env(**agreed)
    table.reset(seed=4)
    for _ in islice(drive(table, Generator(1)), 20):
        pass
    copies = [table.clone(), copy.deepcopy(table)]
    games = []
    for each in (table, *copies):
        played = list(drive(each, Generator(2)))
        each.reset()
        games.append((played, each.state().tolist()))
    assert games[0] == games[1] == games[2]


@pytest.mark.parametrize("game", GAMES)
def test_render(game: str) -> None:
    """In all modes."""
    render_test(partial(env, game=game))


@pytest.mark.parametrize("agreed", [{"edition": "meccano", "players": 4}, {"game": "florentine", "players": 3}])
def test_max_cycles(agreed: dict[str, Any]) -> None:
    """Its test chooses without a mask and wants all seats asked equally often: so where a turn is one action (C15)."""
    max_cycles_test(
        SimpleNamespace(env=partial(env, illegal="wrap", **agreed), parallel_env=partial(parallel_env, **agreed))
    )


# -------------------------------------------------------------------------------------------------------- observations


def check_walk(game: Game, walk: Walk, luck: Generator) -> None:
    """Equal views make equal observations, within bounds; what else is so in the state does not show."""
    table = TableEnv(game, walk.options, None, None, "raise")
    other = TableEnv(game, walk.options, None, None, "raise")
    for table_of in (table, other):
        table_of.reset(seed=0)
    (*_, step) = play(game, walk)
    for seat, agent in enumerate(table.possible_agents):
        view = step.state.view(seat)
        table.table, other.table = step.state, game.sample(view, luck)
        table._views.clear()
        other._views.clear()
        seen, imagined = table.observe(agent), other.observe(agent)
        assert np.array_equal(seen["observation"], imagined["observation"])
        assert np.array_equal(seen["action_mask"], imagined["action_mask"])
        assert table.observation_space(agent).contains(seen)
        assert seen["action_mask"].sum() == len(view.legal) + (bool(view.legal) and view.turn != seat)


@given(walks(chromino_choices.any_options()))
def test_an_observation_of_chromino_derives_from_the_view(walk: Walk) -> None:
    """Under all options."""
    check_walk(chromino.GAME, walk, Generator(walk.seed))


@given(walks(florentine_choices.any_options()))
def test_an_observation_of_florentine_derives_from_the_view(walk: Walk) -> None:
    """Under all options, with all kinds of decks."""
    check_walk(florentine.GAME, walk, Generator(walk.seed))


def seen(view: View, game: Game) -> tuple[Any, Any]:
    """A view's observation, and a way to its fields."""
    assert isinstance(view, (chromino.View, florentine.View))
    encoder = Encoder(game, view.options)
    numbers = encoder.observe(view)
    return numbers, partial(encoder.layout.part, numbers)


@given(walks(chromino_choices.any_options()))
def test_what_an_observation_of_chromino_says(walk: Walk) -> None:
    """Field by field, read back as the document says."""
    (*_, step) = play(chromino.GAME, walk)
    state = step.state
    for seat in range(walk.options.players):
        view = state.view(seat)
        assert isinstance(view, chromino.View)
        _, part = seen(view, chromino.GAME)
        players = walk.options.players
        assert part("turn")[0] == (0 if view.turn is None else 1 + (view.turn - seat) % players)
        assert [part(name)[0] for name in ("bag", "held", "draws", "passes", "laid")] == [
            view.bag,
            view.held,
            view.draws,
            view.passes,
            len(view.board),
        ]
        assert tuple(TILES[number] for number in np.flatnonzero(part("hand"))) == view.hand
        squares = {(x, y): 1 + colour_of(letter) for lay in view.board for x, y, letter in lay.cells()}
        near = {place: colour for place, colour in squares.items() if max(map(abs, place)) <= 24}
        assert {(int(x) - 24, int(y) - 24): part("grid")[y, x] for y, x in np.argwhere(part("grid"))} == near
        for row, lay, by in zip(part("board"), view.board, view.laid_by, strict=False):
            tile = INDEX[lay.tile]
            assert row.tolist() == [
                1 + tile,
                int(lay.squares != TILES[tile]),
                int(lay.direction == "v"),
                lay.x,
                lay.y,
                0 if by is None else 1 + (by - seat) % players,
            ]
        assert not part("board")[len(view.board) :].any()
        for row, action in zip(part("legal")[1:], view.legal, strict=False):
            kinds = {"Lay": 2, "Draw": 3, "Pass": 4, "Call": 5, "Spot": 6, "Claim": 7}
            assert row[0] == kinds[type(action).__name__]
            placed = action.lay if isinstance(action, chromino.Claim) else action
            if isinstance(placed, chromino.Lay):
                squares_of = TILES[row[1] - 1][:: -1 if row[2] else 1]
                assert chromino.Lay(squares_of, int(row[4]), int(row[5]), ">v"[row[3]]) == placed
        for number, numbers in enumerate(part("seats")):
            facts = view.seats[(seat + number) % players]
            assert numbers[:5].tolist() == [facts.count, facts.score, facts.tiles_drawn, facts.called, facts.forgot]
            assert tuple(TILES[tile] for tile in np.flatnonzero(numbers[7:])) == facts.known


@given(walks(florentine_choices.any_options()))
def test_what_an_observation_of_florentine_says(walk: Walk) -> None:
    """Field by field, read back as the document says."""
    (*_, step) = play(florentine.GAME, walk)
    for seat in range(walk.options.players):
        view = step.state.view(seat)
        assert isinstance(view, florentine.View)
        deck, players = view.options.deck, view.options.players
        _, part = seen(view, florentine.GAME)
        for name, cards in (("hand", view.hand), ("pool", view.pool)):
            assert sorted(deck[card] for card in range(48) for _ in range(part(name)[card])) == sorted(cards)
        letters = {1: "r", 2: "b", 3: "g", 4: "o", 5: "R", 6: "B", 7: "G", 8: "O"}
        for lay in view.board:
            assert "".join(letters[int(number)] for number in part("grid")[lay.y + 3, lay.x + 3]) == lay.triangles
        assert np.count_nonzero(part("grid")) == 4 * len(view.board)
        for row, action in zip(part("legal")[1:], view.legal, strict=False):
            match action:
                case florentine.Lay():
                    card = deck[row[1] - 1]
                    assert (row[0], card[row[2] :] + card[: row[2]]) == (2, action.triangles)
                    assert (row[4], row[5]) == (action.x, action.y)
                case florentine.Aside():
                    assert (row[0], deck[row[1] - 1]) == (3, action.card)
                case florentine.Black():
                    assert row.tolist() == [4, 0, 0, 0, action.x, action.y]
                case _:
                    assert row.tolist() == [5, 0, 0, 0, 0, 0]
        for number, numbers in enumerate(part("seats")):
            facts = view.seats[(seat + number) % players]
            assert numbers[1:5].tolist() == [facts.count, facts.gems, facts.closed, facts.black_done]
            assert facts.black is None or tuple(numbers[5:]) == facts.black


def test_the_document_tells_what_is_where() -> None:
    """Index by index. Put in what is missing: the tables are made by `Layout.table`."""
    page = PAGE.read_text(encoding="utf-8")
    assert Encoder(chromino.GAME, chromino.options("classic", 2)).layout.table() in page
    assert Encoder(florentine.GAME, florentine.options(players=2)).layout.table() in page


# -------------------------------------------------------------------------------------------------------- playing


def test_a_game_is_the_one_of_its_record() -> None:
    """The deal can be named, and the numbers of actions are their places in the list of what is legal."""
    table = raw_env(players=3)
    table.reset(options={"deal": "family"})
    state = chromino.new("classic", players=3, seed="family")
    for agent in table.agent_iter():
        if table.terminations[agent]:
            break
        seat = table.possible_agents.index(agent)
        assert seat == state.turn
        legal = state.legal(seat)
        assert table.text_of(len(legal)) == str(legal[-1])
        table.step(len(legal))
        state.apply(seat, legal[-1])
    assert state.outcome is not None
    assert state.outcome == table.table.outcome


def test_those_out_of_turn_come_first_and_may_wait() -> None:
    """A call or a claim is worth something only before the next one plays (C22, C23)."""
    waits = 0
    for seed in range(30):
        table = raw_env(edition="meccano", players=3)
        table.reset(seed=seed)
        for agent in drive(table, Generator(seed)):
            seat = table.possible_agents.index(agent)
            view = table.table.view(seat)
            assert table.observe(agent)["action_mask"][WAIT] == (view.turn != seat)
            waits += view.turn != seat
            if view.turn != seat:
                assert table.text_of(WAIT) == "wait"
                assert action_of(view, number_of(view, view.legal[0]), 256) == view.legal[0]
    assert waits > 20


def test_rewards() -> None:
    """In sum 0; they come with the end, for all."""
    assert worth(Outcome((1,), "", "", (0, 0)), 2) == [-1, 1]
    assert worth(Outcome((0, 1), "", "", (0, 0)), 2) == [0, 0]
    assert worth(Outcome((2,), "", "", (0, 0, 0)), 3) == [-0.5, -0.5, 1]
    assert worth(Outcome((0, 2), "", "", (0, 0, 0)), 3) == [0.25, -0.5, 0.25]
    assert (worth(Outcome((0,), "", "", (0,)), 1), worth(Outcome((), "", "", (0,)), 1)) == ([1], [-1])
    table = raw_env(players=4)
    table.reset(seed=5)
    for _ in drive(table, Generator(5)):
        assert not any(table.rewards.values())


def test_the_parallel_interface() -> None:
    """All answer at once, until the game is over."""
    table = parallel_env(players=3)
    observations, _ = table.reset(seed=2)
    assert table.observation_space("seat_1").contains(observations["seat_1"])
    rng, cycles = Generator(1), 0
    rewards: dict[str, float] = {}
    while table.agents:
        _, rewards, terminations, _, _ = table.step({agent: rng.below(50) for agent in table.agents})
        cycles += 1
    assert all(terminations.values())
    assert sum(rewards.values()) == pytest.approx(0)
    assert cycles > 5
    table.close()


def test_what_is_refused() -> None:
    """With what would be right."""
    for agreed, reason in (
        ({"render_mode": "gif"}, "the render modes are human, rgb_array and ansi"),
        ({"illegal": "ignore"}, "illegal is 'raise' or 'wrap'"),
        ({"max_cycles": 0}, "1 cycle or more"),
        ({"game": "go"}, "there is no game 'go'"),
        ({"players": 9}, "classic is for 1 to 8 players"),
    ):
        with pytest.raises(OptionError, match=reason):
            raw_env(**agreed)
    table = raw_env(players=2)
    table.reset(seed=1)
    with pytest.raises(TessellaError, match=r"there is no action 200 here; there are 1 to \d+: see the action mask"):
        table.step(200)
    with pytest.raises(TessellaError, match="there is no action 0 here"):
        table.step(0)
    with pytest.raises(OptionError, match="still in the game"):
        table.step(None)
    with pytest.raises(OptionError, match="render_mode='ansi'"):
        table.render()


def test_pictures() -> None:
    """Of one size, whatever lies on the table, in the game's colours; black cards are there, too (F14)."""
    for game, size in (("chromino", 588), ("florentine", 432)):
        table = raw_env(game=game, players=2, render_mode="rgb_array")
        table.reset(seed=1)
        first = table.render()
        for _ in drive(table, Generator(1)):
            pass
        last = table.render()
        assert first.shape == last.shape == (size, size, 3)
        assert len(np.unique(last.reshape(-1, 3), axis=0)) > len(np.unique(first.reshape(-1, 3), axis=0))
        table.close()
    assert (last == (18, 14, 12)).all(axis=2).any()
