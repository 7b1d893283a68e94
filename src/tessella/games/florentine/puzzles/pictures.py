"""Problems of Florentine Dominoes and their solutions as pictures, each a standalone SVG."""

from tessella.games.florentine.drawing.svg import board_svg
from tessella.games.florentine.puzzles.board import after, position, spaces
from tessella.games.florentine.puzzles.puzzle import GEMS, FlorentinePuzzle


def task(problem: FlorentinePuzzle) -> str:
    """What to do, in a sentence."""
    if problem.kind == GEMS:
        (number,) = problem.numbers
        many = "" if number is None else f": {number} can be closed"
        return f"Lay one card and close as many {problem.gem} as possible, in {problem.colour} spaces{many}"
    all_given = None not in problem.numbers
    return "Find every place where each card fits" + (": there are as many as the number says" if all_given else "")


def picture(problem: FlorentinePuzzle, *, dark: bool = False, palette: str = "game") -> str:
    """The board, and below it the cards, each with its number of places."""
    counts = problem.numbers if problem.kind != GEMS else (None,) * len(problem.pieces)
    beside = list(zip(problem.pieces, counts, strict=True))
    return board_svg(problem.board, beside=beside, dark=dark, palette=palette, title=task(problem))


def solution_pictures(problem: FlorentinePuzzle, *, dark: bool = False, palette: str = "game") -> dict[str, str]:
    """The solution: of places a picture for each card, by its name, of gems one for each best answer, by its text.

    A card is drawn paler in each of its places. In the cross it may fit in two ways at one place: then both are in
    the title, and the first is drawn. Of gems the answer is outlined, and the spaces that it closes are edged in gold.
    """
    if problem.kind == GEMS:
        return _closings(problem, dark, palette)
    pictures = {}
    for card, places in problem.solve().items():
        cells = list(dict.fromkeys((lay.x, lay.y) for lay in places))
        drawn = [next(lay for lay in places if (lay.x, lay.y) == cell) for cell in cells]
        title = f"{card} fits here: " + " ".join(map(str, places)) if places else f"{card} fits nowhere"
        board = [*problem.board, *drawn]
        beside = [(card, len(places))]
        pictures[card] = board_svg(board, ghosts=cells, beside=beside, dark=dark, palette=palette, title=title)
    return pictures


def _closings(problem: FlorentinePuzzle, dark: bool, palette: str) -> dict[str, str]:
    kernel = position(problem.board, problem.pieces)
    (most,) = problem.right_numbers()
    pictures = {}
    for lay in (lay for places in problem.solve().values() for lay in places):
        closed = [
            space
            for space in spaces(after(kernel, lay))
            if space.closed and space.colour == problem.colour and any(t[:2] == (lay.x, lay.y) for t in space.triangles)
        ]
        met = [each for each in closed if each.gems]
        title = f"{lay} closes {most} {problem.gem}"
        board = [*problem.board, lay]
        pictures[str(lay)] = board_svg(
            board, closed=met, own=problem.colour, last=-1, dark=dark, palette=palette, title=title
        )
    return pictures
