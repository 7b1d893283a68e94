"""How much a bot may think about each choice: a number of rollouts, or CPU time."""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass

from tessella.bots.halving import COMPILED
from tessella.core.clock import cpu_seconds

MoveResults = list[tuple[int, float]]
"""For each move how often it was tried, and what it came to on average: what a search's `think` gives."""

MOST_ROLLOUTS = 10**7
LONGEST = 60.0
UNITS = {"": None, "ms": 0.001, "s": 1.0}
"""What may follow the number; None: it is a number of rollouts."""

REDUCTION = 12 if sys.platform == "emscripten" and not COMPILED else 1
"""In a browser that interprets the kernels, people would wait too long for what is usual elsewhere."""

FIRST = 64
"""The rollouts of the first race, whose speed is not yet known: a fraction of a millisecond."""
PARTS = (0.1, 1.0)
"""A tenth of the time tells the speed well, however short the first race was; then comes all that is left."""
POSITIONS = 30_000
"""For each second: a modest part of what the compiled search can look at, so that there is time for rollouts, too."""
TICK = 1e-6
"""No race is shorter, though a coarse clock may say so."""
MOST_AT_ONCE = 10**9
"""What a search can count."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A number of rollouts or a time: exactly one of the two is not 0."""

    rollouts: int = 0
    seconds: float = 0.0
    """CPU time of the thread that thinks."""

    @property
    def positions(self) -> int:
        """How many positions a proof may look at, before anything is played out."""
        return self.rollouts or max(1, int(POSITIONS * self.seconds))

    def spend(self, think: Callable[[int], MoveResults], since: float | None = None) -> MoveResults:
        """Think with as many rollouts as this budget allows, and return the results of the last race.

        Time counts from `since` (of `cpu_seconds`), if something was done before; else from now.

        With a budget of rollouts the same luck gives the same results. With one of time they depend on the machine.
        """
        if not self.seconds:
            return think(self.rollouts)
        began = cpu_seconds()
        start = began if since is None else since
        results = think(FIRST)
        for part in PARTS:
            now = cpu_seconds()
            tried = sum(tries for tries, _ in results)
            left = part * self.seconds - (now - start)
            fitting = min(int(tried * left / max(now - began, TICK)), MOST_AT_ONCE)
            if fitting > tried:  # a race begins anew: a shorter one would know less than what is known
                began = now
                results = think(fitting)
        return results


def usual(rollouts: int) -> int:
    """The rollouts that a level or a review takes where nobody asks for a number."""
    return max(1, rollouts // REDUCTION)


def read_budget(text: str) -> Budget | None:
    """The budget of this text, like "500", "50ms" or "2s"; None if it is not one."""
    match = re.fullmatch("([0-9]{1,8})(ms|s|)", text)
    if not match:
        return None
    number, unit = int(match[1]), UNITS[match[2]]
    if unit is None:
        return Budget(rollouts=number) if 1 <= number <= MOST_ROLLOUTS else None
    return Budget(seconds=number * unit) if 0 < number * unit <= LONGEST else None
