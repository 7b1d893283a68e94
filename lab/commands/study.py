"""`python -m lab study`: the parts of difficulty, level by level, as a table and a chart."""

import argparse
from itertools import islice
from pathlib import Path

from lab import study
from tessella.cli import UsageError
from tessella.puzzles import LEVELS

MIN_COUNT, MAX_COUNT = 100, 100_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--count", metavar="K", type=int, default=10_000, help="how many conundrums (default: 10000)")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="the same seed, the same table (default: 1)")
    parser.add_argument(
        "--felt",
        metavar="GAME.KIND",
        help="instead, how long the model of a person takes for a kind, by level",
    )
    parser.add_argument("--svg", metavar="FILE", help="draw a chart, too")


def run(args: argparse.Namespace) -> None:
    """Print the table, and draw the chart if it is wanted."""
    from rich.progress import track

    from tessella.cli.console import Console

    if not MIN_COUNT <= args.count <= MAX_COUNT:
        raise UsageError(f"--count is a number from {MIN_COUNT} to {MAX_COUNT}, not {args.count}")
    if args.felt is not None:
        game, _, kind = args.felt.partition(".")
        print(study.felt_table(study.felt(game, kind, args.count // len(LEVELS))))
        return
    if args.svg is not None and not Path(args.svg).resolve().parent.is_dir():
        raise UsageError(f"cannot write {args.svg}: there is no such folder")
    console = Console(stderr=True)
    conundrums = islice(study.conundrums_at_random(args.seed), args.count)
    measured = list(
        track(
            conundrums,
            "Measuring conundrums",
            args.count,
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
    )
    print(study.table(measured))
    if args.svg is not None:
        try:
            study.draw(measured, Path(args.svg))
        except OSError as error:
            raise UsageError(f"cannot write {args.svg}: {error.strerror}") from None
