"""Turns at something that only a few can use at once, such as processes. A fair queue decides who is next."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from tessella.hosting.queues import Bounds, FairQueue, Owner, QueueFull
from tessella.tables.refusal import Refusal

FULL = "too many requests wait; try again in a minute"


class Turns:
    """Admits so many at once, in a fair order."""

    def __init__(self, places: int, bounds: Bounds) -> None:
        self._free = places
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue(bounds)

    @property
    def waiting(self) -> int:
        """The number of those who wait."""
        return len(self._queue)

    @contextlib.asynccontextmanager
    async def turn(self, owner: Owner) -> AsyncIterator[None]:
        """Wait for a turn, and have it as long as the block runs; `Refusal` if too many wait."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            displaced = self._queue.put(owner, future)
        except QueueFull as full:
            if full.own:
                raise Refusal("too-fast", "too many requests at once: wait for the answer to your last one") from None
            raise Refusal("full", FULL) from None
        if displaced is not None and not displaced.done():
            displaced.set_exception(Refusal("full", FULL))
        self._admit()
        try:
            await future
        except BaseException:
            # Cancelled: while it waited, or just when its turn came.
            waited = self._queue.remove(owner, future)
            if not waited and not future.cancelled() and future.exception() is None:
                self._end(owner)
            raise
        try:
            yield
        finally:
            self._end(owner)

    def _end(self, owner: Owner) -> None:
        self._queue.finish(owner)
        self._free += 1
        self._admit()

    def _admit(self) -> None:
        while self._free and (taken := self._queue.take()) is not None:
            owner, future = taken
            if future.done():  # cancelled: its task has not run yet
                self._queue.finish(owner)
            else:
                self._free -= 1
                future.set_result(None)
