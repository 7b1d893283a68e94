"""`tessella conundrum new`, `daily` and `print`: new ones."""

import argparse
import shlex
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from secrets import token_hex
from typing import TypeVar

from tessella.cli import UsageError
from tessella.cli.conundrum_answers import Puzzle, as_json
from tessella.cli.setting import print_json, write_file
from tessella.games.chromino import puzzles as conundrums
from tessella.games.chromino.puzzles import Conundrum
from tessella.games.florentine import puzzles as florentine

MOST = 100_000
USUAL = {"paper": "a4", "heading": "Conundrums"}
T = TypeVar("T")


def add_wishes(parser: argparse.ArgumentParser, count: int = 1) -> None:
    """What one may wish for."""
    parser.add_argument("--count", metavar="K", type=int, default=count, help=f"how many (default: {count})")
    parser.add_argument("--difficulty", metavar="1..5", type=int, help="from 1 to 5 (default: any)")
    parser.add_argument("--tiles", metavar="N", type=int, help="how many tiles or cards to place (default: a few)")
    parser.add_argument("--seed", metavar="TEXT", help="the same seed, the same conundrums (default: a fresh one)")


def _check_wishes(args: argparse.Namespace) -> None:
    if not 1 <= args.count <= MOST:
        raise UsageError(f"--count is a number from 1 to {MOST}, not {args.count}")
    if args.seed is None:
        args.seed = token_hex(4)
    if not args.seed.isprintable() or args.seed != args.seed.strip() or not args.seed:
        raise UsageError("--seed is one line of text without spaces around it")


def _watched(made: Iterable[T], count: int, doing: str) -> Iterable[T]:
    """With a progress bar, if there are many."""
    from rich.progress import track

    from tessella.cli.console import Console

    console = Console(stderr=True)
    return made if count == 1 or not console.is_terminal else track(made, doing, count, console=console, transient=True)


def new(args: argparse.Namespace) -> None:
    """Print new ones, or write them to files."""
    _check_wishes(args)
    if args.game != "florentine" and args.kind != "places":
        raise UsageError(f"--kind {args.kind} is for --game florentine")
    if args.out is not None:
        try:
            Path(args.out).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot write into {args.out}: {error.strerror}") from None
    made: Iterator[Puzzle] = _problems(args) if args.game == "florentine" else _conundrums(args)
    for number, conundrum in enumerate(_watched(made, args.count, "Making conundrums"), 1):
        if args.json:
            print_json(as_json(conundrum))
        elif args.out is None:
            print(conundrum)
        if args.out is not None:
            write_file(str(Path(args.out) / f"{number}.txt"), str(conundrum))


def _conundrums(args: argparse.Namespace) -> Iterator[Conundrum]:
    if args.count == 1:
        yield conundrums.new(args.seed, args.difficulty, args.tiles)
    else:
        yield from conundrums.series(args.seed, args.count, args.difficulty, args.tiles)


def _problems(args: argparse.Namespace) -> Iterator[florentine.FlorentineProblem]:
    for number in range(1, args.count + 1):
        seed = args.seed if args.count == 1 else f"{args.seed}.{number}"
        yield florentine.new(seed, args.kind, args.difficulty, args.tiles)


def daily(args: argparse.Namespace) -> None:
    """Print that of a day."""
    try:
        day = date.today() if args.date is None else date.fromisoformat(args.date)
        if args.date not in (None, day.isoformat()):  # a week or a day of the year is understood, too, but not meant
            raise ValueError
    except ValueError:
        raise UsageError(f"--date is a day like 2027-03-01, not {args.date!r}") from None
    made = conundrums.daily(day, args.difficulty)
    if args.json:
        print_json(as_json(made))
    else:
        print(made, end="")


def print_sheet(args: argparse.Namespace) -> None:
    """Write a PDF. What made it stands at its foot, so that it can be made again."""
    from tessella.games.chromino.puzzles import pdf

    pdf.require()
    _check_wishes(args)
    command = ["tessella", "conundrum", "print", "--count", str(args.count)]
    for name in ("difficulty", "tiles", "seed", "paper", "heading"):
        wish = getattr(args, name)
        command += [] if wish in (None, USUAL.get(name)) else [f"--{name}={wish}"]
    command += ["--grey"] if args.grey else []
    if not pdf.can_print(args.seed):
        raise UsageError("a sheet says its seed at its foot: take one in Latin letters")
    made = list(_watched(_conundrums(args), args.count, "Making conundrums"))
    try:
        pages = pdf.print_sheet(made, Path(args.out), args.paper, args.grey, args.heading, shlex.join(command))
    except OSError as error:
        raise UsageError(f"cannot write {args.out}: {error.strerror}") from None
    print(f"{args.out}: {pages} pages, the solutions last")
