"""Problems of Florentine Dominoes on paper, on whatever canvas.

Every colour has the shape of its gem, so that a sheet in black and white can be solved as well.
"""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import ClassVar

from tessella.drawing.canvas import Box
from tessella.games.florentine.cards import COLOUR_NAMES, COLOURS, GEM_NAMES, STEPS, has_gem
from tessella.games.florentine.drawing.svg import PALETTES, GemPalette
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.puzzles.puzzle import FlorentinePuzzle
from tessella.puzzles.contract import PLACES
from tessella.puzzles.painting import DOT, EDGE, INK, SOFT, WHITE, Canvas, Paint, Painter, Point, Sheet, mixed
from tessella.puzzles.sheet import Frame, Panel

UNITS = 2
"""The side of a card in squares of a panel's frame."""
GREY = GemPalette(
    {"O": "#ffffff", "B": "#cccccc", "G": "#8f8f8f", "R": "#3c3c3c"},
    {"O": "#2b2b2b", "B": "#1f1f1f", "G": "#000000", "R": "#ffffff"},
    framed=True,
    stones={"O": "#2b2b2b", "B": "#1f1f1f", "G": "#000000", "R": "#ffffff"},
    rings={"O": "#2b2b2b", "B": "#1f1f1f", "G": "#000000", "R": "#ffffff"},
)
"""Four greys that stay apart on any printer, each with a sign that stands out on it."""
PALE = 0.7
"""How much white is mixed into the board of a solution, so that the placements stand out."""

_SIDE = 72
"""A card's side in the units below."""
_PLATE, _AWAY, _GEM, _SETTING = 34.0, 21.5, 6.8, 4.2
"""From a card's middle to the rim of its triangles and to its signs; the size of a gem, and of an empty setting."""
_CORNERS: Sequence[Point] = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def outline(colour: str, x: float, y: float, size: float) -> list[Point]:
    """The corners of a gem's shape: a round, a drop, a square with its corners cut, or a rhombus."""
    match colour:
        case "R":
            corners = [(cos(i * pi / 12), sin(i * pi / 12)) for i in range(24)]
        case "B":
            corners = [(0.0, -1.42), *((0.97 * cos(i * pi / 12), 0.3 + 0.97 * sin(i * pi / 12)) for i in range(-2, 15))]
        case "G":
            half = [(-0.95, -0.6), (-0.6, -0.95), (0.6, -0.95), (0.95, -0.6)]
            corners = half + [(-dx, -dy) for dx, dy in half]
        case _:
            corners = [(0, -1.3), (1.12, 0), (0, 1.3), (-1.12, 0)]
    return [(x + dx * size, y + dy * size) for dx, dy in corners]


class FlorentinePainter(Painter):
    """Draws the pages."""

    SAMPLE: ClassVar = "RBGO"

    def __init__(self, canvas: Canvas, sheet: Sheet) -> None:
        super().__init__(canvas, sheet)
        self.palette = GREY if sheet.grey else PALETTES["game"]

    def ornament(self, right: float, top: float) -> float:
        """A card with all four gems."""
        side = 12.0
        self.card(self.SAMPLE, (right - side, top - 2, side, side), 0)
        return side

    def legend(self, left: float, top: float, width: float) -> None:
        """The colours with their gems."""
        side = 4.6
        x = left
        for letter, name, gem in zip(COLOURS, COLOUR_NAMES, GEM_NAMES, strict=True):
            box = (x, top, side, side)
            self.canvas.rect(box, 0.6, Paint(self.palette.grounds[letter], self.tint(EDGE), 0.15))
            self.sign(letter, x + side / 2, top + side / 2, side / 36, 0)
            x += side + 1.2
            x += self.write((x, top + side * 0.68), f"{name}: {gem}", 9, colour=SOFT) + 5
        self.level_legend(left + width, top, side)

    def note(self, conundrum: FlorentinePuzzle) -> str:
        """Whose gems, and how many can be closed."""
        if conundrum.colour is None:
            return ""
        (number,) = conundrum.numbers
        many = f"{number} " if number is not None else ""
        return f"{many}{conundrum.task.gem} ({conundrum.colour})"

    def piece(self, name: str, box: Box) -> None:
        """A card to place."""
        self.card(name, box, 0)

    def task_board(self, conundrum: FlorentinePuzzle, panel: Panel, frame: Frame) -> None:
        """The board, and the corners of the free places beside it."""
        side = UNITS * panel.cell
        ink = Paint(fill=self.tint(DOT))
        dot = min(0.5, side / 20)
        for row in range(frame.height // UNITS + 1):
            for column in range(frame.width // UNITS + 1):
                x, y = panel.board[0] + column * side, panel.board[1] + row * side
                self.canvas.rect((x - dot / 2, y - dot / 2, dot, dot), 0, ink)
        self.cards(conundrum.board, panel, frame, 0)

    def solution(self, panel: Panel, part: int) -> None:
        """The board paler, with the placements numbered."""
        conundrum: FlorentinePuzzle = self.sheet.conundrums[panel.number]
        lays, frame = self.sheet.solutions[panel.number, part]
        x = self.number(panel)
        top = panel.strip[1]
        note = self.note(conundrum)
        if conundrum.kind == PLACES:
            self.card(conundrum.pieces[part], (x, top - 0.6, 6.4, 6.4), 0)
            x += 9
            note = f"{len(lays)} place{'s' if len(lays) != 1 else ''}"
        self.write((x, top + 4), note, 9, colour=SOFT, widest=panel.strip[0] + panel.strip[2] - x, least=4)
        self.cards(conundrum.board, panel, frame, PALE)
        self.cards(lays, panel, frame, 0)
        side = UNITS * panel.cell
        for number, lay in enumerate(lays, 1):
            left, upper, _, _ = box = self.box_of(lay, panel, frame)
            self.canvas.rect(box, side / 10, Paint(line=self.tint(INK), width=0.5))
            if len(lays) > 1:
                radius = side * 0.16
                self.canvas.circle(left + side / 2, upper + side / 2, radius, Paint(self.tint(INK), WHITE, 0.15))
                self.middle(str(number), left + side / 2, upper + side / 2, radius * 1.5, radius * 4, WHITE)

    def cards(self, lays: Sequence[Lay], panel: Panel, frame: Frame, white: float) -> None:
        """Cards where they lie."""
        for lay in lays:
            self.card(lay.triangles, self.box_of(lay, panel, frame), white)

    def box_of(self, lay: Lay, panel: Panel, frame: Frame) -> Box:
        """Where a card lies on the paper."""
        side = UNITS * panel.cell
        left, top = panel.board[0] - frame.left * panel.cell, panel.board[1] - frame.top * panel.cell
        return left + lay.x * side, top + lay.y * side, side, side

    def card(self, triangles: str, box: Box, white: float) -> None:
        """A card, its triangles with their gems or empty settings."""
        left, top, side, _ = box
        scale = side / _SIDE
        x, y = left + side / 2, top + side / 2
        edge = mixed(self.tint(EDGE), white)
        self.canvas.rect((left + scale, top + scale, side - 2 * scale, side - 2 * scale), 6 * scale, Paint(WHITE, edge))
        rim = [(x + dx * _PLATE * scale, y + dy * _PLATE * scale) for dx, dy in _CORNERS]
        seam = mixed(INK if self.palette.framed else WHITE, white)
        for number, letter in enumerate(triangles):
            corners = [(x, y), rim[number], rim[(number + 1) % 4]]
            fill = mixed(self.palette.grounds[letter.upper()], white)
            # An outline in its own colour lets triangles of one colour overlap.
            self.canvas.polygon(corners, Paint(fill, fill, 0.1))
        for number in range(4):
            if triangles[number - 1].upper() != triangles[number].upper():
                self.canvas.polygon([(x, y), rim[number]], Paint(line=seam, width=max(0.12, scale)))
        for (dx, dy), letter in zip(STEPS, triangles, strict=True):
            self.sign(letter, x + dx * _AWAY * scale, y + dy * _AWAY * scale, scale, white)

    def sign(self, letter: str, x: float, y: float, scale: float, white: float) -> None:
        """A gem, or an empty setting."""
        colour = letter.upper()
        if has_gem(letter):
            stone = mixed(self.palette.stones[colour], white)
            ring = mixed(self.palette.rings[colour], white)
            self.canvas.polygon(outline(colour, x, y, _GEM * scale), Paint(stone, ring, max(0.15, 1.6 * scale)))
        else:
            line = mixed(self.palette.signs[colour], white)
            self.canvas.polygon(outline(colour, x, y, _SETTING * scale), Paint(line=line, width=max(0.12, 1.1 * scale)))
