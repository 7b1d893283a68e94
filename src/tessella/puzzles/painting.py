"""Conundrums on paper: what the pages of all games show, on whatever canvas. `sheet` has laid them out.

A game draws its boards and pieces (`Painter`); headings, numbers, marks and the foot of a page are drawn here.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from tessella.drawing.canvas import Box
from tessella.puzzles.common import LEVELS
from tessella.puzzles.sheet import Frame, Page, Panel

Point = tuple[float, float]
INK, SOFT, FAINT, EDGE, DOT, WHITE = "#2b2420", "#6f655c", "#cfc6ba", "#5d534a", "#988d80", "#ffffff"
GREY_INK = {INK: "#1c1c1c", SOFT: "#606060", FAINT: "#c4c4c4", EDGE: "#4a4a4a", DOT: "#8c8c8c"}
OURS, THEIRS = "A", "B"
"""How the pieces of the two seats are marked, in kinds with another seat."""


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

    conundrums: Sequence[Any]
    frames: Sequence[Frame]
    solutions: Mapping[tuple[int, int], tuple[Sequence[Any], Frame]]
    """The placements of each part of a solution, by the numbers of the conundrum and the part, and the frame of the
    board with them. Where all places are to be found there is a part for each piece; else one in all."""
    task: str
    """What to do, in some sentences,"""
    remark: str
    """and how to read the solutions."""
    heading: str
    foot: str
    grey: bool = False


def paint(painter: "Painter", pages: Sequence[Page]) -> None:
    """Draw all the pages."""
    for number, page in enumerate(pages, 1):
        painter.canvas.page()
        painter.head(page)
        for panel in page.panels:
            painter.canvas.rect(panel.box, 2.5, Paint(line=painter.tint(FAINT), width=0.25))
            if panel.tile is None:
                painter.conundrum(panel)
            else:
                painter.solution(panel, panel.tile)
        painter.foot(page, f"Page {number} of {len(pages)}")


def mixed(colour: str, white: float) -> str:
    """A colour with so much white in it, from 0 to 1."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * white):02x}" for part in parts)


class Painter(ABC):
    """Draws the pages of a game."""

    def __init__(self, canvas: Canvas, sheet: Sheet) -> None:
        self.canvas = canvas
        self.sheet = sheet

    @abstractmethod
    def ornament(self, right: float, top: float) -> float:
        """Something of the game beside the heading, that ends at `right`; its width."""

    @abstractmethod
    def legend(self, left: float, top: float, width: float) -> None:
        """The colours with their shapes."""

    @abstractmethod
    def piece(self, name: str, box: Box) -> None:
        """A piece to place."""

    @abstractmethod
    def task_board(self, conundrum: Any, panel: Panel, frame: Frame) -> None:
        """The board of a conundrum."""

    @abstractmethod
    def solution(self, panel: Panel, part: int) -> None:
        """A part of a solution."""

    def note(self, conundrum: Any) -> str:
        """What stands above a board: what the task says besides board and pieces."""
        return ""

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
            wide = self.ornament(left + width, top)
            self.write((left, top + 7.5), self.sheet.heading, 24, bold=True, widest=width - wide - 5, least=12)
            lines = self.paragraph(self.sheet.task, left, top + 14.5, width)
            self.legend(left, top + 14 + lines * 4.1, width)
        elif page.first:
            self.write((left, top + 6), "Solutions", 17, bold=True)
            self.paragraph(self.sheet.remark, left, top + 11.5, width)
        else:
            name = f"{self.sheet.heading} – solutions" if page.solutions else self.sheet.heading
            self.write((left, top + 5), name, 11, bold=True, colour=SOFT, widest=width, least=9)

    def paragraph(self, text: str, left: float, top: float, width: float) -> int:
        """Some lines of text; how many they are."""
        lines = self.lines(text, 9, width)
        for number, line in enumerate(lines):
            self.write((left, top + number * 4.1), line, 9, colour=SOFT)
        return len(lines)

    def level_legend(self, right: float, top: float, side: float) -> None:
        """What the marks mean, if there are any."""
        if all(conundrum.difficulty is None for conundrum in self.sheet.conundrums):
            return
        self.marks(right - 31.5, top + side / 2, 3)
        self.write((right, top + side * 0.68), "how hard it is", 9, colour=SOFT, align="right")

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
        if note := self.note(conundrum):
            title = f"{note}  {title}".strip()
        if title:
            self.write((x, top + 4), title, 9, colour=SOFT, widest=right - x - 3, least=7)
        self.task_board(conundrum, panel, frame)
        names = [*conundrum.pieces, *conundrum.theirs]
        for name, box, label, text in zip(names, panel.tiles, panel.counts, labels(conundrum), strict=True):
            self.piece(name, box)
            x, y, wide, high = label
            size = min(high * 2.2, 14)
            self.write((x, y + high / 2 + size * 0.127), text, size, bold=True, widest=wide, least=3)


def labels(conundrum: Any) -> list[str]:
    """What stands beside each piece: how many places it has, or which seat holds it."""
    if conundrum.theirs:
        return [OURS] * len(conundrum.pieces) + [THEIRS] * len(conundrum.theirs)
    given = dict(zip(conundrum.numbered, conundrum.numbers, strict=True))
    return [
        ("?" if given[piece] is None else str(given[piece])) if piece in given else "" for piece in conundrum.pieces
    ]
