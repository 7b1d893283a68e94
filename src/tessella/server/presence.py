"""Who is at the tables and who is away, as far as others wait for them.

It is noted among a table's entries, so that all nodes know of it, and that it outlives a restart.
"""

import asyncio
import contextlib
from collections.abc import Collection
from typing import TYPE_CHECKING

from tessella.server.session import Decision, TableSession
from tessella.tables.entries import Gone, Here
from tessella.tables.refusal import Refusal
from tessella.tables.table import Table

if TYPE_CHECKING:
    from tessella.server.room import Room


class Presence:
    """Notes who comes and goes in the room."""

    def __init__(self, room: "Room") -> None:
        self.room = room

    def greet(self, place: TableSession) -> None:
        """Somebody has sat down: now that others would wait for them, note who is here."""
        for identity in {connection.identity for connection in place.connections}:
            self.room.soon(self.arrive(place.id, identity))

    def recount(self, place: TableSession, table: Table) -> None:
        """Note who is here or has gone, where that could not be noted when it happened."""
        here = {connection.identity for connection in place.connections}
        people = [seat for seat in table.seats if seat.identity is not None]
        for identity in {seat.identity for seat in people if seat.node != self.room.node} & here:
            self.room.soon(self.arrive(place.id, identity))
        for identity in {seat.identity for seat in people if seat.node == self.room.node} - here:
            assert identity is not None
            self.room.soon(self.depart(place.id, identity))

    async def arrive(self, table: str, identity: str | None) -> None:
        """Note that somebody is here, where others would wait for them."""

        def decide(found: Table) -> Decision | int:
            seats = [seat for seat in found.seats_of(identity) if found.seats[seat].node != self.room.node]
            seats = [seat for seat in seats if not found.seats[seat].left]
            if not seats or len(found.people()) < 2 or found.status == "over":
                return 0
            return Here(seats, self.room.node), None

        with contextlib.suppress(Refusal):
            await self.room.change(table, decide)

    async def depart(self, table: str, identity: str) -> None:
        """Note that somebody has gone, if they do not come back soon."""
        await asyncio.sleep(self.room.settings.away)

        def decide(found: Table) -> Decision | int:
            seats = [seat for seat in found.seats_of(identity) if found.seats[seat].node == self.room.node]
            place = self.room.places.get(table)
            if not seats or found.status == "over" or (place is not None and place.has(identity)):
                return 0
            return Gone(seats), None

        with contextlib.suppress(Refusal):
            await self.room.change(table, decide)

    async def look_round(self, alive: Collection[str]) -> None:
        """Note who is here, and who was connected to a node that is not among those that are alive."""

        def decide(found: Table) -> Decision | int:
            lost = [
                number for number, seat in enumerate(found.seats) if seat.node is not None and seat.node not in alive
            ]
            return (Gone(lost), None) if lost and found.status != "over" else 0

        for place in list(self.room.places.values()):
            if place.table is None and place.connections:  # something could not be stored
                await self.room.look(place.id)
            table = place.table
            if table is None:
                continue
            self.recount(place, table)
            if not place.connections:
                continue
            if any(seat.node is not None and seat.node not in alive for seat in table.seats):
                with contextlib.suppress(Refusal):
                    await self.room.change(place.id, decide)
