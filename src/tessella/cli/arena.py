"""`tessella arena`: bots play many games against each other, to see which is stronger and by how much."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tessella import arena
from tessella.arena import charts
from tessella.cli import UsageError
from tessella.cli.setting import add_options, chosen, print_json
from tessella.core.source import warnings
from tessella.core.validation import listing

GAMES = 2000
"""The default number of games of each pairing."""
NAME_WIDTH = 17
PAIR_WIDTH = 9
"""The widest name of a bot in each table, so that both fit 80 columns."""
EVERY = 0.3
"""Seconds between two running results."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--bots",
        metavar="BOT",
        nargs="+",
        required=True,
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
        "bot is better",
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
    parser.add_argument("--workers", metavar="N", type=int, help="how many processes play (default: one for each core)")
    parser.add_argument("--cluster", metavar="URL", help="play on a Dask cluster, like tcp://127.0.0.1:8786")
    parser.add_argument("--report", metavar="DIR", help="write a page with charts into this folder")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_options(parser)


def run(args: argparse.Namespace) -> None:
    """Play, and print the result."""
    if args.workers is not None and not 1 <= args.workers <= 1000:
        raise UsageError("--workers is a number from 1 to 1000")
    if args.workers is not None and args.cluster is not None:
        raise UsageError("a cluster has its own workers: give --workers or --cluster, not both")
    game, options = chosen(args)
    games = GAMES if args.games is None else args.games
    stop_early = args.games is None if args.stop_early is None else args.stop_early
    match = arena.make_match(game, options, tuple(args.bots), games, args.seed)
    if args.report is not None:
        charts.require()
        _check_writable(Path(args.report))
    for warning in warnings():
        print(warning, file=sys.stderr)
    if args.seed is not None and match.has_programs:
        print(arena.KNOWN_SEED, file=sys.stderr)
    runner = arena.local(args.workers) if args.cluster is None else arena.cluster(args.cluster)
    result = _play(match, runner, stop_early)
    if args.report is not None and not result.interrupted:
        changed = _play_changed(arena.variations(match), runner)
        page = arena.write_report(Path(args.report), result, changed)
    for bot in result.lost_by_forfeits:
        games = sum(each.games for each in bot.forfeits)
        print(f"{bot.name} forfeited {games:,} of {result.games:,} games: {bot.forfeits[0]}", file=sys.stderr)
    if args.json:
        print_json(result.to_json())
    else:
        _show(result)
    if result.interrupted:
        raise KeyboardInterrupt
    if args.report is not None and not args.json:
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


def _play(match: arena.Match, runner: arena.Runner, stop_early: bool) -> arena.Result:
    """Play the match. On a terminal, a progress bar shows the leading bot."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from tessella.cli.console import Console

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
            bar.update(task, completed=tally.games, description=_standing(tally))

        return arena.run(match, runner, stop_early=stop_early, progress=progress)


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


def _standing(tally: arena.Tally) -> str:
    """The leading bot and its share so far."""
    if not tally.deals:
        return "Playing"
    shares = [tally.share(bot) for bot in range(len(tally.match.bots))]
    lead = max(range(len(shares)), key=lambda bot: shares[bot].mean)
    reach = (shares[lead].high - shares[lead].low) / 2
    from rich.markup import escape

    return f"{escape(tally.match.labels[lead])} {shares[lead].mean:.1%} ± {reach:.1%}"


def shorten(names: Sequence[str], width: int) -> list[str]:
    """Names that fit a column: shortened in the middle, and numbered where two would be alike."""
    short = [name if len(name) <= width else f"{name[: width // 2]}…{name[1 + width // 2 - width :]}" for name in names]
    alike = [i for i, name in enumerate(short) if short.count(name) > 1]
    for i in alike:
        number = f"#{i + 1}"
        short[i] = short[i][: width - len(number)] + number
    return short


def _show(result: arena.Result) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    from tessella.cli.console import Console

    console = Console()
    match = result.match
    stopped = ", stopped early as every difference is certain" if result.stopped_early else ""
    stopped = f", interrupted before all {match.deals:,} deals were played" if result.interrupted else stopped
    names = shorten([bot.name for bot in result.bots], NAME_WIDTH)
    options = dict(match.options)
    console.print(
        f"[bold]{match.game.capitalize()}[/bold], {options['edition']}, {match.players} players: "
        f"{result.games:,} games ({result.deals:,} deals, seats rotated){stopped}"
    )
    bots = Table(box=box.SIMPLE_HEAD)
    bots.add_column("bot")
    for head in ("wins", result.interval, "rating", "95 % interval", "ms a decision"):
        bots.add_column(head, justify="right")
    for bot in sorted(result.bots, key=lambda bot: -bot.rating.value):
        bots.add_row(
            escape(names[result.bots.index(bot)]),
            f"[bold]{bot.share.mean:.1%}[/bold]",
            f"{bot.share.low:.1%} – {bot.share.high:.1%}",
            f"[bold]{bot.rating.value:.0f}[/bold]",
            f"{bot.rating.low:.0f} – {bot.rating.high:.0f}".replace("inf", "∞"),
            f"{bot.milliseconds:.3f}",
        )
    console.print(bots)
    pairs = Table(box=box.SIMPLE_HEAD)
    pairs.add_column("pair")
    for head in ("share", result.interval, "won / shared / lost", ""):
        pairs.add_column(head, justify="right")
    halves = shorten([bot.name for bot in result.bots], PAIR_WIDTH)
    for pair in result.pairs:
        pairs.add_row(
            escape(f"{halves[pair.one]} – {halves[pair.other]}"),
            f"[bold]{pair.share.mean:.1%}[/bold]",
            f"{pair.share.low:.1%} – {pair.share.high:.1%}",
            f"{pair.wins:,} / {pair.ties:,} / {pair.losses:,}",
            "certain" if pair.decided else "open",
        )
    console.print(pairs)
    for bot in result.bots:
        if bot.forfeits:
            games = sum(each.games for each in bot.forfeits)
            console.print(f"{bot.name} forfeited {games:,} games:", markup=False)
            for each in bot.forfeits[: arena.MOST_REASONS]:
                console.print(f"  {each}", markup=False)
    first = result.places[0]
    console.print(
        f"Who begins wins {first.mean:.1%} ({first.low:.1%} – {first.high:.1%}; even: {1 / len(result.places):.1%}). "
        f"A game takes {result.length:.1f} actions. Seed: {match.seed}"
    )
    if result.stopped_early:
        console.print(arena.EARLY)
