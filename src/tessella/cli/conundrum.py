"""`tessella conundrum`: solve, make, check and study conundrums (C36)."""

import argparse
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from secrets import token_hex

from tessella import conundrums
from tessella.chromino.notation import Lay, parse_lay
from tessella.cli import Wrong
from tessella.cli.setting import print_json, read_file, write_file
from tessella.conundrums import Conundrum
from tessella.core import Json, NotationError, TessellaError

MOST = 100_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    commands = parser.add_subparsers(title="what to do", metavar="WHAT", required=True)

    solve = commands.add_parser("solve", help="every place of every tile, numbered on a picture")
    _add_file(solve)
    solve.add_argument(
        "--svg", metavar="OUT", help="write pictures to OUT, or to OUT-BGR.svg and so on for several tiles"
    )
    solve.add_argument("--json", action="store_true", help="print JSON")
    solve.set_defaults(conundrum=_solve)

    make = commands.add_parser("new", help="new ones, from games between bots")
    _add_wishes(make)
    make.add_argument("--count", metavar="K", type=int, default=1, help="how many (default: 1)")
    make.add_argument("--out", metavar="FOLDER", help="write each to a file of its own")
    make.add_argument("--json", action="store_true", help="print JSON, a line for each")
    make.set_defaults(conundrum=_new)

    day = commands.add_parser("daily", help="the conundrum of the day")
    day.add_argument("--date", metavar="YYYY-MM-DD", help="of another day than today")
    day.add_argument("--difficulty", metavar="1..5", type=int, default=3, help="from 1 to 5 (default: 3)")
    day.add_argument("--json", action="store_true", help="print JSON")
    day.set_defaults(conundrum=_daily)

    check = commands.add_parser("check", help="which places of an answer are right, and how many are missing")
    _add_file(check)
    check.add_argument("places", metavar="PLACE", nargs="*", help="like BGR@4,2> (x and y from the top left, from 0)")
    check.add_argument("--give-up", action="store_true", help="tell what is missing")
    check.set_defaults(conundrum=_check)

    study = commands.add_parser("study", help="how the levels of difficulty differ, over many conundrums")
    study.add_argument("--count", metavar="K", type=int, default=10_000, help="how many (default: 10000)")
    study.add_argument("--seed", metavar="N", type=int, default=1, help="which ones (default: 1)")
    study.add_argument("--svg", metavar="OUT", help="write a picture, too")
    study.set_defaults(conundrum=_study)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a conundrum; - for the standard input")


def _add_wishes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--difficulty", metavar="1..5", type=int, help="from 1 to 5 (default: any)")
    parser.add_argument("--tiles", metavar="N", type=int, help="how many tiles to place (default: 1 to 3)")
    parser.add_argument("--seed", metavar="TEXT", help="the same seed, the same conundrums (default: a fresh one)")


def run(args: argparse.Namespace) -> None:
    """Do what was asked for."""
    args.conundrum(args)


def _read(file: str) -> Conundrum:
    try:
        return conundrums.parse(read_file(file))
    except TessellaError as error:
        raise Wrong(f"{file}: {error}") from None


# ---- solve ----


def _solve(args: argparse.Namespace) -> None:
    conundrum = _read(args.file)
    found = conundrums.solve(conundrum)
    wrong = conundrums.wrong_numbers(conundrum)
    if args.svg is not None:
        _write_pictures(args.svg, conundrum, found)
    if args.json:
        print_json(_as_json(conundrum, found))
    else:
        _show(conundrum, found)
    for tile, (said, number) in wrong.items():
        print(f"The number of {tile} is wrong: {said} is said, {number} is right.")
    if wrong:
        raise SystemExit(1)


def _show(conundrum: Conundrum, found: dict[str, list[Lay]]) -> None:
    from tessella.cli.console import Console
    from tessella.pictures import marks
    from tessella.pictures.chromino_terminal import board_text, hand_text

    console = Console()
    for tile, places in found.items():
        console.print(hand_text([tile]), f"{len(places)} place{'s' if len(places) != 1 else ''}")
        middles = marks((number, lay.cells()[1][:2]) for number, lay in enumerate(places, 1))
        console.print(board_text(conundrum.board, marks=middles, widest=console.width), soft_wrap=True)
        for number, lay in enumerate(places, 1):
            console.print(f"{number:3}  {lay}")
        console.print()


def _write_pictures(name: str, conundrum: Conundrum, found: dict[str, list[Lay]]) -> None:
    from tessella.pictures.chromino_svg import board_svg

    for tile, places in found.items():
        out = name if len(found) == 1 else f"{name.removesuffix('.svg')}-{tile.replace('*', 'w')}.svg"
        title = f"{tile}: {len(places)} place{'s' if len(places) != 1 else ''}"
        write_file(out, board_svg(conundrum.board, ghosts=places, numbers=True, title=title))


def _as_json(conundrum: Conundrum, found: dict[str, list[Lay]] | None = None) -> Json:
    asked = zip(conundrum.tiles, conundrum.numbers, strict=True)
    tiles: list[Json] = [{"tile": tile, "number": number} for tile, number in asked]
    for each in tiles if found is not None else ():
        assert found is not None
        each["places"] = [str(lay) for lay in found[each["tile"]]]
    return {
        "tiles": tiles,
        "difficulty": conundrum.difficulty,
        "headers": dict(conundrum.headers),
        "board": [str(lay) for lay in conundrum.board],
    }


# ---- new ----


def _new(args: argparse.Namespace) -> None:
    made = wished(args)
    if args.out is not None:
        folder = Path(args.out)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Wrong(f"cannot write into {folder}: {error.strerror}") from None
    for number, conundrum in enumerate(made, 1):
        if args.json:
            print_json(_as_json(conundrum))
        elif args.out is None:
            print(conundrum)
        if args.out is not None:
            write_file(str(folder / f"{number}.txt"), str(conundrum))


def wished(args: argparse.Namespace) -> Iterator[Conundrum]:
    """The conundrums that were asked for, with a progress bar if they are many."""
    if not 1 <= args.count <= MOST:
        raise Wrong(f"--count is a number from 1 to {MOST}, not {args.count}")
    seed = token_hex(4) if args.seed is None else args.seed
    if not seed.isprintable() or seed != seed.strip():
        raise Wrong("--seed is one line of text without spaces around it")
    if args.count == 1:
        yield conundrums.new(seed, args.difficulty, args.tiles)
        return
    yield from _watched(conundrums.series(seed, args.count, args.difficulty, args.tiles), args.count)


def _watched(made: Iterable[Conundrum], count: int) -> Iterator[Conundrum]:
    from rich.progress import track

    from tessella.cli.console import Console

    yield from track(made, "Making conundrums", count, console=Console(stderr=True), transient=True)


def _daily(args: argparse.Namespace) -> None:
    try:
        day = date.today() if args.date is None else date.fromisoformat(args.date)
    except ValueError:
        raise Wrong(f"--date is a day like 2026-11-16, not {args.date!r}") from None
    made = conundrums.daily(day, args.difficulty)
    if args.json:
        print_json(_as_json(made))
    else:
        print(made, end="")


# ---- check ----


def _check(args: argparse.Namespace) -> None:
    conundrum = _read(args.file)
    try:
        answer = [parse_lay(place) for place in args.places]
    except NotationError as error:
        raise Wrong(str(error)) from None
    checked = conundrums.check(conundrum, answer)
    for lay in checked.right:
        print(f"right    {lay}")
    for lay, clause, reason in checked.wrong:
        print(f"wrong    {lay}: {reason} ({clause})")
    if args.give_up:
        for places in conundrums.solve(conundrum).values():
            for lay in places:
                if lay not in checked.right:
                    print(f"missing  {lay}")
    elif checked.solved:
        print("All places are found.")
    else:
        for tile, number in checked.missing.items():
            print(f"{tile}: {number} still to be found" if number else f"{tile}: all found")


# ---- study ----


def _study(args: argparse.Namespace) -> None:
    from itertools import islice

    from rich.progress import track

    from tessella.cli.console import Console
    from tessella.conundrums import study

    if not 100 <= args.count <= MOST:
        raise Wrong(f"--count is a number from 100 to {MOST}, not {args.count}")
    looked_at = islice(study.conundrums_at_random(args.seed), args.count)
    watched = track(looked_at, "Looking at conundrums", args.count, console=Console(stderr=True), transient=True)
    found = list(watched)
    print(study.table(found))
    if args.svg is not None:
        try:
            study.draw(found, Path(args.svg))
        except OSError as error:
            raise Wrong(f"cannot write {args.svg}: {error.strerror}") from None
