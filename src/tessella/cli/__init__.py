"""The command line: thin commands over the engine.

Built on argparse and imported piece by piece, because `tessella --help` should answer at once.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from tessella import __version__

COMMANDS = {
    "play": "play a game in the terminal against bots",
    "serve": "play together: a table server for the browser and for programs",
    "data": "what a table server keeps of people: list, export, delete",
    "verify": "check that a game was dealt as it was promised before it began",
    "simulate": "let random players play a game and print its record",
    "replay": "show any position of a recorded game, as text, JSON or an SVG picture",
    "review": "look at a recorded game again: what each move was worth, what was better, what was luck",
    "placements": "list every place where tiles fit on a board",
    "conundrum": "conundrums: find every place of a tile on a board; make, solve and check them",
    "perft": "count the ways a game can go on",
    "arena": "let bots play many games against each other, to see who is stronger and by how much",
    "ladder": "measure how strong the bots of every level are, and write it down with a table and pictures",
    "bench": "measure the engine",
    "train": "find the weights of Chromino's bots anew, by self-play",
    "about": "versions, which kernel runs, and where data is kept",
}


class UsageError(Exception):
    """Something the user can put right."""


def main(argv: Sequence[str] | None = None) -> None:
    """Run a command; errors that the user can act on are told in a line."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):  # a letter that a terminal does not know must not end the game
            stream.reconfigure(errors="replace")
    try:
        try:
            _run(arguments)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left unsaid stays so
        if isinstance(error, BrokenPipeError):  # the reader, `head` for instance, has seen enough
            sys.exit(0)
        sys.exit(f"tessella: cannot write: {error.strerror}")


def _run(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="tessella", description="Two colour-matching tile games: play, records, engine."
    )
    parser.add_argument("--version", action="version", version=f"tessella {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    asked = next((word for word in arguments if not word.startswith("-")), "")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name == asked:
            module = import_module(f"tessella.cli.{name}")
            module.arguments(command)
            command.set_defaults(run=module.run)
    if not arguments:
        parser.print_help()
        return
    args = parser.parse_args(arguments)
    from tessella.core import TessellaError

    try:
        args.run(args)
    except (UsageError, TessellaError) as error:
        sys.exit(f"tessella {asked}: {error}")
