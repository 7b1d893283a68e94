"""A live connection: its messages wait in a queue of limited length."""

import asyncio

from tessella.hosting.limits import Bucket

REFUSED = 1008
GOING_AWAY = 1012
TRY_AGAIN = 1013
CLOSE_REASONS = {
    REFUSED: "too many frames that cannot be read or come too fast",
    GOING_AWAY: "the server restarts: come back",
    TRY_AGAIN: "too slow: come back",
}
"""Close codes of the WebSocket protocol, and the reason that a client is given when its connection is closed."""


class Connection:
    """A client that watches or plays at a table."""

    def __init__(self, table: str, identity: str | None, queue_size: int, frames: Bucket, address: str = "") -> None:
        self.table = table
        self.identity = identity
        self.frames = frames
        self.address = address
        self.watches = False
        """Whether it counts as a spectator: it had no seat when it came."""
        self.seats: tuple[int, ...] = ()
        """The seats it was last told about."""
        self.waiting: asyncio.Queue[bytes | int] = asyncio.Queue(queue_size)
        """Messages to send; a number closes the connection with that code."""
        self.bad_frames = 0
        """The number of frames that came too fast or could not be read."""
        self.hinting = False
        """Whether a hint is being computed for it."""
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
