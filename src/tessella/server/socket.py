"""The live connection: reads commands, and sends what happens at the table."""

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import QueryParameter

from tessella.server import commands
from tessella.server.connection import GOING_AWAY, TRY_AGAIN, Connection
from tessella.server.http import AppContext, Context, TableId
from tessella.server.limits import Bucket
from tessella.server.session import TableSession
from tessella.server.store import StoreUnavailable
from tessella.tables.refusal import Refusal
from tessella.tables.wire import live
from tessella.tables.wire.live import Refused

REFUSED = 1008
CLOSE_REASONS = {
    REFUSED: "too many frames that cannot be read or come too fast",
    GOING_AWAY: "the server restarts: come back",
    TRY_AGAIN: "too slow: come back",
}
"""The reason that a client is given when the server closes its connection."""
MOST_BAD_FRAMES = 100
"""The connection is closed after this many frames that came too fast or could not be read."""

Since = Annotated[int | None, QueryParameter()]


@websocket("/api/tables/{table:str}/live")
async def table_live(socket: WebSocket[Any, Any, Any], table: TableId, context: Context, since: Since = None) -> None:
    """Play or watch: first comes the whole table (or what was missed since a version), then every update."""
    node = context.node
    identity: str | None = socket.scope["state"]["identity"]
    await socket.accept()
    frames = Bucket(node.settings.frames_rate, node.settings.frames_burst, node.clock())
    connection = Connection(table, identity, node.settings.queue, frames)
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
    bad_frames = 0
    with contextlib.suppress(WebSocketDisconnect):
        while not connection.closed:
            frame = await socket.receive_data(mode="text")
            try:
                _check_size_and_rate(frame, connection, session)
                command = _decode(frame)
            except Refusal as refusal:
                bad_frames += 1
                session.node.metrics.refused.labels(refusal.code).inc()
                if bad_frames >= MOST_BAD_FRAMES:
                    connection.close(REFUSED)
                    return
                connection.send(live.encode(_refused(refusal)))
                await asyncio.sleep(0)  # let the writer send it before the next frame is read
            else:
                await commands.run(session, connection, command)


def _check_size_and_rate(frame: str | bytes, connection: Connection, session: TableSession) -> None:
    node = session.node
    if len(frame) > node.settings.frame:
        raise Refusal("too-long", f"a frame has at most {node.settings.frame} bytes")
    if not connection.frames.take(node.clock()):
        raise Refusal("too-fast", f"too many frames: wait {connection.frames.wait():.1f} seconds")


def _decode(frame: str | bytes) -> live.ClientMessage:
    try:
        command: live.ClientMessage = live.decode_client(frame)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refusal("unreadable", f"this is not a command: {error}") from None
    return command


def _refused(refusal: Refusal) -> Refused:
    """The answer to a frame that is not a command."""
    return Refused(key=None, code=refusal.code, reason=refusal.reason, clause=refusal.clause, version=None)
