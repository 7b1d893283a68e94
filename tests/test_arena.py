"""The arena: fair seats, honest figures, and the same result for the same seed."""

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tessella import arena
from tessella.arena import figures, play, ratings, workers
from tessella.arena.match import Task
from tessella.arena.tally import Tally, TaskResult, count
from tessella.bots import Bot
from tessella.cli import main
from tessella.core import Action, Generator, OptionError, Options, View
from tessella.games import chromino, florentine
from tests.matches import match_of, result_text

pytestmark = pytest.mark.once


# ------------------------------------------------------------------------------------------------------ deals and seats


@pytest.mark.parametrize(
    ("bots", "players"),
    [(2, 2), (3, 2), (5, 2), (2, 3), (3, 3), (4, 3), (2, 4), (3, 4), (4, 4), (2, 8)],
)
def test_every_bot_sits_in_every_seat_equally_often(bots: int, players: int) -> None:
    """At each table."""
    match = match_of(*["random"] * bots, players=players)
    for table in match.lineups:
        assert len(table.seatings) == players
        for seat in range(players):
            sitting = [seating[seat] for seating in table.seatings]
            assert {bot: sitting.count(bot) for bot in table.bots} == {bot: table.seats_of(bot) for bot in table.bots}


def test_who_meets_whom() -> None:
    """All pairs of many; one against the rest, if there are more seats than bots."""
    assert [table.bots for table in match_of("random", "beginner", "steady").lineups] == [(0, 1), (0, 2), (1, 2)]
    (table,) = match_of("steady", "random", players=4).lineups
    assert table.seatings == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    assert match_of("random", "random").labels == ("random", "random (2)")


def test_the_rotations_of_a_deal_share_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same hands and the same beginner for all rotations and tables; other ones in the next deal."""
    seen: list[tuple[str, str]] = []
    before = chromino.GAME.new

    def new(options: Options, seed: str | int | None = None) -> object:
        state = before(options, seed)
        seen.append((state.seed, str([state.view(seat) for seat in range(2)])))
        return state

    monkeypatch.setattr(type(chromino.GAME), "new", lambda self, options, seed=None: new(options, seed))
    match = match_of("random", "random", "random", games=4)
    results = [game for table in range(3) for game in play.play_deal(Task(match, table, 0, 2))]
    assert len(seen) == 12
    assert len(set(seen)) == len({seed for seed, _ in seen}) == 2
    assert {(game.deal, game.first) for game in results} == {(game.deal, game.first) for game in results[:4]}


def test_equal_bots_do_not_play_equal_games() -> None:
    """Their luck differs between the rotations, or a deal would always end even."""
    games = play.play_deal(Task(match_of("random", "random"), 0, 0, 10))
    assert any(one.length != other.length for one, other in pairwise(games))


def test_whole_deals_are_played() -> None:
    """At least the games asked for."""
    result = arena.run(match_of("random", "random", players=3, games=7))
    assert (result.games, result.deals) == (9, 3)


# ---------------------------------------------------------------------------------------------------------- same result


def test_the_result_does_not_depend_on_the_batches() -> None:
    """Nor on how a match is cut by itself."""
    match = match_of("random", "random", "random", games=24)
    results = {result_text(arena.run(match, batch=batch)) for batch in (None, 1, 5, 1000)}
    assert len(results) == 1


def test_the_result_does_not_depend_on_the_workers() -> None:
    """One or two processes, in either game."""
    for options in (chromino.options("meccano", 3), florentine.options(players=2)):
        match = match_of("random", "random", games=30, options=options)
        assert result_text(arena.run(match, arena.local(2), batch=3)) == result_text(arena.run(match, arena.local(1)))


def test_a_killed_process_changes_nothing() -> None:
    """It is replaced; no game is missing or counts twice."""
    match = match_of("random", "random", games=120)
    killed: list[int] = []

    def kill_one(tally: Tally) -> None:
        for child in multiprocessing.active_children()[: not killed]:
            child.kill()
            killed.append(child.pid or 0)

    assert result_text(arena.run(match, arena.local(2), batch=1, progress=kill_one)) == result_text(arena.run(match))
    assert killed
    assert not multiprocessing.active_children()


def test_processes_may_die_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """More often than tasks are handed out again in a row: what counts is that games are played in between."""
    monkeypatch.setattr(workers, "TRIES", 1)
    match = match_of("random", "random", games=120)
    deaths: list[int] = []

    def kill_some(tally: Tally) -> None:
        if len(deaths) < 2 and tally.games >= 20 * (1 + len(deaths)):
            deaths.append(tally.games)
            multiprocessing.active_children()[0].kill()

    assert result_text(arena.run(match, arena.local(2), batch=1, progress=kill_some)) == result_text(arena.run(match))
    assert len(deaths) == 2


def die(task: Task) -> TaskResult:
    """Play nothing: the process is killed, as by a machine without memory."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def test_processes_that_always_die_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a line, and nothing is left running."""
    monkeypatch.setattr(workers, "TRIES", 1)
    monkeypatch.setattr(workers, "play_task", die)
    with pytest.raises(arena.ArenaError, match=r"die again and again; perhaps there is not enough memory"):
        arena.run(match_of("random", "random"), arena.local(2))
    assert not multiprocessing.active_children()


def test_a_pair_plays_the_same_whoever_else_is_there() -> None:
    """So that results can be compared between matches."""
    alone = arena.run(match_of("random", "random")).to_json(timing=False)["pairs"]
    among = arena.run(match_of("random", "random", "random")).to_json(timing=False)["pairs"]
    assert alone[0] == among[0]


def test_another_seed_plays_other_games() -> None:
    """Of course."""
    assert result_text(arena.run(match_of("random", "random", seed="1"))) != result_text(
        arena.run(match_of("random", "random", seed="2"))
    )


def test_several_matches_in_one_go() -> None:
    """Come to what each comes to by itself."""
    matches = [match_of("random", "random", games=10, players=players) for players in (2, 3)]
    assert [result_text(result) for result in arena.run_all(matches)] == [
        result_text(arena.run(match)) for match in matches
    ]


def test_no_game_is_missing_or_counts_twice() -> None:
    """What is not exactly the task, or comes out of turn, is refused."""
    match = match_of("random", "random", games=8)
    task = Task(match, 0, 0, 2)
    games = play.play_deal(task)
    for wrong in (games[:-1], [*games, games[-1]], games[::-1]):
        with pytest.raises(arena.ArenaError, match="not those of"):
            count(task, wrong)
    tally = Tally(match)
    tally.add(count(task, games))
    with pytest.raises(arena.ArenaError, match="line-up 0: deal 0 came instead of deal 2"):
        tally.add(count(task, games))


# -------------------------------------------------------------------------------------------------------------- figures


def test_the_interval_of_known_numbers() -> None:
    """Mean 0.6, standard deviation sqrt(0.175), four degrees of freedom (t = 2.776)."""
    interval = figures.mean_of([0.0, 0.5, 0.5, 1.0, 1.0])
    reach = 2.776 * (0.175 / 5) ** 0.5
    assert interval.mean == pytest.approx(0.6)
    assert interval.low == pytest.approx(0.6 - reach, abs=0.003)
    assert interval.high == 1.0


@pytest.mark.parametrize(("freedom", "known"), [(4, 2.776), (9, 2.262), (29, 2.045), (10**6, 1.960)])
def test_students_quantiles(freedom: int, known: float) -> None:
    """As in the tables."""
    assert figures.quantile(0.05, freedom) == pytest.approx(known, rel=0.005)


def test_shared_deals_count_as_one_observation() -> None:
    """Won once and lost once in every deal: that is 50 % with hardly any doubt. Ten times the same is not certainty."""
    assert figures.mean_of([0.5] * 1000).high < 0.504
    assert figures.mean_of([1.0] * 10).low == pytest.approx(0.025**0.1)
    assert figures.mean_of([]) == figures.NOTHING


def test_few_deals_that_differ_are_judged_by_how_they_differ() -> None:
    """Of 34 deals for six, each won by somebody else: what was never seen is no reason to be less sure."""
    interval = figures.mean_of([number % 3 / 6 for number in range(34)])
    assert interval.high - interval.low < 0.11 < 2 * (1 - 0.025 ** (1 / 34))


@pytest.mark.parametrize("unlike", [0, 1, 2, 10, 100])
def test_one_deal_unlike_the_others_is_no_reason_to_be_surer(unlike: int) -> None:
    """With deals that are nearly all alike the interval is at least as wide as with deals that are."""
    alike = figures.mean_of([0.5] * 1000)
    interval = figures.mean_of([0.5] * (1000 - unlike) + [1.0] * unlike)
    assert interval.high - interval.low >= alike.high - alike.low - 1e-12


def test_a_ratio_of_known_numbers() -> None:
    """With wholes of one it is the mean; a larger whole weighs more."""
    parts = [0.2, 0.9, 0.4]
    assert figures.ratio_of(parts, [1.0] * 3) == figures.mean_of(parts)
    assert figures.ratio_of([1.0, 0.0], [3.0, 1.0]).mean == 0.25


def test_looks_spend_no_more_than_is_allowed() -> None:
    """All looks together, early ones next to nothing."""
    planned = figures.looks(1000)
    assert planned == list(range(100, 1001, 100))
    allowed = [figures.allowance(done, 1000) for done in planned]
    assert sum(allowed) == pytest.approx(0.05, abs=1e-6)
    assert allowed[0] < 1e-8
    assert figures.looks(3) == [1, 2, 3]


def test_ratings_of_known_numbers() -> None:
    """Three to one is 191 points, and so on along a chain; an even table for three is even."""
    chain = [({0: 1, 1: 1}, {0: 7500.0, 1: 2500.0}), ({1: 1, 2: 1}, {1: 7500.0, 2: 2500.0})]
    first, second, third = ratings.strengths(3, chain)
    assert first - second == pytest.approx(190.8, abs=0.5)
    assert second - third == pytest.approx(190.8, abs=0.5)
    assert second == pytest.approx(1500)
    one, rest = ratings.strengths(2, [({0: 1, 1: 3}, {0: 2500.0, 1: 7500.0})])
    assert one == pytest.approx(rest)


def test_ratings_of_one_who_always_wins() -> None:
    """Are high, but numbers; and the interval holds the rating."""
    always = ratings.Meeting({0: 1, 1: 1}, {0: [2.0] * 50, 1: [0.0] * 50})
    strong, weak = ratings.rate(2, [always], 50)
    assert 1700 < strong.value < 2500
    assert strong.low <= strong.value <= strong.high
    assert weak.value == pytest.approx(3000 - strong.value)


def test_random_against_random_is_even() -> None:
    """Within its interval; the figures hang together."""
    result = arena.run(match_of("random", "random", games=300), stop_early=True)
    assert not result.stopped_early
    assert result.bots[0].share.low <= 0.5 <= result.bots[0].share.high
    assert not result.pairs[0].decided
    assert sum(bot.share.mean for bot in result.bots) == pytest.approx(1)
    assert sum(share.mean for share in result.places) == pytest.approx(1)
    assert sum(result.seats) == pytest.approx(1)
    assert sum(games for _, games in result.lengths) == 300
    (pair,) = result.pairs
    assert pair.wins + pair.ties + pair.losses == pair.games == 300
    assert pair.share.mean == pytest.approx((pair.wins + pair.ties / 2) / 300)


# ---------------------------------------------------------------------------------------------------------- broken bots


class Broken(Bot):
    """Does something wrong, always the same."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View, rng: Generator) -> Action | None:
        """Wrong."""
        if self.name == "idle":
            return None
        if self.name == "clumsy":
            raise ZeroDivisionError("oh")
        return chromino.parse("BGR@40,40>")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("cheat", r"tried an illegal action, BGR@40,40>: .*\(C\d+\)"),
        ("idle", "does nothing"),
        ("clumsy", "ZeroDivision"),
    ],
)
def test_a_broken_bot_is_reported(name: str, reason: str) -> None:
    """By its name and the game's seed."""
    bot = Broken(name)
    with pytest.raises(arena.ArenaError, match=rf"{name}, in seat [12] of the game with seed 77 after .*{reason}"):
        play.play_game(chromino.GAME, chromino.options(players=2), "77", [bot, bot], [Generator(1), Generator(2)])


def test_a_match_that_cannot_be_played_is_refused() -> None:
    """With what would be right."""
    with pytest.raises(OptionError, match="two players"):
        match_of("random", "random", players=1)
    with pytest.raises(OptionError, match="two bots"):
        match_of("random")
    with pytest.raises(OptionError, match="there is no bot 'nobody'"):
        match_of("random", "nobody")
    with pytest.raises(OptionError, match="at least one game"):
        match_of("random", "random", games=0)


# ---------------------------------------------------------------------------------------------------------- the command


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Everything, and the same as the library."""
    main(["arena", "--bots", "random", "random", "--games", "10", "--seed", "tests", "--workers", "1", "--json"])
    captured = capsys.readouterr()
    printed = json.loads(captured.out)
    assert captured.err == ""
    for bot in printed["bots"]:
        assert bot.pop("ms_per_decision") >= 0
    assert printed == arena.run(match_of("random", "random", games=10)).to_json(timing=False)


def test_the_progress_is_on_the_screen(tmp_path: Path) -> None:
    """Wherever what is printed goes; and what is printed is the result alone."""
    leader, follower = os.openpty()
    words = "-m tessella arena --bots random random --games 10 --workers 1 --json"
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    done = subprocess.run(
        [sys.executable, *words.split()], check=True, stdout=subprocess.PIPE, stderr=follower, env=env
    )
    os.close(follower)
    assert json.loads(done.stdout)["games"] == 10
    shown = os.read(leader, 100_000).decode()
    assert "Playing" in shown
    assert "/10" in shown
    os.close(leader)


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots, pairs, who begins."""
    monkeypatch.setenv("COLUMNS", "100")
    words = "arena --game florentine --players 3 --bots random beginner --games 9 --workers 1 --seed x --stop-early"
    main(words.split())
    output = capsys.readouterr().out
    assert "Florentine, classic, 3 players: 9 games (3 deals, seats rotated)" in output
    assert "random – beginner" in output
    assert re.search(r"Who begins wins \d+\.\d%", output)
    assert "Seed: x" in output


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--bots random nobody", "there is no bot 'nobody'"),
        ("--bots random random --workers 0", "--workers is a number"),
        ("--bots random random --workers 2 --cluster tcp://127.0.0.1:1", "not both"),
        ("--bots random random --report pyproject.toml", "cannot write a report"),
    ],
)
def test_the_command_says_what_is_wrong(words: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a line."""
    monkeypatch.chdir(Path(__file__).parent.parent)
    with pytest.raises(SystemExit, match=reason):
        main(["arena", *words.split()])


def test_the_optional_libraries_are_left_alone() -> None:
    """Neither a match nor its help imports them; without them a line says what to install."""
    script = (
        "import sys; sys.modules['matplotlib'] = sys.modules['distributed'] = None\n"
        "from tessella.cli import main\n"
        "words = ['arena', '--bots', 'random', 'random', '--games', '2', '--workers', '1', '--json']\n"
        "main(words)\n"
        "for more in (['--report', 'nowhere'], ['--cluster', 'tcp://127.0.0.1:1']):\n"
        "    try: main(words[:-3] + more)\n"
        "    except SystemExit as error: assert \"pip install 'tessella-games[arena]'\" in str(error), error\n"
        "    else: raise AssertionError\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
