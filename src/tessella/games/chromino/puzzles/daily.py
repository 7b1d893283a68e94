"""The conundrum of the day: the same for everybody, and another one every day."""

from datetime import date

from tessella.games.chromino.puzzles.conundrum import Conundrum
from tessella.games.chromino.puzzles.maker import new

USUAL = 3
"""The difficulty, unless somebody asks for another."""


def daily(day: date, difficulty: int = USUAL) -> Conundrum:
    """The conundrum of a day: it follows from the date and the difficulty, and from nothing else."""
    return new(day.isoformat(), difficulty)
