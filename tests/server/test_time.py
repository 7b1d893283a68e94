"""The wall clock of a server is set to another time: limits, bots and clocks go by the time that really passed."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tessella.hosting.clocks import Skip, SteadyClock
from tessella.hosting.limits import Bucket
from tessella.hosting.store import StoreUnavailable
from tessella.tables import decisions, opening
from tessella.tables.entries import Acted, Entry, Gone, Here, SeatHolder, SeatTaken, StoodIn, TimeSkipped
from tessella.tables.table import Table
from tessella.tables.wire.live import Undo
from tessella.tables.wire.tables import DaysClock, Join, MoveClock, NewTable, SeatRequest
from tests.browser.memory import MemoryStorage
from tests.server import rooms
from tests.server.rooms import Clocks, RoomInTest

HOUR, DAY = 3600.0, 86400.0
ME, OPEN, BOT = SeatRequest(kind="me"), SeatRequest(kind="open"), SeatRequest(kind="bot")
BY_DAYS = NewTable(game="chromino", options={"first": "1"}, seats=[ME, OPEN], clock=DaysClock(days=1))
BY_MOVES = NewTable(game="chromino", options={"first": "1"}, seats=[ME, OPEN], clock=MoveClock(seconds=120))
AGAINST_A_BOT = NewTable(game="chromino", options={"first": "1"}, seats=[ME, BOT], help=False)


def in_a_room(work: Callable[[RoomInTest], Awaitable[None]], **arguments: Any) -> None:
    """Do something in a room of its own."""

    async def run() -> None:
        async with rooms.opened_room(**arguments) as room:
            await work(room)

    asyncio.run(run())


async def opened(room: RoomInTest, request: NewTable) -> str:
    """A table at which Ann sits, and Bob if there is a seat for him."""
    table = (await room.requests.open_table("ann", request)).table.id
    if any(seat.kind == "open" for seat in request.seats):
        await room.requests.join("bob", table, Join())
    return table


async def actions(room: RoomInTest, table: str) -> list[Acted]:
    """What was played."""
    return [entry.body for entry in await room.entries(table) if isinstance(entry.body, Acted)]


# ---- the clock itself ----


def test_a_wall_clock_that_drifts_is_followed() -> None:
    """A little faster or slower is no jump."""
    clocks = Clocks()
    steady = SteadyClock(clocks.wall, clocks.monotonic, 5.0)
    clocks.offset += 4.0
    assert steady.check() == 0
    assert steady.now() == clocks.wall()
    assert steady.skips == []


def test_a_jump_is_noticed_once() -> None:
    """The time jumps with the check that notices it, and not before."""
    clocks = Clocks()
    steady = SteadyClock(clocks.wall, clocks.monotonic, 5.0)
    before = steady.now()
    clocks.offset += HOUR
    assert steady.now() == before
    assert [steady.check(), steady.check()] == [HOUR, 0]
    assert steady.now() == before + HOUR
    assert steady.skips == [Skip(before, before + HOUR)]


def test_a_jump_back_undoes_a_jump_forward() -> None:
    """A clock that is set right again has skipped nothing, or less."""
    clocks = Clocks()
    steady = SteadyClock(clocks.wall, clocks.monotonic, 5.0)
    before = steady.now()
    for step in (10 * HOUR, -6 * HOUR):
        clocks.offset += step
        steady.check()
    assert steady.skips == [Skip(before, before + 4 * HOUR)]
    clocks.offset -= 4 * HOUR
    steady.check()
    assert steady.skips == []


# ---- limits ----


def test_a_bucket_loses_nothing_when_time_goes_back() -> None:
    """It has what it had."""
    bucket = Bucket(1.0, 5, 1000.0)
    assert [bucket.take(now) for now in (1000.0, 0.0, 0.0)] == [True] * 3
    assert bucket.left == 2
    assert bucket.wait() == 0


def test_nobody_is_refused_because_the_clock_was_set_back() -> None:
    """Limits go by the monotonic clock."""

    async def work(room: RoomInTest) -> None:
        bucket = room.node.hints.of("ann", room.node.monotonic())
        bucket.take(room.node.monotonic())
        room.clocks.offset -= HOUR
        room.node.check_clock()
        assert room.node.hints.of("ann", room.node.monotonic()) is bucket
        assert bucket.take(room.node.monotonic())

    in_a_room(work)


# ---- bots ----


def test_bots_move_though_the_clock_was_set_back() -> None:
    """The change that the bot waits after lies in the future: it waits no longer than usual."""

    async def work(room: RoomInTest) -> None:
        table = await opened(room, AGAINST_A_BOT)
        while (await room.room.table(table)).turn == 0:
            await room.act("ann", table)
        room.clocks.offset -= HOUR
        await room.settle(0.5)
        assert {action.seat for action in await actions(room, table)} == {0}
        await room.settle(0.5)
        assert {action.seat for action in await actions(room, table)} == {0, 1}

    in_a_room(work, pace=0.9)


def test_bots_move_though_the_store_was_away_when_the_clock_was_set_back() -> None:
    """The sweep looks for tables by their stored time, which lies in the future: the session itself tries again."""

    async def work(room: RoomInTest) -> None:
        table = await opened(room, AGAINST_A_BOT)
        while (await room.room.table(table)).turn == 0:
            await room.act("ann", table)
        store, failures = room.node.store, [StoreUnavailable("no answer")]
        since = store.since

        async def fail_once(*arguments: Any) -> Any:
            if failures:
                raise failures.pop()
            return await since(*arguments)

        store.since = fail_once  # type: ignore[method-assign, assignment]
        room.clocks.passed += 2
        room.clocks.offset -= HOUR
        room.node.check_clock()
        for _ in range(500):
            await asyncio.sleep(0.01)
            if {action.seat for action in await actions(room, table)} == {0, 1}:
                break
        assert not failures
        assert {action.seat for action in await actions(room, table)} == {0, 1}

    in_a_room(work, pace=0.9, sweep=0.02)


def test_bots_move_after_a_start_with_a_clock_that_was_set_back() -> None:
    """The node cannot know of the jump: it waits no longer than usual from when it loads the table."""
    storage = MemoryStorage()
    tables = []

    async def before(room: RoomInTest) -> None:
        tables.append(await opened(room, AGAINST_A_BOT))
        while (await room.room.table(tables[0])).turn == 0:
            await room.act("ann", tables[0])

    async def after(room: RoomInTest) -> None:
        await room.room.table(tables[0])
        await room.settle(1)
        assert {action.seat for action in await actions(room, tables[0])} == {0, 1}

    clocks = Clocks()
    in_a_room(before, storage=storage, clocks=clocks, pace=0.9)
    clocks.offset -= HOUR
    in_a_room(after, storage=storage, clocks=clocks, pace=0.9)


# ---- people's clocks ----


def test_games_by_days_do_not_run_out_when_the_clock_is_set_forward() -> None:
    """Time that passed on the wall clock only counts for nobody; time that really passed does."""

    async def work(room: RoomInTest) -> None:
        table = await opened(room, BY_DAYS)
        await room.settle(HOUR)
        room.clocks.offset += 25 * HOUR
        await room.settle(room.node.settings.hold + 1)
        assert await actions(room, table) == []
        assert TimeSkipped in [type(entry.body) for entry in await room.entries(table)]
        left = (await room.requests.table("ann", table)).seconds_left
        assert left == pytest.approx(23 * HOUR - 16, abs=1)
        await room.settle(23 * HOUR)
        assert [action.late for action in await actions(room, table)][:1] == [True]

    in_a_room(work, hold=15.0)


def test_a_jump_counts_for_nobody_after_a_restart_either() -> None:
    """It is stored with the table, and the table is not overdue any more."""
    storage, clocks, tables = MemoryStorage(), Clocks(), []

    async def before(room: RoomInTest) -> None:
        tables.append(await opened(room, BY_DAYS))
        room.clocks.offset += 25 * HOUR
        await room.settle(1)
        assert await room.node.store.overdue(room.node.now(), 10) == []

    async def after(room: RoomInTest) -> None:
        await room.settle(HOUR)
        assert await actions(room, tables[0]) == []

    in_a_room(before, storage=storage, clocks=clocks)
    in_a_room(after, storage=storage, clocks=clocks)


def test_tables_that_are_not_in_memory_are_spared_as_well() -> None:
    """The sweep takes them up, because by the wall clock they are overdue."""

    async def work(room: RoomInTest) -> None:
        table = await opened(room, BY_DAYS)
        await room.settle(room.node.settings.idle + 1)
        assert not room.room.sessions
        room.clocks.offset += 25 * HOUR
        await room.settle(1)
        assert await actions(room, table) == []
        assert await room.node.store.overdue(room.node.now(), 10) == []

    in_a_room(work)


def test_a_jump_holds_the_clocks() -> None:
    """As a start does: in either direction."""

    async def work(room: RoomInTest) -> None:
        table = await opened(room, BY_MOVES)
        await room.settle(119)
        room.clocks.offset -= HOUR
        await room.settle(2)
        assert await actions(room, table) == [], "121 of 120 seconds have passed, and the clocks are held"
        await room.settle(15)
        assert [action.late for action in await actions(room, table)][:1] == [True]

    in_a_room(work, hold=15.0)


def test_a_person_has_their_whole_time_if_the_clock_was_set_back_before_a_start() -> None:
    """The turn began in the future: the page shows no more than the whole time, and it runs out after it."""
    storage, clocks, tables = MemoryStorage(), Clocks(), []

    async def before(room: RoomInTest) -> None:
        tables.append(await opened(room, BY_MOVES))

    async def after(room: RoomInTest) -> None:
        assert (await room.requests.table("ann", tables[0])).seconds_left == 120
        await room.settle(119)
        assert await actions(room, tables[0]) == []
        await room.settle(2)
        assert len(await actions(room, tables[0])) == 1

    in_a_room(before, storage=storage, clocks=clocks)
    clocks.offset -= HOUR
    in_a_room(after, storage=storage, clocks=clocks)


def test_a_bot_stands_in_only_after_the_whole_grace() -> None:
    """Also where the clock was set forward while a person is away."""

    async def work(room: RoomInTest) -> None:
        seats = [ME, OPEN]
        table = await opened(room, NewTable(game="chromino", options={"first": "1"}, seats=seats))
        async with room.room.connected(room.connection(table, "bob"), None):
            await room.settle(10)
            room.clocks.offset += HOUR
            await room.settle(50)
            assert not any(isinstance(entry.body, StoodIn) for entry in await room.entries(table))
            await room.settle(40)
            assert any(isinstance(entry.body, StoodIn) for entry in await room.entries(table))

    in_a_room(work, grace=90.0, hold=15.0)


@pytest.mark.parametrize("step", [-HOUR, 25 * HOUR])
def test_a_clock_set_right_again_harms_nobody(step: float) -> None:
    """Forward and back, or back and forward: the time that really passed counts, or less."""

    async def work(room: RoomInTest) -> None:
        table = await opened(room, BY_MOVES)
        for offset in (step, -step):
            room.clocks.offset += offset
            await room.settle(10)
        assert await actions(room, table) == []
        await room.settle(120)
        assert len(await actions(room, table)) >= 1

    in_a_room(work)


def test_what_is_stored_just_after_a_jump_has_the_new_time() -> None:
    """Though no sweep has noticed it yet: another node that has would take the old time for a turn of a day."""

    async def work(room: RoomInTest) -> None:
        table = await opened(room, BY_DAYS)
        room.clocks.offset += 25 * HOUR
        await room.act("ann", table)
        assert (await room.entries(table))[-1].at == room.clocks.wall()

    in_a_room(work)


def test_who_goes_while_the_clock_is_set_back_is_waited_for() -> None:
    """When the clock is set right, only the time since they went counts, not that since their turn began."""
    request = NewTable(game="florentine", seats=[ME, OPEN])
    table = Table(opening.new_table(request, "ann", None).stored("id", "1", 0.0))
    holders = [*table.holders(), SeatHolder(1, "bob", "Bob")]
    table, _ = table.after(Entry(1, DAY, SeatTaken(1)), holders)
    for body in (Here([0], "n"), Here([1], "n")):
        table, _ = table.after(Entry(table.version + 1, DAY, body))
    turn = table.turn or 0
    table, _ = table.after(Entry(4, 100.0, Gone([turn])))  # the clock was set back by nearly a day
    right = Skip(101.0, DAY + 60.0)
    assert decisions.skip_to_note(table, [right]) == right
    table, _ = table.after(Entry(5, right.until, TimeSkipped(*right)))
    assert table.turn_since == DAY
    assert table.seats[turn].away_since == DAY + 59.0
    assert decisions.skip_to_note(table, [right]) is None


# ---- taking back ----


def test_taking_back_over_a_jump_costs_nobody_time() -> None:
    """The clock goes on where it was, whether the table is in memory or loaded anew."""

    async def work(room: RoomInTest) -> None:
        request = BY_DAYS
        table = await opened(room, request)
        await room.settle(HOUR)
        version = await room.act("ann", table)
        room.clocks.offset += 25 * HOUR
        await room.settle(10)
        now = await room.room.table(table)
        assert now.may_undo(0)
        await room.requests.play("ann", table, Undo(key="back", version=now.version, seat=1))
        now = await room.room.table(table)
        assert now.version > version
        stored = await room.node.store.load(table)
        assert stored is not None
        again = Table(stored)
        assert again.turn_since == now.turn_since
        assert room.node.now() - now.turn_since <= HOUR + 20

    in_a_room(work)
