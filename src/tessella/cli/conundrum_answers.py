"""`tessella conundrum solve` and `check`: what is right."""

import argparse
from collections.abc import Iterable, Mapping

from tessella.cli import UsageError
from tessella.cli.setting import print_json, read_file, write_file
from tessella.core import Action, Json, TessellaError
from tessella.games.chromino import puzzles as conundrums
from tessella.games.chromino.notation import parse_lay
from tessella.games.chromino.puzzles import Conundrum
from tessella.games.florentine import puzzles as florentine
from tessella.games.florentine.notation import parse_lay as parse_card
from tessella.games.florentine.puzzles import FlorentineProblem

Puzzle = Conundrum | FlorentineProblem


def read(file: str) -> Puzzle:
    """A conundrum or problem from a file: its first line says which."""
    text = read_file(file).removeprefix("\ufeff")
    try:
        if text.startswith(florentine.TITLE.rsplit(" ", 1)[0]):
            return florentine.parse(text)
        return conundrums.parse(text)
    except TessellaError as error:
        raise UsageError(f"{file}: {error}") from None


def as_json(conundrum: Puzzle, places: Mapping[str, Iterable[Action]] | None = None) -> Json:
    """A conundrum or problem as JSON, with its solution if that is given."""
    made: Json = {"difficulty": conundrum.difficulty, "headers": dict(conundrum.headers)}
    made["board"] = [str(lay) for lay in conundrum.board]
    if isinstance(conundrum, Conundrum):
        said = zip(conundrum.tiles, conundrum.numbers, strict=True)
        made["tiles"] = [{"tile": tile, "number": number} for tile, number in said]
    elif conundrum.kind == florentine.GEMS:
        made |= {"kind": conundrum.kind, "colour": conundrum.colour, "gems": conundrum.numbers[0]}
        made["cards"] = [{"card": card} for card in conundrum.cards]
    else:
        cards = zip(conundrum.cards, conundrum.numbers, strict=True)
        made |= {"kind": conundrum.kind, "cards": [{"card": card, "number": number} for card, number in cards]}
    if places is not None:
        for each, found in zip(made.get("tiles") or made["cards"], places.values(), strict=True):
            each["places"] = [str(lay) for lay in found]
    return made


# ---- solve ----


def solve(args: argparse.Namespace) -> None:
    """Show every place; say where a number is wrong, and end with 1 then."""
    conundrum = read(args.file)
    if isinstance(conundrum, Conundrum):
        wrong = conundrums.wrong_numbers(conundrum)
        if args.json:
            print_json(as_json(conundrum, conundrums.solve(conundrum)))
        else:
            _show(conundrum)
        pictures = _pictures(conundrum) if args.svg else {}
    else:
        wrong = florentine.wrong_numbers(conundrum)
        if args.json:
            print_json(as_json(conundrum, florentine.solve(conundrum)))
        else:
            print("\n".join(florentine.solution_lines(conundrum)))
        pictures = florentine.solution_pictures(conundrum) if args.svg else {}
    for name, picture in pictures.items():
        told = name.replace("*", "w").replace("@", "-").replace(",", "-")
        write_file(args.svg if len(pictures) == 1 else f"{args.svg.removesuffix('.svg')}-{told}.svg", picture)
    for name, (said, right) in wrong.items():
        print(f"The number of {name} is wrong: {said} is said, {right} is right.")
    if wrong:
        raise SystemExit(1)


def _show(conundrum: Conundrum) -> None:
    from tessella.cli.console import Console
    from tessella.drawing import marks
    from tessella.games.chromino.drawing.terminal import board_text, hand_text

    console = Console()
    for tile, places in conundrums.solve(conundrum).items():
        console.print(hand_text([tile]), _places(len(places)))
        middles = marks((number, lay.cells()[1][:2]) for number, lay in enumerate(places, 1))
        console.print(board_text(conundrum.board, marks=middles, widest=console.width), soft_wrap=True)
        for number, lay in enumerate(places, 1):
            console.print(f"{number:3}  {lay}")
        console.print()


def _places(count: int) -> str:
    return f"{count} place" + ("" if count == 1 else "s")


def _pictures(conundrum: Conundrum) -> dict[str, str]:
    from tessella.games.chromino.drawing.svg import board_svg

    return {
        tile: board_svg(conundrum.board, ghosts=places, numbers=True, title=f"{tile}: {_places(len(places))}")
        for tile, places in conundrums.solve(conundrum).items()
    }


# ---- check ----


def check(args: argparse.Namespace) -> None:
    """Look through an answer."""
    conundrum = read(args.file)
    try:
        if isinstance(conundrum, Conundrum):
            tiles = conundrums.check(conundrum, [parse_lay(place) for place in args.places])
            _tell(args, tiles.right, tiles.wrong, tiles.missing, tiles.solved, conundrums.solve(conundrum))
        else:
            cards = florentine.check(conundrum, [parse_card(place) for place in args.places])
            _tell(args, cards.right, cards.wrong, cards.missing, cards.solved, florentine.solve(conundrum))
    except TessellaError as error:
        raise UsageError(str(error)) from None


def _tell(
    args: argparse.Namespace,
    right: Iterable[Action],
    wrong: Iterable[tuple[Action, str, str]],
    missing: Mapping[str, int],
    solved: bool,
    solution: Mapping[str, Iterable[Action]],
) -> None:
    """What is right, what is wrong and why, and how many are missing; which, only if one gives up."""
    for lay in right:
        print(f"right    {lay}")
    for lay, clause, reason in wrong:
        print(f"wrong    {lay}: {reason} ({clause})")
    if args.give_up:
        for lay in (lay for places in solution.values() for lay in places if lay not in right):
            print(f"missing  {lay}")
    elif solved:
        print("All is found.")
    else:
        for name, count in missing.items():
            still = "the best card is still to be found" if name == florentine.GEMS else f"{count} still to be found"
            print(f"{name}: {still}" if count else f"{name}: all found")
