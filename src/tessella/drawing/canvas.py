"""What the SVG pictures of all games share: the table in light or dark, palettes, and SVG elements."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar
from xml.sax.saxutils import escape

Box = tuple[float, float, float, float]
"""Left, top, width and height."""

BADGE_RADIUS = 10.5
"""The size of a number that has its place to itself."""
BODY_INSET = 0.75
BODY_RADIUS = 7

_MARGIN = 30
_OUTLINE = 2.6


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours in which a game is drawn."""

    grounds: Mapping[str, str]
    """The colour of a square or triangle, by its letter."""
    signs: Mapping[str, str]
    """The colour of the sign on it: a contrast of at least 3 to 1 (WCAG 2.2, 1.4.11)."""
    framed: bool = False
    """Whether an area of one colour has an outline, which separates it from other colours."""


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of the table and of the bodies of the tiles, light or dark."""

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


LIGHT = Look(
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
DARK = Look(
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

AnyPalette = TypeVar("AnyPalette", bound=Palette)


def palette_of(palettes: Mapping[str, AnyPalette], name: str) -> AnyPalette:
    """The palette of this name; `ValueError` lists the names there are."""
    if name not in palettes:
        raise ValueError(f"there is no palette {name!r}; the palettes are {', '.join(palettes)}")
    return palettes[name]


def key_of(palette: str, dark: bool) -> str:
    """The prefix of the ids in a picture, so that pictures in different colours can be on one web page."""
    return palette[0] + ("d" if dark else "l")


# ---- writing ----


def number(value: float) -> str:
    """A number, to a hundredth at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def points(corners: Iterable[tuple[float, float]]) -> str:
    """Points as a polygon takes them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def inset(box: Box, by: float) -> Box:
    """A box made smaller on all sides."""
    left, top, width, height = box
    return left + by, top + by, width - 2 * by, height - 2 * by


def rect(box: Box, radius: float, rest: str) -> str:
    """A rounded rectangle; `rest` are further attributes."""
    x, y, width, height = box
    at = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect {at} rx="{number(radius)}" {rest}'.rstrip() + "/>"


def document(box: tuple[int, int, int, int], title: str, sentence: str, parts: Iterable[str]) -> str:
    """A standalone picture with a title and a description."""
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


def frame(places: Iterable[tuple[int, int]], cell: int) -> tuple[int, int, int, int]:
    """Left, top, width and height of a picture of these places; of the middle of the board if there are none."""
    spots = list(places) or [(0, 0)]
    left, right = min(x for x, _ in spots), max(x for x, _ in spots) + 1
    top, bottom = min(y for _, y in spots), max(y for _, y in spots) + 1
    return (
        left * cell - _MARGIN,
        top * cell - _MARGIN,
        (right - left) * cell + 2 * _MARGIN,
        (bottom - top) * cell + 2 * _MARGIN,
    )


def marked(ghosts: int) -> str:
    """The part of a picture's description about its free places."""
    return f"; {ghosts} place{'s are' if ghosts > 1 else ' is'} marked" if ghosts else ""


# ---- what lies on a table ----


def table(box: tuple[int, int, int, int], key: str) -> str:
    """The table, which fills the picture; its colours are defined by `table_colours`."""
    left, top, width, height = box
    return f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="url(#{key}t)"/>'


def table_colours(look: Look, key: str) -> str:
    """The definition of the table's colours."""
    stops = "".join(f'<stop offset="{i}" stop-color="{colour}"/>' for i, colour in enumerate(look.table))
    return f'<linearGradient id="{key}t" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>'


def body(box: Box, look: Look, name: str) -> list[str]:
    """The definitions of the body of a tile or card, and with an s after its name, of its shadow."""
    soft = f'fill="{look.shadow}" fill-opacity=".1"'
    shadow = rect(inset(box, -0.75), 8, soft) + rect(box, 7.5, soft)
    edge = f'fill="{look.body}" stroke="{look.edge}"'
    return [
        f'<g id="{name}">{rect(inset(box, BODY_INSET), BODY_RADIUS, edge)}</g>',
        f'<g id="{name}s" transform="translate(0 1.5)">{shadow}</g>',
    ]


def outline(box: Box, look: Look) -> str:
    """The line around the tile or card laid last."""
    rest = f'class="last" fill="none" stroke="{look.accent}" stroke-width="{_OUTLINE}"'
    return rect(inset(box, 0.4), BODY_RADIUS + 0.5, rest)


def dashed(boxes: Sequence[Box], look: Look) -> str:
    """Free places, drawn dashed."""
    fill = f'stroke="none" fill="{look.ghost}" fill-opacity="{look.ghost_opacity}"'
    line = 'stroke-width="1.8" stroke-dasharray="5 3.5" stroke-linecap="round"'
    dashes = f'fill="none" stroke="{look.good}" {line}'
    return "\n".join(
        f"<g {paint}>" + "".join(rect(box, BODY_RADIUS, kind) for box in boxes) + "</g>"
        for paint, kind in ((fill, ""), (dashes, 'class="ghost"'))
    )


def badges(spots: Iterable[tuple[int, float, float, float]], look: Look) -> str:
    """Numbers in discs: each with its x, y and radius."""
    font = 'font-family="Nunito,system-ui,sans-serif" font-weight="800" text-anchor="middle"'
    return f'<g class="numbers" {font}>' + "".join(_badge(*spot, look) for spot in spots) + "</g>"


def _badge(shown: int, x: float, y: float, radius: float, look: Look) -> str:
    size = radius * (1.25 if shown < 10 else 1.1 if shown < 100 else 0.85)
    at = f'x="{number(x)}" y="{number(y + size * 0.36)}"'
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{look.good}"/>'
        f'<text {at} font-size="{number(size)}" fill="{look.on_good}">{shown}</text>'
    )
