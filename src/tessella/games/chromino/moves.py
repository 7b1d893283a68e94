"""Moves of Chromino as numbers, and a list of them, which `Board.list_places` and `Kernel.list_moves` fill.

Ordinary Python that Cython can compile (`moves.pxd`). A move that lays a tile is one number, from the highest bit down:
the tile, its first cell, its direction (0 right, 1 down) and its way round. Cells are numbered row by row, so that in
ascending order moves are in the order of `State.legal`: tiles in the order of the set, each from top to bottom, then
drawing or passing.
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc

DIRECTION_SHIFT, CELL_SHIFT, TILE_SHIFT = 1, 2, 26
"""Where each begins. There are 24 bits for the cell: the largest board has so many (`board.LARGE`)."""
DRAW, PASS = 1 << 40, (1 << 40) + 1
"""The moves that lay no tile. All others are smaller."""
ROOM = 256
"""The room of a list at first."""


class MoveList:
    """Moves by their numbers; as many as there are, as the list grows."""

    def __init__(self, ordered: bool = True) -> None:
        """An empty list, which keeps its moves in ascending order, or else in the order in which they are added."""
        self.ordered = ordered
        self.size = 0
        self.room = 0
        if not cython.compiled:
            self.codes: list[int] = []
        self.grow()

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.codes)

    def grow(self) -> None:
        """Make room for more moves."""
        if not cython.compiled:
            self.codes += [0] * (self.room or ROOM)
        else:
            wider = cython.cast(cython.p_longlong, realloc(self.codes, 8 * (2 * self.room or ROOM)))
            if not wider:
                raise MemoryError
            self.codes = wider
        self.room = 2 * self.room or ROOM

    def add(self, code: int) -> None:
        """Add a move."""
        if self.size == self.room:
            self.grow()
        i = self.size
        if self.ordered:
            while i > 0 and self.codes[i - 1] > code:
                self.codes[i] = self.codes[i - 1]
                i -= 1
        self.codes[i] = code
        self.size += 1

    def as_list(self) -> list[int]:
        """The moves as Python numbers."""
        return [self.codes[i] for i in range(self.size)]
