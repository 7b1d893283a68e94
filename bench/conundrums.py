"""New conundrums per second on one core, for each level of difficulty.

Rates are by CPU time and depend on the machine; the ratios are measured in one run and can be compared.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from itertools import count as numbers_from

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tessella.games.chromino import puzzles as conundrums
from tessella.games.florentine import puzzles as florentine
from tessella.puzzles.common import LEVELS


def rate(difficulty: int | None, seconds: float) -> float:
    """Different conundrums of Chromino per second of CPU time."""
    start = time.process_time()
    count = 0
    for _ in conundrums.ChrominoPuzzles().series("bench", 10**9, difficulty=difficulty):
        count += 1
        if time.process_time() - start >= seconds:
            break
    return count / (time.process_time() - start)


def rate_of_problems(kind: str, seconds: float) -> float:
    """Problems of Florentine Dominoes per second of CPU time."""
    start = time.process_time()
    for number in numbers_from(1):
        florentine.new(f"bench.{number}", kind)
        if time.process_time() - start >= seconds:
            return number / (time.process_time() - start)
    raise AssertionError


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each line (default: 2)")
    seconds = parser.parse_args().seconds
    console = Console()
    settings: list[tuple[str, Callable[[], float]]] = [
        ("chromino, any difficulty", lambda: rate(None, seconds)),
        *((f"chromino, difficulty {level}", partial(rate, level, seconds)) for level in LEVELS),
        *((f"florentine, {kind}", partial(rate_of_problems, kind, seconds)) for kind in florentine.KINDS),
    ]
    table = Table("conundrums", "a second", "to the first")
    first = 0.0
    for name, measure in track(settings, "Measuring", console=Console(stderr=True), transient=True):
        per_second = measure()
        first = first or per_second
        table.add_row(name, f"{per_second:.0f}", f"{per_second / first:.2f}")
    console.print(table)


if __name__ == "__main__":
    main()
