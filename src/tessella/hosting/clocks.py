"""The time of a node: it follows the wall clock, but takes no part in its jumps unnoticed. No I/O."""

from collections.abc import Callable
from typing import NamedTuple

REMEMBERED = 100
"""The number of jumps that are kept."""


class Skip(NamedTuple):
    """Time that passed on the wall clock only: it was set forward, or the machine slept."""

    begin: float
    until: float


class SteadyClock:
    """Seconds since 1970, counted by the monotonic clock between two checks of the wall clock."""

    def __init__(self, wall: Callable[[], float], monotonic: Callable[[], float], tolerance: float) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._tolerance = tolerance
        self._offset = wall() - monotonic()
        self.skips: list[Skip] = []
        """The jumps forward, without those that a jump back has undone."""

    def now(self) -> float:
        """Seconds since 1970. Between two checks it never jumps."""
        return self._monotonic() + self._offset

    def check(self) -> float:
        """Follow the wall clock. The seconds by which it jumped; 0 if it only went a little faster or slower."""
        monotonic = self._monotonic()
        before, after = monotonic + self._offset, self._wall()
        self._offset = after - monotonic
        if abs(after - before) <= self._tolerance:
            return 0.0
        if after > before:
            self.skips = [*self.skips, Skip(before, after)][-REMEMBERED:]
        else:
            self.skips = [skip._replace(until=min(skip.until, after)) for skip in self.skips if skip.begin < after]
        return after - before
