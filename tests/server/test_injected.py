"""What a node takes from outside, so that one seed replays everything."""

import asyncio

from tessella.hosting.queues import Addresses, Owner
from tessella.hosting.store import StoreUnavailable
from tessella.tables.wire.tables import NewTable, SeatRequest
from tests.browser.memory import MemoryStorage
from tests.server import rooms

AGAINST_A_BOT = NewTable(
    game="chromino", options={"first": "2"}, seats=[SeatRequest(kind="me"), SeatRequest(kind="bot")]
)


def test_bots_seeds_are_injected() -> None:
    """The same table is played the same way again."""

    async def run() -> list[object]:
        async with rooms.opened_room() as room:
            await room.requests.open_table("ann", AGAINST_A_BOT)
            await room.settle(1)
            return [seed for _, seed in room.workers.jobs]

    first, second = asyncio.run(run()), asyncio.run(run())
    assert first
    assert first == second


def test_a_bot_thinks_for_those_at_its_table() -> None:
    """For who opened it, from the address that they last came from; it may not be known."""

    async def run() -> None:
        async with rooms.opened_room() as room:
            await room.requests.open_table("ann", AGAINST_A_BOT)
            await room.settle(1)
            assert room.workers.jobs[-1][0] == Owner("", "ann")
            room.node.addresses.note("bob", "192.0.2.7")
            await room.requests.open_table("bob", AGAINST_A_BOT)
            await room.settle(1)
            assert room.workers.jobs[-1][0] == Owner("192.0.2.7", "bob")

    asyncio.run(run())


def test_addresses() -> None:
    """The first whose address is known; the oldest are forgotten."""
    addresses = Addresses()
    assert addresses.owner([]) == Owner("", "")
    addresses.note("bob", "192.0.2.7")
    assert addresses.owner(["ann", "bob"]) == Owner("192.0.2.7", "bob")
    for number in range(10_000):
        addresses.note(f"person {number}", "192.0.2.8")
    assert addresses.owner(["bob"]) == Owner("", "bob")


def test_news_that_came_while_the_store_was_away_are_followed_later() -> None:
    """Viewers of this node do not wait for the next news."""

    async def run() -> None:
        storage = MemoryStorage()
        async with rooms.opened_room(storage=storage) as one, rooms.opened_room(storage=storage) as two:
            table = (await two.requests.open_table("ann", AGAINST_A_BOT)).table.id
            async with one.room.connected(one.connection(table, None), None) as session:
                await two.requests.set_pace("ann", table, rooms.QUICKLY)
                latest = (await two.room.table(table)).version
                since = one.node.store.since
                one.node.store.since = _away  # type: ignore[method-assign]
                session.hear(latest)
                await one.node.finish_tasks(1.0)
                one.node.store.since = since  # type: ignore[method-assign]
                assert session.table is not None
                assert session.table.version < latest
                await session.check_presence({one.node.id})
                assert session.table.version >= latest  # the bot may have moved meanwhile

    asyncio.run(run())


async def _away(table: str, seq: int) -> None:
    raise StoreUnavailable("no answer")
