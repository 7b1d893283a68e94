"""Rate limits."""

from collections import OrderedDict

REMEMBERED = 10_000
"""The number of buckets that are kept. The least recently used is dropped first: it is full again by then."""


class Bucket:
    """A token bucket: refilled at a rate, up to a burst. Each request takes one token.

    `now` is monotonic time: a wall clock that is set back must take no tokens away.
    """

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = float(burst)
        self.at = now

    def take(self, now: float) -> bool:
        """Take a token; whether there was one."""
        self.left = min(float(self.burst), self.left + max(0.0, now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def wait(self) -> float:
        """Seconds until there is a token again."""
        return max(0.0, (1 - self.left) / self.rate)


class Limit:
    """A bucket for each identity or address."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str, now: float) -> Bucket:
        """The bucket of an identity or address."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate, self.burst, now)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket
