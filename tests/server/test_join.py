"""`tessella join` seats a bot at a table: programs, Python classes and levels, whatever the connection does."""

import asyncio
import json
import stat
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tessella import record
from tessella.arena.bridge import Link, read_link
from tessella.arena.tableserver import BridgeError
from tessella.core import Generator
from tessella.games import game_named
from tessella.hosting import commands
from tessella.hosting.connection import TRY_AGAIN
from tessella.hosting.session import TableSession
from tessella.server.sqlite import SqliteStore
from tessella.tables.wire import live
from tests.server.harness import PATIENCE, QUICK, Player, people, play_on, running

ROOT = Path(__file__).parent.parent.parent
UNHURRIED = replace(QUICK, away=4 * PATIENCE, grace=4 * PATIENCE)
CARELESS = f"{sys.executable} {ROOT / 'examples/bots/careless.py'}:20s"


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ask the server itself; and the current folder has a module of bots."""
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "class First:\n"
        "    def choose(self, view, rng):\n"
        "        return view.legal[0] if view.turn == view.seat else None\n"
        "class Fails:\n"
        "    def choose(self, view, rng):\n"
        "        raise RuntimeError('no idea')\n",
        encoding="utf-8",
    )


async def started(*arguments: str) -> asyncio.subprocess.Process:
    """The command, as somebody would start it."""
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tessella", "join", *arguments, stdout=pipe, stderr=pipe
    )


async def output_of(process: asyncio.subprocess.Process) -> tuple[str, str]:
    """What it printed until its end."""
    try:
        out, err = await asyncio.wait_for(process.communicate(), 2 * PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
    return out.decode(), err.decode()


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("http://localhost:8000/table/k3v9x2m4q8w1", Link("http://localhost:8000", "k3v9x2m4q8w1")),
        ("https://a.example/games/table/k3v9x2m4q8w1/", Link("https://a.example/games", "k3v9x2m4q8w1")),
        ("https://a.example/games/#/table/k3v9x2m4q8w1", Link("https://a.example/games", "k3v9x2m4q8w1")),
        ("https://a.example/#/table/k3v9x2m4q8w1", Link("https://a.example", "k3v9x2m4q8w1")),
    ],
)
def test_links(text: str, link: Link) -> None:
    """As people share them: below a folder, or behind a #."""
    assert read_link(text) == link


@pytest.mark.parametrize("text", ["", "k3v9x2m4q8w1", "ftp://a.example/table/k3v9x2m4q8w1", "http://a.example/table/x"])
def test_what_is_no_link(text: str) -> None:
    """The error shows one."""
    with pytest.raises(
        BridgeError, match=r"is no link of a table: a table's link is like http://localhost:8000/table/"
    ):
        read_link(text)


@pytest.mark.parametrize(
    ("bot", "table"),
    [
        (CARELESS, {"game": "chromino", "options": {"edition": "meccano"}, "seats": people(2)}),
        (CARELESS, {"game": "florentine", "seats": people(2)}),
        ("mine:First", {"game": "chromino", "seats": [*people(2), {"kind": "bot"}]}),
        ("steady", {"game": "florentine", "seats": people(2)}),
    ],
)
def test_a_whole_game(bot: str, table: dict[str, Any], tmp_path: Path) -> None:
    """Against a person: the record replays, and every line says what happened."""

    async def run() -> None:
        # The bot has all the time it needs to connect: no other bot may stand in for it.
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path, UNHURRIED) as served:
            ann = served.player()
            opened = await ann.open(table)
            process = await started(f"{served.address}/table/{opened}", bot, "--name", "Robin")
            watching = await ann.watch(opened)
            await watching.until(lambda: watching.status == "playing")
            assert watching.table.seats[1].name == "Robin"
            await play_on([watching], Generator(1))
            out, err = await output_of(process)
            assert (err, process.returncode) == ("", 0)
            lines = out.splitlines()
            assert lines[0] == f"{bot} has seat 2 at table {opened} ({table['game']})"
            assert lines[1] == "the game begins"
            assert lines[-1].startswith("over: seat ")
            text = (await ann.ask("GET", f"/api/tables/{opened}/record", None, 200)).text
            own = [f"seat 2: {action}" for seat, action in record.parse(text).actions if seat == 1]
            lines = [line for line in lines if line.startswith("seat 2: ")]
            assert lines in (own, own[:-1])  # what ends the game may be confirmed after its end

    asyncio.run(run())


def test_what_was_not_confirmed_is_sent_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection drops when a command is stored and before that is sent: with the same key it is done once."""
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
            both = [await started(f"{served.address}/table/{table}", bot) for bot in (CARELESS, "mine:First")]
            outputs = [await output_of(process) for process in both]
            assert [(err, process.returncode) for (_, err), process in zip(outputs, both, strict=True)] == [("", 0)] * 2
            assert any("the connection was lost; next try in 0.05 s" in out for out, _ in outputs)
            text = (await ann.ask("GET", f"/api/tables/{table}/record", None, 200)).text
            own = [seat for seat, _ in record.parse(text).actions if seat < 2]
            # A bot of the server may have acted for one that came back late.
            assert len(own) >= len(set(keys)) == len(keys) - 2

    asyncio.run(run())


def test_the_server_restarts(tmp_path: Path) -> None:
    """It comes back by itself and plays on."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            ann = Player(served.address)
            port = int(served.address.rpartition(":")[2])
            table = await ann.open({"game": "chromino", "seats": people(2)})
            process = await started(f"{served.address}/table/{table}", "mine:First")
            watching = await ann.watch(table)
            await watching.until(lambda: watching.status == "playing")
            await play_on([watching], Generator(1), stop=lambda: watching.version > 8)
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path, QUICK, port):
            watching = await ann.watch(table)
            await play_on([watching], Generator(2))
            out, err = await output_of(process)
            assert (err, process.returncode) == ("", 0)
            assert "over: seat " in out
            await ann.close()

    asyncio.run(run())


def test_an_identity_comes_back_to_its_seat(tmp_path: Path) -> None:
    """The file is for its owner alone; a second start takes no other seat."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            ann = served.player()
            table = await ann.open({"game": "chromino", "seats": [*people(2), {"kind": "open"}]})
            file = tmp_path / "who"
            arguments = (f"{served.address}/table/{table}", "mine:First", "--identity", str(file))
            for _ in range(2):
                process = await started(*arguments)
                assert process.stdout is not None
                line = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
                assert line == f"mine:First has seat 2 at table {table} (chromino)\n"
                process.kill()
                await process.communicate()
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            assert list(json.loads(file.read_text("utf-8"))) == [served.address]

    asyncio.run(run())


def test_it_stays_for_a_rematch(tmp_path: Path) -> None:
    """It agrees when another player asks for one, and plays it."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path, UNHURRIED) as served:
            ann = served.player()
            table = await ann.open({"game": "florentine", "seats": people(2)})
            process = await started(f"{served.address}/table/{table}", "mine:First", "--stay")
            watching = await ann.watch(table)
            await watching.until(lambda: watching.status == "playing")
            await play_on([watching], Generator(1))
            await ann.ask("POST", f"/api/tables/{table}/rematch", None, 200)
            await watching.until(lambda: watching.table.rematch is not None)
            following = watching.table.rematch
            assert following is not None
            again = await ann.watch(following)
            await again.until(lambda: again.status == "playing")
            await play_on([again], Generator(2))
            process.terminate()
            out, _ = await output_of(process)
            assert f"rematch at table {following}" in out

    asyncio.run(run())


def test_what_it_says_when_it_cannot_play(tmp_path: Path) -> None:
    """In a line, with an exit code: no server, no table, no seat, no bot, a bot that fails."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path, UNHURRIED) as served:
            ann = served.player()
            full = await ann.open({"game": "chromino"})
            free = await ann.open({"game": "chromino", "options": {"first": "2"}, "seats": people(2)})
            other = await ann.open({"game": "chromino", "options": {"first": "2"}, "seats": people(2)})
            for link, bot, reason in [
                ("http://127.0.0.1:1/table/k3v9x2m4q8w1", "steady", "there is no server at http://127.0.0.1:1: "),
                (f"{served.address}/table/k3v9x2m4q8w1", "steady", "the server refuses: there is no such table"),
                (f"{served.address}/table/{full}", "steady", "the server refuses: no seat is open here"),
                (f"{served.address}/table/{free}", "nobody", "there is no bot 'nobody' for chromino"),
                (f"{served.address}/table/{free}", "./nobody", "there is no program ./nobody"),
                (
                    f"{served.address}/table/{free}",
                    "mine:Fails",
                    "mine:Fails failed: RuntimeError('no idea'); a bot of",
                ),
                (f"{served.address}/table/{other}", f"{sys.executable} -V", "printed a line that is not JSON: Python"),
            ]:
                process = await started(link, bot)
                _, err = await output_of(process)
                assert reason in err
                assert err.count("\n") == 1
                assert process.returncode == 1

    asyncio.run(run())


@pytest.mark.parametrize("game", ["chromino", "florentine"])
def test_a_table_sends_the_views_of_the_arena(game: str, tmp_path: Path) -> None:
    """The same position has the same JSON at a table and in the arena, from the deal to the end."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            ann, ben = served.player(), served.player()
            table = await ann.open({"game": game, "seats": people(2)})
            await ben.ask("POST", f"/api/tables/{table}/join", {}, 200)
            both = [await ann.watch(table), await ben.watch(table)]
            seen: list[list[Any]] = []
            for version in (0, 3, 6, 12, 18, 1000):
                await play_on(both, Generator(5), stop=lambda last=version: both[0].version >= last)
                answers = [await player.ask("GET", f"/api/tables/{table}", None, 200) for player in (ann, ben)]
                seen.append([answer.json()["views"][0] for answer in answers])
            text = (await ann.ask("GET", f"/api/tables/{table}/record", None, 200)).text
            read = record.parse(text)
            state = game_named(game).new(read.options, read.seed)
            states = [[state.view(seat).to_json() for seat in range(2)]]
            for actor, action in read.actions:
                state.apply(actor, action)
                states.append([state.view(seat).to_json() for seat in range(2)])
            assert all(views in states for views in seen)
            assert seen[-1] == states[-1]
            assert len(seen[3][0]["board"]) > 2

    asyncio.run(run())
