"""Clients that speak HTTP and WebSocket byte by byte, as no honest client does."""

import asyncio
import contextlib
from urllib.parse import urlsplit

from tests.server.harness import PATIENCE, Served

PING, PONG, TEXT, CONTINUATION = 9, 10, 1, 0
MORE = 0x80
"""Set in a frame that ends its message."""


class Raw:
    """A connection over TCP."""

    def __init__(self, address: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.host = urlsplit(address).netloc
        self.reader = reader
        self.writer = writer
        self.sent = 0

    def request(self, path: str, *headers: str, method: str = "GET", body: bytes = b"") -> bytes:
        """A request as bytes."""
        return "\r\n".join((f"{method} {path} HTTP/1.1", f"Host: {self.host}", *headers, "", "")).encode() + body

    async def send(self, data: bytes, seconds: float = PATIENCE) -> bool:
        """Send it; False if the server does not take it within this time, or has closed the connection."""
        self.writer.write(data)
        try:
            await asyncio.wait_for(self.writer.drain(), seconds)
        except (TimeoutError, ConnectionError):
            return False
        self.sent += len(data)
        return True

    async def rest(self) -> bytes:
        """All that still comes, until the server closes the connection."""
        result = bytearray()
        with contextlib.suppress(ConnectionError):
            while piece := await asyncio.wait_for(self.reader.read(1 << 16), PATIENCE):
                result += piece
        return bytes(result)

    async def upgrade(self, table: str) -> None:
        """Make it a live connection, and read the table."""
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", key)
        await self.send(self.request(f"/api/tables/{table}/live", *upgrade))
        assert b" 101 " in await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), PATIENCE)

    def close(self) -> None:
        """Hang up at once."""
        self.writer.transport.abort()


async def raw(served: Served | str) -> Raw:
    """Connect."""
    address = served if isinstance(served, str) else served.address
    where = urlsplit(address)
    client = Raw(address, *await asyncio.open_connection(where.hostname, where.port))
    if isinstance(served, Served):
        served.at_end.append(client.close)
    return client


def frame(kind: int, payload: bytes = b"", ends: bool = True) -> bytes:
    """A frame of a client, masked with zeros."""
    assert len(payload) < 126
    return bytes([kind | (MORE if ends else 0), 0x80 | len(payload), 0, 0, 0, 0]) + payload


def close_code(data: bytes) -> int | None:
    """The code of the close frame at the end of what came, if there is one."""
    at = data.rfind(b"\x88")
    return int.from_bytes(data[at + 2 : at + 4], "big") if at >= 0 and len(data) >= at + 4 else None
