"""Whatever is sent, the server stays up, tells nothing it should not, and nothing is played."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok

from tessella.core import Generator
from tessella.server.socket import LiveConnection
from tessella.server.sqlite import SqliteStore
from tessella.tables.wire import live as wire
from tessella.tables.wire.live import Refused
from tests.chromino.test_leaks import Tiles
from tests.server.frames import send_fuzz
from tests.server.harness import QUICK, Player, people, play_on, running

FRAMES = 2000
"""`make soak` sends 100,000."""
EXAMPLES = 20
"""Of each operation of the API."""


async def fuzz(folder: Path, frames: int, seed: int = 1) -> dict[str, int]:
    """Outsiders send anything to a table where two people play; what came of it."""
    rng = Generator(seed)
    hurried = replace(QUICK, frames_rate=10**6, frames_burst=10**6)
    figures = {"frames": 0, "answered": 0, "reconnected": 0}
    async with running(SqliteStore(folder / "t.db"), folder, hurried) as served:
        ann, bob, eve = served.player(), served.player(), served.player()
        table = await ann.open({"game": "chromino", "seats": people(2)})
        await bob.join(table)
        lives = [await ann.watch(table), await bob.watch(table)]
        await lives[0].until(lambda: all(seat.here for seat in lives[0].table.seats))
        await play_on(lives, rng, 4)
        before = await served.node.store.load(table)
        assert before is not None
        attacker = await eve.watch(table)
        while figures["frames"] < frames:
            attacker.strict = False  # it asks for what it knows already
            figures["answered"] += await send_fuzz(attacker, 100, rng)
            figures["frames"] += 100
            require_no_leak(attacker.frames, served, table)
            await attacker.close()
            attacker = await eve.watch(table)
            figures["reconnected"] += 1
        after = await served.node.store.load(table)
        assert after is not None
        assert [entry for entry in after.entries if hasattr(entry.body, "action")] == [
            entry for entry in before.entries if hasattr(entry.body, "action")
        ], "a stranger has played"
        await play_on(lives, rng)
        assert lives[0].status == "over"
    return figures


def require_no_leak(frames: list[bytes], served: Any, table: str) -> None:
    """A stranger learns what is on the board, and what they said themselves is not repeated as a fact."""
    state = served.room.sessions[table].table.state
    ledger = Tiles(state)
    for raw in frames:
        message = wire.decode_server(raw)
        if isinstance(message, Refused):
            continue
        assert not ledger.mentioned(raw.decode()) - ledger.public


def test_fuzzed_frames(tmp_path: Path) -> None:
    """C19: broken JSON, wrong types, huge frames, foreign seats, replayed keys."""
    figures = asyncio.run(fuzz(tmp_path, FRAMES))
    assert figures["frames"] >= FRAMES
    assert figures["answered"] > FRAMES / 2


def test_who_sends_only_rubbish_is_shown_out(tmp_path: Path) -> None:
    """After a hundred slips the connection is closed; a frame that is too long closes it at once; they may return."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            player = served.player()
            table = await player.open({"game": "chromino"})
            live = await player.watch(table)
            for _ in range(100):
                await live.socket.send("rubbish")
            await live.until(lambda: live.closed is not None)
            assert live.closed is not None
            assert live.closed[0] == 1008
            long = await player.watch(table)
            await long.socket.send("x" * 9000)
            await long.until(lambda: long.closed is not None)
            assert long.closed is not None
            assert long.closed[0] == 1009
            again = await player.watch(table)
            assert again.version >= 0

    asyncio.run(run())


def test_too_many_frames_and_connections(tmp_path: Path) -> None:
    """Each has its limit; what is over it is refused and has no effect."""

    async def run() -> None:
        hurried = replace(QUICK, frames_rate=0.01, frames_burst=3, connections_each=2, connections_table=3)
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path, hurried) as served:
            ann = served.player()
            table = await ann.open({"game": "chromino"})
            live = await ann.watch(table)
            codes = []
            for _ in range(5):
                answer = await live.act("dance", 1)
                assert isinstance(answer, Refused)
                codes.append(answer.code)
            assert codes == ["unreadable"] * 3 + ["too-fast"] * 2
            await ann.watch(table)
            with pytest.raises(AssertionError, match="too many connections"):
                await ann.watch(table)
            await served.player().watch(table)
            with pytest.raises(AssertionError, match="too many people"):
                await served.player().watch(table)
            nowhere = served.player()
            with pytest.raises(AssertionError, match="no such table"):
                await nowhere.watch("a" * 12)

    asyncio.run(run())


def test_a_slow_reader_holds_up_nobody(tmp_path: Path) -> None:
    """Who does not read is dropped; the others play on, and the slow one may return."""

    async def run() -> None:
        hurried = replace(QUICK, queue=2)
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path, hurried) as served:
            ann, bob = served.player(), served.player()
            table = await ann.open({"game": "florentine", "seats": people(2)})
            await bob.join(table)
            lives = [await ann.watch(table), await bob.watch(table)]
            sleeper = Player(served.address)
            slow = await sleeper.watch(table)
            slow.socket.transport.pause_reading()
            connection = next(iter(c for c in served.room.sessions[table].connections if c.seats == ()))
            assert isinstance(connection, LiveConnection)
            connection.protocol.pause_writing()  # as the transport does when its buffer is full
            await play_on(lives, Generator(1), 20)
            assert connection.closed
            async with asyncio.timeout(10):
                while connection in served.room.sessions[table].connections:
                    await asyncio.sleep(0.05)
            connection.protocol.resume_writing()
            slow.socket.transport.resume_reading()
            await slow.until(lambda: slow.closed is not None)
            again = await sleeper.watch(table)
            await again.until(lambda: again.version == lives[0].version)
            assert again.board == lives[0].board
            await sleeper.close()

    asyncio.run(run())


def test_the_api_keeps_to_its_description(tmp_path: Path) -> None:
    """Schemathesis makes requests from the OpenAPI document, good and bad; no answer is a surprise."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            player = served.player()
            table = await player.open({"game": "chromino", "seats": people(2)})
            before = await player.look(table)
            sent = await asyncio.to_thread(explore, served.address, table, EXAMPLES)
            assert sent > 10 * EXAMPLES
            assert await player.look(table) == before, "strangers have changed a table that they only know the name of"

    asyncio.run(run())


def explore(address: str, table: str, examples: int) -> int:
    """Try every operation of the API with so many examples, by somebody who knows of a table; how many requests."""
    # What can be understood, but makes no sense (options that do not go together), is 422.
    expected = {"expected-statuses": ["2xx", "403", "404", "409", "422"]}
    config = schemathesis.Config.from_dict({"checks": {"positive_data_acceptance": expected}})
    schema = schemathesis.openapi.from_url(f"{address}/api/schema/openapi.json", config=config)
    sent = 0
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()

        @settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(), known=st.booleans())
        def check(case: Any, known: bool) -> None:
            nonlocal sent
            joins = case.path.endswith(("join",))
            if known and not joins and "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = table
            case.call_and_validate()
            sent += 1

        check()
    return sent
