"""The long form of the simulation, with its figures. `make soak` runs it for an hour.

python -m tests.simulation.soak [--minutes 60] [--seeds N] [--first 1] [--days 7] [--jobs N]

Runs seed after seed until the time is over, or exactly so many seeds; then days of churn. Prints the story of each seed
that fails, the command that replays it, and what was done. Exits with 1 if anything went wrong.
"""

import argparse
import itertools
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tests.simulation.churn import churn
from tests.simulation.world import simulate

CHUNK = 5
"""The seeds that a process runs at once."""
MOST_STORIES = 3
"""The number of failing seeds whose stories are printed; of the others only the command."""
TABLES_AN_HOUR = 2


class Done(NamedTuple):
    """What came of some seeds."""

    seeds: int
    seconds: float
    """Virtual seconds."""
    counts: Counter[str]
    failures: list[tuple[str, str]]
    """The command that replays a failing seed, and its story."""


def run(first: int, number: int) -> Done:
    """Run some seeds."""
    results = [simulate(seed) for seed in range(first, first + number)]
    counts: Counter[str] = Counter()
    for result in results:
        counts.update(result.story.counts)
    failures = [(result.command, result.report()) for result in results if result.violation is not None]
    return Done(number, sum(result.seconds for result in results), counts, failures)


def _chunks(first: int, seeds: int | None) -> Iterator[tuple[int, int]]:
    """The first seed and the number of seeds of each chunk."""
    for begin in itertools.count(first, CHUNK):
        number = CHUNK if seeds is None else min(CHUNK, first + seeds - begin)
        if number <= 0:
            return
        yield begin, number


def soak(seconds: float, seeds: int | None, first: int, jobs: int, console: Console) -> Done:
    """Run seeds in processes until the time is over, or all `seeds`."""
    total = Done(0, 0.0, Counter(), [])
    began, chunks = time.monotonic(), _chunks(first, seeds)
    with (
        Progress(console=console) as progress,
        ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as processes,
    ):
        bar = progress.add_task("seeds", total=seconds if seeds is None else seeds)
        running: set[Future[Done]] = set()
        while True:
            if seeds is not None or time.monotonic() - began < seconds:
                for begin, number in itertools.islice(chunks, 2 * jobs - len(running)):
                    running.add(processes.submit(run, begin, number))
            if not running:
                return total
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                result = future.result()
                total = Done(
                    total.seeds + result.seeds,
                    total.seconds + result.seconds,
                    total.counts + result.counts,
                    total.failures + result.failures,
                )
            passed = total.seeds if seeds is not None else min(seconds, time.monotonic() - began)
            progress.update(bar, completed=passed, description=f"{total.seeds} seeds, {len(total.failures)} failures")


def week(days: int, console: Console) -> dict[str, int]:
    """Days of churn, in fast forward."""
    with Progress(console=console) as progress:
        bar = progress.add_task(f"{days} days of churn", total=24 * days)
        return churn(1, 24 * days, TABLES_AN_HOUR, report=lambda hours: progress.update(bar, completed=hours))


def main() -> int:
    """Run all of it; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seeds", type=int, help="run exactly so many seeds, however long it takes")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--days", type=int, default=7, help="days of churn, at least 2; 0 for none")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    console, began = Console(), time.monotonic()
    total = soak(60 * given.minutes, given.seeds, given.first, given.jobs, console)
    figures: dict[str, float] = {"seeds": total.seeds, "virtual seconds": total.seconds, **dict(total.counts)}
    for number, (command, story) in enumerate(total.failures):
        print(story if number < MOST_STORIES else f"replay another failing seed with: {command}")
    broken = bool(total.failures)
    if given.days > 1:
        try:
            figures |= {f"churn: {name}": number for name, number in week(given.days, console).items()}
        except AssertionError as error:
            broken = True
            print(error)
    table = Table("figure", "value", title="What was simulated")
    table.columns[1].justify = "right"
    for name, figure in {**figures, "seconds": time.monotonic() - began}.items():
        table.add_row(name, f"{figure:,.0f}")
    console.print(table)
    console.print(f"{len(total.failures)} seeds failed" if broken else "Nothing went wrong")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
