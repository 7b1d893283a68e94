"""`tessella simulate`: random players play a game; its record is printed."""

import argparse

from tessella.cli.setting import add_options, add_seed, chosen, players_luck
from tessella.core import random_action
from tessella.record import Record


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_options(parser)
    add_seed(parser)


def run(args: argparse.Namespace) -> None:
    """Play, and print the record."""
    game, options = chosen(args)
    state = game.new(options, args.seed)
    rng = players_luck(state.seed)
    while state.outcome is None:
        state.apply(*random_action(state, rng))
    print(Record.of(game, state), end="")
