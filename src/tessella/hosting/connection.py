"""A live connection: messages that cannot be sent at once wait, and only so many of them."""

import asyncio
from functools import cached_property

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
    """A client that watches or plays at a table.

    All messages go through the queue `waiting`, which its home empties. A home that can write at once overrides `send`
    and `close`, and needs neither the queue nor the event.
    """

    def __init__(self, table: str, identity: str | None, queue_size: int, frames: Bucket, address: str = "") -> None:
        self.table = table
        self.identity = identity
        self.frames = frames
        self.address = address
        self.watches = False
        """Whether it counts as a spectator: it had no seat when it came."""
        self.seats: tuple[int, ...] = ()
        """The seats it was last told about."""
        self.queue_size = queue_size
        """The most messages that wait."""
        self.bad_frames = 0
        """The number of frames that came too fast or could not be read."""
        self.hinting = False
        """Whether a hint is being computed for it."""
        self.closed = False

    @cached_property
    def waiting(self) -> asyncio.Queue[bytes | int]:
        """Messages to send; a number closes the connection with that code."""
        return asyncio.Queue(self.queue_size)

    @cached_property
    def ended(self) -> asyncio.Event:
        """Set when the connection is closed."""
        return asyncio.Event()

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
