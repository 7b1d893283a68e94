"""Actions of Florentine Dominoes as the moves of a kernel."""

from collections.abc import Sequence

from tessella.core import Action
from tessella.games.florentine.cards import readings
from tessella.games.florentine.config import HANDS, cell_of
from tessella.games.florentine.moves import ASIDE, BLACK_CARD, KEEP, LAY, code_of
from tessella.games.florentine.notation import Aside, Black, Lay
from tessella.games.florentine.state import State
from tessella.games.florentine.tables import RIM_OUTSIDE


def moves_of(state: State, actions: Sequence[Action]) -> list[int]:
    """Some actions of the seat on turn as moves of the kernel.

    A sampled state may hold other ones of the cards that look the same than the state of the actions, and so list its
    moves in another order.
    """
    kernel, deck = state.kernel, state.options.deck
    cards = kernel.hand_of(kernel.turn) if kernel.stage == HANDS else kernel.pool_order()
    numbers = {deck[card]: card for card in cards}
    codes = []
    for action in actions:
        match action:
            case Lay():
                turns = readings(action.card).index(action.triangles)
                codes.append(code_of(LAY, numbers[action.card], 4 * cell_of(action.x, action.y) + turns))
            case Aside():
                codes.append(code_of(ASIDE, numbers[action.card]))
            case Black():
                codes.append(code_of(BLACK_CARD, RIM_OUTSIDE.index(cell_of(action.x, action.y))))
            case _:
                codes.append(code_of(KEEP, 0))
    return codes
