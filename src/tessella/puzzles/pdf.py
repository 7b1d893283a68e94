"""Sheets of conundrums as a PDF. This is the only module that knows the PDF library, which is an extra."""

import unicodedata
from abc import abstractmethod
from collections.abc import Sequence
from datetime import UTC, datetime
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from tessella.core import OptionError, TessellaError
from tessella.core.extras import how_to_install
from tessella.drawing.canvas import Box
from tessella.puzzles.contract import Sheets
from tessella.puzzles.painting import Paint, Painter, Point, Sheet, paint
from tessella.puzzles.sheet import PAPERS, TILE, PieceSize, conundrum_pages, solution_pages

if TYPE_CHECKING:
    from fpdf import FPDF

FONT = "Helvetica"
"""One of those that every reader of PDF has, so that none need be in the file."""
LETTERS = "cp1252"
"""The letters that it has."""
DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""The same sheet has the same bytes, whenever it is made."""


class SheetError(TessellaError):
    """A sheet that cannot be made; the text says what is needed."""


def require() -> None:
    """Raise `SheetError` with what to install if sheets cannot be made."""
    try:
        import fpdf  # noqa: F401
    except ImportError:
        raise SheetError(f"printed sheets need fpdf2; to install it: {how_to_install('print')}") from None


def can_print(text: str) -> bool:
    """Whether the font has all the letters of a text."""
    return text.encode(LETTERS, "ignore").decode(LETTERS) == text


class PrintedSheets(Sheets):
    """Prints conundrums on paper: what all games share."""

    size: ClassVar[PieceSize] = TILE
    painter: ClassVar[type[Painter]]

    @abstractmethod
    def sheet_of(self, conundrums: Sequence[Any], grey: bool, heading: str, foot: str) -> Sheet:
        """Solve the conundrums; `OptionError` if one of them cannot be printed."""

    def require(self) -> None:
        """Tell what to install if sheets cannot be made."""
        require()

    def can_print(self, text: str) -> bool:
        """Whether the font has all the letters of a text."""
        return can_print(text)

    def sheet_pdf(
        self,
        conundrums: Sequence[Any],
        paper: str = "a4",
        grey: bool = False,
        heading: str = "Conundrums",
        foot: str = "",
    ) -> "FPDF":
        """The document itself."""
        require()
        if paper not in PAPERS:
            raise OptionError(f"there is no paper {paper!r}; the papers are {', '.join(PAPERS)}")
        if not conundrums:
            raise OptionError("there is no conundrum to print; one is the least")
        sheet = self.sheet_of(conundrums, grey, heading, foot)
        boards = [
            (frame, len(one.pieces) + len(one.theirs)) for frame, one in zip(sheet.frames, conundrums, strict=True)
        ]
        solved = [(number, part, frame) for (number, part), (_, frame) in sheet.solutions.items()]
        pages = conundrum_pages(boards, PAPERS[paper], self.size) + solution_pages(solved, PAPERS[paper])
        canvas = PdfCanvas(PAPERS[paper], heading)
        paint(self.painter(canvas, sheet), pages)
        return canvas.pdf

    def print_sheet(
        self,
        puzzles: Sequence[Any],
        file: Path,
        paper: str = "a4",
        grey: bool = False,
        heading: str = "Conundrums",
        foot: str = "",
    ) -> int:
        """Write conundrums and their solutions to a PDF; returns how many pages they take.

        `foot` stands at the foot of every page: what to do to make the sheet again. The same arguments give the same
        bytes.
        """
        document = self.sheet_pdf(puzzles, paper, grey, heading, foot)
        file.write_bytes(bytes(document.output()))
        return document.pages_count


class PdfCanvas:
    """Draws on the pages of a PDF."""

    def __init__(self, paper: tuple[float, float], title: str) -> None:
        from fpdf import FPDF

        self.pdf = FPDF(unit="mm", format=paper)
        self.pdf.set_margin(0)
        self.pdf.set_auto_page_break(False)
        self.pdf.core_fonts_encoding = LETTERS
        self.pdf.set_creation_date(DATE)
        self.pdf.set_title(title)
        self.pdf.set_creator("Tessella")
        self.pdf.set_lang("en")

    def page(self) -> None:
        """Begin the next page."""
        self.pdf.add_page()

    def rect(self, box: Box, radius: float, paint: Paint) -> None:
        """A rectangle with rounded corners."""
        style = self._take(paint)
        self.pdf.rect(*box, style=style, round_corners=radius > 0, corner_radius=radius)

    def polygon(self, corners: Sequence[Point], paint: Paint) -> None:
        """A polygon."""
        self.pdf.polygon(corners, style=self._take(paint))

    def circle(self, x: float, y: float, radius: float, paint: Paint) -> None:
        """A circle."""
        self.pdf.circle(x, y, radius, style=self._take(paint))

    def pie(self, x: float, y: float, radius: float, turns: tuple[float, float], paint: Paint) -> None:
        """A sector from one turn to the next, in degrees clockwise from the top."""
        start, end = (turn - 90 for turn in turns)
        style = self._take(paint)
        self.pdf.solid_arc(x - radius, y - radius, 2 * radius, start, end, style=style)

    def text(self, x: float, y: float, text: str, size: float, colour: str, bold: bool = False) -> None:
        """A line of text; y is its base line."""
        self._letters(size, bold)
        self.pdf.set_text_color(colour)
        self.pdf.text(x, y, printable(text))

    def length(self, text: str, size: float, bold: bool = False) -> float:
        """How wide a text is."""
        self._letters(size, bold)
        return self.pdf.get_string_width(printable(text))

    def _letters(self, size: float, bold: bool) -> None:
        self.pdf.set_font(FONT, "B" if bold else "", size)

    def _take(self, paint: Paint) -> str:
        """Set the colours; how the library calls filling and outlining."""
        if paint.fill is not None:
            self.pdf.set_fill_color(paint.fill)
        if paint.line is not None:
            self.pdf.set_draw_color(paint.line)
            if not isclose(self.pdf.line_width, paint.width):
                self.pdf.set_line_width(paint.width)
        return ("D" if paint.line is not None else "") + ("F" if paint.fill is not None else "")


def printable(text: str) -> str:
    """A text in the letters that the font has: without accents where it lacks them, and else with question marks."""
    known = []
    for letter in text:
        try:
            letter.encode(LETTERS)
            known.append(letter)
        except UnicodeEncodeError:
            plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
            known.append(plain or "?")
    return "".join(known)
