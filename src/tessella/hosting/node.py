"""A node: one process that runs tables, and what all its tables share."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

from tessella.core import new_seed
from tessella.hosting.clocks import Skip, SteadyClock
from tessella.hosting.ids import new_id
from tessella.hosting.limits import Limit
from tessella.hosting.metrics import Metrics, NoMetrics
from tessella.hosting.probe import Probe
from tessella.hosting.queues import Addresses
from tessella.hosting.settings import Settings
from tessella.hosting.spectators import Spectators
from tessella.hosting.store import Store, StoreUnavailable
from tessella.hosting.workers import Workers

log = logging.getLogger(__name__)


def new_luck() -> int:
    """A seed for the random choices of a bot."""
    return secrets.randbits(64)


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
        monotonic: Callable[[], float] = time.monotonic,
        new_id: Callable[[], str] = new_id,
        new_seed: Callable[[], str] = new_seed,
        new_luck: Callable[[], int] = new_luck,
    ) -> None:
        self.store = store
        self.workers = workers
        self.settings = settings
        self.id = node_id
        self.metrics = metrics or NoMetrics()
        self.clock = clock
        """Seconds since 1970, for what is stored and shared between nodes. It may be set to another time."""
        self.monotonic = monotonic
        """Seconds since some moment, for limits and waits. It never jumps."""
        self.new_id = new_id
        """Makes the id of a new table."""
        self.new_seed = new_seed
        """Makes the seed of a new table."""
        self.new_luck = new_luck
        """Makes the seed of a bot's random choices."""
        self.hints = Limit(settings.hints_rate, settings.hints_burst)
        """How often each identity may ask for a hint."""
        self.addresses = Addresses()
        """Where people last came from: what is computed for them is shared out by it."""
        self.spectators = Spectators(settings)
        self.hold_until = 0.0
        """No clock runs out before this time, by the monotonic clock."""
        self.on_jump: Callable[[], None] = lambda: None
        """Called when the wall clock was set to another time."""
        self._time = SteadyClock(lambda: self.clock(), lambda: self.monotonic(), settings.clock_tolerance)
        self.stopping = False
        self.writable = Probe(store.check, monotonic)
        """Whether the store can be written to."""
        self._tasks: dict[asyncio.Task[None], None] = {}

    def start_task(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run something in the background; an error goes to the log."""
        task = asyncio.create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._end_task)
        return task

    def _end_task(self, task: "asyncio.Task[None]") -> None:
        self._tasks.pop(task, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            if isinstance(error, StoreUnavailable):
                self.note_store_unavailable()
            else:
                log.error("a background task of a table failed", exc_info=error)

    async def finish_tasks(self, seconds: float) -> None:
        """Wait for the background tasks, but not longer than this."""
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=seconds)

    def cancel_tasks(self) -> None:
        """Cancel the background tasks, in the order in which they were started."""
        for task in list(self._tasks):
            task.cancel()

    @property
    def tasks(self) -> int:
        """The number of background tasks."""
        return len(self._tasks)

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
        self.hold_until = self.monotonic() + self.settings.hold

    def now(self) -> float:
        """Seconds since 1970, as they are stored. They jump only within `check_clock`."""
        return self._time.now()

    @property
    def skips(self) -> list[Skip]:
        """The times that passed on the wall clock only."""
        return self._time.skips

    def check_clock(self) -> None:
        """Follow the wall clock. If it was set to another time, no clock runs out for a while, as after a start."""
        jumped = self._time.check()
        if jumped:
            self.hold_clocks()
            self.metrics.clock_jumps.inc()
            log.warning("the clock of this machine jumped by %.1f seconds", jumped)
            self.on_jump()

    async def announce(self) -> None:
        """Tell the other nodes that this one is alive. It counts as dead after three missed announcements."""
        await self.store.beat(self.id, self.now() + 3 * self.settings.beat)
