"""The base class of events, and the events that all games have."""

from dataclasses import dataclass

from tessella.core.contract import Event, Outcome
from tessella.core.seats import Seat, seat_name


@dataclass(frozen=True, slots=True)
class BaseEvent(Event):
    """An event that everybody sees in the same way. An event that holds something hidden overrides `seen_by`."""

    def seen_by(self, seat: int | None) -> "BaseEvent":
        """The event as this seat sees it."""
        return self


@dataclass(frozen=True, slots=True)
class Passed(BaseEvent):
    """A seat did nothing."""

    seat: Seat

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} passes"


@dataclass(frozen=True, slots=True)
class Turn(BaseEvent):
    """The next seat's turn begins."""

    seat: Seat

    def __str__(self) -> str:
        return f"it is {seat_name(self.seat)}'s turn"


@dataclass(frozen=True, slots=True)
class Ended(BaseEvent):
    """The game is over."""

    reveals = True

    outcome: Outcome

    def __str__(self) -> str:
        return f"the game is over: {self.outcome}"
