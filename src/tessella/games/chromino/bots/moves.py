"""What the seat on turn may do in Chromino, listed inside the kernel in the order of `State.legal`.

Ordinary Python that Cython can compile (`chromino_moves.pxd`), like the rollouts it stands on.
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.chromino.bots.weights import DRAW, LAY, MOVES, PASS
from tessella.games.chromino.config import ALL
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.rollouts import Rollouts
from tessella.games.chromino.tables import ROW
from tessella.games.chromino.tiles import TILES


class Moves(Rollouts):
    """A kernel with a list of moves in some position."""

    def __init__(self, *switches: int) -> None:
        """For games by these options, as for a kernel."""
        super().__init__(*switches)
        if not cython.compiled:
            self.kind = [0] * MOVES
            self.what = [0] * MOVES
            self.way = [0] * MOVES
            self.direction = [0] * MOVES
            self.at = [0] * MOVES
        self.moves = 0
        self.orderly = 1  # 0: in any order, which takes less time

    def list_moves(self, base: Kernel) -> int:
        """List what the seat on turn may do, in the order of `State.legal`: tiles, then places, from top to bottom."""
        return self.list_all(base)

    def list_all(self, base: Kernel) -> int:
        """As `list_moves`."""
        self.moves = 0
        seat = base.turn
        total = base.count_options()
        for i in range(base.hand_size[seat] if total else 0):
            if base.counts[i]:
                self.list_places(base, base.hand[seat * ALL + i])
        if base.draw_allowed():
            self.add_move(DRAW, 0, 0, 0, 0)
        elif self.moves == 0:
            self.add_move(PASS, 0, 0, 0, 0)
        return self.moves

    def list_places(self, base: Kernel, tile: int) -> None:
        """List every place of a tile, keeping the order."""
        for way in range(2):
            for i in range(base.fits_count[2 * tile + way]):
                b = base.fits[(2 * tile + way) * ROW + i]
                base.tidy(b)
                for j in range(base.size[b]):
                    place = base.bucket[b * base.room + j]
                    if place >= base.cells:
                        self.add_move(LAY, tile, way, 1, place - base.cells)
                    else:
                        self.add_move(LAY, tile, way, 0, place)

    def add_move(self, kind: int, tile: int, way: int, direction: int, at: int) -> None:
        """Put a move in its place in the list."""
        if self.moves == MOVES:
            return
        i = self.moves
        while i > 0 and self.orderly and kind == LAY and self.comes_after(i - 1, tile, way, direction, at):
            self.kind[i] = self.kind[i - 1]
            self.what[i] = self.what[i - 1]
            self.way[i] = self.way[i - 1]
            self.direction[i] = self.direction[i - 1]
            self.at[i] = self.at[i - 1]
            i -= 1
        self.kind[i] = kind
        self.what[i] = tile
        self.way[i] = way
        self.direction[i] = direction
        self.at[i] = at
        self.moves += 1

    def comes_after(self, i: int, tile: int, way: int, direction: int, at: int) -> bool:
        """Whether a move of the list comes after this one."""
        if self.what[i] != tile:
            return self.what[i] > tile
        if self.at[i] != at:
            return self.at[i] > at
        if self.direction[i] != direction:
            return self.direction[i] > direction
        return self.way[i] > way

    def move(self, number: int, base: Kernel) -> str:
        """One of the moves as text, for a board like the base's."""
        if not 0 <= number < self.moves:
            raise ValueError(f"there is no move number {number}; there are {self.moves}, counted from 0")
        if self.kind[number] != LAY:
            return "draw" if self.kind[number] == DRAW else "pass"
        half = base.stride // 2
        squares = TILES[self.what[number]]
        x, y = self.at[number] % base.stride - half, self.at[number] // base.stride - half
        return f"{squares[::-1] if self.way[number] else squares}@{x},{y}{'v' if self.direction[number] else '>'}"

    def make(self, game: Kernel, move: int) -> None:
        """The seat on turn of a kernel makes one of the moves; it says "Chromino" where that is due."""
        kind = self.kind[move]
        if kind == LAY:
            seat = game.turn
            if game.call and game.hand_size[seat] == 2:
                game.play_call(seat)
            index = 0
            while game.hand[seat * ALL + index] != self.what[move]:
                index += 1
            game.play_lay(index, self.way[move], self.direction[move], self.at[move])
        elif kind == DRAW:
            game.play_draw()
        else:
            game.play_pass()
