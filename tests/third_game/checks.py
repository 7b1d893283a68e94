"""A game of another package in every place where a game can be played, with nothing changed in Tessella.

`tests/test_third_game.py` runs these in a process in which the package `noughts` is installed: its module and its
dist-info folder are on the path.
"""

import asyncio
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tessella import arena
from tessella.cli import main
from tessella.core import Generator, random_action
from tessella.games import GAMES
from tessella.record import Record, parse
from tessella.server.sqlite import SqliteStore
from tessella.tables.following import views_after
from tessella.tables.wire.live import Update
from tessella.testkit import Walk, check_game, walks
from tests.server.harness import people, play_on, running

GAME = GAMES["noughts"]
OPTIONS = GAME.options("classic", 2)
PROGRAM = f"{sys.executable} examples/bots/careless.py"


def played(seed: int) -> Record:
    """The record of a random game."""
    state, rng = GAME.new(OPTIONS, seed), Generator(seed)
    while state.outcome is None:
        state.apply(*random_action(state, rng))
    return Record.of(GAME, state)


@settings(max_examples=40, deadline=None)
@given(walks(st.just(OPTIONS)))
def test_it_keeps_the_laws_of_the_testkit(walk: Walk) -> None:
    """N1, N2, N3: those of every game."""
    check_game(GAME, walk.options, walk.seed, walk.choices)


def test_it_plays_in_the_arena() -> None:
    """In worker processes as in this one: the same games."""
    match = arena.make_match(GAME, OPTIONS, ("random", "random"), games=40, seed=1)
    result = arena.run(match, arena.local(2), batch=5).to_json(timing=False)
    assert result == arena.run(match).to_json(timing=False)
    assert 0.9 < sum(bot["share"] for bot in result["bots"]) < 1.1


def test_a_program_plays_it_in_the_arena() -> None:
    """A bot that knows nothing but the JSON of a view beats nobody, but plays to the end."""
    match = arena.make_match(GAME, OPTIONS, (PROGRAM, "random"), games=4, seed=1)
    result = arena.run(match).to_json(timing=False)
    assert all("forfeits" not in bot for bot in result["bots"])


def test_it_is_played_at_a_table(tmp_path: Path) -> None:
    """Over the wire, by two people: each sees its own hand, and the views are those of the engine."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "tables.db"), tmp_path) as served:
            ann, bob = served.player(), served.player()
            table = await ann.open({"game": "noughts", "seats": people(2)})
            await bob.join(table, name="Bob")
            lives = [await ann.watch(table), await bob.watch(table)]
            await play_on(lives, Generator(3))
            state = parse((await ann.ask("GET", f"/api/tables/{table}/record")).text).replay()
            assert state.outcome is not None
            for live in lives:
                assert live.encoded == [state.view(live.seat - 1).to_json()]
                assert live.views == [state.view(live.seat - 1)]

    asyncio.run(run())


def test_a_bot_plays_it_at_a_table(tmp_path: Path) -> None:
    """A game without bots of its own has `random`, whatever level is asked for."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "tables.db"), tmp_path) as served:
            player = served.player()
            live = await player.watch(await player.open({"game": "noughts"}))
            while live.status != "over":
                choices = live.choices()
                if choices:
                    await live.act(choices[0][1])
                else:
                    await live.until(lambda: live.choices() or live.status == "over")

    asyncio.run(run())


def test_it_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record reads back, on the command line and over HTTP."""
    record = played(5)
    assert parse(str(record)).replay().outcome == record.replay().outcome
    (tmp_path / "game.txt").write_text(str(record), encoding="utf-8")
    main(["replay", str(tmp_path / "game.txt")])
    assert "Result: " in capsys.readouterr().out

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "tables.db"), tmp_path) as served:
            answer = await served.player().ask("POST", "/api/replays", {"record": str(record)}, 200)
            views = answer.json()["snapshot"]["views"]
            for update in answer.json()["updates"]:
                views = views_after(views, msgspec.convert(update, Update))
            assert views == [record.replay().view(None).to_json()]

    asyncio.run(run())


def test_the_commands_know_it(capsys: pytest.CaptureFixture[str]) -> None:
    """By its name; what it does not offer is refused with a reason."""
    main(["perft", "--game", "noughts", "--seed", "1", "--depth", "2", "--json"])
    assert '"perft": [1, 4, 16]' in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["conundrum", "new", "--game", "noughts"])
    assert "invalid choice: 'noughts'" in capsys.readouterr().err
