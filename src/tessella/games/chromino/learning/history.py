"""What happened in a game of Chromino, as numbers."""

from tessella.core import Event, Options
from tessella.games.chromino.events import Called, Claimed, Drew, Laid, Passed, Shown, Spotted
from tessella.games.chromino.learning.codes import CALL, CLAIM, DRAW, PASS, SHOW, SPOT
from tessella.games.chromino.learning.observation import placement_row, tile_number
from tessella.learning.codes import LAY
from tessella.learning.layout import relative


def event_row(event: Event, viewer: int, options: Options) -> tuple[int, ...] | None:
    """What a seat has seen happen: kind, seat, tile (of a spot the seat), whether it is turned round, direction, x, y.

    None for turns and the end, which follow from the rest.
    """

    def who(seat: int) -> int:
        return relative(seat, viewer, options.players)

    match event:
        case Laid():
            return LAY, who(event.seat), *placement_row(event.lay)
        case Drew():
            return DRAW, who(event.seat), tile_number(event.tile), 0, 0, 0, 0
        case Passed():
            return PASS, who(event.seat), 0, 0, 0, 0, 0
        case Called():
            return CALL, who(event.seat), 0, 0, 0, 0, 0
        case Spotted():
            return SPOT, who(event.by), who(event.seat), 0, 0, 0, 0
        case Claimed():
            return CLAIM, who(event.by), *placement_row(event.lay)
        case Shown():
            return SHOW, who(event.seat), tile_number(event.tile), 0, 0, 0, 0
        case _:
            return None
