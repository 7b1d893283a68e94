"""The storage that the page's worker hands in. In the browser it is a JavaScript object over IndexedDB."""

from collections.abc import Sequence
from typing import Protocol


class Storage(Protocol):
    """Texts under keys. A write that returns is stored durably; one that fails has stored nothing.

    `create` and `append` fail with an error named "Conflict" where the table or the entry exists already.
    """

    async def heads(self) -> Sequence[str]:
        """The heads of all tables."""

    async def load(self, table: str) -> Sequence[str] | None:
        """The head of a table and its entries, in order; None if there is no such table."""

    async def create(self, table: str, head: str) -> None:
        """Store a new table without entries."""

    async def append(self, table: str, first: int, entries: Sequence[str], head: str) -> None:
        """Store entries, numbered from `first`, and the new head with them."""

    async def remove(self, table: str) -> None:
        """Delete a table."""

    async def get(self, key: str) -> str | None:
        """A setting; None if it is not set."""

    async def set(self, key: str, value: str) -> None:
        """Store a setting."""
