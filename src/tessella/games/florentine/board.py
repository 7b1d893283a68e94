"""The board of Florentine Dominoes: where cards can be laid, and the spaces they make, kept up to date card by card.

This file is ordinary Python. Built with Cython it uses the C types in `board.pxd` beside it and is more than a hundred
times faster; without, the same text runs interpreted. `tables.py` explains needs and how a card is turned.

A *triangle* is a number: cell * 4 + side. The triangles of a space form a tree (`parent`); its root knows how many
edges of the space meet no card (`open`) and how many gems lie in it (`gems`). Laying a card joins spaces and closes
edges; a space without an open edge is closed for good (F15).
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.florentine.config import ALL, CELLS, CENTRE, CORNERS, CROSS, NO_CARD, REACH, SIDE, cell_of, place_of
from tessella.games.florentine.deck import Deck
from tessella.games.florentine.moves import WHAT_SHIFT, WHERE_MASK, MoveList
from tessella.games.florentine.tables import (
    ANYTHING,
    EDGES,
    INNER,
    NEEDS,
    NOWHERE,
    RIM_INSIDE,
    RIM_SIDE,
    SHAPE,
    STEP,
    tables,
)

COMPILED = bool(cython.compiled)
"""Whether this module runs compiled."""


def check_card(card: int) -> None:
    """Refuse what is no card's number."""
    if not 0 <= card < ALL:
        raise ValueError(f"there is no card number {card}; they go from 0 to {ALL - 1}")


def way_of(code: int) -> tuple[int, int, int]:
    """Where a move lays its card, and how: y, x and turns."""
    x, y = place_of((code & WHERE_MASK) // 4)
    return y, x, code % 4


class Board:
    """Laid cards, the places for the next one, and the spaces."""

    def __init__(self, deck: Deck) -> None:
        """An empty board for the cards of a deck."""
        if len(deck) != ALL:
            raise ValueError(f"a deck has {ALL} cards, not {len(deck)}")
        deck_tables = tables(deck)
        self.tables = deck_tables  # held on to: the C pointers alone would not
        self.fits = deck_tables.fits
        self.ways = deck_tables.ways
        self.period = deck_tables.period
        self.shape = deck_tables.shape
        self.alike = deck_tables.alike
        self.step = STEP
        self.inner = INNER
        self.rim_inside = RIM_INSIDE
        self.rim_side = RIM_SIDE
        if not cython.compiled:
            self.card_at = [NO_CARD] * CELLS
            self.turns_at = [0] * CELLS
            self.colour = [0] * (4 * CELLS)
            self.parent = [0] * (4 * CELLS)
            self.open = [0] * (4 * CELLS)
            self.gems = [0] * (4 * CELLS)
            self.place = [0] * CORNERS
            self.need = [0] * CORNERS
            self.laid_at = [0] * ALL
            self.counts = [0] * ALL
            self.closed_gems = [0] * 4
            self.closed_spaces = [0] * 4
        self.clear()

    def clear(self) -> None:
        """Take every card away; the centre waits for the first one (F6)."""
        for cell in range(CELLS):
            self.card_at[cell] = NO_CARD
        for colour in range(4):
            self.closed_gems[colour] = 0
            self.closed_spaces[colour] = 0
        self.laid = 0
        self.places = 1
        self.place[0] = CENTRE
        self.need[0] = ANYTHING

    # ---- laying ----

    def put(self, card: int, turns: int, at: int) -> None:
        """Lay a card, turned so often, in the place with this index. Whether it fits is not asked."""
        cell = self.place[at]
        self.places -= 1
        self.place[at] = self.place[self.places]
        self.need[at] = self.need[self.places]
        self.card_at[cell] = card
        self.turns_at[cell] = turns
        self.laid_at[self.laid] = cell
        self.laid += 1
        self.add_spaces(cell, (card * 4 + turns) * SHAPE)
        if self.laid > CROSS:
            for side in range(4):
                near = cell + self.step[side] - SIDE
                if self.card_at[near] == NO_CARD and self.inner[near] != NOWHERE:
                    self.open_corner(near)
        elif self.laid == CROSS:  # the cross is complete: from now on corners (F9, F10)
            self.open_corner(CENTRE - SIDE - 1)
            self.open_corner(CENTRE - SIDE + 1)
            self.open_corner(CENTRE + SIDE - 1)
            self.open_corner(CENTRE + SIDE + 1)
        else:
            self.open_arm(cell)

    def open_arm(self, cell: int) -> None:
        """A new card of the cross lets the next one of its arm follow; the centre lets all four begin (F9)."""
        for side in range(4):
            if cell == CENTRE or self.inner[cell] == (side + 2) % 4:
                near = cell + self.step[side] - SIDE
                if self.inner[near] != NOWHERE:
                    self.place[self.places] = near
                    self.need[self.places] = self.colour[4 * cell + side]
                    self.places += 1

    def open_corner(self, cell: int) -> None:
        """A cell can be filled once both its neighbours towards the centre lie (F10)."""
        side = self.inner[cell]
        following = (side + 1) % 4
        one = cell + self.step[side] - SIDE
        other = cell + self.step[following] - SIDE
        if self.card_at[one] != NO_CARD and self.card_at[other] != NO_CARD:
            self.place[self.places] = cell
            self.need[self.places] = (
                4 + 4 * self.colour[4 * one + (side + 2) % 4] + self.colour[4 * other + (side + 3) % 4]
            )
            self.places += 1

    def add_spaces(self, cell: int, shape: int) -> None:
        """The triangles of a new card as spaces of their own, then joined to those they meet (F15)."""
        triangle = 4 * cell
        for side in range(4):
            self.colour[triangle + side] = self.shape[shape + side]
            self.parent[triangle + side] = triangle + self.shape[shape + 4 + side]
            self.open[triangle + side] = self.shape[shape + 8 + side]
            self.gems[triangle + side] = self.shape[shape + 12 + side]
        for side in range(4):
            near = cell + self.step[side] - SIDE
            if self.card_at[near] != NO_CARD:
                one = self.root(triangle + side)
                other = self.root(4 * near + (side + 2) % 4)
                if one != other:
                    self.parent[one] = other
                    self.open[other] += self.open[one]
                    self.gems[other] += self.gems[one]
                self.close_edges(other, 2)

    def root(self, triangle: int) -> int:
        """The triangle that stands for a space; the way there is made shorter for the next time."""
        up = self.parent[triangle]
        while up != triangle:
            self.parent[triangle] = self.parent[up]
            triangle = self.parent[up]
            up = self.parent[triangle]
        return triangle

    def close_edges(self, root: int, edges: int) -> None:
        """So many edges of a space meet something now."""
        self.open[root] -= edges
        if self.open[root] == 0:
            self.closed_spaces[self.colour[root]] += 1
            self.closed_gems[self.colour[root]] += self.gems[root]

    # ---- black cards ----

    def black_places(self, colour: int) -> int:
        """At how many edges of the square a triangle of this colour lies outermost (F14)."""
        total = 0
        for edge in range(EDGES):
            total += self.black_fits(colour, edge)
        return total

    def black_fits(self, colour: int, edge: int) -> bool:
        """Whether a black card of this colour can be laid at an edge of the square (F14)."""
        inside = self.rim_inside[edge]
        return self.card_at[inside] != NO_CARD and self.colour[4 * inside + self.rim_side[edge]] == colour

    def put_black(self, edge: int) -> None:
        """A black card closes the edge that it meets (F15)."""
        self.close_edges(self.root(4 * self.rim_inside[edge] + self.rim_side[edge]), 1)

    # ---- where cards fit ----

    def count(self, card: int) -> int:
        """In how many ways a card can be laid."""
        total = 0
        for i in range(self.places):
            total += self.fits[card * NEEDS + self.need[i]]
        return total

    def count_cards(self, cards: bytearray, start: int, size: int) -> int:
        """In how many ways one of these cards can be laid; `counts` holds the number for each."""
        total = 0
        for i in range(size):
            n = self.count(cards[start + i])
            self.counts[i] = n
            total += n
        return total

    def nth(self, card: int, k: int) -> int:
        """The k-th way to lay a card, as index of the place * 4 + turns."""
        for i in range(self.places):
            fitting = card * NEEDS + self.need[i]
            n = self.fits[fitting]
            if k < n:
                return 4 * i + self.turns(card, i, self.ways[4 * fitting + k])
            k -= n
        return -1

    def list_ways(self, card: int, moves: MoveList) -> None:
        """Add every different way to lay a card to a list of moves."""
        for i in range(self.places):
            fitting = card * NEEDS + self.need[i]
            for k in range(self.fits[fitting]):
                turns = self.turns(card, i, self.ways[4 * fitting + k])
                moves.add(card << WHAT_SHIFT | 4 * self.place[i] + turns)

    def turns(self, card: int, at: int, triangle: int) -> int:
        """How a card must be turned so that this triangle lies on the side that a place's need begins with."""
        side = self.inner[self.place[at]]
        turns = triangle + 4 - side if side != NOWHERE else triangle
        return turns % self.period[card]

    # ---- copies, and what Python may ask ----

    def become(self, other: "Board") -> None:
        """Take over another board's position; both are of the same deck."""
        self.laid = other.laid
        self.places = other.places
        for i in range(CELLS):
            self.card_at[i] = other.card_at[i]
            self.turns_at[i] = other.turns_at[i]
        for i in range(4 * CELLS):
            self.colour[i] = other.colour[i]
            self.parent[i] = other.parent[i]
            self.open[i] = other.open[i]
            self.gems[i] = other.gems[i]
        for i in range(CORNERS):
            self.place[i] = other.place[i]
            self.need[i] = other.need[i]
        for i in range(ALL):
            self.laid_at[i] = other.laid_at[i]
        for i in range(4):
            self.closed_gems[i] = other.closed_gems[i]
            self.closed_spaces[i] = other.closed_spaces[i]

    def ways_to_lay(self, card: int) -> list[tuple[int, int, int]]:
        """Every different way to lay a card, as y, x and turns, in that order."""
        check_card(card)
        moves = MoveList()
        self.list_ways(card, moves)
        return [way_of(code) for code in moves.as_list()]

    def place_at(self, x: int, y: int) -> int:
        """The index of the place with these coordinates; -1 if no card can be laid there now."""
        if max(abs(x), abs(y)) >= REACH:
            return -1
        cell = cell_of(x, y)
        for i in range(self.places):
            if self.place[i] == cell:
                return i
        return -1

    def free_places(self) -> list[tuple[int, int]]:
        """x and y of the places where the next card can be laid, whichever fits."""
        return [place_of(self.place[i]) for i in range(self.places)]

    def cards(self) -> list[tuple[int, int, int, int]]:
        """Every laid card in the order of laying: its number, how often it is turned, x and y."""
        cards = []
        for i in range(self.laid):
            cell = self.laid_at[i]
            x, y = place_of(cell)
            cards.append((self.card_at[cell], self.turns_at[cell], x, y))
        return cards

    def spaces(self) -> list[tuple[int, int, int, list[tuple[int, int, int]]]]:
        """Every space: its colour, gems, open edges, and triangles as x, y and side, from top to bottom."""
        triangles: dict[int, list[tuple[int, int, int]]] = {}
        for cell in range(CELLS):
            if self.card_at[cell] != NO_CARD:
                x, y = place_of(cell)
                for side in range(4):
                    triangles.setdefault(self.root(4 * cell + side), []).append((x, y, side))
        return [(self.colour[root], self.gems[root], self.open[root], each) for root, each in triangles.items()]
