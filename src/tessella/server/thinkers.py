"""Bots think in processes of their own, with a time limit. They are handed views, never states."""

import asyncio
import logging
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from tessella.bots import bot_named
from tessella.core import Action, Generator, View
from tessella.games import game_named

log = logging.getLogger(__name__)

TRIES = 3


def _think(game: str, level: str, view: View, luck: int) -> Action | None:
    return bot_named(game_named(game), level).choose(view, Generator(luck))


def _wake() -> None:
    """Something to do, so that a process starts and has loaded what it needs."""
    for game in ("chromino", "florentine"):
        bot_named(game_named(game), "master")


class Thinkers:
    """The processes."""

    def __init__(self, workers: int, limit: float) -> None:
        self.workers = workers
        self.limit = limit
        self._pool: ProcessPoolExecutor | None = None

    async def start(self) -> None:
        """Start the processes, without waiting for them."""
        self._pool = ProcessPoolExecutor(self.workers, get_context("spawn"))
        for _ in range(self.workers):
            self._pool.submit(_wake)

    def stop(self) -> None:
        """Stop them, whatever they think about."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    async def choose(self, game: str, level: str, view: View) -> Action | None:
        """What the bot does; None lets it be. If it takes too long or breaks down, any move is made for it."""
        luck = secrets.randbits(64)
        for _ in range(TRIES):
            if self._pool is None:
                await self.start()
            pool = self._pool
            assert pool is not None
            try:
                thought = asyncio.get_running_loop().run_in_executor(pool, _think, game, level, view, luck)
                return await asyncio.wait_for(thought, self.limit)
            except TimeoutError:
                log.warning("a bot took too long", extra={"bot": level})
                self._stop(pool)
                break
            except BrokenProcessPool:  # it may have been another's fault
                self._stop(pool)
            except Exception:
                log.exception("a bot broke down", extra={"bot": level})
                break
        return Generator(luck).choice(view.legal) if view.turn == view.seat else None

    def _stop(self, pool: ProcessPoolExecutor) -> None:
        """Stop these processes, if nobody has done it yet."""
        if self._pool is pool:
            self.stop()
