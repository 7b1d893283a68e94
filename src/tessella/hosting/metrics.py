"""What a node counts and measures. The server exports it to Prometheus; other homes ignore it."""

from collections.abc import Callable
from typing import Protocol


class Counting(Protocol):
    """A number that grows."""

    def inc(self, amount: float = 1) -> None:
        """Add to it."""


class CountingByLabel(Protocol):
    """A number that grows, for each value of a label."""

    def labels(self, label: str) -> Counting:
        """The number for this label."""


class Measuring(Protocol):
    """A distribution of measured values."""

    def observe(self, amount: float) -> None:
        """Add a value."""


class Showing(Protocol):
    """A number that is computed when it is read."""

    def set_function(self, f: Callable[[], float]) -> None:
        """How to compute it."""


class Metrics(Protocol):
    """The metrics of a node."""

    @property
    def entries(self) -> Counting:
        """Entries stored."""

    @property
    def messages(self) -> Counting:
        """Messages put into the queues of connections."""

    @property
    def refused(self) -> CountingByLabel:
        """Commands refused, by code."""

    @property
    def confirmed(self) -> Measuring:
        """Seconds from command to confirmation."""

    @property
    def thought(self) -> Measuring:
        """Seconds that bots think."""

    @property
    def connections(self) -> Showing:
        """Live connections."""

    @property
    def tables(self) -> Showing:
        """Tables in memory."""

    @property
    def tables_loaded(self) -> Counting:
        """Tables loaded from the store."""

    @property
    def store_away(self) -> Counting:
        """Times that the store could not be reached."""

    @property
    def clock_jumps(self) -> Counting:
        """Times that the wall clock was set to another time."""


class _Ignored:
    """Any metric that nobody reads."""

    def inc(self, amount: float = 1) -> None:
        """Ignore it."""

    def labels(self, label: str) -> "_Ignored":
        """Ignore the label."""
        return self

    def observe(self, amount: float) -> None:
        """Ignore it."""

    def set_function(self, f: Callable[[], float]) -> None:
        """Ignore it."""


class NoMetrics:
    """Metrics that nobody reads."""

    entries = messages = tables_loaded = store_away = clock_jumps = _Ignored()
    refused = _Ignored()
    confirmed = thought = _Ignored()
    connections = tables = _Ignored()
