"""tessella verify: check that a game was dealt as it was promised before it began."""

import argparse
import sys

from tessella.cli import UsageError
from tessella.cli.setting import print_json, read_file
from tessella.core import commitment
from tessella.record import parse


def arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said to it."""
    parser.add_argument("record", metavar="RECORD", help="a record's file, or - for the standard input")
    parser.add_argument("--commitment", metavar="HASH", help="the hash that was shown when the game began")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> None:
    """The record is played through, which checks every move; then its seed is held against the hash."""
    record = parse(read_file(args.record))
    promised = (args.commitment or record.headers.get("commitment", "")).strip().lower()
    if not promised:
        raise UsageError("the record names no hash: give the one that was shown when the game began, --commitment HASH")
    found = commitment(record.seed)
    result = record.replay().outcome
    if args.json:
        print_json(
            {
                "actions": len(record.actions),
                "result": None if result is None else result.to_json(),
                "commitment": found,
                "promised": promised,
                "kept": found == promised,
            }
        )
    else:
        over = "unfinished" if result is None else str(result)
        print(f"All {len(record.actions)} actions are legal; {over}.")
        print(f"The seed's hash is {found}.")
        print("It is what was promised." if found == promised else f"Promised was {promised}.")
    if found != promised:
        sys.exit("tessella verify: this is not the deal that was promised before the game")
