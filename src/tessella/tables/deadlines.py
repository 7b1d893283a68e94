"""The next deadline of a table: a bot's move, a clock that runs out, or a bot that stands in for a person."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tessella.tables.table import Table
from tessella.tables.wire.tables import DaysClock, Pace

PACES: dict[Pace, float] = {"slow": 2.5, "normal": 1.0, "quick": 0.4, "at-once": 0.0}
"""How long a bot waits before its move, by the pace of the table: so many times the usual."""


class Pacing(NamedTuple):
    """How long a table waits, in seconds."""

    pace: float
    """Before a bot's move."""
    reaction: float
    """Before a bot acts on what a person forgot or missed (C22, C23)."""
    grace: float
    """For a person who is away, until a bot stands in."""


class Deadline(NamedTuple):
    """Something that happens at a table without a command, and when."""

    at: float
    kind: Literal["bot", "clock", "grace"]
    seat: int


def next_deadline(table: Table, pacing: Pacing, declined: frozenset[int] = frozenset()) -> Deadline | None:
    """The earliest deadline. The bots of the seats in `declined` have decided to do nothing at this version."""
    return min(_deadlines(table, pacing, declined), default=None)


def _deadlines(table: Table, pacing: Pacing, declined: frozenset[int]) -> Iterator[Deadline]:
    turn = table.turn
    if turn is None:
        return
    for number, seat in enumerate(table.seats):
        if seat.played_by_bot and number not in declined and (legal := table.legal(number)):
            wait = pacing.reaction if any(action.against for action in legal) else pacing.pace * PACES[table.pace]
            yield Deadline(table.changed + wait, "bot", number)
    out_of_time = table.clock_runs_out()
    if out_of_time is not None:
        yield Deadline(out_of_time, "clock", turn)
    seat = table.seats[turn]
    away = not seat.played_by_bot and seat.node is None
    if away and not isinstance(table.setup.clock, DaysClock) and table.others_wait_for(turn):
        yield Deadline(max(seat.away_since, table.turn_since) + pacing.grace, "grace", turn)
