"""Conundrums: a board and some tiles, and every place of theirs to be found (C36)."""

from tessella.conundrums.common import Checked, ConundrumError
from tessella.conundrums.conundrum import (
    Conundrum,
    check,
    make,
    parse,
    solve,
    wrong_numbers,
)
from tessella.conundrums.daily import daily
from tessella.conundrums.maker import likeness, new, series

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
