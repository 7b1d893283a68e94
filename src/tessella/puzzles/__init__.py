"""Puzzles: a board, some pieces, and what to find. `Game.puzzles` offers those of a game."""

from tessella.puzzles.common import LEVELS, ConundrumError
from tessella.puzzles.contract import PLACES, BoardSolver, CheckedAnswer, Puzzle, Puzzles, Sheets, parse

__all__ = [
    "LEVELS",
    "PLACES",
    "BoardSolver",
    "CheckedAnswer",
    "ConundrumError",
    "Puzzle",
    "Puzzles",
    "Sheets",
    "parse",
]
