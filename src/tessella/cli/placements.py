"""`tessella placements`: every place where tiles fit on a board that somebody wrote down."""

import argparse

from tessella.cli import UsageError
from tessella.cli.setting import print_json, read_file
from tessella.core import NotationError
from tessella.games.chromino.grid import parse_grid, placements


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "file", metavar="FILE", help="a line 'tiles: BGR P*R ...', then rows of B G R Y P * . (empty); - for stdin"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> None:
    """Find and print."""
    try:
        grid = parse_grid(read_file(args.file))
    except NotationError as error:
        raise UsageError(f"{args.file}: {error}") from None
    found = placements(grid)
    if args.json:
        listed = [
            {
                "tile": tile,
                "count": len(found[tile]),
                "placements": [[list(c) for c in lay.cells()] for lay in found[tile]],
            }
            for tile in grid.tiles
        ]
        print_json({"tiles": listed})
        return
    for tile in grid.tiles:
        print(f"{tile}: {len(found[tile])} place{'s' if len(found[tile]) != 1 else ''}")
        for lay in found[tile]:
            print(f"  {lay}")
