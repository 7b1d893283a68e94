"""The long forms of the server's tests, with their figures. `make soak` runs them after the engine's.

python -m tests.server.soak [--kills 50] [--restarts 5] [--frames 100000] [--examples 200] [--games 300] [--churn 5]
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tessella.core import Generator
from tessella.games import GAMES
from tessella.server.postgres import PostgresStore
from tessella.server.sqlite import SqliteStore
from tests.chromino.choices import random_options
from tests.server.databases import Cluster, database
from tests.server.disk_faults import copied_under_load, disk_filled, log_torn, week_of_churn
from tests.server.faults import database_restarted, killed_again_and_again, one_of_two_killed
from tests.server.harness import people, running
from tests.server.test_bad_input import explore, fuzz
from tests.server.test_messages import play_through

Figures = dict[str, int]
Part = Callable[[Path, argparse.Namespace, Callable[[int], None]], Figures]


def leaks(folder: Path, args: argparse.Namespace, report: Callable[[int], None]) -> Figures:
    """Whole games of both games and all editions, every message to every kind of connection looked through."""
    for seed in range(args.games):
        rng = Generator(seed)
        game = sorted(GAMES)[seed % 2]
        cards = GAMES["florentine"].options("classic", 2 + rng.below(3), colours="random")
        options = random_options(rng) if game == "chromino" else cards
        play_through(game, options, seed, 1000)
        report(seed + 1)
    return {"games": args.games}


def killed_on_sqlite(folder: Path, args: argparse.Namespace, report: Callable[[int], None]) -> Figures:
    """The server killed under load."""
    return _run(killed_again_and_again(folder, None, lambda: SqliteStore(folder / "tables.db"), args.kills, 6, report))


def killed_on_postgres(folder: Path, args: argparse.Namespace, report: Callable[[int], None]) -> Figures:
    """The same on PostgreSQL."""
    with database() as url:
        return _run(killed_again_and_again(folder, url, lambda: PostgresStore(url), args.kills, 6, report))


def two_nodes(folder: Path, args: argparse.Namespace, report: Callable[[int], None]) -> Figures:
    """One of two nodes killed; its players go on through the other."""
    with database() as url:
        return _run(one_of_two_killed(folder, url, lambda: PostgresStore(url), args.restarts))


def restarted(folder: Path, args: argparse.Namespace, report: Callable[[int], None]) -> Figures:
    """PostgreSQL stopped as if it had lost power, and started again."""
    cluster = Cluster()
    try:
        cluster.start()
        with database(cluster.url) as url:
            return _run(database_restarted(folder, url, lambda: PostgresStore(url), cluster, args.restarts))
    finally:
        cluster.remove()


def disk_full(folder: Path, args: argparse.Namespace, report: Callable[[int], None]) -> Figures:
    """The disk full again and again, under load."""
    return _run(disk_filled(folder, 2 * args.restarts))


def torn(folder: Path, args: argparse.Namespace, report: Callable[[int], None]) -> Figures:
    """Killed while it writes its log."""
    return _run(log_torn(folder, 2 * args.restarts))


def copied(folder: Path, args: argparse.Namespace, report: Callable[[int], None]) -> Figures:
    """Backups under load, and servers that go on from them."""
    copies = [None] * args.restarts
    return _run(copied_under_load(folder, None, copies, lambda backup, _: SqliteStore(backup / "tables.db")))


def copied_on_postgres(folder: Path, args: argparse.Namespace, report: Callable[[int], None]) -> Figures:
    """The same on PostgreSQL."""
    with contextlib.ExitStack() as stack:
        url, *copies = [stack.enter_context(database()) for _ in range(1 + args.restarts)]
        return _run(copied_under_load(folder, url, copies, lambda _, copy: PostgresStore(copy or "")))


def churn(folder: Path, args: argparse.Namespace, report: Callable[[int], None]) -> Figures:
    """A week of tables that come and go, in fast forward."""
    return _run(week_of_churn(folder, 7 * 24, args.churn))


def frames(folder: Path, args: argparse.Namespace, report: Callable[[int], None]) -> Figures:
    """Frames that no honest client sends."""
    return _run(fuzz(folder, args.frames))


def requests(folder: Path, args: argparse.Namespace, report: Callable[[int], None]) -> Figures:
    """Requests made from the API's description."""

    async def run() -> Figures:
        async with running(SqliteStore(folder / "t.db"), folder) as served:
            player = served.player()
            table = await player.open({"game": "chromino", "seats": people(2)})
            return {"requests": await asyncio.to_thread(explore, served.address, table, args.examples)}

    return _run(run())


def _run(work: Coroutine[Any, Any, Figures]) -> Figures:
    return asyncio.run(work)


PARTS: list[Part] = [
    leaks,
    killed_on_sqlite,
    killed_on_postgres,
    two_nodes,
    restarted,
    disk_full,
    torn,
    copied,
    copied_on_postgres,
    churn,
    frames,
    requests,
]


def main() -> None:
    """Run them all, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in (
        ("kills", 50),
        ("restarts", 5),
        ("frames", 100_000),
        ("examples", 200),
        ("games", 300),
        ("churn", 5),
    ):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--only", choices=[part.__name__ for part in PARTS], help="one part only")
    args = parser.parse_args()
    console, table = Console(), Table("part", "seconds", "figures")
    broken = False
    parts = [part for part in PARTS if args.only in (None, part.__name__)]
    with Progress(console=console) as progress:
        bar = progress.add_task("", total=len(parts))
        for part in parts:
            about = (part.__doc__ or "").strip()
            progress.update(bar, description=about)
            began = time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                try:
                    report: Callable[[int], None] = lambda done, about=about: progress.update(  # type: ignore[misc] # noqa: E731
                        bar, description=f"{about} ({done})"
                    )
                    figures = ", ".join(
                        f"{name}: {value:,}" for name, value in part(Path(folder), args, report).items()
                    )
                except Exception as error:
                    broken = True
                    figures = f"BROKEN: {type(error).__name__}: {error}"
                    console.print_exception()
            table.add_row(about, f"{time.monotonic() - began:.0f}", figures)
            progress.advance(bar)
    console.print(table)
    sys.exit(broken)


if __name__ == "__main__":
    main()
