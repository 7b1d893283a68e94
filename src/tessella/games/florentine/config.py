"""The numbers by which the rest of the game talks to its kernel, and their names."""

from typing import NamedTuple

from tessella.games.florentine.deck import CARDS, Deck

HANDS, POOL, BLACK = 0, 1, 2
"""The stages of a game: from one's own hand (F7), from the pool (F12), the black cards (F14)."""
NOT_YET, KEPT = -1, -2
"""Instead of the place of a seat's black card: its turn to lay it has not come; it was not laid."""
NO_CARD = 255
NOBODY = -1

ALL = CARDS
SEATS = 4
HAND = 4
"""Cards dealt to each seat (F5)."""

SIDE = 9
"""The board is the square of 7 by 7 and a cell around it, for the black cards; a cell is (y + 4) * SIDE + x + 4."""
REACH = SIDE // 2
CELLS = SIDE * SIDE
SQUARE = (SIDE - 2) * (SIDE - 2)
"""The cells of the square."""
CENTRE = CELLS // 2
CROSS = 13
"""The cards of the cross (F9)."""
CORNERS = 12
"""The most places there can be at once."""


class KernelConfig(NamedTuple):
    """The options, as a kernel takes them (`rules.Options.kernel_config`)."""

    players: int
    deck: Deck


class Progress(NamedTuple):
    """How far a game has come, apart from where the cards are."""

    first: int
    """Who had the first turn."""
    turn: int
    stage: int = HANDS
    over: int = 0
    fresh_deals: int = 0
    """How often all hands were put aside and dealt anew (F11)."""


def cell_of(x: int, y: int) -> int:
    """The number of a cell; the centre is 0, 0."""
    return (y + REACH) * SIDE + x + REACH


def place_of(cell: int) -> tuple[int, int]:
    """x and y of a cell."""
    return cell % SIDE - REACH, cell // SIDE - REACH
