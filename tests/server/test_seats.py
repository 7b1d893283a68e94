"""Coming, going and coming back; clocks; rematches; several on one device."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tessella.core import Generator
from tessella.hosting.store import StoreUnavailable
from tessella.tables.wire.live import Confirmed, Current, Reason, Refused, Sync, Why
from tests.server.conftest import NewStore
from tests.server.harness import PATIENCE, QUICK, Live, people, play_on, running

CHROMINO: dict[str, Any] = {"game": "chromino", "options": {"first": "1"}, "seats": people(2)}


async def two_people(served: Any, request: dict[str, Any] = CHROMINO) -> tuple[str, Live, Live]:
    """Two people at a table, both connected and known to be there."""
    ann, bob = served.player(), served.player()
    table = await ann.open(request)
    await bob.join(table, name="Bob")
    first, second = await ann.watch(table), await bob.watch(table)
    await first.until(lambda: all(seat.here for seat in first.table.seats))
    await second.until(lambda: all(seat.here for seat in second.table.seats))
    return table, first, second


def test_somebody_leaves_and_returns(new_store: NewStore, tmp_path: Path) -> None:
    """Their seat shows it; after a while a bot sits in; when they come back, the seat is theirs."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            table, ann, bob = await two_people(served)
            await ann.close()
            await bob.until(lambda: not bob.table.seats[0].here)
            await bob.until(lambda: bob.table.seats[0].stood_in)
            await bob.until(lambda: bool(bob.choices()))  # the bot has played
            again = await ann.player.watch(table)
            await again.until(lambda: again.table.seats[0].here and not again.table.seats[0].stood_in)
            await play_on([again, bob], Generator(1))
            assert bob.status == "over"

    asyncio.run(run())


def test_who_was_here_first_is_here(new_store: NewStore, tmp_path: Path) -> None:
    """Whoever opened the table and waits at it is not away when the others come."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            ann, bob = served.player(), served.player()
            table = await ann.open(CHROMINO)
            first = await ann.watch(table)
            await bob.join(table)
            await first.until(lambda: first.table.seats[1].kind == "person" and first.table.seats[0].here)
            assert not first.table.seats[1].here

    asyncio.run(run())


def test_who_went_while_nothing_could_be_stored(
    new_store: NewStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is noted as soon as that can be done."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            _, ann, bob = await two_people(served)
            called = asyncio.Event()

            async def away(*arguments: Any) -> None:
                called.set()
                raise StoreUnavailable("pulled out")

            with monkeypatch.context() as patched:
                patched.setattr(served.node.store, "append", away)
                await ann.close()
                await asyncio.wait_for(called.wait(), 10)
                await asyncio.sleep(0.05)
                assert bob.table.seats[0].here, "it cannot be known yet"
            await bob.until(lambda: not bob.table.seats[0].here)

    asyncio.run(run())


def test_open_hands_are_closed_until_the_game_begins(new_store: NewStore, tmp_path: Path) -> None:
    """Who could see the hands before sitting down could choose the better one."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            ann, bob = served.player(), served.player()
            table = await ann.open({**CHROMINO, "options": {"hands": "open"}})
            for player in (ann, bob):
                for view in (await player.look(table)).views:
                    assert view["hand"] == []
                    assert not any(seat["shown"] or seat["known"] for seat in view["seats"])
            (after,) = (await bob.join(table)).views
            assert after["hand"]
            assert all(len(seat["shown"]) == seat["count"] for seat in after["seats"])

    asyncio.run(run())


def test_the_whole_history_can_be_had(new_store: NewStore, tmp_path: Path) -> None:
    """However long ago it was, and without what was taken back: as one sees it oneself."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            table, ann, bob = await two_people(served)
            rng, undone = Generator(6), []
            for _ in range(200):
                await play_on([ann, bob], rng, 1)
                undoer = next((live for live in (ann, bob) if live.you.undo), None)
                if undoer is not None and rng.below(3) == 0:
                    undone.append(undoer.seat)
                    answer = await undoer.undo()
                    assert isinstance(answer, Confirmed)
                    for live in (ann, bob):
                        await live.until(lambda live=live, answer=answer: live.version >= answer.version)
                if ann.status == "over":
                    break
            result = (await ann.player.ask("GET", f"/api/tables/{table}/events?since=0", None, 200)).json()
            assert result["snapshot"] is None
            laid = [piece["lay"] for update in result["updates"] for piece in update["laid"]]
            assert laid == ann.board[1:]
            assert result["updates"][-1]["version"] == ann.version
            events = [event for update in result["updates"] for event in update["events"]]
            assert [event["seat"] for event in events if event["event"] == "tookback"] == undone
            assert undone, "with this luck something is taken back"

    asyncio.run(run())


def test_leaving_and_taking_the_seat_back(new_store: NewStore, tmp_path: Path) -> None:
    """Who says that they leave is stood in for at once, and must say that they are back."""

    async def run() -> None:
        async with running(new_store(), tmp_path, replace(QUICK, pace=60)) as served:
            table, ann, bob = await two_people(served)
            for _ in range(2):
                await ann.player.ask("POST", f"/api/tables/{table}/leave", {}, 200)
            await bob.until(lambda: bob.table.seats[0].stood_in)
            refused = await ann.act("draw", 1)
            assert isinstance(refused, Refused)
            assert refused.code == "stood-in"
            await bob.player.ask("POST", f"/api/tables/{table}/return", {"seat": 1}, 403)
            await ann.player.ask("POST", f"/api/tables/{table}/return", {}, 200)
            await ann.until(lambda: not ann.table.seats[0].stood_in)
            await bob.until(lambda: bob.table.seats[0].here)
            seat, action = ann.choices()[0]
            assert isinstance(await ann.act(action, seat), Confirmed)

    asyncio.run(run())


def test_before_the_game(new_store: NewStore, tmp_path: Path) -> None:
    """Seats are taken once; who leaves opens theirs again; who has one keeps it."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            ann, bob, cid = served.player(), served.player(), served.player()
            table = await ann.open({"game": "chromino", "seats": people(3)})
            first = await ann.watch(table)
            assert (await bob.join(table, seat=3)).you.seats == [3]
            assert (await bob.join(table)).you.seats == [3]
            answer = await cid.ask("POST", f"/api/tables/{table}/join", {"seat": 3}, 409)
            assert answer.json()["reason"] == "seat 3 is not open; open: 2"
            await bob.ask("POST", f"/api/tables/{table}/leave", {}, 200)
            await first.until(lambda: first.table.seats[2].kind == "open")
            assert (await cid.join(table, seat=3, name="x" * 70)).table.seats[2].name == "x" * 24
            assert (await cid.join(table, seat=2)).you.seats == [2, 3], "two on one device"
            await first.until(lambda: first.status == "playing")
            both = await cid.watch(table)
            assert [view.seat for view in both.views] == [1, 2]
            assert all(view.hand for view in both.views)
            late = await bob.ask("POST", f"/api/tables/{table}/join", {}, 409)
            assert late.json()["reason"] == "no seat is open here; you can watch"

    asyncio.run(run())


def test_clocks_run_out_once(new_store: NewStore, tmp_path: Path) -> None:
    """Turns that ran out are taken by a bot."""

    async def run() -> None:
        request = {**CHROMINO, "clock": {"kind": "move", "seconds": 5}}
        store = new_store()
        async with running(store, tmp_path) as served:
            table, ann, bob = await two_people(served, request)
            assert ann.player is not None
            snapshot = await ann.player.look(table)
            assert snapshot.seconds_left is not None
            assert 0 < snapshot.seconds_left <= 5
            wall, monotonic = served.node.clock, served.node.monotonic
            passed = 0.0
            served.node.clock = lambda: wall() + passed
            served.node.monotonic = lambda: monotonic() + passed
            for _ in range(3):
                version = bob.version
                turn = bob.views[0].turn
                passed += 5
                served.room.sessions[table].schedule()
                await bob.until(lambda version=version: bob.version > version)
                if turn == 0:
                    await bob.until(lambda: bob.views[0].turn == 1 or bob.status == "over")
            late = [entry for entry in (await store.load(table)).entries if getattr(entry.body, "late", False)]  # type: ignore[union-attr]
            assert len(late) >= 3

    asyncio.run(run())


def test_nobody_is_late_for_a_server_that_was_away(new_store: NewStore, tmp_path: Path) -> None:
    """After a start, clocks that ran out meanwhile wait until people had time to come back."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            table, ann, _ = await two_people(served, {**CHROMINO, "clock": {"kind": "move", "seconds": 5}})
            me = ann.player
            served.players.remove(me)
        version = ann.version
        store = new_store()
        async with running(store, tmp_path, replace(QUICK, hold=1.0)) as served:
            wall, monotonic = served.node.clock, served.node.monotonic
            served.node.clock = lambda: wall() + 100
            served.node.monotonic = lambda: monotonic() + 100
            served.node.hold_until = served.node.monotonic() + 1.0
            me.go_to(served.address)
            again = await me.watch(table)
            await asyncio.sleep(0.3)
            result = await store.load(table)
            assert result is not None
            assert not any(getattr(entry.body, "late", False) for entry in result.entries[version:])
            await again.until(lambda: bool(again.events))
        await me.close()

    asyncio.run(run())


def test_several_on_one_device(new_store: NewStore, tmp_path: Path) -> None:
    """One person plays two seats and sees both hands; a spectator sees none, and nobody acts for a bot."""

    async def run() -> None:
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "device", "name": "Bob"}, {"kind": "bot"}]
        async with running(new_store(), tmp_path) as served:
            ann = served.player()
            table = await ann.open({"game": "florentine", "seats": seats})
            both = await ann.watch(table)
            assert both.you.seats == [1, 2]
            watcher = await served.player().watch(table)
            assert watcher.views[0].seat is None
            assert watcher.views[0].hand == ()
            refused = await both.act("pass", 3)
            assert isinstance(refused, Refused)
            assert refused.code == "not-yours"
            await play_on([both], Generator(3), 10)

    asyncio.run(run())


def test_undo_is_told_to_all(new_store: NewStore, tmp_path: Path) -> None:
    """Everybody's board goes back."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            _, ann, bob = await two_people(served)
            while not (lays := [(seat, action) for seat, action in ann.choices() if "@" in action]):
                _, ann, bob = await two_people(served)
            before = len(bob.board)
            assert isinstance(await ann.act(lays[0][1], lays[0][0]), Confirmed)
            await bob.until(lambda: len(bob.board) == before + 1)
            await ann.until(lambda: ann.you.undo == [1])
            assert isinstance(await ann.undo(), Confirmed)
            await bob.until(lambda: len(bob.board) == before)
            refused = await bob.undo()
            assert isinstance(refused, Refused)
            assert refused.code == "no-undo"
            why = await ann.send(Why(seat=1, action="BBB@50,50>"))
            assert isinstance(why, Reason)
            assert why.clause in ("C5", "C14")
            fine = await ann.send(Why(seat=1, action=lays[0][1]))
            assert isinstance(fine, Reason)
            assert fine.reason is None

    asyncio.run(run())


def test_a_table_that_nobody_looks_at_costs_no_memory(new_store: NewStore, tmp_path: Path) -> None:
    """It is put away after a while, and loaded again when somebody comes."""

    async def run() -> None:
        async with running(new_store(), tmp_path, replace(QUICK, idle=0.1)) as served:
            ann = served.player()
            tables = [await ann.open({"game": "chromino", "seats": people(2)}) for _ in range(5)]
            live = await ann.watch(tables[0])
            async with asyncio.timeout(10):
                while set(served.room.sessions) != {tables[0]}:
                    await asyncio.sleep(0.05)
            await live.close()
            async with asyncio.timeout(10):
                while served.room.sessions:
                    await asyncio.sleep(0.05)
            assert (await ann.look(tables[1])).you.seats == [1]

    asyncio.run(run())


@pytest.mark.parametrize("seen", [0, 3])
def test_a_gap_is_replayed(seen: int, new_store: NewStore, tmp_path: Path) -> None:
    """Who missed a little is told just that; it comes to the same as being there."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            table, ann, bob = await two_people(served)
            await play_on([ann, bob], Generator(4), 8)
            since = min(bob.encoded_at) + seen
            again = await bob.player.watch(table, bob, since)
            await again.until(lambda: again.version == bob.version)
            assert again.snapshots == 0
            assert again.views == bob.views
            answer = await bob.player.ask("GET", f"/api/tables/{table}/events?since={since}", None, 200)
            assert len(answer.json()["updates"]) == bob.version - since
            far = await bob.player.ask("GET", f"/api/tables/{table}/events?since={bob.version + 9}", None, 200)
            assert far.json()["snapshot"]["version"] == bob.version

    asyncio.run(run())


def test_who_missed_nothing_is_told_so(new_store: NewStore, tmp_path: Path) -> None:
    """Whoever comes back hears something at once, and how much time is left, even if nothing has happened."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            ann = served.player()
            clock = {"kind": "move", "seconds": 3600}
            table = await ann.open({"game": "florentine", "options": {"first": "1"}, "clock": clock})
            first = await ann.watch(table)
            again = await ann.watch(table, first)
            current = await asyncio.wait_for(again.answers.get(), PATIENCE)
            assert isinstance(current, Current)
            assert current.version == first.version
            assert current.seconds_left is not None
            assert 3500 < current.seconds_left <= 3600
            assert isinstance(await again.send(Sync(since=first.version)), Current)
            assert again.snapshots == again.updates == 0

    asyncio.run(run())
