"""Games looked at again, over HTTP; and what happens when those who think break down."""

import asyncio
import os
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from tessella import record
from tessella.core import Generator
from tessella.games import GAMES, chromino
from tessella.hosting.queues import Owner
from tessella.hosting.workers import review_of
from tessella.server.sqlite import SqliteStore
from tessella.server.workers import REVIEWS, Processes, ProcessPool, ProcessWorkers
from tessella.tables.following import views_after
from tessella.tables.refusal import Refusal
from tessella.tables.wire.live import Update
from tests.server.harness import QUICK, play_on, running

ANN = Owner("192.0.2.7", "ann")


def a_record(most: int = 1000) -> str:
    state, rng = chromino.new(players=2, seed=1), Generator(1)
    while state.turn is not None and len(state.history) < most:
        state.apply(state.turn, rng.choice(state.legal(state.turn)))
    return str(record.Record.of(chromino.GAME, state))


def test_a_review(tmp_path: Path) -> None:
    """It tells of every decision and every seat; what is no record is refused with the line that is wrong."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path, replace(QUICK)) as served:
            player = served.player()
            text = a_record(6)
            result = (await player.ask("POST", "/api/reviews", {"record": text}, 200)).json()
            assert result["check"] == record.parse(text).check()
            assert [seat["seat"] for seat in result["seats"]] == [1, 2]
            assert result["decisions"]
            wrong = await player.ask("POST", "/api/reviews", {"record": text.replace("result", "resalt")}, 422)
            assert wrong.json()["code"] == "bad-record"
            assert "line" in wrong.json()["reason"]

    asyncio.run(run())


def test_a_hostile_line_in_a_replay(tmp_path: Path) -> None:
    """A line that is nearly an action, with as many spaces as a request holds: it is refused like any other."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path, replace(QUICK)) as served:
            text = f"{record.TITLE}\ngame: chromino\nedition: classic\nplayers: 2\nseed: 1\n\n1 x{' ' * 59_800}y\n"
            wrong = await served.player().ask("POST", "/api/replays", {"record": text}, 422)
            assert wrong.json()["reason"].startswith("line 7: 'x ")

    asyncio.run(run())


@pytest.mark.parametrize("game", GAMES)
def test_a_replay(game: str, tmp_path: Path) -> None:
    """The game as a spectator would have seen it: every position, and no hand."""

    async def run() -> None:
        state, rng = GAMES[game].new(GAMES[game].options("classic", 2), 5), Generator(2)
        seen = [state.view(None).to_json()]
        while state.turn is not None:
            state.apply(state.turn, rng.choice(state.legal(state.turn)))
            seen.append(state.view(None).to_json())
        text = str(record.Record.of(GAMES[game], state, {"seat-1": "Ann"}))
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            player = served.player()
            result = (await player.ask("POST", "/api/replays", {"record": text}, 200)).json()
            assert result["snapshot"]["table"]["seats"][0]["name"] == "Ann"
            views = result["snapshot"]["views"]
            shown = [*views]
            for update in result["updates"]:
                views = views_after(views, msgspec.convert(update, Update))
                shown += views
            assert shown == seen
            wrong = await player.ask("POST", "/api/replays", {"record": "tessella record 1\n"}, 422)
            assert "line 2" in wrong.json()["reason"]

    asyncio.run(run())


def test_too_many_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes too late is told so; a review that takes too long is given up."""

    async def run() -> None:
        pool = ProcessPool(REVIEWS)
        slow = asyncio.create_task(pool.run_for(ANN, _slowly, 1))
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="wait for the answer to your last one"):
            await pool.run_for(ANN, abs, -1)
        assert await slow == 1
        pool.limit = 0.01
        with pytest.raises(Refusal, match="too long"):
            await pool.run_for(ANN, review_of, a_record())
        assert pool.turns.waiting == 0
        pool.stop()

    asyncio.run(run())


def test_those_who_think_can_break_down() -> None:
    """One that hangs is stopped, one that dies is replaced, and others that think there try again."""

    async def run() -> None:
        workers = Processes(2, 0.2)
        with pytest.raises(TimeoutError):
            await workers.run(ANN, time.sleep, 60)
        workers.limit = 60.0
        assert await workers.run(ANN, abs, -3) == 3
        doing = asyncio.create_task(workers.run(ANN, _slowly, 5))
        await asyncio.sleep(0.1)
        for process in workers.start()._processes.values():
            process.kill()
        assert await doing == 5
        # Who waits for a process loses no time, and is not hit when another's work is stopped.
        waiting = [asyncio.create_task(workers.run(ANN, _slowly, number)) for number in range(6)]
        assert await asyncio.gather(*waiting) == list(range(6))
        with pytest.raises(TimeoutError):
            await workers.run(ANN, os._exit, 1)
        workers.stop()
        state = chromino.new(players=2, seed=1)
        assert state.turn is not None
        bots = ProcessWorkers(replace(QUICK, bot_limit=0.001))
        assert await bots.choose(ANN, "chromino", "master", state.view(state.turn), 1) in state.legal(state.turn)
        assert await bots.choose(ANN, "chromino", "nobody", state.view(1 - state.turn), 1) is None
        bots.stop()

    asyncio.run(run())


def _slowly(value: int) -> int:
    time.sleep(0.3)
    return value


def test_a_bot_that_hangs_does_not_hold_up_a_table(tmp_path: Path) -> None:
    """Any move is made for it."""

    async def run() -> None:
        hurried = replace(QUICK, bot_limit=0.001)
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path, hurried) as served:
            player = served.player()
            seats = [{"kind": "me"}, {"kind": "bot", "level": "master"}]
            live = await player.watch(await player.open({"game": "chromino", "seats": seats}))
            await play_on([live], Generator(1), 3)
            assert live.version >= 3

    asyncio.run(run())
