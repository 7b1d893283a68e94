"""Worker processes with a time limit, for bots, reviews and conundrums. Bots are given views, never states."""

import asyncio
import logging
import os
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from tessella import record, review
from tessella.bots import bot_named, level_bot, names
from tessella.bots.hints import Hint, hint
from tessella.core import Action, Generator, Json, View
from tessella.games import GAMES, game_named
from tessella.tables.refusal import Refusal

log = logging.getLogger(__name__)

T = TypeVar("T")
TRIES = 3
REVIEW_ROLLOUTS = 4_000
"""For each decision: enough to tell a mistake from a good move, in at most some seconds for a game."""
POOL_LIMIT = 60.0
MOST_WAITING = 8


def _end_with_the_server() -> None:
    """Run in a new process: end it when the server is killed."""
    server = os.getppid()

    def watch() -> None:
        while os.getppid() == server:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Workers:
    """Processes that run functions, and are stopped if one takes too long."""

    def __init__(self, workers: int, limit: float) -> None:
        self.workers = workers
        self.limit = limit
        self._pool: ProcessPoolExecutor | None = None
        self._free = asyncio.Semaphore(workers)
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

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run a function. `TimeoutError` if it takes too long; a process that died is replaced."""
        async with self._free:
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


def _choose(game: str, level: str, view: View, seed: int) -> Action | None:
    return level_bot(game_named(game), level).choose(view, Generator(seed))


def _hint(game: str, view: View, seed: int) -> Hint:
    return hint(game_named(game), view, Generator(seed))


def _warm_up() -> None:
    """Load what bots need, before the first of them has to move."""
    for game in GAMES.values():
        for name in names(game):
            bot_named(game, name)


def review_of(text: str) -> Json:
    """The review of a recorded game."""
    return review.review(record.parse(text), REVIEW_ROLLOUTS).to_json()


class BotWorkers(Workers):
    """The processes in which bots choose their actions."""

    def start(self) -> ProcessPoolExecutor:
        """Start the processes, without waiting for them."""
        fresh = self._pool is None
        pool = super().start()
        for _ in range(self.workers if fresh else 0):
            pool.submit(_warm_up)
        return pool

    async def choose(self, game: str, level: str, view: View) -> Action | None:
        """The bot's action; None if it does nothing. If it takes too long or fails, a random legal action is chosen."""
        seed = secrets.randbits(64)
        try:
            return await self.run(_choose, game, level, view, seed)
        except TimeoutError:
            log.warning("a bot took too long", extra={"bot": level})
        except Exception:
            log.exception("a bot failed", extra={"bot": level})
        return Generator(seed).choice(view.legal) if view.turn == view.seat else None

    async def hint(self, game: str, view: View) -> Hint:
        """What the strongest bot would do with this view, and why; `Refusal` if it takes too long."""
        try:
            return await self.run(_hint, game, view, secrets.randbits(64))
        except TimeoutError:
            raise Refusal("full", "the bots are busy: try again in a moment") from None


class WorkerPool(Workers):
    """A process for long work, such as reviews, apart from the bots' processes so that no game waits for it."""

    def __init__(self, each: int = 1, most: int = MOST_WAITING) -> None:
        super().__init__(1, POOL_LIMIT)
        self.each = each
        """The number of requests that one person may have waiting."""
        self.most = most
        """The number of requests that may wait in all."""
        self.waiting: Counter[str] = Counter()

    async def run_for(self, identity: str, work: Callable[..., T], *arguments: Any) -> T:
        """Run a function for a person; `Refusal` if too many requests wait, or if it takes too long."""
        if self.waiting[identity] >= self.each:
            raise Refusal("too-fast", "one request at a time: wait for the answer to your last one")
        if self.waiting.total() >= self.most:
            raise Refusal("full", "too many requests wait; try again in a minute")
        self.waiting[identity] += 1
        try:
            return await self.run(work, *arguments)
        except TimeoutError:
            raise Refusal("full", "this takes too long right now; try again in a minute") from None
        finally:
            self.waiting[identity] -= 1
            if not self.waiting[identity]:
                del self.waiting[identity]
