"""A picture of the table as an array of pixels, always of the same size, in the colours of `pictures`."""

from functools import cache, singledispatch

import numpy as np
from numpy.typing import NDArray

from tessella import chromino, florentine
from tessella.chromino.tiles import WILD
from tessella.core import View
from tessella.florentine.cards import COLOUR_NAMES, COLOURS, STEPS, has_gem
from tessella.florentine.switches import REACH as SQUARE_REACH
from tessella.pictures import chromino_shapes, chromino_svg, drawing, florentine_svg

Pixels = NDArray[np.uint8]
Shape = NDArray[np.bool_]

TILE_REACH = 24
"""How far from the middle a picture of Chromino goes."""
TILE_CELL = 12
CARD_CELL = 48
GEM_AT, GEM_RADIUS = 0.3, 0.1
"""Where a gem is, from the middle of a card, and its size, in parts of a card."""


@singledispatch
def raster(view: View) -> Pixels:
    """The board as pixels: rows, columns, and red, green and blue."""
    raise TypeError(f"there is no picture of a {type(view).__name__}")


@raster.register(chromino.View)
def _(view: chromino.View) -> Pixels:
    side = (2 * TILE_REACH + 1) * TILE_CELL
    pixels = _table(side)
    last = len(view.board) - 1
    for number, lay in enumerate(view.board):
        accent = number == last > 0
        for x, y, letter in lay.cells():
            if max(abs(x), abs(y)) <= TILE_REACH:
                top, left = (y + TILE_REACH) * TILE_CELL, (x + TILE_REACH) * TILE_CELL
                pixels[top : top + TILE_CELL, left : left + TILE_CELL] = _square(letter, accent)
    return pixels


@cache
def _square(letter: str, accent: bool) -> Pixels:
    """A square of a tile: its ground within an edge, and the sign of its colour."""
    look, colours = drawing.LIGHT, chromino_svg.PALETTES["game"]
    cell = np.empty((TILE_CELL, TILE_CELL, 3), np.uint8)
    cell[:] = _rgb(look.accent if accent else look.edge)
    cell[1:-1, 1:-1] = _rgb(look.body)
    x, y = _grid(TILE_CELL)
    if letter == WILD:
        turns = ((np.arctan2(x, -y) / (2 * np.pi)) % 1 * len(chromino_shapes.WHEEL)).astype(int)
        wheel = np.array([_rgb(colours.grounds[each]) for each in chromino_shapes.WHEEL], np.uint8)
        cell[2:-2, 2:-2] = wheel[turns][2:-2, 2:-2]
        return cell
    cell[2:-2, 2:-2] = _rgb(colours.grounds[letter])
    scale = chromino_shapes.CELL
    if letter == "B":
        sign = np.hypot(x, y) * scale <= chromino_shapes.DISC
    else:
        sign = _inside(x, y, [(px / scale - 0.5, py / scale - 0.5) for px, py in chromino_shapes.corners(letter)])
    cell[sign] = _rgb(colours.signs[letter])
    return cell


@raster.register(florentine.View)
def _(view: florentine.View) -> Pixels:
    pixels = _table((2 * SQUARE_REACH + 1) * CARD_CELL)
    last = len(view.board) - 1
    for number, lay in enumerate(view.board):
        _put(pixels, lay.x, lay.y, _card(lay.triangles, number == last > 0))
    for seat in view.seats:
        if seat.black is not None:
            _put(pixels, *seat.black, _black(COLOURS[COLOUR_NAMES.index(seat.colour)], seat.black))
    return pixels


def _put(pixels: Pixels, x: int, y: int, card: Pixels) -> None:
    top, left = (y + SQUARE_REACH) * CARD_CELL, (x + SQUARE_REACH) * CARD_CELL
    pixels[top : top + CARD_CELL, left : left + CARD_CELL] = card


@cache
def _card(triangles: str, accent: bool) -> Pixels:
    look, colours = drawing.LIGHT, florentine_svg.PALETTES["game"]
    x, y = _grid(CARD_CELL)
    side = _side(x, y)
    grounds = np.array([_rgb(colours.grounds[letter.upper()]) for letter in triangles], np.uint8)
    cell = grounds[side]
    for letter, (dx, dy) in zip(triangles, STEPS, strict=True):
        if has_gem(letter):
            away = np.hypot(x - dx * GEM_AT, y - dy * GEM_AT)
            cell[away <= GEM_RADIUS * 1.3] = _rgb(colours.rings[letter])
            cell[away <= GEM_RADIUS] = _rgb(colours.stones[letter])
    edge = np.maximum(abs(x), abs(y)) > 0.5 - 1.5 / CARD_CELL
    cell[edge] = _rgb(look.accent if accent else look.edge)
    return cell


@cache
def _black(colour: str, place: tuple[int, int]) -> Pixels:
    """A black card, its one triangle towards the square."""
    x, y = _grid(CARD_CELL)
    cell = np.empty((CARD_CELL, CARD_CELL, 3), np.uint8)
    cell[:] = (18, 14, 12)
    towards = {(0, -1): 2, (1, 0): 3, (0, 1): 0, (-1, 0): 1}
    out = (int(place[0] / SQUARE_REACH), int(place[1] / SQUARE_REACH))
    triangle = (_side(x, y) == towards[out]) & (np.maximum(abs(x), abs(y)) > 0.25)
    cell[triangle] = _rgb(florentine_svg.PALETTES["game"].grounds[colour])
    return cell


def _side(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.intp]:
    """Which triangle of a card a point is in: 0 north, 1 east, 2 south, 3 west."""
    return np.where(abs(y) >= abs(x), np.where(y < 0, 0, 2), np.where(x > 0, 1, 3))


def _table(side: int) -> Pixels:
    pixels = np.empty((side, side, 3), np.uint8)
    pixels[:] = _rgb(drawing.LIGHT.table[0])
    return pixels


def _grid(cell: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """x and y of the middle of each pixel of a cell, from -0.5 to 0.5."""
    middle = (np.arange(cell) + 0.5) / cell - 0.5
    return np.broadcast_to(middle, (cell, cell)), np.broadcast_to(middle[:, None], (cell, cell))


def _inside(x: NDArray[np.float64], y: NDArray[np.float64], corners: list[tuple[float, float]]) -> Shape:
    """Which points are within a polygon: those from which a ray crosses its rim an odd number of times."""
    inside = np.zeros(x.shape, bool)
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if ay != by:
            inside ^= ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return inside


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
