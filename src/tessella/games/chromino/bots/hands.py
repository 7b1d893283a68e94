"""What a seat of Chromino may know of the others' hands.

Ordinary Python that Cython can compile (`hands.pxd`). A seat knows its own tiles, the board, tiles that were shown, how
many the others hold, and when each of them last had nothing to lay.
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.chromino.board import SMALL, Board
from tessella.games.chromino.bots.fits import FitCounts
from tessella.games.chromino.config import ALL, PLAIN, SEATS
from tessella.games.chromino.kernel import Kernel

MOST_LAID = 128
"""The room for the tiles of a board."""


class HandModel:
    """The knowledge of one seat in one position, which `look` takes in.

    `known` are the tiles that the seat has seen; the others are listed in `unseen_tile`. A seat `holds` so many of
    those. All but as many of them as are `free` were in its hand when it had nothing to lay, and so are no `misfit`.
    """

    def __init__(self, mode: int, open_hands: bool) -> None:
        """For one way to lay tiles, as for a board; with open hands all tiles in them are seen (C19)."""
        self.earlier = Board(mode, SMALL)
        self.fits = FitCounts(mode)
        self.open_hands = open_hands
        if not cython.compiled:
            self.known = bytearray(ALL)
            self.unseen_tile = bytearray(ALL)
            self.misfit = bytearray(SEATS * ALL)
            self.holds = [0] * SEATS
            self.free = [0] * SEATS
            self.noted = [0] * SEATS
            self.noted_stride = [0] * SEATS
            self.noted_at = [0] * (MOST_LAID * SEATS)
            self.noted_tile = [0] * (MOST_LAID * SEATS)
            self.noted_way = [0] * (MOST_LAID * SEATS)
        for seat in range(SEATS):
            self.noted[seat] = -1
        self.unseen = 0

    def look(self, game: Kernel, seat: int) -> None:
        """Take in what a seat may know of a position: which tiles it has not seen, and who holds how many of them."""
        for tile in range(ALL):
            self.known[tile] = 0
        if not game.wild_tiles:
            for tile in range(PLAIN, ALL):
                self.known[tile] = 1
        for i in range(game.laid):
            self.known[game.laid_tile[i]] = 1
        for other in range(game.players):
            self.holds[other] = 0
            for i in range(game.hand_size[other]):
                tile = game.hand[other * ALL + i]
                if other == seat or game.seen[tile] or self.open_hands:
                    self.known[tile] = 1
                else:
                    self.holds[other] += 1
        self.unseen = 0
        for tile in range(ALL):
            if not self.known[tile]:
                self.unseen_tile[self.unseen] = tile
                self.unseen += 1
        self.fits.count_all(game)
        for other in range(game.players):
            if other != seat:
                self.note_stuck(game, other)

    def note_stuck(self, game: Kernel, seat: int) -> int:
        """Note which tiles a seat cannot hold, as they would have fitted when it had nothing to lay (C14)."""
        laid = game.stuck[seat]
        self.free[seat] = game.fresh[seat] if laid >= 0 else ALL
        if laid < 0 or self.holds[seat] == 0 or self.is_noted(game, seat, laid):
            return 0
        for i in range(laid):
            self.noted_at[MOST_LAID * seat + i] = game.laid_at[i]
            self.noted_tile[MOST_LAID * seat + i] = game.laid_tile[i]
            self.noted_way[MOST_LAID * seat + i] = game.laid_way[i]
        self.noted[seat] = laid
        self.noted_stride[seat] = game.stride
        if laid == game.laid:  # no tile was laid since: that board is still there
            for tile in range(ALL):
                self.misfit[seat * ALL + tile] = self.fits.now[tile] > 0
            return 0
        self.lay_earlier(self.earlier, game, laid)
        for tile in range(ALL):
            self.misfit[seat * ALL + tile] = self.earlier.count(tile) > 0
        return 0

    def is_noted(self, game: Kernel, seat: int, laid: int) -> bool:
        """Whether the board with so many tiles is the one that was looked at before: it mostly is, turn after turn."""
        if self.noted[seat] != laid or self.noted_stride[seat] != game.stride:
            return False
        i = 0
        while i < laid and self.noted_at[MOST_LAID * seat + i] == game.laid_at[i]:
            if self.noted_tile[MOST_LAID * seat + i] != game.laid_tile[i]:
                return False
            if self.noted_way[MOST_LAID * seat + i] != game.laid_way[i]:
                return False
            i += 1
        return i == laid

    def lay_earlier(self, board: Board, game: Kernel, laid: int) -> None:
        """Lay the first so many tiles of a game on another board, which may be larger or smaller."""
        board.clear()
        half = game.stride >> 1
        for i in range(laid):
            way = game.laid_way[i]
            x = (game.laid_at[i] & (game.stride - 1)) - half
            y = (game.laid_at[i] >> game.shift) - half
            board.put(
                game.laid_tile[i],
                way & 1,
                way >> 1,
                ((y + (board.stride >> 1)) << board.shift) + x + (board.stride >> 1),
            )
