"""Problems of Florentine Dominoes and their solutions as pictures, each a standalone SVG."""

from tessella.games.florentine.drawing.svg import board_svg
from tessella.games.florentine.puzzles.board import after, position, spaces
from tessella.games.florentine.puzzles.problem import GEMS, FlorentineProblem, numbers, solve


def task(problem: FlorentineProblem) -> str:
    """What to do, in a sentence."""
    if problem.kind == GEMS:
        (said,) = problem.numbers
        many = "" if said is None else f": {said} can be closed"
        return f"Lay one card and close as many {problem.gem} as possible, in {problem.colour} spaces{many}"
    said_of_all = None not in problem.numbers
    return "Find every place where each card fits" + (": there are as many as the number says" if said_of_all else "")


def picture(problem: FlorentineProblem, *, dark: bool = False, palette: str = "game") -> str:
    """The board, and below it the cards, each with its number of places."""
    counts = problem.numbers if problem.kind != GEMS else (None,) * len(problem.cards)
    beside = list(zip(problem.cards, counts, strict=True))
    return board_svg(problem.board, beside=beside, dark=dark, palette=palette, title=task(problem))


def solution_pictures(problem: FlorentineProblem, *, dark: bool = False, palette: str = "game") -> dict[str, str]:
    """The solution: of places a picture for each card, by its name, of gems one for each best answer, by its text.

    A card is drawn paler in each of its places. In the cross it may fit in two ways at one place: then both are told in
    the title, and the first is drawn. Of gems the answer is outlined, and the spaces that it closes are edged in gold.
    """
    if problem.kind == GEMS:
        return _closings(problem, dark, palette)
    made = {}
    for card, places in solve(problem).items():
        cells = list(dict.fromkeys((lay.x, lay.y) for lay in places))
        drawn = [next(lay for lay in places if (lay.x, lay.y) == cell) for cell in cells]
        title = f"{card} fits here: " + " ".join(map(str, places)) if places else f"{card} fits nowhere"
        board = [*problem.board, *drawn]
        beside = [(card, len(places))]
        made[card] = board_svg(board, ghosts=cells, beside=beside, dark=dark, palette=palette, title=title)
    return made


def _closings(problem: FlorentineProblem, dark: bool, palette: str) -> dict[str, str]:
    kernel = position(problem.board, problem.cards)
    (most,) = numbers(problem)
    made = {}
    for lay in (lay for places in solve(problem).values() for lay in places):
        closed = [
            space
            for space in spaces(after(kernel, lay))
            if space.closed and space.colour == problem.colour and any(t[:2] == (lay.x, lay.y) for t in space.triangles)
        ]
        met = [each for each in closed if each.gems]
        title = f"{lay} closes {most} {problem.gem}"
        board = [*problem.board, lay]
        made[str(lay)] = board_svg(
            board, closed=met, own=problem.colour, last=-1, dark=dark, palette=palette, title=title
        )
    return made
