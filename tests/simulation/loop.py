"""An event loop without a clock of its own: when nothing is ready, time jumps to the next timer."""

import asyncio
import heapq
from asyncio import base_events
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, TypeVar

from tessella.core import Generator

T = TypeVar("T")
MOST_STEPS = 3_000_000
"""Rounds of the loop after which a run is given up: something spins without letting time pass."""


class StandStill(Exception):  # noqa: N818 - what a run came to
    """Nothing is ready and no timer is set, or time does not go on: the program would wait for ever."""


class VirtualLoop(base_events.BaseEventLoop):
    """Runs callbacks in the order in which they became ready. Timers of the same moment fire in a seeded order."""

    def __init__(self, luck: Generator, most_steps: int = MOST_STEPS) -> None:
        super().__init__()
        self._luck = luck
        self._moment = 0.0
        self._steps, self._most_steps = 0, most_steps
        self._clock_resolution = 0.0
        self._selector = self

    def time(self) -> float:
        """The virtual time, in seconds."""
        return self._moment

    def select(self, timeout: float | None) -> list[Any]:
        """Let time pass until the next timer, instead of waiting for sockets."""
        self._steps += 1
        if self._steps > self._most_steps:
            raise StandStill(f"{self._most_steps} rounds of the loop, and no end")
        scheduled: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        if timeout is None:
            raise StandStill("nothing is ready, and no timer is set")
        if timeout > 0:
            self._moment = max(self._moment, scheduled[0].when())
        self._take_due(scheduled)
        return []

    def _take_due(self, scheduled: list[asyncio.TimerHandle]) -> None:
        """Make the timers of this moment ready in a seeded order."""
        due: list[asyncio.TimerHandle] = []
        while scheduled and scheduled[0].when() <= self._moment:
            handle = heapq.heappop(scheduled)
            handle._scheduled = False  # type: ignore[attr-defined]
            due.append(handle)
        if len(due) > 1:
            self._luck.shuffle(due)
        self._ready.extend(due)  # type: ignore[attr-defined]

    def _process_events(self, event_list: list[Any]) -> None:
        """There are no sockets."""

    def _write_to_self(self) -> None:
        """There are no threads."""

    def call_at(  # type: ignore[override] # as the class above has it, for older type checkers
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Set a timer, never in the past."""
        return super().call_at(max(when, self._moment), callback, *args, context=context)


def run(work: Coroutine[Any, Any, T], loop: VirtualLoop) -> T:
    """Run something to its end, then cancel whatever is left."""
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(work)
    finally:
        left = sorted(asyncio.all_tasks(loop), key=lambda task: task.get_name())
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        asyncio.set_event_loop(None)
        loop.close()
