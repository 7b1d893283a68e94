"""`tessella conundrum`: make, solve, check and print the puzzles of the games (C36)."""

import argparse

from tessella.cli import conundrum_answers as answers
from tessella.cli import conundrum_making as making


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    commands = parser.add_subparsers(title="what to do", metavar="WHAT", required=True)

    make = commands.add_parser("new", help="new ones, from games between bots")
    making.add_wishes(make)
    make.add_argument("--out", metavar="FOLDER", help="write each to a file of its own")
    make.add_argument("--json", action="store_true", help="print JSON, a line for each")
    make.set_defaults(conundrum=making.new)

    day = commands.add_parser("daily", help="the conundrum of the day")
    making.add_game(day)
    making.add_kind(day)
    day.add_argument("--date", metavar="YYYY-MM-DD", help="of another day than today")
    day.add_argument("--difficulty", metavar="1..5", type=int, default=3, help="from 1 to 5 (default: 3)")
    day.add_argument("--json", action="store_true", help="print JSON")
    day.set_defaults(conundrum=making.daily)

    sheet = commands.add_parser("print", help="a sheet to print, as PDF, with the solutions on the last pages")
    making.add_wishes(sheet, count=6)
    sheet.add_argument("-o", "--out", metavar="FILE", default="conundrums.pdf", help="(default: conundrums.pdf)")
    sheet.add_argument("--paper", metavar="NAME", default=making.USUAL["paper"], help="a4 or letter (default: a4)")
    sheet.add_argument("--grey", action="store_true", help="without colours, for printers that have none")
    sheet.add_argument("--heading", metavar="TEXT", default=making.USUAL["heading"], help="what stands above it all")
    sheet.set_defaults(conundrum=making.print_sheet)

    check = commands.add_parser("check", help="which places of an answer are right, and how many are missing")
    _add_file(check)
    check.add_argument("places", metavar="PLACE", nargs="*", help=", or ".join(_places()))
    check.add_argument("--give-up", action="store_true", help="tell what is missing")
    check.set_defaults(conundrum=answers.check)

    solve = commands.add_parser("solve", help="every place of every tile or card")
    _add_file(solve)
    solve.add_argument(
        "--svg", metavar="OUT", help="write pictures to OUT, or OUT-BGR.svg and so on if there are several"
    )
    solve.add_argument("--json", action="store_true", help="print JSON")
    solve.set_defaults(conundrum=answers.solve)


def _places() -> list[str]:
    return [f"in {name} {puzzles.place_help}" for name, puzzles in making.offered().items()]


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a conundrum; - for the standard input")


def run(args: argparse.Namespace) -> None:
    """Run the chosen subcommand."""
    args.conundrum(args)
