"""The games in OpenSpiel: its own tests pass, its algorithms run, and chance is what the rules say."""

import copy
import doctest
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from tessella.core import Game, Generator, OptionError
from tessella.games import chromino, florentine
from tessella.games.chromino.deal import OPENING
from tessella.games.chromino.learning.chances import ChrominoDealing
from tessella.games.chromino.tiles import THREE_COLOURED, WILD
from tessella.learning.codes import WAIT, WAITING
from tessella.testkit.strategies import Walk, play, walks
from tests.chromino import choices as chromino_choices
from tests.florentine import choices as florentine_choices

pyspiel = pytest.importorskip("pyspiel", reason="OPENSPIEL IS NOT INSTALLED: THE ADAPTER FOR IT IS NOT TESTED")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability, get_all_states, ismcts, mcts  # noqa: E402

from tessella.research import open_spiel  # noqa: E402
from tessella.research.chances import chances_of  # noqa: E402
from tessella.research.open_spiel import TableState, TessellaBot  # noqa: E402

ROOT = Path(__file__).parent.parent
SETTINGS = [
    "tessella_chromino",
    "tessella_chromino(players=5,edition=meccano,scoring=contacts)",
    "tessella_chromino(players=3,edition=joker,junior=squares,draw_limit=-1,hands=open)",
    "tessella_chromino(players=8,first=3,draw_when_able=yes)",
    "tessella_chromino(edition=joker,players=2,draw_limit=-1,draw_on=may)",
    "tessella_florentine",
    "tessella_florentine(players=3,colours=random)",
    "tessella_florentine(players=4,first=2)",
]
TINY = {
    "tessella_chromino(edition=joker,scoring=contacts,start_seed=s247,start_plies=45,worlds=2)": 2,
    "tessella_florentine(start_seed=s6,start_plies=52,worlds=3)": 3,
}
"""Positions near the end, with few enough states to walk through all, and how many worlds they have."""


def walk_through(name: str, seed: int) -> Iterator[TableState]:
    """A game at random, state by state; always the same object."""
    luck = np.random.RandomState(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(outcomes, p=probabilities)))
        else:
            state.apply_action(int(luck.choice(state.legal_actions())))
    yield state


# ----------------------------------------------------------------------------------------------------- OpenSpiel's own


@pytest.mark.parametrize("name", SETTINGS)
def test_random_simulation(name: str) -> None:
    """With what it keeps and reads back of states."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


class TestChrominoApi(api_test.EnforceAPIOnPartialTreeBase):
    """Its rules for any game, on some states."""

    game = pyspiel.load_game("tessella_chromino")
    game_name = "tessella_chromino"


class TestFlorentineApi(api_test.EnforceAPIOnPartialTreeBase):
    """The same for the other game."""

    game = pyspiel.load_game("tessella_florentine")
    game_name = "tessella_florentine"


@pytest.mark.parametrize("name", TINY)
def test_api_on_all_states_of_an_ending(name: str) -> None:
    """Nobody else may act, nothing is remembered by nobody, the worth sums up to 0, and nothing seen is forgotten."""
    game = pyspiel.load_game(name)
    states = get_all_states.get_all_states(game, include_terminals=True, include_chance_states=True).values()
    remembered: list[set[str]] = [set() for _ in range(game.num_players())]
    numbers: list[set[bytes]] = [set() for _ in range(game.num_players())]
    for state in states:
        if state.is_terminal():
            assert state.current_player() == pyspiel.PlayerId.TERMINAL
            assert sum(state.returns()) == pytest.approx(0)
            assert state.legal_actions() == []
        elif not state.is_chance_node():
            current = state.current_player()
            others = [player for player in range(game.num_players()) if player != current]
            assert not any(state.legal_actions(player) for player in others)
            remembered[current].add(state.information_state_string())
            numbers[current].add(np.array(state.information_state_tensor(), np.float32).tobytes())
        if state.is_terminal() or state.is_chance_node():
            with pytest.raises(RuntimeError):
                state.information_state_string()
    assert len(set.union(*remembered)) == sum(map(len, remembered))
    assert [len(states) for states in numbers] == [len(states) for states in remembered]
    assert len(api_test._assert_is_perfect_recall(game)) == sum(map(len, remembered))


# ---------------------------------------------------------------------------------------------------------- algorithms


@pytest.mark.parametrize("name", TINY)
def test_cfr_finds_better_play(name: str) -> None:
    """Its solver runs on an ending, and its own measure says that what it finds is better than chance."""
    game = pyspiel.load_game(name)
    solver = cfr.CFRSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(5):
        solver.evaluate_and_update_policy()
    assert before > 0.05
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.5 * before


@pytest.mark.parametrize("game", ["chromino", "florentine"])
def test_ismcts_plays_against_our_bots(game: str) -> None:
    """A whole game."""
    table = pyspiel.load_game(f"tessella_{game}")
    luck = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    bots = [ismcts.ISMCTSBot(table, evaluator, 1.0, 2, random_state=luck), TessellaBot(table, 1, "casual")]
    state = table.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(luck.choice([outcome for outcome, _ in state.chance_outcomes()])))
        else:
            state.apply_action(int(bots[state.current_player()].step(state)))
    assert sum(state.returns()) == 0
    assert state.play.state.outcome is not None


def test_the_example_runs() -> None:
    """As its first lines say."""
    command = [sys.executable, str(ROOT / "examples" / "ismcts.py"), "--game", "chromino", "--simulations", "2"]
    output = subprocess.run([*command, "--games", "1"], capture_output=True, text=True, timeout=300, check=True).stdout
    assert "ISMCTS with 2 simulations against steady: " in output


# ----------------------------------------------------------------------------------------------------- what is imagined


@pytest.mark.parametrize("name", SETTINGS)
def test_another_world_looks_the_same_to_its_seat(name: str) -> None:
    """And is a game that goes on; what the others hold differs."""
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    differs = 0
    for number, state in enumerate(walk_through(name, 1)):
        if state.is_chance_node() or state.is_terminal() or number % 7:
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        differs += other.view((player + 1) % state.num_players()) != state.view((player + 1) % state.num_players())
        other.apply_action(other.legal_actions()[-1])
        with pytest.raises(TypeError, match="only imagined"):
            pickle.dumps(other.play)
    assert differs > 0 or "hands=open" in name


@pytest.mark.parametrize("name", SETTINGS)
def test_the_numbers_remember_what_the_words_do(name: str) -> None:
    """Each new line of words that says more than whose turn it is, is a row of the history, in the same order."""
    kind = pyspiel.IIGObservationType(perfect_recall=True)
    for state in walk_through(name, 3):
        if state.is_chance_node() or state.is_terminal():
            continue
        game, player = state.get_game(), state.current_player()
        observer = game.make_py_observer(kind)
        observer.set_from(state, player)
        lines = state.play.logs[player][1:]
        silent = ("it is ", "the game is over", "the stack is used up", "no card fits any more")
        wanted = [line for line in lines if not line.startswith(silent)]
        rows = observer.dict["history"]
        assert len(rows) == open_spiel.MOST_EVENTS
        assert not rows[len(wanted) :].any()
        for line, row in zip(wanted, rows, strict=False):
            seat = 1 + (int(row[1]) - 1 + player) % state.num_players()
            assert line.startswith("waits" if row[0] == WAITING else f"seat {seat} ")
            if line.endswith(("draws a tile", "draws a card")):
                assert row[2] == 0
            elif " draws " in line:
                assert row[2] > 0
        assert np.array_equal(observer.dict["observation"], state.observation_tensor(player))


def test_a_copy_is_independent() -> None:
    """By `clone` or by `copy.deepcopy`: it goes on for itself, and then remembers the same."""
    for number, state in enumerate(walk_through("tessella_chromino(edition=meccano,players=3)", 2)):
        if number % 9 or state.is_terminal():
            continue
        copies = [state.clone(), copy.deepcopy(state)]
        before = str(state), list(state.history())
        for each in copies:
            for _ in range(3):
                each.apply_action(each.legal_actions()[-1])
        assert (str(state), list(state.history())) == before
        if not copies[0].is_chance_node():
            assert copies[0].information_state_tensor(0) == copies[1].information_state_tensor(0)


def test_nothing_hidden_is_told() -> None:
    """What is public is what a spectator sees; what is private is the hand."""
    kinds = {
        kind: pyspiel.IIGObservationType(perfect_recall=False, public_info=public, private_info=private)
        for kind, public, private in (
            ("public", True, pyspiel.PrivateInfoType.NONE),
            ("private", False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
        )
    }
    for state in walk_through("tessella_chromino", 2):
        if state.is_chance_node() or state.is_terminal():
            continue
        game = state.get_game()
        view = state.view(0)
        assert isinstance(view, chromino.View)
        public, private = (game.make_py_observer(kind) for kind in kinds.values())
        assert private.string_from(state, 0) == " ".join(view.hand)
        assert (public.tensor, private.tensor) == (None, None)
        hidden = [tile for tile in view.hand if tile not in view.seats[0].known]
        text = public.string_from(state, 0)
        assert not any(f'"{tile}"' in text for tile in hidden)
        assert str(state).startswith("spectator sees")


# --------------------------------------------------------------------------------------------------------------- chance


def check_top(game: Game, walk: Walk) -> None:
    """What lies on top is drawn, and nothing else has changed for anybody."""
    chances = chances_of(game)
    (*_, step) = play(game, walk)
    state = step.state
    rest = chances.bag(state)
    if state.outcome is not None or not rest:
        return
    luck = Generator(walk.seed)
    top = [luck.choice(rest)]
    before = [state.view(seat) for seat in range(walk.options.players)]
    chances.put_on_top(state, top)
    assert [state.view(seat) for seat in range(walk.options.players)] == before
    assert chances.bag(state) == rest
    for action in state.legal(state.turn):  # type: ignore[arg-type]  # it is not over
        following = state.copy()
        if chances.draws(following, action) == 1:
            following.apply(state.turn, action)  # type: ignore[arg-type]  # it is not over
            assert top[0] not in chances.bag(following)


@given(walks(chromino_choices.any_options()))
def test_chance_decides_what_is_drawn_in_chromino(walk: Walk) -> None:
    """Under all options."""
    check_top(chromino.GAME, walk)


@given(walks(florentine_choices.any_options(kind="reconstruction")))
def test_chance_decides_what_is_drawn_in_florentine(walk: Walk) -> None:
    """Under all options; our own deck, with which nobody is ever dealt a fresh hand (F11)."""
    check_top(florentine.GAME, walk)


def test_the_deal() -> None:
    """A wild tile opens (C10), or the first three-coloured one, whose drawer begins (C11); each card is once (F5)."""
    firsts = set()
    for seed in range(6):
        for name in SETTINGS:
            state = next(state for state in walk_through(name, seed) if not state.is_chance_node())
            view = state.view(0)
            players = state.num_players()
            if isinstance(view, chromino.View):
                (opening,) = view.board
                wild = view.options.wild_tiles
                assert WILD in opening.squares if wild else opening.tile in THREE_COLOURED
                assert [seat.count for seat in view.seats] == [8] * players
                assert view.bag == (79 if wild else 74) - 8 * players
                assert view.options.first in ("random", "drawn", view.first)
            else:
                assert isinstance(view, florentine.View)
                assert (view.stack, len(view.pool)) == (32, 4 * (4 - players))
            firsts.add((name, view.first))
    assert len(firsts) > 2 * len(SETTINGS)


def test_all_three_coloured_tiles_in_hands() -> None:
    """Then all is dealt anew (C11)."""
    dealing = ChrominoDealing(chromino.options("meccano", 4))
    opening = [number for number in dealing.outcomes() if number in OPENING]
    others = [number for number in dealing.outcomes() if number not in OPENING]
    for number in [*opening, *others][:32]:
        assert number in dealing.outcomes()
        dealing.pick(number)
    assert (len(dealing.outcomes()), dealing.full) == (75, False)


def test_chance_is_told_in_words() -> None:
    """And so are actions, those of waiting included (C22)."""
    kinds = set()
    for name in SETTINGS[:2] + SETTINGS[5:6]:
        for state in walk_through(name, 4):
            if state.is_chance_node():
                kinds.add(state.action_to_string(pyspiel.PlayerId.CHANCE, state.chance_outcomes()[0][0]).split()[0])
            elif not state.is_terminal():
                player = state.current_player()
                texts = [state.action_to_string(player, action) for action in state.legal_actions()]
                kinds.add("wait" if WAIT in state.legal_actions() else "on turn")
                assert texts[0] == "wait" or texts[0] == str(state.view(player).legal[0])
    assert kinds == {"deals", "draws", "wait", "on turn"}


def test_a_start_is_told_and_kept() -> None:
    """Worlds are picked by chance, and a state of such a game is read back as it was."""
    for name, worlds in TINY.items():
        game = pyspiel.load_game(name)
        state = game.new_initial_state()
        assert [number for number, _ in state.chance_outcomes()] == list(range(worlds))
        assert state.action_to_string(pyspiel.PlayerId.CHANCE, 1) == "position 2"
        assert str(state) == "dealt 0"
        state.apply_action(1)
        state.apply_action(state.legal_actions()[0])
        same = pickle.loads(pickle.dumps(state.play))
        assert same.remembered(0) == state.play.remembered(0)


def test_what_is_refused() -> None:
    """With what would be right."""
    with pytest.raises(OptionError, match="two players or more"):
        open_spiel.TableGame(chromino.GAME, {"players": 1})
    with pytest.raises(OptionError, match="there is no edition"):
        open_spiel.TableGame(chromino.GAME, {"edition": "deluxe"})
    with pytest.raises(ValueError, match="no parameters"):
        open_spiel.TableGame(florentine.GAME).make_py_observer(None, {"wide": True})


def test_the_docstring() -> None:
    """Its example runs."""
    assert doctest.testmod(open_spiel).failed == 0
