"""A Chromino board as pixels, in the colours of the SVG pictures."""

from functools import cache

from tessella.core.extras import needed
from tessella.drawing.canvas import LIGHT
from tessella.drawing.pixels import Pixels, grid, inside_polygon, rgb, table
from tessella.games.chromino.drawing import shapes
from tessella.games.chromino.drawing.svg import PALETTES
from tessella.games.chromino.tiles import WILD
from tessella.games.chromino.view import View

with needed("research", "a picture of pixels", "numpy"):
    import numpy as np

REACH = 24
"""How far from the middle a picture goes, in squares."""
CELL = 12
"""The side of a square."""


def board_pixels(view: View) -> Pixels:
    """The board as rows, columns, and red, green and blue."""
    side = (2 * REACH + 1) * CELL
    pixels = table(side)
    last = len(view.board) - 1
    for number, lay in enumerate(view.board):
        accent = number == last > 0
        for x, y, letter in lay.cells():
            if max(abs(x), abs(y)) <= REACH:
                top, left = (y + REACH) * CELL, (x + REACH) * CELL
                pixels[top : top + CELL, left : left + CELL] = _square(letter, accent)
    return pixels


@cache
def _square(letter: str, accent: bool) -> Pixels:
    """A square of a tile: its ground within an edge, and the sign of its colour."""
    look, colours = LIGHT, PALETTES["game"]
    cell = np.empty((CELL, CELL, 3), np.uint8)
    cell[:] = rgb(look.accent if accent else look.edge)
    cell[1:-1, 1:-1] = rgb(look.body)
    x, y = grid(CELL)
    if letter == WILD:
        turns = ((np.arctan2(x, -y) / (2 * np.pi)) % 1 * len(shapes.WHEEL)).astype(int)
        wheel = np.array([rgb(colours.grounds[each]) for each in shapes.WHEEL], np.uint8)
        cell[2:-2, 2:-2] = wheel[turns][2:-2, 2:-2]
        return cell
    cell[2:-2, 2:-2] = rgb(colours.grounds[letter])
    scale = shapes.CELL
    if letter == "B":
        sign = np.hypot(x, y) * scale <= shapes.DISC
    else:
        sign = inside_polygon(x, y, [(px / scale - 0.5, py / scale - 0.5) for px, py in shapes.corners(letter)])
    cell[sign] = rgb(colours.signs[letter])
    return cell
