"""How many gems each seat of Florentine Dominoes will have in the end, at least and at most, inside the kernel.

Ordinary Python that Cython can compile (`florentine_bounds.pxd`). It holds from the pool on (F12), whatever the seats
do, if only each lays its own black card as well as it can; once nothing else fits, both numbers are the same.
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.florentine.bots.moves import SQUARE
from tessella.games.florentine.bots.search import Search
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


class Bounds(Search):
    """A kernel that knows what can still come; `low` and `high` hold the gems for each seat after `bound`."""

    def __init__(self, *switches: object) -> None:
        """For games by these options, as for a kernel."""
        super().__init__(*switches)
        if not cython.compiled:
            self.gems_on = bytearray(4 * ALL)
            self.alive = bytearray(CELLS)
            self.border = [0] * (4 * CELLS)
            self.glanced = [0] * (4 * CELLS)
            self.tally = [0] * (4 * TALLY)
            self.low = [0] * SEATS
            self.high = [0] * SEATS
        for card, name in enumerate(self.switches.deck):
            for triangle in name:
                self.gems_on[4 * card + colour_of(triangle)] += has_gem(triangle)
        self.outwards = OUTWARDS
        self.cells = 0
        self.further = 0
        self.borders = 0
        self.glance = 0

    def bounds(self, base: Kernel) -> list[tuple[int, int]]:
        """For each seat the gems that it will have at least and at most."""
        self.resume(base)
        if self.stage == HANDS:
            raise ValueError("what can still come is known from the pool on")
        self.bound()
        return [(self.low[seat], self.high[seat]) for seat in range(self.players)]

    def bound(self) -> None:
        """How many gems each seat will have at least and at most.

        Only a black card closes an edge at the rim, and nothing closes one at a cell that can no more be filled, which
        counts as two at the rim: a space with two such edges is lost, and of those with one a seat can close one.
        """
        self.find_alive()
        self.count_gems()
        self.find_borders()
        for seat in range(self.players):
            colour = self.colour_of[seat]
            more = self.gems_to_come(colour)
            best = 0
            safe = 0
            for i in range(self.borders):
                space = self.border[i]
                if self.colour[space] == colour and self.rim[space] < 2:
                    gems = self.gems[space]
                    if self.rim[space] == 0:
                        more += gems
                    else:
                        best = max(best, gems)
                        if self.open[space] == 1:  # nothing can be joined to it any more
                            safe = max(safe, gems)
            if self.black[seat] != NOT_YET:
                best = 0
                safe = 0
            self.low[seat] = self.closed_gems[colour] + safe
            self.high[seat] = self.closed_gems[colour] + more + best

    def find_alive(self) -> None:
        """Find the cells that are filled or may be yet.

        A place may be filled if a card of the pool fits, a cell further out if both cells that it waits for may be.
        """
        self.cells = self.further = 0
        if self.laid < CROSS:  # only much declining leads here: that all may be filled is good enough
            if self.stage == POOL:
                self.cells = self.further = SQUARE - self.laid
            for i in range(SQUARE):
                self.alive[self.outwards[i]] = self.stage == POOL
            return
        for at in range(self.places):
            i = 0
            while i < self.pool_size and self.fits[self.pool[i] * NEEDS + self.need[at]] == 0:
                i += 1
            self.alive[self.place[at]] = i < self.pool_size
            self.cells += i < self.pool_size
        for i in range(SQUARE):
            cell = self.outwards[i]
            if self.card_at[cell] != NO_CARD:
                self.alive[cell] = 1
            else:
                side = self.inner[cell]
                one = cell + self.step[side] - SIDE
                other = cell + self.step[(side + 1) % 4] - SIDE
                if self.card_at[one] == NO_CARD or self.card_at[other] == NO_CARD:
                    self.alive[cell] = self.alive[one] and self.alive[other]
                    self.further += self.alive[cell]
        self.cells += self.further

    def count_gems(self) -> None:
        """For each colour and number of gems, how many cards of the pool carry so many and may still be laid."""
        for i in range(4 * TALLY):
            self.tally[i] = 0
        for i in range(self.pool_size):
            card = self.pool[i]
            if self.further or self.count(card):
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

    def find_borders(self) -> None:
        """Find the spaces that have open edges, and count the edges at the rim of each."""
        self.borders = 0
        self.glance += 1
        for edge in range(EDGES):
            inside = self.rim_inside[edge]
            if self.card_at[inside] != NO_CARD and not self.has_black(edge):
                self.add_border(4 * inside + self.rim_side[edge], 1)
        for i in range(SQUARE):
            cell = self.outwards[i]
            if self.card_at[cell] == NO_CARD:
                for side in range(4):
                    near = cell + self.step[side] - SIDE
                    if self.card_at[near] != NO_CARD:
                        self.add_border(4 * near + (side + 2) % 4, 0 if self.alive[cell] else 2)

    def has_black(self, edge: int) -> bool:
        """Whether a black card lies at an edge of the square."""
        cards = 0
        for seat in range(self.players):
            cards += self.black[seat] == edge
        return cards > 0

    def add_border(self, triangle: int, rim: int) -> None:
        """A triangle has an open edge, which counts as so many at the rim."""
        space = self.root(triangle)
        if self.glanced[space] != self.glance:
            self.glanced[space] = self.glance
            self.rim[space] = 0
            self.border[self.borders] = space
            self.borders += 1
        self.rim[space] += rim
