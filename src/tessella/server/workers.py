"""Worker processes with a time limit, for bots, reviews and conundrums."""

import asyncio
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from tessella.bots import bot_named, names
from tessella.games import GAMES
from tessella.hosting.queues import Bounds, Owner
from tessella.hosting.settings import Settings
from tessella.hosting.turns import Turns
from tessella.hosting.workers import Kind, Workers
from tessella.tables.refusal import Refusal

T = TypeVar("T")
TRIES = 3
POOL_LIMIT = 60.0
REVIEWS = Bounds(person=1, address=4, total=64)
CONUNDRUMS = Bounds(person=6, address=30, total=120)
"""Conundrums are made quickly, so a person may ask for several at once."""


def _end_with_the_server() -> None:
    """Run in a new process: end it when the server is killed."""
    server = os.getppid()

    def watch() -> None:
        while os.getppid() == server:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Processes:
    """Processes that run functions, and are stopped if one takes too long."""

    def __init__(self, workers: int, limit: float, bounds: Bounds = Bounds()) -> None:  # noqa: B008 - never changed
        self.workers = workers
        self.limit = limit
        self._pool: ProcessPoolExecutor | None = None
        self.turns = Turns(workers, bounds)
        """The time limit does not include the wait for a free process."""

    def start(self) -> ProcessPoolExecutor:
        """Start the processes, if they do not run."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"), _end_with_the_server)
        return self._pool

    def stop(self) -> None:
        """Stop the processes, whatever they do."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    async def run(self, owner: Owner, work: Callable[..., T], *arguments: Any) -> T:
        """Run a function, when it is the owner's turn. `Refusal` if too many wait, `TimeoutError` if it takes too long.

        A process that died is replaced.
        """
        async with self.turns.turn(owner):
            for _ in range(TRIES):
                pool = self.start()
                future = asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
                try:
                    return await asyncio.wait_for(future, self.limit)
                except (TimeoutError, BrokenProcessPool, asyncio.CancelledError) as error:
                    task = asyncio.current_task()
                    if isinstance(error, asyncio.CancelledError) and (task is None or task.cancelling()):
                        raise
                    if self._pool is pool:
                        self.stop()
                    if isinstance(error, TimeoutError):
                        raise
                    # The process may have died because of another task: try again.
        raise TimeoutError


def _warm_up() -> None:
    """Load what bots need, before the first of them has to move."""
    for game in GAMES.values():
        for name in names(game):
            bot_named(game, name)


class BotProcesses(Processes):
    """The processes in which bots choose their actions."""

    def start(self) -> ProcessPoolExecutor:
        """Start the processes, without waiting for them."""
        fresh = self._pool is None
        pool = super().start()
        for _ in range(self.workers if fresh else 0):
            pool.submit(_warm_up)
        return pool


class ProcessPool(Processes):
    """A process for long work, such as reviews, apart from the bots' processes so that no game waits for it."""

    def __init__(self, bounds: Bounds) -> None:
        super().__init__(1, POOL_LIMIT, bounds)

    async def run_for(self, owner: Owner, work: Callable[..., T], *arguments: Any) -> T:
        """Run a function for a person; `Refusal` if too many requests wait, or if it takes too long."""
        try:
            return await self.run(owner, work, *arguments)
        except TimeoutError:
            raise Refusal("full", "this takes too long right now; try again in a minute") from None


class ProcessWorkers(Workers):
    """The processes of a server."""

    def __init__(self, settings: Settings) -> None:
        self.bots = BotProcesses(settings.bot_workers, settings.bot_limit)
        self.pools: dict[Kind, ProcessPool] = {
            "reviews": ProcessPool(REVIEWS),
            "conundrums": ProcessPool(CONUNDRUMS),
        }

    def start(self) -> None:
        """Start the bots' processes; the others start when they are needed."""
        self.bots.start()

    def stop(self) -> None:
        """Stop all processes, whatever they do."""
        for processes in (self.bots, *self.pools.values()):
            processes.stop()

    async def run_bot(self, owner: Owner, work: Callable[..., T], *arguments: Any) -> T:
        """Run a bot; `TimeoutError` if it takes too long."""
        return await self.bots.run(owner, work, *arguments)

    async def run_for(self, kind: Kind, owner: Owner, work: Callable[..., T], *arguments: Any) -> T:
        """Run a long function for a person, in the process of its kind."""
        return await self.pools[kind].run_for(owner, work, *arguments)
