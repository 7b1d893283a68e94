"""The story of a run: every event with its virtual time and where it happened. It is printed if the run fails."""

from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

from tessella.core import Generator


class Violation(AssertionError):  # noqa: N818 - what a run came to
    """Something happened that must not happen."""


class Event(NamedTuple):
    """A line of a story."""

    at: float
    where: str
    """The node, the store or the client."""
    what: str

    def __str__(self) -> str:
        return f"{self.at:12.4f}  {self.where:<12} {self.what}"


class Story:
    """All events of a run, and how often each kind of thing happened."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.now = clock
        """The virtual time."""
        self.events: list[Event] = []
        self.counts: Counter[str] = Counter()
        self.violation: Violation | None = None
        """The first one: the rest of a run may follow from it."""

    def add(self, where: str, what: str) -> None:
        """Add an event."""
        self.events.append(Event(self.now(), where, what))

    def count(self, what: str, number: int = 1) -> None:
        """Count something."""
        self.counts[what] += number

    def require(self, holds: bool, where: str, what: str) -> None:
        """Note a violation unless something holds."""
        if not holds:
            self.fail(where, what)

    def fail(self, where: str, what: str) -> None:
        """Note a violation. The run ends soon, wherever it was noted."""
        self.add(where, f"VIOLATION: {what}")
        if self.violation is None:
            self.violation = Violation(f"{where}: {what}")

    def text(self) -> str:
        """The whole story."""
        return "\n".join(map(str, self.events))

    def digest(self) -> str:
        """A hash of the whole story."""
        return sha256(self.text().encode()).hexdigest()


class Luck(Generator):
    """A seeded source of all that is free. Each actor has a stream of its own."""

    def fork(self, name: str) -> "Luck":
        """The stream of an actor."""
        return Luck(int.from_bytes(sha256(f"{self.state} {name}".encode()).digest()[:8]))

    def chance(self, share: float) -> bool:
        """True in this share of all cases."""
        return self.below(1 << 20) < share * (1 << 20)

    def between(self, low: float, high: float) -> float:
        """A number in between."""
        return low + (high - low) * self.below(1 << 30) / (1 << 30)

    def often_small(self, usual: float, most: float) -> float:
        """A delay: mostly up to the usual one, now and then much longer."""
        return self.between(0.1 * usual, usual) if not self.chance(0.05) else self.between(usual, most)
