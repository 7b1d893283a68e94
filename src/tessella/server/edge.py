"""The open connections of a server: how many there are, and how long a client may take for what it sends and reads.

All limits here hold before a request is read, for any client, without a proxy in front.
"""

import asyncio
import math
from collections import Counter
from collections.abc import Iterable
from typing import Any

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tessella.hosting.settings import Settings
from tessella.server.addresses import network


class Edge:
    """Counts the open connections of a server by address, and knows which of them wait for a request."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.open = 0
        self.by_address: Counter[str] = Counter()
        self.waiting: dict[Guarded, None] = {}
        """Connections without a request under way, the one that has waited longest first."""
        self.explained = 0
        """Connections that were one too many, and are open while their clients read why."""

    def enter(self, connection: "Guarded", address: str | None) -> bool:
        """Count a connection; False if its address has too many, or if there are too many in all.

        With too many in all, the connection that has waited longest for a request is closed instead, so that
        connections that send nothing keep nobody out. `address` is None for a proxy, which brings many clients.
        """
        if address is not None and self.by_address[address] >= self.settings.sockets_each:
            return False
        if self.open >= self.settings.sockets:
            longest = next(iter(self.waiting), None)
            if longest is None:
                return False
            del self.waiting[longest]
            longest.transport.abort()
        self.open += 1
        if address is not None:
            self.by_address[address] += 1
        connection.address = address
        connection.counted = True
        return True

    def leave(self, connection: "Guarded") -> None:
        """Count a connection no longer."""
        self.waiting.pop(connection, None)
        if connection.counted:
            connection.counted = False
            self.open -= 1
            if connection.address is not None:
                self.by_address[connection.address] -= 1
                if not self.by_address[connection.address]:
                    del self.by_address[connection.address]

    def sweep(self, connections: Iterable[Any], now: float) -> None:
        """Close the connections whose time is over."""
        for connection in list(connections):
            if isinstance(connection, Guarded):
                connection.check(now)


class EdgeConfig(uvicorn.Config):
    """How the web server runs, with the edge that all its connections share."""

    edge: Edge

    def address_of(self, client: tuple[str, int] | None) -> str | None:
        """The address by which a connection is counted; None for a trusted proxy."""
        host = client[0] if client else ""
        app = self.loaded_app
        if isinstance(app, ProxyHeadersMiddleware) and host in app.trusted_hosts:
            return None
        return network(host)


class Guarded:
    """A connection that is read only as fast as it is served.

    What has come but was not parsed yet waits in a backlog. Nothing more is read while there is one, nor while the
    client does not read what it is sent. So a connection holds at most one read of the event loop (256 kB).
    """

    edge: Edge
    transport: asyncio.Transport
    part_size: int
    """The most bytes that are parsed at once."""

    def guard(self, config: uvicorn.Config) -> None:
        """Begin with an empty backlog."""
        assert isinstance(config, EdgeConfig)
        self.edge = config.edge
        self.address: str | None = None
        self.counted = False
        self.backlog = b""
        self.parsed = 0
        """How much of the backlog was parsed."""
        self.unread = 0
        """How much the client had not read yet, when that was last checked."""
        self.stalled_at = math.inf
        """When the connection is aborted, if the client reads nothing until then."""

    def data_received(self, data: bytes) -> None:
        """Put it into the backlog, and parse as much of that as is due."""
        self.backlog = self.backlog[self.parsed :] + data if self.backlog else data
        self.parsed = 0
        self.pump()

    def pump(self) -> None:
        """Parse the backlog as far as that is due; read on once it is empty."""
        while self.backlog and self.may_parse() and not self.transport.is_closing():
            end = self.part_end()
            part = self.backlog[self.parsed : end]
            self.parsed = end
            if end >= len(self.backlog):
                self.drop_backlog()
            self.parse(part)
        if not self.transport.is_closing():
            reads = not self.backlog and self.may_read()
            if reads != self.transport.is_reading():
                (self.transport.resume_reading if reads else self.transport.pause_reading)()

    def drop_backlog(self) -> None:
        """Forget what was not parsed."""
        self.backlog, self.parsed = b"", 0

    def part_end(self) -> int:
        """Where the next part of the backlog ends that is parsed at once."""
        return min(self.parsed + self.part_size, len(self.backlog))

    def may_read(self) -> bool:
        """Whether the client may send more."""
        raise NotImplementedError

    def may_parse(self) -> bool:
        """Whether to parse the next part of the backlog."""
        return self.may_read()

    def parse(self, part: bytes) -> None:
        """Parse some bytes."""
        raise NotImplementedError

    def check(self, now: float) -> None:
        """Abort the connection of a client that has read nothing for too long. Called every second."""
        unread = self.transport.get_write_buffer_size()
        if not unread and not self.transport.is_closing():
            self.stalled_at = math.inf
        elif self.stalled_at == math.inf or unread < self.unread:
            self.stalled_at = now + self.edge.settings.stall_time
        elif now > self.stalled_at:
            self.transport.abort()
        self.unread = unread
