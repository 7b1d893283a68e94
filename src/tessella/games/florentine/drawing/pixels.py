"""A board of Florentine Dominoes as pixels, in the colours of the SVG pictures."""

from functools import cache

from tessella.core.extras import needed
from tessella.drawing.canvas import LIGHT
from tessella.drawing.pixels import Pixels, grid, rgb, table
from tessella.games.florentine.cards import COLOUR_NAMES, COLOURS, STEPS, has_gem
from tessella.games.florentine.config import REACH
from tessella.games.florentine.drawing.svg import PALETTES
from tessella.games.florentine.view import View

with needed("research", "a picture of pixels", "numpy"):
    import numpy as np
    from numpy.typing import NDArray

CELL = 48
"""The side of a card."""
GEM_AT, GEM_RADIUS = 0.3, 0.1
"""Where a gem is, from the middle of a card, and its size, in parts of a card."""


def board_pixels(view: View) -> Pixels:
    """The board as rows, columns, and red, green and blue."""
    pixels = table((2 * REACH + 1) * CELL)
    last = len(view.board) - 1
    for number, lay in enumerate(view.board):
        _put(pixels, lay.x, lay.y, _card(lay.triangles, number == last > 0))
    for seat in view.seats:
        if seat.black is not None:
            _put(pixels, *seat.black, _black(COLOURS[COLOUR_NAMES.index(seat.colour)], seat.black))
    return pixels


def _put(pixels: Pixels, x: int, y: int, card: Pixels) -> None:
    top, left = (y + REACH) * CELL, (x + REACH) * CELL
    pixels[top : top + CELL, left : left + CELL] = card


@cache
def _card(triangles: str, accent: bool) -> Pixels:
    look, colours = LIGHT, PALETTES["game"]
    x, y = grid(CELL)
    side = _side(x, y)
    grounds = np.array([rgb(colours.grounds[letter.upper()]) for letter in triangles], np.uint8)
    cell = grounds[side]
    for letter, (dx, dy) in zip(triangles, STEPS, strict=True):
        if has_gem(letter):
            away = np.hypot(x - dx * GEM_AT, y - dy * GEM_AT)
            cell[away <= GEM_RADIUS * 1.3] = rgb(colours.rings[letter])
            cell[away <= GEM_RADIUS] = rgb(colours.stones[letter])
    edge = np.maximum(abs(x), abs(y)) > 0.5 - 1.5 / CELL
    cell[edge] = rgb(look.accent if accent else look.edge)
    return cell


@cache
def _black(colour: str, place: tuple[int, int]) -> Pixels:
    """A black card, its one triangle towards the square."""
    x, y = grid(CELL)
    cell = np.empty((CELL, CELL, 3), np.uint8)
    cell[:] = (18, 14, 12)
    towards = {(0, -1): 2, (1, 0): 3, (0, 1): 0, (-1, 0): 1}
    out = (int(place[0] / REACH), int(place[1] / REACH))
    triangle = (_side(x, y) == towards[out]) & (np.maximum(abs(x), abs(y)) > 0.25)
    cell[triangle] = rgb(PALETTES["game"].grounds[colour])
    return cell


def _side(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.intp]:
    """Which triangle of a card a point is in: 0 north, 1 east, 2 south, 3 west."""
    return np.where(abs(y) >= abs(x), np.where(y < 0, 0, 2), np.where(x > 0, 1, 3))
