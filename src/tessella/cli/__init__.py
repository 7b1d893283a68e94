"""The command line: thin commands over the engine.

Built on argparse. A command's module is imported only when the command runs, so that `tessella --help` is fast.
"""

import argparse
import io
import os
import sys
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module

from tessella import __version__

DESCRIPTION = "Two colour-matching tile games: play, records, engine."
COMMANDS = {
    "play": "play a game in the terminal against bots",
    "serve": "play in the browser, alone or together: a table server (with --open it opens its page)",
    "static": "write the page as files for any static web host, where it plays without a server",
    "data": "list, export and delete what a table server stores about people",
    "verify": "check that a game was dealt as the server had committed to before it began",
    "simulate": "let random players or bots play games, and print records or results",
    "replay": "show any position of a recorded game, as text, JSON or an SVG picture",
    "review": "analyse a recorded game: what each move was worth, which was better, what was luck",
    "placements": "list every place where tiles fit on a board",
    "conundrum": "conundrums: find every place of a tile on a board; make, solve and check them",
    "perft": "count the ways a game can go on",
    "arena": "let bots play many games against each other, to see which is stronger and by how much",
    "open": "open a table at a server for others, without sitting at it, and print its link",
    "join": "seat a bot at a table of a server: a program of your own, a Python class, or a level",
    "bots": "list the bots that can be named, those of other packages included",
    "bench": "measure the engine's speed",
    "completion": "print a script that completes commands and options in bash, zsh or fish",
    "about": "show versions, which kernel runs, and where data is stored",
}


class UsageError(Exception):
    """An error that the user can correct. Its text is printed in one line."""


def main(argv: Sequence[str] | None = None) -> None:
    """Run a command of `tessella`."""
    run_program("tessella", DESCRIPTION, COMMANDS, "tessella.cli", argv)


def run_program(
    program: str, description: str, commands: Mapping[str, str], package: str, argv: Sequence[str] | None
) -> None:
    """Run one of a program's commands. Each is a module of `package` with the functions `arguments` and `run`.

    Errors that the user can correct are printed in one line, without a traceback.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):  # a letter that the terminal cannot show must not end the game
            stream.reconfigure(errors="replace")
    try:
        try:
            _run_command(program, description, commands, package, words)
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the flush at exit must not fail again
        if isinstance(error, BrokenPipeError):  # the reader, `head` for instance, has closed the pipe
            sys.exit(0)
        sys.exit(f"{program}: cannot write: {error.strerror}")


def parser_of(
    program: str, description: str, commands: Mapping[str, str], package: str, complete: Collection[str]
) -> argparse.ArgumentParser:
    """The parser of a program. Only the commands in `complete` have their arguments, which imports their modules."""
    parser = argparse.ArgumentParser(prog=program, description=description)
    parser.add_argument("--version", action="version", version=f"tessella {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, summary in commands.items():
        command = subparsers.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        if name in complete:
            module = import_module(f"{package}.{name}")
            module.arguments(command)
            command.set_defaults(run=module.run)
    return parser


def _run_command(
    program: str, description: str, commands: Mapping[str, str], package: str, words: Sequence[str]
) -> None:
    chosen = next((word for word in words if not word.startswith("-")), "")
    parser = parser_of(program, description, commands, package, [chosen])
    if not words:
        parser.print_help()
        return
    args = parser.parse_args(words)
    from tessella.core import TessellaError

    try:
        args.run(args)
    except (UsageError, TessellaError) as error:
        sys.exit(f"{program} {chosen}: {error}")
