"""The live connection: reads commands, and sends what happens at the table."""

import contextlib
from collections import deque
from collections.abc import Iterator
from typing import Annotated, Any

from litestar import WebSocket, websocket
from litestar.params import QueryParameter

from tessella.hosting import commands
from tessella.hosting.connection import CLOSE_REASONS, REFUSED, TRY_AGAIN, Connection
from tessella.hosting.limits import Bucket
from tessella.hosting.store import StoreUnavailable
from tessella.server.frames import EXTENSION, SocketProtocol
from tessella.server.http import AppContext, Context, TableId
from tessella.tables.refusal import Refusal

Since = Annotated[int | None, QueryParameter()]


@websocket("/api/tables/{table:str}/live")
async def table_live(socket: WebSocket[Any, Any, Any], table: TableId, context: Context, since: Since = None) -> None:
    """Play or watch: first comes the whole table (or what was missed since a version), then every update."""
    identity, address = socket.scope["state"]["identity"], socket.scope["state"]["address"]
    await socket.accept()

    async def serving(protocol: SocketProtocol) -> None:
        await _serve(protocol, LiveConnection(protocol, table, identity, address, context), since, context)

    extensions: Any = socket.scope["extensions"]
    extensions[EXTENSION].serve(serving)


class LiveConnection(Connection):
    """A connection that writes its messages itself. They wait only while the client does not read."""

    def __init__(
        self, protocol: SocketProtocol, table: str, identity: str | None, address: str, context: AppContext
    ) -> None:
        node = context.node
        frames = Bucket(node.settings.frames_rate, node.settings.frames_burst, node.monotonic())
        super().__init__(table, identity, node.settings.queue, frames, address)
        self.protocol = protocol
        self.unsent: deque[bytes] | None = None
        """What waits for the client to read; None if nothing does."""

    def send(self, message: bytes) -> None:
        """Send a message. A client that does not keep up is disconnected, and may return."""
        if self.closed or (self.unsent is None and self.protocol.write_text(message)):
            return
        if self.unsent is None:
            self.unsent = deque()
            self.protocol.on_writable = self._send_on
        if len(self.unsent) >= self.queue_size:
            self.close(TRY_AGAIN)
        else:
            self.unsent.append(message)

    def _send_on(self) -> None:
        while self.unsent and self.protocol.write_text(self.unsent[0]):
            self.unsent.popleft()
        if not self.unsent:
            self.unsent = None

    def close(self, code: int) -> None:
        """Close the connection; messages that still wait are not sent."""
        if not self.closed:
            self.closed = True
            self.unsent = None
            self.protocol.finish(code, CLOSE_REASONS[code])


async def _serve(protocol: SocketProtocol, connection: LiveConnection, since: int | None, context: AppContext) -> None:
    """Run the client's commands in order, until the client or the server closes the connection."""
    try:
        with _counted(context, connection.identity, connection.address):
            async with context.room.connected(connection, since) as session:
                while (text := await protocol.next_text()) is not None and not connection.closed:
                    await commands.receive(session, connection, text)
    except Refusal as refusal:
        protocol.finish(REFUSED, f"{refusal.code}: {refusal.reason}"[:120])
    except StoreUnavailable:
        protocol.finish(TRY_AGAIN, "away: the tables cannot be reached right now; try again in a moment")


@contextlib.contextmanager
def _counted(context: AppContext, identity: str | None, address: str) -> Iterator[None]:
    """Count a connection for its identity and its address; `Refusal` if either has too many."""
    settings, connected = context.node.settings, context.connected
    most = {address: settings.connections_each * settings.people_each}
    if identity is not None:
        most[identity] = settings.connections_each
    if any(connected[counted] >= limit for counted, limit in most.items()):
        raise Refusal("full", "too many connections: close some tabs")
    connected.update(most.keys())
    try:
        yield
    finally:
        connected.subtract(most.keys())
        for counted in most:
            if not connected[counted]:
                del connected[counted]
