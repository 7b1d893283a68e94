"""Live connections over WebSocket: their frames are counted, and a client that does not read is not read from.

uvicorn's protocol parses all that has come, answers every ping, and keeps every fragment.

The application accepts a connection, then takes it over (`SocketProtocol.serve`): messages are written straight into
the buffer of the transport, and those of one turn of the loop are sent at once. Through ASGI each of them would pass a
queue, a task and the framework, which cost more than all the rest of a delivery.
"""

import asyncio
from asyncio.transports import BaseTransport
from collections.abc import Awaitable, Callable
from typing import Any

from uvicorn._types import ASGIReceiveCallable, ASGIReceiveEvent, ASGISendCallable, Scope
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from tessella.hosting.connection import CLOSE_REASONS, REFUSED
from tessella.hosting.limits import Bucket
from tessella.server.edge import EdgeConfig, Guarded
from tessella.server.mailbox import Flag, Mailbox

MOST_FRAGMENTS = 64
"""The most parts of one message."""
EXTENSION = "tessella.connection"
"""The name under which the application finds the protocol of its connection, among the extensions of the scope."""
SHORT, MEDIUM = 126, 1 << 16
"""Payloads shorter than these have their length in 7 or 16 bits."""
TEXT_FRAME = 0x81
"""The first byte of a text frame that is a whole message."""


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
        self.queue = Mailbox[ASGIReceiveEvent]()  # type: ignore[assignment] # all that is used of a queue
        self.writable = Flag()  # type: ignore[assignment] # the same of an event
        self.writable.set()
        settings = self.edge.settings
        self.unseen = Bucket(settings.frames_rate, settings.frames_burst, self.loop.time())
        """Limits the frames that the application does not see."""
        self.on_writable: Callable[[], None] = _nothing
        """Called when the client reads again."""
        self._application = self.app
        self.app = self._run
        self._serving: Callable[[SocketProtocol], Awaitable[None]] | None = None

    # ---- the application ----

    async def _run(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        scope["extensions"][EXTENSION] = self  # type: ignore[typeddict-item, assignment] # not one of uvicorn's
        await self._application(scope, receive, send)
        # What the handshake needed is let go: the connection may last for hours.
        del scope, receive, send
        if self._serving is not None:
            self.request.headers.clear()  # the parser keeps the request
            del self.scope, self.request, self.response
            await self._serving(self)

    def serve(self, serving: Callable[["SocketProtocol"], Awaitable[None]]) -> None:
        """Run this once the application has returned, for the rest of the connection's life."""
        self._serving = serving

    async def next_text(self) -> str | None:
        """The next message of the client; None at the end. A binary message reads as an empty one."""
        event = await self.receive()
        return (event.get("text") or "") if event["type"] == "websocket.receive" else None

    def write_text(self, payload: bytes) -> bool:
        """Send a message; False if the client has not read what it was sent, and the message should wait."""
        if not self.writable.is_set():
            return False
        if self.close_sent or self.disconnected:
            return True  # nobody would read it
        length = len(payload)
        if length < SHORT:
            head = bytes((TEXT_FRAME, length))
        elif length < MEDIUM:
            head = bytes((TEXT_FRAME, SHORT, length >> 8, length & 255))
        else:
            head = bytes((TEXT_FRAME, SHORT + 1)) + length.to_bytes(8, "big")
        self.transport.write(head + payload)
        return True

    def finish(self, code: int, reason: str) -> None:
        """Close the connection with a reason. `next_text` returns None then."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent, self.read_paused = True, False
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
        self.loop.call_soon(self.pump)

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
        self.on_writable()
        self.pump()

    # ---- parsing ----

    def part_end(self) -> int:
        """The head of the request is parsed at once."""
        return super().part_end() if self.handshake_initiated else len(self.backlog)

    def may_read(self) -> bool:
        """Whether the client reads."""
        return self.writable.is_set()

    def may_parse(self) -> bool:
        """Whether the application has taken the last message, too."""
        return not self.read_paused and self.may_read()

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
            if self.backlog:
                self.loop.call_soon(self.pump)  # not now: others have their turn between two messages
        return message

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; the next one is parsed when it is taken. uvicorn's stops to read for each, which costs two
        calls of the system; here what comes meanwhile waits in the backlog."""
        self.read_paused = not self.close_sent
        super().send_receive_event_to_app()

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


def _nothing() -> None:
    """Nothing waits to be written."""
