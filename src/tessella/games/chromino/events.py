"""What happens at a table of Chromino. An event leaves the engine by `seen_by`; its text never shows a hidden tile."""

from dataclasses import dataclass, field, replace

from tessella.core.events import BaseEvent, Ended, Passed, Turn
from tessella.games.chromino.notation import Lay

__all__ = ["Called", "Claimed", "Drew", "Ended", "Laid", "Passed", "Shown", "Spotted", "Turn"]


@dataclass(frozen=True, slots=True)
class Laid(BaseEvent):
    """A tile was laid."""

    seat: int
    lay: Lay
    points: int

    def __str__(self) -> str:
        points = f" for {self.points} points" if self.points else ""
        return f"seat {self.seat + 1} lays {self.lay}{points}"


@dataclass(frozen=True, slots=True)
class Drew(BaseEvent):
    """A tile was drawn: in a turn, or as a penalty (C22, C23). Only its owner sees it, unless hands are open (C19)."""

    reveals = True

    seat: int
    tile: str | None = field(repr=False)
    """None for those who may not know it."""
    _open: bool = field(default=False, repr=False, compare=False)

    def seen_by(self, seat: int | None) -> "Drew":
        """With the tile for its owner, without it for the others."""
        return self if self._open or seat == self.seat else replace(self, tile=None)

    def told(self) -> str:
        """With the tile, for who may know it."""
        return f"seat {self.seat + 1} draws {self.tile}" if self.tile else str(self)

    def __str__(self) -> str:
        return f"seat {self.seat + 1} draws a tile"


@dataclass(frozen=True, slots=True)
class Shown(BaseEvent):
    """A seat has one tile left and shows it (C20)."""

    reveals = True

    seat: int
    tile: str

    def __str__(self) -> str:
        return f"seat {self.seat + 1} shows its last tile, {self.tile}"


@dataclass(frozen=True, slots=True)
class Called(BaseEvent):
    """A seat said "Chromino" (C22)."""

    seat: int

    def __str__(self) -> str:
        return f'seat {self.seat + 1} says "Chromino"'


@dataclass(frozen=True, slots=True)
class Spotted(BaseEvent):
    """A seat was found not to have said it (C22)."""

    seat: int
    by: int

    def __str__(self) -> str:
        return f"seat {self.by + 1} spots that seat {self.seat + 1} has not said it"


@dataclass(frozen=True, slots=True)
class Claimed(BaseEvent):
    """A seat was shown where its last tile could have gone (C23)."""

    seat: int
    by: int
    lay: Lay

    def __str__(self) -> str:
        return f"seat {self.by + 1} shows that seat {self.seat + 1} could have laid {self.lay}"
