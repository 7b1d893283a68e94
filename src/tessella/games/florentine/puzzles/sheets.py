"""Prints problems of Florentine Dominoes on paper."""

from collections.abc import Mapping, Sequence

from tessella.core import OptionError
from tessella.games.florentine.config import REACH
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.puzzles.painting import UNITS, FlorentinePainter
from tessella.games.florentine.puzzles.puzzle import FlorentinePuzzle
from tessella.puzzles.contract import PLACES
from tessella.puzzles.painting import Sheet
from tessella.puzzles.pdf import PrintedSheets
from tessella.puzzles.sheet import Frame, PieceSize

FITTING = (
    "A card may be turned. It goes into a corner, where it meets two cards at least, inside the square of seven by "
    "seven; wherever it meets a card, the colours are equal."
)
CLOSED = "A space is closed when every outer edge of it meets a card. The gems of what was closed before do not count."
TASKS: Mapping[str, str] = {
    PLACES: f"Find every place where each card fits: the number beside it says how many there are. {FITTING}",
    "gems": "Lay one of the cards so that it closes as many gems as the number above the board says, in spaces of "
    f"their colour. {CLOSED} {FITTING}",
    "pair": "Lay two of the cards, one after the other, so that they close as many gems as the number above the board "
    f"says, in spaces of their colour. {CLOSED} {FITTING}",
    "order": f"Lay all the cards beside a board, one after the other, so that each fits when it is laid. {FITTING}",
}
"""What to do, by kind."""
REMARK = "The cards where they lie. If they are laid one after the other, the numbers say in which order."
REMARK_PLACES = "Every place of each card, with a number."


class FlorentineSheets(PrintedSheets):
    """Prints problems on paper."""

    size = PieceSize(width=2, height=2, entry=4, row=2.4, smallest=5.0)
    painter = FlorentinePainter

    def sheet_of(self, conundrums: Sequence[FlorentinePuzzle], grey: bool, heading: str, foot: str) -> Sheet:
        """Solve the problems; `OptionError` if one of them has a wrong number."""
        solutions: dict[tuple[int, int], tuple[Sequence[Lay], Frame]] = {}
        for number, problem in enumerate(conundrums):
            for name, (given, right) in problem.wrong_numbers().items():
                raise OptionError(f"problem {number + 1} says {given} for {name}; it is {right}")
            if problem.kind == PLACES:
                solution = [_one_each(lays) for lays in problem.solve().values()]
            else:
                # The same placements in another order are not drawn again.
                solution = [list(answer) for answer in {frozenset(each): each for each in problem.answers()}.values()]
            frame = frame_of([*problem.board, *(lay for lays in solution for lay in lays)], 0)
            solutions |= {(number, part): (lays, frame) for part, lays in enumerate(solution)}
        frames = [frame_of(problem.board, 1) for problem in conundrums]
        kinds = dict.fromkeys(problem.kind for problem in conundrums)
        remark = " ".join(dict.fromkeys(REMARK_PLACES if kind == PLACES else REMARK for kind in kinds))
        return Sheet(
            conundrums, frames, solutions, " ".join(map(TASKS.__getitem__, kinds)), remark, heading, foot, grey
        )


def _one_each(lays: Sequence[Lay]) -> list[Lay]:
    """One way round for each place: in the cross a card may fit in two."""
    return list({(lay.x, lay.y): lay for lay in reversed(lays)}.values())[::-1]


def frame_of(cards: Sequence[Lay], around: int) -> Frame:
    """The places of these cards, and so many more on each side, within the square."""
    columns = [x for lay in cards for x in (lay.x - around, lay.x + around) if abs(x) < REACH]
    rows = [y for lay in cards for y in (lay.y - around, lay.y + around) if abs(y) < REACH]
    left, top = min(columns), min(rows)
    return Frame(UNITS * left, UNITS * top, UNITS * (max(columns) - left + 1), UNITS * (max(rows) - top + 1))
