"""Budgets: how a bot's name tells one, and how many rollouts are made of it."""

from itertools import product

import pytest

from tessella import bots
from tessella.bots import budget
from tessella.bots.budget import Budget, MoveResults, read_budget
from tessella.core import Generator, OptionError
from tessella.games import GAMES, chromino
from tessella.games.chromino.bots.players import Analysis, PolicyBot, SearchBot


class Search:
    """Thinks at a known speed, by a clock of its own. No test here looks at the real time."""

    def __init__(self, moves: int, speed: float) -> None:
        self.moves = moves
        self.speed = speed
        self.now = 100.0
        self.races: list[int] = []

    def think(self, rollouts: int) -> MoveResults:
        """Try each move equally often, and at least once: mostly a few rollouts fewer than asked, sometimes more."""
        tries = max(1, rollouts // self.moves)
        self.races.append(tries * self.moves)
        self.now += tries * self.moves / self.speed
        return [(tries, 0.5)] * self.moves


@pytest.fixture
def search(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Search:
    """A search with these moves and this speed, whose clock is the budget's."""
    search = Search(*request.param)
    monkeypatch.setattr(budget, "cpu_seconds", lambda: search.now)
    return search


@pytest.mark.parametrize("search", [(5, 1000.0)], indirect=True)
def test_rollouts_are_one_race(search: Search) -> None:
    """However long it takes."""
    assert Budget(rollouts=500).spend(search.think) == [(100, 0.5)] * 5
    assert search.races == [500]


@pytest.mark.parametrize("search", [(2, 1e5), (7, 1e5), (40, 1e5), (150, 3e4), (3, 1e6)], indirect=True)
@pytest.mark.parametrize("seconds", [0.05, 0.4, 2.0, 60.0])
def test_time_is_used_up_and_hardly_exceeded(search: Search, seconds: float) -> None:
    """Most of it by the last race, which alone decides; the others only tell the speed."""
    tried = Budget(seconds=seconds).spend(search.think)
    assert 0.95 * seconds < search.now - 100.0 <= seconds * (1 + 1e-9)
    assert len(search.races) <= 3
    assert sum(tries for tries, _ in tried) == search.races[-1] > 0.7 * sum(search.races)


@pytest.mark.parametrize("search", [(2, 10.0), (500, 1e5)], indirect=True)
def test_little_time_is_a_single_race(search: Search) -> None:
    """The machine may be slow or the moves many: something must be chosen, and a race shorter than one done is idle."""
    Budget(seconds=0.001).spend(search.think)
    assert len(search.races) == 1


@pytest.mark.parametrize("search", [(4, 1e5)], indirect=True)
def test_what_was_used_before_counts(search: Search) -> None:
    """A proof that was looked for has its part of the time."""
    Budget(seconds=1.0).spend(search.think, since=search.now - 0.4)
    assert 0.55 < search.now - 100.0 <= 0.6
    assert Budget(rollouts=500).positions == 500
    assert Budget(seconds=0.001).positions < Budget(seconds=2.0).positions


@pytest.mark.parametrize("search", [(2, 1e15)], indirect=True)
def test_a_clock_that_stands_still(search: Search) -> None:
    """Does not lead to more rollouts than can be counted."""
    Budget(seconds=60.0).spend(search.think)
    assert max(search.races) <= budget.MOST_AT_ONCE


@pytest.mark.parametrize("search", [(4, 1e5)], indirect=True)
def test_a_speed_that_was_told_wrong_at_first(search: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first, short race takes ten times as long as it should: the second finds out."""
    think = search.think

    def slow_at_first(rollouts: int) -> MoveResults:
        search.speed = 1e5 if search.races else 1e4
        return think(rollouts)

    Budget(seconds=1.0).spend(slow_at_first)
    assert 0.95 < search.now - 100.0 <= 1.0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", Budget(rollouts=1)),
        ("10000000", Budget(rollouts=10**7)),
        ("1ms", Budget(seconds=0.001)),
        ("50ms", Budget(seconds=0.05)),
        ("60000ms", Budget(seconds=60.0)),
        ("2s", Budget(seconds=2.0)),
        ("60s", Budget(seconds=60.0)),
    ],
)
def test_budgets_are_read(text: str, expected: Budget) -> None:
    """And a bot with one goes by a name that makes an equal one."""
    assert read_budget(text) == expected
    for game in GAMES.values():
        for level in ("sharp", "5"):
            bot = bots.bot_named(game, f"{level}:{text}")
            again = bots.bot_named(game, bot.name)
            assert again.name == bot.name == f"{'master' if level == '5' else level}:{text}"
            assert vars(again) == vars(bot)
            assert vars(bot)["budget"] == expected


@pytest.mark.parametrize(
    "text",
    [
        *("", "0", "-1", "x", "1e3", "٣", "10000001", "9" * 5000),
        *("ms", "s", "0ms", "0s", "-5ms", "0.5s", "61s", "60001ms", "5 ms", "5m", "5MS", "5sec", "5ms ", "5ms\n"),
    ],
)
def test_nonsense_is_refused(text: str) -> None:
    """With what would be right, in a line of bearable length."""
    right = r"a bot's budget is a number of rollouts, like master:500 .*, like master:50ms or master:2s \(1ms to 60s\)"
    for game in GAMES.values():
        with pytest.raises(OptionError, match=right) as refused:
            bots.bot_named(game, f"master:{text}")
        assert len(str(refused.value)) < 250


@pytest.mark.parametrize("name", GAMES)
def test_with_a_budget_of_time_they_play(name: str) -> None:
    """A whole turn or two, by the real clock: what is chosen is legal."""
    game = GAMES[name]
    state = game.new(game.options("classic", 2), 7)
    bot = bots.bot_named(game, "master:2ms")
    for ply in range(4):
        assert state.turn is not None
        view = state.view(state.turn)
        chosen = bot.choose(view, Generator(ply))
        assert chosen in view.legal
        assert chosen is not None
        state.apply(state.turn, chosen)


@pytest.mark.parametrize("players", range(1, 9))
def test_a_higher_level_looks_at_more(players: int) -> None:
    """Whatever is played, the master plays out more games than the level below it."""
    for scoring, junior in product(("none", "expert", "contacts"), ("no", "ends", "squares")):
        state = chromino.State.new(chromino.options("joker", players, scoring=scoring, junior=junior), 1)
        assert state.turn is not None
        sharp, master = (
            bot.rollouts(Analysis(state.view(state.turn), Generator(1), bot.turns))
            for bot in (bots.bot_named(chromino.GAME, level) for level in ("sharp", "master"))
            if isinstance(bot, SearchBot)
        )
        assert 0 < sharp < master, (scoring, junior)


def test_points_alone() -> None:
    """C28: who plays alone wins by laying every tile, however many points that brings."""
    casual = bots.bot_named(chromino.GAME, "casual")
    assert isinstance(casual, PolicyBot)
    alone, together = (casual.policy_for(chromino.options("classic", players, scoring="expert")) for players in (1, 2))
    assert alone == casual.policy_for(chromino.options("classic", 1)) != together


@pytest.mark.parametrize("reduction", [1, 10])
def test_where_kernels_are_slow_a_level_takes_fewer_rollouts(reduction: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a browser that interprets them; a budget that somebody asked for stays what it is."""
    spent: list[int] = []

    def think(self: Analysis, rollouts: int, luck: int) -> MoveResults:
        spent.append(rollouts)
        return [(1, 0.5)] * len(self.moves)

    monkeypatch.setattr(budget, "REDUCTION", reduction)
    monkeypatch.setattr(Analysis, "think", think)
    state = chromino.State.new(chromino.options("classic", 2), 1)
    assert state.turn is not None
    for name in ("sharp", "master", "master:500"):
        bots.bot_named(chromino.GAME, name).choose(state.view(state.turn), Generator(1))
    assert spent == [1_500 // reduction, 15_000 // reduction, 500]
