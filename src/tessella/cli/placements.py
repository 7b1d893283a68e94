"""`tessella placements`: every place where pieces fit on a board that is written down."""

import argparse

from tessella.cli import UsageError
from tessella.cli.setting import print_json, read_file
from tessella.core import NotationError
from tessella.games import GAMES
from tessella.puzzles import BoardSolver


def _offered() -> dict[str, BoardSolver]:
    """The games that read such boards."""
    solvers = {name: game.puzzles.boards for name, game in GAMES.items() if game.puzzles is not None}
    return {name: boards for name, boards in solvers.items() if boards is not None}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    offered = _offered()
    parser.add_argument("--game", choices=list(offered), default=next(iter(offered)), help="whose board it is")
    formats = "; ".join(boards.file_help for boards in offered.values())
    parser.add_argument("file", metavar="FILE", help=f"{formats}; - for stdin")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> None:
    """Find and print."""
    boards = _offered()[args.game]
    try:
        places = boards.places(read_file(args.file))
    except NotationError as error:
        raise UsageError(f"{args.file}: {error}") from None
    if args.json:
        print_json(boards.to_json(places))
        return
    for piece, lays in places:
        print(f"{piece}: {len(lays)} place{'s' if len(lays) != 1 else ''}")
        for lay in lays:
            print(f"  {lay}")
