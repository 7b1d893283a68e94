"""New conundrums per second on one core, for each kind of each game and each level of difficulty.

Rates are by CPU time and depend on the machine; the ratios are measured in one run and can be compared.
"""

import argparse
import time
from itertools import count as numbers_from

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tessella.games import GAMES
from tessella.puzzles import LEVELS, Puzzle, Puzzles


def times(puzzles: Puzzles[Puzzle], kind: str, difficulty: int, seconds: float) -> list[float]:
    """The CPU time of each of some new conundrums, made in about so many seconds."""
    taken: list[float] = []
    for number in numbers_from(1):
        start = time.process_time()
        puzzles.new(f"bench.{number}", kind, difficulty)
        taken.append(time.process_time() - start)
        if sum(taken) >= seconds:
            break
    return taken


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each line (default: 2)")
    seconds = parser.parse_args().seconds
    offered = {name: game.puzzles for name, game in GAMES.items() if game.puzzles is not None}
    settings = [(name, kind, level) for name, each in offered.items() for kind in each.kinds for level in LEVELS]
    table = Table("game", "kind", "level", "a second", "to the first", "slowest, ms")
    first = 0.0
    for name, kind, level in track(settings, "Measuring", console=Console(stderr=True), transient=True):
        taken = times(offered[name], kind, level, seconds)
        per_second = len(taken) / sum(taken)
        first = first or per_second
        rate = f"{per_second:.0f}" if per_second > 10 else f"{per_second:.1f}"
        table.add_row(name, kind, str(level), rate, f"{per_second / first:.3f}", f"{1000 * max(taken):.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
