"""The host of the tables on this device: answers requests and serves live connections as a server does."""

import asyncio
import platform
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from tessella import __version__
from tessella.browser.clock import MONOTONIC, steady_clock
from tessella.browser.requests import DeviceRequests
from tessella.browser.routes import answer
from tessella.browser.storage import Storage
from tessella.browser.store import BrowserStore
from tessella.browser.workers import InlineWorkers
from tessella.core import new_seed
from tessella.games import GAMES
from tessella.hosting import commands
from tessella.hosting.connection import CLOSE_REASONS, REFUSED, TRY_AGAIN, Connection
from tessella.hosting.ids import new_id
from tessella.hosting.limits import Bucket
from tessella.hosting.node import Node
from tessella.hosting.room import Room
from tessella.hosting.settings import Settings
from tessella.hosting.store import StoreUnavailable
from tessella.tables.refusal import Refusal

ME = "me"
"""The identity of the one person of a browser."""
PREFIX = "d"
"""Begins the ids of tables on a device. They are one character longer than those of a server."""
SETTINGS = Settings(
    hold=0.0, sweep=30.0, beat=3600.0, queue=10_000, tables_each=1_000, frames_rate=1e6, frames_burst=10_000
)
"""Nobody has to be protected from others here."""


def device_id() -> str:
    """The id of a new table on this device."""
    return PREFIX + new_id()


class LiveConnection:
    """A live connection of the page: frames in by `receive`, frames out by the callback `send`."""

    def __init__(
        self, host: "Host", table: str, since: int | None, send: Callable[[str], Any], close: Callable[[int, str], Any]
    ) -> None:
        self._host = host
        self._since = since
        self._send = send
        self._close = close
        self._frames: asyncio.Queue[str] = asyncio.Queue()
        settings = host.node.settings
        frames = Bucket(settings.frames_rate, settings.frames_burst, host.node.monotonic())
        self._connection = Connection(table, ME, settings.queue, frames)
        self._task = asyncio.ensure_future(self._serve())

    def receive(self, frame: str) -> None:
        """Take a command of the page; commands are done in order."""
        self._frames.put_nowait(frame)

    def close(self) -> None:
        """The page has left the table."""
        self._task.cancel()

    async def _serve(self) -> None:
        connection = self._connection
        writer = asyncio.ensure_future(self._write())
        try:
            async with self._host.room.connected(connection, self._since) as session:
                while not connection.closed:
                    await commands.receive(session, connection, await self._frames.get())
        except Refusal as refusal:
            self._close(REFUSED, f"{refusal.code}: {refusal.reason}")
        except StoreUnavailable as error:
            self._close(TRY_AGAIN, f"away: the tables of this device cannot be read: {error}")
        finally:
            writer.cancel()

    async def _write(self) -> None:
        while isinstance(message := await self._connection.waiting.get(), bytes):
            self._send(message.decode())
        self._close(message, CLOSE_REASONS[message])
        self._task.cancel()


class Host:
    """The tables of this device, their bots and puzzles."""

    def __init__(self, room: Room, store: BrowserStore) -> None:
        self.room = room
        self.node = room.node
        self.requests = DeviceRequests(room, store)

    async def ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str, str]:
        """Answer a request as the server's `/api` does: status, media type and text."""
        return await answer(self.requests, ME, method, path, body)

    def connect(
        self, table: str, since: int | None, send: Callable[[str], Any], close: Callable[[int, str], Any]
    ) -> LiveConnection:
        """Connect to a table, as to the server's `/api/tables/TABLE/live`."""
        return LiveConnection(self, table, since, send, close)

    def about(self) -> str:
        """What runs here, as JSON."""
        kernels = "compiled" if all(game.compiled for game in GAMES.values()) else "interpreted"
        about = {"version": __version__, "kernels": kernels, "python": platform.python_version()}
        return msgspec.json.encode(about).decode()

    async def stop(self) -> None:
        """Finish what was begun, and stop."""
        await self.room.stop()


async def start(
    storage: Storage,
    settings: Settings = SETTINGS,
    new_seed: Callable[[], str] = new_seed,
    watch: Callable[[int, int], Any] | None = None,
    **changed: Any,
) -> Host:
    """Start the host of the tables in this storage. `changed` are settings with other values.

    `watch` is called as a review goes on, with the numbers of reviewed actions and of all.
    """
    store = BrowserStore(storage)
    # The wall clock of the device is read once: its jumps concern nobody.
    clock = steady_clock(await store.latest(), monotonic=MONOTONIC)
    workers = InlineWorkers(watch)
    node = Node(
        store,
        workers,
        replace(settings, **changed),
        "device",
        clock=clock,
        monotonic=MONOTONIC,
        new_id=device_id,
        new_seed=new_seed,
    )
    room = Room(node)
    await room.start()
    return Host(room, store)
