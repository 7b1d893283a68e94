"""Opening tables, rematches, and deleting a person: what needs the store besides the table itself."""

import contextlib

from tessella.hosting.ids import rematch_id
from tessella.hosting.room import Room
from tessella.hosting.store import Conflict, fingerprint
from tessella.tables import decisions, opening, rematches
from tessella.tables.deadlines import next_deadline
from tessella.tables.listings import summary
from tessella.tables.opening import Opening
from tessella.tables.refusal import Refusal
from tessella.tables.table import Table
from tessella.tables.wire.tables import NewTable


async def open_table(room: Room, identity: str, request: NewTable, own_name: str | None) -> str:
    """Open a table; its id."""
    await check_not_too_many(room, identity)
    return await _create(room, opening.new_table(request, identity, own_name), room.node.new_id())


async def _create(room: Room, new: Opening, table_id: str) -> str:
    node = room.node
    now = node.now()
    stored = new.stored(table_id, node.new_seed(), now)
    table = Table(stored)
    await node.store.create(stored, summary(table, next_deadline(table, node.settings.pacing), now))
    return table_id


async def check_not_too_many(room: Room, identity: str) -> None:
    """Refuse another table to a person who sits at too many."""
    most = room.node.settings.tables_each
    rows = await room.node.store.tables_of(identity)
    if sum(row.summary.status != "over" for row in rows) >= most:
        raise Refusal("too-many", f"you sit at {most} unfinished tables: finish or leave one first")


async def rematch(room: Room, identity: str, finished: str, now: bool, seal: str | None = None) -> str:
    """Ask for a rematch, or agree to one: the table of the rematch, once everybody wants it; until then the same table.

    `now`: it is opened at once, and the seats of those who have not answered are open. `seal`: of the client's
    contribution to its deal.
    """
    await room.change(finished, decisions.want_rematch(identity, seal))
    table = await room.table(finished)
    if table.rematch is None:
        if rematches.missing(table) and not now:
            return finished
        await check_not_too_many(room, identity)
        table_id = rematch_id(table.id, table.dealing.secret)
        # It is there before anybody is told of it. Another request may have just opened it, under the same id.
        with contextlib.suppress(Conflict):
            await _create(room, opening.rematch(table), table_id)
        await room.change(finished, decisions.rematch(table_id))
        table = await room.table(finished)
    assert table.rematch is not None
    return table.rematch


async def forget(room: Room, identity: str) -> None:
    """Delete a person: they leave all tables, and nothing about them is kept. Their games go on with bots."""
    for row in await room.node.store.tables_of(identity):
        if row.summary.status != "over":
            with contextlib.suppress(Refusal):  # they have no seat there any more
                await room.change(row.id, decisions.leave(identity, None))
    await room.node.store.forget(identity)
    await room.forget(fingerprint(identity))
