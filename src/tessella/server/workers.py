"""Bots think in processes of their own, with a time limit. They are handed views, never states."""

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
from tessella.bots import bot_named, names
from tessella.core import Action, Generator, Json, View
from tessella.games import GAMES, game_named
from tessella.tables.refusal import Refusal

log = logging.getLogger(__name__)

T = TypeVar("T")
TRIES = 3
REVIEW_ROLLOUTS = 4_000
"""For each decision: enough to tell a slip from a good move, and no more than some seconds for a game."""
HELP_LIMIT = 60.0
MOST_WAITING = 8
"""So many may wait."""


def _end_with_the_server() -> None:
    """In a new process: if the server is killed, nobody else would end it."""
    server = os.getppid()

    def watch() -> None:
        while os.getppid() == server:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Workers:
    """Processes that do something and are stopped if it takes too long."""

    def __init__(self, workers: int, limit: float) -> None:
        self.workers = workers
        self.limit = limit
        self._pool: ProcessPoolExecutor | None = None
        self._free = asyncio.Semaphore(workers)
        """Who waits for a process does not lose any time by that."""

    def start(self) -> ProcessPoolExecutor:
        """Start the processes, if they do not run."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"), _end_with_the_server)
        return self._pool

    def stop(self) -> None:
        """Stop them, whatever they do."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do something there. `TimeoutError` if it took too long; a process that died is replaced."""
        async with self._free:
            for _ in range(TRIES):
                pool = self.start()
                doing = asyncio.get_running_loop().run_in_executor(pool, work, *arguments)
                try:
                    return await asyncio.wait_for(doing, self.limit)
                except (TimeoutError, BrokenProcessPool, asyncio.CancelledError) as error:
                    task = asyncio.current_task()
                    if isinstance(error, asyncio.CancelledError) and (task is None or task.cancelling()):
                        raise
                    if self._pool is pool:
                        self.stop()
                    if isinstance(error, TimeoutError):
                        raise
                    # It was another's fault, perhaps: once more.
        raise TimeoutError


def _think(game: str, level: str, view: View, luck: int) -> Action | None:
    return bot_named(game_named(game), level).choose(view, Generator(luck))


def _wake() -> None:
    """Something to do, so that a process starts and has loaded what it needs."""
    for game in GAMES.values():
        for name in names(game):
            bot_named(game, name)


def review_of(text: str) -> Json:
    """What each decision of a recorded game was worth."""
    return review.review(record.parse(text), REVIEW_ROLLOUTS).to_json()


class BotWorkers(Workers):
    """Where bots think."""

    def start(self) -> ProcessPoolExecutor:
        """Start the processes, without waiting for them."""
        fresh = self._pool is None
        pool = super().start()
        for _ in range(self.workers if fresh else 0):
            pool.submit(_wake)
        return pool

    async def choose(self, game: str, level: str, view: View) -> Action | None:
        """What the bot does; None lets it be. If it takes too long or breaks down, any move is made for it."""
        luck = secrets.randbits(64)
        try:
            return await self.run(_think, game, level, view, luck)
        except TimeoutError:
            log.warning("a bot took too long", extra={"bot": level})
        except Exception:
            log.exception("a bot broke down", extra={"bot": level})
        return Generator(luck).choice(view.legal) if view.turn == view.seat else None


class WorkerPool(Workers):
    """Where what takes long is done: reviews, conundrums. Apart, so that no game under way waits for it."""

    def __init__(self, each: int = 1, most: int = MOST_WAITING) -> None:
        super().__init__(1, HELP_LIMIT)
        self.each = each
        """So many things at a time for one person,"""
        self.most = most
        """and for all together."""
        self.waiting: Counter[str] = Counter()

    async def help(self, who: str, work: Callable[..., T], *arguments: Any) -> T:
        """Do something for somebody."""
        if self.waiting[who] >= self.each:
            raise Refusal("too-fast", "one thing after the other: wait for the answer to what you asked before")
        if self.waiting.total() >= self.most:
            raise Refusal("full", "too many wait for something like this; try again in a minute")
        self.waiting[who] += 1
        try:
            return await self.run(work, *arguments)
        except TimeoutError:
            raise Refusal("full", "this takes too long right now; try again in a minute") from None
        finally:
            self.waiting[who] -= 1
            if not self.waiting[who]:
                del self.waiting[who]
