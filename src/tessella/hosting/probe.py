"""Whether the store can be written to, asked by many and tried once."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from tessella.hosting.store import StoreUnavailable

VALID = 1.0
"""Seconds for which a result holds."""
LONGEST = 3.0
"""Seconds that a check may take."""


class Probe:
    """Runs a check at most once in `VALID` seconds. Those who ask meanwhile share its result."""

    def __init__(self, check: Callable[[], Awaitable[None]], clock: Callable[[], float] = time.monotonic) -> None:
        self._check = check
        self._clock = clock
        self._running: asyncio.Task[str | None] | None = None
        self._ended = -VALID

    async def require(self) -> None:
        """Return if the store can be written to, else raise `StoreUnavailable`."""
        if self._running is None or (self._running.done() and self._clock() - self._ended >= VALID):
            self._running = asyncio.create_task(self._run())
        # Shielded: one who gives up does not end the check for the others.
        problem = await asyncio.shield(self._running)
        if problem is not None:
            raise StoreUnavailable(problem)

    async def _run(self) -> str | None:
        """What is wrong, if anything."""
        try:
            await asyncio.wait_for(self._check(), LONGEST)
        except TimeoutError:
            return f"a write took longer than {LONGEST:g} seconds"
        except StoreUnavailable as error:
            return str(error)
        finally:
            self._ended = self._clock()
        return None
