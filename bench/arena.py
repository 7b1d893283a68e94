"""Games per second that bots play in the arena, and how much faster two workers are than one.

Rates depend on the machine and its load; the ratios are measured in one run and can be compared. Two workers need two
idle cores to be twice as fast; the cost of distributing their tasks can be measured on a busy machine, too.
"""

import argparse
import time
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tessella import arena
from tessella.arena import Match, Runner, Tally
from tessella.games import GAMES

SETTINGS: list[tuple[str, tuple[str, ...]]] = [
    ("chromino", ("steady", "steady")),
    ("chromino", ("casual", "casual")),
    ("chromino", ("sharp:50", "steady")),
    ("florentine", ("steady", "steady")),
]
"""The others are compared with the first."""
MANY = 10**7
WARM_UP = 1.5
"""Seconds."""


class Enough(Exception):  # noqa: N818 - not an error
    """The time is up."""


class Pace(NamedTuple):
    """The speed of a match."""

    clock: float
    """Games per second of wall-clock time."""
    cpu: float
    """Games per second of CPU time of this process, which plays itself or distributes tasks."""


def pace(match: Match, runner: Runner, seconds: float) -> Pace:
    """Play for so long, after a warm-up in which all processes start and tasks grow."""
    warm = 0.0
    began: tuple[float, float, int] | None = None
    result = Pace(0.0, 0.0)

    def progress(tally: Tally) -> None:
        nonlocal began, result, warm
        clock, cpu = time.monotonic(), time.process_time()
        warm = warm or clock + WARM_UP
        if began is None:
            began = (clock, cpu, tally.games) if clock >= warm else None
        elif clock - began[0] >= seconds:
            games = tally.games - began[2]
            result = Pace(games / (clock - began[0]), games / (cpu - began[1]))
            raise Enough

    try:
        arena.run(match, runner, progress=progress)
    except Enough:
        return result
    raise SystemExit("the match ended before the measurement")


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure (default: 2)")
    parser.add_argument("--game", choices=GAMES, help="only this game")
    args = parser.parse_args()
    console = Console()
    heads = ("bots", "games/s of CPU", "to the first", "two workers", "handing out")
    table = Table(*heads, title="Games in the arena")
    settings = [setting for setting in SETTINGS if args.game in (None, setting[0])]
    first = 0.0
    for name, bots in track(settings, "Measuring", console=console, transient=True, refresh_per_second=1):
        game = GAMES[name]
        match = arena.make_match(game, game.options("classic", 2), bots, MANY, "bench")
        one, two = (pace(match, arena.local(workers), args.seconds) for workers in (1, 2))
        first = first or one.cpu
        table.add_row(
            f"{name}, {' – '.join(bots)}",
            f"{one.cpu:,.0f}",
            f"{one.cpu / first:.4f}",
            f"{two.clock / one.clock:.2f} times",
            f"{one.cpu / two.cpu:.1%}",
        )
    console.print(table)


if __name__ == "__main__":
    main()
