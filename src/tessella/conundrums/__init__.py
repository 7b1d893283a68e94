"""Conundrums: a board and some tiles or cards, and every place of theirs to be found."""

from tessella.conundrums.conundrum import (
    Checked,
    Conundrum,
    ConundrumError,
    check,
    make,
    parse,
    solve,
    wrong_numbers,
)

__all__ = ["Checked", "Conundrum", "ConundrumError", "check", "make", "parse", "solve", "wrong_numbers"]
