"""A conundrum of Chromino (C36): a board, some tiles, and how many places each of them has. Find them all.

    tessella conundrum 1
    tile: BGR 4
    tile: P*R 2
    difficulty: 3

    . P-*-R .
    B . . . G
    ...

See docs/conundrums.md for the format, and `drawing` for the board.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tessella.core import OptionError
from tessella.games.chromino.grid import Grid, placements
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.placing import NAMES, contacts, why_not
from tessella.games.chromino.puzzles import text as drawing
from tessella.games.chromino.tiles import tile_of
from tessella.puzzles import common
from tessella.puzzles.common import LEVELS, Checked, ConundrumError

VERSION = 1
TITLE = f"tessella conundrum {VERSION}"
OWN = ("tile", "difficulty")
"""The headers that mean something here."""


@dataclass(frozen=True)
class Conundrum:
    """A board and what to place on it. Made by `parse` or `make`, which check it."""

    board: tuple[Lay, ...]
    """The tiles that lie there, from top to bottom, moved so that the board begins at 0,0."""
    tiles: tuple[str, ...]
    """The tiles to place, each on this board alone."""
    numbers: tuple[int | None, ...]
    """How many places each of them is said to have; None where that is not said."""
    difficulty: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further headers (author, seed, title, ...), which mean nothing here and are kept."""

    def __str__(self) -> str:
        """The conundrum as text; `parse` reads it back."""
        lines = [TITLE]
        for tile, number in zip(self.tiles, self.numbers, strict=True):
            lines.append(f"tile: {tile}" + ("" if number is None else f" {number}"))
        if self.difficulty is not None:
            lines.append(f"difficulty: {self.difficulty}")
        lines += [f"{name}: {text}".rstrip() for name, text in self.headers.items()]
        return "\n".join([*lines, "", *drawing.draw(self.board)]) + "\n"


# ---- solving ----


def solve(conundrum: Conundrum) -> dict[str, list[Lay]]:
    """For each tile every place where it fits (C5, C8), from top to bottom."""
    squares = {(x, y): letter for lay in conundrum.board for x, y, letter in lay.cells()}
    width, height = max(x for x, _ in squares) + 1, max(y for _, y in squares) + 1
    return placements(Grid(conundrum.tiles, squares, width, height))


def wrong_numbers(conundrum: Conundrum) -> dict[str, tuple[int, int]]:
    """The tiles whose number is not what was said: what was said, and what it is."""
    right = [len(places) for places in solve(conundrum).values()]
    return common.wrong(conundrum.tiles, conundrum.numbers, right)


def check(conundrum: Conundrum, answer: Sequence[Lay]) -> Checked[Lay]:
    """Look through an answer. What is still missing is only counted; `solve` tells."""

    def why_wrong(lay: Lay) -> tuple[str, str]:
        reason = why_not(conundrum.board, lay, "no")
        assert reason is not None, f"{lay} fits, and is not among the places"
        return reason

    return common.look_through(answer, solve(conundrum), lambda lay: lay.tile, why_wrong)


# ---- making and reading ----


def make(
    board: Sequence[Lay],
    tiles: Sequence[str],
    difficulty: int | None = None,
    headers: Mapping[str, str] | None = None,
) -> Conundrum:
    """A conundrum with its numbers; `OptionError` says what is impossible about it."""
    names = tuple(tile_of(tile) for tile in tiles)
    wrong = flaw(board, names)
    if wrong is not None:
        raise OptionError(wrong[1])
    common.check_asked(names, "tile")
    if difficulty is not None:
        common.check_difficulty(difficulty)
    common.check_headers(headers or {}, OWN)
    moved = at_the_corner(board)
    unsolved = Conundrum(moved, names, (None,) * len(names), difficulty, dict(headers or {}))
    numbers = tuple(len(places) for places in solve(unsolved).values())
    return Conundrum(moved, unsolved.tiles, numbers, difficulty, unsolved.headers)


def at_the_corner(board: Sequence[Lay]) -> tuple[Lay, ...]:
    """A board moved so that it begins at 0,0, its tiles from top to bottom."""
    left = min(lay.x for lay in board)
    top = min(lay.y for lay in board)
    moved = [Lay(lay.squares, lay.x - left, lay.y - top, lay.direction) for lay in board]
    return tuple(sorted(moved, key=lambda lay: (lay.y, lay.x)))


def flaw(board: Sequence[Lay], tiles: Sequence[str]) -> tuple[Lay | str | None, str] | None:
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


def parse(text: str) -> Conundrum:
    """Read a conundrum. `ConundrumError` names the first wrong line and what is wrong with it.

    What a tile's number is said to be is not looked into: `wrong_numbers` does that.
    """
    above, rows, end = common.split(text, TITLE, "a conundrum")
    asked = common.Asked("tile", "tile: BGR 4", tile_of)
    headers: dict[str, str] = {}
    for number, line in above:
        name, said = common.read_header(number, line)
        if name == "tile":
            asked.read(number, said)
        elif name in headers:
            raise ConundrumError(number, f"{name!r} stands here a second time")
        else:
            headers[name] = said
        if name == "difficulty":
            common.told(number, common.check_difficulty, int(said) if said in map(str, LEVELS) else said)
    asked.check(end)
    board, at_line = drawing.read(rows)
    wrong = flaw(board, list(asked.lines))
    if wrong is not None:
        about, reason = wrong
        raise ConundrumError(at_line[about] if isinstance(about, Lay) else asked.lines.get(about or "", end), reason)
    difficulty = headers.pop("difficulty", None)
    return Conundrum(
        at_the_corner(board),
        tuple(asked.lines),
        tuple(asked.counts.values()),
        None if difficulty is None else int(difficulty),
        headers,
    )
