"""Opening tables, rematches, and deleting a person: what needs the store besides the table itself."""

import contextlib

from tessella.hosting.room import Room
from tessella.hosting.store import Conflict
from tessella.tables import decisions, opening
from tessella.tables.deadlines import next_deadline
from tessella.tables.listings import summary
from tessella.tables.opening import Opening
from tessella.tables.refusal import Refusal
from tessella.tables.table import Table
from tessella.tables.wire.tables import NewTable


async def open_table(room: Room, identity: str, request: NewTable, own_name: str | None) -> str:
    """Open a table; its id."""
    await _check_not_too_many(room, identity)
    return await _create(room, opening.new_table(request, identity, own_name), room.node.new_id())


async def _create(room: Room, new: Opening, table_id: str) -> str:
    node = room.node
    now = node.clock()
    stored = new.stored(table_id, node.new_seed(), now)
    table = Table(stored)
    await node.store.create(stored, summary(table, next_deadline(table, node.settings.pacing), now))
    return table_id


async def _check_not_too_many(room: Room, identity: str) -> None:
    most = room.node.settings.tables_each
    rows = await room.node.store.tables_of(identity)
    if sum(row.summary.status != "over" for row in rows) >= most:
        raise Refusal("too-many", f"you sit at {most} unfinished tables: finish or leave one first")


async def rematch(room: Room, identity: str, finished: str) -> str:
    """The table of the rematch. The first person to ask opens it; the others get the same one."""
    table = await room.table(finished)
    new = opening.rematch(table, identity)
    if table.rematch is None:
        await _check_not_too_many(room, identity)
        await room.change(finished, decisions.rematch(room.node.new_id()))
        table = await room.table(finished)
    table_id = table.rematch
    assert table_id is not None
    if await room.node.store.load(table_id) is None:
        with contextlib.suppress(Conflict):  # another request has just opened it
            await _create(room, new, table_id)
    return table_id


async def forget(room: Room, identity: str) -> None:
    """Delete a person: they leave all tables, and nothing about them is kept. Their games go on with bots."""
    for row in await room.node.store.tables_of(identity):
        if row.summary.status != "over":
            with contextlib.suppress(Refusal):  # they have no seat there any more
                await room.change(row.id, decisions.leave(identity, None))
    await room.node.store.forget(identity)
    for table_id in list(room.sessions):
        with room.session(table_id) as session:
            await session.forget(identity)
