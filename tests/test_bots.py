"""Bots: they play every game by its rules, see only views, and choose the same again."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tessella import arena, bots
from tessella.bots import advice
from tessella.bots.halving import SequentialHalving
from tessella.core import Game, Generator, OptionError, State
from tessella.games import GAMES, chromino, florentine
from tessella.games.chromino.bots import players as chromino_players
from tessella.games.chromino.bots.fits import FitCounts
from tessella.games.chromino.bots.policies import Policies
from tessella.games.chromino.bots.weights import (
    CONTACTS,
    HARDEST,
    PATTERNS,
    POINTS,
    RANDOM,
    STATIC,
    WEIGHTS,
    pattern_of,
)
from tessella.games.chromino.game import Chromino
from tessella.games.chromino.kernel import COMPILED
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.tiles import TILES
from tessella.games.florentine.bots import players as florentine_players
from tessella.testkit import Walk, interpreted, play, walks
from tests.chromino import choices as chromino_choices
from tests.chromino.kernels import source_of_bots as chromino_source
from tests.chromino.table import table as chromino_table
from tests.florentine import choices as florentine_choices
from tests.florentine.kernels import source_of_bots as florentine_source
from tests.florentine.table import CROSS
from tests.florentine.table import table as florentine_table

CHOICES: dict[str, Any] = {"chromino": chromino_choices, "florentine": florentine_choices}
CHEAP = {"sharp": "sharp:20", "master": "master:40"} if COMPILED else {"sharp": "sharp:4", "master": "master:6"}
"""The same players with a budget for tests."""
EXAMPLES = 25 if COMPILED else 3
EVERY_BOT = [(game.name, name) for game in GAMES.values() for name in bots.names(game)]
POLICIES = {"random": RANDOM, "contacts": CONTACTS, "hardest": HARDEST, "static": STATIC, "points": POINTS}


def play_out(game: Game, state: State, names: list[str], rng: Generator) -> State:
    """A game between bots, one for each seat. Those who may speak out of turn are asked first."""
    players = [bots.bot_named(game, name) for name in names]
    while state.turn is not None:
        for seat in reversed(state.actors()):
            view = state.view(seat)
            action = players[seat].choose(view, rng)
            if action is not None:
                assert action in view.legal, f"{players[seat].name} wants {action}"
                state.apply(seat, action)
                break
            assert seat != state.turn, f"{players[seat].name} does not know what to do"
    return state


# ---- all of them, by all rules ----


@pytest.mark.parametrize(("name", "bot"), EVERY_BOT)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_every_bot_plays_by_every_rule(name: str, bot: str, data: st.DataObject) -> None:
    """C16, C17, C19, C22, C23, C28, C33, C34, C37, F4, F8, F12, F14: what it chooses is legal, and the game ends."""
    game = GAMES[name]
    options = data.draw(CHOICES[name].any_options())
    seed = data.draw(st.integers(0, 1000))
    names = [CHEAP.get(bot, bot)] * options.players
    assert play_out(game, game.new(options, seed), names, Generator(seed)).outcome is not None


@pytest.mark.parametrize(("name", "bot"), EVERY_BOT)
def test_same_seed_same_choice(name: str, bot: str) -> None:
    """The same view and the same luck; another luck may choose otherwise."""
    game = GAMES[name]
    player = bots.bot_named(game, CHEAP.get(bot, bot))
    state = game.new(game.options("classic", 3), 7)
    for ply in range(12):
        assert state.turn is not None
        view = state.view(state.turn)
        chosen = player.choose(view, Generator(ply))
        assert chosen == player.choose(view, Generator(ply))
        assert chosen == bots.bot_named(game, player.name).choose(state.view(state.turn), Generator(ply))
        assert chosen is not None
        state.apply(state.turn, chosen)


def test_names() -> None:
    """Five levels for each game, by name and by number; a budget behind a colon; others are refused."""
    for game in GAMES.values():
        assert bots.names(game)[:5] == list(bots.LEVELS)
        for number, level in enumerate(bots.LEVELS, 1):
            assert bots.bot_named(game, str(number)).name == bots.bot_named(game, level).name == level
        assert bots.bot_named(game, "5:77").name == "master:77"
        for name in ("", "6", "0", "expert", "Master", "master 5"):
            with pytest.raises(OptionError, match=r"there is no bot .*; there are beginner, casual"):
                bots.bot_named(game, name)
        for name in ("master:", "master:0", "master:-1", "master:x", "master:1e3", "master:٣", "master:99999999"):
            with pytest.raises(OptionError, match="a bot's budget is a number of rollouts, like master:500"):
                bots.bot_named(game, name)


# ---- what they may know ----


@given(walks(chromino_choices.any_options(), longest=60), st.integers(0, 1000))
@example(Walk(chromino.options("classic", 1), 849, ()), 0)  # where the order of the hand once made a difference
def test_policies_know_no_more_than_a_view(walk: Walk, luck: int) -> None:
    """C19, C20: inside the kernel, where all hands are, a policy chooses as it would in any world with this view."""
    *_, last = play(chromino.GAME, walk)
    state = last.state
    assert isinstance(state, chromino.State)
    if state.turn is None:
        return
    view = state.view(state.turn)
    policies = weighed(Policies, state.options)
    imagined = [chromino.sample(view, Generator(i)).kernel for i in range(3)]
    for policy in POLICIES.values():
        chosen = policies.choose(state.kernel, policy, luck)
        assert all(policies.choose(kernel, policy, luck) == chosen for kernel in imagined)


@given(walks(chromino_choices.any_options(), longest=60))
def test_what_would_fit_is_what_fits_then(walk: Walk) -> None:
    """C5, C8, C33, C34: a supposed move counts as if it had been made, and leaves no trace."""
    *_, last = play(chromino.GAME, walk)
    state = last.state
    assert isinstance(state, chromino.State)
    if state.turn is None:
        return
    fits = FitCounts(state.options.kernel_config().mode)
    for code, action in zip(state.kernel.moves(), state.view(state.turn).legal, strict=False):
        if isinstance(action, Lay):
            after = state.copy()
            after.apply(state.turn, action)
            expected = [after.kernel.number_of_places(tile) for tile in range(len(TILES))]
            assert fits.after(state.kernel, code) == fits.after(state.kernel, code) == expected


# ---- what they do ----


def chosen(state: Any, name: str, luck: int = 1) -> str:
    """What a bot does on turn."""
    game = GAMES["chromino"] if isinstance(state, chromino.State) else GAMES["florentine"]
    return str(bots.bot_named(game, name).choose(state.view(state.turn), Generator(luck)))


@pytest.mark.parametrize("bot", ["steady", "sharp", "master"])
def test_they_lay_the_last_tile(bot: str) -> None:
    """C24, C26: a game that can be won is won, though drawing is allowed."""
    state = chromino_table("meccano", "BBG", "YYY PPP", bag="RRR RYR", board="BGG@-1,0>")
    assert "draw" in [str(action) for action in state.legal(0)]
    assert chosen(state, bot).startswith("BBG@") or chosen(state, bot).startswith("GBB@")


@pytest.mark.parametrize("bot", bots.LEVELS)
def test_they_say_what_is_to_be_said(bot: str) -> None:
    """C22, C23: a call is made, a forgotten one is spotted, a missed place is claimed."""
    state = chromino_table("meccano", "BBG GGG", "YYY PPP", bag="RRR RYR", board="BGG@-1,0>")
    assert chosen(state, bot) == "call"
    lay = next(str(action) for action in state.legal(0) if "GGG@" in str(action))
    state.apply(0, chromino.parse(lay))
    assert str(bots.bot_named(chromino.GAME, bot).choose(state.view(1), Generator(1))) == "spot 1"


@pytest.mark.parametrize("bot", ["casual", "steady", "sharp", "master"])
def test_they_lay_the_black_card_where_it_closes_most(bot: str) -> None:
    """F14, F16: of three places one closes a space with a gem."""
    board = CROSS.replace("rgbg@0,-3", "Rgbg@0,-3")
    state = florentine_table("", "", board=board, stage="black", colours="red ochre")
    assert len(state.legal(0)) == 4
    assert chosen(state, bot) == "black@0,-4"


@pytest.mark.parametrize("bot", ["casual", "sharp", "master"])
def test_they_close_what_can_be_closed(bot: str) -> None:
    """F15, F16: the last card of the pool closes a space with two gems here, and nothing there."""
    board = "Rbgo@0,0"
    state = florentine_table("", "", board=board, aside="bgRo", stage="pool", colours="red ochre")
    assert len(state.legal(0)) > 1
    assert chosen(state, bot) == "bgRo@0,-1"


def test_patterns() -> None:
    """C1, C2: every tile has one."""
    found = [PATTERNS[pattern_of(tile)] for tile in TILES]
    assert {name: found.count(name) for name in PATTERNS} == {"AAA": 5, "ABA": 20, "AAB": 20, "ABC": 30, "wild": 5}


@pytest.mark.skipif(not COMPILED, reason="takes thousands of games")
@pytest.mark.parametrize(("better", "worse", "least"), [("hardest", "contacts", 0.52), ("static", "contacts", 0.66)])
def test_policies_in_their_order(better: str, worse: str, least: float) -> None:
    """C24: on shared deals, from both seats; `arena` measures it properly."""
    options = chromino.options("classic", 2)
    policies = weighed(Policies, options)
    won = 0.0
    for deal in range(600):
        dealt = chromino.State.new(options, deal).kernel
        for seat in range(2):
            kernel = dealt.copy()
            order = [POLICIES[better], POLICIES[worse]]
            policies.contest(kernel, order if seat == 0 else order[::-1], [2 * deal, 2 * deal + 1])
            own, other = kernel.hand_size[seat], kernel.hand_size[1 - seat]
            won += (own < other) + 0.5 * (own == other)
    assert won / 1200 > least


@pytest.mark.skipif(not COMPILED, reason="takes many games")
@pytest.mark.parametrize(("better", "worse"), [("casual", "random"), ("steady", "casual"), ("sharp", "steady")])
def test_florentine_levels_in_their_order(better: str, worse: str) -> None:
    """F16: on 20 shared deals, from both seats."""
    won = 0.0
    for deal in range(20):
        for seat in range(2):
            state = florentine.new(players=2, seed=deal)
            names = [better, worse] if seat == 0 else [worse, better]
            outcome = play_out(florentine.GAME, state, names, Generator(deal)).outcome
            assert outcome is not None
            won += (seat in outcome.winners) / len(outcome.winners)
    assert won > 20


# ---- the faster way ----

PLAIN = ("beginner", "casual", "steady", "contacts", "points")


@given(st.data())
def test_the_faster_way_plays_the_same_games(data: st.DataObject) -> None:
    """C14, C16, C19, C24, C25, C33, C34: between plain bots, inside the kernel, game for game as with views."""
    edition = data.draw(st.sampled_from(["classic", "joker"]))
    options = data.draw(chromino_choices.any_options(edition=edition).filter(lambda options: options.players > 1))
    names = tuple(data.draw(st.sampled_from(PLAIN)) for _ in range(options.players))
    match = arena.make_match(chromino.GAME, options, names, options.players, data.draw(st.integers(0, 1000)))
    played = [bots.bot_named(chromino.GAME, name) for name in names]
    assert bots.contest(chromino.GAME, options, played) is not None
    for told in arena.play_deal(arena.Task(match, 0, 0, 1)):
        seating = match.lineups[0].seatings[told.rotation]
        luck = [match.luck(0, told.rotation, seat) for seat in range(options.players)]
        slow = arena.play_game(chromino.GAME, options, match.deal_seed(0), [played[number] for number in seating], luck)
        assert told._replace(rotation=0, seconds=()) == slow._replace(seconds=())


def test_who_has_no_faster_way() -> None:
    """C22: who looks further ahead, and games in which one may speak out of turn."""
    classic, meccano = chromino.options("classic", 2), chromino.options("meccano", 2)
    steady, sharp = (bots.bot_named(chromino.GAME, name) for name in ("steady", "sharp"))
    assert bots.contest(chromino.GAME, classic, [steady, steady]) is not None
    assert bots.contest(chromino.GAME, classic, [steady, sharp]) is None
    assert bots.contest(chromino.GAME, meccano, [steady, steady]) is None
    assert bots.contest(florentine.GAME, florentine.options(players=2), [steady, steady]) is None


# ---- both kernels ----


@pytest.mark.skipif(not COMPILED, reason="there is nothing to compare with")
@pytest.mark.parametrize("seed", range(4))
def test_both_kernels_think_the_same(seed: int) -> None:
    """C14, F7: rollouts from the same position with the same luck come to the same, compiled and interpreted."""
    rng = Generator(seed)
    tiles = chromino.State.new(chromino.options("classic", 2 + seed), seed)
    for _ in range(8):
        assert tiles.turn is not None
        tiles.apply(tiles.turn, rng.choice(tiles.legal(tiles.turn)))
    found = []
    for module in (chromino_players, chromino_source()):
        kernel = module.sample(tiles.view(tiles.turn), Generator(seed)).kernel
        search = weighed(module.Search, tiles.options)
        search.consider(kernel, kernel.turn, 3)
        found.append(search.evaluate(60, seed))
    assert found[0] == found[1]
    cards = florentine.State.new(florentine.options(players=2 + seed % 3), seed)
    for _ in range(8):
        assert cards.turn is not None
        cards.apply(cards.turn, rng.choice(cards.legal(cards.turn)))
    assert cards.turn is not None
    found = []
    for module in (florentine_players, florentine_source()):
        kernel = module.sample(cards.view(cards.turn), Generator(seed)).kernel
        search = module.Search(cards.options.kernel_config())
        search.consider(kernel, cards.turn, kernel.moves())
        policies = module.Policies(cards.options.kernel_config())
        found.append([search.evaluate(60, seed), policies.values(kernel, cards.turn, kernel.moves())])
    assert found[0] == found[1]


def weighed(kind: Any, options: chromino.Options) -> Any:
    """A search or policies for games by these options, with the weights of the bots."""
    return kind(options.kernel_config(), WEIGHTS, options.hands == "open")


def test_sequential_halving() -> None:
    """All moves are tried, the worse half leaves again and again, and the best one is tried most often."""
    halving = interpreted("tessella.bots.halving")

    class Fixed(halving.Explorer):  # type: ignore[misc, name-defined]  # a module that is loaded here
        """The higher a move's number, the better it is."""

        def explore(self, halving: SequentialHalving, rounds: int) -> None:
            """The same value in every world."""
            for _ in range(rounds):
                for i in range(halving.remaining):
                    halving.add(halving.candidates[i], 0.1 * halving.candidates[i])
                halving.end_round()

    tried = halving.SequentialHalving().run(Fixed(), 5, 300)
    assert [value for _, value in tried] == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4])
    assert [tries for tries, _ in tried] == [20, 20, 53, 103, 103]
    compared = halving.SequentialHalving().compare(Fixed(), 5, [3, 1], 2, 4)
    assert compared == [pytest.approx([0.3, 0.1])] * 2


def test_how_many_moves_can_be_compared() -> None:
    """One or more, and no more than there is room for."""
    halving = SequentialHalving()
    for moves in (0, -1, 2049):
        with pytest.raises(ValueError, match="1 to 2048 moves can be compared"):
            halving.begin(moves)
    halving.begin(5)
    assert (halving.remaining, halving.rounds(300), halving.rounds(1)) == (5, 20, 1)
    for chosen in ([], [5], [-1], [0] * 6):
        with pytest.raises(ValueError, match="there are 5 moves to compare"):
            halving.keep_only(chosen)


class WithoutBots(Chromino):
    """A game that brings no bots."""

    name = "plain"
    bots = None  # type: ignore[assignment]  # as `Game` has it


def test_every_game_has_random() -> None:
    """Also one without bots of its own: it plays in the arena's way, and no level is offered for it."""
    game = WithoutBots()
    assert bots.names(game) == ["random"]
    assert bots.levels_of(game) == []
    with pytest.raises(OptionError, match="there is no bot 'master' for plain; there are random"):
        bots.bot_named(game, "5")
    state = game.new(game.options(), 1)
    bot = bots.bot_named(game, "random")
    assert bot.choose(state.view(state.turn), Generator(1)) in state.legal(state.turn)  # type: ignore[arg-type]  # not over
    assert bots.contest(game, state.options, [bot, bot]) is None
    with pytest.raises(OptionError, match="plain has no bots that could judge a position"):
        advice.analyse(game, state.view(state.turn), Generator(1))
