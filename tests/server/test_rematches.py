"""Rematches, which everybody has to want, and the pace of bots."""

import asyncio
from dataclasses import replace
from pathlib import Path

import msgspec

from tessella.core import Generator
from tessella.tables.wire.live import Snapshot
from tests.server.conftest import NewStore
from tests.server.harness import QUICK, Live, play_on, running
from tests.server.test_seats import two_people


async def want_rematch(live: Live, table: str, query: str = "") -> Snapshot:
    """Somebody asks for a rematch, or agrees to one."""
    answer = await live.player.ask("POST", f"/api/tables/{table}/rematch{query}", None, 200)
    return msgspec.json.decode(answer.content, type=Snapshot)


def test_a_rematch_begins_when_everybody_wants_it(new_store: NewStore, tmp_path: Path) -> None:
    """Until then all see who does; then all are told of one table, which is there already."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            table, ann, bob = await two_people(served)
            await play_on([ann, bob], Generator(2))
            asked = await want_rematch(ann, table)
            assert asked.table.id == table
            await bob.until(lambda: bob.table.rematch_wanted == [1])
            assert bob.table.rematch_missing == [2]
            assert bob.table.rematch is None
            assert len((await ann.player.ask("GET", "/api/tables", None, 200)).json()) == 1
            again = await want_rematch(bob, table)
            assert again.table.id != table
            assert again.table.status == "playing"
            await ann.until(lambda: ann.table.rematch == again.table.id)
            assert (await want_rematch(ann, table)).table.id == again.table.id

    asyncio.run(run())


def test_a_rematch_need_not_wait(new_store: NewStore, tmp_path: Path) -> None:
    """The seats of those who have not answered are open then; they can take them as well as anybody."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            table, ann, bob = await two_people(served)
            await play_on([ann, bob], Generator(2))
            now = await want_rematch(ann, table, "?now=true")
            assert now.table.status == "waiting"
            assert [seat.kind for seat in now.table.seats] == ["person", "open"]
            late = await want_rematch(bob, table)
            assert (late.table.id, late.you.seats) == (now.table.id, [])
            await bob.player.ask("POST", f"/api/tables/{now.table.id}/join", {}, 200)
            assert (await bob.player.look(now.table.id)).table.status == "playing"

    asyncio.run(run())


def test_rematch(new_store: NewStore, tmp_path: Path) -> None:
    """Whoever asks, it is one table, with the same people, even if all ask at the same time."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            table, ann, bob = await two_people(served)
            await ann.player.ask("POST", f"/api/tables/{table}/rematch", None, 409)
            await play_on([ann, bob], Generator(2))
            stranger = served.player()
            await stranger.ask("POST", f"/api/tables/{table}/rematch", None, 403)
            await asyncio.gather(*(want_rematch(live, table) for live in (ann, bob, ann)))
            result = [await want_rematch(live, table) for live in (ann, bob, ann)]
            assert len({snapshot.table.id for snapshot in result}) == 1
            assert [snapshot.you.seats for snapshot in result] == [[1], [2], [1]]
            assert result[0].table.status == "playing"
            listed = (await ann.player.ask("GET", "/api/tables", None, 200)).json()
            assert {each["id"] for each in listed} == {table, result[0].table.id}, "a table that nobody wanted"
            await bob.until(lambda: bob.table.rematch == result[0].table.id)

    asyncio.run(run())


def test_the_pace_of_bots(new_store: NewStore, tmp_path: Path) -> None:
    """Everybody who plays may choose it; it holds from then on. Others may not."""

    async def run() -> None:
        async with running(new_store(), tmp_path, replace(QUICK, pace=3600.0)) as served:
            ann = served.player()
            table = await ann.open({"game": "chromino", "options": {"first": "2"}, "pace": "slow"})
            live = await ann.watch(table)
            assert (await ann.look(table)).table.pace == "slow"
            await served.player().ask("POST", f"/api/tables/{table}/pace", {"pace": "quick"}, 403)
            await ann.ask("POST", f"/api/tables/{table}/pace", {"pace": "never"}, 400)
            await ann.ask("POST", f"/api/tables/{table}/pace", {"pace": "at-once"}, 200)
            await live.until(lambda: live.encoded[0]["turn"] == 1 and live.table.pace == "at-once")

    asyncio.run(run())
