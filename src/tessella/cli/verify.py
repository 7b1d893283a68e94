"""`tessella verify`: check that a game was dealt as the server had committed to before it began."""

import argparse
import sys

from tessella.cli import UsageError
from tessella.cli.setting import print_json, read_file
from tessella.core import commitment
from tessella.record import parse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("record", metavar="RECORD", help="a record; - for the standard input")
    parser.add_argument("--commitment", metavar="HASH", help="the hash that was shown when the game began")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> None:
    """Replay the record, which checks every action, then compare the hash of its seed with the commitment."""
    record = parse(read_file(args.record))
    promised = (args.commitment or record.headers.get("commitment", "")).strip().lower()
    if not promised:
        raise UsageError("the record has no commitment: give the hash shown when the game began, --commitment HASH")
    actual = commitment(record.seed)
    result = record.replay().outcome
    if args.json:
        print_json(
            {
                "actions": len(record.actions),
                "result": None if result is None else result.to_json(),
                "commitment": actual,
                "promised": promised,
                "kept": actual == promised,
            }
        )
    else:
        over = "unfinished" if result is None else str(result)
        print(f"All {len(record.actions)} actions are legal; {over}.")
        print(f"The seed's hash is {actual}.")
        print("It equals the commitment." if actual == promised else f"The commitment was {promised}.")
    if actual != promised:
        sys.exit("tessella verify: this is not the deal that the server had committed to")
