"""The charts on the page about the strength of the bots, as SVG files."""

from collections.abc import Sequence

from lab.ladder import LadderResult
from tessella.arena.charts import ACCENT, GOOD, INK, SOFT, new_figure, style_axes, to_svg

WIDE = 9.5
"""Inches: the rows have long names."""


def goals(results: Sequence[LadderResult]) -> str:
    """The share in each match with a goal, beside the goal and the aim."""
    from matplotlib.ticker import PercentFormatter

    figure, axes = new_figure(0.9 + 0.36 * len(results), WIDE)
    for row, result in enumerate(results):
        planned, share = result.planned, result.share
        assert planned.goal is not None
        axes.barh([row], [share.mean], height=0.56, color=GOOD if result.reached else ACCENT, alpha=0.4)
        axes.plot([share.low, share.high], [row, row], color=INK, linewidth=1.8)
        axes.plot([planned.goal] * 2, [row - 0.4, row + 0.4], color=INK, linewidth=2.2)
        if planned.aim is not None:
            axes.plot([planned.aim] * 2, [row - 0.4, row + 0.4], color=SOFT, linewidth=1.4, linestyle=(0, (1.5, 1.2)))
        axes.text(0.01, row, f"{share.mean:.1%}", ha="left", va="center", color=INK, fontsize=9)
    axes.set_yticks(range(len(results)), [str(result.planned) for result in results])
    axes.set_ylim(len(results) - 0.4, -0.6)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.grid(False, axis="y")
    axes.set_xlabel("share of the wins, with 95 % interval; upright the goal, dotted the aim")
    label = "Share of the wins in each match with a goal, with 95 % intervals, the goal and the aim"
    return to_svg(figure, "goals", label, alone=True)


def rungs(results: Sequence[LadderResult], pairs: Sequence[str]) -> str:
    """Each level against the one below it, by all variants: a column for each pair, a row for each variant."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import PercentFormatter

    names = [(result.planned.game, result.planned.variant) for result in results]
    rows = {name: row for row, name in enumerate(dict.fromkeys(names))}
    figure = Figure(figsize=(WIDE, 1.0 + 0.25 * len(rows)), layout="constrained")
    for axes, bots in zip(figure.subplots(1, len(pairs), sharey=True), pairs, strict=True):
        style_axes(axes)
        for name, result in zip(names, results, strict=True):
            if result.planned.bots != bots:
                continue
            row, even, share = rows[name], result.planned.even, result.share
            colour = GOOD if result.better else ACCENT if result.worse else SOFT
            axes.plot([even] * 2, [row - 0.36, row + 0.36], color=INK, linewidth=1.2)
            axes.plot([share.low, share.high], [row, row], color=colour, linewidth=2.4, alpha=0.6)
            axes.plot([share.mean], [row], "o", color=colour, markersize=4.5)
        axes.set_title(" – ".join(bots.split()), color=INK, fontsize=10)
        axes.set_yticks(range(len(rows)), [f"{game.capitalize()}, {variant}" for game, variant in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlim(0, 1)
        axes.set_xticks([0, 0.5, 1])
        axes.tick_params(axis="x", labelsize=8)
        axes.xaxis.set_major_formatter(PercentFormatter(1))
    figure.supxlabel("share of the wins, with 95 % interval; upright where all would be even", color=SOFT, fontsize=10)
    return to_svg(figure, "rungs", "Each level against the one below it, by all variants", alone=True)
