"""Whole games on a real server: what one does all see, nothing is lost, and nobody plays for another."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tessella import record
from tessella.core import Generator, commitment
from tessella.tables.wire.live import Confirmed, Refused
from tests.server.conftest import NewStore
from tests.server.harness import Player, people, play_on, running

TABLES: list[dict[str, Any]] = [
    {"game": "chromino", "seats": people(2)},
    {"game": "chromino", "options": {"edition": "joker", "scoring": "expert"}, "seats": people(4)},
    {"game": "chromino", "options": {"edition": "meccano"}, "seats": people(3)},
    {"game": "chromino", "options": {"hands": "open", "junior": "ends"}, "seats": people(2)},
    {"game": "florentine", "seats": people(2)},
]


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_game_between_people(number: int, new_store: NewStore, tmp_path: Path) -> None:
    """C13, C22, C24, F13: to the end, with a spectator; the record is the game that was played."""

    async def run() -> None:
        request = TABLES[number]
        async with running(new_store(), tmp_path) as served:
            players = [served.player() for _ in request["seats"]]
            table = await players[0].open(request)
            for player in players[1:]:
                await player.join(table, name="  Ann\u202e\n ")
            lives = [await player.watch(table) for player in players]
            spectator = await served.player().watch(table)
            await play_on(lives, Generator(number))
            await spectator.until(lambda: spectator.status == "over")
            for live in [*lives, spectator]:
                await live.until(lambda live=live: live.status == "over")
                assert live.board == lives[0].board
                assert live.views[0].outcome == lives[0].views[0].outcome
            text = (await players[0].ask("GET", f"/api/tables/{table}/record", None, 200)).text
            result = record.parse(text)
            assert result.seed == lives[0].table.seed
            assert commitment(result.seed) == lives[0].table.commitment == result.headers["commitment"]
            assert result.headers["seat-2"] == "Ann"

    asyncio.run(run())


def test_against_bots(new_store: NewStore, tmp_path: Path) -> None:
    """Bots move by themselves, out of turn too (C22); the game goes on after the server was stopped and started."""

    async def run() -> None:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "steady"}, {"kind": "bot"}]
        rng = Generator(5)
        async with running(new_store(), tmp_path) as served:
            me = Player(served.address)
            table = await me.open({"game": "chromino", "options": {"edition": "meccano"}, "seats": seats})
            live = await me.watch(table)
            await play_on([live], rng, 4)
            await live.until(lambda: bool(live.choices()))
            version, board = live.version, live.board
        assert live.closed is not None
        async with running(new_store(), tmp_path) as served:
            me.go_to(served.address)
            again = await me.watch(table)
            assert again.version >= version
            assert again.board[: len(board)] == board
            await play_on([again], rng)
            assert again.status == "over"
        await me.close()

    asyncio.run(run())


def test_commands_are_played_once(new_store: NewStore, tmp_path: Path) -> None:
    """A repeated command is answered again; a stale one gets the fresh state; nobody plays for another."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            ann, bob = served.player(), served.player()
            table = await ann.open({"game": "chromino", "options": {"first": "1"}, "seats": people(2)})
            waiting = await ann.watch(table)
            refused = await waiting.act("draw", 1)
            assert isinstance(refused, Refused)
            assert refused.code == "waiting"
            await bob.join(table)
            lives = [waiting, await bob.watch(table)]
            await lives[0].until(lambda: lives[0].status == "playing" and bool(lives[0].choices()))
            seat, action = lives[0].choices()[0]
            first = await lives[0].act(action, seat, key="one")
            assert isinstance(first, Confirmed)
            again = await lives[0].act(action, seat, key="one")
            assert again == first
            answer = await ann.ask(
                "POST",
                f"/api/tables/{table}/act",
                {"type": "act", "key": "one", "version": 0, "seat": seat, "action": action},
                200,
            )
            assert answer.json() == {"type": "confirmed", "key": "one", "version": first.version}
            await lives[1].until(lambda: lives[1].version >= first.version)
            snapshots = lives[1].snapshots
            lives[1].version -= 1
            stale = await lives[1].act("draw", 2)
            assert isinstance(stale, Refused)
            assert stale.code == "stale"
            await lives[1].until(lambda: lives[1].snapshots == snapshots + 1)
            for command, code in [(("draw", 1), "not-yours"), (("draw", 3), "no-seat"), (("dance", 2), "unreadable")]:
                refused = await lives[1].act(*command)
                assert isinstance(refused, Refused)
                assert refused.code == code
            illegal = await lives[1].act("BBB@40,40>", 2)
            assert isinstance(illegal, Refused)
            assert illegal.clause in ("C4", "C5", "C14")

    asyncio.run(run())
