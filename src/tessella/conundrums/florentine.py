"""Problems of Florentine Dominoes: find every place of some cards, or the card that closes the most gems.

>>> from tessella.conundrums import florentine
>>> problem = florentine.new("ruby", "places", difficulty=1)
>>> problem.difficulty
1
>>> florentine.parse(str(problem)) == problem
True
"""

from tessella.conundrums.common import Checked, ConundrumError
from tessella.conundrums.florentine_maker import new
from tessella.conundrums.florentine_picture import picture, solution_pictures, task
from tessella.conundrums.florentine_problem import (
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
from tessella.conundrums.florentine_text import parse, solution_lines

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
