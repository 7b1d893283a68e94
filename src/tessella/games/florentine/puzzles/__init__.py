"""Problems of Florentine Dominoes: find every place of some cards, or the card that closes the most gems.

>>> from tessella.games.florentine import puzzles as florentine
>>> problem = florentine.new("ruby", "places", difficulty=1)
>>> problem.difficulty
1
>>> florentine.parse(str(problem)) == problem
True
"""

from tessella.games.florentine.puzzles.maker import new
from tessella.games.florentine.puzzles.picture import picture, solution_pictures, task
from tessella.games.florentine.puzzles.problem import (
    GEMS,
    KINDS,
    PLACES,
    TITLE,
    FlorentineProblem,
    check,
    closing,
    make,
    numbers,
    solve,
    wrong_numbers,
)
from tessella.games.florentine.puzzles.text import parse, solution_lines
from tessella.puzzles.common import Checked, ConundrumError

__all__ = [
    "GEMS",
    "KINDS",
    "PLACES",
    "TITLE",
    "Checked",
    "ConundrumError",
    "FlorentineProblem",
    "check",
    "closing",
    "make",
    "new",
    "numbers",
    "parse",
    "picture",
    "solution_lines",
    "solution_pictures",
    "solve",
    "task",
    "wrong_numbers",
]
