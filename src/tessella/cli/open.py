"""`tessella open`: open a table at a server for others, without a seat at it."""

import argparse
from urllib.parse import urlsplit

from tessella.arena.tableserver import TableServer
from tessella.bots import LEVELS
from tessella.cli import UsageError
from tessella.cli.setting import add_options, chosen, given_options, print_json
from tessella.core import Json

OPEN = "open"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("server", metavar="SERVER", help="the server's address, like http://localhost:8000")
    parser.add_argument(
        "--seats",
        metavar="SEAT",
        nargs="+",
        default=[OPEN, OPEN],
        help=f"who has each seat: {OPEN}, for a person or a bot that comes with the link, or a bot of the server: "
        f"{', '.join(LEVELS)} (default: {OPEN} {OPEN})",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_options(parser)


def run(args: argparse.Namespace) -> None:
    """Open the table, and print its link."""
    parts = urlsplit(args.server)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise UsageError(f"{args.server!r} is no address of a server: one is like http://localhost:8000")
    seats = [_seat(word) for word in args.seats]
    if args.players is not None and args.players != str(len(seats)):
        raise UsageError(f"--seats names {len(seats)} seats: leave --players out")
    args.players = str(len(seats))
    game, _ = chosen(args)
    options = given_options(args, game)
    del options["players"]
    server = TableServer(args.server.rstrip("/"), None, print)
    server.identify()
    opened = server.request("POST", "/api/tables", {"game": game.name, "options": options, "seats": seats})
    link = f"{server.address}/table/{opened['table']['id']}"
    if args.json:
        print_json({"link": link, "table": opened["table"]})
    else:
        print(link)


def _seat(word: str) -> Json:
    if word == OPEN:
        return {"kind": "open"}
    if word in LEVELS:
        return {"kind": "bot", "level": word}
    raise UsageError(f"a seat is {OPEN} or a bot of the server ({', '.join(LEVELS)}), not {word!r}")
