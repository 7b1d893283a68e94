"""`tessella review`: analyse a recorded game, decision by decision."""

import argparse
from typing import TYPE_CHECKING

from tessella.cli import UsageError
from tessella.cli.setting import print_json, read_file
from tessella.core import seat_number
from tessella.record import parse
from tessella.review import ROLLOUTS, Decision, Review, review

if TYPE_CHECKING:
    from tessella.bots.advice import Value

MOST = 10**6


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="a record; - for the standard input")
    parser.add_argument(
        "--rollouts",
        metavar="N",
        type=int,
        default=ROLLOUTS,
        help=f"playouts from each decision (default: {ROLLOUTS}); more take longer and are more accurate",
    )
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="the seed of the playouts (default: 1)")
    parser.add_argument("--json", action="store_true", help="print the review as JSON")


def run(args: argparse.Namespace) -> None:
    """Review the record, and show the result."""
    if not 100 <= args.rollouts <= MOST:
        raise UsageError(f"--rollouts is a number from 100 to {MOST}, not {args.rollouts}")
    record = parse(read_file(args.file))
    from rich.progress import Progress

    from tessella.cli.console import Console

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Reviewing the game", total=len(record.actions))
        result = review(record, args.rollouts, args.seed, lambda done: progress.update(task, completed=done))
    if args.json:
        print_json(result.to_json())
    else:
        _show(result)


def _show(result: Review) -> None:
    from rich.table import Table

    from tessella.cli.console import Console

    console = Console()
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in ("After", "Seat", "Move", "Wins", "", "Lost", "Better"):
        table.add_column(name, justify="left" if name in ("Move", "", "Better") else "right", no_wrap=name != "Better")
    for decision in result.decisions:
        table.add_row(*_row(decision), style={"??": "red", "?": "yellow"}.get(decision.mark))
    console.print(table)
    console.print()
    summary = Table(box=None, header_style="bold", pad_edge=False)
    for name in ("Seat", "Result", "Fair share", "Skill", "Luck", "Lost by own moves", "Given by others", "Mistakes"):
        summary.add_column(name, justify="right")
    for seat in result.seats:
        summary.add_row(
            str(seat_number(seat.seat)),
            "-" if seat.result is None else f"{seat.result:.0%}",
            f"{seat.fair:.0%}",
            f"{seat.skill:+.0%}",
            "-" if seat.luck is None else f"{seat.luck:+.0%}",
            f"{seat.lost:.0%}",
            f"{seat.given:.0%}",
            f"{seat.mistakes} of {seat.decisions}",
        )
    console.print(summary)
    console.print(
        "\nWins: how likely the seat wins after its move, as far as it could know; ± half the 95 % interval; = proved."
        "\nResult = fair share + skill + luck. ?! ? ?? lost at least 2, 5 or 12 %, or missed a certain win.",
    )


def _row(decision: Decision) -> list[str]:
    advice = decision.advice
    better = ", ".join(str(action) for action in advice.preferred)
    if better and advice.best.proved:
        better += f" ({_percent(advice.best)})"
    if advice.missed_win:
        better = f"a certain win: {better}"
    return [
        str(decision.ply),
        str(seat_number(decision.seat)),
        str(decision.action),
        _percent(advice.made),
        decision.mark,
        f"{advice.loss:.1%}" if advice.loss else "",
        better,
    ]


def _percent(value: "Value") -> str:
    return f"= {value.share:.0%}" if value.proved else f"{value.share:.1%} ±{100 * value.error:.1f}"
