"""A board or card of Florentine Dominoes as a standalone SVG: no fonts, scripts or pictures from elsewhere.

Seams run only between different colours, so that spaces read as areas. Every colour carries its own shape, so that
colour is never the only sign: a round jade on red, an amber drop on blue, a ruby octagon on green, a lapis lozenge
on ochre. Where there is no gem, a thin line has its shape, like an empty setting.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from xml.sax.saxutils import quoteattr

from tessella.drawing import canvas as drawing
from tessella.drawing.canvas import DARK, LIGHT, Box, Look, Palette, number, points
from tessella.games.florentine.cards import COLOUR_NAMES, COLOURS, GEM_NAMES, SIDE_NAMES, SIDES, STEPS, card_of, has_gem
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.view import Space

CELL = 72
"""The side of a cell of the board, in the units of the picture."""
SQUARE = range(-3, 4)
"""The columns and the rows of the square (F10)."""

_HALF = CELL // 2
_CARD: Box = (-_HALF, -_HALF, CELL, CELL)
"""A card is drawn around its middle."""
_PLATE = _HALF - 2
"""How far the triangles reach from there."""
_PLATE_RADIUS = 5.5
_DIAGONAL = _PLATE - _PLATE_RADIUS * (1 - sqrt(0.5))
"""Where a diagonal ends in the rounded corner, right and down from the middle."""
_GEM_AT = 21.5
_GEM_SIZE = 6.8
_SETTING_SIZE = 4.2
_BLACK_TRIANGLE = 22
_BLACK_SETTING_AT = 26
_GHOST_INSET = 4
_BESIDE_STEP = CELL * 3 // 2
"""From one of the cards below the square to the next, and from one row of them to the next."""
_BESIDE_ROW = 5
_BADGE_BELOW = 15
_SQUARE_PADDING = 7
_SQUARE_RADIUS = 14
_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The corners of a card: the side of this number begins there, clockwise."""
_BLACK = "#120e0c"
_RIM = 1.4
_GOLD = {"closed": ("#fff0bd", 2.8), "own": ("#ffc726", 4.2)}
"""Colour and width of the wire around a closed space. Under it a dark rim lifts the gold off ochre and white."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GemPalette(Palette):
    """The colours of the four kinds of triangle, and of the gems on them."""

    stones: Mapping[str, str]
    """The colour of a gem, by the letter of its triangle."""
    rings: Mapping[str, str]
    """The colour of the line around it. It or the stone has a contrast of at least 3 to 1 (WCAG 2.2, 1.4.11)."""


_STONES = {"R": "#14a57e", "B": "#ff9f22", "G": "#d41445", "O": "#1f3fae"}
_WHITE = dict.fromkeys(COLOURS, "#ffffff")

PALETTES: Mapping[str, GemPalette] = {
    "game": GemPalette(
        {"R": "#c8102e", "B": "#2b6cb0", "G": "#3f8f4f", "O": "#e0a526"},
        {"R": "#ffa9b4", "B": "#a9cff5", "G": "#d3f3d3", "O": "#6b4700"},
        stones=_STONES,
        rings=_WHITE,
    ),
    "okabe-ito": GemPalette(
        {"R": "#d55e00", "B": "#0072b2", "G": "#009e73", "O": "#f0e442"},
        {"R": "#3d1700", "B": "#a8dcf8", "G": "#00301f", "O": "#756c00"},
        stones={**_STONES, "R": "#00674f"},
        rings=_WHITE,
    ),
    "high-contrast": GemPalette(
        {"R": "#b00018", "B": "#0047d6", "G": "#00c853", "O": "#ffe600"},
        {"R": "#ffffff", "B": "#ffffff", "G": "#000000", "O": "#000000"},
        framed=True,
        stones={"R": "#00a878", "B": "#ff9f22", "G": "#c00030", "O": "#12247d"},
        rings={"R": "#ffffff", "B": "#ffffff", "G": "#000000", "O": "#000000"},
    ),
}
"""The palettes by name: the game's own colours, one safe for colour-blind people, and high contrast."""


def board_svg(
    cards: Sequence[Lay],
    *,
    black: Sequence[tuple[int, int, str]] = (),
    closed: Sequence[Space] = (),
    own: str | None = None,
    last: int | None = None,
    ghosts: Sequence[tuple[int, int]] = (),
    numbers: bool = False,
    beside: Sequence[tuple[str, int | None]] = (),
    dark: bool = False,
    palette: str = "game",
    title: str = "Board of Florentine Dominoes",
) -> str:
    """The board as a picture: always the whole square, and room for what lies outside it.

    `black` are the black cards: x, y and the name of the colour (F14). The spaces in `closed` are edged in pale gold,
    those of the colour named `own` in strong gold. `last` is the place in `cards` of the one to outline (counted from
    the end if negative, like any index). `ghosts` are places drawn dashed, with `numbers` numbered from 1 in their
    order. `beside` are cards to be shown below the square, and a number below each that has one.
    """
    colours, look, key = _setting(palette, dark)
    outlined = None if last is None else cards[last]
    spots = [(lay.x, lay.y) for lay in cards] + [(x, y) for x, y, _ in black]
    shown = _beside(beside)
    below = [(0, y // CELL) for _, _, _, y in shown[-1:]]
    box = drawing.frame([(SQUARE[0], SQUARE[0]), (SQUARE[-1], SQUARE[-1]), *spots, *ghosts, *below], CELL)
    parts = [
        _definitions([*cards, *(Lay(card, 0, 0) for card, _ in beside)], colours, look, key, table=True),
        drawing.table(box, key),
        _square(look),
        *(f'<use href="#{key}cs"{_moved(x, y)}/>' for x, y in spots),
        *(_card(lay, colours, key) for lay in cards),
        *(_black_card(x, y, colour, colours, look) for x, y, colour in black),
    ]
    for card, _, x, y in shown:
        drawn = f'<use href="#{key}cs"/>' + _parts_of(card, colours, key)
        parts.append(f'<g class="beside" data-card={quoteattr(card)} transform="translate({x} {y})">{drawn}</g>')
    parts += _edges([space for space in closed if space.colour != own], "closed")
    parts += _edges([space for space in closed if space.colour == own], "own")
    if ghosts:
        parts.append(drawing.dashed([drawing.inset(_box(x, y), _GHOST_INSET) for x, y in ghosts], look))
    if outlined is not None:
        parts.append(drawing.outline(_box(outlined.x, outlined.y), look))
    if numbers and ghosts:
        middles = enumerate(((x * CELL + _HALF, y * CELL + _HALF) for x, y in ghosts), 1)
        parts.append(drawing.badges(((i, x, y, drawing.BADGE_RADIUS) for i, (x, y) in middles), look))
    counted = [(n, x, y + _HALF + _BADGE_BELOW, drawing.BADGE_RADIUS) for _, n, x, y in shown if n is not None]
    if counted:
        parts.append(drawing.badges(counted, look))
    sentence = _sentence(len(cards), len(closed), len(black), outlined is not None) + drawing.marked(len(ghosts))
    return drawing.document(box, title, sentence + _below(len(beside)) + ".", parts)


def card_svg(triangles: str, *, dark: bool = False, palette: str = "game") -> str:
    """One card on its own, its triangles in the order written: north, east, south, west; nothing is drawn behind it."""
    card_of(triangles)
    colours, look, key = _setting(palette, dark)
    lay = Lay(triangles, 0, 0)
    parts = [
        _definitions([lay], colours, look, key, table=False),
        f'<use href="#{key}cs"{_moved(0, 0)}/>',
        _card(lay, colours, key),
    ]
    sides = ", ".join(f"{side} {_triangle_name(letter)}" for side, letter in zip(SIDE_NAMES, triangles, strict=True))
    box = (-3, -3, CELL + 6, CELL + 6)
    return drawing.document(box, f"Florentine card {triangles}", f"A card of Florentine Dominoes: {sides}.", parts)


def _setting(palette: str, dark: bool) -> tuple[GemPalette, Look, str]:
    """The colours, the look, and what ids begin with, which differs from the pictures of other games."""
    return drawing.palette_of(PALETTES, palette), DARK if dark else LIGHT, "f" + drawing.key_of(palette, dark)


def _sentence(cards: int, closed: int, black: int, outlined: bool) -> str:
    text = f"A board of Florentine Dominoes with {cards} card{'s' if cards > 1 else ''}"
    text = text if cards else "An empty board of Florentine Dominoes"
    text += ", the last one outlined" if outlined else ""
    if closed:
        text += f"; {closed} space{'s are' if closed > 1 else ' is'} closed"
    if black:
        text += f"; {black} black card{'s lie' if black > 1 else ' lies'} outside"
    return text


def _below(cards: int) -> str:
    return f"; below the square {'are' if cards > 1 else 'is'} {cards} card{'s' if cards > 1 else ''}" if cards else ""


def _beside(cards: Sequence[tuple[str, int | None]]) -> list[tuple[str, int | None, int, int]]:
    """The cards below the square, with their numbers, and where the middle of each is: as many in a row as there is
    room for."""
    most = (len(SQUARE) - 1) * CELL // _BESIDE_STEP + 1
    left, top = SQUARE[0] * CELL + _HALF, _BESIDE_ROW * CELL
    return [
        (card, number, left + i % most * _BESIDE_STEP, top + i // most * _BESIDE_STEP)
        for i, (card, number) in enumerate(cards)
    ]


def _triangle_name(letter: str) -> str:
    colour = COLOURS.index(letter.upper())
    return COLOUR_NAMES[colour] + (f" with {GEM_NAMES[colour]}" if has_gem(letter) else "")


def _box(x: int, y: int) -> Box:
    return x * CELL, y * CELL, CELL, CELL


def _moved(x: int, y: int) -> str:
    """What moves a card to its place."""
    return f' transform="translate({x * CELL + _HALF} {y * CELL + _HALF})"'


def _turned(x: float, y: float, turns: int) -> tuple[float, float]:
    """A point of the northern triangle on another one."""
    for _ in range(turns):
        x, y = -y, x
    return x, y


def _square(look: Look) -> str:
    """The frame of the square (F10)."""
    start, side = SQUARE[0] * CELL, len(SQUARE) * CELL
    fill = f'fill="{look.shadow}" fill-opacity=".05"'
    line = f'stroke="{look.edge}" stroke-opacity=".8" stroke-dasharray="4 4"'
    box = drawing.inset((start, start, side, side), -_SQUARE_PADDING)
    return drawing.rect(box, _SQUARE_RADIUS, f'class="square" {fill} {line}')


def _definitions(cards: Sequence[Lay], palette: GemPalette, look: Look, key: str, *, table: bool) -> str:
    """The parts that the picture is put together from: its table if it has one, a body, and the triangles it shows."""
    drawn = [drawing.table_colours(look, key)] if table else []
    drawn += drawing.body(_CARD, look, f"{key}c")
    shown = {(letter, side) for lay in cards for side, letter in enumerate(lay.triangles)}
    drawn += [
        f'<g id="{key}{letter}{SIDES[side]}">{_triangle(letter, side, palette)}</g>' for letter, side in sorted(shown)
    ]
    return "<defs>\n" + "\n".join(drawn) + "\n</defs>"


def _triangle(letter: str, side: int, palette: GemPalette) -> str:
    """A triangle with its gem or its empty setting; each outer corner is half of a rounded corner of the card."""
    colour = palette.grounds[letter.upper()]
    straight = _PLATE - _PLATE_RADIUS
    rim = [(-_DIAGONAL, -_DIAGONAL), (-straight, -_PLATE), (straight, -_PLATE), (_DIAGONAL, -_DIAGONAL)]
    a, b, c, d = (points([_turned(x, y, side)]) for x, y in rim)
    arc = f"A{_PLATE_RADIUS},{_PLATE_RADIUS} 0 0 1 "
    # The stroke lets triangles of one colour overlap: else a hair of the body would show between them.
    paint = f'fill="{colour}" stroke="{colour}" stroke-width=".6"'
    return f'<path d="M0,0L{a}{arc}{b}L{c}{arc}{d}z" {paint}/>' + _sign(letter, side, palette)


def _sign(letter: str, side: int, palette: GemPalette, away: float = _GEM_AT) -> str:
    """A gem, or an empty setting, so far from the middle of the card."""
    x, y = (step * away for step in STEPS[side])
    colour = letter.upper()
    if not has_gem(letter):
        line = f'stroke="{palette.signs[colour]}" stroke-width="1.1" stroke-linejoin="round"'
        return _shape(colour, x, y, _SETTING_SIZE, f'class="setting" fill="none" {line}')
    stone = f'class="gem" fill="{palette.stones[colour]}" stroke="{palette.rings[colour]}" stroke-width="1.6"'
    return _shape(colour, x, y, _GEM_SIZE, stone) + _glint(colour, x, y)


def _shape(colour: str, x: float, y: float, size: float, rest: str) -> str:
    """The shape of a colour's gem; about equal in area, so that none shouts."""
    match colour:
        case "R":
            return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(size)}" {rest}/>'
        case "B":
            bend = [(0, -1.42), (0.3, -0.75), (0.97, -0.35), (0.97, 0.3)]
            right = [points([(x + dx * size, y + dy * size)]) for dx, dy in bend]
            left = [points([(x - dx * size, y + dy * size)]) for dx, dy in bend]
            down, up = "M{}C{} {} {}".format(*right), "{}C{} {} {}".format(*reversed(left))
            return f'<path d="{down}A{number(size)},{number(size)} 0 0 1 {up}z" {rest}/>'
        case "G":
            # Rather a square with its corners cut: small, a regular one would pass for a circle.
            short, long = size * 0.6, size * 0.95
            half = [(-long, -short), (-short, -long), (short, -long), (long, -short)]
            corners = half + [(-dx, -dy) for dx, dy in half]
        case _:
            corners = [(0, -size * 1.3), (size * 1.12, 0), (0, size * 1.3), (-size * 1.12, 0)]
    return f'<polygon points="{points((x + dx, y + dy) for dx, dy in corners)}" {rest}/>'


def _glint(colour: str, x: float, y: float) -> str:
    """The light on a stone: a spot on the round ones, a facet on the cut ones."""
    match colour:
        case "R":
            return f'<circle cx="{number(x - 2.2)}" cy="{number(y - 2.2)}" r="1.7" fill="#fff" fill-opacity=".85"/>'
        case "B":
            return f'<circle cx="{number(x - 2)}" cy="{number(y + 1.8)}" r="1.6" fill="#fff" fill-opacity=".85"/>'
        case "G":
            return drawing.rect((x - 2.9, y - 2.9, 5.8, 5.8), 0.8, 'fill="#fff" fill-opacity=".5"')
        case _:
            facet = points([(x - 4.4, y), (x, y - 5.2), (x + 4.4, y)])
            return f'<polygon points="{facet}" fill="#fff" fill-opacity=".45"/>'


def _card(lay: Lay, palette: GemPalette, key: str) -> str:
    """A laid card; its placement stands in `data-lay`, as it is written everywhere."""
    drawn = _parts_of(lay.triangles, palette, key)
    return f'<g class="card" data-lay={quoteattr(str(lay))}{_moved(lay.x, lay.y)}>{drawn}</g>'


def _parts_of(triangles: str, palette: GemPalette, key: str) -> str:
    """A card around its middle: its body, its triangles and the seams between them."""
    names = [f"{key}c", *(f"{key}{letter}{side}" for letter, side in zip(triangles, SIDES, strict=True))]
    return "".join(f'<use href="#{name}"/>' for name in names) + _seams(triangles, palette)


def _seams(triangles: str, palette: GemPalette) -> str:
    """The lines between the triangles that differ in colour."""
    colours = triangles.upper()
    ends = [(dx * _DIAGONAL, dy * _DIAGONAL) for i, (dx, dy) in enumerate(_CORNERS) if colours[i - 1] != colours[i]]
    path = "".join(f"M0,0L{points([end])}" for end in ends)
    if not path:
        return ""
    if palette.framed:
        edge = f'<path d="{path}" stroke="#000" stroke-width="3"/>'
        return edge + f'<path class="seams" d="{path}" stroke="#fff" stroke-width="1.4"/>'
    return f'<path class="seams" d="{path}" stroke="#fff" stroke-width="1.3" stroke-opacity=".55"/>'


def _black_card(x: int, y: int, name: str, palette: GemPalette, look: Look) -> str:
    """A black card; its triangle is at the edge that faces the square (F2, F14)."""
    colour = COLOURS[COLOUR_NAMES.index(name)]
    across = abs(x) > abs(y)
    side = SIDES.index(("W" if x > 0 else "E") if across else ("N" if y > 0 else "S"))
    corners = [(-_BLACK_TRIANGLE, -_PLATE), (_BLACK_TRIANGLE, -_PLATE), (0, _BLACK_TRIANGLE - _PLATE)]
    ground = points(_turned(*corner, side) for corner in corners)
    edge = f'fill="{_BLACK}" stroke="{look.ink}" stroke-opacity=".5"'
    drawn = (
        drawing.rect(drawing.inset(_CARD, drawing.BODY_INSET), drawing.BODY_RADIUS, edge)
        + f'<polygon points="{ground}" fill="{palette.grounds[colour]}"/>'
        + _sign(colour.lower(), side, palette, _BLACK_SETTING_AT)
    )
    return f'<g class="black" data-at="{x},{y}"{_moved(x, y)}>{drawn}</g>'


def _edges(spaces: Sequence[Space], name: str) -> list[str]:
    """The edges of closed spaces, in gold (F15)."""
    if not spaces:
        return []
    colour, width = _GOLD[name]
    paths = "".join(f'<path d="{_around(space)}"/>' for space in spaces)
    wire = 'fill="none" stroke-linejoin="round"'
    return [
        f'<g {wire} stroke="#3a2400" stroke-opacity=".55" stroke-width="{number(width + _RIM)}">{paths}</g>',
        f'<g class="{name}" {wire} stroke="{colour}" stroke-width="{number(width)}">{paths}</g>',
    ]


def _around(space: Space) -> str:
    """The line around a space, and around the holes in it: each edge of a triangle that no other one of it shares."""
    edges: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for x, y, side in space.triangles:
        turn = SIDES.index(side)
        middle = (2 * x + 1, 2 * y + 1)
        start, end = ((middle[0] + dx, middle[1] + dy) for dx, dy in (_CORNERS[turn], _CORNERS[(turn + 1) % 4]))
        edges += [(start, end), (end, middle), (middle, start)]
    shared = set(edges)
    onward: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for start, end in edges:
        if (end, start) not in shared:  # all triangles are walked round clockwise, so a neighbour walks it back
            onward.setdefault(start, []).append(end)
    path = ""
    while onward:
        loop = [next(iter(onward))]
        while loop[-1] in onward:
            ends = onward[loop[-1]]
            if len(ends) == 1:
                del onward[loop[-1]]
            loop.append(ends.pop())
        path += "M" + "L".join(points([(x * _HALF, y * _HALF)]) for x, y in loop[:-1]) + "z"
    return path
