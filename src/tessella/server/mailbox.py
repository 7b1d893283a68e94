"""Small stand-ins for `asyncio.Queue` and `asyncio.Event`, of which each connection has one.

Those of asyncio keep five double-ended queues of 64 places for a connection, three kilobytes that are mostly empty.
"""

import asyncio
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Flag:
    """Something that is set or not. Any number of tasks may wait for it."""

    __slots__ = ("_set", "_waiting")

    def __init__(self) -> None:
        self._set = False
        self._waiting: asyncio.Future[None] | None = None
        """What all who wait share."""

    def is_set(self) -> bool:
        """Whether it is set."""
        return self._set

    def set(self) -> None:
        """Set it, and let all go on that wait."""
        self._set = True
        waiting, self._waiting = self._waiting, None
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    def clear(self) -> None:
        """Let those who come wait."""
        self._set = False

    async def wait(self) -> None:
        """Wait until it is set."""
        while not self._set:
            if self._waiting is None:
                self._waiting = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._waiting)


class Mailbox(Generic[Item]):
    """What waits for the one task that reads it."""

    __slots__ = ("_items", "_waiting")

    def __init__(self) -> None:
        self._items: list[Item] = []
        self._waiting: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._items

    def qsize(self) -> int:
        """How many items wait."""
        return len(self._items)

    def put_nowait(self, item: Item) -> None:
        """Put an item behind the others."""
        self._items.append(item)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def get(self) -> Item:
        """Take the first item; wait until there is one."""
        while not self._items:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._items.pop(0)
