"""`tessella perft`: the number of ways a game can go on, a fingerprint of the rules."""

import argparse

from tessella.cli import UsageError
from tessella.cli.setting import add_options, chosen, print_json
from tessella.core import State, perft


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_options(parser)
    parser.add_argument("--seed", metavar="TEXT", default="1", help="the same seed, the same deal (default: 1)")
    parser.add_argument("--depth", metavar="D", type=int, default=3, help="how many actions ahead (default: 3)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> None:
    """Count depth by depth."""
    if args.depth < 0:
        raise UsageError("--depth is a number from 0")
    game, options = chosen(args)
    state = game.new(options, args.seed)
    counts = []
    for depth in range(args.depth + 1):
        counts.append(_count(state, depth, quiet=args.json))
        if not args.json:
            print(f"{depth:>3} {counts[-1]:>14,}", flush=True)
    if args.json:
        print_json({"seed": args.seed, "options": options.to_text(), "perft": counts})


def _count(state: State, depth: int, quiet: bool) -> int:
    """`perft`, with a progress bar over the first actions."""
    if depth < 3:
        return perft(state, depth)
    from rich.progress import track

    from tessella.cli.console import Console

    total = 0
    moves = [(seat, action) for seat in state.actors() for action in state.legal(seat)]
    for seat, action in track(moves, f"Depth {depth}", console=Console(stderr=True), transient=True, disable=quiet):
        following = state.copy()
        following.apply(seat, action)
        total += perft(following, depth - 1)
    return total
