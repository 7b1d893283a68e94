"""Reading the text of a conundrum."""

from tessella.core import NotationError
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.puzzles.board import at_the_corner, flaw, read
from tessella.games.chromino.puzzles.kinds import KINDS
from tessella.games.chromino.puzzles.position import Task
from tessella.games.chromino.puzzles.puzzle import ChrominoPuzzle
from tessella.games.chromino.tiles import tile_of
from tessella.puzzles import common
from tessella.puzzles.common import LEVELS, ConundrumError
from tessella.puzzles.contract import PLACES


def parse(text: str) -> ChrominoPuzzle:
    """Read a conundrum. `ConundrumError` names the first wrong line and what is wrong with it."""
    above, rows, end = common.split(text, ChrominoPuzzle.title, "a conundrum")
    tiles = common.PieceHeaders("tile", "tile: BGR 4", tile_of)
    theirs: dict[str, int] = {}
    headers: dict[str, str] = {}
    for number, line in above:
        name, value = common.read_header(number, line)
        if name == "tile":
            tiles.read(number, value)
        elif name == "theirs":
            _read_theirs(number, value, theirs)
        elif name in headers:
            raise ConundrumError(number, f"{name!r} stands here a second time")
        else:
            headers[name] = value
        if name == "difficulty":
            common.check_line(number, common.check_difficulty, int(value) if value in map(str, LEVELS) else value)
        if name == "kind":
            common.check_line(number, lambda kind: common.check_kind(kind, KINDS), value)
    tiles.check(end)
    kind = headers.pop("kind", PLACES)
    for tile, count in tiles.counts.items():
        if kind != PLACES and count is not None:
            raise ConundrumError(
                tiles.lines[tile],
                f"a number of places belongs to a conundrum of the kind {PLACES!r}: write 'tile: {tile}'",
            )
    board, at_line = read(rows)
    wrong = flaw(board, list(tiles.lines), list(theirs))
    if wrong is not None:
        about, reason = wrong
        where = at_line[about] if isinstance(about, Lay) else {**tiles.lines, **theirs}.get(about or "", end)
        raise ConundrumError(where, reason)
    unfit = KINDS[kind].flaw(Task(tuple(board), tuple(tiles.lines), tuple(theirs)))
    if unfit is not None:
        raise ConundrumError({**tiles.lines, **theirs}.get(unfit[0] or "", end), unfit[1])
    difficulty = headers.pop("difficulty", None)
    return ChrominoPuzzle(
        at_the_corner(board),
        tuple(tiles.lines),
        tuple(tiles.counts.values()) if kind == PLACES else (),
        None if difficulty is None else int(difficulty),
        headers,
        kind,
        tuple(theirs),
    )


def _read_theirs(number: int, text: str, theirs: dict[str, int]) -> None:
    """Read a tile of the other seat."""
    try:
        tile = tile_of(text)
    except NotationError as error:
        raise ConundrumError(number, str(error)) from None
    if tile in theirs:
        raise ConundrumError(number, f"the other seat has {tile} twice; each tile is in the set once")
    theirs[tile] = number
