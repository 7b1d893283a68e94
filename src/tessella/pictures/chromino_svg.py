"""A Chromino board or tile as a standalone SVG: no fonts, scripts or pictures from elsewhere.

Every colour carries its own shape, so that colour is never the only sign: a circle on blue, a triangle on
green, a diamond on red, a star on yellow, a cross on purple; the wild square is a wheel of the five colours.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, cos, pi, sin, sqrt
from xml.sax.saxutils import escape, quoteattr

from tessella.chromino.notation import RIGHT, Lay
from tessella.chromino.tiles import COLOUR_NAMES, COLOURS, WILD, tile_of

CELL = 40
"""The side of a cell of the board, in the units of the picture."""

_MARGIN = 30
_LONG = 3 * CELL
_MIDDLE = CELL / 2
_BODY_INSET = 0.75
_BODY_RADIUS = 7
_SQUARE_INSET = 3.5
_SQUARE_RADIUS = 5
_GHOST_INSET = 3
_OUTLINE = 2.6
_BADGE_RADIUS = 10.5
_CROWDED_RADIUS = 8.5
_WHEEL = "RYGBP"
"""The sectors of the wild square, clockwise from the top."""
_NAMES = dict(zip(COLOURS + WILD, (*COLOUR_NAMES, "wild"), strict=True))


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of the five kinds of square."""

    squares: Mapping[str, str]
    """The colour of a square, by its letter."""
    shapes: Mapping[str, str]
    """The colour of the shape on it: a contrast of at least 3 to 1 (WCAG 2.2, 1.4.11)."""
    framed: bool = False
    """Whether every square has a thin edge in the ink's colour."""


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


@dataclass(frozen=True, slots=True)
class _Look:
    """The table and the bodies of the tiles, by light or dark."""

    table: tuple[str, str]
    body: str
    edge: str
    shadow: str
    ink: str
    accent: str
    good: str
    on_good: str
    ghost: str
    ghost_opacity: str


_LIGHT = _Look(
    table=("#f3ece0", "#e9dfce"),
    body="#fffdf8",
    edge="#c9baa2",
    shadow="#5a452a",
    ink="#2b2420",
    accent="#c2542d",
    good="#1d7a4f",
    on_good="#ffffff",
    ghost="#fffaf1",
    ghost_opacity=".45",
)
_DARK = _Look(
    table=("#211c19", "#1a1613"),
    body="#0f0c0b",
    edge="#5a4d43",
    shadow="#000000",
    ink="#f3e9dc",
    accent="#f08a5d",
    good="#5fd39a",
    on_good="#10201a",
    ghost="#f3e9dc",
    ghost_opacity=".06",
)


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
    colours, look, key = _palette(palette), _look(dark), _key(palette, dark)
    outlined = None if last is None else tiles[last]
    box = left, top, width, height = _frame([*tiles, *ghosts])
    parts = [
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="url(#{key}t)"/>',
        *(f'<use href="#{key}{_slot(lay)}s" x="{lay.x * CELL}" y="{lay.y * CELL}"/>' for lay in tiles),
        *(_tile(lay, key) for lay in tiles),
    ]
    if ghosts:
        parts.append(_dashed(ghosts, look))
    if outlined is not None:
        parts.append(_outline(outlined, look))
    if numbers and ghosts:
        parts.append(_badges(ghosts, look))
    sentence = _sentence(len(tiles), len(ghosts), outlined is not None)
    return _document(box, title, sentence, [_definitions(colours, look, key, table=True), *parts])


def tile_svg(tile: str, *, dark: bool = False, palette: str = "game") -> str:
    """One tile on its own, lying, its squares in the order written; nothing is drawn behind it."""
    tile_of(tile)
    colours, look, key = _palette(palette), _look(dark), _key(palette, dark)
    lay = Lay(tile, 0, 0, RIGHT)
    parts = [_definitions(colours, look, key, table=False), f'<use href="#{key}hs"/>', _tile(lay, key)]
    first, middle, end = (_NAMES[letter] for letter in tile)
    sentence = f"A Chromino tile: {first}, {middle}, {end}."
    box = (-3, -3, _LONG + 6, CELL + 6)
    return _document(box, f"Chromino tile {tile}", sentence, parts)


def _palette(name: str) -> Palette:
    if name not in PALETTES:
        raise ValueError(f"there is no palette {name!r}; the palettes are {', '.join(PALETTES)}")
    return PALETTES[name]


def _look(dark: bool) -> _Look:
    return _DARK if dark else _LIGHT


def _key(palette: str, dark: bool) -> str:
    """What the ids of a picture begin with: pictures in different colours can then share one web page."""
    return palette[0] + ("d" if dark else "l")


def _slot(lay: Lay) -> str:
    return "h" if lay.direction == RIGHT else "v"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _frame(lays: Sequence[Lay]) -> tuple[int, int, int, int]:
    """Left, top, width and height of the picture; around the middle of the board if nothing lies there."""
    places = [(x, y) for lay in lays for x, y, _ in lay.cells()] or [(0, 0)]
    left, right = min(x for x, _ in places), max(x for x, _ in places) + 1
    top, bottom = min(y for _, y in places), max(y for _, y in places) + 1
    return (
        left * CELL - _MARGIN,
        top * CELL - _MARGIN,
        (right - left) * CELL + 2 * _MARGIN,
        (bottom - top) * CELL + 2 * _MARGIN,
    )


def _sentence(tiles: int, ghosts: int, outlined: bool) -> str:
    count = f"{tiles} tile{'s' if tiles > 1 else ''}"
    said = f"A Chromino board with {count}" if tiles else "An empty Chromino board"
    said += ", the last one outlined" if outlined else ""
    if ghosts:
        said += f"; {ghosts} place{'s are' if ghosts > 1 else ' is'} marked"
    return said + "."


def _document(box: tuple[int, int, int, int], title: str, sentence: str, parts: Iterable[str]) -> str:
    left, top, width, height = box
    # A control character cannot stand in XML, not even escaped.
    heading = "".join(c if c.isprintable() else " " for c in title)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="{left} {top} {width} {height}" role="img">',
            f"<title>{escape(heading)}</title>",
            f"<desc>{escape(sentence)}</desc>",
            *parts,
            "</svg>\n",
        ]
    )


def _rect(x: float, y: float, width: float, height: float, radius: float, rest: str) -> str:
    at = f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}"'
    return f'<rect {at} rx="{_number(radius)}" {rest}'.rstrip() + "/>"


def _around(lay: Lay, inset: float, radius: float, rest: str) -> str:
    """A rounded rectangle around a tile's place."""
    width, height = (_LONG, CELL) if lay.direction == RIGHT else (CELL, _LONG)
    x, y = lay.x * CELL + inset, lay.y * CELL + inset
    return _rect(x, y, width - 2 * inset, height - 2 * inset, radius, rest)


def _definitions(palette: Palette, look: _Look, key: str, *, table: bool) -> str:
    """The parts that the picture is put together from: table, bodies (lying and standing), squares."""
    drawn = []
    if table:
        stops = "".join(f'<stop offset="{i}" stop-color="{colour}"/>' for i, colour in enumerate(look.table))
        drawn.append(f'<linearGradient id="{key}t" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>')
    for slot, direction in (("h", RIGHT), ("v", "v")):
        lay = Lay("", 0, 0, direction)
        edge = f'fill="{look.body}" stroke="{look.edge}"'
        drawn.append(f'<g id="{key}{slot}">{_around(lay, _BODY_INSET, _BODY_RADIUS, edge)}</g>')
        soft = f'fill="{look.shadow}" fill-opacity=".1"'
        shadow = _around(lay, -0.75, 8, soft) + _around(lay, 0, 7.5, soft)
        drawn.append(f'<g id="{key}{slot}s" transform="translate(0 1.5)">{shadow}</g>')
    drawn += [f'<g id="{key}{letter}">{_square(letter, palette, look)}</g>' for letter in COLOURS]
    drawn.append(f'<g id="{key}w">{_wild(palette, look)}</g>')
    return "<defs>\n" + "\n".join(drawn) + "\n</defs>"


def _plate(fill: str, edge: str | None) -> str:
    side = CELL - 2 * _SQUARE_INSET
    rest = f'fill="{fill}"' + (f' stroke="{edge}"' if edge else "")
    return _rect(_SQUARE_INSET, _SQUARE_INSET, side, side, _SQUARE_RADIUS, rest)


def _square(letter: str, palette: Palette, look: _Look) -> str:
    plate = _plate(palette.squares[letter], look.ink if palette.framed else None)
    return plate + _shape(letter, f'class="shape" fill="{palette.shapes[letter]}"')


def _shape(letter: str, rest: str) -> str:
    """The sign of a colour in the middle of a cell; about equal in area, so that none shouts."""
    m = _MIDDLE
    match letter:
        case "B":
            return f'<circle cx="{_number(m)}" cy="{_number(m)}" r="8.5" {rest}/>'
        case "G":
            points = [(m, m - 9.5), (m + 10, m + 7.5), (m - 10, m + 7.5)]
        case "R":
            points = [(m, m - 10.5), (m + 10.5, m), (m, m + 10.5), (m - 10.5, m)]
        case "Y":
            spokes = [(11 if i % 2 == 0 else 4.9, i * pi / 5) for i in range(10)]
            points = [(m + r * sin(turn), m + 0.7 - r * cos(turn)) for r, turn in spokes]
        case _:
            return f'<path d="M16.5 10.5h7v6h6v7h-6v6h-7v-6h-6v-7h6z" {rest}/>'
    return f'<polygon points="{_points(points)}" {rest}/>'


def _wild(palette: Palette, look: _Look) -> str:
    """The wheel of the five colours on a white square."""
    radius, m = 14.5, _MIDDLE
    rim = [(m + radius * sin(i * 2 * pi / 5), m - radius * cos(i * 2 * pi / 5)) for i in range(5)]
    sectors = []
    for i, letter in enumerate(_WHEEL):
        start, end = _points([rim[i]]), _points([rim[(i + 1) % 5]])
        arc = f"M{_number(m)},{_number(m)}L{start}A{radius},{radius} 0 0 1 {end}z"
        sectors.append(f'<path d="{arc}" fill="{palette.squares[letter]}"/>')
    edge = look.ink if palette.framed else "#e4ddd0"
    hub = f'<circle cx="{_number(m)}" cy="{_number(m)}" r="4.2" fill="#ffffff"/>'
    return _plate("#ffffff", edge) + f'<g class="shape">{"".join(sectors)}{hub}</g>'


def _tile(lay: Lay, key: str) -> str:
    """A laid tile; its placement stands in `data-lay`, as it is written everywhere."""
    squares = "".join(
        f'<use href="#{key}{"w" if letter == WILD else letter}" x="{x * CELL}" y="{y * CELL}"/>'
        for x, y, letter in lay.cells()
    )
    body = f'<use href="#{key}{_slot(lay)}" x="{lay.x * CELL}" y="{lay.y * CELL}"/>'
    return f'<g class="tile" data-lay={quoteattr(str(lay))}>{body}{squares}</g>'


def _dashed(ghosts: Sequence[Lay], look: _Look) -> str:
    """The ghosts; one that runs along another is drawn a little smaller, so that their lines do not mix."""
    levels: dict[Lay, int] = {}
    for lay in ghosts:
        along = {level for other, level in levels.items() if _runs_along(lay, other)}
        levels[lay] = next(level for level in range(len(ghosts)) if level not in along)
    insets = [_GHOST_INSET + 2 * min(levels[lay], 3) for lay in ghosts]
    fill = f'stroke="none" fill="{look.ghost}" fill-opacity="{look.ghost_opacity}"'
    line = 'stroke-width="1.8" stroke-dasharray="5 3.5" stroke-linecap="round"'
    dashes = f'fill="none" stroke="{look.good}" {line}'
    return "\n".join(
        f"<g {paint}>"
        + "".join(_around(lay, inset, _BODY_RADIUS, kind) for lay, inset in zip(ghosts, insets, strict=True))
        + "</g>"
        for paint, kind in ((fill, ""), (dashes, 'class="ghost"'))
    )


def _runs_along(lay: Lay, other: Lay) -> bool:
    dx, dy = lay.x - other.x, lay.y - other.y
    if lay.direction == RIGHT:
        dx, dy = dy, dx
    return lay.direction == other.direction and dx == 0 and 0 < abs(dy) < 3


def _outline(lay: Lay, look: _Look) -> str:
    rest = f'class="last" fill="none" stroke="{look.accent}" stroke-width="{_OUTLINE}"'
    return _around(lay, 0.4, _BODY_RADIUS + 0.5, rest)


def _badges(ghosts: Sequence[Lay], look: _Look) -> str:
    """A number on every ghost; as ghosts may cover each other, it goes where the fewest others are."""
    covered = Counter((x, y) for lay in ghosts for x, y, _ in lay.cells())
    placed: dict[tuple[int, int], list[int]] = {}
    for number, lay in enumerate(ghosts, 1):
        first, middle, end = ((x, y) for x, y, _ in lay.cells())
        cell = min((middle, first, end), key=lambda c: (len(placed.get(c, ())), covered[c]))
        placed.setdefault(cell, []).append(number)
    drawn = sorted(
        (number, *spot)
        for cell, here in placed.items()
        for number, spot in zip(here, _spots(cell, len(here)), strict=True)
    )
    font = 'font-family="Nunito,system-ui,sans-serif" font-weight="800" text-anchor="middle"'
    return (
        f'<g class="numbers" {font}>'
        + "".join(_badge(number, x, y, radius, look) for number, x, y, radius in drawn)
        + "</g>"
    )


def _spots(cell: tuple[int, int], count: int) -> list[tuple[float, float, float]]:
    """Where `count` numbers go in a cell, and how large: one in the middle, more in a grid."""
    x, y = cell[0] * CELL + _MIDDLE, cell[1] * CELL + _MIDDLE
    if count == 1:
        return [(x, y, _BADGE_RADIUS)]
    across = ceil(sqrt(count))
    down = ceil(count / across)
    step = (CELL - 2) / across
    radius = min(_CROWDED_RADIUS, step / 2 - 0.25)
    return [
        (x + (i % across - (across - 1) / 2) * step, y + (i // across - (down - 1) / 2) * step, radius)
        for i in range(count)
    ]


def _badge(number: int, x: float, y: float, radius: float, look: _Look) -> str:
    size = radius * (1.25 if number < 10 else 1.1 if number < 100 else 0.85)
    at = f'x="{_number(x)}" y="{_number(y + size * 0.36)}"'
    return (
        f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" fill="{look.good}"/>'
        f'<text {at} font-size="{_number(size)}" fill="{look.on_good}">{number}</text>'
    )
