"""Several nodes on one database: any node serves any table, and what one stores all hear."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tessella.core import Generator
from tessella.server.postgres import PostgresStore
from tessella.tables.entries import Acted
from tessella.tables.wire.live import Confirmed
from tests.server.databases import database
from tests.server.harness import QUICK, Player, people, play_on, running


def test_two_nodes_one_table(tmp_path: Path) -> None:
    """One player on each; bots act once; identities hold on both; who is forgotten on one is so on the other."""

    async def run(url: str) -> None:
        one, two = PostgresStore(url), PostgresStore(url)
        async with running(one, tmp_path / "a") as left, running(two, tmp_path / "b") as right:
            seats = [*people(2), {"kind": "bot", "level": "beginner"}]
            ann, bob = left.player(), right.player()
            table = await ann.open({"game": "chromino", "seats": seats})
            await bob.join(table, name="Bob")
            lives = [await ann.watch(table), await bob.watch(table)]
            await play_on(lives, Generator(1))
            await lives[1].until(lambda: lives[1].status == "over")
            assert lives[0].board == lives[1].board
            here = await ann.look(table)
            ann.go_to(right.address)
            assert await ann.look(table) == here
            await bob.ask("DELETE", "/api/me", None, 204)
            ann.go_to(left.address)
            assert (await ann.look(table)).table.seats[1].name is None

    with database() as url:
        asyncio.run(run(url))


def test_a_command_is_played_once_on_whichever_node(tmp_path: Path) -> None:
    """Sent to both nodes at once with one key, it is confirmed by both and done once."""

    async def run(url: str) -> None:
        async with (
            running(PostgresStore(url), tmp_path / "a") as left,
            running(PostgresStore(url), tmp_path / "b") as right,
        ):
            ann, bob = left.player(), left.player()
            table = await ann.open({"game": "chromino", "options": {"first": "1"}, "seats": people(2)})
            await bob.join(table)
            live = await ann.watch(table)
            twin = right.player()
            twin.http.cookies.update(ann.http.cookies)
            other = await twin.watch(table)
            for number in range(6):
                ready = [(seat, action) for seat, action in live.choices()]
                if not ready:
                    break
                await other.until(lambda: other.version >= live.version)
                seat, action = ready[0]
                answers: Any = await asyncio.gather(
                    live.act(action, seat, key=f"k{number}"), other.act(action, seat, key=f"k{number}")
                )
                assert all(isinstance(answer, Confirmed) for answer in answers), answers
                assert answers[0].version == answers[1].version
                await live.until(lambda answers=answers: live.version >= answers[0].version)
                if not live.choices():
                    break
            stored = await left.node.store.load(table)
            assert stored is not None
            keys = [entry.body.key for entry in stored.entries if getattr(entry.body, "key", None)]  # type: ignore[union-attr]
            assert len(keys) == len(set(keys))

    with database() as url:
        asyncio.run(run(url))


def test_a_node_does_not_query_what_it_has_stored_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database notifies a node of its own entries, too, often before it confirms them."""

    async def run(url: str) -> None:
        store = PostgresStore(url)
        queries: list[int] = []
        since = store.since

        async def counted(table: str, seq: int) -> Any:
            queries.append(seq)
            return await since(table, seq)

        async with running(store, tmp_path, replace(QUICK, beat=60)) as served:
            ann = served.player()
            table = await ann.open({"game": "chromino", "seats": [{"kind": "me"}, {"kind": "device"}]})
            live = await ann.watch(table)
            monkeypatch.setattr(store, "since", counted)
            assert await play_on([live], Generator(1), 10) == 10
            await asyncio.sleep(0.2)
            assert queries == []

    with database() as url:
        asyncio.run(run(url))


def test_a_clock_runs_out_once_on_two_nodes(tmp_path: Path) -> None:
    """Both nodes look after the turn that ran out; one late move is made, and the next turn has its time."""

    async def run(url: str) -> None:
        one, two = PostgresStore(url), PostgresStore(url)
        async with running(one, tmp_path / "a") as left, running(two, tmp_path / "b") as right:
            ann, bob = left.player(), right.player()
            clock = {"kind": "move", "seconds": 3600}
            request = {"game": "chromino", "options": {"first": "1"}, "seats": people(2), "clock": clock}
            table = await ann.open(request)
            await bob.join(table)
            lives = [await ann.watch(table), await bob.watch(table)]
            for live in lives:
                await live.until(lambda live=live: all(seat.here for seat in live.table.seats))
            version, wall, monotonic = lives[0].version, left.node.clock, left.node.monotonic
            for served in (left, right):
                served.node.clock = lambda: wall() + 3600
                served.node.monotonic = lambda: monotonic() + 3600
                served.room.sessions[table].schedule()
            for live in lives:
                await live.until(lambda live=live: live.views[0].turn == 1)
            await asyncio.sleep(0.5)  # time enough for a second one
            stored = await left.node.store.load(table)
            assert stored is not None
            acted = [entry.body for entry in stored.entries[version:] if isinstance(entry.body, Acted)]
            assert acted
            assert all(body.late and body.seat == 0 for body in acted)
            assert [entry.seq for entry in stored.entries] == list(range(1, len(stored.entries) + 1))
            assert sum(body.action != "draw" for body in acted) <= 1

    with database() as url:
        asyncio.run(run(url))


def test_a_node_that_died_is_noticed(tmp_path: Path) -> None:
    """Who was connected to it counts as away, a bot stands in, and they come back through another node."""

    async def run(url: str) -> None:
        async with running(PostgresStore(url), tmp_path / "a") as left:
            dying = running(PostgresStore(url), tmp_path / "b")
            right = await dying.__aenter__()
            ann, bob = left.player(), Player(right.address)
            table = await ann.open({"game": "chromino", "options": {"first": "2"}, "seats": people(2)})
            await bob.join(table)
            mine, theirs = await ann.watch(table), await bob.watch(table)
            await mine.until(lambda: all(seat.here for seat in mine.table.seats))
            # It stops without a word, as if it had lost power.
            right.node.stopping = True
            right.room.stop_loops()
            await right.node.store.beat(right.node.id, 0.0)
            await mine.until(lambda: not mine.table.seats[1].here)
            await mine.until(lambda: mine.table.seats[1].stood_in)
            await mine.until(lambda: bool(mine.choices()))
            await theirs.close()
            bob.go_to(left.address)
            again = await bob.watch(table)
            await again.until(lambda: again.table.seats[1].here and not again.table.seats[1].stood_in)
            await play_on([mine, again], Generator(1))
            assert again.status == "over"
            await bob.close()
            await dying.__aexit__(None, None, None)

    with database() as url:
        asyncio.run(run(url))
