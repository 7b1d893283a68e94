"""What happened in a game of Florentine Dominoes, as numbers."""

from tessella.core import Event
from tessella.core import Options as CoreOptions
from tessella.games.florentine.events import BlackLaid, Drew, FreshDeal, Laid, Passed, PutAside
from tessella.games.florentine.learning.codes import ASIDE, BLACK_CARD, DEALT_ANEW, DRAWN, KEEP
from tessella.games.florentine.learning.observation import placement_row
from tessella.games.florentine.rules import Options
from tessella.learning.codes import LAY
from tessella.learning.layout import relative


def event_row(event: Event, viewer: int, options: CoreOptions) -> tuple[int, ...] | None:
    """What a seat has seen happen: kind, seat, card, how often it is turned, 0, x, y.

    None for turns, stages and the end, which follow from the rest.
    """
    assert isinstance(options, Options)
    deck = options.deck

    def who(seat: int) -> int:
        return relative(seat, viewer, options.players)

    match event:
        case Laid():
            return LAY, who(event.seat), *placement_row(event.lay, deck)
        case PutAside():
            return ASIDE, who(event.seat), 1 + deck.index(event.card), 0, 0, 0, 0
        case Drew():
            return DRAWN, who(event.seat), 0 if event.card is None else 1 + deck.index(event.card), 0, 0, 0, 0
        case BlackLaid():
            return BLACK_CARD, who(event.seat), 0, 0, 0, event.lay.x, event.lay.y
        case Passed():
            return KEEP, who(event.seat), 0, 0, 0, 0, 0
        case FreshDeal():
            return DEALT_ANEW, 0, 0, 0, 0, 0, 0
        case _:
            return None
