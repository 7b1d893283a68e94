"""`tessella join`: seat a bot at a table of a server."""

import argparse
from pathlib import Path

from tessella.arena.bridge import Bridge, Identity, read_link
from tessella.arena.outside import is_command
from tessella.arena.process import StderrFile
from tessella.cli import UsageError


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("url", metavar="URL", help="the table's link, like http://localhost:8000/table/k3v9x2m4q8w1")
    parser.add_argument(
        "bot",
        metavar="BOT",
        help="a program that plays in the arena, like ./mybot or 'node bot.js', a class of your own, like "
        "mymodule:MyBot, or a bot that `tessella bots` lists",
    )
    parser.add_argument("--name", metavar="NAME", default="Robot", help="its name at the table (default: Robot)")
    parser.add_argument(
        "--identity", metavar="FILE", help="store who the bot is in this file, so that it can come back to its seat"
    )
    parser.add_argument(
        "--stderr", metavar="FILE", help="append all that the program prints on its standard error to this file"
    )
    parser.add_argument("--stay", action="store_true", help="agree to rematches, and play them")


def run(args: argparse.Namespace) -> None:
    """Play, and print what happens."""
    try:
        import websockets  # noqa: F401
    except ImportError:
        raise UsageError("a table needs the package websockets: pip install 'tessella-games[server]'") from None
    identity = Identity(None if args.identity is None else Path(args.identity))
    stderr = None if args.stderr is None else StderrFile(Path(args.stderr))
    if stderr is not None:
        if not is_command(args.bot):
            raise UsageError(f"--stderr is for a bot that is a program, like ./mybot; {args.bot} runs in this one")
        stderr.check()
    bridge = Bridge(read_link(args.url), args.bot, identity, lambda line: print(line, flush=True), stderr)
    bridge.play(args.name, args.stay)
