"""The arena on a cluster: a real scheduler and real workers, all of them processes of this machine."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import distributed
import pytest

from tessella import arena, chromino
from tessella.cli import main

LOOPBACK = "127.0.0.1"
PATIENCE = 60.0


@contextmanager
def process(*words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A process of Dask that is gone afterwards, come what may."""
    command = [sys.executable, "-m", *words, "--host", LOOPBACK, "--no-dashboard"]
    started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """The address of a scheduler."""
    file = tmp_path / "scheduler.json"
    with process("distributed.cli.dask_scheduler", "--port", "0", "--scheduler-file", str(file)) as started:
        end = time.monotonic() + PATIENCE
        while not (file.exists() and file.read_text(encoding="utf-8").endswith("}")):
            assert started.poll() is None, "the scheduler ended"
            assert time.monotonic() < end, "the scheduler does not start"
            time.sleep(0.05)
        yield str(json.loads(file.read_text(encoding="utf-8"))["address"])


def worker(address: str, folder: Path) -> Any:
    """One worker that nobody looks after: when it is killed it stays dead."""
    options = ("--no-nanny", "--nthreads", "1", "--memory-limit", "0", "--local-directory", str(folder))
    return process("distributed.cli.dask_worker", address, *options)


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
        workers = {started.pid: started for started in (one, other)}
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
                workers[pid].send_signal(signal.SIGKILL)
                killed.append(pid)

        result = arena.run(match, arena.cluster(scheduler), batch=1, progress=kill_one)
        assert killed
        assert workers[killed[0]].wait() == -signal.SIGKILL
        assert parts == match.deals
        assert result.to_json(timing=False) == expected
        assert len(client.nthreads()) == 1

        # What is left of the cluster plays for the command, too.
        main(["arena", "--bots", "random", "random", "--games", "4", "--cluster", scheduler, "--json"])
        assert json.loads(capsys.readouterr().out)["games"] == 4


def test_no_cluster_there() -> None:
    """A line says so."""
    with pytest.raises(SystemExit, match=r"there is no cluster at nonsense://"):
        main(["arena", "--bots", "random", "random", "--games", "2", "--cluster", "nonsense://nowhere", "--json"])
