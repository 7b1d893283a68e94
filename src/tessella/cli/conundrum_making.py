"""`tessella conundrum new`, `daily` and `print`: new ones."""

import argparse
import shlex
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from secrets import token_hex
from typing import TypeVar

from tessella.cli import UsageError
from tessella.cli.setting import print_json, write_file
from tessella.core.validation import listing
from tessella.games import GAMES
from tessella.puzzles import Puzzle, Puzzles

MOST = 100_000
USUAL = {"paper": "a4", "heading": "Conundrums"}
T = TypeVar("T")


def offered() -> dict[str, Puzzles[Puzzle]]:
    """The puzzles of each game that has some."""
    return {name: game.puzzles for name, game in GAMES.items() if game.puzzles is not None}


def add_game(parser: argparse.ArgumentParser) -> None:
    """The argument that chooses the game."""
    games = list(offered())
    parser.add_argument("--game", choices=games, default=games[0], help=f"(default: {games[0]})")


def add_wishes(parser: argparse.ArgumentParser, count: int = 1) -> None:
    """The arguments that choose puzzles."""
    parser.add_argument("--count", metavar="K", type=int, default=count, help=f"how many (default: {count})")
    parser.add_argument("--difficulty", metavar="1..5", type=int, help="from 1 to 5 (default: any)")
    parser.add_argument("--tiles", metavar="N", type=int, help="how many tiles or cards to place (default: a few)")
    parser.add_argument("--seed", metavar="TEXT", help="the same seed, the same conundrums (default: a fresh one)")
    add_game(parser)
    add_kind(parser)


def add_kind(parser: argparse.ArgumentParser) -> None:
    """The argument that chooses what there is to find."""
    kinds = {name: puzzles.kinds for name, puzzles in offered().items()}
    parser.add_argument(
        "--kind",
        choices=list(dict.fromkeys(kind for each in kinds.values() for kind in each)),
        help="what to find; " + ", ".join(f"{name}: {listing(each, 'or')}" for name, each in kinds.items()),
    )


def _check_wishes(args: argparse.Namespace) -> None:
    if not 1 <= args.count <= MOST:
        raise UsageError(f"--count is a number from 1 to {MOST}, not {args.count}")
    if args.seed is None:
        args.seed = token_hex(4)
    if not args.seed.isprintable() or args.seed != args.seed.strip() or not args.seed:
        raise UsageError("--seed is one line of text without spaces around it")


def _check_kind(args: argparse.Namespace) -> None:
    """Refuse a kind of another game."""
    if args.kind is not None and args.kind not in offered()[args.game].kinds:
        others = [name for name, each in offered().items() if args.kind in each.kinds]
        raise UsageError(f"--kind {args.kind} is for --game {listing(others, 'or')}")


def _watched(items: Iterable[T], count: int, doing: str) -> Iterable[T]:
    """With a progress bar, if there are many."""
    from rich.progress import track

    from tessella.cli.console import Console

    console = Console(stderr=True)
    return (
        items if count == 1 or not console.is_terminal else track(items, doing, count, console=console, transient=True)
    )


def new(args: argparse.Namespace) -> None:
    """Print new ones, or write them to files."""
    _check_wishes(args)
    puzzles = offered()[args.game]
    _check_kind(args)
    if args.out is not None:
        try:
            Path(args.out).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot write into {args.out}: {error.strerror}") from None
    wanted = _make(args, puzzles, args.kind)
    for number, puzzle in enumerate(_watched(wanted, args.count, "Making conundrums"), 1):
        if args.json:
            print_json(puzzle.to_json())
        elif args.out is None:
            print(puzzle)
        if args.out is not None:
            write_file(str(Path(args.out) / f"{number}.txt"), str(puzzle))


def _make(args: argparse.Namespace, puzzles: Puzzles[Puzzle], kind: str | None = None) -> Iterator[Puzzle]:
    """One of the seed itself, or several, each of a seed of its own."""
    if args.count == 1:
        yield puzzles.new(args.seed, kind, args.difficulty, args.tiles)
    else:
        yield from puzzles.series(args.seed, args.count, kind, args.difficulty, args.tiles)


def daily(args: argparse.Namespace) -> None:
    """Print that of a day."""
    try:
        day = date.today() if args.date is None else date.fromisoformat(args.date)
        if args.date not in (None, day.isoformat()):  # a week or a day of the year is understood, too, but not meant
            raise ValueError
    except ValueError:
        raise UsageError(f"--date is a day like 2027-03-01, not {args.date!r}") from None
    _check_kind(args)
    puzzle = offered()[args.game].daily(day, args.difficulty, args.kind)
    if args.json:
        print_json(puzzle.to_json())
    else:
        print(puzzle, end="")


def print_sheet(args: argparse.Namespace) -> None:
    """Write a PDF. The command that makes it again stands at its foot."""
    puzzles = offered()[args.game]
    sheets = puzzles.sheets
    if sheets is None:
        others = [name for name, each in offered().items() if each.sheets is not None]
        raise UsageError(f"there are no printed sheets of {args.game}, only of {listing(others)}")
    sheets.require()
    _check_wishes(args)
    _check_kind(args)
    command = ["tessella", "conundrum", "print", "--count", str(args.count)]
    command += [] if args.game == next(iter(offered())) else [f"--game={args.game}"]
    for name in ("kind", "difficulty", "tiles", "seed", "paper", "heading"):
        wish = getattr(args, name)
        command += [] if wish in (None, USUAL.get(name)) else [f"--{name}={wish}"]
    command += ["--grey"] if args.grey else []
    if not sheets.can_print(args.seed):
        raise UsageError("a sheet says its seed at its foot: take one in Latin letters")
    printed = list(_watched(_make(args, puzzles, args.kind), args.count, "Making conundrums"))
    try:
        pages = sheets.print_sheet(printed, Path(args.out), args.paper, args.grey, args.heading, shlex.join(command))
    except OSError as error:
        raise UsageError(f"cannot write {args.out}: {error.strerror}") from None
    print(f"{args.out}: {pages} pages, the solutions last")
