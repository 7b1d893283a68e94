"""A real server in this process, and clients that behave like the browser's."""

import asyncio
import contextlib
import itertools
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tessella.core import Generator
from tessella.games import game_named
from tessella.hosting.node import Node
from tessella.hosting.room import Room
from tessella.hosting.settings import Settings
from tessella.hosting.store import StartError, Store
from tessella.server.serve import Application, Server, config_for, listening
from tessella.server.sqlite import SqliteStore
from tessella.tables.following import views_after
from tessella.tables.wire import live
from tessella.tables.wire.base import ViewJson
from tessella.tables.wire.live import Confirmed, Current, HintGiven, Reason, Refused, ServerMessage, Snapshot
from tessella.tables.wire.tables import TableInfo, You

QUICK = Settings(
    pace=0,
    reaction=0,
    away=0.05,
    grace=0.2,
    hold=0,
    sweep=0.05,
    beat=0.1,
    frames_rate=10_000,
    frames_burst=10_000,
    requests_rate=10_000,
    requests_burst=10_000,
    tables_rate=10_000,
    tables_burst=10_000,
    tables_each=10_000,
    thinking_rate=10_000,
    thinking_burst=10_000,
    hints_rate=10_000,
    hints_burst=10_000,
    conundrums_rate=10_000,
    conundrums_burst=10_000,
)
"""A server in a hurry."""
PATIENCE = 30.0
Answer = Confirmed | Refused | Reason | Current | HintGiven


class Served:
    """A server that runs."""

    def __init__(self, address: str, application: Application) -> None:
        self.address = address
        self.application = application
        self.players: list[Player] = []
        self.at_end: list[Callable[[], None]] = []
        """What else there is to close."""

    def player(self) -> "Player":
        """Somebody who comes, and goes when the server stops."""
        self.players.append(Player(self.address))
        return self.players[-1]

    @property
    def room(self) -> Room:
        """Its room."""
        assert self.application.app is not None
        return self.application.app.context.room

    @property
    def node(self) -> Node:
        """The node that it runs."""
        return self.room.node


@contextlib.asynccontextmanager
async def running(store: Store, folder: Path, settings: Settings = QUICK, port: int = 0) -> AsyncIterator[Served]:
    """A server in this process, on a port of its own."""
    failed: list[StartError] = []
    application = Application(store, folder, settings, failed)
    started = asyncio.Event()
    sock = listening("127.0.0.1", port)
    server = Server(config_for(application, settings), started.set)
    task = asyncio.create_task(server.serve(sockets=[sock]))
    waiting = asyncio.create_task(started.wait())
    await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
    try:
        if failed:
            raise failed[0]
        assert started.is_set(), "the server did not start"
        served = Served(f"http://127.0.0.1:{sock.getsockname()[1]}", application)
        try:
            yield served
        finally:
            for close in served.at_end:
                close()
            for player in served.players:
                await player.close()
    finally:
        server.should_exit = True
        waiting.cancel()
        await task
        sock.close()


class Live:
    """A live connection that follows a table as the browser does, and refuses to miss anything."""

    def __init__(self, player: "Player", table: str, socket: ClientConnection) -> None:
        self.player = player
        self.table_id = table
        self.socket = socket
        self.frames: list[bytes] = []
        """Every byte that came, for those who look for leaks."""
        self.version = -1
        self.strict = True
        """Whether nothing may be missing or come twice."""
        self.table: TableInfo
        self.you: You
        self.encoded: list[ViewJson] = []
        """What my seats see, as it came."""
        self.encoded_at: dict[int, list[ViewJson]] = {}
        """The same at each version that came."""
        self.views: list[Any] = []
        """The same as the view class of the game reads it: every message fits the schema."""
        self.events: list[Any] = []
        self.updates = 0
        self.snapshots = 0
        self.answers: asyncio.Queue[Answer] = asyncio.Queue()
        self.moved = asyncio.Condition()
        self.closed: tuple[int, str] | None = None
        self.reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for frame in self.socket:
                raw = frame.encode() if isinstance(frame, str) else frame
                self.frames.append(raw)
                await self._take(live.decode_server(raw))
        except ConnectionClosed:
            pass
        self.closed = (self.socket.close_code or 0, self.socket.close_reason or "")
        async with self.moved:
            self.moved.notify_all()

    async def _take(self, message: ServerMessage) -> None:
        if isinstance(message, Answer):
            await self.answers.put(message)
            return
        if isinstance(message, Snapshot):
            assert message.version >= self.version, "a snapshot is never older than what was known"
            self.snapshots += 1
            self.table, self.encoded = message.table, message.views
        else:
            assert not self.strict or message.version == self.version + 1, f"{self.version}, then {message.version}"
            self.updates += 1
            self.events += message.events
            self.encoded = views_after(self.encoded, message)
            if message.table is not None:
                self.table = message.table
        self.views = [game_named(self.table.game).view_type.from_json(view) for view in self.encoded]
        self.version, self.you = message.version, message.you
        self.encoded_at[self.version] = self.encoded
        async with self.moved:
            self.moved.notify_all()

    async def until(self, condition: Any) -> None:
        """Wait until something holds."""
        async with self.moved:
            await asyncio.wait_for(self.moved.wait_for(lambda: self.closed is not None or condition()), PATIENCE)
        assert condition(), f"closed: {self.closed}"

    async def send(self, message: Any) -> Answer:
        """Send a command, and wait for its answer."""
        await self.socket.send(live.encode(message).decode())
        return await asyncio.wait_for(self.answers.get(), PATIENCE)

    async def act(self, action: str, seat: int | None = None, key: str | None = None) -> Answer:
        """Do something."""
        return await self.send(
            live.Act(key=key or secrets.token_hex(8), version=self.version, seat=seat or self.seat, action=action)
        )

    async def undo(self, seat: int | None = None) -> Answer:
        """Take it back."""
        return await self.send(live.Undo(key=secrets.token_hex(8), version=self.version, seat=seat or self.seat))

    @property
    def seat(self) -> int:
        """My seat, or the first of them."""
        return self.you.seats[0]

    @property
    def board(self) -> list[str]:
        """What lies on the board."""
        board: list[str] = self.encoded[0]["board"]
        return board

    @property
    def status(self) -> str:
        """How the table stands."""
        return self.table.status

    def choices(self) -> list[tuple[int, str]]:
        """What my seats may do now, by seat."""
        return [(view["seat"], action) for view in self.encoded if view["seat"] for action in view["legal"]]

    async def close(self) -> None:
        """Hang up."""
        await self.socket.close()
        await self.reader


class Player:
    """Somebody with a browser."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.AsyncClient(base_url=address, timeout=PATIENCE, trust_env=False)
        self.lives: list[Live] = []

    def go_to(self, address: str) -> None:
        """The same person at another node."""
        self.address = address
        self.http.base_url = httpx.URL(address)

    async def close(self) -> None:
        """Close the browser."""
        for watched in self.lives:
            await watched.close()
        await self.http.aclose()

    async def ask(self, method: str, path: str, body: Any = None, expect: int | None = None) -> httpx.Response:
        """A request, with what status it must come back."""
        content = None if body is None else msgspec.json.encode(body)
        headers = {"content-type": "application/json"} if body is not None else {}
        answer = await self.http.request(method, path, content=content, headers=headers)
        if expect is not None:
            assert answer.status_code == expect, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer

    async def open(self, body: Any) -> str:
        """Open a table; its name."""
        answer = await self.ask("POST", "/api/tables", body, 201)
        return msgspec.json.decode(answer.content, type=Snapshot).table.id

    async def join(self, table: str, **fields: Any) -> Snapshot:
        """Take a seat."""
        answer = await self.ask("POST", f"/api/tables/{table}/join", fields, 200)
        return msgspec.json.decode(answer.content, type=Snapshot)

    async def look(self, table: str) -> Snapshot:
        """A table as one sees it."""
        answer = await self.ask("GET", f"/api/tables/{table}", None, 200)
        return msgspec.json.decode(answer.content, type=Snapshot)

    async def socket(self, table: str, since: int | None = None, **headers: str) -> ClientConnection:
        """A bare live connection."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        query = "" if since is None else f"?since={since}"
        address = self.address.replace("http", "ws", 1)
        carried = {"Cookie": cookie, **headers} if cookie else headers
        return await connect(
            f"{address}/api/tables/{table}/live{query}", additional_headers=carried, max_size=None, proxy=None
        )

    async def watch(self, table: str, known: Live | None = None, since: int | None = None, **headers: str) -> Live:
        """Connect, and wait for the first message; or go on from a version that another connection knew."""
        if known is not None and since is None:
            since = known.version
        watched = Live(self, table, await self.socket(table, since, **headers))
        self.lives.append(watched)
        if known is not None and since is not None:
            watched.version, watched.table, watched.encoded = since, known.table, known.encoded_at[since]
        else:
            await watched.until(lambda: watched.version >= 0)
        return watched


async def play_on(lives: list[Live], rng: Generator, most: int = 1000, stop: Any = lambda: False) -> int:
    """Everybody plays at random until the game is over; how many actions were confirmed."""
    first, done = lives[0], 0
    for _ in range(most):
        if first.status == "over" or stop():
            break
        ready = [(live, seat, action) for live in lives for seat, action in live.choices()]
        if not ready:
            version = first.version
            await first.until(lambda version=version: first.version > version)
            continue
        chosen, seat, action = rng.choice(ready)
        answer = await chosen.act(action, seat)
        if isinstance(answer, Confirmed):
            done += 1
            for each in lives:
                await each.until(lambda each=each, answer=answer: each.version >= answer.version)
        else:
            assert isinstance(answer, Refused)
            assert answer.code == "stale", answer
    return done


def people(number: int) -> list[dict[str, str]]:
    """Seats for me and some who come with the link."""
    return [{"kind": "me"}, *itertools.repeat({"kind": "open"}, number - 1)]


def with_server(tmp_path: Path, work: Callable[[Served], Awaitable[None]], **settings: Any) -> None:
    """Do something with a server of one's own."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path, replace(QUICK, **settings)) as served:
            await work(served)

    asyncio.run(run())
