"""What a picture of Chromino is made of and where it goes, whatever it is drawn with: lengths and points alone."""

from collections import Counter
from collections.abc import Sequence
from math import ceil, cos, pi, sin, sqrt

from tessella.drawing import canvas as drawing
from tessella.drawing.canvas import Box
from tessella.games.chromino.notation import RIGHT, Lay

CELL = 40
"""The side of a cell of the board, in the units of the picture."""
LONG = 3 * CELL
MIDDLE = CELL / 2
SQUARE_INSET = 3.5
SQUARE_RADIUS = 5
DISC = 8.5
"""The radius of blue's sign, the only one without corners."""
WHEEL = "RYGBP"
"""The sectors of the wild square, clockwise from the top."""
WHEEL_RADIUS = 14.5
HUB_RADIUS = 4.2

_GHOST_INSET = 3
_CROWDED_RADIUS = 8.5

Point = tuple[float, float]


def corners(letter: str) -> list[Point]:
    """The corners of a colour's sign in the middle of a cell; signs are about equal in area, so that none shouts."""
    m = MIDDLE
    match letter:
        case "G":
            return [(m, m - 9.5), (m + 10, m + 7.5), (m - 10, m + 7.5)]
        case "R":
            return [(m, m - 10.5), (m + 10.5, m), (m, m + 10.5), (m - 10.5, m)]
        case "Y":
            spokes = [(11 if i % 2 == 0 else 4.9, i * pi / 5) for i in range(10)]
            return [(m + r * sin(turn), m + 0.7 - r * cos(turn)) for r, turn in spokes]
        case "P":
            arm, end = 3.5, 9.5
            quarter = [(-arm, -end), (arm, -end), (arm, -arm)]
            turned = [
                quarter,
                [(-y, x) for x, y in quarter],
                [(-x, -y) for x, y in quarter],
                [(y, -x) for x, y in quarter],
            ]
            return [(m + x, m + y) for part in turned for x, y in part]
    raise ValueError(f"{letter!r} has no sign with corners")


def box_of(lay: Lay) -> Box:
    """A tile's place."""
    width, height = (LONG, CELL) if lay.direction == RIGHT else (CELL, LONG)
    return lay.x * CELL, lay.y * CELL, width, height


def ghost_boxes(ghosts: Sequence[Lay]) -> list[Box]:
    """Where free places go; one that runs along another is a little smaller, so that their lines do not mix."""
    levels: dict[Lay, int] = {}
    for lay in ghosts:
        along = {level for other, level in levels.items() if _runs_along(lay, other)}
        levels[lay] = next(level for level in range(len(ghosts)) if level not in along)
    return [drawing.inset(box_of(lay), _GHOST_INSET + 2 * min(levels[lay], 3)) for lay in ghosts]


def _runs_along(lay: Lay, other: Lay) -> bool:
    dx, dy = lay.x - other.x, lay.y - other.y
    if lay.direction == RIGHT:
        dx, dy = dy, dx
    return lay.direction == other.direction and dx == 0 and 0 < abs(dy) < 3


def badge_spots(ghosts: Sequence[Lay]) -> list[tuple[int, float, float, float]]:
    """A number for every ghost, its x, y and radius; as ghosts may cover each other, where the fewest others are."""
    covered = Counter((x, y) for lay in ghosts for x, y, _ in lay.cells())
    placed: dict[tuple[int, int], list[int]] = {}
    for place, lay in enumerate(ghosts, 1):
        first, middle, end = ((x, y) for x, y, _ in lay.cells())
        cell = min((middle, first, end), key=lambda c: (len(placed.get(c, ())), covered[c]))
        placed.setdefault(cell, []).append(place)
    return sorted(
        (place, *spot)
        for cell, here in placed.items()
        for place, spot in zip(here, _spots(cell, len(here)), strict=True)
    )


def _spots(cell: tuple[int, int], count: int) -> list[tuple[float, float, float]]:
    """Where `count` numbers go in a cell, and how large: one in the middle, more in a grid."""
    x, y = cell[0] * CELL + MIDDLE, cell[1] * CELL + MIDDLE
    if count == 1:
        return [(x, y, drawing.BADGE_RADIUS)]
    across = ceil(sqrt(count))
    down = ceil(count / across)
    step = (CELL - 2) / across
    radius = min(_CROWDED_RADIUS, step / 2 - 0.25)
    return [
        (x + (i % across - (across - 1) / 2) * step, y + (i // across - (down - 1) / 2) * step, radius)
        for i in range(count)
    ]
