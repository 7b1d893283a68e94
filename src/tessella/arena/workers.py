"""Runners of tasks: in this process, in processes of this machine, or on the workers of a Dask cluster.

Each takes tasks in order and yields their results in the same order, with a few tasks in progress at a time.
"""

import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from tessella.arena.match import Task
from tessella.arena.play import ArenaError
from tessella.arena.source import Source, source_of
from tessella.arena.tally import TaskResult, play_task
from tessella.core.extras import how_to_install

Runner = Callable[[Iterable[Task]], Iterator[TaskResult]]
"""Plays tasks in order. Closing the iterator ends it, and leaves nothing running."""

AHEAD = 3
"""The number of tasks submitted for each worker, so that none is idle."""
TRIES = 5
"""How often tasks are submitted again because their workers died."""
ENDING = 5.0
"""Seconds within which a process that is stopped must end its programs and itself."""
WAIT = 60.0
"""Seconds that a cluster may be without workers, at the beginning or when all have died."""


def here(tasks: Iterable[Task]) -> Iterator[TaskResult]:
    """Play in this process."""
    return map(play_task, tasks)


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def local(workers: int | None = None) -> Runner:
    """Play in processes of this machine, by default one for each core."""
    count = workers or cores()
    if count == 1:
        return here

    def play(tasks: Iterable[Task]) -> Iterator[TaskResult]:
        processes = Processes(count)
        try:
            for task in tasks:
                processes.submit(task)
                if len(processes.in_progress) >= AHEAD * count:
                    yield processes.gather()
            while processes.in_progress:
                yield processes.gather()
        finally:
            processes.close()

    return play


class Processes:
    """Processes of this machine. If one dies all are replaced, and the tasks in progress are submitted again."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.in_progress: deque[tuple[Task, Future[TaskResult]]] = deque()
        self.deaths = 0
        """Since the last finished task."""
        self.pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        # Spawned, not forked: the same on every system, and safe beside the threads of a progress bar.
        return ProcessPoolExecutor(self.count, mp_context=get_context("spawn"), initializer=_prepare)

    def submit(self, task: Task) -> None:
        """Submit a task."""
        try:
            self.in_progress.append((task, self.pool.submit(_play, play_task, task)))
        except BrokenProcessPool:
            self._replace()
            self.submit(task)

    def gather(self) -> TaskResult:
        """The result of the first task in progress."""
        while True:
            try:
                part = self.in_progress[0][1].result()
            except BrokenProcessPool:
                self._replace()
            else:
                self.in_progress.popleft()
                self.deaths = 0  # some may die in a long match; only deaths without progress count
                return part

    def close(self) -> None:
        """End all processes, without waiting for tasks in progress. Another Ctrl-C must not leave half of them."""
        with _uninterrupted():
            if self.in_progress:
                workers = list((self.pool._processes or {}).values())
                for worker in workers:
                    worker.terminate()
                until = time.monotonic() + ENDING
                for worker in workers:
                    worker.join(max(until - time.monotonic(), 0))
                    worker.kill()
            self.pool.shutdown(cancel_futures=True)

    def _replace(self) -> None:
        self.deaths += 1
        if self.deaths > TRIES:
            raise ArenaError("the worker processes die again and again; perhaps there is not enough memory")
        self.pool.shutdown()
        self.pool = self._start()
        lost, self.in_progress = self.in_progress, deque()
        for task, _ in lost:
            self.submit(task)


def _prepare() -> None:
    """Prepare a worker. Ctrl-C reaches all processes of a terminal: it is for the one that started the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))


def _play(play: Callable[[Task], TaskResult], task: Task) -> TaskResult:
    """Play a task in a worker. If the worker is to end, the programs of its game end first."""
    try:
        return play(task)
    except SystemExit:
        os._exit(1)  # the pool would catch it, and wait for another task


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ignore Ctrl-C for a moment, where that is possible."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def cluster(address: str) -> Runner:
    """Play on the workers of a Dask cluster. Workers with another Tessella are refused.

    If a worker dies, its tasks, also finished ones whose results were not sent yet, are played again by another, with
    the same results.
    """
    try:
        import distributed
        from distributed.scheduler import NoWorkerError
    except ImportError:
        raise ArenaError(f"a cluster needs Dask; to install it: {how_to_install('arena')}") from None

    def play(tasks: Iterable[Task]) -> Iterator[TaskResult]:
        make_client: Any = distributed.Client
        try:
            client = make_client(address, timeout="10s", set_as_default=False)
        except (OSError, ValueError) as error:
            raise ArenaError(f"there is no cluster at {address}: {error}") from None
        with client:
            in_progress: deque[tuple[Task, Any]] = deque()
            checked: set[str] = set()
            try:
                _wait_for_worker(client, address)
                for task in tasks:
                    if task.match.game not in checked:
                        _check_workers(client, address, task.match.game)
                        checked.add(task.match.game)
                    in_progress.append((task, _submit(client, task)))
                    if len(in_progress) >= AHEAD * max(sum(client.nthreads().values()), 1):
                        yield _gather(client, address, *in_progress.popleft())
                while in_progress:
                    yield _gather(client, address, *in_progress.popleft())
            except (OSError, NoWorkerError) as error:
                raise ArenaError(f"the cluster at {address} was lost before the end of the match: {error}") from None
            finally:
                client.cancel([future for _, future in in_progress])

    return play


def _wait_for_worker(client: Any, address: str) -> None:
    """Wait for a worker: without one, tasks would never end."""
    try:
        client.wait_for_workers(1, timeout=WAIT)
    except TimeoutError:
        raise ArenaError(f"the cluster at {address} has no workers; to start one: dask worker {address}") from None


def _check_workers(client: Any, address: str, game: str) -> None:
    """Refuse workers with other code. One that joins later is refused at its first task."""
    mine = source_of(game)
    for worker, source in client.run(source_of, game, on_error="return").items():
        if isinstance(source, OSError):  # it died meanwhile
            continue
        if isinstance(source, Exception):
            raise ArenaError(f"the worker {worker} of the cluster at {address} cannot play with {mine}: {source!r}")
        if source != mine:
            raise ArenaError(f"the worker {worker} of the cluster at {address} has {source}; here it is {mine}")


def play_with_source(task: Task, source: Source) -> TaskResult:
    """Play a task if this worker has exactly this code: the work of a cluster's worker."""
    mine = source_of(task.match.game)
    if mine != source:
        raise ArenaError(f"a worker that joined the cluster later has {mine}; the match was started with {source}")
    return play_task(task)


def _submit(client: Any, task: Task) -> Any:
    return client.submit(play_with_source, task, source_of(task.match.game), pure=False)


def _gather(client: Any, address: str, task: Task, future: Any) -> TaskResult:
    """The result of a task, even if workers die.

    The scheduler repeats tasks by itself, but gives those up (`KilledWorker`) that were on several dying workers, even
    if they were only queued there. They are not the cause, and are submitted again.
    """
    from distributed import KilledWorker
    from distributed.client import FutureCancelledError

    tries = 0
    while tries < TRIES:
        try:
            part: TaskResult = future.result(timeout=WAIT)
            return part
        except TimeoutError:  # a long task, or no worker
            if client.status == "running":
                _wait_for_worker(client, address)
        except (KilledWorker, FutureCancelledError):
            if client.status != "running":  # a task submitted now would never return
                raise ConnectionError("its scheduler does not answer") from None
            future = _submit(client, task)
            tries += 1
    raise ArenaError(f"all workers that play deals {task.first} to {task.numbers[-1]} die")
