"""How many places each tile would have if another were laid, without laying it: policies ask this for every move.

Ordinary Python that Cython can compile (`fits.pxd`). To copy a board, lay the tile and count again would cost several
times as much: a tile changes what fits in a few places, and each of them matters to a few tiles.
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.chromino.config import ALL
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.moves import CELL_SHIFT, DIRECTION_SHIFT, TILE_SHIFT
from tessella.games.chromino.tables import BUCKETS, TAKEN, TAKERS, takers


class FitCounts:
    """In how many places each tile fits in some position (`now`), and would fit after a move (`then`)."""

    def __init__(self, mode: int) -> None:
        """For one way to lay tiles, as for a board."""
        self.tables = takers(mode)  # held on to: the C pointers alone would not
        self.takes, self.takes_count = self.tables
        if not cython.compiled:
            self.covered = [0] * 11
            self.now = [0] * ALL
            self.then = [0] * ALL

    def count_all(self, game: Kernel) -> None:
        """Count the places of each tile. `suppose` needs it for the same position."""
        for tile in range(ALL):
            self.then[tile] = 0
        for b in range(BUCKETS):
            if game.live[b]:
                self.add(b, game.live[b])
        for tile in range(ALL):
            self.now[tile] = self.then[tile]

    def suppose(self, game: Kernel, code: int) -> None:
        """Count the places that each tile would have after a move that lays one: those that `Board.put` looks at."""
        tile = code >> TILE_SHIFT
        way = code & 1
        direction = code >> DIRECTION_SHIFT & 1
        cell = code >> CELL_SHIFT & (game.cells - 1)
        along = game.stride if direction else 1
        across = 1 if direction else game.stride
        straight = game.cells if direction else 0
        turned = game.cells - straight
        for other in range(ALL):
            self.then[other] = self.now[other]
        for i in range(-2, 3):
            self.add(game.where[straight + cell + i * along], -1)
        for i in range(3):
            for j in range(3):
                self.add(game.where[turned + cell + i * along - j * across], -1)
        self.cover(game, tile, way, direction, cell)
        self.review(game, cell - 2 * along - across, along, straight, 5)
        self.review(game, cell - 2 * along + across, along, straight, 5)
        self.review(game, cell - 3 * along, along, straight, 1)
        self.review(game, cell + 3 * along, along, straight, 1)
        self.review(game, cell - along - 2 * across, across, turned, 3)
        self.review(game, cell + 3 * along - 2 * across, across, turned, 3)
        for i in range(3):
            self.review(game, cell + i * along - 3 * across, across, turned, 1)
            self.review(game, cell + i * along + across, across, turned, 1)
        self.uncover(game, direction, cell)

    def cover(self, game: Kernel, tile: int, way: int, direction: int, cell: int) -> None:
        """Give the cells under and beside a tile the codes that they would have, for a moment."""
        along = game.stride if direction else 1
        square = (2 * tile + way) * 4
        for i in range(8):
            at = game.beside(i, direction, cell)
            self.covered[i] = game.code[at]
            game.touch_cell(at, game.colour[square + (i % 3 if i < 6 else 2 * (i - 6))])
        for i in range(3):
            self.covered[8 + i] = game.code[cell + i * along]
            game.code[cell + i * along] = TAKEN

    def uncover(self, game: Kernel, direction: int, cell: int) -> None:
        """Give them back their own."""
        along = game.stride if direction else 1
        for i in range(8):
            game.code[game.beside(i, direction, cell)] = self.covered[i]
        for i in range(3):
            game.code[cell + i * along] = self.covered[8 + i]

    def review(self, game: Kernel, cell: int, step: int, side: int, places: int) -> None:
        """As `Board.review`, for the places as they would be."""
        codes = game.code[cell] << 4 | game.code[cell + step] << 8
        for _ in range(places):
            codes = codes >> 4 | game.code[cell + 2 * step] << 8
            new = game.bucket_of[codes]
            old = game.where[side + cell]
            if new != old:
                self.add(old, -1)
                self.add(new, 1)
            cell += step

    def add(self, b: int, places: int) -> None:
        """So many places come into a bucket: more for the tiles that fit there."""
        for i in range(b * TAKERS, b * TAKERS + self.takes_count[b]):
            self.then[self.takes[i]] += places

    def after(self, game: Kernel, code: int) -> list[int]:
        """In how many places each tile would fit after a move that lays one."""
        self.count_all(game)
        self.suppose(game, code)
        return [self.then[tile] for tile in range(ALL)]
