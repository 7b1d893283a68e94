"""`python -m lab train`: compute the weights of Chromino's bots anew, by self-play."""

import argparse
import json
import os
from pathlib import Path

from lab.training import share_of, train
from tessella.cli import UsageError
from tessella.cli.setting import write_file
from tessella.games.chromino.bots.weights import FILE


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="the same seed, the same weights (default: 1)")
    parser.add_argument(
        "--games", metavar="N", type=int, default=3000, help="games to learn prospects from (default: 3000)"
    )
    parser.add_argument(
        "--rounds", metavar="N", type=int, default=250, help="steps to try for the static weights (default: 250)"
    )
    parser.add_argument("--deals", metavar="N", type=int, default=700, help="deals to judge a step by (default: 700)")
    parser.add_argument(
        "--out", metavar="FILE", default=str(FILE), help="where to write them (default: the file that the bots read)"
    )


def run(args: argparse.Namespace) -> None:
    """Train, and write the weights."""
    if min(args.games, args.rounds, args.deals) < 1:
        raise UsageError("--games, --rounds and --deals are numbers from 1")
    if not os.access(Path(args.out).absolute().parent, os.W_OK):
        raise UsageError(f"cannot write {args.out}: the folder does not exist or is not writable")
    from rich.progress import Progress, TaskID

    from tessella.cli.console import Console

    with Progress(console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def progress(activity: str, done: int, total: int) -> None:
            if activity not in tasks:
                tasks[activity] = bar.add_task(activity, total=total)
            bar.update(tasks[activity], completed=done)

        weights = train(args.seed, args.games, args.rounds, args.deals, progress)
    command = f"python -m lab train --seed {args.seed} --games {args.games} --rounds {args.rounds} --deals {args.deals}"
    write_file(args.out, json.dumps({"made by": command, **weights}, indent=2) + "\n")
    share = share_of(weights, min(2000, 4 * args.deals), -1)
    print(f"Written to {Path(args.out).name}; the static bot wins {share:.1%} against contacts, on new deals")
