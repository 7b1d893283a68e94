"""Reading the text of a conundrum."""

from tessella.games.chromino.notation import Lay
from tessella.games.chromino.puzzles.board import at_the_corner, flaw, read
from tessella.games.chromino.puzzles.puzzle import ChrominoPuzzle
from tessella.games.chromino.tiles import tile_of
from tessella.puzzles import common
from tessella.puzzles.common import LEVELS, ConundrumError


def parse(text: str) -> ChrominoPuzzle:
    """Read a conundrum. `ConundrumError` names the first wrong line and what is wrong with it."""
    above, rows, end = common.split(text, ChrominoPuzzle.title, "a conundrum")
    tiles = common.PieceHeaders("tile", "tile: BGR 4", tile_of)
    headers: dict[str, str] = {}
    for number, line in above:
        name, value = common.read_header(number, line)
        if name == "tile":
            tiles.read(number, value)
        elif name in headers:
            raise ConundrumError(number, f"{name!r} stands here a second time")
        else:
            headers[name] = value
        if name == "difficulty":
            common.check_line(number, common.check_difficulty, int(value) if value in map(str, LEVELS) else value)
    tiles.check(end)
    board, at_line = read(rows)
    wrong = flaw(board, list(tiles.lines))
    if wrong is not None:
        about, reason = wrong
        raise ConundrumError(at_line[about] if isinstance(about, Lay) else tiles.lines.get(about or "", end), reason)
    difficulty = headers.pop("difficulty", None)
    return ChrominoPuzzle(
        at_the_corner(board),
        tuple(tiles.lines),
        tuple(tiles.counts.values()),
        None if difficulty is None else int(difficulty),
        headers,
    )
