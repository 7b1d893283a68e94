"""The table server under load, on loopback: confirmed actions a second, how long they take, and memory.

The server has one core, the load comes from this process on another. A bare baseline (bench/bare.py) runs in the same
way: a socket that stores one row durably and sends as many bytes to as many others. Rates depend on the machine; the
ratio of the two, measured in one run, can be compared. On a machine that does other things, too, compare the processor
time for an action instead. A run fails if a seat did not receive every update of its table.

--sockets N measures memory instead: that of a server to which N sockets are connected, four at a table.
"""

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from load import ON_TURN, SEATS, Client, Figures, LoadTable, TableOpener, connect, settle
from tessella.hosting.settings import Settings
from tessella.server.serve import serve

STEADY = 200
"""Actions a second for a server that is busy, but not at its limit."""
WARM_UP = 1.0
TICK = 0.002
SPARE_PART = 4
"""One spare table for so many that play."""
FEW = 5
"""Tables that are open before memory is first measured: all that is loaded once is loaded then."""
AT_ONCE = 20
"""Actions that are under way at once while memory is measured: each has two versions of its table meanwhile."""
UNLIMITED = 10**6


@contextlib.contextmanager
def started(*command: str) -> Iterator[tuple[str, int]]:
    """Start a server process on the first core: its address and process id."""
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


def processor_time_of(pid: int) -> float:
    """The seconds for which a process has run."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Load:
    """Keeps a number of tables playing. When a game ends, a spare table takes its place.

    Spare tables are opened while nothing is recorded, so that the figures are those of actions alone, however fast
    games end.
    """

    def __init__(self, address: str, tables: int, rate: int | None) -> None:
        """`rate`: actions a second of all tables together; None for as fast as possible."""
        self.tables = tables
        self.rate = rate
        self.figures = Figures()
        self._opener = TableOpener(address, self.figures, self._ready)
        self._playing: list[LoadTable] = []
        self._spare: list[LoadTable] = []
        self._queue: deque[Client] = deque()
        self._running = False

    async def measure(self, seconds: float, pid: int) -> Figures:
        """Play for so long, after a warm-up."""
        await self._open_tables()
        await self._play(WARM_UP)
        while self.figures.seconds < seconds:
            await self._open_tables()
            self.figures.recording, ran = True, processor_time_of(pid)
            self.figures.seconds += await self._play(seconds - self.figures.seconds)
            self.figures.processor += processor_time_of(pid) - ran
        self.figures.memory = memory_of(pid)
        await self._opener.close()
        return self.figures

    async def _open_tables(self) -> None:
        self._replace_ended()
        while len(self._playing) < self.tables:
            self._playing.append(await self._opener.open())
        while len(self._spare) <= self.tables // SPARE_PART:
            self._spare.append(await self._opener.open())

    def _replace_ended(self) -> bool:
        """Put a spare table in the place of each whose game has ended; False if there are too few."""
        for table in [table for table in self._playing if table.over]:
            table.close()
            self._opener.free_tokens.append(table.tokens)
            self._playing.remove(table)
            if self._spare:
                self._playing.append(self._spare.pop())
                self._playing[-1].start()
        return len(self._playing) == self.tables

    async def _play(self, seconds: float) -> float:
        """Play for so long, or until no spare table is left; return the seconds played."""
        self._running = True
        began, sent = time.perf_counter(), 0
        for table in self._playing:
            table.start()
        while (elapsed := time.perf_counter() - began) < seconds and self._replace_ended():
            while self.rate is not None and sent < elapsed * self.rate and self._queue:
                self._queue.popleft().play()
                sent += 1
            await asyncio.sleep(TICK)
        elapsed = time.perf_counter() - began
        self._running = self.figures.recording = False
        self._queue.clear()
        await settle(self._playing, self.figures)
        return elapsed

    def _ready(self, client: Client) -> None:
        if self._running and client.playing:
            if self.rate is None:
                client.play()
            else:
                self._queue.append(client)


async def measure_tables(address: str, pid: int, tables: int, seconds: float, rate: int | None) -> Figures:
    """All seats play as fast as they can, or all together at some rate."""
    return await Load(address, tables, rate).measure(seconds, pid)


class Repeater(Client):
    """A client that repeats the same action whenever it is confirmed."""

    repeating = False

    def answered(self, confirmed: bool) -> None:
        """Repeat the action."""
        super().answered(confirmed)
        if self.repeating:
            self.send_again()

    def send_again(self) -> None:
        """Send the action; its text does not matter here."""
        self.command = b'{"type":"act","key":"k1","version":1,"seat":1,"action":"BGR@4,-2>"}'
        self.play()


async def measure_baseline(address: str, pid: int, tables: int, seconds: float) -> Figures:
    """At each table one client sends, and sends again when that is confirmed."""
    figures = Figures()
    opened, senders = [], []
    for number in range(tables):
        clients = [Repeater(figures, Client.play) for _ in range(SEATS)]
        for client in clients:
            client.on_turn = ON_TURN % 1  # no update has it, so none is decoded
            client.socket = await connect(address, f"/api/tables/t{number}/live", "", client.receive)
        opened.append(LoadTable(f"t{number}", [], clients))
        senders.append(clients[0])
    for sender in senders:
        sender.repeating = True
        sender.send_again()
    await asyncio.sleep(WARM_UP)
    began, figures.recording, ran = time.perf_counter(), True, processor_time_of(pid)
    await asyncio.sleep(seconds)
    figures.seconds, figures.recording = time.perf_counter() - began, False
    figures.processor = processor_time_of(pid) - ran
    figures.memory = memory_of(pid)
    for sender in senders:
        sender.repeating = False
    await settle(opened, figures)
    return figures


async def measure_sockets(address: str, pid: int, sockets: int) -> tuple[float, float, float]:
    """The memory of a server in MB: with a few sockets, with many, and after an action at each of their tables."""
    figures = Figures()
    opener = TableOpener(address, figures, lambda client: None)
    tables = [await opener.open() for _ in range(FEW)]
    await asyncio.sleep(WARM_UP)
    memory = [memory_of(pid)]
    tables += [await opener.open() for _ in range(sockets // SEATS - FEW)]
    await asyncio.sleep(WARM_UP)
    memory.append(memory_of(pid))
    for first in range(0, len(tables), AT_ONCE):
        part = tables[first : first + AT_ONCE]
        for table in part:
            for client in table.clients:
                client.play()
        await settle(part, figures)
    memory.append(memory_of(pid))
    assert not figures.refused
    await opener.close()
    return memory[0], memory[1], memory[2]


def report_sockets(sockets: int) -> None:
    """Measure the memory for many sockets, and print it."""
    with tempfile.TemporaryDirectory() as folder, started(__file__, "--serve", folder) as (address, pid):
        few, many, played = asyncio.run(measure_sockets(address, pid, sockets))
    each = 1024 * (played - few) / (sockets - FEW * SEATS)
    print(f"{few:.0f} MB with {FEW * SEATS} sockets; {many:.0f} MB with {sockets:,} at {sockets // SEATS:,} tables;")
    print(
        f"{played:.0f} MB after an action at each table: {each:.1f} kB for each further socket and its part of a table"
    )


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each of the three runs")
    parser.add_argument("--sockets", type=int, metavar="N", help="measure the memory for so many sockets instead")
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        settings = replace(
            Settings(),
            requests_rate=UNLIMITED,
            requests_burst=UNLIMITED,
            tables_rate=UNLIMITED,
            tables_burst=UNLIMITED,
            frames_rate=UNLIMITED,
            connections=UNLIMITED,
            sockets=UNLIMITED,
            sockets_each=UNLIMITED,
            connections_each=UNLIMITED,
        )
        serve("127.0.0.1", [0], None, Path(args.serve), settings, lambda address: print(address, flush=True))
        return
    if (cores := sorted(os.sched_getaffinity(0))) and len(cores) > 1:
        os.sched_setaffinity(0, set(cores[1:]))
    if args.sockets:
        report_sockets(args.sockets)
        return
    console = Console()
    with tempfile.TemporaryDirectory() as folder, console.status("") as status:
        status.update(f"{args.tables} tables with {SEATS} sockets each, as fast as they can")
        with started(__file__, "--serve", f"{folder}/fast") as (address, pid):
            fast = asyncio.run(measure_tables(address, pid, args.tables, args.seconds, None))
        status.update(f"the same at {STEADY} actions a second")
        with started(__file__, "--serve", f"{folder}/steady") as (address, pid):
            steady = asyncio.run(measure_tables(address, pid, args.tables, args.seconds, STEADY))
        status.update("the bare baseline")
        length = fast.bytes // max(1, fast.updates)
        with started(str(Path(__file__).with_name("bare.py")), folder, str(length)) as (address, pid):
            plain = asyncio.run(measure_baseline(address, pid, args.tables, args.seconds))
    table = Table("server", "actions/s", "p50 ms", "p99 ms", "memory MB", "of the baseline", "processor µs/action")
    for name, figures in (("tables, at full speed", fast), (f"tables, {STEADY}/s", steady), ("baseline", plain)):
        share = "" if figures is steady else f"{figures.rate / plain.rate:.2f}"
        table.add_row(
            name, f"{figures.rate:,.0f}", f"{figures.within(50):.1f}", f"{figures.within(99):.1f}",
            f"{figures.memory:.0f}", share, f"{1e6 * figures.processor / len(figures.times):.0f}",
        )  # fmt: skip
    console.print(table)
    received = fast.received + steady.received + plain.received
    console.print(
        f"{length} bytes to each of {SEATS} sockets after an action; refused: {fast.refused + steady.refused}; "
        f"every seat received every update: {received:,} in all"
    )


if __name__ == "__main__":
    main()
