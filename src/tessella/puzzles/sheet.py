"""Conundrums on paper: which of them go on which page, and where. Nothing is drawn here; all lengths are millimetres.

The pages with the conundrums come first, the solutions after them. A page of conundrums holds 1, 2, 4 or 6 of them: as
few pages as possible, on which no board becomes too small to draw on, and of those the ones with the largest squares.
A solution is a panel for each tile, several in a row.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from tessella.drawing.canvas import Box

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height, upright."""
MARGIN = 13.0
"""What most printers cannot reach, and a little more."""
GRIDS: Mapping[int, tuple[int, int]] = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""How many conundrums go on a page, and in how many columns and rows."""

HEAD_FIRST, HEAD_SOLUTIONS, HEAD_NEXT = 36.0, 21.0, 11.0
"""The heading of the first page, which explains, of the first one with solutions, and of all others."""
FOOT = 11.0
GAP = 5.0
"""Between panels."""
PADDING = 3.5
"""Within a panel; where a tile sticks out of the board's frame, there is still room for the pencil."""
FAR = 25.0
"""As much as this may be empty above and below a board, together."""
STRIP = 7.5
"""A panel's number and the marks of its difficulty."""

LARGEST, SMALLEST = 11.0, 4.0
"""The side of a square. Smaller ones only if a board is too large for a page of its own."""
TILE_LARGEST, TILE_SMALLEST = 8.0, 4.0
"""The side of a square of a tile to place: as on the board, within these bounds."""


@dataclass(frozen=True, slots=True)
class PieceSize:
    """What a piece to place takes, in squares of the board."""

    width: float = 3
    height: float = 1
    entry: float = 5.0
    """Its width with its number,"""
    row: float = 1.5
    """and the height of its row."""
    smallest: float = SMALLEST
    """The side of a square of the board, in millimetres, below which it gets more room."""


TILE = PieceSize()
SOLUTION_LARGEST, SOLUTION_SMALLEST = 5.0, 3.2
SOLUTION_COLUMNS = (4, 3, 2, 1)


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of a board's grid that is shown, in squares."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Panel:
    """One conundrum, or the solution of one tile of it."""

    number: int
    """Of the conundrum, from 0."""
    box: Box
    strip: Box
    board: Box
    cell: float
    tiles: tuple[Box, ...] = ()
    """Where the tiles to place are shown, lying."""
    counts: tuple[Box, ...] = ()
    """Where their numbers stand."""
    tile: int | None = None
    """In a solution: of which tile of the conundrum."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page with its panels."""

    head: Box
    foot: Box
    panels: tuple[Panel, ...]
    solutions: bool
    first: bool
    """Whether it is the first of its kind."""


def body_of(paper: tuple[float, float], head: float) -> Box:
    """What a heading and the foot leave of a page."""
    width, height = paper
    return MARGIN, MARGIN + head, width - 2 * MARGIN, height - 2 * MARGIN - head - FOOT


def _page(paper: tuple[float, float], head: float, panels: Sequence[Panel], solutions: bool, first: bool) -> Page:
    width, height = paper
    return Page(
        (MARGIN, MARGIN, width - 2 * MARGIN, head),
        (MARGIN, height - MARGIN - FOOT, width - 2 * MARGIN, FOOT),
        tuple(panels),
        solutions,
        first,
    )


# ---- conundrums ----


def conundrum_pages(
    boards: Sequence[tuple[Frame, int]], paper: tuple[float, float], size: PieceSize = TILE
) -> list[Page]:
    """The pages for these conundrums, each its frame and how many tiles it asks for."""
    # From the end: the best page to begin with at each conundrum, judged by how many pages follow from it and by the
    # smallest square on them.
    best: list[tuple[int, float, Page | None]] = [(0, LARGEST, None)] * (len(boards) + 1)
    for start in reversed(range(len(boards))):
        head = HEAD_FIRST if start == 0 else HEAD_NEXT
        choices = []
        for most, grid in GRIDS.items():
            here = boards[start : start + most]
            panels = _grid(here, start, body_of(paper, head), grid, size)
            smallest = min(panel.cell for panel in panels)
            if most == 1 or smallest >= size.smallest:
                pages, smallest_after, _ = best[start + len(here)]
                page = _page(paper, head, panels, solutions=False, first=start == 0)
                choices.append((pages + 1, min(smallest, smallest_after), page))
        best[start] = min(choices, key=lambda choice: (choice[0], -choice[1]))
    chosen = []
    following = best[0][2]
    while following is not None:
        chosen.append(following)
        following = best[following.panels[-1].number + 1][2]
    return chosen


def _grid(
    boards: Sequence[tuple[Frame, int]], start: int, body: Box, grid: tuple[int, int], size: PieceSize
) -> list[Panel]:
    left, top, width, height = body
    columns, rows = grid
    wide = (width - (columns - 1) * GAP) / columns
    high = (height - (rows - 1) * GAP) / rows
    return [
        _panel(
            start + i,
            frame,
            tiles,
            (left + i % columns * (wide + GAP), top + i // columns * (high + GAP), wide, high),
            size,
        )
        for i, (frame, tiles) in enumerate(boards)
    ]


def _panel(number: int, frame: Frame, tiles: int, box: Box, size: PieceSize) -> Panel:
    """The board as large as it can be, with the tiles below it or beside it."""
    left, top = box[0] + PADDING, box[1] + PADDING
    width, height = box[2] - 2 * PADDING, box[3] - 2 * PADDING - STRIP
    below = _largest(lambda cell: _below(frame, tiles, cell, width, height, size))
    beside = _largest(lambda cell: _beside(frame, tiles, cell, width, height, size))
    cell = max(below, beside)
    if below >= beside:
        tile = _tile_cell(cell, tiles, width, size)
        across = min(tiles, _entries(width, tile, size))
        high = height - ceil(tiles / across) * size.row * tile
        # Board and tiles stay near each other, however high the panel is.
        shift = max(0.0, high - frame.height * cell - FAR) / 2
        rest = (left, top + STRIP + shift, width, high - 2 * shift)
        corner = left + (width - across * size.entry * tile) / 2, rest[1] + rest[3]
    else:
        tile = _usual(cell)
        across = ceil(tiles / int(height / (size.row * tile)))
        down = ceil(tiles / across)
        # Board and tiles stay together in the middle, however wide the panel is.
        slack = width - frame.width * cell - across * size.entry * tile
        apart = min(slack, GAP)
        rest = (left + (slack - apart) / 2, top + STRIP, frame.width * cell, height)
        corner = rest[0] + rest[2] + apart, rest[1] + (height - down * size.row * tile) / 2
    spots = [
        (
            corner[0] + i % across * size.entry * tile,
            corner[1] + (i // across * size.row + (size.row - size.height) / 2) * tile,
        )
        for i in range(tiles)
    ]
    return Panel(
        number,
        box,
        (left, top, width, STRIP),
        _centred(frame, cell, rest),
        cell,
        tuple((x + 0.25 * tile, y, size.width * tile, size.height * tile) for x, y in spots),
        tuple(
            (x + (size.width + 0.5) * tile, y, (size.entry - size.width - 0.75) * tile, size.height * tile)
            for x, y in spots
        ),
    )


def _usual(cell: float) -> float:
    """The side of a square of a tile to place."""
    return min(max(cell, TILE_SMALLEST), TILE_LARGEST)


def _tile_cell(cell: float, tiles: int, width: float, size: PieceSize) -> float:
    """The same below a board, or somewhat less if all tiles then go in one row."""
    usual = _usual(cell)
    in_a_row = width / (tiles * size.entry)
    return in_a_row if max(TILE_SMALLEST, 0.7 * usual) <= in_a_row < usual else usual


def _entries(width: float, tile: float, size: PieceSize) -> int:
    """How many tiles to place go side by side."""
    return max(1, int(width / (size.entry * tile) + 1e-9))


def _below(frame: Frame, tiles: int, cell: float, width: float, height: float, size: PieceSize) -> bool:
    tile = _tile_cell(cell, tiles, width, size)
    rows = ceil(tiles / _entries(width, tile, size))
    return frame.width * cell <= width and frame.height * cell + rows * size.row * tile <= height


def _beside(frame: Frame, tiles: int, cell: float, width: float, height: float, size: PieceSize) -> bool:
    tile = _usual(cell)
    columns = ceil(tiles / max(1, int(height / (size.row * tile))))
    return frame.width * cell + columns * size.entry * tile <= width and frame.height * cell <= height


def _largest(fits: Callable[[float], bool]) -> float:
    """The largest side of a square that fits, to a hundredth of a millimetre or so; 0 if none does."""
    if fits(LARGEST):
        return LARGEST
    low, high = 0.0, LARGEST
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _centred(frame: Frame, cell: float, area: Box) -> Box:
    left, top, width, height = area
    wide, high = frame.width * cell, frame.height * cell
    return left + (width - wide) / 2, top + (height - high) / 2, wide, high


# ---- solutions ----


def solution_pages(solved: Sequence[tuple[int, int, Frame]], paper: tuple[float, float]) -> list[Page]:
    """The pages for these solutions: the number of the conundrum, that of its tile, and the frame of the board."""
    columns = _columns([frame for _, _, frame in solved], paper)
    pages: list[Page] = []
    panels: list[Panel] = []
    head, y = HEAD_SOLUTIONS, 0.0
    for row in _rows(solved, columns, paper):
        left, top, _, height = body_of(paper, head)
        high = max(panel.box[3] for panel in row)
        if panels and y + high > height:
            pages.append(_page(paper, head, panels, solutions=True, first=not pages))
            panels, y, head = [], 0.0, HEAD_NEXT
            left, top, _, _ = body_of(paper, head)
        panels += [_moved(panel, left, top + y, high) for panel in row]
        y += high + GAP
    if panels:
        pages.append(_page(paper, head, panels, solutions=True, first=not pages))
    return pages


def _columns(frames: Sequence[Frame], paper: tuple[float, float]) -> int:
    """As many columns as leave most of the boards large enough; the others get a row of their own."""
    for columns in SOLUTION_COLUMNS:
        enough = sum(_solution_cell(frame, columns, paper) >= SOLUTION_SMALLEST for frame in frames)
        if enough * 4 >= len(frames) * 3:
            return columns
    return 1


def _solution_width(columns: int, paper: tuple[float, float]) -> float:
    return (body_of(paper, 0)[2] - (columns - 1) * GAP) / columns


def _solution_cell(frame: Frame, columns: int, paper: tuple[float, float]) -> float:
    width = _solution_width(columns, paper) - 2 * PADDING
    height = body_of(paper, HEAD_SOLUTIONS)[3] - 2 * PADDING - STRIP
    return min(SOLUTION_LARGEST, width / frame.width, height / frame.height)


def _rows(solved: Sequence[tuple[int, int, Frame]], columns: int, paper: tuple[float, float]) -> list[list[Panel]]:
    """The panels row by row; their boxes are still to be moved to where the row goes."""
    rows: list[list[Panel]] = []
    open_row = False
    for number, tile, frame in solved:
        alone = _solution_cell(frame, columns, paper) < SOLUTION_SMALLEST
        if alone or not open_row or len(rows[-1]) == columns:
            rows.append([])
        open_row = not alone
        width = _solution_width(1 if alone else columns, paper)
        cell = _solution_cell(frame, 1 if alone else columns, paper)
        left = len(rows[-1]) * (width + GAP)
        inner = (left + PADDING, PADDING, width - 2 * PADDING, STRIP)
        area = (inner[0], PADDING + STRIP, inner[2], frame.height * cell)
        box = (left, 0.0, width, area[3] + 2 * PADDING + STRIP)
        rows[-1].append(Panel(number, box, inner, _centred(frame, cell, area), cell, tile=tile))
    return rows


def _moved(panel: Panel, x: float, y: float, high: float) -> Panel:
    """A panel of a solution in its place, as high as all of its row, the board in the middle."""
    left, top, width, height = panel.board
    board = (left + x, top + y + (high - panel.box[3]) / 2, width, height)
    box = (panel.box[0] + x, y, panel.box[2], high)
    strip = (panel.strip[0] + x, panel.strip[1] + y, panel.strip[2], STRIP)
    return Panel(panel.number, box, strip, board, panel.cell, tile=panel.tile)
