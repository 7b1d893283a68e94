"""Prints conundrums of Chromino on paper."""

from collections.abc import Mapping, Sequence

from tessella.core import OptionError
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.puzzles.painting import ChrominoPainter
from tessella.games.chromino.puzzles.puzzle import ChrominoPuzzle
from tessella.puzzles.contract import PLACES
from tessella.puzzles.painting import Sheet
from tessella.puzzles.pdf import PrintedSheets
from tessella.puzzles.sheet import Frame

FITTING = (
    "A tile lies or stands, either way round, on empty squares; at least two sides of its squares meet "
    "squares that lie there, and wherever they meet, the colours are equal. Corners do not count."
)
SEATS = "Tiles marked A are yours, those marked B the other seat's."
TASKS: Mapping[str, str] = {
    PLACES: "Find every place of each tile: the number beside it says how many there are. Each tile is tried alone, on "
    f"the board as shown. {FITTING} Two ways round on the same squares are two places, unless they look alike.",
    "order": "Lay all the tiles beside a board, one after the other, so that each fits when it is laid. There is one "
    f"way, and perhaps more than one order. {FITTING}",
    "block": f"{SEATS} Lay one of yours so that none of theirs fits anywhere afterwards. {FITTING}",
    "win": f"{SEATS} You lay a tile, the other seat lays one if it can, and you lay your last one: no wild one. "
    f"What do you lay first, so that your last tile fits whatever they do? {FITTING}",
}
"""What to do, by kind."""
REMARKS: Mapping[str, str] = {
    PLACES: "Every place of each tile, with a number. A square in several colours belongs to several places; where two "
    "numbers stand on the same three squares, the tile fits there both ways round.",
    "order": "The tiles as they are laid, numbered in their order.",
}
REMARK = "The tile that is the answer."


class ChrominoSheets(PrintedSheets):
    """Prints conundrums on paper."""

    painter = ChrominoPainter

    def sheet_of(self, conundrums: Sequence[ChrominoPuzzle], grey: bool, heading: str, foot: str) -> Sheet:
        """Solve the conundrums; `OptionError` if one of them has a wrong number."""
        solutions: dict[tuple[int, int], tuple[Sequence[Lay], Frame]] = {}
        for number, conundrum in enumerate(conundrums):
            for tile, (given, right) in conundrum.wrong_numbers().items():
                raise OptionError(f"conundrum {number + 1} says that {tile} has {given} places; it has {right}")
            if conundrum.kind == PLACES:
                solution = list(conundrum.solve().values())
            else:
                # The same placements in another order are not drawn again.
                solution = [list(answer) for answer in {frozenset(each): each for each in conundrum.answers()}.values()]
            # One frame for all its parts, so that the board lies where it did.
            frame = frame_of((*conundrum.board, *(lay for places in solution for lay in places)), 0)
            solutions |= {(number, part): (places, frame) for part, places in enumerate(solution)}
        frames = [frame_of(conundrum.board, 1) for conundrum in conundrums]
        kinds = dict.fromkeys(conundrum.kind for conundrum in conundrums)
        task = " ".join(TASKS[kind] for kind in kinds)
        remark = " ".join(REMARKS.get(kind, REMARK) for kind in kinds)
        return Sheet(conundrums, frames, solutions, task, remark, heading, foot, grey)


def frame_of(tiles: Sequence[Lay], around: int) -> Frame:
    """The squares of these tiles, and so many more on each side."""
    cells = [(x, y) for lay in tiles for x, y, _ in lay.cells()]
    left, top = min(x for x, _ in cells) - around, min(y for _, y in cells) - around
    right, bottom = max(x for x, _ in cells) + around, max(y for _, y in cells) + around
    return Frame(left, top, right - left + 1, bottom - top + 1)
