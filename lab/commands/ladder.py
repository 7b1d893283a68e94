"""`python -m lab ladder`: how strong the bots of every level are, by many matches, as a document."""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from lab import ladder, plan, solo
from lab.ladder import Kept, Ladder
from lab.plan import Entry
from lab.solo import KeptAlone, Solo
from lab.strength import write_strength
from tessella import arena
from tessella.arena import charts, workers
from tessella.cli import UsageError
from tessella.core.source import warnings

if TYPE_CHECKING:
    from rich.progress import Progress

EVERY = 0.3
"""Seconds between two running results."""

Tell = Callable[[str], None]


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "--games",
        metavar="N",
        type=int,
        default=2000,
        help="how many games a match plays, or several times as many where bots are quick (default: 2000)",
    )
    parser.add_argument(
        "--part",
        metavar="N",
        type=int,
        default=ladder.PART,
        help=f"matches of the slowest bot that have no goal play the N-th part of that (default: {ladder.PART})",
    )
    parser.add_argument("--seed", metavar="TEXT", default="1", help="the same seed, the same shares (default: 1)")
    parser.add_argument("--workers", metavar="N", type=int, help="how many processes play (default: one for each core)")
    parser.add_argument(
        "--only",
        metavar="TEXT",
        default="",
        help="play only the matches with all these words in them, like 'florentine 4 players' or 'goal master', or "
        "those without an opponent by 'alone'; the rest of the document is what is kept",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        default="docs/strength.md",
        help="the document; its pictures come beside it (default: docs/strength.md)",
    )
    parser.add_argument(
        "--json",
        metavar="FILE",
        default="build/strength.json",
        help="keep each result here, and play no match again that is here already (default: build/strength.json)",
    )
    parser.add_argument("--fresh", action="store_true", help="play again what is kept, too")


def run(args: argparse.Namespace) -> None:
    """Play what is not kept yet, and write the document."""
    if args.games < 1 or args.part < 1:
        raise UsageError("--games and --part are numbers from 1")
    if args.workers is not None and not 1 <= args.workers <= 1000:
        raise UsageError("--workers is a number from 1 to 1000")
    charts.require()
    asked = Ladder(args.games, args.part, args.seed, plan.plan())
    picked, alone = asked.only(args.only)
    out = Path(args.out)
    file = Path(args.json)
    kept, kept_alone = Kept(file), KeptAlone(file.with_name(f"{file.stem}-alone{file.suffix}"))
    if args.fresh:
        kept.forget(picked.values())
        kept_alone.forget(alone)
    kept.write()
    _writable(out)
    for warning in warnings():
        print(warning, file=sys.stderr)
    waiting = {entry: match for entry, match in picked.items() if kept.find(match) is None}
    try:
        if picked:
            _play(waiting, len(picked), kept, args.workers)
        _play_alone(alone, kept_alone, args.workers or workers.cores())
    except KeyboardInterrupt:
        left = sum(kept.find(match) is None for match in picked.values())
        left_alone = sum(kept_alone.find(each) is None for each in alone)
        how = "the same command without --fresh" if args.fresh else "the same command"
        more = f" and {left_alone} of {len(alone)} levels alone" if alone else ""
        print(f"Stopped with {left} of {len(picked)} matches{more} still to play; the rest is kept, and {how} goes on")
        raise
    try:
        found = {each: kept_alone.find(each) for each in asked.alone}
        written = write_strength(out, asked, asked.played(kept), found)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from None
    print(f"Written: {', '.join(map(str, written))}")


def _writable(out: Path) -> None:
    """A document that cannot be written is better known before the matches than after them."""
    there = out.exists()
    try:
        out.open("a", encoding="utf-8").close()
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from None
    if not there:
        out.unlink()


def _play(waiting: dict[Entry, arena.Match], count: int, kept: Kept, processes: int | None) -> None:
    """Play these matches, with a progress bar for all of them, and tell of each when it is over."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from tessella.cli.console import Console

    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    console = Console(stderr=True)
    players = arena.local(processes)
    # A bar on the screen would be torn by what is printed beside it; what goes into a file must not go by the screen.
    on_screen = console.is_terminal and sys.stdout.isatty()
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:

        def tell(text: str) -> None:
            if on_screen:
                console.print(text, markup=False, soft_wrap=True)
            else:
                print(text, flush=True)

        tell(f"{count} {'match' if count == 1 else 'matches'}, {count - len(waiting)} played before")
        if waiting:
            task = bar.add_task("one deal of each match, to see how long it takes", total=None)
            seconds = ladder.expected(list(waiting.values()), players)
            bar.remove_task(task)
            number = processes or workers.cores()
            tell(f"About {_duration(sum(seconds) / number)} with {number} worker{'s' if number > 1 else ''}")
            _play_all(waiting, seconds, kept, players, bar, tell)


def _play_all(
    waiting: dict[Entry, arena.Match],
    seconds: Sequence[float],
    kept: Kept,
    players: arena.Players,
    bar: "Progress",
    tell: Tell,
) -> None:
    entries, matches = list(waiting), list(waiting.values())
    task = bar.add_task(str(entries[0]), total=sum(seconds))
    done = 0
    told = 0.0

    def progress(tally: arena.Tally) -> None:
        nonlocal told
        if time.monotonic() < told + EVERY:
            return
        told = time.monotonic()
        part = seconds[done] * tally.deals / tally.match.deals
        standing = f"{entries[done]}, {tally.share(0).mean:.1%}" if tally.deals else str(entries[done])
        bar.update(task, completed=sum(seconds[:done]) + part, description=standing)

    with closing(arena.run_each(matches, players, progress)) as results:
        for result in results:
            entry, match = entries[done], matches[done]
            kept.add(result)
            tell(f"{entry.command(match)}\n  {ladder.read(entry, match, result.to_json())}")
            done += 1
            bar.update(task, completed=sum(seconds[:done]), description=str(entries[min(done, len(entries) - 1)]))


def _play_alone(alone: Sequence[Solo], kept: KeptAlone, processes: int) -> None:
    """Let levels play alone, and tell of each when it is done."""
    from rich.progress import Progress

    from tessella.cli.console import Console

    waiting = [each for each in alone if kept.find(each) is None]
    if alone:
        count = f"{len(alone)} {'level' if len(alone) == 1 else 'levels'} alone"
        print(f"{count}, {len(alone) - len(waiting)} played before", flush=True)
    console = Console(stderr=True)
    for each in waiting:
        with Progress(console=console, transient=True, redirect_stdout=False, disable=not console.is_terminal) as bar:
            task = bar.add_task(str(each), total=each.deals)
            found = solo.play_all(each, processes, lambda done: bar.update(task, completed=done))  # noqa: B023
        kept.add(found)
        print(f"{each}\n  {found}", flush=True)


def _duration(seconds: float) -> str:
    """A time in words."""
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"
