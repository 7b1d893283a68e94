"""`tessella conundrum solve` and `check`: what is right."""

import argparse

from tessella.cli import UsageError
from tessella.cli.setting import print_json, read_file, write_file
from tessella.core import TessellaError
from tessella.games import GAMES
from tessella.puzzles import Puzzle, Puzzles, parse


def read(file: str) -> tuple[Puzzles[Puzzle], Puzzle]:
    """A puzzle from a file, and the puzzles of its game."""
    try:
        return parse(read_file(file), GAMES.values())
    except TessellaError as error:
        raise UsageError(f"{file}: {error}") from None


# ---- solve ----


def solve(args: argparse.Namespace) -> None:
    """Show every place; report wrong numbers, and exit with 1 then."""
    _, puzzle = read(args.file)
    if args.json:
        print_json(puzzle.to_json(puzzle.solve()))
    else:
        _show(puzzle)
    pictures = puzzle.solution_pictures() if args.svg else {}
    for name, picture in pictures.items():
        suffix = name.replace("*", "w").replace("@", "-").replace(",", "-")
        write_file(args.svg if len(pictures) == 1 else f"{args.svg.removesuffix('.svg')}-{suffix}.svg", picture)
    wrong = puzzle.wrong_numbers()
    for name, (given, right) in wrong.items():
        print(f"The number of {name} is wrong: {given} is said, {right} is right.")
    if wrong:
        raise SystemExit(1)


def _show(puzzle: Puzzle) -> None:
    from tessella.cli.console import Console

    console = Console()
    console.print(puzzle.solution_text(console.width), soft_wrap=True, markup=False)


# ---- check ----


def check(args: argparse.Namespace) -> None:
    """Print what is right, what is wrong and why, and how many are missing; which, only if the user gives up."""
    puzzles, puzzle = read(args.file)
    try:
        checked = puzzle.check([puzzles.parse_place(place) for place in args.places])
    except TessellaError as error:
        raise UsageError(str(error)) from None
    for lay in checked.right:
        print(f"right    {lay}")
    for lay, clause, reason in checked.wrong:
        print(f"wrong    {lay}: {reason} ({clause})")
    if args.give_up:
        for lay in (lay for places in puzzle.solve().values() for lay in places if lay not in checked.right):
            print(f"missing  {lay}")
    elif checked.solved:
        print("All is found.")
    else:
        for name, count in checked.missing.items():
            print(f"{name}: {puzzle.missing_text(name, count)}" if count else f"{name}: all found")
