"""Conundrums of Chromino on paper, on whatever canvas.

Every colour has its shape, as in all pictures, so that a sheet in black and white can be solved as well.
"""

from collections.abc import Iterable, Sequence
from math import ceil, sqrt

from tessella.drawing.canvas import BADGE_RADIUS, BODY_INSET, BODY_RADIUS, Box, Palette, inset
from tessella.games.chromino.drawing import shapes
from tessella.games.chromino.drawing.svg import PALETTES
from tessella.games.chromino.notation import RIGHT, Lay
from tessella.games.chromino.puzzles.puzzle import ChrominoPuzzle
from tessella.games.chromino.tiles import COLOUR_NAMES, COLOURS, WILD
from tessella.puzzles.contract import PLACES
from tessella.puzzles.painting import DOT, EDGE, FAINT, INK, SOFT, WHITE, Canvas, Paint, Painter, Sheet, mixed
from tessella.puzzles.sheet import Frame, Panel

GREY = Palette(
    {"Y": "#ffffff", "B": "#d9d9d9", "G": "#a8a8a8", "R": "#6a6a6a", "P": "#262626"},
    {"Y": "#2b2b2b", "B": "#1f1f1f", "G": "#111111", "R": "#ffffff", "P": "#ffffff"},
    framed=True,
)
"""Five greys that stay apart on any printer, each with a sign that stands out on it."""

PALE = 0.7
"""How much white is mixed into the board of a solution, so that the places stand out."""
ALONE = 1.35


def outlines(places: Sequence[Lay], frame: Frame, board: Box, cell: float) -> list[Box]:
    """Where the places of a solution are outlined."""
    scale = cell / shapes.CELL
    left, top = board[0] - frame.left * cell, board[1] - frame.top * cell
    return [(left + x * scale, top + y * scale, w * scale, h * scale) for x, y, w, h in shapes.ghost_boxes(places)]


class ChrominoPainter(Painter):
    """Draws the pages."""

    def __init__(self, canvas: Canvas, sheet: Sheet) -> None:
        super().__init__(canvas, sheet)
        self.palette = GREY if sheet.grey else PALETTES["game"]

    def ornament(self, right: float, top: float) -> float:
        """A wild tile."""
        side = 8.0
        self.tile(Lay("P*R", 0, 0, RIGHT), right - 3 * side, top, side, 0)
        return 3 * side

    def legend(self, left: float, top: float, width: float) -> None:
        """The colours with their shapes, and what the wild square is."""
        side = 4.6
        x = left
        names = dict(zip(COLOURS, COLOUR_NAMES, strict=True)) | {WILD: "goes with every colour"}
        for letter, name in names.items():
            self.square(letter, x - side * 0.08, top, side, 0)
            x += side + 1.2
            x += self.write((x, top + side * 0.68), name, 9, colour=SOFT) + 5
        self.level_legend(left + width, top, side)

    def piece(self, name: str, box: Box) -> None:
        """A tile to place."""
        self.tile(Lay(name, 0, 0, RIGHT), box[0], box[1], box[3], 0)

    def task_board(self, conundrum: ChrominoPuzzle, panel: Panel, frame: Frame) -> None:
        """The board, and the corners of the grid."""
        self.dots(panel, frame, {(x, y) for lay in conundrum.board for x, y, _ in lay.cells()})
        self.board(conundrum.board, panel, frame, 0)

    def solution(self, panel: Panel, part: int) -> None:
        """The board paler, with the placements numbered."""
        conundrum = self.sheet.conundrums[panel.number]
        places, frame = self.sheet.solutions[panel.number, part]
        x = self.number(panel)
        top = panel.strip[1]
        if conundrum.kind == PLACES:
            self.tile(Lay(conundrum.pieces[part], 0, 0, RIGHT), x, top + 0.7, 4.4, 0)
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
