"""tessella serve, data and verify: what they say, and what they say when something is wrong."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tessella.cli import main
from tessella.core import Generator
from tessella.hosting import opening
from tessella.hosting.node import Node
from tessella.hosting.room import Room
from tessella.hosting.settings import Settings
from tessella.hosting.store import StartError
from tessella.server.serve import listening, listening_at_one_of
from tessella.server.sqlite import SqliteStore
from tessella.server.workers import ProcessWorkers
from tessella.tables.wire.tables import NewTable, SeatRequest
from tests.server.harness import people, play_on, running


def serve(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tessella", "serve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_serving_and_stopping(tmp_path: Path) -> None:
    """It says where it is and which kernels run, refuses a second one on the same data, and stops when asked."""
    process = serve("--port", "0", "--data", str(tmp_path))
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "Tessella is at http://localhost:" in line
        port = int(line.split("localhost:")[1].split()[0])
        assert httpx.get(f"http://127.0.0.1:{port}/ready", trust_env=False).text == "ready\n"
        second = serve("--port", "0", "--data", str(tmp_path))
        assert second.wait(30) == 1
        assert "another server keeps its tables in" in second.communicate()[1]
        taken = serve("--port", str(port), "--data", str(tmp_path / "other"))
        assert taken.wait(30) == 1
        assert f"--port {port + 1}" in taken.communicate()[1]
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        log = process.communicate()[1]
        lines = [json.loads(each) for each in log.splitlines()]
        assert all(line["level"] == "info" and {"time", "logger", "message"} <= line.keys() for line in lines)
        assert any("the rules run" in line["message"] for line in lines)
    finally:
        process.kill()
        process.communicate()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to see who is left")
def test_nothing_is_left_of_a_server_that_was_killed(tmp_path: Path) -> None:
    """Those who think for its bots end with it."""
    process = serve("--port", "0", "--data", str(tmp_path))
    assert process.stdout is not None
    process.stdout.readline()
    children: list[str] = []
    until = time.monotonic() + 30
    try:
        while time.monotonic() < until and not children:
            lists = [path.read_text().split() for path in Path(f"/proc/{process.pid}/task").glob("*/children")]
            children = [
                child
                for each in lists
                for child in each
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
            ]
        assert children, "nobody thinks"
        time.sleep(1.0)  # until it has started to watch
    finally:
        process.kill()
        process.communicate()
    while time.monotonic() < until and any(Path(f"/proc/{child}").exists() for child in children):
        time.sleep(0.1)
    assert not [child for child in children if Path(f"/proc/{child}").exists()]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--database", "mysql://x"], "--database takes a URL like postgresql://"),
        (["--database", "postgresql://nobody@127.0.0.1:1/x"], "cannot reach the database: .* Is PostgreSQL running"),
        (["--data", "{file}/x"], "cannot write in .*--data FOLDER"),
        (["--port", "70000"], "--port is a number from 0 to 65535"),
        (["--bot-workers", "0"], "--bot-workers cannot be 0"),
        (["--host", "no.such.host.invalid"], "cannot listen at no.such.host.invalid"),
    ],
)
def test_what_keeps_it_from_starting(
    arguments: list[str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said what is wrong, and what to do."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TESSELLA_DATA", str(tmp_path / "data"))
    with pytest.raises(SystemExit) as caught:
        main(["serve", "--port", "0", *(word.format(file=tmp_path / "file") for word in arguments)])
    assert isinstance(caught.value.code, str)
    import re

    assert re.search(reason, caught.value.code, re.DOTALL), caught.value.code


def test_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record from the server holds what was promised; a changed one does not."""

    async def run() -> tuple[str, str]:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            ann, bob = served.player(), served.player()
            table = await ann.open({"game": "chromino", "seats": people(2)})
            early = await ann.ask("GET", f"/api/tables/{table}/record", None, 409)
            assert "when the game is over" in early.json()["reason"]
            await bob.join(table)
            lives = [await ann.watch(table), await bob.watch(table)]
            promised = lives[0].table.commitment
            await play_on(lives, Generator(1))
            return (await ann.ask("GET", f"/api/tables/{table}/record", None, 200)).text, promised

    text, promised = asyncio.run(run())
    path = tmp_path / "game.txt"
    path.write_text(text)
    main(["verify", str(path)])
    output = capsys.readouterr().out
    assert "It equals the commitment." in output
    main(["verify", str(path), "--commitment", promised.upper(), "--json"])
    assert json.loads(capsys.readouterr().out)["kept"] is True
    with pytest.raises(SystemExit, match="not the deal that was fixed before the game"):
        main(["verify", str(path), "--commitment", "0" * 64])
    path.write_text("\n".join(line for line in text.splitlines() if not line.startswith("commitment")))
    with pytest.raises(SystemExit, match="has no commitment"):
        main(["verify", str(path)])


def test_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A host can see what is kept, give it out, and delete it; what is old can go."""

    async def run() -> str:
        store = SqliteStore(tmp_path / "tables.db")
        await store.open()
        room = Room(Node(store, ProcessWorkers(Settings()), Settings(), "n"))
        request = NewTable(game="chromino", seats=[SeatRequest(kind="me"), SeatRequest(kind="bot")])
        table = await opening.open_table(room, "ann", request, "Ann")
        await store.close()
        return table

    def printed(*arguments: str) -> object:
        main(["data", *arguments, "--data", str(tmp_path)])
        return json.loads(capsys.readouterr().out)

    table = asyncio.run(run())
    assert printed("summary") == {"people": 1, "tables": {"playing": 1}}
    day = time.strftime("%Y-%m-%d", time.gmtime())
    assert printed("people") == [{"person": "ann", "name": None, "since": day}]
    result = printed("export", "ann")
    assert result == {
        "person": "ann",
        "name": None,
        "since": day,
        "tables": [{"table": table, "game": "chromino", "opened": day, "seats": {"1": "Ann"}, "actions": []}],
    }
    for arguments, reason in [
        (["export", "bob"], "nobody here has the identity 'bob'"),
        (["export"], "name a person"),
        (["people", "ann"], "people does not take a person"),
        (["prune", "--days", "0"], "--days is at least 1"),
    ]:
        with pytest.raises(SystemExit, match=reason):
            printed(*arguments)
    assert printed("delete", "ann") == {"deleted": "ann"}
    assert printed("people") == []
    assert printed("prune") == {"deleted": 0}
    os.utime(tmp_path)
    assert printed("summary") == {"people": 0, "tables": {"playing": 1}}


def test_a_free_port_is_found() -> None:
    """Port 0 means any."""
    with listening("127.0.0.1", 0) as result:
        assert isinstance(result, socket.socket)
        port = result.getsockname()[1]
        with listening_at_one_of("127.0.0.1", [port, 0]) as other:
            assert other.getsockname()[1] not in (0, port)
        with pytest.raises(StartError, match="Take another"):
            listening_at_one_of("127.0.0.1", [port, port])
