"""`tessella bots`: the bots that can be named, those of other packages included."""

import argparse
import logging

from tessella.bots import LEVELS, names
from tessella.bots.imported import PLUGINS
from tessella.cli.setting import print_json
from tessella.games import GAMES, game_named


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--game", metavar="NAME", help=f"only of this game: {', '.join(GAMES)}")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> None:
    """Print the bots of each game."""
    logging.getLogger("tessella.bots").setLevel(logging.ERROR)  # broken ones are listed below
    games = [game_named(args.game)] if args.game is not None else list(GAMES.values())
    packages = PLUGINS.packages()
    if args.json:
        print_json({"bots": {game.name: names(game) for game in games}, "left_out": dict(PLUGINS.failures)})
        return
    for game in games:
        print(f"{game.name.capitalize()}:")
        for name in names(game):
            own = game.bots is not None and name in game.bots.factories
            number = f"level {LEVELS.index(name) + 1}" if name in LEVELS else ""
            print(f"  {name:<20} {number or ('' if own or name not in packages else f'of {packages[name]}')}".rstrip())
    for name, reason in PLUGINS.failures.items():
        print(f"{name} is left out: {reason}")
    print("Also a class of your own, named module:Class, and in the arena a program, like ./mybot (see docs/bots.md).")
