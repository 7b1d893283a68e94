"""Who plays: this process, processes of this machine, or the workers of a Dask cluster.

Each takes tasks in their order and gives what they came to in the same order, with a few tasks under way at a time.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from tessella.arena.match import Task
from tessella.arena.play import ArenaError
from tessella.arena.source import Source, source_of
from tessella.arena.tally import Part, play_task

Players = Callable[[Iterable[Task]], Iterator[Part]]
"""Plays tasks in order. Closing the iterator ends it and leaves nothing running."""

AHEAD = 3
"""How many tasks are handed out for each worker, so that none waits."""
TRIES = 5
"""How often tasks are handed out again because those who played them died."""
WAIT = 60.0
"""For so many seconds a cluster may be without a worker, at the beginning or when all have died."""


def here(tasks: Iterable[Task]) -> Iterator[Part]:
    """Play in this process."""
    return map(play_task, tasks)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def local(workers: int | None = None) -> Players:
    """Play in processes of this machine; as many as there are cores, if not said otherwise."""
    count = workers or cores()
    if count == 1:
        return here

    def play(tasks: Iterable[Task]) -> Iterator[Part]:
        processes = Processes(count)
        try:
            for task in tasks:
                processes.submit(task)
                if len(processes.under_way) >= AHEAD * count:
                    yield processes.gather()
            while processes.under_way:
                yield processes.gather()
        finally:
            processes.pool.shutdown(cancel_futures=True)

    return play


class Processes:
    """Processes of this machine. If one dies all are replaced, and what was under way is handed out again."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.under_way: deque[tuple[Task, Future[Part]]] = deque()
        self.deaths = 0
        """Since a task was last finished."""
        self.pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        # Spawned, not forked: the same on every system, and safe beside the threads of a progress bar.
        return ProcessPoolExecutor(self.count, mp_context=get_context("spawn"))

    def submit(self, task: Task) -> None:
        """Hand out a task."""
        try:
            self.under_way.append((task, self.pool.submit(play_task, task)))
        except BrokenProcessPool:
            self._replace()
            self.submit(task)

    def gather(self) -> Part:
        """What the first task that is under way came to."""
        while True:
            try:
                part = self.under_way[0][1].result()
            except BrokenProcessPool:
                self._replace()
            else:
                self.under_way.popleft()
                self.deaths = 0  # in a long match some may die; only if nothing is done in between is it hopeless
                return part

    def _replace(self) -> None:
        self.deaths += 1
        if self.deaths > TRIES:
            raise ArenaError("the processes that play die again and again; perhaps there is not enough memory")
        self.pool.shutdown()
        self.pool = self._start()
        lost, self.under_way = self.under_way, deque()
        for task, _ in lost:
            self.submit(task)


def cluster(address: str) -> Players:
    """Play on the workers of a Dask cluster, which must have the same Tessella installed: others are refused.

    A worker that dies takes no game with it: its tasks, also those it had finished but not yet handed over, are played
    again by another, and come to the same.
    """
    try:
        import distributed
        from distributed.scheduler import NoWorkerError
    except ImportError:
        raise ArenaError("a cluster needs Dask; to install it: pip install 'tessella[arena]'") from None

    def play(tasks: Iterable[Task]) -> Iterator[Part]:
        make_client: Any = distributed.Client
        try:
            client = make_client(address, timeout="10s", set_as_default=False)
        except (OSError, ValueError) as error:
            raise ArenaError(f"there is no cluster at {address}: {error}") from None
        with client:
            under_way: deque[tuple[Task, Any]] = deque()
            checked: set[str] = set()
            try:
                _wait_for_worker(client, address)
                for task in tasks:
                    if task.match.game not in checked:
                        _check_workers(client, address, task.match.game)
                        checked.add(task.match.game)
                    under_way.append((task, _submit(client, task)))
                    if len(under_way) >= AHEAD * max(sum(client.nthreads().values()), 1):
                        yield _gather(client, address, *under_way.popleft())
                while under_way:
                    yield _gather(client, address, *under_way.popleft())
            except (OSError, NoWorkerError) as error:
                raise ArenaError(f"the cluster at {address} was lost before the end of the match: {error}") from None
            finally:
                client.cancel([future for _, future in under_way])

    return play


def _wait_for_worker(client: Any, address: str) -> None:
    """Without one, tasks would wait for ever."""
    try:
        client.wait_for_workers(1, timeout=WAIT)
    except TimeoutError:
        raise ArenaError(f"the cluster at {address} has no workers; to start one: dask worker {address}") from None


def _check_workers(client: Any, address: str, game: str) -> None:
    """Refuse those that have other code before they play; who comes later is refused by its first task."""
    mine = source_of(game)
    for worker, found in client.run(source_of, game, on_error="return").items():
        if isinstance(found, OSError):  # it died meanwhile
            continue
        if isinstance(found, Exception):
            raise ArenaError(f"the worker {worker} of the cluster at {address} cannot play with {mine}: {found!r}")
        if found != mine:
            raise ArenaError(f"the worker {worker} of the cluster at {address} has {found}; here it is {mine}")


def play_alike(task: Task, source: Source) -> Part:
    """Play a task with exactly this code: what a worker of a cluster is asked to do."""
    mine = source_of(task.match.game)
    if mine != source:
        raise ArenaError(
            f"a worker that came to the cluster later has {mine}; where the match was begun it is {source}"
        )
    return play_task(task)


def _submit(client: Any, task: Task) -> Any:
    return client.submit(play_alike, task, source_of(task.match.game), pure=False)


def _gather(client: Any, address: str, task: Task, future: Any) -> Part:
    """What a task came to, in spite of all workers that die.

    The scheduler plays tasks again by itself, but gives those up (`KilledWorker`) that were on several dying workers,
    though they had only waited there for their turn. They are not to blame, and are handed out anew.
    """
    from distributed import KilledWorker
    from distributed.client import FutureCancelledError

    tries = 0
    while tries < TRIES:
        try:
            part: Part = future.result(timeout=WAIT)
            return part
        except TimeoutError:  # a long task, or nobody to play it
            if client.status == "running":
                _wait_for_worker(client, address)
        except (KilledWorker, FutureCancelledError):
            if client.status != "running":  # then a task that is handed out would never come back
                raise ConnectionError("its scheduler does not answer any more") from None
            future = _submit(client, task)
            tries += 1
    raise ArenaError(f"the workers that play deals {task.first} to {task.numbers[-1]} die, one after the other")
