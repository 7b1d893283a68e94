"""What a move would do in Florentine Dominoes, in numbers: contacts, gems, and the triangles round the card.

Ordinary Python that Cython can compile (`rows.pxd`). All of it lies face up: nothing hidden decides.
"""

from collections.abc import Sequence
from typing import Any

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.florentine.cards import has_gem
from tessella.games.florentine.config import NO_CARD, SIDE
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.learning.codes import PATCH_SIDE, ROW_HEAD
from tessella.games.florentine.moves import BLACK_CARD as BLACK_MOVE
from tessella.games.florentine.moves import KIND_SHIFT, WHAT_MASK, WHAT_SHIFT, WHERE_MASK
from tessella.games.florentine.moves import LAY as LAY_MOVE
from tessella.games.florentine.tables import RIM_OUTSIDE, STEP

COMPILED = bool(cython.compiled)
"""Whether this module runs compiled."""


class RowFeatures:
    """Describes moves by the position right after them, which it sets up in a `kernel` of its own."""

    def __init__(self, switches: Sequence[Any]) -> None:
        """For games by these options."""
        self.kernel = Kernel(*switches)
        deck = self.kernel.switches.deck
        # Held on to: a C pointer alone would not.
        self.gem_table = bytes(
            4 * has_gem(card[(i + turns) % 4]) for card in deck for turns in range(4) for i in range(4)
        )
        self.jewels = self.gem_table
        self.outside = RIM_OUTSIDE
        self.step = STEP

    def describe(self, base: Kernel, codes: Sequence[int], out: Any) -> None:
        """Write a row for each move of the seat on turn, the first into row 1."""
        for i in range(len(codes)):
            self.write(base, codes[i], out, 1 + i)

    def write(self, base: Kernel, code: int, out: Any, row: int) -> None:
        """Write what a move that lays a card does into a row of zeros; others leave it."""
        kind = code >> KIND_SHIFT
        if kind == LAY_MOVE:
            cell = (code & WHERE_MASK) >> 2
        elif kind == BLACK_MOVE:
            cell = self.outside[code >> WHAT_SHIFT & WHAT_MASK]
            out[row, 0] = 1
        else:
            return
        game = self.kernel
        game.take_over(base)
        game.play_move(code)
        for i in range(game.players):
            seat = (base.turn + i) % game.players
            out[row, 1 if i == 0 else 2] += game.gems_for(seat) - base.gems_for(seat)
        if kind == LAY_MOVE:
            for side in range(4):
                out[row, 0] += game.card_at[cell + self.step[side] - SIDE] != NO_CARD
        self.write_patch(game, cell, out, row)

    def write_patch(self, game: Kernel, cell: int, out: Any, row: int) -> None:
        """The triangles of the cell and of the eight round it."""
        at = ROW_HEAD
        for j in range(-1, PATCH_SIDE - 1):
            for i in range(-1, PATCH_SIDE - 1):
                x = cell % SIDE + i
                y = cell // SIDE + j
                near = SIDE * y + x
                if 0 <= x < SIDE and 0 <= y < SIDE and game.card_at[near] != NO_CARD:
                    for side in range(4):
                        jewel = self.jewels[16 * game.card_at[near] + 4 * game.turns_at[near] + side]
                        out[row, at + side] = 1 + game.colour[4 * near + side] + jewel
                at += 4
