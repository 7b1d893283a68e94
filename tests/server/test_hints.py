"""Hints: the strongest bot's move, from what the seat sees and nothing else."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.bots import hints as bots
from tessella.core import Generator, State, View
from tessella.games import GAMES, chromino, florentine
from tessella.hosting.queues import Owner
from tessella.hosting.workers import Workers
from tessella.tables import hints
from tessella.tables.entries import Entry, StoodIn
from tessella.tables.refusal import Refusal
from tessella.tables.table import Table
from tessella.tables.wire.live import Confirmed, HintGiven, HintRequest, Refused
from tests.server.harness import Served, with_server
from tests.server.test_messages import LEDGERS
from tests.server.test_takebacks import ANN, Play, opened

ROOT = Path(__file__).parents[2]


def played(game: str, seed: int, plies: int, players: int = 2, **options: str) -> State:
    """A game after some random actions."""
    state = GAMES[game].new(GAMES[game].read_options({"players": str(players), **options}), str(seed))
    rng = Generator(seed)
    for _ in range(plies):
        if state.turn is None:
            break
        state.apply(state.turn, rng.choice(state.legal(state.turn)))
    return state


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 99), st.integers(0, 40), st.integers(2, 4))
def test_a_hint_names_nothing_hidden(game: str, seed: int, plies: int, players: int) -> None:
    """It is a legal action of the seat; it is the same in every game that the seat cannot tell from this one."""
    state = played(game, seed, plies, players)
    if state.turn is None:
        return
    view = state.view(state.turn)
    hint = bots.hint(GAMES[game], view, Generator(seed))
    assert hint.action in view.legal
    other = GAMES[game].sample(view, Generator(seed + 1))
    assert bots.hint(GAMES[game], other.view(state.turn), Generator(seed)) == hint
    assert pickle.loads(pickle.dumps(hint)) == hint, "it comes from another process"
    ledger = LEDGERS[game](state)
    assert not ledger.mentioned(f"{hint.action} {hint.facts}") - ledger.known_to(state.turn)
    codes = {*bots.CODES, *GAMES[game].bots.facts}  # type: ignore[union-attr] # both games have bots
    assert {fact.code for fact in hint.facts} <= codes
    assert 1 <= len(hint.facts) <= bots.MOST_FACTS


@pytest.mark.parametrize("language", ["en", "fr", "de", "es", "ca"])
def test_the_client_has_words_for_every_fact(language: str) -> None:
    """In every language, and for no other."""
    texts = json.loads((ROOT / "web" / "src" / "i18n" / f"{language}.json").read_text())
    codes = {*bots.CODES, *(code for game in GAMES.values() if game.bots for code in game.bots.facts)}
    assert {key.removeprefix("hint.fact.") for key in texts if key.startswith("hint.fact.")} == codes


def facts_of(view: View, text: str) -> dict[str, dict[str, int]]:
    """What speaks for an action."""
    game = GAMES[view.game]
    assert game.bots is not None
    return {fact.code: dict(fact.values) for fact in game.bots.reasons(view, game.parse(text), Generator(1))}


def test_the_facts_of_chromino() -> None:
    """Each holds on the board (C14, C20, C30)."""
    seen: set[str] = set()
    for seed in range(60):
        scoring = "expert" if seed % 3 == 0 else "none"
        state = played("chromino", seed, 3 * (seed % 19), 2 + seed % 2, scoring=scoring)
        if state.turn is None:
            continue
        view = state.view(state.turn)
        assert isinstance(view, chromino.View)
        lays = [action for action in view.legal if isinstance(action, chromino.Lay)]
        for lay in lays:
            facts = facts_of(view, str(lay))
            seen |= facts.keys()
            places = [other for other in lays if other.tile == lay.tile]
            assert ("last-tile" in facts) == (len(view.hand) == 1)
            if "only-place" in facts:
                assert len(places) == 1
            if "hardest" in facts:
                assert facts["hardest"]["n"] == len(places)
            points = {place.lay: place.points for place in view.places}
            if "most-points" in facts:
                assert facts["most-points"]["n"] == points[lay] == max(points.values())
            if "points" in facts:
                assert facts["points"]["n"] == points[lay] > 0
            if "keeps-wild" in facts:
                assert "*" not in lay.tile
                assert any("*" in tile for tile in view.hand)
            if "all-fit" in facts:
                assert facts["all-fit"]["n"] == len(view.hand) - 1
    assert {"only-place", "hardest", "most-points", "points", "keeps-wild", "all-fit", "fewest-places"} <= seen


def test_the_last_tile_is_a_reason() -> None:
    """C24: who lays it has no tiles left."""
    for seed in range(100):
        state = played("chromino", seed, 0)
        rng = Generator(seed)
        while state.turn is not None:
            view = state.view(state.turn)
            if len(view.hand) == 1 and isinstance(view.legal[0], chromino.Lay):
                assert "last-tile" in facts_of(view, str(view.legal[0]))
                return
            state.apply(state.turn, rng.choice(view.legal))
    raise AssertionError("no seed comes to a last tile")


def test_a_last_tile_that_fits_no_longer() -> None:
    """C20: the shown tile of another seat could be laid before, and cannot after."""
    for seed in range(400):
        state = played("chromino", seed, 200, 2, hands="open")
        state = played("chromino", seed, max(0, len(state.history) - 3), 2)
        if state.turn is None:
            continue
        view = state.view(state.turn)
        assert isinstance(view, chromino.View)
        for lay in [action for action in view.legal if isinstance(action, chromino.Lay)]:
            facts = facts_of(view, str(lay))
            if "blocks" not in facts:
                continue
            later = state.copy()
            later.apply(state.turn, lay)
            blocked = facts["blocks"]["seat"] - 1
            assert later.turn == blocked
            assert not any(isinstance(action, chromino.Lay) for action in later.legal(blocked))
            return
    raise AssertionError("no seed has such a position")


def test_a_card_is_put_aside_for_a_true_reason() -> None:
    """F8: because nothing fits, or because waiting is better than a lay that would be possible."""
    seen: set[str] = set()
    for seed in range(20):
        state = played("florentine", seed, 0)
        while state.turn is not None:
            view = state.view(state.turn)
            lays = [action for action in view.legal if isinstance(action, florentine.Lay | florentine.Black)]
            for aside in [action for action in view.legal if isinstance(action, florentine.Aside)]:
                facts = facts_of(view, str(aside))
                assert [*facts] == ["waits" if lays else "nothing-fits"]
                seen |= facts.keys()
            state.apply(state.turn, (lays or view.legal)[0])
    assert seen == {"waits", "nothing-fits"}


def test_the_facts_of_florentine_dominoes() -> None:
    """Each holds on the board (F15, F16)."""
    seen: set[str] = set()
    for seed in range(30):
        state = played("florentine", seed, 2 * seed, 2)
        if state.turn is None:
            continue
        view = state.view(state.turn)
        assert isinstance(view, florentine.View)
        for action in view.legal:
            facts = facts_of(view, str(action))
            seen |= facts.keys()
            later = state.copy()
            later.apply(state.turn, action)
            before, after = view.seats[state.turn], later.view(None).seats[state.turn]  # type: ignore[attr-defined]
            if "closes" in facts:
                assert facts["closes"]["gems"] == after.gems - before.gems
                assert facts["closes"]["n"] <= after.closed - before.closed
            else:
                assert after.gems <= before.gems
    assert seen >= {*GAMES["florentine"].bots.facts} - {"nothing-fits"}  # type: ignore[union-attr]


def refused(table: Table, identity: str | None = ANN, seat: int = 0) -> str:
    """Why there is no hint."""
    with pytest.raises(Refusal) as caught:
        hints.view_for(table, identity, seat)
    return caught.value.code


def test_who_may_have_a_hint() -> None:
    """Who is on turn at a table with hints, for a seat of their own."""
    play = Play(opened("chromino", "3"))
    play.answer()
    assert hints.view_for(play.table, ANN, 0) == play.table.state.view(0)
    assert refused(play.table, "bob") == "not-yours"
    assert refused(play.table, None) == "not-yours"
    assert refused(play.table, seat=1) == "not-yours"
    assert refused(play.table, seat=7) == "no-seat"
    away, _ = play.table.after(Entry(play.table.version + 1, 1.0, StoodIn(0)))
    assert refused(away) == "stood-in"
    play.act()
    while play.table.turn == 0:
        play.act()
    assert refused(play.table) == "not-on-turn"
    play.table.setup = opened("chromino", "3", hints=False).setup
    assert refused(play.table) == "no-hints"


def test_a_hint_over_a_live_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot is given the seat's view; what it suggests can be done. Others are refused."""
    asked: list[View] = []
    original = Workers.hint

    async def watched(workers: Workers, owner: Owner, game: str, view: View, seed: int) -> Any:
        asked.append(view)
        return await original(workers, owner, game, view, seed)

    monkeypatch.setattr(Workers, "hint", watched)

    async def work(served: Served) -> None:
        ann, eve = served.player(), served.player()
        for game in GAMES:
            table = await ann.open({"game": game, "options": {"first": "1"}})
            live, spectator = await ann.watch(table), await eve.watch(table)
            hint = await live.send(HintRequest(seat=1))
            assert isinstance(hint, HintGiven)
            assert (hint.seat, hint.version) == (1, live.version)
            assert asked[-1] == live.views[0]
            assert isinstance(await live.act(hint.action), Confirmed)
            for message in (HintRequest(seat=1), HintRequest(seat=2), HintRequest(seat=8)):
                answer = await spectator.send(message)
                assert isinstance(answer, Refused)
                assert answer.code in ("not-yours", "no-seat")
            off = await ann.open({"game": game, "options": {"first": "1"}, "hints": False})
            answer = await (await ann.watch(off)).send(HintRequest(seat=1))
            assert isinstance(answer, Refused)
            assert answer.code == "no-hints"

    with_server(tmp_path, work)


def test_a_hint_that_fails_costs_nothing_but_the_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection stays, and the game goes on."""

    async def fail(workers: Workers, *arguments: object) -> Any:
        raise RuntimeError("broken")

    async def work(served: Served) -> None:
        ann = served.player()
        live = await ann.watch(await ann.open({"game": "chromino", "options": {"first": "1"}}))
        monkeypatch.setattr(type(served.node.workers), "run_bot", fail)
        answer = await live.send(HintRequest(seat=1))
        assert isinstance(answer, Refused)
        assert answer.code == "full"
        assert isinstance(await live.act(live.encoded[0]["legal"][0]), Confirmed)

    with_server(tmp_path, work)


def test_hints_are_limited(tmp_path: Path) -> None:
    """For a person, at however many tables and connections they ask; others still get theirs."""

    async def work(served: Served) -> None:
        ann, bob = served.player(), served.player()
        request = {"game": "chromino", "options": {"first": "1"}}
        lives = [await ann.watch(await ann.open(request)) for _ in range(2)]
        answers = [await live.send(HintRequest(seat=1)) for live in lives for _ in range(3)]
        assert [getattr(answer, "code", "given") for answer in answers] == 2 * ["given"] + 4 * ["too-fast"]
        other = await bob.watch(await bob.open(request))
        assert isinstance(await other.send(HintRequest(seat=1)), HintGiven)

    with_server(tmp_path, work, hints_rate=0.001, hints_burst=2)


def test_bots_that_move_at_once_leave_the_others_their_turn(tmp_path: Path) -> None:
    """Seven of them play on at one table; at another a bot answers, and a hint is given."""

    async def work(served: Served) -> None:
        ann, bob = served.player(), served.player()
        seats = [{"kind": "me"}] + 7 * [{"kind": "bot", "level": "casual"}]
        busy = await ann.open({"game": "chromino", "seats": seats, "pace": "at-once", "options": {"first": "2"}})
        table = await bob.open({"game": "chromino", "options": {"first": "1"}})
        live = await bob.watch(table)
        hint = await live.send(HintRequest(seat=1))
        assert isinstance(hint, HintGiven)
        await live.act(hint.action)
        await live.until(lambda: live.views[0].turn == 0)
        assert (await ann.look(busy)).table.status == "playing"

    with_server(tmp_path, work)
