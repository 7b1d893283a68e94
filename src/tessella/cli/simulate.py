"""`tessella simulate`: random players, and the record of what they did."""

import argparse
from hashlib import sha256

from tessella.cli.setting import add_options, add_seed, chosen
from tessella.core import Generator, random_action
from tessella.record import Record


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_options(parser)
    add_seed(parser)


def run(args: argparse.Namespace) -> None:
    """Play and print."""
    game, options = chosen(args)
    state = game.new(options, args.seed)
    rng = Generator(int.from_bytes(sha256(f"players {state.seed}".encode()).digest()[:8], "little"))
    while state.outcome is None:
        state.apply(*random_action(state, rng))
    print(Record.of(game, state), end="")
