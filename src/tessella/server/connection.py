"""A live connection: its messages wait in a queue of limited length."""

import asyncio

from tessella.server.limits import Bucket

TRY_AGAIN = 1013
GOING_AWAY = 1012
"""Close codes of the WebSocket protocol: try again later; the server restarts."""


class Connection:
    """A client that watches or plays at a table."""

    def __init__(self, table: str, identity: str | None, queue_size: int, frames: Bucket) -> None:
        self.table = table
        self.identity = identity
        self.frames = frames
        self.seats: tuple[int, ...] = ()
        """The seats it was last told about."""
        self.waiting: asyncio.Queue[bytes | int] = asyncio.Queue(queue_size)
        """Messages to send; a number closes the connection with that code."""
        self.closed = False
        self.ended = asyncio.Event()

    def send(self, message: bytes) -> None:
        """Put a message into the queue. A client that does not keep up is disconnected, and may return."""
        if self.closed:
            return
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.close(TRY_AGAIN)

    def close(self, code: int) -> None:
        """Close the connection; messages that still wait are not sent."""
        if self.closed:
            return
        self.closed = True
        self.ended.set()
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(code)
