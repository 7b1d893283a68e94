"""How often somebody may do something."""

from collections import OrderedDict

REMEMBERED = 10_000
"""So many are remembered; who was quiet longest is forgotten first, and nothing is lost by that."""


class Bucket:
    """Holds some tokens at most, and gets more with time; whatever is done takes one."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = float(burst)
        self.at = now

    def take(self, now: float) -> bool:
        """Whether there was one left."""
        self.left = min(float(self.burst), self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def wait(self) -> float:
        """How many seconds until there is one again."""
        return max(0.0, (1 - self.left) / self.rate)


class Limit:
    """A bucket for everybody."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, who: str, now: float) -> Bucket:
        """Somebody's bucket."""
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self.rate, self.burst, now)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(who)
        return bucket
