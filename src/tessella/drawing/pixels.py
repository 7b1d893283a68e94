"""What the pixel pictures of all games share: the table, grids of points, shapes and colours."""

from tessella.core.extras import needed
from tessella.drawing.canvas import LIGHT

with needed("research", "a picture of pixels", "numpy"):
    import numpy as np
    from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Shape = NDArray[np.bool_]


def table(side: int) -> Pixels:
    pixels = np.empty((side, side, 3), np.uint8)
    pixels[:] = rgb(LIGHT.table[0])
    return pixels


def grid(cell: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """x and y of the middle of each pixel of a cell, from -0.5 to 0.5."""
    middle = (np.arange(cell) + 0.5) / cell - 0.5
    return np.broadcast_to(middle, (cell, cell)), np.broadcast_to(middle[:, None], (cell, cell))


def inside_polygon(x: NDArray[np.float64], y: NDArray[np.float64], corners: list[tuple[float, float]]) -> Shape:
    """Which points are within a polygon: those from which a ray crosses its rim an odd number of times."""
    inside = np.zeros(x.shape, bool)
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if ay != by:
            inside ^= ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return inside


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
