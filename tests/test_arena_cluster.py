"""The arena on a cluster: a real scheduler and real workers, all of them processes of this machine."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import distributed
import pytest

import tessella
from tessella import arena
from tessella.arena import workers
from tessella.arena.source import source_of
from tessella.cli import main
from tessella.games import chromino

pytestmark = [pytest.mark.once, pytest.mark.slow]

LOOPBACK = "127.0.0.1"
PATIENCE = 60.0
USUAL_DEATHS = 3
"""How many deaths a scheduler forgives a task, if nobody told it otherwise."""


@contextmanager
def process(*words: str, **environment: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A process of Dask that is gone afterwards, come what may."""
    command = [sys.executable, "-m", *words, "--host", LOOPBACK, "--no-dashboard"]
    surroundings = {**os.environ, **environment}
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=surroundings)
    try:
        yield started
    finally:
        started.kill()
        started.wait()


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Wait for something, but not for ever."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"in vain: {what}"
        time.sleep(0.05)


@pytest.fixture
def scheduler(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a scheduler. It gives a task up after so many deaths of those who were to play it."""
    file = tmp_path / "scheduler.json"
    words = ("distributed.cli.dask_scheduler", "--port", "0", "--scheduler-file", str(file))
    deaths = getattr(request, "param", USUAL_DEATHS)
    with process(*words, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES=str(deaths)) as started:
        wait_until(
            lambda: started.poll() is not None or (file.exists() and file.read_text(encoding="utf-8").endswith("}")),
            "a scheduler",
        )
        assert started.poll() is None, "the scheduler ended"
        yield str(json.loads(file.read_text(encoding="utf-8"))["address"])


def worker(address: str, folder: Path, **environment: str) -> Any:
    """One worker that nobody looks after: when it is killed it stays dead."""
    options = ("--no-nanny", "--nthreads", "1", "--memory-limit", "0", "--local-directory", str(folder))
    return process("distributed.cli.dask_worker", address, *options, **environment)


@pytest.fixture
def other_code(tmp_path: Path) -> dict[str, str]:
    """The surroundings of a worker whose bots differ by a line from ours."""
    home = Path(tessella.__file__).parent
    ignored = shutil.ignore_patterns("client", "__pycache__")
    shutil.copytree(home, tmp_path / "other" / "tessella", ignore=ignored)
    with (tmp_path / "other" / "tessella" / "bots" / "__init__.py").open("a", encoding="utf-8") as file:
        file.write("\nBETTER = True\n")
    return {"PYTHONPATH": str(tmp_path / "other")}


def test_a_killed_worker_changes_nothing(scheduler: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of two workers one is killed while it plays: the result is the same as here, game for game."""
    match = arena.make_match(chromino.GAME, chromino.options(players=3), ("random", "random"), 240, "cluster")
    expected = arena.run(match).to_json(timing=False)
    make_client: Any = distributed.Client
    with (
        worker(scheduler, tmp_path) as one,
        worker(scheduler, tmp_path) as other,
        make_client(scheduler, timeout=PATIENCE, set_as_default=False) as client,
    ):
        client.wait_for_workers(2, timeout=PATIENCE)
        started = {each.pid: each for each in (one, other)}
        killed: list[int] = []
        parts = 0

        def kill_one(tally: arena.Tally) -> None:
            nonlocal parts
            parts += 1
            if parts < 10 or killed:
                return
            busy = [address for address, tasks in client.processing().items() if tasks]
            if busy:
                pid = client.run(os.getpid, workers=busy[:1])[busy[0]]
                started[pid].send_signal(signal.SIGKILL)
                killed.append(pid)

        result = arena.run(match, arena.cluster(scheduler), batch=1, progress=kill_one)
        assert killed
        assert started[killed[0]].wait() == -signal.SIGKILL
        assert parts == match.deals
        assert result.to_json(timing=False) == expected
        assert len(client.nthreads()) == 1

        # What is left of the cluster plays for the command, too.
        main(["arena", "--bots", "random", "random", "--games", "4", "--cluster", scheduler, "--json"])
        assert json.loads(capsys.readouterr().out)["games"] == 4


@pytest.mark.parametrize("scheduler", [USUAL_DEATHS, 0], indirect=True)
def test_the_only_worker_is_replaced(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """It is killed over its tasks, and another takes its place. Even a task that the scheduler gives up is played."""
    match = arena.make_match(chromino.GAME, chromino.options(players=3), ("random", "random"), 240, "cluster")
    expected = arena.run(match).to_json(timing=False)
    submitted: list[arena.Task] = []
    submit = workers._submit

    def spy(client: Any, task: arena.Task) -> Any:
        submitted.append(task)
        return submit(client, task)

    monkeypatch.setattr(workers, "_submit", spy)
    make_client: Any = distributed.Client
    with ExitStack() as stack:
        first = stack.enter_context(worker(scheduler, tmp_path))
        client = stack.enter_context(make_client(scheduler, timeout=PATIENCE, set_as_default=False))
        client.wait_for_workers(1, timeout=PATIENCE)

        def replace(tally: arena.Tally) -> None:
            if first.poll() is None:
                # Stopped it can no more finish what it has begun; of several tasks under way it surely has some.
                first.send_signal(signal.SIGSTOP)
                wait_until(lambda: any(client.processing().values()), "a task under way")
                first.kill()
                first.wait()
                wait_until(lambda: not client.nthreads(), "a death that is noticed")
                stack.enter_context(worker(scheduler, tmp_path))

        result = arena.run(match, arena.cluster(scheduler), batch=8, progress=replace)
        assert first.poll() == -signal.SIGKILL
        assert result.to_json(timing=False) == expected
    again = len(submitted) - len(set(submitted))
    assert again if request.node.callspec.params["scheduler"] == 0 else not again


def test_a_lost_scheduler_is_reported(scheduler: str, tmp_path: Path) -> None:
    """With tasks under way, which nobody will ever finish: an error says so, and nothing waits for them."""
    match = arena.make_match(chromino.GAME, chromino.options(players=2), ("random", "random"), 8, "cluster")
    make_client: Any = distributed.Client
    with make_client(scheduler, timeout=PATIENCE, set_as_default=False) as client:
        pid = client.run_on_scheduler(os.getpid)
    parts = 0

    def kill_scheduler(tally: arena.Tally) -> None:
        nonlocal parts
        parts += 1
        if parts == 2:  # all four are handed out
            os.kill(pid, signal.SIGKILL)

    with worker(scheduler, tmp_path), pytest.raises(arena.ArenaError, match=f"the cluster at {scheduler} was lost"):
        arena.run(match, arena.cluster(scheduler), batch=1, progress=kill_scheduler)
    assert parts < match.deals


def test_a_cluster_without_workers_is_reported(scheduler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while, as workers may be about to come."""
    monkeypatch.setattr(workers, "WAIT", 0.5)
    with pytest.raises(SystemExit, match=f"the cluster at {scheduler} has no workers"):
        main(["arena", "--bots", "random", "random", "--games", "2", "--cluster", scheduler, "--json"])


def test_a_cluster_that_has_lost_all_workers_is_reported(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If none takes their place."""
    match = arena.make_match(chromino.GAME, chromino.options(players=2), ("random", "random"), 40, "cluster")
    with worker(scheduler, tmp_path) as only:

        def kill(tally: arena.Tally) -> None:
            monkeypatch.setattr(workers, "WAIT", 0.5)
            only.kill()

        with pytest.raises(arena.ArenaError, match=f"the cluster at {scheduler} has no workers"):
            arena.run(match, arena.cluster(scheduler), batch=1, progress=kill)


def test_a_worker_with_other_code_is_refused(scheduler: str, tmp_path: Path, other_code: dict[str, str]) -> None:
    """Before it plays: its games would be those of other bots."""
    match = arena.make_match(chromino.GAME, chromino.options(players=2), ("random", "random"), 8, "cluster")
    mine = re.escape(str(source_of("chromino")))
    with (
        worker(scheduler, tmp_path, **other_code),
        pytest.raises(arena.ArenaError, match=f"the worker .* of the cluster at {scheduler} has .*; here it is {mine}"),
    ):
        arena.run(match, arena.cluster(scheduler))


def test_a_worker_with_other_kernels_is_refused(scheduler: str, tmp_path: Path) -> None:
    """If it interprets what is compiled here, or the other way round."""
    match = arena.make_match(chromino.GAME, chromino.options(players=2), ("random", "random"), 8, "cluster")
    compiled = chromino.GAME.compiled
    message = "interpreted kernels; here it is .* compiled kernels" if compiled else "has .* compiled kernels"
    with (
        worker(scheduler, tmp_path, TESSELLA_INTERPRETED="1" if compiled else "0"),
        pytest.raises(arena.ArenaError, match=message),
    ):
        arena.run(match, arena.cluster(scheduler))


def test_a_worker_with_other_code_that_comes_later_is_refused(
    scheduler: str, tmp_path: Path, other_code: dict[str, str]
) -> None:
    """No game of its counts."""
    match = arena.make_match(chromino.GAME, chromino.options(players=2), ("random", "random"), 400, "cluster")
    make_client: Any = distributed.Client
    with ExitStack() as stack:
        first = stack.enter_context(worker(scheduler, tmp_path))
        client = stack.enter_context(make_client(scheduler, timeout=PATIENCE, set_as_default=False))

        def replace(tally: arena.Tally) -> None:
            if first.poll() is None:
                first.kill()
                first.wait()
                stack.enter_context(worker(scheduler, tmp_path, **other_code))
                wait_until(lambda: len(client.nthreads()) == 1, "another worker")

        with pytest.raises(arena.ArenaError, match="a worker that joined the cluster later has version"):
            arena.run(match, arena.cluster(scheduler), batch=1, progress=replace)


def test_no_cluster_there() -> None:
    """A line says so."""
    with pytest.raises(SystemExit, match=r"there is no cluster at nonsense://"):
        main(["arena", "--bots", "random", "random", "--games", "2", "--cluster", "nonsense://nowhere", "--json"])
