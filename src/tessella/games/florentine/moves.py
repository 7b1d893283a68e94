"""Moves of Florentine Dominoes as numbers, and a list of them, which `Board.list_ways` and `Kernel.list_moves` fill.

Ordinary Python that Cython can compile (`moves.pxd`). A move is one number, from the highest bit down: its kind; a card
(or an edge of the square, for a black card); and for a card that is laid, cell * 4 + turns.
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

LAY, ASIDE, BLACK_CARD, KEEP = 0, 1, 2, 3
"""The kinds of moves."""
KIND_SHIFT, WHAT_SHIFT = 20, 10
WHAT_MASK, WHERE_MASK = (1 << KIND_SHIFT - WHAT_SHIFT) - 1, (1 << WHAT_SHIFT) - 1
ROOM = 2400
"""More moves than there can be: 48 cards in 4 ways in each of 12 places."""


def code_of(kind: int, what: int, where: int = 0) -> int:
    """A move as a number."""
    return kind << KIND_SHIFT | what << WHAT_SHIFT | where


class MoveList:
    """Moves by their numbers."""

    def __init__(self, ordered: bool = True) -> None:
        """An empty list, which keeps each group of moves in ascending order, or else as they are added."""
        if not cython.compiled:
            self.codes = [0] * ROOM
        self.ordered = ordered
        self.size = 0
        self.group = 0

    def clear(self) -> None:
        """Drop all moves."""
        self.size = 0
        self.group = 0

    def begin_group(self) -> None:
        """The moves that follow stay behind those that are listed now."""
        self.group = self.size

    def add(self, code: int) -> None:
        """Add a move."""
        i = self.size
        if self.ordered:
            while i > self.group and self.codes[i - 1] > code:
                self.codes[i] = self.codes[i - 1]
                i -= 1
        self.codes[i] = code
        self.size += 1

    def as_list(self) -> list[int]:
        """The moves as Python numbers."""
        return [self.codes[i] for i in range(self.size)]

    def fill(self, codes: list[int]) -> None:
        """List just these moves, in this order."""
        if len(codes) > ROOM:
            raise ValueError(f"there cannot be {len(codes)} moves")
        self.clear()
        for code in codes:
            self.codes[self.size] = code
            self.size += 1
