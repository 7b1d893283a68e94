"""The interface of a store of tables: SQLite or PostgreSQL."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple

from tessella.tables.entries import Entry, SeatHolder, Stored
from tessella.tables.listings import Row, Summary


class StartError(Exception):
    """The server cannot start; the text says why, and what to do."""


class Conflict(Exception):  # noqa: N818 - an answer, not a fault of the program
    """Another node has written this entry before: load the table again, then decide anew."""


class StoreUnavailable(Exception):  # noqa: N818 - a state that passes
    """The store cannot be reached. Nothing is confirmed; whether something was stored is known when it is back."""


class StoreDamaged(StoreUnavailable):
    """What is stored cannot be read, or is not what was written; the text says what. It does not pass by itself."""


def fingerprint(identity: str) -> str:
    """What is kept of a deleted identity: enough to know its token again, and nothing that leads to a person."""
    return sha256(b"tessella deleted " + identity.encode()).hexdigest()[:32]


class Person(NamedTuple):
    """A person who holds a seat or has set a name."""

    identity: str
    name: str | None
    created: float


class Store(ABC):
    """Append-only tables. When `append` or `create` returns, its data is stored durably.

    `Conflict`: another node wrote that entry first. `StoreUnavailable`: the store cannot be reached now.
    """

    shared = False
    """Whether several nodes use it."""

    @abstractmethod
    async def open(self) -> None:
        """Connect and update the schema; `StartError` if that is not possible."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was begun, and disconnect."""

    @abstractmethod
    async def check(self) -> None:
        """Write something small, as durably as anything else; raise `StoreUnavailable` if that is not possible."""

    # ---- tables ----

    @abstractmethod
    async def create(self, stored: Stored, summary: Summary) -> None:
        """Store a new table, its entries if it has any, and the people who hold its seats; all of it or nothing."""

    @abstractmethod
    async def load(self, table: str) -> Stored | None:
        """A whole table; None if there is no such table."""

    @abstractmethod
    async def since(self, table: str, seq: int) -> tuple[list[Entry], list[SeatHolder]] | None:
        """The entries after an entry, and who holds the seats now; None if there is no such table any more."""

    @abstractmethod
    async def append(
        self, table: str, entries: Sequence[Entry], summary: Summary, holders: Sequence[SeatHolder] | None = None
    ) -> None:
        """Store consecutive entries; with them, if given, who holds the seats from now on."""

    @abstractmethod
    async def overdue(self, before: float, most: int) -> list[str]:
        """The tables whose deadline is before this time, the earliest first."""

    @abstractmethod
    async def tables_of(self, identity: str) -> list[Row]:
        """The tables at which a person holds a seat, the last changed first."""

    @abstractmethod
    async def delete_before(self, updated: float) -> int:
        """Delete the tables that have not changed since then; their number."""

    @abstractmethod
    async def count(self) -> dict[str, int]:
        """The number of tables, by status."""

    # ---- people ----

    @abstractmethod
    async def person(self, identity: str) -> Person | None:
        """What is stored about a person."""

    @abstractmethod
    async def people(self) -> list[Person]:
        """All people, for the host."""

    @abstractmethod
    async def rename(self, identity: str, name: str | None, now: float) -> None:
        """Set a person's name."""

    @abstractmethod
    async def forget(self, identity: str) -> None:
        """Delete a person's name and where they sat, for good. Their games stay, without them.

        If anything was stored about them, their identity is revoked, and all nodes hear of it.
        """

    async def revoked(self) -> set[str]:
        """The fingerprints of deleted identities. A store without tokens has none."""
        return set()

    # ---- nodes ----

    @abstractmethod
    async def setting(self, name: str, first: str) -> str:
        """A setting; if it is not set, it becomes `first`."""

    @abstractmethod
    async def beat(self, node: str, until: float) -> None:
        """Store that this node is alive until then; delete nodes whose time is over."""

    @abstractmethod
    async def alive(self, now: float) -> set[str]:
        """The nodes that are alive."""

    def listen_for_deletions(self, deleted: Callable[[str], None]) -> None:  # noqa: B027 - most stores have one node
        """Call `deleted` with a fingerprint whenever another node deletes a person. Called once, before `open`."""

    @abstractmethod
    def listen(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """Call `heard` with table and version whenever a node stores something, and `missed` when such a message may
        have been lost. Called once, before `open`."""
