"""Load for the table server: a WebSocket client that does as little as possible, and tables full of players.

The wire is read in one place, the section "the wire" below: change that when the messages change.
"""

import asyncio
import base64
import os
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any, NamedTuple

import httpx
import msgspec

SEATS = 4
PATIENCE = 30.0
"""Seconds within which a server must have answered everything."""


class Socket(asyncio.Protocol):
    """A WebSocket connection to a server on this machine. It masks with zeros, which any server takes."""

    def __init__(self, request: bytes, receive: Callable[[bytes], None]) -> None:
        self.request = request
        self.receive = receive
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.buffer = bytearray()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the upgrade request."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        """Take whole frames out of the buffer."""
        self.buffer += data
        if not self.opened.done():
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end:
                return
            self.buffer = rest
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.decode()))
                return
            self.opened.set_result(None)
        while len(self.buffer) >= 2:
            length, start = self.buffer[1] & 127, 2
            if length == 126:
                length, start = int.from_bytes(self.buffer[2:4], "big"), 4
            elif length == 127:
                length, start = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < start + length:
                return
            kind, frame = self.buffer[0] & 15, bytes(self.buffer[start : start + length])
            del self.buffer[: start + length]
            if kind == 1:
                self.receive(frame)
            elif kind == 9:
                self._write(10, frame)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail the connection attempt, if it is still pending."""
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("closed"))

    def send(self, text: bytes) -> None:
        """Send a text frame."""
        self._write(1, text)

    def _write(self, kind: int, payload: bytes) -> None:
        assert self.transport is not None
        length = len(payload)
        size = bytes([128 | length]) if length < 126 else bytes([254]) + length.to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + size + bytes(4) + payload)

    def close(self) -> None:
        """Close the connection."""
        assert self.transport is not None
        self.transport.close()


async def connect(address: str, path: str, token: str, receive: Callable[[bytes], None]) -> Socket:
    """Open a connection; `receive` is called with each text frame."""
    host, _, port = address.removeprefix("http://").partition(":")
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nAuthorization: Bearer {token}\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(request.encode(), receive), host, int(port))
    await socket.opened
    return socket


# ------------------------------------------------------------------------------------------------------------- the wire

CONFIRMED, REFUSED, SNAPSHOT = (b'{"type":"%s"' % kind for kind in (b"confirmed", b"refused", b"snapshot"))
"""How messages begin; any other is an update."""
VERSION = re.compile(rb'"version":(\d+)')
OVER = b'"turn":null'
"""A message has this in it if nobody is to move any more."""
ON_TURN = b'"turn":%d,'
"""A message has this in it if this seat is to move."""


class View(msgspec.Struct):
    """What a seat sees."""

    seat: int | None
    turn: int | None
    legal: list[str]


class Message(msgspec.Struct):
    """A snapshot or an update."""

    version: int
    views: list[View] | None = None


class Turn(NamedTuple):
    """What a player needs of a message: its seat, the seat to move, and an action for the case that it is its own."""

    seat: int | None
    turn: int | None
    action: str


_decode = msgspec.json.Decoder(Message).decode


def read_turn(frame: bytes) -> Turn | None:
    """Read a snapshot or an update; None if it does not say who is to move."""
    message = _decode(frame)
    if not message.views:
        return None
    (mine,) = message.views
    return Turn(mine.seat, mine.turn, mine.legal[0] if mine.legal else "")


def version_of(frame: bytes) -> int:
    """The version of a table after a snapshot or an update."""
    match = VERSION.search(frame)
    assert match is not None, frame
    return int(match[1])


# ---------------------------------------------------------------------------------------------------------- the players


@dataclass
class Figures:
    """The measurements of a run."""

    recording: bool = False
    times: list[float] = field(default_factory=list)
    """How long each confirmed action took, in seconds."""
    seconds: float = 0.0
    """How long was recorded."""
    memory: float = 0.0
    """Of the server, in MB."""
    processor: float = 0.0
    """How long the server used its processor meanwhile, in seconds."""
    updates: int = 0
    """Updates that clients received while recording,"""
    bytes: int = 0
    """and their length together."""
    received: int = 0
    """All updates, also while not recording."""
    gaps: int = 0
    """Updates whose version does not follow the one before."""
    refused: int = 0

    @property
    def rate(self) -> float:
        """Confirmed actions a second."""
        return len(self.times) / self.seconds

    def within(self, percent: int) -> float:
        """The time within which so many of a hundred actions were confirmed, in milliseconds."""
        return 1000 * quantiles(self.times, n=100)[percent - 1]


class Client:
    """A seat at a table. It checks that no update is missing, and prepares an action when it is its turn.

    `ready` is called when there is an action to play; `play` sends it.
    """

    def __init__(self, figures: Figures, ready: "Callable[[Client], None]") -> None:
        self.figures = figures
        self.ready = ready
        self.socket: Socket | None = None
        self.version: int | None = None
        """After the last message."""
        self.command: bytes | None = None
        """The prepared action."""
        self.waits = False
        """For the answer to an action."""
        self.over = False
        self.playing = False
        """Whether the game at its table is under way; at a spare table nobody plays yet."""
        self.on_turn: bytes | None = None
        """ON_TURN for this seat, once a snapshot has named it."""
        self.sent = 0.0
        self.number = 0

    def receive(self, frame: bytes) -> None:
        """Handle a message. Updates that leave others to move are not decoded: load must be cheap."""
        if frame.startswith((CONFIRMED, REFUSED)):
            self.answered(frame.startswith(CONFIRMED))
            return
        version = version_of(frame)
        if not frame.startswith(SNAPSHOT):
            self._count(frame, version)
            self.over |= OVER in frame
        self.version = version
        known, self.command = self.command is not None, None
        if self.on_turn is not None and self.on_turn not in frame:
            return
        turn = read_turn(frame)
        if turn is None or turn.seat is None:
            return
        self.on_turn = ON_TURN % turn.seat
        if turn.turn != turn.seat:
            return
        self.number += 1
        self.command = b'{"type":"act","key":"k%d","version":%d,"seat":%d,"action":"%s"}' % (
            self.number, version, turn.seat, turn.action.encode()
        )  # fmt: skip
        if not self.waits and not known:
            self.ready(self)

    def play(self) -> None:
        """Send the prepared action."""
        if self.command is not None and self.socket is not None:
            self.sent = time.perf_counter()
            self.socket.send(self.command)
            self.command = None
            self.waits = True

    def answered(self, confirmed: bool) -> None:
        """Take the answer to an action, and go on if the next one is prepared."""
        self.waits = False
        if not confirmed:
            self.figures.refused += 1
        elif self.figures.recording:
            self.figures.times.append(time.perf_counter() - self.sent)
        if self.command is not None:
            self.ready(self)

    def _count(self, frame: bytes, version: int) -> None:
        if self.version is not None and version != self.version + 1:
            self.figures.gaps += 1
        self.figures.received += 1
        if self.figures.recording:
            self.figures.updates += 1
            self.figures.bytes += len(frame)


class LoadTable:
    """A table full of clients."""

    def __init__(self, table_id: str, tokens: list[str], clients: Sequence[Client]) -> None:
        self.table_id = table_id
        self.tokens = tokens
        self.clients = clients

    @property
    def settled(self) -> bool:
        """Whether all actions are answered, and all seats have the same last update."""
        return len({client.version for client in self.clients}) == 1 and not any(each.waits for each in self.clients)

    @property
    def over(self) -> bool:
        """Whether the game has ended, and all seats know it."""
        return self.settled and all(client.over for client in self.clients)

    def start(self) -> None:
        """Let the clients play."""
        for client in self.clients:
            client.playing = True
            if client.command is not None:
                client.ready(client)

    def close(self) -> None:
        """Close all connections."""
        for client in self.clients:
            assert client.socket is not None
            client.socket.close()


class TableOpener:
    """Opens tables on a server and connects their seats. The tokens of tables that have ended are used again."""

    def __init__(self, address: str, figures: Figures, ready: Callable[[Client], None]) -> None:
        self.address = address
        self.figures = figures
        self.ready = ready
        self.free_tokens: list[list[str]] = []
        self._http = httpx.AsyncClient(base_url=address, timeout=60, trust_env=False)

    async def open(self) -> LoadTable:
        """Open a table at which every seat is taken and connected."""
        tokens = self.free_tokens.pop() if self.free_tokens else await self._new_tokens()
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]
        table_id: str = (await self._post("/api/tables", tokens[0], game="chromino", seats=seats))["table"]["id"]
        for token in tokens[1:]:
            await self._post(f"/api/tables/{table_id}/join", token)
        clients = [Client(self.figures, self.ready) for _ in tokens]
        for token, client in zip(tokens, clients, strict=True):
            client.socket = await connect(self.address, f"/api/tables/{table_id}/live", token, client.receive)
        return LoadTable(table_id, tokens, clients)

    async def close(self) -> None:
        """Close the connections over which tables were opened."""
        await self._http.aclose()

    async def _new_tokens(self) -> list[str]:
        return [(await self._post("/api/bots"))["token"] for _ in range(SEATS)]

    async def _post(self, path: str, token: str | None = None, **body: object) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self._http.post(path, json=body, headers=headers)
        answer.raise_for_status()
        content: dict[str, Any] = answer.json()
        return content


async def settle(tables: Sequence[LoadTable], figures: Figures) -> None:
    """Wait until every action is answered and every seat has every update, then check that none is missing."""
    end = time.perf_counter() + PATIENCE
    while any(not table.settled for table in tables):
        if time.perf_counter() > end:
            late = next(table for table in tables if not table.settled)
            versions = [client.version for client in late.clients]
            raise AssertionError(f"the seats of table {late.table_id} have different last updates: {versions}")
        await asyncio.sleep(0.01)
    assert not figures.gaps, f"{figures.gaps} updates came after a gap: a seat has missed some"
