"""Conundrums: a board and some tiles, and every place of theirs to be found (C36)."""

from tessella.games.chromino.puzzles.conundrum import Conundrum, check, make, parse, solve, wrong_numbers
from tessella.games.chromino.puzzles.daily import daily
from tessella.games.chromino.puzzles.maker import likeness, new, series
from tessella.puzzles.common import Checked, ConundrumError

__all__ = [
    "Checked",
    "Conundrum",
    "ConundrumError",
    "check",
    "daily",
    "likeness",
    "make",
    "new",
    "parse",
    "series",
    "solve",
    "wrong_numbers",
]
