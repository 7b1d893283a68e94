"""Looks at many boards and choices of tiles on them: how hard they are, and what makes them so.

What `docs/conundrums.md` shows of the five levels comes from here.
"""

from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from statistics import fmean
from typing import Any

from tessella.core import Generator, TessellaError
from tessella.games.chromino.puzzles.maker import BOUNDS, MOST_PLACES, USUAL_TILES, boards, level_of, some_tiles
from tessella.games.chromino.puzzles.measure import WEIGHTS, Parts, Surroundings, together, weight
from tessella.puzzles.common import LEVELS

INK, SOFT, FILL, LINE = "#2b2420", "#7b6f63", "#e3b9a2", "#c2542d"


class StudyError(TessellaError):
    """A study that could not be made."""


def conundrums_at_random(seed: int) -> Iterator[Parts]:
    """What there is to see in conundrums as they come, nobody asking for a difficulty: one for each board."""
    rng = Generator(seed)
    while True:
        for board in boards(rng):
            around = Surroundings(board)
            measured = [around.measure(tile)[0] for tile in some_tiles(board, rng)]
            asked = [parts for parts in measured if 1 <= parts.places <= MOST_PLACES]
            number = 1 + rng.below(USUAL_TILES)
            found = together(asked[:number]) if len(asked) >= number else Parts()
            if found.places > 1:
                yield found


def table(found: Sequence[Parts]) -> str:
    """For each level how many there are, and the mean of each part: a table as Markdown has them."""
    lines = ["| level | conundrums | " + " | ".join(WEIGHTS) + " |", "|---" * (len(WEIGHTS) + 2) + "|"]
    for level in LEVELS:
        here = [parts for parts in found if level_of(parts) == level]
        means = " | ".join(f"{fmean(parts[i] for parts in here):.2f}" for i in range(len(WEIGHTS)))
        lines.append(f"| {level} | {len(here):,} | {means} |")
    return "\n".join(lines)


def draw(found: Sequence[Parts], file: Path) -> None:
    """A picture of the same: all conundrums by how hard they are, and each part by level."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise StudyError("pictures need matplotlib; to install it: pip install 'tessella[arena]'") from None
    with mpl.rc_context(
        {"svg.hashsalt": "tessella", "svg.fonttype": "none", "font.size": 8, "axes.edgecolor": SOFT, "text.color": INK}
    ):
        figure = Figure(figsize=(9.5, 4.6), layout="constrained")
        panels = figure.subplots(2, 4).flat
        _histogram(next(panels), [weight(parts) for parts in found])
        for i, name in enumerate(WEIGHTS):
            _by_level(next(panels), name, [[p[i] for p in found if level_of(p) == level] for level in LEVELS])
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    file.write_text(text.getvalue(), encoding="utf-8")


def _histogram(axes: Any, weights: Sequence[float]) -> None:
    axes.hist(weights, bins=60, range=(0, 3000), color=FILL)
    for bound in BOUNDS:
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
