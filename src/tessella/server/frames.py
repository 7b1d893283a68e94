"""Live connections over WebSocket: their frames are counted, and a client that does not read is not read from.

uvicorn's protocol parses all that has come, answers every ping, and keeps every fragment.
"""

import asyncio
from asyncio.transports import BaseTransport
from typing import Any

from uvicorn._types import ASGIReceiveEvent
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from tessella.hosting.connection import CLOSE_REASONS, REFUSED
from tessella.hosting.limits import Bucket
from tessella.server.edge import EdgeConfig, Guarded

MOST_FRAGMENTS = 64
"""The most parts of one message."""


class SocketProtocol(Guarded, WebSocketsSansIOProtocol):
    """A WebSocket connection.

    The application counts messages. Here the frames are counted that it does not see: pings, pongs, and fragments.
    """

    part_size = 1024

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.guard(config)
        settings = self.edge.settings
        self.unseen = Bucket(settings.frames_rate, settings.frames_burst, self.loop.time())
        """Limits the frames that the application does not see."""

    # ---- the connection ----

    def connection_made(self, transport: BaseTransport) -> None:
        """Count it. There was room for it as a connection of HTTP."""
        super().connection_made(transport)
        assert isinstance(self.config, EdgeConfig)
        self.edge.enter(self, self.config.address_of(self.client))

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        self.drop_backlog()
        self.edge.leave(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Stop reading, too: the client does not read what it is sent."""
        super().pause_writing()
        self.pump()

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        self.pump()

    # ---- parsing ----

    def part_end(self) -> int:
        """The head of the request is parsed at once."""
        return super().part_end() if self.handshake_initiated else len(self.backlog)

    def may_read(self) -> bool:
        """Whether the client reads, and the application has taken the last message."""
        return self.writable.is_set() and not self.read_paused

    def parse(self, part: bytes) -> None:
        """Parse some bytes."""
        WebSocketsSansIOProtocol.data_received(self, part)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    async def receive(self) -> ASGIReceiveEvent:
        """The next message; then the one after it may come."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.loop.call_soon(self.pump)  # not now: others have their turn between two messages
        return message

    # ---- frames that the application does not see ----

    def _admits(self) -> bool:
        """Whether one more frame may come; else the connection is closed."""
        if self.close_sent:
            return False
        if self.unseen.take(self.loop.time()) and len(self.frames) < MOST_FRAGMENTS:
            return True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": REFUSED})
        self.conn.fail(REFUSED, CLOSE_REASONS[REFUSED])
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.drop_backlog()
        self.transport.close()
        return False

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._admits():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take note that the client is there."""
        if self._admits():
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """Take a message, or its first fragment."""
        if event.fin or self._admits():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take a message, or its first fragment."""
        if event.fin or self._admits():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a further fragment."""
        if event.fin or self._admits():
            super().handle_cont(event)
