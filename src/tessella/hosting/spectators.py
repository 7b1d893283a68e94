"""Live connections without a seat: they have limits of their own, so that those with seats can always come back."""

from collections import Counter

from tessella.hosting.settings import Settings
from tessella.tables.refusal import Refusal


class Spectators:
    """Counts the spectators of a node, in all and by address."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._by_address: Counter[str] = Counter()
        self.total = 0

    def admit(self, address: str, connections: int) -> None:
        """Refuse one spectator too many. `connections`: how many there are at the table already."""
        settings = self._settings
        if connections >= settings.connections_table:
            raise Refusal("full", "too many people look at this table; come back in a minute")
        if self._by_address[address] >= settings.spectators_each:
            raise Refusal("full", "too many people watch from your address; come back in a minute")
        if self.total >= settings.spectators:
            raise Refusal("full", "too many people watch; come back in a minute")

    def enter(self, address: str) -> None:
        """Count one more."""
        self.total += 1
        self._by_address[address] += 1

    def leave(self, address: str) -> None:
        """Count one less."""
        self.total -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]
