"""A Chromino board or tile as a standalone SVG: no fonts, scripts or pictures from elsewhere.

Every colour carries its own shape, so that colour is never the only sign: a circle on blue, a triangle on
green, a diamond on red, a star on yellow, a cross on purple; the wild square is a wheel of the five colours.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin
from xml.sax.saxutils import quoteattr

from tessella.drawing import canvas as drawing
from tessella.drawing.canvas import DARK, LIGHT, Look, Palette, number, rect
from tessella.games.chromino.drawing.shapes import (
    CELL,
    DISC,
    HUB_RADIUS,
    LONG,
    MIDDLE,
    SQUARE_INSET,
    SQUARE_RADIUS,
    WHEEL,
    WHEEL_RADIUS,
    badge_spots,
    box_of,
    corners,
    ghost_boxes,
)
from tessella.games.chromino.notation import RIGHT, Lay
from tessella.games.chromino.tiles import COLOUR_NAMES, COLOURS, WILD, tile_of

_NAMES = dict(zip(COLOURS + WILD, (*COLOUR_NAMES, "wild"), strict=True))

PALETTES: Mapping[str, Palette] = {
    "game": Palette(
        {"B": "#14b5ea", "G": "#47a942", "R": "#e31837", "Y": "#fff20d", "P": "#62126c"},
        {"B": "#094f71", "G": "#124a1b", "R": "#ffe3e3", "Y": "#7d6a00", "P": "#eee0f2"},
    ),
    "okabe-ito": Palette(
        {"B": "#0072b2", "G": "#009e73", "R": "#d55e00", "Y": "#f0e442", "P": "#cc79a7"},
        {"B": "#eaf5fc", "G": "#00301f", "R": "#3d1700", "Y": "#625a00", "P": "#451430"},
    ),
    "high-contrast": Palette(
        {"B": "#0047d6", "G": "#00c853", "R": "#b00018", "Y": "#ffe600", "P": "#3d0066"},
        {"B": "#ffffff", "G": "#000000", "R": "#ffffff", "Y": "#000000", "P": "#ffffff"},
        framed=True,
    ),
}
"""The palettes by name: the game's own colours, one safe for colour-blind people, and high contrast."""


def board_svg(
    tiles: Sequence[Lay],
    *,
    last: int | None = None,
    ghosts: Sequence[Lay] = (),
    numbers: bool = False,
    dark: bool = False,
    palette: str = "game",
    title: str = "Chromino board",
) -> str:
    """The board as a picture, framed around its tiles and ghosts.

    `last` is the place in `tiles` of the one to outline (counted from the end if negative, like any index).
    `ghosts` are places drawn dashed, with `numbers` numbered from 1 in their order.
    """
    colours, look, key = drawing.palette_of(PALETTES, palette), DARK if dark else LIGHT, drawing.key_of(palette, dark)
    outlined = None if last is None else tiles[last]
    box = drawing.frame([(x, y) for lay in (*tiles, *ghosts) for x, y, _ in lay.cells()], CELL)
    parts = [
        drawing.table(box, key),
        *(f'<use href="#{key}{_slot(lay)}s" x="{lay.x * CELL}" y="{lay.y * CELL}"/>' for lay in tiles),
        *(_tile(lay, key) for lay in tiles),
    ]
    if ghosts:
        parts.append(drawing.dashed(ghost_boxes(ghosts), look))
    if outlined is not None:
        parts.append(drawing.outline(box_of(outlined), look))
    if numbers and ghosts:
        parts.append(drawing.badges(badge_spots(ghosts), look))
    sentence = _sentence(len(tiles), len(ghosts), outlined is not None)
    return drawing.document(box, title, sentence, [_definitions(colours, look, key, laid=True), *parts])


def tile_svg(tile: str, *, dark: bool = False, palette: str = "game") -> str:
    """One tile on its own, lying, its squares in the order written; nothing is drawn behind it."""
    tile_of(tile)
    colours, look, key = drawing.palette_of(PALETTES, palette), DARK if dark else LIGHT, drawing.key_of(palette, dark)
    lay = Lay(tile, 0, 0, RIGHT)
    parts = [_definitions(colours, look, key, laid=False), f'<use href="#{key}hs"/>', _tile(lay, key)]
    first, middle, end = (_NAMES[letter] for letter in tile)
    sentence = f"A Chromino tile: {first}, {middle}, {end}."
    box = (-3, -3, LONG + 6, CELL + 6)
    return drawing.document(box, f"Chromino tile {tile}", sentence, parts)


def _slot(lay: Lay) -> str:
    return "h" if lay.direction == RIGHT else "v"


def _sentence(tiles: int, ghosts: int, outlined: bool) -> str:
    count = f"{tiles} tile{'s' if tiles > 1 else ''}"
    text = f"A Chromino board with {count}" if tiles else "An empty Chromino board"
    return text + (", the last one outlined" if outlined else "") + drawing.marked(ghosts) + "."


def _definitions(palette: Palette, look: Look, key: str, *, laid: bool) -> str:
    """The parts that the picture is put together from: table if tiles are laid on it, bodies, squares."""
    drawn = [drawing.table_colours(look, key)] if laid else []
    for direction in (RIGHT, "v"):
        lay = Lay("", 0, 0, direction)
        drawn += drawing.body(box_of(lay), look, key + _slot(lay))
    drawn += [f'<g id="{key}{letter}">{_square(letter, palette, look)}</g>' for letter in COLOURS]
    drawn.append(f'<g id="{key}w">{_wild(palette, look)}</g>')
    return "<defs>\n" + "\n".join(drawn) + "\n</defs>"


def _plate(fill: str, edge: str | None) -> str:
    side = CELL - 2 * SQUARE_INSET
    rest = f'fill="{fill}"' + (f' stroke="{edge}"' if edge else "")
    return rect((SQUARE_INSET, SQUARE_INSET, side, side), SQUARE_RADIUS, rest)


def _square(letter: str, palette: Palette, look: Look) -> str:
    plate = _plate(palette.grounds[letter], look.ink if palette.framed else None)
    return plate + _shape(letter, f'class="shape" fill="{palette.signs[letter]}"')


def _shape(letter: str, rest: str) -> str:
    """The sign of a colour in the middle of a cell."""
    if letter == "B":
        return f'<circle cx="{number(MIDDLE)}" cy="{number(MIDDLE)}" r="{DISC}" {rest}/>'
    points = corners(letter)
    if letter == "P":
        (x, y), steps = points[0], pairwise(points)
        sides = "".join(f"h{number(b[0] - a[0])}" if a[1] == b[1] else f"v{number(b[1] - a[1])}" for a, b in steps)
        return f'<path d="M{number(x)} {number(y)}{sides}z" {rest}/>'
    return f'<polygon points="{drawing.points(points)}" {rest}/>'


def _wild(palette: Palette, look: Look) -> str:
    """The wheel of the five colours on a white square."""
    radius, m = WHEEL_RADIUS, MIDDLE
    rim = [(m + radius * sin(i * 2 * pi / 5), m - radius * cos(i * 2 * pi / 5)) for i in range(5)]
    sectors = []
    for i, letter in enumerate(WHEEL):
        start, end = drawing.points([rim[i]]), drawing.points([rim[(i + 1) % 5]])
        arc = f"M{number(m)},{number(m)}L{start}A{radius},{radius} 0 0 1 {end}z"
        sectors.append(f'<path d="{arc}" fill="{palette.grounds[letter]}"/>')
    edge = look.ink if palette.framed else "#e4ddd0"
    hub = f'<circle cx="{number(m)}" cy="{number(m)}" r="{HUB_RADIUS}" fill="#ffffff"/>'
    return _plate("#ffffff", edge) + f'<g class="shape">{"".join(sectors)}{hub}</g>'


def _tile(lay: Lay, key: str) -> str:
    """A laid tile; its placement stands in `data-lay`, as it is written everywhere."""
    squares = "".join(
        f'<use href="#{key}{"w" if letter == WILD else letter}" x="{x * CELL}" y="{y * CELL}"/>'
        for x, y, letter in lay.cells()
    )
    body = f'<use href="#{key}{_slot(lay)}" x="{lay.x * CELL}" y="{lay.y * CELL}"/>'
    return f'<g class="tile" data-lay={quoteattr(str(lay))}>{body}{squares}</g>'
