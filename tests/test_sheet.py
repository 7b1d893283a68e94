"""Printed sheets of conundrums (C36): where everything goes, that all of it is drawn, and the PDF."""

import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.core import OptionError
from tessella.drawing.canvas import Box
from tessella.games import GAMES
from tessella.games.chromino.drawing.shapes import Point
from tessella.games.chromino.notation import RIGHT, Lay
from tessella.games.chromino.puzzles import ChrominoPuzzle, make, parse
from tessella.games.chromino.puzzles.painting import GREY, ChrominoPainter, outlines
from tessella.games.chromino.puzzles.sheets import ChrominoSheets
from tessella.puzzles.painting import INK, Canvas, Paint, Sheet, paint
from tessella.puzzles.pdf import PrintedSheets, SheetError, printable
from tessella.puzzles.sheet import GRIDS, PAPERS, SMALLEST, Frame, Page, Panel, conundrum_pages, solution_pages

SHEETS = ChrominoSheets()
pytestmark = pytest.mark.once

A_LITTLE = 1e-6

STEP = """tessella conundrum 1
tile: BGR 4
tile: YYP
difficulty: 3
title: A step

R-R-G . .
. . G-G-B
"""


@pytest.fixture(scope="module")
def some() -> list[ChrominoPuzzle]:
    """Boards that are small, wide and high, and one tile or many, which fit in many ways or in none."""
    row = [Lay("BBB", 0, 0, RIGHT), Lay("BBG", 3, 0, RIGHT), Lay("GGB", 6, 0, RIGHT), Lay("BYY", 9, 0, RIGHT)]
    stairs = [Lay("RRR", 0, 0, RIGHT), Lay("RRP", 1, 1, RIGHT), Lay("RPP", 2, 2, RIGHT), Lay("PPP", 3, 3, RIGHT)]
    column = [Lay(lay.squares, 0, lay.x, "v") for lay in row]
    return [
        make(row, ["BBY", "GYG"], 1, {"title": "Wide", "author": "somebody"}),
        make(stairs, ["BRP", "RRB", "RYR", "GPR", "PPY"], 5),
        make(column, ["BBY"], 3),
        make(stairs[:1], ["RRG"]),
    ]


# ---- layout ----

frames = st.builds(Frame, st.integers(-9, 3), st.integers(-9, 3), st.integers(1, 60), st.integers(1, 60))
huge = st.builds(Frame, st.just(-1), st.just(-1), st.integers(3, 502), st.integers(3, 502))
papers = st.sampled_from(list(PAPERS.values()))


def inside(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0] - A_LITTLE
        and inner[1] >= outer[1] - A_LITTLE
        and inner[0] + inner[2] <= outer[0] + outer[2] + A_LITTLE
        and inner[1] + inner[3] <= outer[1] + outer[3] + A_LITTLE
    )


def apart(one: Box, other: Box) -> bool:
    return (
        one[0] + one[2] <= other[0] + A_LITTLE
        or other[0] + other[2] <= one[0] + A_LITTLE
        or one[1] + one[3] <= other[1] + A_LITTLE
        or other[1] + other[3] <= one[1] + A_LITTLE
    )


def check_pages(pages: Sequence[Page], paper: tuple[float, float]) -> None:
    """Nothing overlaps, and nothing leaves what it lies in."""
    for page in pages:
        boxes = [page.head, page.foot, *(panel.box for panel in page.panels)]
        assert all(inside(box, (0, 0, *paper)) for box in boxes)
        assert all(apart(one, other) for one, other in combinations(boxes, 2))
        for panel in page.panels:
            parts = [panel.strip, panel.board, *panel.tiles, *panel.counts]
            assert all(inside(part, panel.box) and min(part[2:]) > 0 for part in parts)
            assert all(apart(one, other) for one, other in combinations(parts, 2))


@given(st.lists(st.tuples(frames | huge, st.integers(1, 12)), min_size=1, max_size=14), papers)
def test_conundrums_fit_on_their_pages(sizes: list[tuple[Frame, int]], paper: tuple[float, float]) -> None:
    pages = conundrum_pages(sizes, paper)
    check_pages(pages, paper)
    panels = [panel for page in pages for panel in page.panels]
    assert [panel.number for panel in panels] == list(range(len(sizes)))
    assert [page.first for page in pages] == [True] + [False] * (len(pages) - 1)
    for page in pages:
        assert len(page.panels) <= max(GRIDS)
        assert len(page.panels) == 1 or all(panel.cell >= SMALLEST for panel in page.panels)
    for panel, (frame, tiles) in zip(panels, sizes, strict=True):
        assert len(panel.tiles) == len(panel.counts) == tiles
        assert panel.board[2:] == pytest.approx((frame.width * panel.cell, frame.height * panel.cell))


@given(st.lists(frames | huge, min_size=1, max_size=25), papers)
def test_solutions_fit_on_their_pages(shown: list[Frame], paper: tuple[float, float]) -> None:
    solved = [(number // 2, number % 2, frame) for number, frame in enumerate(shown)]
    pages = solution_pages(solved, paper)
    check_pages(pages, paper)
    panels = [panel for page in pages for panel in page.panels]
    assert [(panel.number, panel.tile) for panel in panels] == [(number, tile) for number, tile, _ in solved]
    for panel, frame in zip(panels, shown, strict=True):
        assert panel.board[2:] == pytest.approx((frame.width * panel.cell, frame.height * panel.cell))


@pytest.mark.parametrize(
    ("count", "side", "pages"),
    [
        *[(1, 9, [1]), (2, 9, [2]), (3, 9, [3]), (5, 9, [5]), (6, 9, [6]), (7, 9, [4, 3]), (8, 9, [4, 4])],
        *[(12, 9, [6, 6]), (6, 16, [2, 4]), (4, 24, [1, 1, 2]), (3, 40, [1, 1, 1])],
    ],
)
def test_as_few_pages_as_can_be_read(count: int, side: int, pages: list[int]) -> None:
    laid_out = conundrum_pages([(Frame(-1, -1, side, side), 2)] * count, PAPERS["a4"])
    assert [len(page.panels) for page in laid_out] == pages


# ---- drawing ----


class Recorder:
    """A canvas that remembers what was drawn on each page."""

    def __init__(self) -> None:
        self.rects: list[list[tuple[Box, Paint]]] = []
        self.points: list[list[Point]] = []
        self.texts: list[list[str]] = []

    def page(self) -> None:
        self.rects.append([])
        self.points.append([])
        self.texts.append([])

    def rect(self, box: Box, radius: float, paint: Paint) -> None:
        self.rects[-1].append((box, paint))
        self.points[-1] += [(box[0], box[1]), (box[0] + box[2], box[1] + box[3])]

    def polygon(self, corners: Sequence[Point], paint: Paint) -> None:
        self.points[-1] += corners

    def circle(self, x: float, y: float, radius: float, paint: Paint) -> None:
        self.points[-1] += [(x - radius, y - radius), (x + radius, y + radius)]

    def pie(self, x: float, y: float, radius: float, turns: tuple[float, float], paint: Paint) -> None:
        self.circle(x, y, radius, paint)

    def text(self, x: float, y: float, text: str, size: float, colour: str, bold: bool = False) -> None:
        self.texts[-1].append(text)
        self.points[-1] += [(x, y), (x + self.length(text, size, bold), y - size * 0.25)]

    def length(self, text: str, size: float, bold: bool = False) -> float:
        return len(text) * size * (0.19 if bold else 0.175)


def record(sheet: Sheet, paper: str) -> tuple[Recorder, list[Page]]:
    sizes = [(frame, len(one.pieces)) for frame, one in zip(sheet.frames, sheet.conundrums, strict=True)]
    solved = [(number, tile, frame) for (number, tile), (_, frame) in sheet.solutions.items()]
    pages = conundrum_pages(sizes, PAPERS[paper]) + solution_pages(solved, PAPERS[paper])
    recorder = Recorder()
    canvas: Canvas = recorder
    paint(ChrominoPainter(canvas, sheet), pages)
    return recorder, pages


def solutions_on(page: Page, sheet: Sheet) -> list[tuple[Panel, Sequence[Lay], Frame]]:
    return [(panel, *sheet.solutions[panel.number, panel.tile]) for panel in page.panels if panel.tile is not None]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("grey", [False, True])
def test_every_place_of_every_solution_is_drawn(some: list[ChrominoPuzzle], paper: str, grey: bool) -> None:
    sheet = SHEETS.sheet_of(some, grey, "Conundrums", "")
    recorder, pages = record(sheet, paper)
    drawn = 0
    for number, page in enumerate(pages):
        boxes = Counter(box for box, paint in recorder.rects[number] if paint.fill is None)
        expected: Counter[Box] = Counter()
        numbers: Counter[str] = Counter()
        for panel, places, frame in solutions_on(page, sheet):
            expected.update(outlines(places, frame, panel.board, panel.cell))
            numbers.update(str(place) for place in range(1, len(places) + 1))
            drawn += len(places)
        assert expected <= boxes
        assert numbers <= Counter(recorder.texts[number])
    assert drawn == sum(len(places) for one in some for places in one.solve().values())
    assert drawn > 20


def test_outlines_lie_on_the_squares_of_their_places(some: list[ChrominoPuzzle]) -> None:
    for places, frame in SHEETS.sheet_of(some, False, "", "").solutions.values():
        boxes = outlines(places, frame, (100, 50, frame.width * 4, frame.height * 4), 4)
        for place, box in zip(places, boxes, strict=True):
            squares = [(100 + (x - frame.left) * 4, 50 + (y - frame.top) * 4) for x, y, _ in place.cells()]
            left, top = min(squares)
            whole = (left, top, max(x for x, _ in squares) + 4 - left, max(y for _, y in squares) + 4 - top)
            assert inside(box, whole)
            assert box[2] * box[3] > whole[2] * whole[3] * 0.4


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_is_drawn_off_the_page(some: list[ChrominoPuzzle], paper: str) -> None:
    sheet = SHEETS.sheet_of(some, False, "A heading that is much too long for one line " * 4, "a command " * 90)
    recorder, pages = record(sheet, paper)
    width, height = PAPERS[paper]
    assert len(recorder.points) == len(pages)
    for points in recorder.points:
        assert all(5 < x < width - 5 and 5 < y < height - 5 for x, y in points)


def test_what_is_written(some: list[ChrominoPuzzle]) -> None:
    """C36: the number beside each tile; pages are numbered, and the foot says how to make the sheet again."""
    recorder, pages = record(SHEETS.sheet_of(some, False, "For a rainy day", "tessella conundrum print --seed 7"), "a4")
    first = recorder.texts[0]
    assert "For a rainy day" in first
    assert "Wide (somebody)" in first
    assert any("Find every place" in text for text in first)
    for number, texts in enumerate(recorder.texts, 1):
        assert "tessella conundrum print --seed 7" in texts
        assert f"Page {number} of {len(pages)}" in texts
    numbers = Counter(str(number) for one in some for number in one.numbers)
    shown = Counter(text for number, page in enumerate(pages) if not page.solutions for text in recorder.texts[number])
    assert numbers <= shown
    assert "Solutions" in recorder.texts[next(number for number, page in enumerate(pages) if page.solutions)]


def test_marks_show_the_difficulty(some: list[ChrominoPuzzle]) -> None:
    """Five marks, as many filled as the difficulty says; none if it is not said, and then no word of them either."""
    recorder, _ = record(SHEETS.sheet_of([make(some[3].board, ["RRG"])], False, "", ""), "a4")
    assert not any(box[2] == box[3] == 1.7 for box, _ in recorder.rects[0])
    for level in range(1, 6):
        recorder, _ = record(SHEETS.sheet_of([make(some[3].board, ["RRG"], level)], False, "", ""), "a4")
        marks = [paint.fill == INK for box, paint in recorder.rects[0] if box[2] == box[3] == 1.7]
        assert Counter(marks) == Counter([True] * (3 + level) + [False] * (7 - level))


def test_a_number_that_is_not_said_is_a_question() -> None:
    one = parse(STEP.replace(" 4\n", "\n"))
    recorder, _ = record(SHEETS.sheet_of([one], False, "", ""), "a4")
    assert recorder.texts[0].count("?") == 2


def test_greys_are_told_apart() -> None:
    lightness = sorted(int(colour[1:3], 16) for colour in GREY.grounds.values())
    assert all(second - first >= 36 for first, second in pairwise(lightness))
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in (*GREY.grounds.values(), *GREY.signs.values()))
    for letter, ground in GREY.grounds.items():
        assert abs(int(ground[1:3], 16) - int(GREY.signs[letter][1:3], 16)) > 140


# ---- the PDF ----


@pytest.mark.parametrize("paper", PAPERS)
def test_a_pdf_and_the_same_again(some: list[ChrominoPuzzle], paper: str, tmp_path: Path) -> None:
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    pages = SHEETS.print_sheet(some, one, paper, heading="Łódź – été", foot="tessella conundrum print")
    assert SHEETS.print_sheet(some, two, paper, heading="Łódź – été", foot="tessella conundrum print") == pages
    written = one.read_bytes()
    assert written == two.read_bytes()
    assert written.startswith(b"%PDF-")
    assert written.rstrip().endswith(b"%%EOF")
    assert written.count(b"/Type /Page\n") == pages == SHEETS.sheet_pdf(some, paper).pages_count
    width, height = (side / 25.4 * 72 for side in PAPERS[paper])
    assert f"/MediaBox [0 0 {width:.2f} {height:.2f}]".encode() in written
    SHEETS.print_sheet(some, two, paper, grey=True, heading="Łódź – été", foot="tessella conundrum print")
    assert written != two.read_bytes()


def test_letters_that_the_font_lacks() -> None:
    assert printable("été – “7”…") == "été – “7”…"
    assert printable("Dvořák 数") == "Dvorák ?"


def test_without_the_library(some: list[ChrominoPuzzle], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(SheetError, match=r"pip install 'tessella-games\[print\]'"):
        SHEETS.print_sheet(some, tmp_path / "sheet.pdf")
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_printed(some: list[ChrominoPuzzle], tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    with pytest.raises(OptionError, match="no conundrum"):
        SHEETS.print_sheet([], file)
    with pytest.raises(OptionError, match="the papers are a4, letter"):
        SHEETS.print_sheet(some, file, "a3")
    with pytest.raises(OptionError, match=r"conundrum 5 says that BGR has 9 places; it has \d"):
        SHEETS.print_sheet([*some, parse(STEP.replace(" 4\n", " 9\n"))], file)
    assert not file.exists()


# ---- other kinds and games ----


OFFERED = {name: game.puzzles for name, game in GAMES.items() if game.puzzles is not None}
EVERY_KIND = [(name, kind) for name, puzzles in OFFERED.items() for kind in puzzles.kinds]


@pytest.mark.parametrize("grey", [False, True])
@pytest.mark.parametrize(("game", "kind"), EVERY_KIND)
def test_every_kind_of_every_game_is_printed(game: str, kind: str, grey: bool) -> None:
    """With what to do; each answer is drawn with a number for each placement, or outlined; nothing off the page."""
    puzzles = OFFERED[game]
    sheets = puzzles.sheets
    assert isinstance(sheets, PrintedSheets)
    some = list(puzzles.series("sheet", 2, kind, 1))
    sheet = sheets.sheet_of(some, grey, "Conundrums", "again")
    sizes = [(frame, len(one.pieces) + len(one.theirs)) for frame, one in zip(sheet.frames, some, strict=True)]
    solved = [(number, part, frame) for (number, part), (_, frame) in sheet.solutions.items()]
    pages = conundrum_pages(sizes, PAPERS["a4"], sheets.size) + solution_pages(solved, PAPERS["a4"])
    recorder = Recorder()
    paint(sheets.painter(recorder, sheet), pages)
    check_pages(pages, PAPERS["a4"])
    assert sheet.task.split(".")[0].split()[0] in recorder.texts[0][1] + recorder.texts[0][2]
    for points in recorder.points:
        assert all(5 < x < 205 and 5 < y < 292 for x, y in points)
    drawn = sum(len(lays) for lays, _ in sheet.solutions.values())
    outlined = sum(paint.fill is None and max(box[2:]) > 3 for page in recorder.rects[1:] for box, paint in page)
    assert outlined - sum(len(page.panels) for page in pages[1:]) >= drawn > 0, "panels have a frame, too"
    kinds = puzzles.kinds[kind]
    answers = {frozenset(answer) for one in some for answer in one.answers()}
    assert kinds.goal == "all" or drawn == sum(map(len, answers))
