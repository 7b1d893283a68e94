"""The next deadline of a table: a bot's move, a clock that runs out, a bot that stands in for a person, or a
deal that waits no longer for contributions."""

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
    deal: float = 5.0
    """For contributions to the deal, once every seat is taken."""


class Deadline(NamedTuple):
    """Something that happens at a table without a command, and when."""

    at: float
    kind: Literal["bot", "clock", "grace", "deal"]
    seat: int
    wait: float
    """How long the whole wait is."""

    @property
    def since(self) -> float:
        """When the wait began."""
        return self.at - self.wait


def next_deadline(table: Table, pacing: Pacing, declined: frozenset[int] = frozenset()) -> Deadline | None:
    """The earliest deadline. The bots of the seats in `declined` have decided to do nothing at this version."""
    return min(_deadlines(table, pacing, declined), default=None)


def _deadlines(table: Table, pacing: Pacing, declined: frozenset[int]) -> Iterator[Deadline]:
    if table.dealing.missing and table.dealing.full_since is not None:
        yield Deadline(table.dealing.full_since + pacing.deal, "deal", table.dealing.missing[0], pacing.deal)
    turn = table.turn
    if turn is None:
        return
    for number, seat in enumerate(table.seats):
        if seat.played_by_bot and number not in declined and (legal := table.legal(number)):
            wait = pacing.reaction if any(action.against for action in legal) else pacing.pace * PACES[table.pace]
            yield Deadline(table.changed + wait, "bot", number, wait)
    seconds = table.clock_seconds()
    if seconds is not None:
        yield Deadline(table.turn_since + seconds, "clock", turn, seconds)
    seat = table.seats[turn]
    away = not seat.played_by_bot and seat.node is None
    if away and not isinstance(table.setup.clock, DaysClock) and table.others_wait_for(turn):
        yield Deadline(max(seat.away_since, table.turn_since) + pacing.grace, "grace", turn, pacing.grace)
