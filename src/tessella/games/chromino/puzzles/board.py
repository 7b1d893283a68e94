"""Boards of conundrums: drawn with letters, so that one sees which squares make a tile, and checked.

    . P-*-R .
    B . . . G
    |       |
    B G-G-Y P
    |       |
    R . . . Y

Squares stand in every second column; `-` joins two that lie side by side, and `|`, in a line between two rows, two that
lie one above the other. x and y count from the top left, from 0.
"""

from collections.abc import Mapping, Sequence

from tessella.core import NotationError
from tessella.games.chromino.notation import DOWN, RIGHT, Lay
from tessella.games.chromino.placing import NAMES, contacts
from tessella.games.chromino.tiles import COLOURS, WILD, tile_of
from tessella.puzzles.common import ConundrumError, Lines

EMPTY = "."
ACROSS, UPRIGHT = "-", "|"
WIDEST = 500
"""A side of more squares than this is refused; all the tiles in a row make 240."""

Cell = tuple[int, int]

# ---- as letters ----


def draw(board: Sequence[Lay]) -> list[str]:
    """The lines of a drawing. The board is moved so that it begins at 0,0."""
    cells = {(x, y): letter for lay in board for x, y, letter in lay.cells()}
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    width, height = max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1
    canvas = [[" "] * (2 * width - 1) for _ in range(2 * height - 1)]
    for y in range(height):
        for x in range(width):
            canvas[2 * y][2 * x] = cells.get((x + left, y + top), EMPTY)
    for lay in board:
        x, y = 2 * (lay.x - left), 2 * (lay.y - top)
        for step in (1, 3):
            if lay.direction == RIGHT:
                canvas[y][x + step] = ACROSS
            else:
                canvas[y + step][x] = UPRIGHT
    lines = ["".join(row).rstrip() for row in canvas]
    return [line for i, line in enumerate(lines) if i % 2 == 0 or line]


def read(lines: Lines) -> tuple[list[Lay], Mapping[Lay, int]]:
    """The tiles of a drawing, from top to bottom, and for each the line where it begins.

    The lines come with their numbers, for the errors.
    """
    squares: dict[Cell, str] = {}
    at_line: dict[Cell, int] = {}
    joined: dict[Cell, list[Cell]] = {}
    height = 0
    for number, line in lines:
        if set(line) <= {UPRIGHT, " "}:
            _join_upright(number, line, height, joined)
        else:
            _read_row(number, line, height, squares, at_line, joined)
            height += 1
    for pair, others in joined.items():
        for other in others:
            if pair not in squares or other not in squares:
                x, y = pair
                near = at_line.get(pair) or at_line.get(other) or min(at_line.values(), default=1)
                raise ConundrumError(near, f"what is joined at {x},{y} is not two squares")
    return _tiles(squares, at_line, joined)


def _join_upright(number: int, line: str, height: int, joined: dict[Cell, list[Cell]]) -> None:
    for column, mark in enumerate(line):
        if mark == UPRIGHT:
            if column % 2 or height == 0:
                raise ConundrumError(number, f"the {UPRIGHT} in column {column + 1} has no square right above it")
            joined.setdefault((column // 2, height - 1), []).append((column // 2, height))


def _read_row(
    number: int,
    line: str,
    height: int,
    squares: dict[Cell, str],
    at_line: dict[Cell, int],
    joined: dict[Cell, list[Cell]],
) -> None:
    if max(len(line) // 2, height) >= WIDEST:
        raise ConundrumError(number, f"a board of more than {WIDEST} squares a side cannot be read")
    for column, mark in enumerate(line):
        x = column // 2
        if column % 2:
            if mark == ACROSS:
                joined.setdefault((x, height), []).append((x + 1, height))
            elif mark != " ":
                raise ConundrumError(
                    number, f"in column {column + 1} stands {mark!r}: between squares there is {ACROSS} or a space"
                )
        elif mark in COLOURS or mark == WILD:
            squares[x, height] = mark
            at_line[x, height] = number
        elif mark not in (EMPTY, " "):
            raise ConundrumError(
                number, f"in column {column + 1} stands {mark!r}: a square is B G R Y P or * (wild), {EMPTY} is empty"
            )


def _tiles(
    squares: Mapping[Cell, str], at_line: Mapping[Cell, int], joined: Mapping[Cell, list[Cell]]
) -> tuple[list[Lay], dict[Lay, int]]:
    """Put the squares together."""
    before = {other: cell for cell, others in joined.items() for other in others}
    tiles: list[Lay] = []
    lines: dict[Lay, int] = {}
    used: set[Cell] = set()
    for cell in sorted(squares, key=lambda cell: (cell[1], cell[0])):
        if cell in used or cell in before:
            continue
        run = [cell]
        while len(following := joined.get(run[-1], [])) == 1:
            run.append(following[0])
        x, y = cell
        right, down = [(x + i, y) for i in range(3)], [(x, y + i) for i in range(3)]
        if following or run not in (right, down):
            raise ConundrumError(
                at_line[cell],
                f"the tile at {x},{y} is not three squares in a row: join them with {ACROSS} or {UPRIGHT}",
            )
        lay = Lay("".join(squares[each] for each in run), x, y, RIGHT if run == right else DOWN)
        try:
            tile_of(lay.squares)
        except NotationError as error:
            raise ConundrumError(at_line[cell], str(error)) from None
        used.update(run)
        tiles.append(lay)
        lines[lay] = at_line[cell]
    left = sorted(set(squares) - used)
    if left:
        x, y = left[0]
        raise ConundrumError(at_line[x, y], f"the square at {x},{y} is joined to more than one tile")
    return tiles, lines


# ---- whether a board can be ----


def at_the_corner(board: Sequence[Lay]) -> tuple[Lay, ...]:
    """A board moved so that it begins at 0,0, its tiles from top to bottom."""
    left = min(lay.x for lay in board)
    top = min(lay.y for lay in board)
    moved = [Lay(lay.squares, lay.x - left, lay.y - top, lay.direction) for lay in board]
    return tuple(sorted(moved, key=lambda lay: (lay.y, lay.x)))


def flaw(board: Sequence[Lay], tiles: Sequence[str], theirs: Sequence[str] = ()) -> tuple[Lay | str | None, str] | None:
    """The first thing that is impossible about a board and tiles, and which tile it is about; None if all is well."""
    if not board:
        return None, "there is no tile on the board"
    taken: dict[tuple[int, int], Lay] = {}
    used: set[str] = set()
    for lay in board:
        if lay.tile in used:
            return lay, f"{lay.tile} lies there twice; each tile is in the set once"
        used.add(lay.tile)
        for x, y, _ in lay.cells():
            if (x, y) in taken:
                return lay, f"{lay} lies over {taken[x, y]}"
            taken[x, y] = lay
    for i, lay in enumerate(board):
        for contact in contacts(board[:i], lay):
            if not contact.good:
                ours = NAMES[lay.squares[contact.square]]
                return lay, f"{lay} clashes: {ours} meets {NAMES[contact.letter]} at {contact.x},{contact.y} (C5)"
    apart = _apart(board)
    if apart is not None:
        return apart, f"{apart} touches no way to the first tile: a board hangs together"
    if not tiles:
        return None, "no tile is asked for; write one like 'tile: BGR 4'"
    for i, tile in enumerate(tiles):
        if tile in used:
            return tile, f"{tile} lies on the board; each tile is in the set once"
        if tile in tiles[:i]:
            return tile, f"{tile} is asked for twice"
    for i, tile in enumerate(theirs):
        if tile in used or tile in tiles or tile in theirs[:i]:
            return tile, f"{tile} is there twice; each tile is in the set once"
    return None


def _apart(board: Sequence[Lay]) -> Lay | None:
    """A tile that does not hang together with the first one."""
    cells = {(x, y): number for number, lay in enumerate(board) for x, y, _ in lay.cells()}
    reached = {0}
    edge = [0]
    while edge:
        for x, y, _ in board[edge.pop()].cells():
            for near in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
                if near in cells and cells[near] not in reached:
                    reached.add(cells[near])
                    edge.append(cells[near])
    return next((lay for number, lay in enumerate(board) if number not in reached), None)
