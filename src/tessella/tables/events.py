"""Events of a table, whatever is played there. The events of a game are its own."""

from dataclasses import dataclass

from tessella.core import Seat, seat_name
from tessella.core.events import BaseEvent


@dataclass(frozen=True, slots=True)
class TookBack(BaseEvent):
    """A seat took back what it had done last; the events of that are not sent again."""

    seat: Seat

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} takes its move back"


@dataclass(frozen=True, slots=True)
class TimeRanOut(BaseEvent):
    """The clock of a seat ran out: a bot acts for it. What it did follows."""

    seat: Seat

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} has no time left"


EVENTS = (TookBack, TimeRanOut)
"""All events of a table."""
