"""The moves of Florentine Dominoes as the search takes them, and the numbers that it weighs spaces with."""

from tessella.core import Action
from tessella.games.florentine.cards import readings
from tessella.games.florentine.config import HANDS, cell_of
from tessella.games.florentine.notation import Aside, Black, Lay
from tessella.games.florentine.state import State
from tessella.games.florentine.tables import RIM_OUTSIDE

LAY, ASIDE, BLACK_CARD, KEEP = 0, 1, 2, 3
MOVES = 1024
"""More moves than there can be: 48 cards, 4 ways round, in at most 12 places, of which a card fits few."""
SQUARE = 49
"""The cells of the square."""
MARGIN = 0.002
"""What a gem more than the others is worth beside winning: enough to choose between moves that win as often."""
DECLINE = 0.02
"""By how much putting a card aside must win more often than laying one: what looks better by less is chance."""

CLOSED, GEM, EDGE, RIM, OTHERS = 1.274, 0.336, 0.762, 0.046, 1.24
"""The static value of spaces, tuned on games: a gem in a closed space; what an open space is worth besides its gems;
what is left of it with each open edge, and with one at the rim; how much the others' spaces count against ours."""


def moves_of(state: State, legal: tuple[Action, ...]) -> list[tuple[int, int, int]]:
    """Each of some actions of the seat on turn as three numbers: its kind, a card or an edge, and where."""
    kernel, deck = state.kernel, state.options.deck
    cards = kernel.hand_of(kernel.turn) if kernel.stage == HANDS else kernel.pool_order()
    numbers = {deck[card]: card for card in cards}
    made = []
    for action in legal:
        match action:
            case Lay():
                turns = readings(action.card).index(action.triangles)
                made.append((LAY, numbers[action.card], 4 * cell_of(action.x, action.y) + turns))
            case Aside():
                made.append((ASIDE, numbers[action.card], 0))
            case Black():
                made.append((BLACK_CARD, RIM_OUTSIDE.index(cell_of(action.x, action.y)), 0))
            case _:
                made.append((KEEP, 0, 0))
    return made
