"""Metrics for Prometheus. None of them reveals anything about a hand or a person."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """The metrics of a server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.entries = Counter("tessella_entries", "Entries stored", registry=registry)
        self.messages = Counter("tessella_messages", "Messages put into the queues of connections", registry=registry)
        self.refused = Counter("tessella_refused", "Commands refused, by code", ["code"], registry=registry)
        self.confirmed = Histogram(
            "tessella_confirmed_seconds", "From command to confirmation", buckets=QUICK, registry=registry
        )
        self.thought = Histogram("tessella_thought_seconds", "How long bots think", buckets=QUICK, registry=registry)
        self.connections = Gauge("tessella_connections", "Live connections", registry=registry)
        self.tables = Gauge("tessella_tables", "Tables in memory", registry=registry)
        self.tables_loaded = Counter("tessella_tables_loaded", "Tables loaded from the store", registry=registry)
        self.store_away = Counter("tessella_store_away", "Times that the store could not be reached", registry=registry)
        self.clock_jumps = Counter("tessella_clock_jumps", "Times that the wall clock was set", registry=registry)

    def text(self) -> bytes:
        """All metrics, as Prometheus reads them."""
        return generate_latest(self.registry)
