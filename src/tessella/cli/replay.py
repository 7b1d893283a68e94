"""`tessella replay`: show any position of a recorded game."""

import argparse

from tessella.cli import UsageError
from tessella.cli.setting import print_json, read_file, write_file
from tessella.core import Json, State, seat_name, seat_number
from tessella.record import Record, parse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="a record; - for the standard input")
    parser.add_argument("--ply", metavar="N", type=int, help="the position after N actions (default: the last)")
    parser.add_argument(
        "--svg", metavar="OUT", help="write a picture of the board to this file; - for the standard output"
    )
    parser.add_argument("--json", action="store_true", help="print the position as JSON")


def run(args: argparse.Namespace) -> None:
    """Replay the record, and show the position."""
    record = parse(read_file(args.file))
    state = record.replay(args.ply)
    if args.svg is not None:
        if record.game.drawing is None:
            raise UsageError(f"there are no pictures of {record.game.name}")
        write_file(args.svg, record.game.drawing.svg(state.view(None)))
    if args.json:
        print_json(position(record, state))
    elif args.svg is None:
        _show(record, state)


def position(record: Record, state: State) -> Json:
    """A position as JSON: the view of a spectator, and the hands, which the record's seed reveals anyway."""
    seats = range(state.options.players)
    return {
        **state.view(None).to_json(),
        "seed": record.seed,
        "ply": len(state.history),
        "plies": len(record.actions),
        "hands": [list(state.view(seat).hand) for seat in seats],
    }


def _show(record: Record, state: State) -> None:
    from tessella import drawing
    from tessella.cli.console import Console

    console = Console()
    console.print(drawing.text(record.game, state.view(None), console.width), soft_wrap=True)
    console.print(f"\nAfter {len(state.history)} of {len(record.actions)} actions")
    if state.history:
        seat, action = state.history[-1]
        console.print(f"The last one: {seat_name(seat)} {action}")
    for seat in range(state.options.players):
        hand = state.view(seat).hand
        console.print(f"Seat {seat_number(seat)} holds {' '.join(hand) or 'nothing'}")
    console.print(f"Result: {state.outcome}" if state.outcome else f"It is the turn of seat {(state.turn or 0) + 1}")
