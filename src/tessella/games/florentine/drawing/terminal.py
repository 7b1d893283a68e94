"""A board and a hand of Florentine Dominoes as text for a terminal, by `rich`.

Every triangle shows its letter on its colour, a capital one if it has its gem, so that colour is never the only sign
and nothing is lost where there is none. As on the cards, seams run only between different colours. Letters of closed
spaces are in brackets, a double line runs at both sides of the card laid last, and black cards are hatched:

           0       1       2
        ╲  g  ╱║╲  g   ║┌     ┐
     0   b ╱(R)║(R)╲ g ║  12+
        ╱ (R)  ║╱  b  ╲║└     ┘
        ╲ (R) ╱ ┌     ┐
     1   B ╳ O     7       ·
        ╱  G  ╲ └     ┘

A card is seven characters wide, and one is between cards; its middle is under the last digit of its x.
"""  # noqa: RUF002 - seams, no letters

from collections.abc import Mapping, Sequence

from rich.style import Style
from rich.text import Text

from tessella.games.florentine.cards import COLOUR_NAMES, COLOURS, SIDES, card_of, colour_of, has_gem
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.view import SeatView, Space, View

_GROUND = ("#c8102e", "#2b6cb0", "#3f8f4f", "#e0a526")
_INK = ("#ffffff", "#ffffff", "#000000", "#000000")
_LINE = ("#f6b4be", "#b5d6f7", "#123a1a", "#5c4100")
_STONE = ("#00664b", "#8a4b00", "#a80030", "#1f3fae")
"""The colour of a gem's letter, which stands on white."""
_BLACK = Style(color="#2e2723", bgcolor="#120e0c")
_AXIS = Style(dim=True)
_MARK = Style(color="green", bold=True)
_LAST = Style(color="#000000", bgcolor="#ffffff", bold=True)
_PLAIN = Style()

_SQUARE = range(-3, 4)
_KEPT: Mapping[int, tuple[Sequence[int], Sequence[int]]] = {
    7: (range(7), range(7)),
    5: ((0, 2, 3, 4, 6), (0, 1, 3, 5, 6)),
    3: ((0, 3, 6), (1, 3, 5)),
}
"""How wide a card can be, and which characters are then kept: of its first and last line, and of the middle one."""
_WIDE = 7
_NARROW = 3
_WIDEST_HAND = 80
_FALLING, _RISING, _CROSSED = "╲", "╱", "╳"  # noqa: RUF001 - seams, no letters
_HATCH = "▓"
_EMPTY = "·"

_Line = list[tuple[str, Style]]


def board_text(
    cards: Sequence[Lay],
    *,
    black: Sequence[tuple[int, int, str]] = (),
    closed: Sequence[Space] = (),
    last: int | None = None,
    marks: Mapping[tuple[int, int], str] = {},
    colour: bool = True,
    widest: int | None = None,
) -> Text:
    """The board, with x along the top and y at the left: always the whole square, and what lies outside it.

    `black` are the black cards: x, y and the name of the colour (F14). `closed` are the spaces whose letters are put in
    brackets (F15). `last` is the place in `cards` of the one to highlight (counted from the end if negative, like any
    index). `marks` are short texts for empty cells; where a card lies, the card is shown. A board that would be wider
    than `widest` characters is drawn with cards of five, or of three: then letters of closed spaces are underlined.
    Print it with `soft_wrap=True`: a console breaks lines that are wider than itself, whatever the text asks for.
    """
    highlighted = None if last is None else cards[last]
    places = [(lay.x, lay.y) for lay in cards] + [(x, y) for x, y, _ in black] + list(marks)
    columns = range(min([_SQUARE[0], *(x for x, _ in places)]), max([_SQUARE[-1], *(x for x, _ in places)]) + 1)
    rows = range(min([_SQUARE[0], *(y for _, y in places)]), max([_SQUARE[-1], *(y for _, y in places)]) + 1)
    gutter = max(len(str(columns[0])) - 2, *(len(str(y)) for y in rows)) + 1
    fitting = [w for w in _KEPT if widest is None or gutter + (w + 1) * len(columns) + 1 <= widest]
    width = max(fitting, default=_NARROW)

    inside = {triangle for space in closed for triangle in space.triangles}
    drawn: dict[tuple[int, int], list[_Line]] = {}
    for lay in cards:
        bracketed = [(lay.x, lay.y, side) in inside for side in SIDES]
        drawn[lay.x, lay.y] = _card(lay.triangles, bracketed, width, colour)
    for x, y, name in black:
        drawn[x, y] = _black_card(x, y, name, width, colour)
    spot = None if highlighted is None else (highlighted.x, highlighted.y)
    lines = [_header(columns, width, gutter)]
    for y in rows:
        cells = [drawn.get((x, y)) or _free(x, y, marks.get((x, y), ""), width, colour) for x in columns]
        for i in range(3):
            line = Text().append(f"{y:>{gutter - 1}} " if i == 1 else " " * gutter, _AXIS)
            for x, cell in zip(columns, cells, strict=True):
                line.append_text(_between(spot in ((x - 1, y), (x, y)), colour))
                line.append_text(Text.assemble(*cell[i]))
            lines.append(line.append_text(_between(spot == (columns[-1], y), colour)))
    return Text("\n", no_wrap=True, overflow="ignore").join(lines)


def hand_text(cards: Sequence[str], *, colour: bool = True, widest: int | None = None) -> Text:
    """Cards in a row, or in several that are no wider than `widest` characters (80 if nothing is said)."""
    for card in cards:
        card_of(card)
    each = max(1, ((widest or _WIDEST_HAND) + 2) // (_WIDE + 2))
    rows = []
    for start in range(0, len(cards), each):
        drawn = [_card(card, [False] * 4, _WIDE, colour) for card in cards[start : start + each]]
        rows.append(Text("\n").join(Text("  ").join(Text.assemble(*card[i]) for card in drawn) for i in range(3)))
    return Text("\n\n", no_wrap=True, overflow="ignore").join(rows)


def names_text(cards: Sequence[str], *, colour: bool = True) -> Text:
    """Cards as they are written, two spaces between them; in a narrow terminal the line breaks between them."""
    shown = []
    for card in cards:
        card_of(card)
        shown.append(Text.assemble(*((letter, _written(letter, colour)) for letter in card)))
    return Text("  ").join(shown)


def _card(triangles: str, closed: Sequence[bool], width: int, colour: bool) -> list[_Line]:
    """The three lines of a card. Its corners go with east and west, which makes all triangles about equal."""
    seams = [triangles[i - 1].upper() != triangles[i].upper() for i in range(4)]
    drawn = [line if seam else " " for line, seam in zip(_FALLING + _RISING + _FALLING + _RISING, seams, strict=True)]
    corners = [_on(triangles[side], line, colour) for side, line in zip((3, 1, 1, 3), drawn, strict=True)]
    blanks = [_on(letter, " ", colour) for letter in triangles]
    sides: list[_Line] = []
    for i, letter in enumerate(triangles):
        opening, ending = (_on(letter, bracket, colour) for bracket in "()") if closed[i] else (blanks[i], blanks[i])
        sides.append([opening, _letter(letter, closed[i] and width == _NARROW, colour), ending])
    north, east, south, west = sides
    return _fitted(
        [
            [corners[0], blanks[0], *north, blanks[0], corners[1]],
            [*west, _middle(triangles, seams, colour), *east],
            [corners[3], blanks[2], *south, blanks[2], corners[2]],
        ],
        width,
    )


def _fitted(card: list[_Line], width: int) -> list[_Line]:
    """As much of a card as it has room for."""
    outer, inner = _KEPT[width]
    return [[line[i] for i in kept] for line, kept in zip(card, (outer, inner, outer), strict=True)]


def _middle(triangles: str, seams: Sequence[bool], colour: bool) -> tuple[str, Style]:
    """Where the diagonals meet, on the colour of neighbours that join; opposite triangles never join here (F15)."""
    falling, rising = seams[0] and seams[2], seams[1] and seams[3]
    drawn = _CROSSED if falling and rising else _FALLING if falling else _RISING if rising else " "
    alike = triangles[1].upper() == triangles[3].upper()
    joined = [letter for letter, seam in zip(triangles, seams, strict=True) if not seam]
    return _on((joined or [triangles[0 if alike else 3]])[0], drawn, colour)


def _letter(letter: str, underlined: bool, colour: bool) -> tuple[str, Style]:
    number = colour_of(letter)
    if not colour:
        return letter, Style(bold=has_gem(letter), underline=underlined)
    if has_gem(letter):
        return letter, Style(color=_STONE[number], bgcolor="#ffffff", bold=True, underline=underlined)
    return letter, Style(color=_INK[number], bgcolor=_GROUND[number], underline=underlined)


def _written(letter: str, colour: bool) -> Style:
    """How a letter of a card's name is written: there its ground is all there is of its colour."""
    number, bold = colour_of(letter), has_gem(letter)
    return Style(color=_INK[number], bgcolor=_GROUND[number], bold=bold) if colour else Style(bold=bold)


def _on(letter: str, drawn: str, colour: bool) -> tuple[str, Style]:
    """Something on the colour of a triangle."""
    number = colour_of(letter)
    return drawn, Style(color=_LINE[number], bgcolor=_GROUND[number]) if colour else _PLAIN


def _black_card(x: int, y: int, name: str, width: int, colour: bool) -> list[_Line]:
    """A black card; its letter is at the edge that faces the square (F2, F14)."""
    across = abs(x) > abs(y)
    row, columns = (1, range(3) if x > 0 else range(4, 7)) if across else (0 if y > 0 else 2, range(1, 6))
    plain = _card(COLOURS[COLOUR_NAMES.index(name)].lower() * 4, [False] * 4, _WIDE, colour)
    hatched = (_HATCH, _BLACK if colour else _PLAIN)
    card = [[plain[i][j] if i == row and j in columns else hatched for j in range(_WIDE)] for i in range(3)]
    return _fitted(card, width)


def _free(x: int, y: int, mark: str, width: int, colour: bool) -> list[_Line]:
    if mark:
        style = _MARK if colour else Style(bold=True)
        gap = " " * (width - 2)
        return [[(line, style)] for line in (f"┌{gap}┐", mark[:width].center(width), f"└{gap}┘")]
    middle = _EMPTY if x in _SQUARE and y in _SQUARE else ""
    return [[(line.center(width), _AXIS)] for line in ("", middle, "")]


def _between(highlighted: bool, colour: bool) -> Text:
    """What stands between two cards: the highlighted one has a line at both sides."""
    return Text("║", _LAST if colour else Style(bold=True)) if highlighted else Text(" ")


def _header(columns: range, width: int, gutter: int) -> Text:
    """The x coordinates, the last digit of each over the middle of its cards."""
    line = ""
    for i, x in enumerate(columns):
        line = line.ljust(gutter + i * (width + 1) + 2 + width // 2 - len(str(x))) + str(x)
    return Text(line, style=_AXIS)


def seats_text(view: View, widest: int | None = None) -> Text:
    """What the others hold and have closed, the stack and the cards aside, and the viewer's own hand."""
    lines = []
    for number, seat in enumerate(view.seats):
        if number != view.seat:
            cards = f"holds {seat.count} card{'s' if seat.count != 1 else ''}, " if view.stage == "hands" else ""
            lines.append(Text(f"Seat {number + 1} ({seat.colour}) {cards}has {_gems(seat)}"))
    if view.stage == "hands":
        lines.append(Text(f"The stack holds {view.stack}"))
        lines.append(Text("Aside ") + names_text(view.pool) if view.pool else Text("Nothing is aside"))
    elif view.stage == "pool":
        lines += [Text("The stack is used up; the pool:"), hand_text(view.pool, widest=widest)]
    else:
        lines.append(Text("Left in the pool ") + names_text(view.pool) if view.pool else Text("The pool is empty"))
    if view.seat is not None:
        own = view.seats[view.seat]
        hold = " and hold" if view.stage == "hands" else ""
        lines.append(Text(f"You ({own.colour}) have {_gems(own)}{hold}"))
        if view.stage == "hands":
            lines.append(hand_text(view.hand, widest=widest))
    return Text("\n").join(lines)


def _gems(seat: SeatView) -> str:
    return f"{seat.gems} {seat.gem} in {seat.closed} closed space{'s' if seat.closed != 1 else ''}"
