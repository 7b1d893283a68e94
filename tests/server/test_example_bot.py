"""The example in examples/bots/at_a_table.py comes to real tables, and does not lose its way there."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from tessella import record
from tessella.core import Generator
from tessella.hosting import commands
from tessella.hosting.connection import TRY_AGAIN
from tessella.hosting.session import TableSession
from tessella.server.sqlite import SqliteStore
from tessella.tables.wire import live
from tests.server.harness import PATIENCE, QUICK, Player, people, play_on, running

EXAMPLE = Path(__file__).parent.parent.parent / "examples/bots/at_a_table.py"


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example asks as its user's settings say; here it must ask the server itself."""
    monkeypatch.setenv("no_proxy", "*")


async def started(link: str, *arguments: str) -> asyncio.subprocess.Process:
    """The example, as somebody would start it."""
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        sys.executable, str(EXAMPLE), link, *arguments, stdout=pipe, stderr=pipe
    )


async def output_of(process: asyncio.subprocess.Process) -> tuple[str, str]:
    """What it said until its end."""
    try:
        out, err = await asyncio.wait_for(process.communicate(), 2 * PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
    return out.decode(), err.decode()


async def finished(player: Player, table: str) -> record.Record:
    """The record of a game that is over; reading it plays it again."""
    return record.parse((await player.ask("GET", f"/api/tables/{table}/record", None, 200)).text)


TABLES: list[dict[str, Any]] = [
    {"game": "chromino", "options": {"edition": "meccano"}, "seats": people(2)},
    {"game": "florentine", "seats": people(2)},
    {"game": "chromino", "seats": [*people(2), {"kind": "bot", "level": "steady"}]},
]


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_whole_game(number: int, tmp_path: Path) -> None:
    """C13, C22, F14: against a person, and a bot of the server's, by its link."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            ann = served.player()
            table = await ann.open(TABLES[number])
            process = await started(f"{served.address}/anything/{table}", "--name", "Robin", "--seed", "1")
            watching = await ann.watch(table)
            await watching.until(lambda: watching.status == "playing")
            assert watching.table.seats[1].name == "Robin"
            await play_on([watching], Generator(number))
            out, err = await output_of(process)
            assert (err, process.returncode) == ("", 0)
            assert out.startswith("over: seat ")
            assert len((await finished(ann, table)).actions) > 10

    asyncio.run(run())


def test_what_was_not_confirmed_is_sent_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection drops when a command is stored and before that is said: with the same key it is done once."""
    keys: list[str] = []
    play = commands.play

    async def cut(session: TableSession, identity: str | None, message: live.Act | live.Undo) -> int:
        version = await play(session, identity, message)
        keys.append(message.key)
        if keys.count(message.key) == 1 and len(set(keys)) in (1, 4):
            for connection in list(session.connections):
                if connection.identity == identity:
                    connection.close(TRY_AGAIN)
        return version

    monkeypatch.setattr(commands, "play", cut)

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            ann = served.player()
            table = await ann.open({"game": "chromino", "seats": [*people(2), {"kind": "bot"}]})
            await ann.ask("POST", f"/api/tables/{table}/leave", {"seat": 1}, 200)
            # Seats 1 and 2 are open now: two of the kind.
            both = [await started(f"{served.address}/{table}", "--seed", str(seed)) for seed in (1, 2)]
            outputs = [await output_of(process) for process in both]
            assert [(err, process.returncode) for (_, err), process in zip(outputs, both, strict=True)] == [("", 0)] * 2
            result = await finished(ann, table)
            own = [seat for seat, _ in result.actions if seat < 2]
            assert len(own) == len(set(keys)) == len(keys) - 2

    asyncio.run(run())


def test_the_server_restarts(tmp_path: Path) -> None:
    """It comes back by itself, takes its seat back from who stood in, and plays on."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            ann = Player(served.address)
            port = int(served.address.rpartition(":")[2])
            table = await ann.open({"game": "chromino", "seats": people(2)})
            process = await started(f"{served.address}/{table}", "--seed", "3")
            watching = await ann.watch(table)
            await watching.until(lambda: watching.status == "playing")
            await play_on([watching], Generator(1), stop=lambda: watching.version > 8)
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path, QUICK, port):
            watching = await ann.watch(table)
            await play_on([watching], Generator(2))
            out, err = await output_of(process)
            assert (err, process.returncode) == ("", 0)
            assert out.startswith("over: seat ")
            await ann.close()

    asyncio.run(run())


def test_what_it_says_when_it_cannot_play(tmp_path: Path) -> None:
    """In a line: no server, no table, no seat."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            full = await served.player().open({"game": "chromino"})
            for link, reason in [
                ("http://127.0.0.1:1/k3v9x2m4q8w1", "there is no server at http://127.0.0.1:1"),
                (f"{served.address}/k3v9x2m4q8w1", "the server says: there is no such table"),
                (f"{served.address}/{full}", "the server says: no seat is open here"),
                ("ftp://there", "a table's link is like"),
            ]:
                process = await started(link)
                assert reason in (await output_of(process))[1]
                assert process.returncode == 1

    asyncio.run(run())
