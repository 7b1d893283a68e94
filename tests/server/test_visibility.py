"""A change is visible only after it is stored: while the store is slow, and after it has failed."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tessella.core import Generator
from tessella.hosting.store import StoreUnavailable
from tessella.server.sqlite import SqliteStore
from tessella.tables.wire.live import Confirmed, Current, Reason, Refused, Sync, Why
from tests.server.conftest import NewStore
from tests.server.harness import Live, Served, play_on, running
from tests.server.test_seats import two_people

QUICKLY = 3.0
"""Seconds within which a reader is answered, although a change of the table waits for the store."""


class HeldStore:
    """Holds back `append` of a store between `hold` and `release`."""

    def __init__(self, store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.append = store.append
        self.free = asyncio.Event()
        self.free.set()
        self.waiting = asyncio.Event()
        monkeypatch.setattr(store, "append", self._append)

    async def _append(self, *arguments: Any) -> None:
        if not self.free.is_set():
            self.waiting.set()
        await self.free.wait()
        await self.append(*arguments)

    @contextlib.asynccontextmanager
    async def held(self, acting: Live, seat: int, action: str) -> AsyncIterator["asyncio.Task[Any]"]:
        """An action that is decided, but not stored until the block ends."""
        self.free.clear()
        self.waiting.clear()
        task = asyncio.create_task(acting.act(action, seat))
        try:
            await asyncio.wait_for(self.waiting.wait(), QUICKLY)
            yield task
        finally:
            self.free.set()
        assert isinstance(await task, Confirmed)


async def until_it_is_my_turn(first: Live, second: Live) -> tuple[Live, Live]:
    """The player on turn, then the other one."""
    await first.until(lambda: bool(first.choices() or second.choices()))
    return (first, second) if first.choices() else (second, first)


def test_readers_see_the_stored_version_while_the_store_is_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over the live connection and over HTTP; the change follows once it is stored. (With several nodes a reader asks
    the store first, and waits for the change under way.)"""

    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        async with running(store, tmp_path) as served:
            table, first, second = await two_people(served)
            mine, theirs = await until_it_is_my_turn(first, second)
            version = mine.version
            seat, action = mine.choices()[0]
            holding = HeldStore(store, monkeypatch)
            async with holding.held(mine, seat, action), asyncio.timeout(QUICKLY):
                current = await theirs.send(Sync(since=version))
                assert isinstance(current, Current)
                assert current.version == version
                why = await theirs.send(Why(seat=seat, action=action))
                assert isinstance(why, Refused)
                assert why.version == version
                watching = await theirs.player.watch(table)
                assert watching.version == version
                assert (await theirs.player.look(table)).version == version
                events = await theirs.player.ask("GET", f"/api/tables/{table}/events?since={version}", None, 200)
                assert events.json() == {"updates": [], "snapshot": None}
            for live in (mine, theirs, watching):
                await live.until(lambda live=live: live.version == version + 1)

    asyncio.run(run())


def test_why_is_answered_from_the_stored_version(
    tmp_path: Path, new_store: NewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is being stored may still be asked about as if it had not been done."""

    async def run() -> None:
        store = new_store()
        async with running(store, tmp_path) as served:
            table, first, second = await two_people(served)
            mine, _ = await until_it_is_my_turn(first, second)
            seat, action = mine.choices()[0]
            twin = await mine.player.watch(table)
            holding = HeldStore(store, monkeypatch)
            async with holding.held(mine, seat, action), asyncio.timeout(QUICKLY):
                reason = await twin.send(Why(seat=seat, action=action))
                assert isinstance(reason, Reason)
                assert reason.reason is None

    asyncio.run(run())


def test_a_refusal_names_the_stored_version(
    tmp_path: Path, new_store: NewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also that of a server which is about to stop."""

    async def run() -> None:
        store = new_store()
        async with running(store, tmp_path) as served:
            _, first, second = await two_people(served)
            mine, theirs = await until_it_is_my_turn(first, second)
            version = mine.version
            seat, action = mine.choices()[0]
            holding = HeldStore(store, monkeypatch)
            async with holding.held(mine, seat, action), asyncio.timeout(QUICKLY):
                served.node.stopping = True
                refused = await theirs.undo()
                served.node.stopping = False
                assert isinstance(refused, Refused)
                assert refused.code == "away"
                assert refused.version == version

    asyncio.run(run())


def test_the_record_waits_until_the_last_move_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record contains the seed: it is given out when the end of the game is stored, not before."""

    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        async with running(store, tmp_path) as served:
            table, mine, seat, action = await before_the_last_move(served)
            holding = HeldStore(store, monkeypatch)
            async with holding.held(mine, seat, action), asyncio.timeout(QUICKLY):
                early = await mine.player.ask("GET", f"/api/tables/{table}/record", None, 409)
                assert early.json()["code"] == "not-over"
                assert (await mine.player.look(table)).table.seed is None
            await mine.until(lambda: mine.status == "over")
            await mine.player.ask("GET", f"/api/tables/{table}/record", None, 200)

    asyncio.run(run())


async def before_the_last_move(served: Served) -> tuple[str, Live, int, str]:
    """A table at which one action ends the game."""
    for seed in range(20):
        ann = served.player()
        table = await ann.open({"game": "florentine", "seats": [{"kind": "me"}, {"kind": "device"}]})
        live = await ann.watch(table)
        for _ in range(300):
            for seat, action in live.choices():
                if await ends(served, table, seat, action):
                    return table, live, seat, action
            if live.status == "over":
                break
            await play_on([live], Generator(seed), 1)
    raise AssertionError("no game ends with an action that is known beforehand")


async def ends(served: Served, table_id: str, seat: int, action: str) -> bool:
    """Whether an action ends the game."""
    table = await served.room.table(table_id)
    state = table.state.copy()
    state.apply(seat - 1, table.game.parse(action))
    return state.turn is None


def test_a_change_that_could_not_be_stored_is_never_seen(
    tmp_path: Path, new_store: NewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command is refused as "away"; afterwards everybody still sees the version that is stored."""

    async def run() -> None:
        store = new_store()
        async with running(store, tmp_path) as served:
            table, first, second = await two_people(served)
            mine, theirs = await until_it_is_my_turn(first, second)
            version = mine.version
            seat, action = mine.choices()[0]

            async def fail(*arguments: Any) -> None:
                raise StoreUnavailable("no space left")

            with monkeypatch.context() as patched:
                patched.setattr(store, "append", fail)
                refused = await mine.act(action, seat, key="once")
                assert isinstance(refused, Refused)
                assert refused.code == "away"
                assert refused.version is None
            assert (await theirs.player.look(table)).version == version
            again = await mine.act(action, seat, key="once")
            assert isinstance(again, Confirmed)
            assert again.version == version + 1

    asyncio.run(run())
