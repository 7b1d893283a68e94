"""A table in use on this node, and what changes it."""

import asyncio
from dataclasses import dataclass, field

from tessella.server.connection import Connection
from tessella.tables.entries import AnyBody, Sitting
from tessella.tables.table import Table

Decision = tuple[AnyBody, list[Sitting] | None]
"""An entry, and if that changes, who sits there from now on."""


@dataclass(slots=True, eq=False)
class TableSession:
    """A table in use."""

    id: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    """None where it must be loaded first."""
    connections: set[Connection] = field(default_factory=set)
    declined: tuple[int, frozenset[int]] = (-1, frozenset())
    """At which version which bots let it be."""
    timer: asyncio.TimerHandle | None = None
    busy: bool = False
    """Whether something due is being done."""
    used: float = 0
    users: int = 0
    """How many look at it right now."""

    def has(self, identity: str | None) -> bool:
        """Whether somebody is connected to it."""
        return any(connection.identity == identity for connection in self.connections)
