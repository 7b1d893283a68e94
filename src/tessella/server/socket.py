"""The live connection: commands come in, what happens goes out."""

import asyncio
import contextlib
import logging
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import QueryParameter

from tessella.server.connection import GOING_AWAY, TRY_AGAIN, Connection
from tessella.server.http import AppContext, TableId, TheDesk
from tessella.server.limits import Bucket
from tessella.tables.refusal import Refusal, StoreUnavailable
from tessella.tables.wire import live
from tessella.tables.wire.live import Refused

log = logging.getLogger(__name__)

REFUSED = 1008
WHY = {
    REFUSED: "too many slips",
    GOING_AWAY: "the server restarts: come back",
    TRY_AGAIN: "too slow: come back",
}
"""What is said to those who are shown out."""
MOST_SLIPS = 100
"""After so many frames that were too fast or could not be read, the connection is closed."""

Since = Annotated[int | None, QueryParameter()]


@websocket("/api/tables/{table:str}/live")
async def table_live(socket: WebSocket[Any, Any, Any], table: TableId, desk: TheDesk, since: Since = None) -> None:
    """Play or watch: first comes how things stand (or what was missed since a version), then whatever happens."""
    room = desk.room
    identity: str | None = socket.scope["state"]["me"]
    await socket.accept()
    frames = Bucket(room.settings.frames_rate, room.settings.frames_burst, room.clock())
    connection = Connection(table, identity, room.settings.queue, frames)
    mine = [who for who in (identity, socket.scope["state"]["address"]) if who is not None]
    most = room.settings.connections_each
    full = any(desk.connected[who] >= (most if who == identity else most * room.settings.people_each) for who in mine)
    desk.connected.update(mine)  # before anything is waited for
    try:
        if full:
            raise Refusal("full", "too many connections: close some tabs")
        await room.enter(connection, since)
        await _serve(socket, connection, desk)
    except Refusal as refusal:
        await socket.close(REFUSED, f"{refusal.code}: {refusal.reason}"[:120])
    except StoreUnavailable:
        await socket.close(TRY_AGAIN, "away: the tables cannot be reached right now; try again in a moment")
    finally:
        room.exit(connection)
        desk.connected.subtract(mine)
        for who in mine:
            if not desk.connected[who]:
                del desk.connected[who]


async def _serve(socket: WebSocket[Any, Any, Any], connection: Connection, desk: AppContext) -> None:
    """Read and write until either side has had enough."""
    reader = asyncio.create_task(_read(socket, connection, desk))
    writer = asyncio.create_task(_write(socket, connection))
    ended = asyncio.create_task(connection.ended.wait())
    try:
        await asyncio.wait({reader, ended}, return_when=asyncio.FIRST_COMPLETED)
        if connection.closed:  # by us: the last word is why, if it can still be said
            await asyncio.wait({writer}, timeout=1)
    finally:
        for task in (reader, writer, ended):
            task.cancel()
        await asyncio.gather(reader, writer, ended, return_exceptions=True)


async def _write(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    """Send what waits, one after the other; a slow reader holds up nobody else."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it has gone meanwhile
        while isinstance(message := await connection.waiting.get(), bytes):
            await socket.send_data(message, mode="text")
        await socket.close(message, WHY[message])


async def _read(socket: WebSocket[Any, Any, Any], connection: Connection, desk: AppContext) -> None:
    """Do what is asked, one after the other."""
    slips = 0
    with contextlib.suppress(WebSocketDisconnect):
        while not connection.closed:
            frame = await socket.receive_data(mode="text")
            wrong = _too_much(frame, connection, desk)
            if wrong is None:
                try:
                    message = live.decode_client(frame)
                except (msgspec.DecodeError, UnicodeError) as error:
                    wrong = Refusal("unreadable", f"this is no command: {error}")
                else:
                    await desk.room.command(connection, message)
                    continue
            slips += 1
            desk.room.metrics.refused.labels(wrong.code).inc()
            if slips >= MOST_SLIPS:
                connection.close(REFUSED)
                return
            connection.send(live.encode(refused(wrong)))
            await asyncio.sleep(0)  # let it be said before the next one is read


def _too_much(frame: str | bytes, connection: Connection, desk: AppContext) -> Refusal | None:
    if len(frame) > desk.room.settings.frame:
        return Refusal("too-long", f"a frame has at most {desk.room.settings.frame} bytes")
    if not connection.frames.take(desk.room.clock()):
        return Refusal("too-fast", f"too many frames: wait {connection.frames.wait():.1f} seconds")
    return None


def refused(refusal: Refusal) -> Refused:
    """A refusal that has nothing to do with a command."""
    return Refused(key=None, code=refusal.code, reason=refusal.reason, clause=refusal.clause, version=None)
