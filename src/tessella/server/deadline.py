"""What happens at a table by itself, and when: a bot's move, a clock that runs out, a bot that stands in."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tessella.server.settings import Settings
from tessella.tables.table import Table
from tessella.tables.wire.tables import DaysClock


class Deadline(NamedTuple):
    """What comes next."""

    at: float
    kind: Literal["bot", "clock", "grace"]
    seat: int


def next_due(table: Table, settings: Settings, declined: frozenset[int] = frozenset()) -> Deadline | None:
    """What comes next by itself. Seats that `declined` have been asked at this position and let it be."""
    return min(_all_due(table, settings, declined), default=None)


def _all_due(table: Table, settings: Settings, declined: frozenset[int]) -> Iterator[Deadline]:
    turn = table.turn
    if turn is None:
        return
    for number, seat in enumerate(table.seats):
        if seat.played_by_bot and number not in declined and (legal := table.legal(number)):
            waits = settings.reaction if any(action.against for action in legal) else settings.pace
            yield Deadline(table.changed + waits, "bot", number)
    out = table.clock_runs_out()
    if out is not None:
        yield Deadline(out, "clock", turn)
    seat = table.seats[turn]
    away = not seat.played_by_bot and seat.node is None
    if away and not isinstance(table.setup.clock, DaysClock) and table.others_wait_for(turn):
        yield Deadline(max(seat.away_since, table.turn_since) + settings.grace, "grace", turn)
