"""What everybody shares is shared out fairly: bots, hints, reviews and conundrums."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.bots.hints import Hint
from tessella.core import View
from tessella.hosting import commands
from tessella.hosting.queues import Bounds, FairQueue, Owner, QueueFull
from tessella.hosting.workers import hint_for
from tessella.server.workers import REVIEWS, Processes, ProcessPool
from tessella.tables.refusal import Refusal
from tessella.tables.wire import live
from tessella.tables.wire.live import Act, Confirmed, HintGiven, HintRequest, Refused, Sync
from tessella.tables.wire.tables import NewTable, SeatRequest
from tests.server import rooms

ANN = Owner("192.0.2.7", "ann")


def taken(queue: FairQueue[Any], most: int = 1000) -> list[Any]:
    """The jobs in their order, each finished at once."""
    jobs: list[Any] = []
    while len(jobs) < most and (result := queue.take()) is not None:
        jobs.append(result[1])
        queue.finish(result[0])
    return jobs


# ---- the queue ----


def test_an_innocent_waits_for_one_job_of_another() -> None:
    """However many the other has, and however many identities at one address."""
    queue: FairQueue[str] = FairQueue()
    for number in range(120):
        queue.put(Owner("192.0.2.1", f"eve {number % 40}"), "eve")
    queue.put(ANN, "ann")
    assert taken(queue, 3) == ["eve", "ann", "eve"]


def test_people_at_one_address_take_turns() -> None:
    """In a house or a school, nobody waits for all that another asks."""
    queue: FairQueue[str] = FairQueue()
    for number in range(10):
        queue.put(Owner("home", "eve"), f"eve {number}")
    queue.put(Owner("home", "ann"), "ann")
    assert taken(queue, 3) == ["eve 0", "ann", "eve 1"]


def test_one_persons_jobs_keep_their_order() -> None:
    """First come, first served."""
    queue: FairQueue[int] = FairQueue()
    for number in range(5):
        queue.put(ANN, number)
    assert taken(queue) == [0, 1, 2, 3, 4]
    assert queue.take() is None


def test_a_job_can_be_given_up() -> None:
    """It takes no turn then."""
    queue: FairQueue[int] = FairQueue(Bounds(person=2))
    queue.put(ANN, 1)
    queue.put(ANN, 2)
    assert queue.remove(ANN, 1)
    assert not queue.remove(ANN, 1)
    queue.put(ANN, 3)
    assert taken(queue) == [2, 3]


def test_a_queue_is_bounded() -> None:
    """By person, with those that run; by address; and in all."""
    queue: FairQueue[int] = FairQueue(Bounds(person=2, address=3, total=4))
    queue.put(ANN, 1)
    queue.take()
    queue.put(ANN, 2)
    with pytest.raises(QueueFull) as full:
        queue.put(ANN, 3)
    assert full.value.own
    queue.put(Owner(ANN.address, "bob"), 4)
    with pytest.raises(QueueFull) as full:
        queue.put(Owner(ANN.address, "cid"), 5)
    assert not full.value.own
    queue.finish(ANN)
    queue.put(ANN, 6)


def test_a_full_queue_still_admits_an_innocent() -> None:
    """The last job of the address with the most of them gives way; one who has as many is refused."""
    queue: FairQueue[str] = FairQueue(Bounds(total=4))
    for number in range(4):
        queue.put(Owner("192.0.2.1", f"eve {number}"), f"eve {number}")
    displaced = queue.put(ANN, "ann")
    assert displaced is not None
    assert displaced.startswith("eve")
    with pytest.raises(QueueFull):
        queue.put(Owner("192.0.2.1", "eve 9"), "eve 9")
    assert sorted(taken(queue, 2)) == ["ann", "eve 0"]


OWNERS = st.builds(Owner, st.sampled_from("xyz"), st.sampled_from(["ann", "bob", "cid"]))


@given(st.lists(st.one_of(st.none(), OWNERS), max_size=80))
def test_nobody_waits_for_two_jobs_of_another_address(steps: list[Owner | None]) -> None:
    """While a job is next of its owner's, each other address has at most one turn. None takes a job."""
    queue: FairQueue[int] = FairQueue()
    waiting: list[tuple[int, Owner]] = []
    passed: dict[int, list[Owner]] = {}
    for number, step in enumerate(steps):
        if step is not None:
            queue.put(step, number)
            waiting.append((number, step))
            continue
        result = queue.take()
        assert (result is None) == (not waiting)
        if result is None:
            continue
        owner, job = result
        queue.finish(owner)
        waiting.remove((job, owner))
        before = passed.pop(job, [])
        others = [other.address for other in before if other.address != owner.address]
        own = [other for other in before if other == owner]
        housemates = {other for other in before if other.address == owner.address}
        assert all(others.count(address) <= len(own) + len(housemates) + 1 for address in others)
        for each, _ in waiting:
            passed.setdefault(each, []).append(owner)
    assert len(queue) == len(waiting)


# ---- hints ----


def test_a_hint_holds_no_other_command_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The person acts while it is computed. It comes for the version it was asked at; a second one has to wait."""

    async def run() -> None:
        async with rooms.opened_room() as room:
            request = NewTable(game="chromino", seats=[SeatRequest(kind="me")], hints=True)
            table = (await room.requests.open_table("ann", request)).table.id
            go_on = asyncio.Event()

            async def slow(owner: Owner, game: str, view: View, seed: int) -> Hint:
                assert owner == Owner("", "ann")
                await go_on.wait()
                return hint_for(game, view, seed)

            monkeypatch.setattr(room.workers, "hint", slow)
            connection = room.connection(table, "ann")
            answers: list[Any] = []

            async def send(message: Any) -> None:
                await commands.receive(session, connection, live.encode(message))
                await asyncio.sleep(0)
                while not connection.waiting.empty():
                    answers.append(live.decode_server(connection.waiting.get_nowait()))  # type: ignore[arg-type]

            async with room.room.connected(connection, None) as session:
                action = str((await room.room.table(table)).legal(0)[0])
                for message in (
                    HintRequest(seat=1),
                    HintRequest(seat=1),
                    Act(key="k", version=0, seat=1, action=action),
                ):
                    await send(message)
                kinds = [type(answer) for answer in answers if isinstance(answer, Confirmed | Refused | HintGiven)]
                assert kinds == [Refused, Confirmed]
                go_on.set()
                await room.node.finish_tasks(10)
                await send(Sync(since=1))
                given = [answer for answer in answers if isinstance(answer, HintGiven)]
                assert [hint.version for hint in given] == [0]
                assert not connection.hinting

    asyncio.run(run())


# ---- processes ----


class FakePool:
    """An executor that begins jobs and lets the test finish them."""

    def __init__(self) -> None:
        self.begun: list[tuple[Future[Any], tuple[Any, ...]]] = []

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Begin a job."""
        future: Future[Any] = Future()
        self.begun.append((future, arguments))
        return future

    async def finish(self) -> Any:
        """Finish the job that was begun first; what it was."""
        future, arguments = self.begun.pop(0)
        future.set_result(arguments[0])
        for _ in range(10):
            await asyncio.sleep(0)
        return arguments[0]


def with_pool(processes: Processes) -> FakePool:
    """Let processes run their jobs in a fake executor."""
    pool = FakePool()
    processes.start = lambda: pool  # type: ignore[method-assign, assignment, return-value]
    return pool


def test_a_bot_starts_after_one_job_of_each_other_owner() -> None:
    """120 tables of one address, on two processes: the innocent's bot is the next to start."""

    async def run() -> None:
        processes = Processes(2, 60.0)
        pool = with_pool(processes)
        tasks = []
        for number in range(120):
            owner = Owner("192.0.2.1", f"eve {number}")
            tasks.append(asyncio.create_task(processes.run(owner, str, f"eve {number}")))
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(processes.run(ANN, str, "ann")))
        await asyncio.sleep(0)
        order = [await pool.finish() for _ in range(121)]
        assert order[:5] == ["eve 0", "eve 1", "eve 2", "ann", "eve 3"]
        assert len(order) == 121, "bots are never refused"
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_eight_reviews_starve_nobody() -> None:
    """Those of one address beyond its bound are refused, and another's review is next but one."""

    async def run() -> None:
        reviews = ProcessPool(REVIEWS)
        pool = with_pool(reviews)
        eves = [asyncio.create_task(reviews.run_for(Owner("192.0.2.1", f"eve {n}"), str, f"eve {n}")) for n in range(8)]
        await asyncio.sleep(0)
        ann = asyncio.create_task(reviews.run_for(ANN, str, "ann"))
        await asyncio.sleep(0)
        assert [await pool.finish() for _ in range(3)] == ["eve 0", "eve 1", "ann"]
        assert await ann == "ann"
        for _ in range(2):
            await pool.finish()
        results = await asyncio.gather(*eves, return_exceptions=True)
        refused = [result for result in results if isinstance(result, Refusal)]
        assert [refusal.code for refusal in refused] == ["full"] * 4

    asyncio.run(run())


def test_a_job_that_is_given_up_frees_its_turn() -> None:
    """While it waits, when its turn has just come, and while it runs."""

    async def run() -> None:
        processes = Processes(1, 60.0)
        pool = with_pool(processes)
        tasks = [asyncio.create_task(processes.run(ANN, str, number)) for number in range(4)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        future, _ = pool.begun.pop()
        future.set_result("0")
        while not tasks[0].done():
            await asyncio.sleep(0)
        tasks[2].cancel()
        for _ in range(10):
            await asyncio.sleep(0)
        pool.begun = pool.begun[-1:]
        assert await pool.finish() == 3
        assert processes.turns.waiting == 0
        fresh = asyncio.create_task(processes.run(ANN, str, "again"))
        for _ in range(3):
            await asyncio.sleep(0)
        assert await pool.finish() == "again"
        await asyncio.gather(*tasks, fresh, return_exceptions=True)

    asyncio.run(run())
