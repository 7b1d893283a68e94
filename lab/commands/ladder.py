"""`python -m lab ladder`: measure how strong the bots of every level are by many matches, and write a page about it."""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from lab import ladder, plan, solo
from lab.ladder import Ladder, MatchResults
from lab.plan import LadderMatch
from lab.solo import Solo, SoloResults
from lab.strength import write_strength
from tessella import arena
from tessella.arena import charts, workers
from tessella.cli import UsageError
from tessella.core.source import warnings

if TYPE_CHECKING:
    from rich.progress import Progress

EVERY = 0.3
"""Seconds between two running results."""

Print = Callable[[str], None]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--games",
        metavar="N",
        type=int,
        default=2000,
        help="how many games a match plays; fast bots play several times as many (default: 2000)",
    )
    parser.add_argument(
        "--part",
        metavar="N",
        type=int,
        default=ladder.PART,
        help=f"matches of the slowest bot without a goal play one N-th of that (default: {ladder.PART})",
    )
    parser.add_argument("--seed", metavar="TEXT", default="1", help="the same seed, the same shares (default: 1)")
    parser.add_argument("--workers", metavar="N", type=int, help="how many processes play (default: one for each core)")
    parser.add_argument(
        "--only",
        metavar="TEXT",
        default="",
        help="play only the matches whose description has all these words, like 'florentine 4 players' or 'goal "
        "master'; 'alone' for the games without an opponent. The rest of the page comes from the stored results",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        default="docs/strength.md",
        help="the page; its charts are written beside it (default: docs/strength.md)",
    )
    parser.add_argument(
        "--json",
        metavar="FILE",
        default="build/strength.json",
        help="store each result here, and play no match that is stored here already (default: build/strength.json)",
    )
    parser.add_argument("--fresh", action="store_true", help="play stored matches again")


def run(args: argparse.Namespace) -> None:
    """Play what is not stored yet, and write the page."""
    if args.games < 1 or args.part < 1:
        raise UsageError("--games and --part are numbers from 1")
    if args.workers is not None and not 1 <= args.workers <= 1000:
        raise UsageError("--workers is a number from 1 to 1000")
    charts.require()
    whole = Ladder(args.games, args.part, args.seed, plan.plan())
    matches, solos = whole.select(args.only)
    out = Path(args.out)
    file = Path(args.json)
    results, solo_results = MatchResults(file), SoloResults(file.with_name(f"{file.stem}-alone{file.suffix}"))
    if args.fresh:
        results.remove(list(matches.values()))
        solo_results.remove(solos)
    results.write()
    _check_writable(out)
    for warning in warnings():
        print(warning, file=sys.stderr)
    waiting = {planned: match for planned, match in matches.items() if results.find(match) is None}
    try:
        if matches:
            _play(waiting, len(matches), results, args.workers)
        _play_solos(solos, solo_results, args.workers or workers.cores())
    except KeyboardInterrupt:
        left = sum(results.find(match) is None for match in matches.values())
        left_alone = sum(solo_results.find(each) is None for each in solos)
        command = "the same command without --fresh" if args.fresh else "the same command"
        more = f" and {left_alone} of {len(solos)} levels alone" if solos else ""
        print(
            f"Stopped with {left} of {len(matches)} matches{more} still to play; the other results are stored, and "
            f"{command} continues"
        )
        raise
    try:
        by_solo = {each: solo_results.find(each) for each in whole.solos}
        written = write_strength(out, whole, whole.finished(results), by_solo)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from None
    print(f"Written: {', '.join(map(str, written))}")


def _check_writable(out: Path) -> None:
    """Fail before the matches, not after them, if the page cannot be written."""
    existed = out.exists()
    try:
        out.open("a", encoding="utf-8").close()
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from None
    if not existed:
        out.unlink()


def _play(waiting: dict[LadderMatch, arena.Match], count: int, results: MatchResults, processes: int | None) -> None:
    """Play these matches under one progress bar, and print each result when the match is over."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    from tessella.cli.console import Console

    columns = (BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    console = Console(stderr=True)
    runner = arena.local(processes)
    # Text on the screen must go through the progress bar's console; text that is redirected must not.
    on_screen = console.is_terminal and sys.stdout.isatty()
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:

        def show(text: str) -> None:
            if on_screen:
                console.print(text, markup=False, soft_wrap=True)
            else:
                print(text, flush=True)

        show(f"{count} {'match' if count == 1 else 'matches'}, {count - len(waiting)} played before")
        if waiting:
            task = bar.add_task("one deal of each match, to see how long it takes", total=None)
            seconds = ladder.expected_seconds(list(waiting.values()), runner)
            bar.remove_task(task)
            number = processes or workers.cores()
            show(f"About {_duration(sum(seconds) / number)} with {number} worker{'s' if number > 1 else ''}")
            _play_all(waiting, seconds, results, runner, bar, show)


def _play_all(
    waiting: dict[LadderMatch, arena.Match],
    seconds: Sequence[float],
    stored: MatchResults,
    runner: arena.Runner,
    bar: "Progress",
    show: Print,
) -> None:
    planned, matches = list(waiting), list(waiting.values())
    task = bar.add_task(str(planned[0]), total=sum(seconds))
    done = 0
    shown = 0.0

    def progress(tally: arena.Tally) -> None:
        nonlocal shown
        if time.monotonic() < shown + EVERY:
            return
        shown = time.monotonic()
        part = seconds[done] * tally.deals / tally.match.deals
        standing = f"{planned[done]}, {tally.share(0).mean:.1%}" if tally.deals else str(planned[done])
        bar.update(task, completed=sum(seconds[:done]) + part, description=standing)

    with closing(arena.run_each(matches, runner, progress)) as results:
        for result in results:
            match = matches[done]
            stored.add(result)
            show(f"{planned[done].command(match)}\n  {ladder.read_result(planned[done], match, result.to_json())}")
            done += 1
            bar.update(task, completed=sum(seconds[:done]), description=str(planned[min(done, len(planned) - 1)]))


def _play_solos(solos: Sequence[Solo], stored: SoloResults, processes: int) -> None:
    """Play solos, and print each result when it is there."""
    from rich.progress import Progress

    from tessella.cli.console import Console

    waiting = [each for each in solos if stored.find(each) is None]
    if solos:
        count = f"{len(solos)} {'level' if len(solos) == 1 else 'levels'} alone"
        print(f"{count}, {len(solos) - len(waiting)} played before", flush=True)
    console = Console(stderr=True)
    for each in waiting:
        with Progress(console=console, transient=True, redirect_stdout=False, disable=not console.is_terminal) as bar:
            task = bar.add_task(str(each), total=each.deals)
            result = solo.play_all(each, processes, lambda done: bar.update(task, completed=done))  # noqa: B023
        stored.add(result)
        print(f"{each}\n  {result}", flush=True)


def _duration(seconds: float) -> str:
    """A duration in words."""
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"
