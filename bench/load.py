"""Load for the table server: a WebSocket client that does as little as possible, and a player on top of it."""

import asyncio
import base64
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import quantiles

import httpx
import msgspec

SEATS = 4


class Socket(asyncio.Protocol):
    """A WebSocket connection to a server on this machine. It masks with zeros, which any server takes."""

    def __init__(self, request: bytes, heard: Callable[[bytes], None]) -> None:
        self.request = request
        self.heard = heard
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.buffer = bytearray()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        """Take whole frames out of what has come."""
        self.buffer += data
        if not self.opened.done():
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
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
                self.heard(frame)
            elif kind == 9:
                self._write(10, frame)

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever waits need not wait any more."""
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("closed"))

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._write(1, text)

    def _write(self, kind: int, payload: bytes) -> None:
        assert self.transport is not None
        length = len(payload)
        size = bytes([128 | length]) if length < 126 else bytes([254]) + length.to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + size + bytes(4) + payload)

    def close(self) -> None:
        """Hang up."""
        assert self.transport is not None
        self.transport.close()


async def connect(address: str, path: str, token: str, heard: Callable[[bytes], None]) -> Socket:
    """A connection that is open."""
    host, _, port = address.removeprefix("http://").partition(":")
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nAuthorization: Bearer {token}\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(request.encode(), heard), host, int(port))
    await socket.opened
    return socket


# ---- what a client must read to play ----


class Place(msgspec.Struct):
    """Where a tile fits."""

    lay: str


class Moves(msgspec.Struct):
    """What may be done."""

    lays: list[Place]
    draw: bool


class Position(msgspec.Struct):
    """What a seat sees."""

    seat: int | None
    turn: int | None
    moves: Moves


class Message(msgspec.Struct):
    """A snapshot, an update, or an answer."""

    type: str
    version: int | None = None
    positions: list[Position] | None = None


read = msgspec.json.Decoder(Message).decode
ANSWERS = (b'{"type":"confirmed"', b'{"type":"refused"')


@dataclass
class Figures:
    """What a run came to."""

    times: list[float] = field(default_factory=list)
    """How long each confirmed action took, in seconds."""
    seconds: float = 0.0
    memory: float = 0.0
    """In MB."""
    told: int = 0
    """Messages about what others did,"""
    bytes: int = 0
    """and how long they were together."""
    refused: int = 0
    over: bool = False
    """A game has ended: from now on fewer play."""

    @property
    def rate(self) -> float:
        """Confirmed actions a second."""
        return len(self.times) / self.seconds

    def within(self, percent: int) -> float:
        """The time within which so many of a hundred actions were confirmed, in milliseconds."""
        return 1000 * quantiles(self.times, n=100)[percent - 1]


class Client:
    """Somebody at a table, who plays as soon as it is their turn, or when they are told to."""

    def __init__(self, figures: Figures, ready: "Callable[[Client], None]") -> None:
        self.figures = figures
        self.on_ready = ready
        self.socket: Socket | None = None
        self.thought: bytes | None = None
        self.waits = False
        self.on_turn = b""
        """What a message holds if it is our turn."""
        self.sent = 0.0
        self.number = 0

    def heard(self, frame: bytes) -> None:
        """Take a message, and think of a move. What does not concern us is not even read: load must be cheap."""
        if self.on_turn and self.on_turn not in frame and not frame.startswith(ANSWERS):
            self.figures.told += 1
            self.figures.bytes += len(frame)
            self.figures.over |= b'"turn":null' in frame
            self.thought = None
            return
        message = read(frame)
        if message.type == "confirmed":
            self.figures.times.append(time.perf_counter() - self.sent)
            self.waits = False
            if self.thought is not None:
                self.on_ready(self)
            return
        if message.type == "refused":
            self.figures.refused += 1
            self.waits = False
            return
        if message.type != "snapshot":
            self.figures.told += 1
            self.figures.bytes += len(frame)
        mine = message.positions[0] if message.positions else None
        if mine is not None and mine.seat is not None:
            self.on_turn = b'"turn":%d,' % mine.seat
        if mine is None or mine.seat is None or mine.turn != mine.seat:
            self.figures.over |= mine is not None and mine.turn is None
            self.thought = None
            return
        known = self.thought is not None
        moves = mine.moves
        action = moves.lays[0].lay if moves.lays else "draw" if moves.draw else "pass"
        self.number += 1
        self.thought = b'{"type":"act","key":"k%d","version":%d,"seat":%d,"action":"%s"}' % (
            self.number,
            message.version or 0,
            mine.seat,
            action.encode(),
        )
        if not self.waits and not known:
            self.on_ready(self)

    def play(self) -> None:
        """Send what was thought of."""
        if self.thought is not None and self.socket is not None:
            self.sent = time.perf_counter()
            self.socket.send(self.thought)
            self.thought = None
            self.waits = True


async def open_tables(address: str, tables: int) -> list[tuple[str, list[str]]]:
    """Tables full of people: for each its name, and their tokens."""
    made = []
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]
    async with httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as http:

        async def ask(path: str, token: str | None = None, **body: object) -> dict[str, object]:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            answer = await http.post(path, json=body, headers=headers)
            answer.raise_for_status()
            found: dict[str, object] = answer.json()
            return found

        for _ in range(tables):
            tokens = [str((await ask("/api/bots"))["token"]) for _ in range(SEATS)]
            opened: dict[str, str] = (await ask("/api/tables", tokens[0], game="chromino", seats=seats))["table"]  # type: ignore[assignment]
            for token in tokens[1:]:
                await ask(f"/api/tables/{opened['id']}/join", token)
            made.append((opened["id"], tokens))
    return made


async def sit_down(address: str, tables: list[tuple[str, list[str]]], clients: list[list[Client]]) -> None:
    """Connect everybody."""
    for (table, tokens), own in zip(tables, clients, strict=True):
        for token, client in zip(tokens, own, strict=True):
            client.socket = await connect(address, f"/api/tables/{table}/live", token, client.heard)
