"""Conundrums on paper: what is drawn on the pages that `sheet` has laid out, on whatever canvas.

Every colour has its shape, as in all pictures, so that a sheet in black and white can be solved as well.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Literal, Protocol

from tessella.drawing.canvas import BADGE_RADIUS, BODY_INSET, BODY_RADIUS, Box, Palette, inset
from tessella.games.chromino.drawing import shapes
from tessella.games.chromino.drawing.shapes import Point
from tessella.games.chromino.drawing.svg import PALETTES
from tessella.games.chromino.notation import RIGHT, Lay
from tessella.games.chromino.puzzles.puzzle import ChrominoPuzzle
from tessella.games.chromino.tiles import COLOUR_NAMES, COLOURS, WILD
from tessella.puzzles.common import LEVELS
from tessella.puzzles.sheet import Frame, Page, Panel

INK, SOFT, FAINT, EDGE, DOT, WHITE = "#2b2420", "#6f655c", "#cfc6ba", "#5d534a", "#988d80", "#ffffff"
GREY_INK = {INK: "#1c1c1c", SOFT: "#606060", FAINT: "#c4c4c4", EDGE: "#4a4a4a", DOT: "#8c8c8c"}
GREY = Palette(
    {"Y": "#ffffff", "B": "#d9d9d9", "G": "#a8a8a8", "R": "#6a6a6a", "P": "#262626"},
    {"Y": "#2b2b2b", "B": "#1f1f1f", "G": "#111111", "R": "#ffffff", "P": "#ffffff"},
    framed=True,
)
"""Five greys that stay apart on any printer, each with a sign that stands out on it."""

TASK = (
    "Find every place of each tile: the number beside it says how many there are. Each tile is tried alone, on the "
    "board as shown. It lies or stands, either way round, on empty squares; at least two sides of its squares meet "
    "squares that lie there, and wherever they meet, the colours are equal. Corners do not count. Two ways round on "
    "the same squares are two places, unless they look alike."
)
REMARK = (
    "Every place of each tile, with a number. A square in several colours belongs to several places; where two numbers "
    "stand on the same three squares, the tile fits there both ways round."
)
PALE = 0.7
"""How much white is mixed into the board of a solution, so that the places stand out."""
ALONE = 1.35


@dataclass(frozen=True, slots=True)
class Paint:
    """What a shape is filled and outlined with; the line's width is in millimetres."""

    fill: str | None = None
    line: str | None = None
    width: float = 0.2


class Canvas(Protocol):
    """What is drawn on: millimetres from the top left; sizes of letters in points."""

    def page(self) -> None:
        """Begin the next page."""

    def rect(self, box: Box, radius: float, paint: Paint) -> None:
        """A rectangle with rounded corners."""

    def polygon(self, corners: Sequence[Point], paint: Paint) -> None:
        """A polygon."""

    def circle(self, x: float, y: float, radius: float, paint: Paint) -> None:
        """A circle."""

    def pie(self, x: float, y: float, radius: float, turns: tuple[float, float], paint: Paint) -> None:
        """A sector from one turn to the next, in degrees clockwise from the top."""

    def text(self, x: float, y: float, text: str, size: float, colour: str, bold: bool = False) -> None:
        """A line of text; y is its base line."""

    def length(self, text: str, size: float, bold: bool = False) -> float:
        """How wide a text is."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is printed on the pages."""

    conundrums: Sequence[ChrominoPuzzle]
    frames: Sequence[Frame]
    solutions: Mapping[tuple[int, int], tuple[Sequence[Lay], Frame]]
    """The places of a conundrum's tile, by their numbers, and the frame of the board with them."""
    heading: str
    foot: str
    grey: bool = False


def paint(canvas: Canvas, sheet: Sheet, pages: Sequence[Page]) -> None:
    """Draw all the pages."""
    painter = _Painter(canvas, sheet)
    for number, page in enumerate(pages, 1):
        canvas.page()
        painter.head(page)
        for panel in page.panels:
            canvas.rect(panel.box, 2.5, Paint(line=painter.tint(FAINT), width=0.25))
            if panel.tile is None:
                painter.conundrum(panel)
            else:
                painter.solution(panel, panel.tile)
        painter.foot(page, f"Page {number} of {len(pages)}")


def mixed(colour: str, white: float) -> str:
    """A colour with so much white in it, from 0 to 1."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * white):02x}" for part in parts)


def outlines(places: Sequence[Lay], frame: Frame, board: Box, cell: float) -> list[Box]:
    """Where the places of a solution are outlined."""
    scale = cell / shapes.CELL
    left, top = board[0] - frame.left * cell, board[1] - frame.top * cell
    return [(left + x * scale, top + y * scale, w * scale, h * scale) for x, y, w, h in shapes.ghost_boxes(places)]


class _Painter:
    def __init__(self, canvas: Canvas, sheet: Sheet) -> None:
        self.canvas = canvas
        self.sheet = sheet
        self.palette = GREY if sheet.grey else PALETTES["game"]

    def tint(self, colour: str) -> str:
        """One of the inks as it is on this sheet."""
        return GREY_INK.get(colour, colour) if self.sheet.grey else colour

    # ---- text ----

    def write(
        self,
        at: Point,
        text: str,
        size: float,
        *,
        colour: str = INK,
        bold: bool = False,
        align: Literal["left", "middle", "right"] = "left",
        widest: float | None = None,
        least: float = 6,
    ) -> float:
        """A line of text, smaller or cut if it is too long; how long it became."""
        canvas = self.canvas
        while widest is not None and size > least and canvas.length(text, size, bold) > widest:
            size = max(least, size * 0.95)
        if widest is not None and canvas.length(text, size, bold) > widest:
            while text and canvas.length(text + "…", size, bold) > widest:
                text = text[:-1]
            text = text.rstrip() + "…"
        long = canvas.length(text, size, bold)
        x = at[0] - {"left": 0, "middle": long / 2, "right": long}[align]
        canvas.text(x, at[1], text, size, self.tint(colour), bold)
        return long

    def lines(self, text: str, size: float, widest: float) -> list[str]:
        """A text broken into lines."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.canvas.length(longer, size) > widest:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    # ---- around the panels ----

    def head(self, page: Page) -> None:
        left, top, width, _ = page.head
        if page.first and not page.solutions:
            side = 8.0
            self.write((left, top + 7.5), self.sheet.heading, 24, bold=True, widest=width - 3 * side - 5, least=12)
            self.tile(Lay("P*R", 0, 0, RIGHT), left + width - 3 * side, top, side, 0)
            lines = self.paragraph(TASK, left, top + 14.5, width)
            self.legend(left, top + 14 + lines * 4.1, width)
        elif page.first:
            self.write((left, top + 6), "Solutions", 17, bold=True)
            self.paragraph(REMARK, left, top + 11.5, width)
        else:
            name = f"{self.sheet.heading} – solutions" if page.solutions else self.sheet.heading
            self.write((left, top + 5), name, 11, bold=True, colour=SOFT, widest=width, least=9)

    def paragraph(self, text: str, left: float, top: float, width: float) -> int:
        """Some lines of text; how many they are."""
        lines = self.lines(text, 9, width)
        for number, line in enumerate(lines):
            self.write((left, top + number * 4.1), line, 9, colour=SOFT)
        return len(lines)

    def legend(self, left: float, top: float, width: float) -> None:
        """The colours with their shapes, and what the wild square is."""
        side = 4.6
        x = left
        names = dict(zip(COLOURS, COLOUR_NAMES, strict=True)) | {WILD: "goes with every colour"}
        for letter, name in names.items():
            self.square(letter, x - side * 0.08, top, side, 0)
            x += side + 1.2
            x += self.write((x, top + side * 0.68), name, 9, colour=SOFT) + 5
        if all(conundrum.difficulty is None for conundrum in self.sheet.conundrums):
            return
        self.marks(left + width - 31.5, top + side / 2, 3)
        self.write((left + width, top + side * 0.68), "how hard it is", 9, colour=SOFT, align="right")

    def foot(self, page: Page, text: str) -> None:
        left, top, width, height = page.foot
        base = top + height - 0.5
        self.write((left + width, base), text, 8, colour=SOFT, align="right")
        if self.sheet.foot:
            wide = width - 28
            size = 7.5
            while size > 5 and len(self.lines(self.sheet.foot, size, wide)) > 2:
                size -= 0.5
            lines = self.lines(self.sheet.foot, size, wide)
            shown = [lines[0], " ".join(lines[1:])] if len(lines) > 1 else lines
            for number, line in enumerate(reversed(shown)):
                self.write((left, base - number * 3), line, size, colour=SOFT, widest=wide, least=5)

    def number(self, panel: Panel) -> float:
        """The number of a conundrum in a disc; where the next thing may begin."""
        left, top, _, height = panel.strip
        radius = min(height * 0.42, 2.9)
        x, y = left + radius, top + radius
        self.canvas.circle(x, y, radius, Paint(fill=self.tint(INK)))
        self.middle(str(panel.number + 1), x, y, radius * 1.7, 10, WHITE)
        return x + radius + 2

    def middle(self, text: str, x: float, y: float, widest: float, size: float, colour: str) -> None:
        """A bold text around a point."""
        while size > 1 and self.canvas.length(text, size, bold=True) > widest:
            size *= 0.93
        # A digit is 0.72 of its size high; a point is 0.353 mm.
        self.write((x, y + size * 0.353 * 0.36), text, size, colour=colour, bold=True, align="middle")

    def marks(self, left: float, middle: float, level: int) -> None:
        """Five small marks, as many of them filled as the difficulty says."""
        side = 1.7
        for number in LEVELS:
            fill = self.tint(INK) if number <= level else WHITE
            box = (left + (number - 1) * (side + 0.6), middle - side / 2, side, side)
            self.canvas.rect(box, 0.35, Paint(fill, self.tint(INK), 0.18))

    # ---- panels ----

    def conundrum(self, panel: Panel) -> None:
        conundrum, frame = self.sheet.conundrums[panel.number], self.sheet.frames[panel.number]
        x = self.number(panel)
        left, top, width, _ = panel.strip
        right = left + width
        if conundrum.difficulty is not None:
            right -= 11.5
            self.marks(right + 0.6, top + 2.9, conundrum.difficulty)
        title = conundrum.headers.get("title", "")
        if author := conundrum.headers.get("author"):
            title = f"{title} ({author})" if title else f"by {author}"
        if title:
            self.write((x, top + 4), title, 9, colour=SOFT, widest=right - x - 3, least=7)
        self.dots(panel, frame, {(x, y) for lay in conundrum.board for x, y, _ in lay.cells()})
        self.board(conundrum.board, panel, frame, 0)
        for number, (tile, count) in enumerate(zip(conundrum.pieces, conundrum.numbers, strict=True)):
            x, y, _, side = panel.tiles[number]
            self.tile(Lay(tile, 0, 0, RIGHT), x, y, side, 0)
            x, y, wide, high = panel.counts[number]
            size = min(high * 2.2, 14)
            text = "?" if count is None else str(count)
            self.write((x, y + high / 2 + size * 0.127), text, size, bold=True, widest=wide, least=3)

    def solution(self, panel: Panel, tile: int) -> None:
        conundrum = self.sheet.conundrums[panel.number]
        places, frame = self.sheet.solutions[panel.number, tile]
        x = self.number(panel)
        top = panel.strip[1]
        self.tile(Lay(conundrum.pieces[tile], 0, 0, RIGHT), x, top + 0.7, 4.4, 0)
        text = f"{len(places)} place{'s' if len(places) != 1 else ''}"
        room = panel.strip[0] + panel.strip[2] - x - 15.5
        self.write((x + 15, top + 4), text, 9, colour=SOFT, widest=room, least=4)
        self.board(conundrum.board, panel, frame, PALE)
        self.places(places, panel, frame)

    def dots(self, panel: Panel, frame: Frame, squares: Iterable[tuple[int, int]]) -> None:
        """The corners of the grid, to draw along; where squares lie, their own corners show it."""
        if panel.cell < 1.5:
            return
        side = min(0.4, panel.cell / 12)
        ink = Paint(fill=self.tint(DOT))
        left, top = panel.board[0] - side / 2, panel.board[1] - side / 2
        taken = {(x + right, y + down) for x, y in squares for right in (0, 1) for down in (0, 1)}
        for row in range(frame.height + 1):
            for column in range(frame.width + 1):
                if (column + frame.left, row + frame.top) not in taken:
                    self.canvas.rect((left + column * panel.cell, top + row * panel.cell, side, side), 0, ink)

    def board(self, board: Sequence[Lay], panel: Panel, frame: Frame, white: float) -> None:
        left, top, _, _ = panel.board
        x, y = left - frame.left * panel.cell, top - frame.top * panel.cell
        for lay in board:
            self.tile(lay, x, y, panel.cell, white)

    def tile(self, lay: Lay, left: float, top: float, cell: float, white: float) -> None:
        """A tile on a board that begins at left and top."""
        scale = cell / shapes.CELL
        x, y, width, height = (part * scale for part in inset(shapes.box_of(lay), BODY_INSET))
        edge = mixed(self.tint(EDGE), white)
        line = Paint(WHITE, edge, min(0.3, cell * 0.05))
        self.canvas.rect((left + x, top + y, width, height), BODY_RADIUS * scale, line)
        for x, y, letter in lay.cells():
            self.square(letter, left + x * cell, top + y * cell, cell, white)

    def places(self, places: Sequence[Lay], panel: Panel, frame: Frame) -> None:
        """The places in colour, each outlined and numbered."""
        cell = panel.cell
        scale = cell / shapes.CELL
        left, top = panel.board[0] - frame.left * cell, panel.board[1] - frame.top * cell
        letters: dict[tuple[int, int], set[str]] = {}
        for lay in places:
            for column, row, letter in lay.cells():
                letters.setdefault((column, row), set()).add(letter)
        for (column, row), colours in letters.items():
            self.shared(sorted(colours), left + column * cell, top + row * cell, cell)
        for box in outlines(places, frame, panel.board, cell):
            self.canvas.rect(box, BODY_RADIUS * scale, Paint(line=self.tint(INK), width=min(0.5, cell * 0.12)))
        for number, x, y, radius in shapes.badge_spots(places):
            at = left + x * scale, top + y * scale
            # Paper is read at a small size: a number alone in its square nearly fills it.
            radius *= scale * (ALONE if radius == BADGE_RADIUS else 1)
            self.canvas.circle(*at, radius, Paint(self.tint(INK), WHITE, 0.15))
            self.middle(str(number), *at, radius * 1.5, radius * 4.4, WHITE)

    def shared(self, letters: Sequence[str], left: float, top: float, cell: float) -> None:
        """A square of a place; smaller ones if places disagree about its colour."""
        across = ceil(sqrt(len(letters)))
        down = ceil(len(letters) / across)
        side = cell * (1 if across == 1 else 0.9 / across)
        left, top = left + (cell - across * side) / 2, top + (cell - down * side) / 2
        for number, letter in enumerate(letters):
            self.square(letter, left + number % across * side, top + number // across * side, side, 0)

    def square(self, letter: str, left: float, top: float, cell: float, white: float) -> None:
        """A square of a tile: its colour and its sign, or the wheel."""
        scale = cell / shapes.CELL
        m = shapes.MIDDLE * scale
        side = cell - 2 * shapes.SQUARE_INSET * scale
        plate = (left + shapes.SQUARE_INSET * scale, top + shapes.SQUARE_INSET * scale, side, side)
        frame = mixed(self.tint(INK), max(white, 0.25)) if self.palette.framed else None
        if letter == WILD:
            self.canvas.rect(plate, shapes.SQUARE_RADIUS * scale, Paint(WHITE, frame or mixed(FAINT, white), 0.12))
            self.wheel(left + m, top + m, scale, white)
            return
        ground, sign = mixed(self.palette.grounds[letter], white), mixed(self.palette.signs[letter], white)
        self.canvas.rect(plate, shapes.SQUARE_RADIUS * scale, Paint(ground, frame, 0.12))
        if letter == "B":
            self.canvas.circle(left + m, top + m, shapes.DISC * scale, Paint(sign))
        else:
            corners = [(left + x * scale, top + y * scale) for x, y in shapes.corners(letter)]
            self.canvas.polygon(corners, Paint(sign))

    def wheel(self, x: float, y: float, scale: float, white: float) -> None:
        radius = shapes.WHEEL_RADIUS * scale
        for number, letter in enumerate(shapes.WHEEL):
            fill = Paint(mixed(self.palette.grounds[letter], white))
            self.canvas.pie(x, y, radius, (number * 72, number * 72 + 72), fill)
        if self.palette.framed:
            self.canvas.circle(x, y, radius, Paint(line=mixed(self.tint(INK), white), width=0.12))
        self.canvas.circle(x, y, shapes.HUB_RADIUS * scale, Paint(WHITE))
