"""The events of Chromino. An event leaves the engine through `seen_by`; its text shows no hidden tile."""

from dataclasses import dataclass, field, replace

from tessella.core import Seat, seat_name
from tessella.core.events import BaseEvent, Ended, Passed, Turn
from tessella.games.chromino.notation import Lay

__all__ = [
    "EVENTS",
    "Called",
    "Claimed",
    "Drew",
    "Ended",
    "Laid",
    "Passed",
    "Shown",
    "Spotted",
    "Turn",
]


@dataclass(frozen=True, slots=True)
class Laid(BaseEvent):
    """A tile was laid."""

    seat: Seat
    lay: Lay
    points: int

    def __str__(self) -> str:
        points = f" for {self.points} points" if self.points else ""
        return f"{seat_name(self.seat)} lays {self.lay}{points}"


@dataclass(frozen=True, slots=True)
class Drew(BaseEvent):
    """A tile was drawn: in a turn, or as a penalty (C22, C23). Only its owner sees it, unless hands are open (C19)."""

    reveals = True

    seat: Seat
    tile: str | None = field(repr=False)
    """None for those who may not know it."""
    _open: bool = field(default=False, repr=False, compare=False)

    def seen_by(self, seat: int | None) -> "Drew":
        """With the tile for its owner, without it for the others."""
        return self if self._open or seat == self.seat else replace(self, tile=None)

    def describe(self) -> str:
        """In words, with the tile for those who may know it."""
        return f"{seat_name(self.seat)} draws {self.tile}" if self.tile else str(self)

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} draws a tile"


@dataclass(frozen=True, slots=True)
class Shown(BaseEvent):
    """A seat has one tile left and shows it (C20)."""

    reveals = True

    seat: Seat
    tile: str

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} shows its last tile, {self.tile}"


@dataclass(frozen=True, slots=True)
class Called(BaseEvent):
    """A seat said "Chromino" (C22)."""

    seat: Seat

    def __str__(self) -> str:
        return f'{seat_name(self.seat)} says "Chromino"'


@dataclass(frozen=True, slots=True)
class Spotted(BaseEvent):
    """A seat was found not to have said it (C22)."""

    seat: Seat
    by: Seat

    def __str__(self) -> str:
        return f"{seat_name(self.by)} spots that {seat_name(self.seat)} has not said it"


@dataclass(frozen=True, slots=True)
class Claimed(BaseEvent):
    """A seat was shown where its last tile could have gone (C23)."""

    seat: Seat
    by: Seat
    lay: Lay

    def __str__(self) -> str:
        return f"{seat_name(self.by)} shows that {seat_name(self.seat)} could have laid {self.lay}"


EVENTS = (Laid, Drew, Shown, Called, Spotted, Claimed, Passed, Turn, Ended)
"""All events of a game."""
