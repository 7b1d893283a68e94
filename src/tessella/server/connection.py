"""A live connection, as the room sees it: messages wait in a queue of limited length."""

import asyncio

from tessella.server.limits import Bucket

TRY_AGAIN = 1013
GOING_AWAY = 1012
"""Why a connection is closed, by the numbers of the WebSocket protocol: try again later; the server restarts."""


class Connection:
    """Somebody who watches or plays at a table."""

    def __init__(self, table: str, identity: str | None, room_for: int, frames: Bucket) -> None:
        self.table = table
        self.identity = identity
        self.frames = frames
        self.seats: tuple[int, ...] = ()
        """The seats it was last told about."""
        self.waiting: asyncio.Queue[bytes | int] = asyncio.Queue(room_for)
        """Messages; a number closes the connection for that reason."""
        self.closed = False
        self.ended = asyncio.Event()

    def send(self, message: bytes) -> None:
        """Put a message into the queue. Who does not keep up is dropped; on return they are told what they missed."""
        if self.closed:
            return
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.close(TRY_AGAIN)

    def close(self, reason: int) -> None:
        """Close it; what still waits is not sent any more."""
        if self.closed:
            return
        self.closed = True
        self.ended.set()
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(reason)
