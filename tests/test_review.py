"""Reviews: what decisions were worth by what the seat knew, proofs, and the split into skill and luck."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tessella.bots.advice import BATCHES, Advice, Value, advise, analyse
from tessella.bots.contract import Analysis
from tessella.cli import main
from tessella.core import Action, Game, Generator, random_action
from tessella.games import GAMES, chromino, florentine
from tessella.games.chromino.kernel import COMPILED
from tessella.record import Record
from tessella.review import Decision, Review, review
from tessella.testkit import Walk, play, walks
from tests.chromino import choices as chromino_choices
from tests.chromino.table import table
from tests.florentine import choices as florentine_choices

CHOICES: dict[str, Any] = {"chromino": chromino_choices, "florentine": florentine_choices}
FEW = 100 if COMPILED else 4
EXAMPLES = 20 if COMPILED else 2
EACH = 5 if COMPILED else 1
"""Of the tests that review a whole game."""


def played(game: Game, options: Any, seed: int, plies: int = 10_000) -> Record:
    """The record of a game at random, or of its beginning."""
    state = game.new(options, seed)
    rng = Generator(seed)
    while state.turn is not None and len(state.history) < plies:
        state.apply(*random_action(state, rng))
    return Record.of(game, state)


# ---- every game by every rule ----


class Reviewed(NamedTuple):
    """A recorded game, whole or in part, and its review."""

    record: Record
    review: Review
    watched: list[int]
    """The numbers of actions that were reported as done, in their order."""


@st.composite
def reviewed(draw: st.DrawFn, name: str) -> Reviewed:
    """Games by any options."""
    options = draw(CHOICES[name].any_options())
    record = played(GAMES[name], options, draw(st.integers(0, 1000)), draw(st.sampled_from((15, 10_000))))
    watched: list[int] = []
    return Reviewed(record, review(record, FEW, watch=watched.append), watched)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=EACH)
@given(data=st.data())
def test_progress_is_reported_action_by_action(name: str, data: st.DataObject) -> None:
    record, _, watched = data.draw(reviewed(name))
    assert watched == list(range(1, len(record.actions) + 1))


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=EACH)
@given(data=st.data())
def test_only_choices_of_the_seat_on_turn_are_judged(name: str, data: st.DataObject) -> None:
    """C13, C37, F7, F12, F14: each where its seat had two legal actions or more."""
    record, result, _ = data.draw(reviewed(name))
    for decision in result.decisions:
        state = record.replay(decision.ply)
        assert record.actions[decision.ply] == (decision.seat, decision.action)
        assert decision.seat == state.turn
        assert 2 <= decision.choices <= len(state.legal(decision.seat))


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=EACH)
@given(data=st.data())
def test_a_loss_names_better_actions(name: str, data: st.DataObject) -> None:
    """They are legal, and the loss is the difference between the best share and that of the action played."""
    record, result, _ = data.draw(reviewed(name))
    for decision in result.decisions:
        legal, advice = record.replay(decision.ply).legal(decision.seat), decision.advice
        assert set(advice.preferred) <= set(legal) - {decision.action}
        assert bool(advice.preferred) == (advice.loss > 0)
        assert advice.best.share - advice.made.share == pytest.approx(advice.loss)
        assert 0 <= advice.made.share <= advice.best.share <= 1


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=EACH)
@given(data=st.data())
def test_fair_share_skill_and_luck_add_up_to_the_result(name: str, data: st.DataObject) -> None:
    """C28: for each seat; skill is won from the others. An unfinished game has no result and no luck."""
    record, result, _ = data.draw(reviewed(name))
    outcome = record.replay().outcome
    for seat in result.seats:
        assert seat.lost >= 0
        assert (seat.result is None) == (seat.luck is None) == (outcome is None)
        if outcome is not None:
            assert seat.luck is not None
            assert (seat.seat in outcome.winners) == bool(seat.result)
            assert seat.fair + seat.skill + seat.luck == pytest.approx(seat.result)
    if record.options.players > 1:
        assert sum(seat.skill for seat in result.seats) == pytest.approx(0)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=EACH)
@given(data=st.data())
def test_a_review_is_json(name: str, data: st.DataObject) -> None:
    encoded = data.draw(reviewed(name)).review.to_json()
    assert json.loads(json.dumps(encoded)) == encoded


@pytest.mark.parametrize("name", GAMES)
def test_the_same_review_again(name: str) -> None:
    """The same record and seed make the same review; another seed judges by other luck."""
    record = played(GAMES[name], GAMES[name].options("classic", 3), 5, 12)
    first = review(record, FEW, seed=3)
    assert review(record, FEW, seed=3) == first
    assert review(record, FEW, seed=4) != first


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_judged_by_what_the_seat_knew(name: str, data: st.DataObject) -> None:
    """C19, C20, F5: in another world with the same view the same decision gets the same advice."""
    game = GAMES[name]
    walk: Walk = data.draw(walks(CHOICES[name].any_options(), longest=50))
    *_, last = play(game, walk)
    state = last.state
    if state.turn is None:
        return
    view = state.view(state.turn)
    other = game.sample(view, Generator(9))
    assert other.view(state.turn) == view
    thoughts = [analyse(game, world.view(state.turn), Generator(1)) for world in (state, other)]
    first, second = (advise(each, len(each.moves) - 1, FEW, Generator(2)) for each in thoughts)
    assert first == second


# ---- what is said of a decision ----


class Fixed(Analysis):
    """Analysis with a foregone conclusion."""

    def __init__(
        self, worth: list[float], shares: list[float] | None = None, exact: bool = False, later: float = 0.0
    ) -> None:
        self.worth = worth
        self.shares = shares
        self.exact = exact
        self.later = later
        """What turns out to be sure with a move if one looks at it alone."""
        self.moves: list[Action] = [chromino.parse(f"BBB@{i},0>") for i in range(len(worth))]

    def think(self, rollouts: int, luck: int) -> list[tuple[int, float]]:
        """Those that are worth most are tried most."""
        return [(1 + sum(other < worth for other in self.worth), worth) for worth in self.worth]

    def compare(self, moves: list[int], rollouts: int, luck: int) -> list[list[float]]:
        """A little more or less in every other batch, for all moves alike."""
        return [[self.worth[move] + (0.01 if i % 2 else -0.01) for move in moves] for i in range(BATCHES)]

    def prove(self, nodes: int, only: int | None = None) -> tuple[list[float], bool] | None:
        """What was given."""
        if self.shares is None:
            return None
        return ([self.later] * len(self.worth) if only is not None else list(self.shares)), self.exact


def about(thoughts: Fixed, played: int) -> tuple[Advice, str]:
    """What is thought of a move, and its mark."""
    advice = advise(thoughts, played, 100, Generator(1))
    return advice, Decision(0, 0, thoughts.moves[played], len(thoughts.moves), advice).mark


def test_the_best_move() -> None:
    """Nothing is lost, and nothing preferred."""
    advice, mark = about(Fixed([0.2, 0.5, 0.3]), 1)
    assert (advice.loss, advice.preferred, advice.missed_win, mark) == (0, (), False, "")
    assert advice.made == advice.best
    assert advice.made.share == pytest.approx(0.5)
    assert 0.004 < advice.made.error < 0.006, "2.09 times 0.01 divided by the root of 20, and a little"


@pytest.mark.parametrize(("worth", "mark"), [(0.49, ""), (0.47, "?!"), (0.44, "?"), (0.3, "??")])
def test_a_worse_move(worth: float, mark: str) -> None:
    """It is compared in the same worlds, so that the loss is surer than the values are; and all better ones are told,
    the best first."""
    thoughts = Fixed([0.2, 0.5, worth, 0.495])
    advice, marked = about(thoughts, 2)
    assert advice.loss == pytest.approx(0.5 - worth)
    assert advice.loss_error == pytest.approx(0)
    assert advice.preferred == tuple(thoughts.moves[i] for i in (1, 3))
    assert marked == mark


def test_a_loss_that_may_be_chance_is_not_marked() -> None:
    """C13: what is lost is told, but held against nobody."""
    unsure = Advice(Value(0.4, 0.1), Value(0.5, 0.1), 0.1, 0.11, (), missed_win=False)
    sure = Advice(Value(0.4, 0.1), Value(0.5, 0.1), 0.1, 0.09, (), missed_win=False)
    marks = [Decision(0, 0, chromino.parse("draw"), 2, advice).mark for advice in (unsure, sure)]
    assert marks == ["", "?"]


def test_what_is_proved() -> None:
    """A win that was certain and given up is a mistake whatever the rollouts say; one that was kept is none."""
    thoughts = Fixed([0.9, 0.8, 0.95], [0.0, 1.0, 0.0])
    advice, mark = about(thoughts, 0)
    assert advice.missed_win
    assert mark == "??"
    assert advice.best == Value(1.0, 0.0, proved=True)
    assert advice.preferred == (thoughts.moves[1],)
    assert advice.loss == pytest.approx(0.1)
    kept, mark = about(thoughts, 1)
    assert (kept.made, kept.loss, kept.missed_win, mark) == (kept.best, 0, False, "")
    later, mark = about(Fixed([0.9, 0.8, 0.95], [0.0, 1.0, 0.0], later=1.0), 0)
    assert (later.made, later.missed_win, mark) == (Value(1.0, 0.0, proved=True), False, "")
    exact, mark = about(Fixed([0.9, 0.8, 0.95], [0.0, 0.5, 0.5], exact=True), 0)
    assert (exact.made.share, exact.best.share, exact.loss, exact.missed_win, mark) == (0, 0.5, 0.5, False, "??")
    assert len(exact.preferred) == 2
    given_up, _ = about(Fixed([0.9, 0.8], [1.0, 0.0], exact=True), 1)
    assert given_up.missed_win


def test_a_certain_win_of_chromino_that_was_missed() -> None:
    """C17, C20, C24: a last tile that fits wins, for the other seat cannot lay its own; drawing gives that up."""
    state = table("classic", "BBB", "PPP", bag="RRR RYR", board="B*G@-1,0>", draw_when_able="yes", turn=0, first=0)
    thoughts = analyse(chromino.GAME, state.view(0), Generator(1))
    draw = [str(action) for action in thoughts.moves].index("draw")
    advice = advise(thoughts, draw, 2000 if COMPILED else 400, Generator(1))
    assert advice.missed_win
    assert str(advice.preferred[0]).startswith("BBB@")
    kept = advise(thoughts, 0, 2000 if COMPILED else 400, Generator(1))
    assert (kept.made.share, kept.made.proved, kept.loss) == (1, True, 0)


# ---- the command ----


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The beginning of a game of two, between random players."""
    path = tmp_path / "game.txt"
    path.write_text(str(played(florentine.GAME, florentine.options(players=2), 3, 14)), encoding="utf-8")
    return path


def test_the_command(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each decision, a line for each seat; the same as JSON."""
    main(["review", str(record), "--rollouts", "100"])
    text = capsys.readouterr().out
    main(["review", str(record), "--rollouts", "100", "--json"])
    review_json = json.loads(capsys.readouterr().out)
    assert review_json["game"] == "florentine"
    assert [seat["seat"] for seat in review_json["seats"]] == [1, 2]
    assert len(review_json["decisions"]) > 8
    for decision in review_json["decisions"]:
        assert f"{decision['action']} " in text
    assert "Result = fair share + skill + luck" in text


@pytest.mark.parametrize("rollouts", ["0", "99", "-5", "1000001"])
def test_too_few_and_too_many_rollouts(record: Path, rollouts: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What would be right is said."""
    with pytest.raises(SystemExit, match=r"--rollouts is a number from 100 to 1000000"):
        main(["review", str(record), "--rollouts", rollouts])


def test_no_record(tmp_path: Path) -> None:
    """As with any command that reads one."""
    with pytest.raises(SystemExit, match="cannot read"):
        main(["review", str(tmp_path / "none.txt")])
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("chess", encoding="utf-8")
    with pytest.raises(SystemExit, match="line 1: a record begins with"):
        main(["review", str(wrong)])
