"""Policies of Florentine Dominoes that look no further than one card, inside the kernel.

Ordinary Python that Cython can compile (`policies.pxd`).
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.florentine.bots.weights import CLOSED, EDGE, GEM, OTHERS, RIM
from tessella.games.florentine.config import CELLS, NO_CARD, KernelConfig
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.tables import EDGES

MOST_EDGES = 256
"""More open edges than a space can have."""


class Policies:
    """Values moves by the position right after them, which it sets up in a `kernel` of its own."""

    def __init__(self, config: KernelConfig) -> None:
        """For games by these options."""
        self.kernel = Kernel(*config)
        if not cython.compiled:
            self.rim = [0] * (4 * CELLS)
            self.powers = [0.0] * MOST_EDGES
        power = 1.0
        for i in range(MOST_EDGES):
            self.powers[i] = power
            power *= EDGE

    def gains(self, base: Kernel, seat: int, moves: list[int]) -> list[int]:
        """For each of some moves, how many gems a seat counts after it."""
        game = self.kernel
        gems = []
        for code in moves:
            game.take_over(base)
            game.play_move(code)
            gems.append(game.gems_for(seat))
        return gems

    def values(self, base: Kernel, seat: int, moves: list[int]) -> list[float]:
        """For each of some moves, how much better the spaces are for a seat after it than before."""
        game = self.kernel
        game.take_over(base)
        before = self.value(game, seat)
        values = []
        for code in moves:
            game.take_over(base)
            game.play_move(code)
            values.append(self.value(game, seat) - before)
        return values

    def value(self, game: Kernel, seat: int) -> float:
        """The value of all spaces to a seat: its own, and the others' against it."""
        for cell in range(CELLS):
            if game.card_at[cell] != NO_CARD:
                for side in range(4):
                    self.rim[4 * cell + side] = 0
        for edge in range(EDGES):
            inside = game.rim_inside[edge]
            if game.card_at[inside] != NO_CARD:
                self.rim[game.root(4 * inside + game.rim_side[edge])] += 1
        total = 0.0
        for cell in range(CELLS):
            if game.card_at[cell] != NO_CARD:
                for side in range(4):
                    triangle = 4 * cell + side
                    if game.parent[triangle] == triangle:
                        total += self.weight(game, game.colour[triangle], seat) * self.space_value(game, triangle)
        return total

    def weight(self, game: Kernel, colour: int, seat: int) -> float:
        """How much a colour's spaces count for a seat."""
        for other in range(game.players):
            if game.colour_of[other] == colour:
                return 1.0 if other == seat else -OTHERS / (game.players - 1)
        return 0.0

    def space_value(self, game: Kernel, root: int) -> float:
        """The value of a space to the owner of its colour."""
        gems = game.gems[root]
        edges = game.open[root]
        if edges == 0:
            return CLOSED * gems
        if self.rim[root] == 0:
            return (gems + GEM) * self.powers[edges]
        if self.rim[root] == 1:
            return (gems + GEM) * RIM * self.powers[edges - 1]
        return 0.0
