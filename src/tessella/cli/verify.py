"""`tessella verify`: check that a game was dealt as was fixed before it began."""

import argparse
import re
import sys
from collections.abc import Mapping

from tessella.cli import UsageError
from tessella.cli.setting import print_json, read_file
from tessella.core import OptionError, commitment, seat_name, seat_number
from tessella.core.deals import Deal, deal_of
from tessella.record import parse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("record", metavar="RECORD", help="a record; - for the standard input")
    parser.add_argument("--commitment", metavar="HASH", help="the hash that the table showed before the deal")
    parser.add_argument(
        "--seal",
        metavar="SEAT=HASH",
        action="append",
        default=[],
        help="a seal that the table showed before the deal, one's own first of all; may be given several times",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> None:
    """Replay the record, which checks every action, then compare its deal with what was fixed before."""
    record = parse(read_file(args.record))
    named = record.headers.get("secret-hash", record.headers.get("commitment", ""))
    promised = (args.commitment or named).strip().lower()
    if not promised:
        raise UsageError("the record has no commitment: give the hash shown when the game began, --commitment HASH")
    try:
        deal = deal_of(record.seed, record.headers)
        problems = _problems(deal, record.seed, promised, _seals(args.seal))
    except OptionError as error:
        raise UsageError(str(error)) from None
    actual = commitment(deal.secret)
    result = record.replay().outcome
    if args.json:
        print_json(
            {
                "actions": len(record.actions),
                "result": None if result is None else result.to_json(),
                "commitment": actual,
                "promised": promised,
                "contributions": {seat_number(seat): text for seat, text in sorted(deal.contributions.items())},
                "unopened": [seat_number(seat) for seat in deal.unopened],
                "problems": problems,
                "kept": not problems,
            }
        )
    else:
        over = "unfinished" if result is None else str(result)
        print(f"All {len(record.actions)} actions are legal; {over}.")
        _print_deal(deal, actual, promised)
    if problems:
        sys.exit(f"tessella verify: this is not the deal that was fixed before the game: {'; '.join(problems)}")


def _problems(deal: Deal, seed: str, promised: str, seals: Mapping[int, str]) -> list[str]:
    """What is wrong with a deal; `seals` are those that were seen before it."""
    problems = []
    if commitment(deal.secret) != promised:
        problems.append("the secret is not the one that the server had committed to")
    if deal.seed != seed:
        problems.append("the secret and the contributions do not give the record's seed")
    problems += [f"the contribution of {seat_name(seat)} is not the one that was sealed" for seat in deal.broken()]
    for seat, seal in seals.items():
        if deal.seals.get(seat) != seal:
            problems.append(f"the seal of {seat_name(seat)} is another one than the table showed")
        elif seat not in deal.contributions:
            problems.append(f"{seat_name(seat)} had sealed a contribution, and the deal is without it")
    return problems


def _print_deal(deal: Deal, actual: str, promised: str) -> None:
    mixed = bool(deal.contributions)
    print(f"The {'secret' if mixed else 'seed'}'s hash is {actual}.")
    print("It equals the commitment." if actual == promised else f"The commitment was {promised}.")
    for seat, contribution in sorted(deal.contributions.items()):
        print(f"{seat_name(seat).capitalize()} contributed {contribution}.")
    for seat in deal.unopened:
        print(f"{seat_name(seat).capitalize()} sealed a contribution, but it did not come in time.")
    if not mixed:
        print("No player contributed to the deal: it rests on the server's secret alone.")


def _seals(texts: list[str]) -> dict[int, str]:
    seals = {}
    for text in texts:
        match = re.fullmatch(r"([1-9][0-9]?)=([0-9a-f]{64})", text.strip().lower())
        if match is None:
            raise UsageError(f"--seal takes a seat and 64 hexadecimal digits, like 2=0f5a…, not {text!r}")
        seals[int(match[1]) - 1] = match[2]
    return seals
