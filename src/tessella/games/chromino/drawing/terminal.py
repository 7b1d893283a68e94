"""A Chromino board and hand as text for a terminal, by `rich`.

Every square shows its letter on its colour, so that colour is never the only sign and nothing is lost where
there is none. A line runs around each tile, a double one around the last tile laid:

       -2 -1  0  1  2  3
    -1  ·  ·  ·  ·  ·  ·
     0  · ├B──*──G┤ ·  ·
     1  ·  · ╔Y╗ · 12  ·
     2  ·  · ║R║ ·  ·  ·
     3  ·  · ╚R╝ ·  ·  ·
     4  ·  ·  ·  ·  ·  ·

A cell is three characters wide, its letter in the middle under the last digit of its x. If a mark is longer
than two characters, cells are wider, the letter still the second character.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from tessella.drawing import marks
from tessella.games.chromino.notation import RIGHT, Lay
from tessella.games.chromino.tiles import WILD, tile_of
from tessella.games.chromino.view import View

_GROUND = {"B": "#14b5ea", "G": "#47a942", "R": "#e31837", "Y": "#fff20d", "P": "#6e1479", WILD: "#ffffff"}
"""The game's colours; purple a little lighter, so that a terminal of 16 colours shows magenta, not grey."""
_INK = {"B": "#000000", "G": "#000000", "R": "#ffffff", "Y": "#000000", "P": "#ffffff", WILD: "#000000"}
_LINE = {"B": "#09526a", "G": "#204c1e", "R": "#f6b4be", "Y": "#4d4904", "P": "#b994be", WILD: "#737373"}
_EMPTY = "·"
_LEAST_WIDTH = 3
_NARROW = 2
_AXIS = Style(dim=True)
_MARK = Style(color="green", bold=True)

_Edges = tuple[tuple[str, str, str], tuple[str, str, str]]
"""For the first, middle and last square of a tile: what stands left of its letter, and what stands right."""
_JOINTS = "─═"
_LYING: _Edges = (("├", "─", "─"), ("─", "─", "┤"))
_STANDING: _Edges = (("┌", "│", "└"), ("┐", "│", "┘"))
_LAST_LYING: _Edges = (("╠", "═", "═"), ("═", "═", "╣"))
_LAST_STANDING: _Edges = (("╔", "║", "╚"), ("╗", "║", "╝"))


@dataclass(frozen=True, slots=True)
class _Square:
    """A laid square as it is drawn."""

    letter: str
    left: str
    right: str
    last: bool

    def text(self, width: int, colour: bool) -> Text:
        """The square filling a cell; where the line runs on to the next square, it fills a wider cell."""
        joined = self.right in _JOINTS
        if width == _NARROW:
            drawn = self.left + self.letter
        else:
            drawn = self.left + self.letter + (self.right * (width - 2) if joined else self.right)
        text = Text()
        for i, c in enumerate(drawn):
            text.append(c, self._style(c, is_letter=i == 1) if colour else Style(bold=self.last or i == 1))
        return text.append(" " * (width - len(drawn)))

    def _style(self, drawn: str, *, is_letter: bool) -> Style:
        """Ink on the square's colour; the line around the last tile, black on white, stands out on any."""
        if is_letter or (self.last and drawn in _JOINTS):
            return Style(color=_INK[self.letter], bgcolor=_GROUND[self.letter], bold=True)
        if self.last:
            return Style(color="#000000", bgcolor="#ffffff", bold=True)
        return Style(color=_LINE[self.letter], bgcolor=_GROUND[self.letter])


def board_text(
    tiles: Sequence[Lay],
    *,
    last: int | None = None,
    marks: Mapping[tuple[int, int], str] = {},
    colour: bool = True,
    widest: int | None = None,
) -> Text:
    """The board, with x along the top and y at the left, one empty cell around everything.

    `last` is the place in `tiles` of the one to highlight (counted from the end if negative, like any index).
    `marks` are short texts for empty cells; where a tile lies, the tile is shown. A board that would be wider
    than `widest` characters is drawn in cells of two, with the left half of each tile's line. Print it with
    `soft_wrap=True`: a console breaks lines that are wider than itself, whatever the text asks for.
    """
    highlighted = None if last is None else range(len(tiles))[last]
    squares: dict[tuple[int, int], _Square] = {}
    for i, lay in enumerate(tiles):
        squares.update(_squares(lay, last=i == highlighted))
    places = [*squares, *marks] or [(0, 0)]
    columns = range(min(x for x, _ in places) - 1, max(x for x, _ in places) + 2)
    rows = range(min(y for _, y in places) - 1, max(y for _, y in places) + 2)
    width = max([_LEAST_WIDTH, *(cell_len(mark) + 1 for mark in marks.values())])
    gutter = max(len(str(columns[0])) - 2, *(len(str(y)) for y in rows)) + 1
    if widest is not None and gutter + width * len(columns) > widest:
        width = _NARROW

    lines = [_header(columns, width, gutter)]
    for y in rows:
        line = Text().append(f"{y:>{gutter - 1}} ", _AXIS)
        for x in columns:
            if square := squares.get((x, y)):
                line.append_text(square.text(width, colour))
            else:
                line.append_text(_free(marks.get((x, y), ""), width, colour))
        lines.append(line)
    return Text("\n", no_wrap=True, overflow="ignore").join(lines)


def hand_text(tiles: Sequence[str], *, colour: bool = True) -> Text:
    """A hand in a row, two spaces between its tiles; in a narrow terminal it breaks between them."""
    shown = []
    for tile in tiles:
        tile_of(tile)
        line = Text()
        for square in _squares(Lay(tile, 0, 0, RIGHT), last=False).values():
            line.append_text(square.text(_LEAST_WIDTH, colour))
        shown.append(line)
    return Text("  ").join(shown)


def _squares(lay: Lay, *, last: bool) -> dict[tuple[int, int], _Square]:
    if lay.direction == RIGHT:
        lefts, rights = _LAST_LYING if last else _LYING
    else:
        lefts, rights = _LAST_STANDING if last else _STANDING
    return {
        (x, y): _Square(letter, left, right, last)
        for (x, y, letter), left, right in zip(lay.cells(), lefts, rights, strict=True)
    }


def _header(columns: range, width: int, gutter: int) -> Text:
    """The x coordinates, the last digit of each over its letters; only some if all would run together."""
    longest = max(len(str(x)) for x in columns[1:])
    step = next(step for step in (1, 2, 5) if step * width > longest)
    line = ""
    for i, x in enumerate(columns):
        if x % step == 0:
            line = line.ljust(gutter + i * width + 2 - len(str(x))) + str(x)
    return Text(line, style=_AXIS)


def _free(mark: str, width: int, colour: bool) -> Text:
    if not mark:
        return Text(f" {_EMPTY}".ljust(width), style=Style(dim=True))
    shown = mark.rjust(2)[:width]
    return Text(shown + " " * (width - cell_len(shown)), style=_MARK if colour else Style(bold=True))


def places_text(board: Sequence[Lay], solution: Mapping[str, Sequence[Lay]], widest: int | None = None) -> Text:
    """For each tile the board with its places numbered, and below it the places."""
    shown = []
    for tile, places in solution.items():
        middles = marks((number, lay.cells()[1][:2]) for number, lay in enumerate(places, 1))
        text = hand_text([tile]).append(f" {len(places)} place{'s' if len(places) != 1 else ''}\n")
        text.append_text(board_text(board, marks=middles, widest=widest)).append("\n")
        shown.append(text.append("".join(f"{number:3}  {lay}\n" for number, lay in enumerate(places, 1))))
    return Text("\n").join(shown)


def answers_text(board: Sequence[Lay], answers: Sequence[Sequence[Lay]], widest: int | None = None) -> Text:
    """For each answer the board with its placements numbered, and below it the placements in their order.

    Of answers with the same placements only the first is drawn.
    """
    shown = []
    drawn: set[frozenset[Lay]] = set()
    for answer in answers:
        text = Text()
        if frozenset(answer) not in drawn:
            drawn.add(frozenset(answer))
            middles = marks((number, lay.cells()[1][:2]) for number, lay in enumerate(answer, 1))
            text.append_text(board_text(board, marks=middles, widest=widest)).append("\n")
        else:
            text.append("or\n")
        shown.append(text.append("".join(f"{number:3}  {lay}\n" for number, lay in enumerate(answer, 1))))
    return Text("\n").join(shown) if shown else Text("there is no answer")


def seats_text(view: View) -> Text:
    """What the others hold, the bag, and the viewer's own hand."""
    lines = []
    for number, seat in enumerate(view.seats):
        if number == view.seat:
            continue
        points = f", {seat.score} points" if view.options.scoring != "none" else ""
        line = Text(f"Seat {number + 1} holds {seat.count} tile{'s' if seat.count != 1 else ''}{points} ")
        lines.append(line + hand_text(seat.shown) if seat.shown else line)
    lines.append(Text(f"The bag holds {view.bag}"))
    if view.seat is not None:
        points = f" ({view.seats[view.seat].score} points)" if view.options.scoring != "none" else ""
        lines.append(Text(f"You hold{points} ") + hand_text(view.hand))
    return Text("\n").join(lines)
