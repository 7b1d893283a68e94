"""Problems of Florentine Dominoes and their solutions as pictures, each a standalone SVG."""

from tessella.games.florentine.drawing.svg import board_svg
from tessella.games.florentine.puzzles.board import after, position, spaces
from tessella.games.florentine.puzzles.kinds import KINDS
from tessella.games.florentine.puzzles.puzzle import FlorentinePuzzle
from tessella.puzzles.contract import PLACES


def task(problem: FlorentinePuzzle) -> str:
    """What to do, in a sentence."""
    return KINDS[problem.kind].task_text(problem.task, problem.numbers)


def picture(problem: FlorentinePuzzle, *, dark: bool = False, palette: str = "game") -> str:
    """The board, and below it the cards, each with its number of places."""
    counts = problem.numbers if problem.kind == PLACES else (None,) * len(problem.pieces)
    beside = list(zip(problem.pieces, counts, strict=True))
    return board_svg(problem.board, beside=beside, dark=dark, palette=palette, title=task(problem))


def solution_pictures(problem: FlorentinePuzzle, *, dark: bool = False, palette: str = "game") -> dict[str, str]:
    """The solution: of places a picture for each card, by its name, of others one for each answer, by its text.

    A card is drawn paler in each of its places. In the cross it may fit in two ways at one place: then both are in
    the title, and the first is drawn. An answer is outlined, and the spaces with gems that it closes are edged in gold.
    """
    if problem.kind != PLACES:
        return _answers(problem, dark, palette)
    pictures = {}
    for card, places in problem.solve().items():
        cells = list(dict.fromkeys((lay.x, lay.y) for lay in places))
        drawn = [next(lay for lay in places if (lay.x, lay.y) == cell) for cell in cells]
        title = f"{card} fits here: " + " ".join(map(str, places)) if places else f"{card} fits nowhere"
        board = [*problem.board, *drawn]
        beside = [(card, len(places))]
        pictures[card] = board_svg(board, ghosts=cells, beside=beside, dark=dark, palette=palette, title=title)
    return pictures


def _answers(problem: FlorentinePuzzle, dark: bool, palette: str) -> dict[str, str]:
    """A picture for each answer; the same cards laid in another order are not drawn again."""
    start = position(problem.board, problem.pieces)
    different = {frozenset(answer): answer for answer in reversed(problem.answers())}
    pictures = {}
    for answer in reversed(different.values()):
        kernel = start
        for lay in answer:
            kernel = after(kernel, lay)
        cells = {(lay.x, lay.y) for lay in answer}
        met = [
            space
            for space in spaces(kernel)
            if space.closed
            and space.gems
            and space.colour == problem.colour
            and any(triangle[:2] in cells for triangle in space.triangles)
        ]
        written = " ".join(map(str, answer))
        title = f"{written} closes {problem.right_numbers()[0]} {problem.task.gem}" if problem.colour else written
        board = [*problem.board, *answer]
        marks = {"last": -1} if len(answer) == 1 else {"ghosts": sorted(cells)}
        pictures[" ".join(map(str, answer))] = board_svg(
            board, closed=met, own=problem.colour, dark=dark, palette=palette, title=title, **marks
        )
    return pictures
