"""How many gems each seat of Florentine Dominoes will have in the end, at least and at most, inside the kernel.

Ordinary Python that Cython can compile (`bounds.pxd`). It holds from the pool on (F12), whatever the seats
do, if only each lays its own black card as well as it can; once nothing else fits, both numbers are the same.
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.florentine.cards import colour_of, has_gem
from tessella.games.florentine.config import (
    ALL,
    CELLS,
    CENTRE,
    CROSS,
    HANDS,
    NO_CARD,
    NOT_YET,
    POOL,
    SEATS,
    SIDE,
    SQUARE,
    KernelConfig,
    place_of,
)
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.tables import EDGES, INNER, NEEDS, NOWHERE

TALLY = 5
"""A card carries 0 to 4 gems of a colour."""


def distance(cell: int) -> int:
    """How many steps a cell is from the centre."""
    x, y = place_of(cell)
    return abs(x) + abs(y)


OUTWARDS = bytes(
    cell
    for _, cell in sorted((distance(cell), cell) for cell in range(CELLS) if INNER[cell] != NOWHERE or cell == CENTRE)
)
"""The cells of the square, from the centre outwards."""


class Bounds:
    """What can still come in a position; `low` and `high` hold the gems for each seat after `bound`."""

    def __init__(self, config: KernelConfig) -> None:
        """For games by these options."""
        if not cython.compiled:
            self.gems_on = bytearray(4 * ALL)
            self.alive = bytearray(CELLS)
            self.rim = [0] * (4 * CELLS)
            self.border = [0] * (4 * CELLS)
            self.glanced = [0] * (4 * CELLS)
            self.tally = [0] * (4 * TALLY)
            self.low = [0] * SEATS
            self.high = [0] * SEATS
        for card, name in enumerate(config.deck):
            for triangle in name:
                self.gems_on[4 * card + colour_of(triangle)] += has_gem(triangle)
        self.outwards = OUTWARDS
        self.cells = 0
        self.further = 0
        self.borders = 0
        self.glance = 0

    def bounds(self, game: Kernel) -> list[tuple[int, int]]:
        """For each seat the gems that it will have at least and at most."""
        if game.stage == HANDS:
            raise ValueError("what can still come is known from the pool on")
        self.bound(game)
        return [(self.low[seat], self.high[seat]) for seat in range(game.players)]

    def bound(self, game: Kernel) -> None:
        """How many gems each seat will have at least and at most.

        Only a black card closes an edge at the rim, and nothing closes one at a cell that can no more be filled, which
        counts as two at the rim: a space with two such edges is lost, and of those with one a seat can close one.
        """
        self.find_alive(game)
        self.count_gems(game)
        self.find_borders(game)
        for seat in range(game.players):
            colour = game.colour_of[seat]
            more = self.gems_to_come(colour)
            best = 0
            safe = 0
            for i in range(self.borders):
                space = self.border[i]
                if game.colour[space] == colour and self.rim[space] < 2:
                    gems = game.gems[space]
                    if self.rim[space] == 0:
                        more += gems
                    else:
                        best = max(best, gems)
                        if game.open[space] == 1:  # nothing can be joined to it any more
                            safe = max(safe, gems)
            if game.black[seat] != NOT_YET:
                best = 0
                safe = 0
            self.low[seat] = game.closed_gems[colour] + safe
            self.high[seat] = game.closed_gems[colour] + more + best

    def find_alive(self, game: Kernel) -> None:
        """Find the cells that are filled or may be yet.

        A place may be filled if a card of the pool fits, a cell further out if both cells that it waits for may be.
        """
        self.cells = self.further = 0
        if game.laid < CROSS:  # only much declining leads here: that all may be filled is good enough
            if game.stage == POOL:
                self.cells = self.further = SQUARE - game.laid
            for i in range(SQUARE):
                self.alive[self.outwards[i]] = game.stage == POOL
            return
        for at in range(game.places):
            i = 0
            while i < game.pool_size and game.fits[game.pool[i] * NEEDS + game.need[at]] == 0:
                i += 1
            self.alive[game.place[at]] = i < game.pool_size
            self.cells += i < game.pool_size
        for i in range(SQUARE):
            cell = self.outwards[i]
            if game.card_at[cell] != NO_CARD:
                self.alive[cell] = 1
            else:
                side = game.inner[cell]
                one = cell + game.step[side] - SIDE
                other = cell + game.step[(side + 1) % 4] - SIDE
                if game.card_at[one] == NO_CARD or game.card_at[other] == NO_CARD:
                    self.alive[cell] = self.alive[one] and self.alive[other]
                    self.further += self.alive[cell]
        self.cells += self.further

    def count_gems(self, game: Kernel) -> None:
        """For each colour and number of gems, how many cards of the pool carry so many and may still be laid."""
        for i in range(4 * TALLY):
            self.tally[i] = 0
        for i in range(game.pool_size):
            card = game.pool[i]
            if self.further or game.count(card):
                for colour in range(4):
                    self.tally[TALLY * colour + self.gems_on[4 * card + colour]] += 1

    def gems_to_come(self, colour: int) -> int:
        """The most gems of a colour that can come to lie: those of the richest cards, one for each cell."""
        total = 0
        left = self.cells
        for gems in range(TALLY - 1, 0, -1):
            cards = min(left, self.tally[TALLY * colour + gems])
            total += gems * cards
            left -= cards
        return total

    def find_borders(self, game: Kernel) -> None:
        """Find the spaces that have open edges, and count the edges at the rim of each."""
        self.borders = 0
        self.glance += 1
        for edge in range(EDGES):
            inside = game.rim_inside[edge]
            if game.card_at[inside] != NO_CARD and not self.has_black(game, edge):
                self.add_border(game, 4 * inside + game.rim_side[edge], 1)
        for i in range(SQUARE):
            cell = self.outwards[i]
            if game.card_at[cell] == NO_CARD:
                for side in range(4):
                    near = cell + game.step[side] - SIDE
                    if game.card_at[near] != NO_CARD:
                        self.add_border(game, 4 * near + (side + 2) % 4, 0 if self.alive[cell] else 2)

    def has_black(self, game: Kernel, edge: int) -> bool:
        """Whether a black card lies at an edge of the square."""
        cards = 0
        for seat in range(game.players):
            cards += game.black[seat] == edge
        return cards > 0

    def add_border(self, game: Kernel, triangle: int, rim: int) -> None:
        """A triangle has an open edge, which counts as so many at the rim."""
        space = game.root(triangle)
        if self.glanced[space] != self.glance:
            self.glanced[space] = self.glance
            self.rim[space] = 0
            self.border[self.borders] = space
            self.borders += 1
        self.rim[space] += rim
