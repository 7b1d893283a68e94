"""Games a second that bots play in the arena, and how much two workers do in the time of one.

Rates depend on the machine and on what else it does; the ratios are taken within one run and can be compared. Two
workers need two idle cores to be twice as fast; what handing out their tasks costs can be told on a busy machine, too.
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
"""The first is the one that the others are compared with."""
MANY = 10**7
WARM_UP = 1.5
"""Seconds."""


class Enough(Exception):  # noqa: N818 - it is no error
    """The time is up."""


class Pace(NamedTuple):
    """How fast games were played."""

    clock: float
    """Games for each second of the clock."""
    cpu: float
    """Games for each second of CPU time in this process, which plays by itself or hands out tasks."""


def pace(match: Match, runner: Runner, seconds: float) -> Pace:
    """Play for so long, from a while after the first games: until all processes have started and tasks are large."""
    warm = 0.0
    began: tuple[float, float, int] | None = None
    found = Pace(0.0, 0.0)

    def progress(tally: Tally) -> None:
        nonlocal began, found, warm
        clock, cpu = time.monotonic(), time.process_time()
        warm = warm or clock + WARM_UP
        if began is None:
            began = (clock, cpu, tally.games) if clock >= warm else None
        elif clock - began[0] >= seconds:
            games = tally.games - began[2]
            found = Pace(games / (clock - began[0]), games / (cpu - began[1]))
            raise Enough

    try:
        arena.run(match, runner, progress=progress)
    except Enough:
        return found
    raise SystemExit("the match was over before the time")


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
