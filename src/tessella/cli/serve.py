"""`tessella serve`: a table server."""

import argparse
import webbrowser
from dataclasses import replace
from pathlib import Path

from tessella.cli import UsageError
from tessella.cli.setting import data_folder
from tessella.core.extras import how_to_install

PORT = 8000
PORTS = 10
"""The number of ports to try if none is given."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (default: %(default)s, this machine only)"
    )
    parser.add_argument(
        "--port", type=int, help=f"the port (default: {PORT}, or the next one that is free; 0: any that is free)"
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--database", metavar="URL", help="postgresql://USER:PASSWORD@HOST:PORT/DATABASE (default: a file)"
    )
    parser.add_argument("--data", metavar="FOLDER", help="the folder of the database file and the secret")
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="a name by which browsers reach this server; may be given several times; '*' for any",
    )
    parser.add_argument("--https", action="store_true", help="browsers reach the server by https, through a proxy")
    parser.add_argument("--bot-workers", type=int, metavar="N", help="processes in which bots think (default: 1)")
    parser.add_argument(
        "--pace", type=float, metavar="SECONDS", help="how long a bot waits before its move (default: 0.9)"
    )
    parser.add_argument(
        "--grace", type=float, metavar="SECONDS", help="how long the others wait for a player who is away (default: 90)"
    )


def run(args: argparse.Namespace) -> None:
    """Serve until stopped."""
    try:
        from tessella.hosting.settings import Settings
        from tessella.hosting.store import StartError
        from tessella.server.serve import serve
    except ImportError as error:
        raise UsageError(
            f"the server needs further packages ({error.name} is missing): {how_to_install('server')}"
        ) from None
    if args.port is not None and not 0 <= args.port <= 65535:
        raise UsageError(f"--port is a number from 0 to 65535, not {args.port}")
    ports = range(PORT, PORT + PORTS) if args.port is None else [args.port]
    chosen = {name: getattr(args, name) for name in ("bot_workers", "pace", "grace")}
    given = {name: value for name, value in chosen.items() if value is not None}
    for name, value in given.items():
        if not 0 <= value <= 86400 or (name == "bot_workers" and not 1 <= value <= 64):
            raise UsageError(f"--{name.replace('_', '-')} cannot be {value}")
    hosts = (*args.allow_host, *(() if args.host in ("127.0.0.1", "::1", "0.0.0.0", "::") else (args.host,)))
    settings = replace(Settings(), allowed_hosts=hosts, secure=args.https, **given)

    def ready(address: str) -> None:
        print(f"Tessella is at {address}   (Ctrl+C stops it; no confirmed move is lost)", flush=True)
        if args.open:
            webbrowser.open(address)

    try:
        serve(args.host, ports, args.database, Path(args.data) if args.data else data_folder(), settings, ready)
    except StartError as error:
        raise UsageError(str(error)) from None
