"""The same seed and actions through a server and through a device: the same messages for every seat.

The device's code runs here, and once more in the engine of the browser, as WebAssembly.
"""

import asyncio
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tessella.browser import start
from tessella.games import GAMES
from tessella.server.sqlite import SqliteStore
from tests.browser.engine import PYODIDE, why_no_engine
from tests.browser.games import Channel, Transcript, device, play, set_up
from tests.browser.memory import MemoryStorage
from tests.server.harness import PATIENCE, Player, running

pytestmark = [pytest.mark.once, pytest.mark.slow]
GAMES_PLAYED = 200
AT_ONCE = 40
"""Games that the server plays at the same time: their writes share commits."""


class SocketChannel:
    """A live connection to a table of a server."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket

    async def next(self) -> str:
        """The next message."""
        return str(await asyncio.wait_for(self.socket.recv(), PATIENCE))

    async def send(self, text: str) -> None:
        """Send a command."""
        await self.socket.send(text)

    async def close(self) -> None:
        """Leave the table."""
        await self.socket.close()


class ServerHome:
    """The tables of a server."""

    def __init__(self, player: Player, seeds: list[str]) -> None:
        self.player = player
        self.seeds = seeds
        self.opening = asyncio.Lock()

    async def open(self, seed: str, body: dict[str, Any]) -> str:
        """Open a table with this seed; its id."""
        async with self.opening:
            self.seeds.append(seed)
            return await self.player.open(body)

    async def connect(self, table: str) -> Channel:
        """A live connection to a table."""
        return SocketChannel(await self.player.socket(table))


def test_the_games_cover_every_edition() -> None:
    """Every edition of every game, from one to several players."""
    tables = [set_up(number) for number in range(GAMES_PLAYED)]
    played = {(table["game"], table["options"]["edition"]) for table in tables}
    assert played == {(game.name, edition) for game in GAMES.values() for edition in game.editions}
    assert {len(table["seats"]) for table in tables} == {1, 2, 3, 4}


async def through_a_server(folder: Path) -> list[Transcript]:
    """The transcripts of all games at a server."""
    transcripts: list[Transcript] = []
    async with running(SqliteStore(folder / "t.db"), folder) as served:
        seeds: list[str] = []
        served.node.new_seed = lambda: seeds.pop(0)
        home = ServerHome(served.player(), seeds)
        for first in range(0, GAMES_PLAYED, AT_ONCE):
            numbers = range(first, first + AT_ONCE)
            transcripts += await asyncio.gather(*(play(home, number) for number in numbers))
    return transcripts


async def through_a_device() -> list[Transcript]:
    """The same on a device."""
    home = await device(MemoryStorage(), start)
    transcripts = [await play(home, number) for number in range(GAMES_PLAYED)]
    await home.host.stop()
    return transcripts


def test_server_and_device_send_the_same(tmp_path: Path) -> None:
    """Events, pieces, views and answers are identical, message by message."""
    served = asyncio.run(through_a_server(tmp_path))
    here = asyncio.run(through_a_device())
    for number, (one, other) in enumerate(zip(served, here, strict=True)):
        assert one.messages == other.messages, f"game {number}: {set_up(number)}"
    assert sum(transcript.actions for transcript in served) > 20 * GAMES_PLAYED


PROGRAM = """
import json
from pathlib import Path
for name, text in json.loads({files!r}).items():
    Path(name).write_text(text)
import games, memory
from tessella.browser import start
home = await games.device(memory.MemoryStorage(), start)
print("hashes", json.dumps(await games.hashes(home, range({number}))))
await home.host.stop()
"""


@pytest.mark.skipif(bool(why_no_engine()), reason=why_no_engine() or "")
def test_the_engine_of_the_browser_sends_the_same(tmp_path: Path) -> None:
    """All games again in Pyodide, with the files that a browser fetches."""
    folder = Path(__file__).parent
    files = {name: (folder / name).read_text(encoding="utf-8") for name in ("games.py", "memory.py")}
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.format(files=json.dumps(files), number=GAMES_PLAYED), encoding="utf-8")
    result = subprocess.run(["node", PYODIDE, program], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    line = next(line for line in result.stdout.splitlines() if line.startswith("hashes "))
    here = [transcript.hash for transcript in asyncio.run(through_a_device())]
    assert json.loads(line.removeprefix("hashes ")) == here
