"""HTTP connections: one request at a time, of limited length, in limited time.

uvicorn's protocol parses all that has come, and keeps a request for each; headers and bodies may take any time. This
one parses a request when the one before it is answered.
"""

import asyncio
import http
import math
from typing import Any

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from tessella.server.edge import EdgeConfig, Guarded
from tessella.tables.wire import live
from tessella.tables.wire.tables import Problem

END_OF_HEAD = b"\r\n\r\n"
LINGER_TIME = 2.0
"""Seconds in which a client that was refused can read why."""
LINGER_BYTES = 1 << 20
"""The most bytes that are discarded meanwhile."""
MOST_EXPLAINED = 64
"""The most connections that are one too many and are kept for a moment, in which their clients can read why."""
RAW_BODY = 4
"""A body may take this many times the longest body: chunks have heads, and the rest of a refused body is discarded."""


class HttpFlow(FlowControl):
    """Flow control by the backlog of the protocol."""

    def __init__(self, transport: asyncio.Transport, protocol: "HttpProtocol") -> None:
        super().__init__(transport)
        self._protocol = protocol

    def pause_reading(self) -> None:
        """Parse no more for now; the protocol stops reading itself."""
        self.read_paused = True

    def resume_reading(self) -> None:
        """Parse on."""
        if self.read_paused:
            self.read_paused = False
            self._protocol.pump()


class HttpProtocol(Guarded, HttpToolsProtocol):
    """An HTTP connection."""

    part_size = 4096

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.guard(config)
        self.in_head = True
        """Whether a head is expected or being read; else a body."""
        self.taken = 0
        """Bytes of the head or of the body so far."""
        self.deadline = math.inf
        """When the head or the body must be complete, or the next request begun."""
        self.explained = False
        """Whether it was one connection too many, and its client is given time to read that."""
        self.lingering = False
        """Whether the client was refused, and nothing that it sends matters any more."""

    # ---- the connection ----

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's
        """Count it."""
        super().connection_made(transport)
        assert isinstance(self.config, EdgeConfig)
        self.flow = HttpFlow(transport, self)
        self.deadline = self.loop.time() + self.edge.settings.head_time
        if self.edge.enter(self, self.config.address_of(self.client)):
            self.edge.waiting[self] = None
        elif self.edge.explained >= MOST_EXPLAINED:
            self.transport.abort()
        else:
            self.edge.explained += 1
            self.explained = True
            self.refuse(503, "full", "too many connections: close some, or come back in a minute")

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        self.drop_backlog()
        self.edge.leave(self)
        self.edge.explained -= self.explained
        self.explained = False
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Stop reading, too: the client does not read its answers."""
        super().pause_writing()
        self.pump()

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        self.pump()

    def check(self, now: float) -> None:
        """Close the connection if the client takes too long."""
        super().check(now)
        if now <= self.deadline or self.transport.is_closing():
            return
        if self.lingering:
            self.transport.abort()
        elif self.in_head and not self.taken:
            self.transport.close()  # nothing was begun, so nothing is answered
        elif self.in_head:
            self.refuse(408, "too-slow", f"a head must come within {self.edge.settings.head_time:g} seconds")
        else:
            self.refuse(408, "too-slow", f"a body must come within {self.edge.settings.body_time:g} seconds")

    # ---- parsing ----

    def data_received(self, data: bytes) -> None:
        """Parse what is due of it."""
        if not self.lingering:
            super().data_received(data)
            return
        self.taken += len(data)
        if self.taken > LINGER_BYTES:
            self.transport.abort()

    def may_read(self) -> bool:
        """Whether the client may send more."""
        return self.lingering or not (self.flow.write_paused or self.flow.read_paused)

    def may_parse(self) -> bool:
        """Whether no request is being answered, or its body is not complete."""
        cycle = self.cycle
        idle = cycle is None or cycle.response_complete or cycle.more_body
        return idle and not self.pipeline and self.may_read()

    def part_end(self) -> int:
        """Where the next head ends: what follows may belong to another request."""
        limit = super().part_end()
        end = self.backlog.find(END_OF_HEAD, self.parsed, limit)
        return limit if end < 0 else end + len(END_OF_HEAD)

    def parse(self, part: bytes) -> None:
        """Parse a part, and refuse what is too long or cannot be read."""
        settings = self.edge.settings
        if self.in_head and not self.taken:
            self.deadline = self.loop.time() + settings.head_time
        self.taken += len(part)
        try:
            self.parser.feed_data(part)
        except httptools.HttpParserUpgrade:
            self._upgrade()
            return
        except httptools.HttpParserError:
            self.refuse(400, "bad-request", "this is not a request of HTTP/1.1")
            return
        if self.in_head and self.taken > settings.head:
            self.refuse(431, "too-long", f"a head has at most {settings.head} bytes")
        elif not self.in_head and self.taken > RAW_BODY * settings.body:
            self.refuse(413, "too-long", f"a body has at most {settings.body} bytes")

    def _upgrade(self) -> None:
        self.drop_backlog()
        if self._should_upgrade():
            self.edge.leave(self)
            self.handle_websocket_upgrade()
            # The connection goes on without this object. It is part of no reference cycle any more, so it goes at once.
            self.parser, self.flow = None, FlowControl(self.transport)  # type: ignore[assignment] # as at its end
        elif self.cycle is not None:  # the request is answered as if it had not mentioned an upgrade
            self.cycle.keep_alive = False
            self.flow.pause_reading()

    def on_headers_complete(self) -> None:
        """Begin with the body."""
        self.in_head, self.taken = False, 0
        self.deadline = self.loop.time() + self.edge.settings.body_time
        self.edge.waiting.pop(self, None)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Wait for the answer; then comes the next head."""
        self.in_head, self.taken = True, 0
        answered = self.cycle is not None and self.cycle.response_complete
        self.deadline = self.loop.time() + self.edge.settings.idle_time if answered else math.inf
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Take up the next request."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self.edge.waiting[self] = None
        if self.in_head:
            self.deadline = self.loop.time() + self.edge.settings.idle_time
        if self.pipeline:
            self._start_asgi_task(*self.pipeline.pop())
        self.flow.read_paused = False
        self.pump()

    # ---- refusals ----

    def refuse(self, status: int, code: str, reason: str) -> None:
        """Answer what the application never sees, and close the connection."""
        self.drop_backlog()
        answered = False
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            if self.cycle.response_started:
                self.transport.abort()
                return
        elif self.cycle is not None and not self.in_head:
            answered = True  # before its body had come
        if not answered:
            body = live.encode(Problem(code=code, reason=reason))
            head = b"content-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(body)
            self.transport.write(STATUS_LINE[http.HTTPStatus(status)] + head + body)
        # To close a connection with unread data resets it, and the client would not see the answer.
        self.transport.write_eof()
        self.lingering, self.taken = True, 0
        self.deadline = self.loop.time() + LINGER_TIME
