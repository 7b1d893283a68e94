"""The same seed and actions through a server and through a device: the same messages for every seat."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tessella.browser import start
from tessella.games import GAMES
from tessella.server.sqlite import SqliteStore
from tests.browser.games import Channel, device, play, set_up
from tests.browser.memory import MemoryStorage
from tests.server.harness import PATIENCE, Player, running

pytestmark = pytest.mark.once
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


def test_server_and_device_send_the_same(tmp_path: Path) -> None:
    """Events, pieces, views and answers are identical, message by message."""

    async def run() -> int:
        actions = 0
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            seeds: list[str] = []
            served.node.new_seed = lambda: seeds.pop(0)
            server = ServerHome(served.player(), seeds)
            here = await device(MemoryStorage(), start)
            for first in range(0, GAMES_PLAYED, AT_ONCE):
                numbers = range(first, first + AT_ONCE)
                served_games = await asyncio.gather(*(play(server, number) for number in numbers))
                for number, one in zip(numbers, served_games, strict=True):
                    other = await play(here, number)
                    assert one.messages == other.messages, f"game {number}: {set_up(number)}"
                    actions += one.actions
            await here.host.stop()
        return actions

    assert asyncio.run(run()) > 20 * GAMES_PLAYED
