"""The clock of tables in a browser."""

import time
from collections.abc import Callable

MONOTONIC = time.perf_counter
"""The clock that limits and waits are measured by: the finest that a browser has."""


def steady_clock(
    latest: float, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = MONOTONIC
) -> Callable[[], float]:
    """Seconds since 1970, never before `latest`, the time of the last stored entry, and never backwards.

    A clock of the device that is set back would otherwise let bots wait until the old time is reached again.
    """
    began, offset = max(wall(), latest), monotonic()
    return lambda: began + monotonic() - offset
