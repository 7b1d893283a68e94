"""`tessella arena`: bots play many games against each other, to see which is stronger and by how much."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tessella import arena
from tessella.arena import charts
from tessella.arena.process import StderrFile
from tessella.arena.stored import GAMES as GAMES_FOLDER
from tessella.arena.stored import StoredMatch
from tessella.arena.tally import TaskResult
from tessella.cli import UsageError, arena_match
from tessella.cli.setting import add_options, print_json
from tessella.core.source import warnings
from tessella.core.validation import listing

GAMES = 2000
"""The default number of games of each pairing."""
MOST_GAMES = 1_000_000
"""The most games that a test may take, without --games."""
EVERY = 0.3
"""Seconds between two running results."""

Store = Callable[[TaskResult], None]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--bots",
        metavar="BOT",
        nargs="+",
        help="two or more, like master steady random; master:500 plays 500 playouts for a choice, master:50ms as many "
        "as fit into so much CPU time. A name with a slash or a space is a program of your own, like ./mybot, "
        "'node bot.js' or ./mybot:200ms (see docs/bots.md). With more bots than seats, all meet all; with fewer, the "
        "last one fills the other seats",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=int,
        help=f"how many games each pairing plays; without it at most {GAMES}, and fewer as soon as it is certain which "
        f"bot is better (with --sprt: at most {MOST_GAMES})",
    )
    parser.add_argument(
        "--seed",
        metavar="TEXT",
        help="the same seed, the same result, unless a bot's budget is time (default: "
        f"{arena.USUAL_SEED}; with a program of your own a fresh secret one, as it could deal the same games)",
    )
    parser.add_argument(
        "--stop-early",
        action=argparse.BooleanOptionalAction,
        help="end as soon as it is certain for every pair which bot is better (default: only without --games)",
    )
    parser.add_argument(
        "--sprt",
        metavar=("ELO0", "ELO1"),
        nargs=2,
        type=float,
        help="test whether the first of two bots is ELO1 points stronger than the second, or only ELO0, like 0 20, and "
        "end as soon as that is decided",
    )
    parser.add_argument(
        "--alpha", metavar="P", type=float, help="how often --sprt may wrongly accept ELO1 (default: 0.05)"
    )
    parser.add_argument(
        "--beta", metavar="P", type=float, help="how often --sprt may wrongly accept ELO0 (default: 0.05)"
    )
    parser.add_argument(
        "--save",
        metavar="FOLDER",
        help="write every game as a record into this new folder, and the match itself, so that --resume can go on",
    )
    parser.add_argument(
        "--resume", metavar="FOLDER", help="go on with the interrupted match in this folder; it is as it began"
    )
    parser.add_argument(
        "--stderr", metavar="FILE", help="append all that programs print on their standard error to this file"
    )
    parser.add_argument("--workers", metavar="N", type=int, help="how many processes play (default: one for each core)")
    parser.add_argument("--cluster", metavar="URL", help="play on a Dask cluster, like tcp://127.0.0.1:8786")
    parser.add_argument("--report", metavar="DIR", help="write a page with charts into this folder")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_options(parser)
    parser.set_defaults(game=None)  # --resume tells a game that is named from one that is not


def run(args: argparse.Namespace) -> None:
    """Play, and print the result."""
    if args.workers is not None and not 1 <= args.workers <= 1000:
        raise UsageError("--workers is a number from 1 to 1000")
    if args.workers is not None and args.cluster is not None:
        raise UsageError("a cluster has its own workers: give --workers or --cluster, not both")
    stored = arena_match.begin(args, GAMES, MOST_GAMES) if args.resume is None else arena_match.reopen(args)
    match = stored.match
    keep = arena.Keep(stored.records, _stderr(args, match))
    runner = arena.local(args.workers) if args.cluster is None else arena.cluster(args.cluster)
    if args.report is not None:
        charts.require()
        _check_writable(Path(args.report))
    if args.resume is not None:
        played = stored.go_on()
    else:
        played = []
        if args.save is not None:
            stored.create()
    for warning in warnings():
        print(warning, file=sys.stderr)
    if match.has_programs and args.seed is not None:
        print(arena.KNOWN_SEED, file=sys.stderr)
    elif match.has_programs and stored.is_open:
        print(
            f"warning: a program could read the seed of the match in {stored.folder}",
            file=sys.stderr,
        )
    parts: list[TaskResult] = []
    try:
        result = _play(stored, runner, keep, played, stored.add if stored.is_open else parts.append)
    finally:
        stored.close()
    if result.interrupted:
        arena_match.print_resume(stored, parts)
    if args.report is not None and not result.interrupted:
        changed = _play_changed(arena.variations(match), runner)
        page = arena.write_report(Path(args.report), result, changed)
    for bot in result.lost_by_forfeits:
        games = sum(each.games for each in bot.forfeits)
        print(f"{bot.name} forfeited {games:,} of {result.games:,} games: {bot.forfeits[0]}", file=sys.stderr)
    if args.json:
        print_json(result.to_json())
    else:
        from tessella.cli.arena_tables import show

        show(result)
    if result.interrupted:
        raise KeyboardInterrupt
    if not args.json:
        if stored.records:
            print(f"The records: {stored.folder / GAMES_FOLDER}")
        if args.report is not None:
            print(f"The report: {page}")
    if result.lost_by_forfeits:
        names = listing(bot.name for bot in result.lost_by_forfeits)
        raise UsageError(f"the match says nothing about {names}, which lost by forfeits: see above")


def _check_writable(folder: Path) -> None:
    """Fail before the match, not after it, if the report cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "index.html").touch()
    except OSError as error:
        raise UsageError(f"cannot write a report into {folder}: {error.strerror}") from None


def _stderr(args: argparse.Namespace, match: arena.Match) -> str | None:
    """The file for the standard error of programs; it must be possible to write it."""
    if args.stderr is None:
        return None
    if not match.has_programs:
        raise UsageError("--stderr is for bots that are programs, like ./mybot: none plays in this match")
    if args.cluster is not None:
        raise UsageError("--stderr writes on this machine, and the programs run on the workers of the cluster")
    file = Path(args.stderr).absolute()
    StderrFile(file).check()
    return str(file)


def _play(
    stored: StoredMatch, runner: arena.Runner, keep: arena.Keep, played: list[TaskResult], store: Store
) -> arena.Result:
    """Play the match. On a terminal, a progress bar shows the leading bot."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from tessella.cli.console import Console

    match = stored.match
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    total = match.deals * match.players * len(match.lineups)
    shown = 0.0
    console = Console(stderr=True)
    quiet = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=quiet) as bar:
        task = bar.add_task("Playing", total=total)

        def progress(tally: arena.Tally) -> None:
            nonlocal shown
            if quiet or time.monotonic() < shown + EVERY:
                return
            shown = time.monotonic()
            bar.update(task, completed=tally.games, description=_standing(tally, stored.sprt))

        return arena.run(
            match,
            runner,
            stop_early=stored.stop_early,
            sprt=stored.sprt,
            progress=progress,
            keep=keep,
            played=played,
            store=store,
        )


def _play_changed(matches: dict[str, arena.Match], runner: arena.Runner) -> dict[str, arena.Result]:
    """Play the variations of the match, for the report."""
    from rich.progress import Progress

    from tessella.cli.console import Console

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("With other options", total=len(matches))

        def progress(tally: arena.Tally) -> None:
            if tally.deals == tally.match.deals:
                bar.advance(task)

        results = arena.run_all(list(matches.values()), runner, progress)
    return dict(zip(matches, results, strict=True))


def _standing(tally: arena.Tally, sprt: arena.Sprt | None) -> str:
    """The state of the test, or the leading bot and its share so far."""
    if not tally.deals:
        return "Playing"
    if sprt is not None:
        low, high = sprt.bounds
        return f"log-likelihood ratio {sprt.test(tally).ratio:.2f} ({low:.2f} to {high:.2f})"
    shares = [tally.share(bot) for bot in range(len(tally.match.bots))]
    lead = max(range(len(shares)), key=lambda bot: shares[bot].mean)
    reach = (shares[lead].high - shares[lead].low) / 2
    from rich.markup import escape

    return f"{escape(tally.match.labels[lead])} {shares[lead].mean:.1%} ± {reach:.1%}"
