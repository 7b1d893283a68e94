"""What keeps the tables: one small interface over SQLite and PostgreSQL."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tessella.tables.entries import Entry, Setup, Sitting
from tessella.tables.table import Stored


class StartError(Exception):
    """The server cannot start; the text says why, and what to do."""


class Summary(NamedTuple):
    """What can be asked of tables without loading them."""

    version: int
    status: str
    turn: int | None
    """Whose turn it is, from 0."""
    due: float | None
    """When something happens there by itself: a bot's move, or a clock that runs out."""
    updated: float


class Row(NamedTuple):
    """A table as listings have it."""

    id: str
    setup: Setup
    summary: Summary
    sittings: list[Sitting]


class Person(NamedTuple):
    """Somebody who sat down or gave a name."""

    identity: str
    name: str | None
    created: float


class Store(ABC):
    """Append-only tables. Whatever `append` and `create` return from is stored for good.

    `Conflict`: somebody else wrote that entry first. `StoreUnavailable`: the store cannot be reached now.
    """

    shared = False
    """Whether several nodes work on it."""

    @abstractmethod
    async def open(self) -> None:
        """Connect and bring the schema up to date; `StartError` if that cannot be done."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was begun, and let go."""

    @abstractmethod
    async def check(self) -> None:
        """Nothing, or `StoreUnavailable`."""

    # ---- tables ----

    @abstractmethod
    async def create(self, stored: Stored, summary: Summary) -> None:
        """A new table, without entries; everybody of its sittings becomes known."""

    @abstractmethod
    async def load(self, table: str) -> Stored | None:
        """A whole table."""

    @abstractmethod
    async def since(self, table: str, seq: int) -> tuple[list[Entry], list[Sitting]] | None:
        """What came after an entry, and who sits there now; None if there is no such table any more."""

    @abstractmethod
    async def append(
        self, table: str, entries: Sequence[Entry], summary: Summary, sittings: Sequence[Sitting] | None = None
    ) -> None:
        """Store entries that follow each other; with them, if given, who sits there from now on."""

    @abstractmethod
    async def due(self, before: float, most: int) -> list[str]:
        """Tables at which something should have happened by itself."""

    @abstractmethod
    async def tables_of(self, identity: str) -> list[Row]:
        """Where somebody sits, the last changed first."""

    @abstractmethod
    async def delete_before(self, updated: float) -> int:
        """Delete tables at which nothing has happened since; how many they were."""

    @abstractmethod
    async def count(self) -> dict[str, int]:
        """How many tables there are, by status."""

    # ---- people ----

    @abstractmethod
    async def person(self, identity: str) -> Person | None:
        """What is known of somebody."""

    @abstractmethod
    async def people(self) -> list[Person]:
        """Everybody who is known, for the host."""

    @abstractmethod
    async def rename(self, identity: str, name: str | None, now: float) -> None:
        """What somebody is called from now on."""

    @abstractmethod
    async def forget(self, identity: str) -> None:
        """Delete all that is kept of somebody: their name and where they sat. Games stay, without them."""

    # ---- nodes ----

    @abstractmethod
    async def setting(self, name: str, first: str) -> str:
        """A setting; if there is none, it becomes `first`."""

    @abstractmethod
    async def beat(self, node: str, until: float) -> None:
        """This node is alive; those whose time is over are forgotten."""

    @abstractmethod
    async def alive(self, now: float) -> set[str]:
        """The nodes that are."""

    @abstractmethod
    def listen(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """Call `heard` with table and version whenever another node stores something, and `missed` when some of that
        news may have got lost. Called once, before `open`."""
