"""The live connection: reads commands, and sends what happens at the table."""

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Annotated, Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import QueryParameter

from tessella.hosting import commands
from tessella.hosting.connection import CLOSE_REASONS, REFUSED, TRY_AGAIN, Connection
from tessella.hosting.limits import Bucket
from tessella.hosting.session import TableSession
from tessella.hosting.store import StoreUnavailable
from tessella.server.http import AppContext, Context, TableId
from tessella.tables.refusal import Refusal

Since = Annotated[int | None, QueryParameter()]


@websocket("/api/tables/{table:str}/live")
async def table_live(socket: WebSocket[Any, Any, Any], table: TableId, context: Context, since: Since = None) -> None:
    """Play or watch: first comes the whole table (or what was missed since a version), then every update."""
    node = context.node
    identity: str | None = socket.scope["state"]["identity"]
    await socket.accept()
    frames = Bucket(node.settings.frames_rate, node.settings.frames_burst, node.monotonic())
    connection = Connection(table, identity, node.settings.queue, frames, socket.scope["state"]["address"])
    try:
        with _counted(context, identity, socket.scope["state"]["address"]):
            async with context.room.connected(connection, since) as session:
                await _serve(socket, connection, session)
    except Refusal as refusal:
        await socket.close(REFUSED, f"{refusal.code}: {refusal.reason}"[:120])
    except StoreUnavailable:
        await socket.close(TRY_AGAIN, "away: the tables cannot be reached right now; try again in a moment")


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


async def _serve(socket: WebSocket[Any, Any, Any], connection: Connection, session: TableSession) -> None:
    """Read and write until the client or the server closes the connection."""
    reader = asyncio.create_task(_read(socket, connection, session))
    writer = asyncio.create_task(_write(socket, connection))
    ended = asyncio.create_task(connection.ended.wait())
    try:
        await asyncio.wait({reader, ended}, return_when=asyncio.FIRST_COMPLETED)
        if connection.closed:  # by the server: give the writer time to send the reason
            await asyncio.wait({writer}, timeout=1)
    finally:
        for task in (reader, writer, ended):
            task.cancel()
        await asyncio.gather(reader, writer, ended, return_exceptions=True)


async def _write(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    """Send the messages of the queue in order; a slow client delays no other."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the client has gone
        while isinstance(message := await connection.waiting.get(), bytes):
            await socket.send_data(message, mode="text")
        await socket.close(message, CLOSE_REASONS[message])


async def _read(socket: WebSocket[Any, Any, Any], connection: Connection, session: TableSession) -> None:
    """Run the client's commands in order."""
    with contextlib.suppress(WebSocketDisconnect):
        while not connection.closed:
            await commands.receive(session, connection, await socket.receive_data(mode="text"))
