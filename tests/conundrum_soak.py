"""Solve many conundrums of every kind a second time: `python -m tests.conundrum_soak`, a part of `make soak`.

500 of the usual kind of each game and 200 of every other, a fifth of them of each level.
"""

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.progress import track

from tessella.puzzles import LEVELS
from tests.test_kinds import EVERY_KIND, OFFERED, check

USUAL, OTHER = 500, 200


def count_of(game: str, kind: str, part: float) -> int:
    """How many of a kind are solved."""
    return max(1, round((USUAL if kind == next(iter(OFFERED[game].kinds)) else OTHER) * part))


def main(arguments: Sequence[str] | None = None) -> None:
    """Solve them, and say how many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", type=float, default=1.0, help="this part of the usual numbers (default: 1)")
    parser.add_argument("--only", metavar="GAME.KIND", help="one kind alone")
    wanted = parser.parse_args(arguments)
    console = Console(stderr=True)
    for game, kind in EVERY_KIND:
        if wanted.only not in (None, f"{game}.{kind}"):
            continue
        count = count_of(game, kind, wanted.part)
        numbers = track(range(count), f"{game} {kind}", console=console, disable=not console.is_terminal)
        for number in numbers:
            try:
                check(game, OFFERED[game].new(f"soak.{number}", kind, LEVELS[number % len(LEVELS)]))
            except AssertionError:
                sys.exit(f"{game} {kind} soak.{number}: the two solvers disagree")
        print(f"{game} {kind}: {count} solved as by brute force", flush=True)


if __name__ == "__main__":
    main()
