"""The charts of a report, as SVG that takes its colours from the page around it."""

import re
from collections.abc import Sequence
from io import StringIO
from math import isinf
from typing import Any

from tessella.arena.figures import Estimate
from tessella.arena.play import ArenaError
from tessella.arena.result import Result
from tessella.arena.variations import length_of
from tessella.core.extras import how_to_install

COLOURS = {
    "ink": "#2b2420",
    "soft": "#7b6f63",
    "card": "#fffaf1",
    "line": "#dccfb9",
    "accent": "#c2542d",
    "good": "#1d7a4f",
}
"""The page's colours by its names for them. A chart is drawn in these, then they are replaced by the names."""
INK, SOFT, CARD, LINE, ACCENT, GOOD = COLOURS.values()
WIDTH = 7.0


def require() -> None:
    """Fail if the library for charts is missing. Call it before a match, not after it."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise ArenaError(f"charts need matplotlib; to install it: {how_to_install('arena')}") from None


def matrix(result: Result) -> str:
    """The share of the wins of each bot against each other."""
    names = [bot.name for bot in result.bots]
    count = len(names)
    figure, axes = new_figure(max(1.6 + 0.62 * count, 2.4))
    for pair in result.pairs:
        for row, column, share in (
            (pair.one, pair.other, pair.share.mean),
            (pair.other, pair.one, 1 - pair.share.mean),
        ):
            better = share >= 0.5
            strength = min(abs(share - 0.5) * 1.2, 0.5)
            axes.fill_between(
                [column - 0.48, column + 0.48], row - 0.46, row + 0.46, color=GOOD if better else ACCENT,
                alpha=strength, linewidth=0,
            )  # fmt: skip
            axes.text(column, row, f"{share:.1%}", ha="center", va="center", color=INK, fontsize=10)
    axes.set_xlim(-0.5, count - 0.5)
    axes.set_ylim(count - 0.5, -0.5)
    axes.set_xticks(range(count), names, rotation=25 if count > 4 else 0)
    axes.set_yticks(range(count), names)
    axes.xaxis.tick_top()
    axes.grid(False)
    return to_svg(figure, "matrix", "Matrix of results: the share of the wins of each row against each column")


def ratings(result: Result) -> str:
    """The ratings with their intervals, the strongest on top."""
    bots = sorted(result.bots, key=lambda bot: bot.rating.value)
    figure, axes = new_figure(0.9 + 0.42 * len(bots))
    ends = [end for bot in bots for end in (bot.rating.low, bot.rating.value, bot.rating.high) if not isinf(end)]
    for row, bot in enumerate(bots):
        # An interval without an end reaches beyond all others.
        low, high = max(bot.rating.low, min(ends) - 200), min(bot.rating.high, max(ends) + 200)
        axes.plot([low, high], [row, row], color=ACCENT, linewidth=2.4, alpha=0.6)
        axes.plot([bot.rating.value], [row], "o", color=ACCENT, markersize=7)
        axes.annotate(
            f"{bot.rating.value:.0f}", (bot.rating.value, row), (0, 7), textcoords="offset points", ha="center",
            color=INK, fontsize=9,
        )  # fmt: skip
    axes.set_yticks(range(len(bots)), [bot.name for bot in bots])
    axes.set_ylim(-0.6, len(bots) - 0.2)
    axes.set_xlabel("rating (400 points are ten to one)")
    return to_svg(figure, "ratings", "Ratings of the bots with 95 % intervals")


def lengths(result: Result) -> str:
    """A histogram of the lengths of the games."""
    figure, axes = new_figure(2.6)
    longest = result.lengths[-1][0]
    step = max(1, -(-longest // 45))
    bars: dict[int, int] = {}
    for length, games in result.lengths:
        bars[length // step] = bars.get(length // step, 0) + games
    axes.bar([(bar + 0.5) * step for bar in bars], list(bars.values()), width=0.88 * step, color=ACCENT, alpha=0.75)
    axes.axvline(result.length, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    axes.set_xlabel(f"actions in a game; {result.length:.1f} on the average")
    axes.set_ylabel("games")
    return to_svg(figure, "lengths", "Histogram of the lengths of games")


def order(result: Result) -> str:
    """The share of the wins by the position in the order of play."""
    figure, axes = new_figure(2.6)
    _shares(axes, [str(place) for place in range(1, len(result.places) + 1)], result.places)
    axes.axhline(1 / len(result.places), color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    axes.set_xlabel("place in the order of play; 1 begins")
    axes.set_ylabel("share of the wins")
    return to_svg(figure, "order", f"Share of the wins by the order of play, with {result.interval}s")


def options(results: Sequence[tuple[str, Result]]) -> str:
    """How each changed option affects the length of a game, and the advantage of the first seat."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, 1.1 + 0.3 * len(results)), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    rows = range(len(results))
    lengths = [length_of(result) for _, result in results]
    left.barh(rows, [length.mean for length in lengths], height=0.62, color=ACCENT, alpha=0.75)
    for row, length in zip(rows, lengths, strict=True):
        left.plot([length.low, length.high], [row, row], color=INK, linewidth=1.6)
    left.set_xlim(0, 1.5 * max(length.mean for length in lengths))  # the interval of a few deals may be much longer
    left.set_xlabel("actions in a game")
    for row, (_, result) in zip(rows, results, strict=True):
        first, even = result.places[0], 1 / len(result.places)
        right.plot(
            [100 * (first.low - even), 100 * (first.high - even)], [row, row], color=GOOD, linewidth=2.4, alpha=0.6
        )
        right.plot([100 * (first.mean - even)], [row], "o", color=GOOD, markersize=6)
    right.axvline(0, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    right.set_xlabel("advantage of who begins, in points of %")
    left.set_yticks(rows, [label for label, _ in results])
    left.invert_yaxis()
    for axes in (left, right):
        style_axes(axes)
    return to_svg(
        figure,
        "options",
        "For each changed option the length of a game and the advantage of who begins, with intervals",
    )


def _shares(axes: Any, names: Sequence[str], shares: Sequence[Estimate]) -> None:
    for x, share in enumerate(shares):
        axes.bar([x], [share.mean], width=0.6, color=GOOD, alpha=0.45)
        axes.plot([x, x], [share.low, share.high], color=INK, linewidth=1.6)
        axes.text(x, 0.02, f"{share.mean:.1%}", ha="center", va="bottom", color=INK, fontsize=10)
    axes.set_xticks(range(len(names)), names)


def new_figure(height: float, width: float = WIDTH) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    style_axes(axes)
    return figure, axes


def style_axes(axes: Any) -> None:
    axes.set_facecolor("none")
    axes.grid(True, color=LINE, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(colors=SOFT, labelcolor=INK, length=0)
    axes.xaxis.label.set_color(SOFT)
    axes.yaxis.label.set_color(SOFT)
    for spine in axes.spines.values():
        spine.set_visible(False)


def to_svg(figure: Any, name: str, label: str, alone: bool = False) -> str:
    """The figure as an SVG element for a page: with named colours, text as text, and ids that are unique on the page.

    If it is `alone` in a file, it keeps its own colours and size, and has a background.
    """
    import matplotlib

    figure.patch.set_facecolor(CARD if alone else "none")
    out = StringIO()
    # With a fixed salt the same chart is the same text.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", text)
    if not alone:
        text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
        text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
        for variable, colour in COLOURS.items():
            text = text.replace(colour, f"var(--{variable})")
    return text.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
