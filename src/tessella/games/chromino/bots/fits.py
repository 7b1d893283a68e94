"""What would fit if a tile were laid, without laying it: a policy asks this for every move that it could make.

Ordinary Python that Cython can compile (`chromino_suppose.pxd`). To copy a board, lay the tile and count again would
cost several times as much: a tile changes what fits in a few places, and each of them matters to a few tiles.
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.chromino.bots.moves import Moves
from tessella.games.chromino.config import ALL
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.tables import BUCKETS, TAKEN, TAKERS, takers


class FitCounts(Moves):
    """A kernel that knows in how many places each tile fits in some position, and would fit after a move."""

    def __init__(self, *switches: int) -> None:
        """For games by these options, as for a kernel."""
        super().__init__(*switches)
        self.takers = takers(self.mode)
        self.takes, self.takes_count = self.takers
        if not cython.compiled:
            self.covered = [0] * 11
            self.fits_now = [0] * ALL
            self.fits_then = [0] * ALL

    def count_all(self, base: Kernel) -> None:
        """In how many places each tile fits now. `suppose` goes by it."""
        for tile in range(ALL):
            self.fits_then[tile] = 0
        for b in range(BUCKETS):
            if base.live[b]:
                self.reckon(b, base.live[b])
        for tile in range(ALL):
            self.fits_now[tile] = self.fits_then[tile]

    def suppose(self, base: Kernel, tile: int, way: int, direction: int, cell: int) -> None:
        """In how many places each tile would fit if this one lay there: the same places as in `Board.put`."""
        along = base.stride if direction else 1
        across = 1 if direction else base.stride
        straight = base.cells if direction else 0
        turned = base.cells - straight
        for other in range(ALL):
            self.fits_then[other] = self.fits_now[other]
        for i in range(-2, 3):
            self.reckon(base.where[straight + cell + i * along], -1)
        for i in range(3):
            for j in range(3):
                self.reckon(base.where[turned + cell + i * along - j * across], -1)
        self.cover(base, tile, way, direction, cell)
        self.review_then(base, cell - 2 * along - across, along, straight, 5)
        self.review_then(base, cell - 2 * along + across, along, straight, 5)
        self.review_then(base, cell - 3 * along, along, straight, 1)
        self.review_then(base, cell + 3 * along, along, straight, 1)
        self.review_then(base, cell - along - 2 * across, across, turned, 3)
        self.review_then(base, cell + 3 * along - 2 * across, across, turned, 3)
        for i in range(3):
            self.review_then(base, cell + i * along - 3 * across, across, turned, 1)
            self.review_then(base, cell + i * along + across, across, turned, 1)
        self.uncover(base, direction, cell)

    def cover(self, base: Kernel, tile: int, way: int, direction: int, cell: int) -> None:
        """Give the cells under and beside a tile the codes that they would have, for a moment."""
        along = base.stride if direction else 1
        square = (2 * tile + way) * 4
        for i in range(8):
            at = base.beside(i, direction, cell)
            self.covered[i] = base.code[at]
            base.touch_cell(at, base.colour[square + (i % 3 if i < 6 else 2 * (i - 6))])
        for i in range(3):
            self.covered[8 + i] = base.code[cell + i * along]
            base.code[cell + i * along] = TAKEN

    def uncover(self, base: Kernel, direction: int, cell: int) -> None:
        """Give them back their own."""
        along = base.stride if direction else 1
        for i in range(8):
            base.code[base.beside(i, direction, cell)] = self.covered[i]
        for i in range(3):
            base.code[cell + i * along] = self.covered[8 + i]

    def review_then(self, base: Kernel, cell: int, step: int, side: int, places: int) -> None:
        """As `Board.review`, for the places as they would be."""
        codes = base.code[cell] << 4 | base.code[cell + step] << 8
        for _ in range(places):
            codes = codes >> 4 | base.code[cell + 2 * step] << 8
            new = base.bucket_of[codes]
            old = base.where[side + cell]
            if new != old:
                self.reckon(old, -1)
                self.reckon(new, 1)
            cell += step

    def reckon(self, b: int, places: int) -> None:
        """So many places come into a bucket: more for the tiles that fit there."""
        for i in range(b * TAKERS, b * TAKERS + self.takes_count[b]):
            self.fits_then[self.takes[i]] += places

    def supposed(self, base: Kernel, move: int) -> list[int]:
        """In how many places each tile would fit after a listed move that lays one."""
        self.count_all(base)
        self.suppose(base, self.what[move], self.way[move], self.direction[move], self.at[move])
        return [self.fits_then[tile] for tile in range(ALL)]
