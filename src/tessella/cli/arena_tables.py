"""The result of a match as tables on the terminal, for `tessella arena`."""

from collections.abc import Sequence

from rich import box
from rich.markup import escape
from rich.table import Table

from tessella import arena
from tessella.cli.console import Console

NAME_WIDTH = 17
PAIR_WIDTH = 9
"""The widest name of a bot in each table, so that both fit 80 columns."""


def shorten(names: Sequence[str], width: int) -> list[str]:
    """Names that fit a column: shortened in the middle, and numbered where two would be alike."""
    short = [name if len(name) <= width else f"{name[: width // 2]}…{name[1 + width // 2 - width :]}" for name in names]
    alike = [i for i, name in enumerate(short) if short.count(name) > 1]
    for i in alike:
        number = f"#{i + 1}"
        short[i] = short[i][: width - len(number)] + number
    return short


def show(result: arena.Result) -> None:
    """Print the result."""
    console = Console()
    match = result.match
    stopped = f", {_how_it_ended(result)}" if _how_it_ended(result) else ""
    names = shorten([bot.name for bot in result.bots], NAME_WIDTH)
    options = dict(match.options)
    console.print(
        f"[bold]{match.game.capitalize()}[/bold], {options['edition']}, {match.players} players: "
        f"{result.games:,} games ({result.deals:,} deals, seats rotated){stopped}"
    )
    bots = Table(box=box.SIMPLE_HEAD)
    bots.add_column("bot")
    for head in ("wins", result.interval, "rating", "95 % interval", "ms each"):
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
    if result.sprt is not None and result.tested is not None:
        console.print(result.sprt.describe(result.tested, names), markup=False)
    elif result.stopped_early:
        console.print(arena.EARLY)


def _how_it_ended(result: arena.Result) -> str:
    """Why not all games were played; empty if they were."""
    if result.interrupted:
        return f"interrupted before all {result.match.deals:,} deals were played"
    if not result.stopped_early:
        return ""
    return "ended by the test" if result.sprt is not None else "stopped early as every difference is certain"
