"""The baseline of the server's benchmark: store one row durably for each message, and send some bytes to all seats.

It uses the same web server, the same framework and the same writer thread as the real server.
"""

import asyncio
import contextlib
import sys
from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from tessella.hosting.settings import Settings
from tessella.server.serve import Server, config_for, listening
from tessella.server.sqlite import SqliteStore
from tessella.tables.entries import Acted, Entry, SeatSetup, Setup, Stored
from tessella.tables.listings import Summary
from tessella.tables.wire.tables import NoClock


def main(folder: Path, length: int) -> None:
    """Serve: store each message, and send an update of so many bytes."""
    store = SqliteStore(folder / "bare.db")
    waiting: dict[str, list[asyncio.Queue[bytes]]] = defaultdict(list)
    versions: dict[str, int] = {}
    fill = b"x" * max(0, length - 45)
    confirmed = b'{"type":"confirmed","key":"k1","version":1}'

    @contextlib.asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        await store.open()
        yield
        await store.close()

    @websocket("/api/tables/{table:str}/live")
    async def live(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
        await socket.accept()
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        if table not in versions:
            versions[table] = 0
            setup = Setup("chromino", {}, [SeatSetup("person")], NoClock(), True)
            await store.create(Stored(table, setup, "", 0, [], []), Summary(0, "playing", 0, None, 0))
        waiting[table].append(queue)

        async def write() -> None:
            while True:
                await socket.send_data(await queue.get(), mode="text")

        writer = asyncio.create_task(write())
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                text = await socket.receive_data(mode="text")
                versions[table] += 1
                entry = Entry(versions[table], 0.0, Acted(0, str(text)))
                await store.append(table, [entry], Summary(entry.seq, "playing", 0, None, 0.0))
                update = b'{"type":"update","version":%d,"fill":"%s"}' % (entry.seq, fill)
                for other in waiting[table]:
                    other.put_nowait(update)
                queue.put_nowait(confirmed)
        writer.cancel()

    sock = listening("127.0.0.1", 0)
    config = config_for(
        Litestar([live], lifespan=[life], logging_config=None), Settings(sockets=10**6, sockets_each=10**6)
    )
    address = f"http://127.0.0.1:{sock.getsockname()[1]}"
    Server(config, lambda: print(f"bare at {address} ", flush=True)).run(sockets=[sock])


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
