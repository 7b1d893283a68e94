"""What the page asks of its own device, where it differs from what it asks of a server."""

from tessella.browser.store import BrowserStore
from tessella.hosting import moving
from tessella.hosting.requests import Requests
from tessella.hosting.room import Room
from tessella.tables.refusal import Refusal
from tessella.tables.wire.live import Snapshot
from tessella.tables.wire.tables import MovedTable, NewTable


class DeviceRequests(Requests):
    """The requests of the one person of a browser."""

    def __init__(self, room: Room, store: BrowserStore) -> None:
        super().__init__(room)
        self.store = store

    async def open_table(self, identity: str, request: NewTable) -> Snapshot:
        """Open a table; nobody else can come to it."""
        if any(seat.kind == "open" for seat in request.seats):
            raise Refusal("needs-server", "a seat for a friend with a link needs a server, and there is none here")
        return await super().open_table(identity, request)

    async def leaving(self, table_id: str) -> MovedTable:
        """A table as it is sent to a server, to go on there."""
        return moving.leaving(await self.room.table(table_id))

    async def remove(self, table_id: str) -> None:
        """Delete a table from this device, a damaged one, too."""
        with self.room.session(table_id) as session:
            session.drop()
        await self.store.remove(table_id)
