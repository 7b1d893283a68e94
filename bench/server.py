"""The table server under load, on loopback: confirmed actions a second, how long they take, and memory.

The server has one core, the load comes from this process on another. Beside it runs a bare baseline (bench/bare.py): a
socket that stores one row durably and sends as many bytes to as many others. Rates depend on the machine; the ratio of
the two, taken in one run, can be compared.
"""

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from load import SEATS, Client, Figures, connect, open_tables, sit_down
from tessella.server.serve import serve
from tessella.server.settings import Settings

STEADY = 200
"""Actions a second for a server that is busy, but not at its limit."""
WARM_UP = 1.0
MUCH = 10**6


@contextlib.contextmanager
def started(*command: str) -> Iterator[tuple[str, int]]:
    """A server process on the first core: its address and number."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True, preexec_fn=_first_core)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if "http://" not in line:
            raise SystemExit("the server did not start")
        yield "http://" + line.split("http://")[1].split()[0].replace("localhost", "127.0.0.1"), process.pid
    finally:
        process.terminate()
        process.wait(30)
        assert process.stdout is not None
        process.stdout.close()


def _first_core() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def memory_of(pid: int) -> float:
    """The resident memory of a process, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


async def ours(address: str, pid: int, tables: int, seconds: float, rate: int | None) -> Figures:
    """Everybody plays as fast as they can, or all together at some rate."""
    figures, queue = Figures(), asyncio.Queue[Client]()
    found = await open_tables(address, tables)
    clients = [[Client(figures, queue.put_nowait) for _ in range(SEATS)] for _ in found]
    await sit_down(address, found, clients)
    if rate is None:  # now that all have come
        for client in (client for own in clients for client in own):
            client.on_ready = Client.play
            client.play()
    await _measure(figures, seconds, pid, queue if rate else None, rate)
    return figures


async def bare(address: str, pid: int, tables: int, seconds: float) -> Figures:
    """At each table somebody sends, and when it was confirmed sends again."""
    figures = Figures()
    action = b'{"type":"act","key":"k1","version":1,"seat":1,"action":"BGR@4,-2>"}'
    for table in range(tables):
        for seat in range(SEATS):
            client = Client(figures, lambda client: None)

            def heard(frame: bytes, client: Client = client) -> None:
                client.heard(frame)
                if b'"confirmed"' in frame[:20]:
                    client.thought = action
                    client.play()

            client.socket = await connect(address, f"/api/tables/t{table}/live", "", heard)
            if not seat:
                client.thought = action
                client.play()
    await _measure(figures, seconds, pid)
    return figures


async def _measure(
    figures: Figures, seconds: float, pid: int, queue: "asyncio.Queue[Client] | None" = None, rate: int | None = None
) -> None:
    """Let it run for so long, after a while in which it warms up."""
    task = None if queue is None or rate is None else asyncio.create_task(_pace(queue, rate))
    await asyncio.sleep(WARM_UP)
    figures.times.clear()
    figures.told = figures.bytes = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds and not figures.over:
        await asyncio.sleep(0.05)
    figures.seconds = time.perf_counter() - began
    figures.memory = memory_of(pid)
    if task is not None:
        task.cancel()


async def _pace(queue: "asyncio.Queue[Client]", rate: int) -> None:
    began, sent = time.perf_counter(), 0
    while True:
        while sent < (time.perf_counter() - began) * rate and not queue.empty():
            queue.get_nowait().play()
            sent += 1
        await asyncio.sleep(0.002)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each of the three runs")
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        free = replace(
            Settings(), requests_rate=MUCH, requests_burst=MUCH, tables_rate=MUCH, tables_burst=MUCH, frames_rate=MUCH
        )
        serve("127.0.0.1", [0], None, Path(args.serve), free, lambda address: print(address, flush=True))
        return
    if (cores := sorted(os.sched_getaffinity(0))) and len(cores) > 1:
        os.sched_setaffinity(0, set(cores[1:]))
    console = Console()
    with tempfile.TemporaryDirectory() as folder, console.status("") as status:
        status.update(f"{args.tables} tables with {SEATS} sockets each, as fast as they can")
        with started(__file__, "--serve", f"{folder}/fast") as (address, pid):
            fast = asyncio.run(ours(address, pid, args.tables, args.seconds, None))
        status.update(f"the same at {STEADY} actions a second")
        with started(__file__, "--serve", f"{folder}/steady") as (address, pid):
            steady = asyncio.run(ours(address, pid, args.tables, args.seconds, STEADY))
        status.update("the bare baseline")
        length = fast.bytes // max(1, fast.told)
        with started(str(Path(__file__).with_name("bare.py")), folder, str(length)) as (address, pid):
            plain = asyncio.run(bare(address, pid, args.tables, args.seconds))
    table = Table("server", "actions/s", "p50 ms", "p99 ms", "memory MB", "of the baseline")
    for name, figures in (("tables, at full speed", fast), (f"tables, {STEADY}/s", steady), ("baseline", plain)):
        share = "" if figures is steady else f"{figures.rate / plain.rate:.2f}"
        table.add_row(
            name, f"{figures.rate:,.0f}", f"{figures.within(50):.1f}", f"{figures.within(99):.1f}",
            f"{figures.memory:.0f}", share,
        )  # fmt: skip
    console.print(table)
    console.print(
        f"{length} bytes to each of {SEATS} sockets after an action; refused: {fast.refused + steady.refused}"
    )


if __name__ == "__main__":
    main()
