"""A Chromino board or tile as a standalone SVG: no fonts, scripts or pictures from elsewhere.

Every colour carries its own shape, so that colour is never the only sign: a circle on blue, a triangle on
green, a diamond on red, a star on yellow, a cross on purple; the wild square is a wheel of the five colours.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil, cos, pi, sin, sqrt
from xml.sax.saxutils import quoteattr

from tessella.chromino.notation import RIGHT, Lay
from tessella.chromino.tiles import COLOUR_NAMES, COLOURS, WILD, tile_of
from tessella.pictures import drawing
from tessella.pictures.drawing import DARK, LIGHT, Box, Look, Palette, number, rect

CELL = 40
"""The side of a cell of the board, in the units of the picture."""

_LONG = 3 * CELL
_MIDDLE = CELL / 2
_SQUARE_INSET = 3.5
_SQUARE_RADIUS = 5
_GHOST_INSET = 3
_CROWDED_RADIUS = 8.5
_WHEEL = "RYGBP"
"""The sectors of the wild square, clockwise from the top."""
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
        parts.append(drawing.dashed(_ghost_boxes(ghosts), look))
    if outlined is not None:
        parts.append(drawing.outline(_box(outlined), look))
    if numbers and ghosts:
        parts.append(drawing.badges(_badge_spots(ghosts), look))
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
    box = (-3, -3, _LONG + 6, CELL + 6)
    return drawing.document(box, f"Chromino tile {tile}", sentence, parts)


def _slot(lay: Lay) -> str:
    return "h" if lay.direction == RIGHT else "v"


def _sentence(tiles: int, ghosts: int, outlined: bool) -> str:
    count = f"{tiles} tile{'s' if tiles > 1 else ''}"
    said = f"A Chromino board with {count}" if tiles else "An empty Chromino board"
    return said + (", the last one outlined" if outlined else "") + drawing.marked(ghosts) + "."


def _box(lay: Lay) -> Box:
    """A tile's place."""
    width, height = (_LONG, CELL) if lay.direction == RIGHT else (CELL, _LONG)
    return lay.x * CELL, lay.y * CELL, width, height


def _definitions(palette: Palette, look: Look, key: str, *, laid: bool) -> str:
    """The parts that the picture is put together from: table if tiles are laid on it, bodies, squares."""
    drawn = [drawing.table_colours(look, key)] if laid else []
    for direction in (RIGHT, "v"):
        lay = Lay("", 0, 0, direction)
        drawn += drawing.body(_box(lay), look, key + _slot(lay))
    drawn += [f'<g id="{key}{letter}">{_square(letter, palette, look)}</g>' for letter in COLOURS]
    drawn.append(f'<g id="{key}w">{_wild(palette, look)}</g>')
    return "<defs>\n" + "\n".join(drawn) + "\n</defs>"


def _plate(fill: str, edge: str | None) -> str:
    side = CELL - 2 * _SQUARE_INSET
    rest = f'fill="{fill}"' + (f' stroke="{edge}"' if edge else "")
    return rect((_SQUARE_INSET, _SQUARE_INSET, side, side), _SQUARE_RADIUS, rest)


def _square(letter: str, palette: Palette, look: Look) -> str:
    plate = _plate(palette.grounds[letter], look.ink if palette.framed else None)
    return plate + _shape(letter, f'class="shape" fill="{palette.signs[letter]}"')


def _shape(letter: str, rest: str) -> str:
    """The sign of a colour in the middle of a cell; about equal in area, so that none shouts."""
    m = _MIDDLE
    match letter:
        case "B":
            return f'<circle cx="{number(m)}" cy="{number(m)}" r="8.5" {rest}/>'
        case "G":
            points = [(m, m - 9.5), (m + 10, m + 7.5), (m - 10, m + 7.5)]
        case "R":
            points = [(m, m - 10.5), (m + 10.5, m), (m, m + 10.5), (m - 10.5, m)]
        case "Y":
            spokes = [(11 if i % 2 == 0 else 4.9, i * pi / 5) for i in range(10)]
            points = [(m + r * sin(turn), m + 0.7 - r * cos(turn)) for r, turn in spokes]
        case _:
            return f'<path d="M16.5 10.5h7v6h6v7h-6v6h-7v-6h-6v-7h6z" {rest}/>'
    return f'<polygon points="{drawing.points(points)}" {rest}/>'


def _wild(palette: Palette, look: Look) -> str:
    """The wheel of the five colours on a white square."""
    radius, m = 14.5, _MIDDLE
    rim = [(m + radius * sin(i * 2 * pi / 5), m - radius * cos(i * 2 * pi / 5)) for i in range(5)]
    sectors = []
    for i, letter in enumerate(_WHEEL):
        start, end = drawing.points([rim[i]]), drawing.points([rim[(i + 1) % 5]])
        arc = f"M{number(m)},{number(m)}L{start}A{radius},{radius} 0 0 1 {end}z"
        sectors.append(f'<path d="{arc}" fill="{palette.grounds[letter]}"/>')
    edge = look.ink if palette.framed else "#e4ddd0"
    hub = f'<circle cx="{number(m)}" cy="{number(m)}" r="4.2" fill="#ffffff"/>'
    return _plate("#ffffff", edge) + f'<g class="shape">{"".join(sectors)}{hub}</g>'


def _tile(lay: Lay, key: str) -> str:
    """A laid tile; its placement stands in `data-lay`, as it is written everywhere."""
    squares = "".join(
        f'<use href="#{key}{"w" if letter == WILD else letter}" x="{x * CELL}" y="{y * CELL}"/>'
        for x, y, letter in lay.cells()
    )
    body = f'<use href="#{key}{_slot(lay)}" x="{lay.x * CELL}" y="{lay.y * CELL}"/>'
    return f'<g class="tile" data-lay={quoteattr(str(lay))}>{body}{squares}</g>'


def _ghost_boxes(ghosts: Sequence[Lay]) -> list[Box]:
    """Where the ghosts go; one that runs along another is a little smaller, so that their lines do not mix."""
    levels: dict[Lay, int] = {}
    for lay in ghosts:
        along = {level for other, level in levels.items() if _runs_along(lay, other)}
        levels[lay] = next(level for level in range(len(ghosts)) if level not in along)
    return [drawing.inset(_box(lay), _GHOST_INSET + 2 * min(levels[lay], 3)) for lay in ghosts]


def _runs_along(lay: Lay, other: Lay) -> bool:
    dx, dy = lay.x - other.x, lay.y - other.y
    if lay.direction == RIGHT:
        dx, dy = dy, dx
    return lay.direction == other.direction and dx == 0 and 0 < abs(dy) < 3


def _badge_spots(ghosts: Sequence[Lay]) -> list[tuple[int, float, float, float]]:
    """A number for every ghost; as ghosts may cover each other, it goes where the fewest others are."""
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
    x, y = cell[0] * CELL + _MIDDLE, cell[1] * CELL + _MIDDLE
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
