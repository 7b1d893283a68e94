"""`tessella bench`: measure the engine's speed on this machine."""

import argparse

from tessella.cli import UsageError
from tessella.cli.setting import add_options, chosen, print_json
from tessella.core import Game, Options, Playouts
from tessella.core.clock import cpu_seconds

FIRST_BATCH = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    what = parser.add_subparsers(title="what to measure", metavar="WHAT", required=True)
    playouts = what.add_parser("playouts", help="random games per second of CPU time, on one thread")
    add_options(playouts)
    playouts.add_argument("--seconds", metavar="S", type=float, default=3.0, help="how long (default: 3)")
    playouts.add_argument(
        "--seed", metavar="N", type=int, default=1, help="the seed of the players' choices (default: 1)"
    )
    playouts.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    if not 0 < args.seconds <= 3600:
        raise UsageError("--seconds is a number above 0, and at most 3600")
    game, options = chosen(args)
    played, seconds = measure(game, options, args.seconds, args.seed, progress=not args.json)
    figures = {
        "games_per_s": round(played.games / seconds, 1),
        "turns_per_s": round(played.turns / seconds, 1),
        "turns_per_game": round(played.turns / played.games, 4),
        "placements_per_turn": round(played.placements / played.turns, 4),
        "compiled": game.compiled,
        "games": played.games,
        "seconds": round(seconds, 3),
    }
    if args.json:
        print_json(figures)
        return
    kernel = "compiled" if game.compiled else "interpreted"
    print(f"{game.name}, {options.edition}, {options.players} players, {kernel} kernel")
    print(f"  {figures['games_per_s']:>14,.0f} games a second")
    print(f"  {figures['turns_per_s']:>14,.0f} turns a second")
    print(f"  {figures['turns_per_game']:>14.2f} turns a game")
    print(f"  {figures['placements_per_turn']:>14.3f} placements a turn")


def measure(game: Game, options: Options, seconds: float, seed: int, progress: bool) -> tuple[Playouts, float]:
    """Play batches of games until so much CPU time is used up."""
    from rich.progress import Progress

    from tessella.cli.console import Console

    total = Playouts(0, 0, 0)
    used = 0.0
    batch = FIRST_BATCH
    with Progress(console=Console(stderr=True), transient=True, disable=not progress) as bar:
        task = bar.add_task("Playing random games", total=seconds)
        while used < seconds:
            start = cpu_seconds()
            more = game.playouts(options, batch, seed)
            took = max(cpu_seconds() - start, 1e-6)
            used += took
            seed += 1
            total = Playouts(total.games + more.games, total.turns + more.turns, total.placements + more.placements)
            batch = max(1, int(batch * 0.1 / took))  # about a tenth of a second each
            bar.update(task, completed=used)
    return total, used
