"""Measures many conundrums of Chromino: how hard they are, and why.

The table and the chart of the five levels in `docs/conundrums.md` come from here.
"""

from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple

from lab.attention import mean_seconds
from tessella.core import Generator, TessellaError
from tessella.core.extras import how_to_install
from tessella.games import GAMES
from tessella.games.chromino.puzzles.kinds import KINDS
from tessella.games.chromino.puzzles.maker import boards
from tessella.games.chromino.puzzles.measure import WEIGHTS, Parts, Surroundings, together, weight
from tessella.games.chromino.puzzles.places import LOOKED_AT, MOST_PLACES, USUAL_TILES
from tessella.games.chromino.tiles import TILES
from tessella.puzzles import PLACES
from tessella.puzzles.common import LEVELS

KIND = KINDS[PLACES]
INK, SOFT, FILL, LINE = "#2b2420", "#7b6f63", "#e3b9a2", "#c2542d"


class StudyError(TessellaError):
    """The study cannot run here."""


def conundrums_at_random(seed: int) -> Iterator[Parts]:
    """The measured parts of conundrums of any difficulty, one conundrum for each board."""
    rng = Generator(seed)
    while True:
        for board in boards(rng, *KIND.sizes[None]):
            around = Surroundings(board)
            rest = [tile for tile in TILES if tile not in {lay.tile for lay in board}]
            rng.shuffle(rest)
            measured = [around.measure(tile)[0] for tile in rest[:LOOKED_AT]]
            usable = [parts for parts in measured if 1 <= parts.places <= MOST_PLACES]
            number = 1 + rng.below(USUAL_TILES)
            parts = together(usable[:number]) if len(usable) >= number else Parts()
            if parts.places > 1:
                yield parts


def level_of(parts: Parts) -> int:
    """The level of difficulty."""
    return 1 + sum(weight(parts) >= bound for bound in KIND.bounds)


def table(conundrums: Sequence[Parts]) -> str:
    """A Markdown table: for each level the number of conundrums, and the mean of each part."""
    lines = ["| level | conundrums | " + " | ".join(WEIGHTS) + " |", "|---" * (len(WEIGHTS) + 2) + "|"]
    for level in LEVELS:
        members = [parts for parts in conundrums if level_of(parts) == level]
        means = " | ".join(f"{fmean(parts[i] for parts in members):.2f}" for i in range(len(WEIGHTS)))
        lines.append(f"| {level} | {len(members):,} | {means} |")
    return "\n".join(lines)


class Felt(NamedTuple):
    """Conundrums of a level, and the model of a person who solves them."""

    level: int
    tiles: tuple[float, int, int]
    """On the board: the mean, the fewest and the most."""
    places: float
    """Placements in the answers, on average."""
    seconds: tuple[float, float, float]
    """The median of the person's time, and the tenth and the ninetieth hundredth."""


def felt(game: str, kind: str, count: int) -> list[Felt]:
    """So many conundrums of each level, solved by the model."""
    levels = []
    puzzles = GAMES[game].puzzles
    assert puzzles is not None
    for level in LEVELS:
        made = list(puzzles.series("study", count, kind, level))
        sizes = [len(each.board) for each in made]
        times = sorted(mean_seconds(each, number) for number, each in enumerate(made))
        low, high = times[len(times) // 10], times[-1 - len(times) // 10]
        answers = fmean(sum(map(len, each.solve().values())) for each in made)
        levels.append(Felt(level, (fmean(sizes), min(sizes), max(sizes)), answers, (median(times), low, high)))
    return levels


def felt_table(levels: Sequence[Felt]) -> str:
    """The same as a Markdown table."""
    lines = ["| level | pieces on the board | placements | the model's seconds |", "|---|---|---|---|"]
    for level, (mean, fewest, most), places, (middle, low, high) in levels:
        lines.append(f"| {level} | {mean:.1f} ({fewest}–{most}) | {places:.1f} | {middle:.0f} ({low:.0f}–{high:.0f}) |")
    return "\n".join(lines)


def draw(conundrums: Sequence[Parts], file: Path) -> None:
    """Draw a chart of the same: a histogram of the weights, and each part by level."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise StudyError(f"charts need matplotlib; to install it: {how_to_install('arena')}") from None
    with mpl.rc_context(
        {"svg.hashsalt": "tessella", "svg.fonttype": "none", "font.size": 8, "axes.edgecolor": SOFT, "text.color": INK}
    ):
        figure = Figure(figsize=(9.5, 4.6), layout="constrained")
        panels = figure.subplots(2, 4).flat
        _histogram(next(panels), [weight(parts) for parts in conundrums])
        for i, name in enumerate(WEIGHTS):
            _by_level(next(panels), name, [[p[i] for p in conundrums if level_of(p) == level] for level in LEVELS])
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    file.write_text(text.getvalue(), encoding="utf-8")


def _histogram(axes: Any, weights: Sequence[float]) -> None:
    axes.hist(weights, bins=60, range=(0, 3000), color=FILL)
    for bound in KIND.bounds:
        axes.axvline(bound, color=LINE, linewidth=0.8)
    axes.set_title("weight, and where levels end")


def _by_level(axes: Any, name: str, counts: Sequence[Sequence[int]]) -> None:
    """The middle half of each level as a box, the middle as a line, the mean as a dot."""
    axes.boxplot(
        [list(each) for each in counts], showfliers=False, showmeans=True, patch_artist=True, widths=0.6,
        boxprops={"facecolor": FILL, "edgecolor": SOFT}, medianprops={"color": LINE},
        meanprops={"marker": "o", "markerfacecolor": INK, "markeredgecolor": INK, "markersize": 3},
        whiskerprops={"color": SOFT}, capprops={"color": SOFT},
    )  # fmt: skip
    axes.set_title(name)
