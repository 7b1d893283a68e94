"""Whole games through a home of tables, a server or a device: what it sends, message by message.

The same file runs natively and under Pyodide: it uses nothing but Tessella.
"""

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from tessella.core import Generator, OptionError
from tessella.games import GAMES

MOST_PLAYERS = 4
OWN = ("id", "created")
"""Fields of a table that differ from home to home."""


class Channel(Protocol):
    """A live connection: messages come in order."""

    async def next(self) -> str:
        """The next message."""

    async def send(self, text: str) -> None:
        """Send a command."""

    async def close(self) -> None:
        """Leave the table."""


class Home(Protocol):
    """A server or a device."""

    async def open(self, seed: str, body: dict[str, Any]) -> str:
        """Open a table with this seed; its id."""

    async def connect(self, table: str) -> Channel:
        """A live connection to a table."""


def set_up(number: int) -> dict[str, Any]:
    """The set-up of a game: over all games, editions and numbers of players, then over some other options."""
    rng = Generator(number)
    editions = [(game, edition) for game in GAMES.values() for edition in game.editions]
    game, edition = editions[number % len(editions)]
    players = [each for each in range(1, MOST_PLAYERS + 1) if _can_be_played(game, edition, each)]
    seats = [{"kind": "device"} for _ in range(rng.choice(players) - 1)]
    options = {"edition": edition}
    for name, value in game.variations:
        varied = {**options, name: value}
        if (
            name not in ("edition", "players")
            and rng.below(4) == 0
            and _can_be_played(game, edition, len(seats) + 1, varied)
        ):
            options = varied
    return {"game": game.name, "options": options, "seats": [{"kind": "me"}, *seats]}


def _can_be_played(game: Any, edition: str, players: int, options: dict[str, str] | None = None) -> bool:
    try:
        game.read_options({**(options or {}), "edition": edition, "players": str(players)})
    except OptionError:
        return False
    return True


class Transcript:
    """All messages of a game, as one hash and as texts."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.actions = 0

    def add(self, message: dict[str, Any]) -> None:
        """Add a message, without what differs from home to home."""
        table = message.get("table")
        if table is not None:
            message = {**message, "table": {key: value for key, value in table.items() if key not in OWN}}
        self.messages.append(json.dumps(message, sort_keys=True))

    @property
    def hash(self) -> str:
        """A hash over all messages."""
        return hashlib.sha256("\n".join(self.messages).encode()).hexdigest()[:16]


async def play(home: Home, number: int) -> Transcript:
    """Play a game of all seats at random, now and then take a move back; the messages on the way."""
    rng = Generator(1_000_000 + number)
    channel = await home.connect(await home.open(f"game-{number}", set_up(number)))
    transcript = Transcript()
    legal: dict[int, list[str]] = {}
    version, status, undo, commands = -1, "playing", [], 0
    while True:
        message = json.loads(await channel.next())
        kind = message["type"]
        if kind in ("snapshot", "update"):
            transcript.add(message)
            version, undo = message["version"], message["you"]["undo"]
            status = (message["table"] or {"status": status})["status"]
            for view in message["views"] or []:
                legal[view["seat"]] = view["legal"]
        if kind == "refused":
            raise AssertionError(f"game {number}: {message}")
        if status == "over":
            break
        if commands and kind != "confirmed":  # every command is answered before the next
            continue
        commands += 1
        key = f"k{commands}"
        if undo and rng.below(20) == 0:
            command = {"type": "undo", "key": key, "version": version, "seat": undo[-1]}
        else:
            seat, action = rng.choice([(seat, action) for seat, actions in sorted(legal.items()) for action in actions])
            command = {"type": "act", "key": key, "version": version, "seat": seat, "action": action}
            transcript.actions += 1
        await channel.send(json.dumps(command))
    await channel.close()
    return transcript


class DeviceChannel:
    """A live connection to a table of this device."""

    def __init__(self, connect: Callable[..., Any], table: str) -> None:
        self.frames: asyncio.Queue[str] = asyncio.Queue()
        self.connection = connect(table, None, self.frames.put_nowait, self._closed)

    def _closed(self, code: int, reason: str) -> None:
        self.frames.put_nowait(json.dumps({"type": "refused", "code": code, "reason": reason}))

    async def next(self) -> str:
        """The next message."""
        return await self.frames.get()

    async def send(self, text: str) -> None:
        """Send a command."""
        self.connection.receive(text)

    async def close(self) -> None:
        """Leave the table."""
        self.connection.close()


class Device:
    """The tables of this device."""

    def __init__(self, host: Any, seeds: list[str]) -> None:
        self.host = host
        self.seeds = seeds

    async def open(self, seed: str, body: dict[str, Any]) -> str:
        """Open a table with this seed; its id."""
        self.seeds.append(seed)
        status, _, text = await self.host.ask("POST", "/tables", json.dumps(body))
        assert status == 201, text
        return str(json.loads(text)["table"]["id"])

    async def connect(self, table: str) -> Channel:
        """A live connection to a table."""
        return DeviceChannel(self.host.connect, table)


async def device(storage: Any, start: Callable[..., Awaitable[Any]]) -> Device:
    """A device whose tables get their seeds from a list."""
    seeds: list[str] = []
    return Device(await start(storage, new_seed=lambda: seeds.pop(0), pace=0.0), seeds)


async def hashes(home: Home, numbers: range) -> list[str]:
    """A hash over the messages of each game."""
    return [(await play(home, number)).hash for number in numbers]
