"""What a placement would do in Chromino, in numbers: contacts, points, what fits afterwards, the squares round it.

Ordinary Python that Cython can compile (`rows.pxd`). Only what the seat on turn may know decides: see `HandModel`.
"""

from collections.abc import Sequence
from typing import Any

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.chromino.bots.hands import HandModel
from tessella.games.chromino.config import ALL, UNSCORED
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.learning.codes import PATCH_ACROSS, PATCH_ALONG, PATCH_MARGIN, ROW_HEAD, ROW_OTHER
from tessella.games.chromino.moves import CELL_SHIFT, DIRECTION_SHIFT, DRAW, TILE_SHIFT
from tessella.games.chromino.tables import colour_of
from tessella.games.chromino.tiles import TILES

COMPILED = bool(cython.compiled)
"""Whether this module runs compiled."""
SHADES = bytes(1 + colour_of(letter) for tile in TILES for squares in (tile, tile[::-1]) for letter in squares)
"""(Tile * 2 + way round) * 3 + square: its colour as the grid has it."""


class RowFeatures:
    """Describes placements of the seat on turn."""

    def __init__(self, mode: int, open_hands: bool) -> None:
        """For one way to lay tiles, as for a board; with open hands all tiles in them are seen (C19)."""
        self.hands = HandModel(mode, open_hands)
        self.fits = self.hands.fits
        self.shades = SHADES

    def look(self, game: Kernel) -> None:
        """Take in what the seat on turn may know. `write` needs it for the same position."""
        self.hands.look(game, game.turn)

    def describe(self, game: Kernel, codes: Sequence[int], out: Any) -> None:
        """Write a row for each move, the first into row 1; moves that lay nothing keep their rows."""
        self.look(game)
        for i in range(len(codes)):
            if codes[i] < DRAW:
                self.write(game, codes[i], out, 1 + i)

    def write(self, game: Kernel, code: int, out: Any, row: int) -> None:
        """Write what a placement does into a row of zeros."""
        tile = code >> TILE_SHIFT
        direction = code >> DIRECTION_SHIFT & 1
        cell = code >> CELL_SHIFT & (game.cells - 1)
        contacts = 0
        for i in range(8):
            contacts += game.owner[game.beside(i, direction, cell)] != 0
        out[row, 0] = contacts
        if game.scoring != UNSCORED:
            out[row, 1] = game.points(tile, direction, cell)
        out[row, 2] = game.count(tile)
        self.fits.suppose(game, code)
        for i in range(game.hand_size[game.turn]):
            other = game.hand[game.turn * ALL + i]
            if other != tile and self.fits.then[other]:
                out[row, 3] += 1
                out[row, 4] += self.fits.then[other] > 1
        for i in range(self.hands.unseen):
            out[row, 5] += self.fits.then[self.hands.unseen_tile[i]] > 0
        for i in range(1, game.players):
            self.write_other(game, (game.turn + i) % game.players, out, row, ROW_HEAD + ROW_OTHER * (i - 1))
        self.write_patch(game, code, out, row, ROW_HEAD + ROW_OTHER * (game.players - 1))

    def write_other(self, game: Kernel, seat: int, out: Any, row: int, at: int) -> None:
        """What another seat could lay then: of the tiles it is known to hold, and of those that it may hold."""
        for i in range(game.hand_size[seat]):
            tile = game.hand[seat * ALL + i]
            if self.hands.known[tile]:
                out[row, at] += self.fits.then[tile] > 0
        stuck = self.hands.free[seat] < self.hands.holds[seat]
        for i in range(self.hands.unseen):
            tile = self.hands.unseen_tile[i]
            if not (stuck and self.hands.misfit[seat * ALL + tile]):
                out[row, at + 1] += 1
                out[row, at + 2] += self.fits.then[tile] > 0

    def write_patch(self, game: Kernel, code: int, out: Any, row: int, at: int) -> None:
        """The squares round the placement and under it, in rows along the tile."""
        square = (2 * (code >> TILE_SHIFT) + (code & 1)) * 3
        down = code >> DIRECTION_SHIFT & 1
        cell = code >> CELL_SHIFT & (game.cells - 1)
        along = game.stride if down else 1
        across = 1 if down else game.stride
        for j in range(PATCH_ACROSS):
            for i in range(PATCH_ALONG):
                near = cell + (i - PATCH_MARGIN) * along + (j - PATCH_MARGIN) * across
                if j == PATCH_MARGIN and PATCH_MARGIN <= i < PATCH_MARGIN + 3:
                    out[row, at] = self.shades[square + i - PATCH_MARGIN]
                elif game.owner[near]:
                    out[row, at] = self.shade(game, near)
                at += 1

    def shade(self, game: Kernel, cell: int) -> int:
        """The colour of a covered cell, as the grid has it."""
        laid = game.owner[cell] - 1
        steps = cell - game.laid_at[laid]
        if game.laid_way[laid] >> 1:
            steps = steps >> game.shift
        return self.shades[(2 * game.laid_tile[laid] + (game.laid_way[laid] & 1)) * 3 + steps]
