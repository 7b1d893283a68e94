"""A storage like the browser's, in memory. It also runs under Pyodide, where tests use it, too."""

from collections.abc import Iterable, Sequence


class StorageError(Exception):
    """An error with a name, like those of JavaScript."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class MemoryStorage:
    """Texts in dictionaries."""

    def __init__(self) -> None:
        self.tables: dict[str, list[str]] = {}
        """The head of each table, followed by its entries."""
        self.settings: dict[str, str] = {}
        self.broken: str | None = None
        """The name of the error with which every write fails."""

    def _check(self) -> None:
        if self.broken is not None:
            raise StorageError(self.broken)

    async def heads(self) -> Sequence[str]:
        """The heads of all tables."""
        return [texts[0] for texts in self.tables.values()]

    async def load(self, table: str) -> Sequence[str] | None:
        """The head of a table and its entries."""
        return list(self.tables[table]) if table in self.tables else None

    async def create(self, table: str, head: str) -> None:
        """Store a new table."""
        self._check()
        if table in self.tables:
            raise StorageError("Conflict")
        self.tables[table] = [head]

    async def append(self, table: str, first: int, entries: Iterable[str], head: str) -> None:
        """Store entries."""
        self._check()
        if first != len(self.tables[table]):
            raise StorageError("Conflict")
        self.tables[table] = [head, *self.tables[table][1:], *entries]

    async def remove(self, table: str) -> None:
        """Delete a table."""
        self._check()
        self.tables.pop(table, None)

    async def get(self, key: str) -> str | None:
        """A setting."""
        return self.settings.get(key)

    async def set(self, key: str, value: str) -> None:
        """Store a setting."""
        self._check()
        self.settings[key] = value
