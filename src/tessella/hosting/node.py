"""A node: one process that runs tables, and what all its tables share."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from tessella.core import new_seed
from tessella.hosting.ids import new_id
from tessella.hosting.limits import Limit
from tessella.hosting.metrics import Metrics, NoMetrics
from tessella.hosting.settings import Settings
from tessella.hosting.store import Store, StoreUnavailable
from tessella.hosting.workers import Workers

log = logging.getLogger(__name__)


class Node:
    """The store, workers, clock, settings and background tasks of a process that runs tables."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        settings: Settings,
        node_id: str,
        *,
        metrics: Metrics | None = None,
        clock: Callable[[], float] = time.time,
        new_id: Callable[[], str] = new_id,
        new_seed: Callable[[], str] = new_seed,
    ) -> None:
        self.store = store
        self.workers = workers
        self.settings = settings
        self.id = node_id
        self.metrics = metrics or NoMetrics()
        self.clock = clock
        self.new_id = new_id
        """Makes the id of a new table."""
        self.new_seed = new_seed
        """Makes the seed of a new table."""
        self.hints = Limit(settings.hints_rate, settings.hints_burst)
        """How often each identity may ask for a hint."""
        self.hold_until = 0.0
        """No clock runs out before this time."""
        self.stopping = False
        self._tasks: set[asyncio.Task[None]] = set()

    def start_task(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run something in the background; an error goes to the log."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end_task)
        return task

    def _end_task(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, StoreUnavailable):
                self.note_store_unavailable()
            else:
                log.error("a background task of a table failed", exc_info=error)

    async def finish_tasks(self, seconds: float) -> None:
        """Wait for the background tasks, but not longer than this."""
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=seconds)

    async def repeat(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run something again and again, with this pause in between. An error goes to the log and does not end it."""
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StoreUnavailable:
                self.note_store_unavailable()
            except Exception:
                log.exception("a repeated task failed")

    def note_store_unavailable(self) -> None:
        """Log and count that the store cannot be reached, and stop the clocks: people cannot play meanwhile."""
        self.hold_clocks()
        self.metrics.store_away.inc()
        log.warning("the store cannot be reached")

    def hold_clocks(self) -> None:
        """Let no clock run out for a while."""
        self.hold_until = self.clock() + self.settings.hold

    async def announce(self) -> None:
        """Tell the other nodes that this one is alive. It counts as dead after three missed announcements."""
        await self.store.beat(self.id, self.clock() + 3 * self.settings.beat)
