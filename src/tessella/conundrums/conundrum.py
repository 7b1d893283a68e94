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

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tessella.chromino.grid import Grid, placements
from tessella.chromino.notation import Lay
from tessella.chromino.placing import NAMES, contacts, why_not
from tessella.chromino.tiles import tile_of
from tessella.conundrums import drawing
from tessella.core import NotationError, OptionError, TessellaError

VERSION = 1
TITLE = f"tessella conundrum {VERSION}"
LEVELS = range(1, 6)
"""From the easiest to the hardest."""
MOST_TILES = 12

_HEADER = re.compile(r"([a-z][a-z0-9-]*):\s*(.*)")
_TILE = re.compile(r"(\S+)(?:\s+([0-9]{1,4}))?")


class ConundrumError(TessellaError, ValueError):
    """A conundrum that cannot be right: the first wrong line, and why."""

    line: int
    reason: str

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


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


@dataclass(frozen=True, slots=True)
class Checked:
    """What to say to somebody's answer."""

    right: tuple[Lay, ...]
    wrong: tuple[tuple[Lay, str, str], ...]
    """Each with the clause that it breaks, and how."""
    missing: Mapping[str, int]
    """For each tile how many places are still to be found."""

    @property
    def solved(self) -> bool:
        """All were found, and nothing else was said."""
        return not self.wrong and not any(self.missing.values())


def check(conundrum: Conundrum, answer: Sequence[Lay]) -> Checked:
    """Look through an answer. What is still missing is only counted; `solve` tells."""
    solution = solve(conundrum)
    right: list[Lay] = []
    wrong = []
    for lay in answer:
        if lay.tile not in solution:
            wrong.append((lay, "C36", f"{lay.tile} is not asked for; the tiles are {', '.join(conundrum.tiles)}"))
        elif lay in right:
            wrong.append((lay, "C8", "this place was named before"))
        elif lay in solution[lay.tile]:
            right.append(lay)
        else:
            reason = why_not(conundrum.board, lay, "no")
            assert reason is not None, f"{lay} fits, and is not among the places"
            wrong.append((lay, *reason))
    missing = {tile: len(places) - sum(lay.tile == tile for lay in right) for tile, places in solution.items()}
    return Checked(tuple(right), tuple(wrong), missing)


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
    if len(names) > MOST_TILES:
        raise OptionError(f"{len(names)} tiles are asked for; {MOST_TILES} are enough")
    if difficulty is not None and difficulty not in LEVELS:
        raise OptionError(f"the difficulty is a number from {LEVELS[0]} to {LEVELS[-1]}, not {difficulty!r}")
    for name, text in (headers or {}).items():
        line = f"{name}: {text}"
        if (
            name in ("tile", "difficulty")
            or not _HEADER.fullmatch(line)
            or not line.isprintable()
            or text != text.strip()
        ):
            raise OptionError(f"{line!r} is no further header: take a new word of small letters, and one line of text")
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
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").split("\n")]
    if lines[0] != TITLE:
        raise ConundrumError(1, f"a conundrum begins with the line {TITLE!r}")
    said = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and line.lstrip()[0] != "#"][1:]
    above = next((i for i, (_, line) in enumerate(said) if not _HEADER.fullmatch(line.strip())), len(said))
    tiles, headers = _read_headers(said[:above])
    end = said[above][0] if above < len(said) else len(lines)
    if not tiles:
        raise ConundrumError(end, "no tile is asked for above; write one like 'tile: BGR 4'")
    if len(tiles) > MOST_TILES:
        raise ConundrumError(end, f"{len(tiles)} tiles are asked for; {MOST_TILES} are enough")
    try:
        board, at_line = drawing.read(said[above:])
    except drawing.DrawingError as error:
        raise ConundrumError(error.line, error.reason) from None
    wrong = flaw(board, list(tiles))
    if wrong is not None:
        about, reason = wrong
        line = at_line[about] if isinstance(about, Lay) else tiles[about][0] if about else end
        raise ConundrumError(line, reason)
    difficulty = headers.pop("difficulty", None)
    return Conundrum(
        at_the_corner(board),
        tuple(tiles),
        tuple(count for _, count in tiles.values()),
        None if difficulty is None else int(difficulty),
        headers,
    )


def _read_headers(lines: Sequence[tuple[int, str]]) -> tuple[dict[str, tuple[int, int | None]], dict[str, str]]:
    """The tiles, each with its line and its number, and all the other headers."""
    tiles: dict[str, tuple[int, int | None]] = {}
    headers: dict[str, str] = {}
    for number, line in lines:
        name, _, rest = line.strip().partition(":")
        said = rest.strip()
        if not said.isprintable():
            raise ConundrumError(number, "there is a character in it that cannot be printed")
        if name == "tile":
            tile, count = _read_tile(number, said)
            if tile in tiles:
                raise ConundrumError(number, f"{tile} is asked for twice")
            tiles[tile] = number, count
            continue
        if name in headers:
            raise ConundrumError(number, f"{name!r} stands here a second time")
        if name == "difficulty" and said not in map(str, LEVELS):
            raise ConundrumError(number, f"the difficulty is a number from {LEVELS[0]} to {LEVELS[-1]}, not {said!r}")
        headers[name] = said
    return tiles, headers


def _read_tile(number: int, said: str) -> tuple[str, int | None]:
    found = _TILE.fullmatch(said)
    if found is None:
        raise ConundrumError(number, f"write a tile and how many places it has, like 'tile: BGR 4', not {said!r}")
    try:
        return tile_of(found[1]), None if found[2] is None else int(found[2])
    except NotationError as error:
        raise ConundrumError(number, str(error)) from None


def wrong_numbers(conundrum: Conundrum) -> dict[str, tuple[int, int]]:
    """The tiles whose number is not what was said: what was said, and what it is."""
    found = solve(conundrum)
    said = zip(conundrum.tiles, conundrum.numbers, strict=True)
    return {
        tile: (number, len(found[tile])) for tile, number in said if number is not None and number != len(found[tile])
    }
