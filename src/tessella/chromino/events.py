"""What happens at a table of Chromino. An event leaves the engine by `seen_by`; its text never shows a hidden tile."""

from dataclasses import dataclass, field, fields, replace

from tessella.chromino.notation import Lay
from tessella.core import Event as CoreEvent
from tessella.core import Json, Outcome


@dataclass(frozen=True, slots=True)
class Event(CoreEvent):
    """Most events are the same for all."""

    def seen_by(self, seat: int | None) -> "Event":
        """The event as this seat sees it."""
        return self

    def to_json(self) -> Json:
        """The event as JSON, seats counted from 1."""
        made: Json = {"event": type(self).__name__.lower()}
        for name in (f.name for f in fields(self) if not f.name.startswith("_")):
            value = getattr(self, name)
            if isinstance(value, Outcome):
                made[name] = value.to_json()
            elif isinstance(value, Lay):
                made[name] = str(value)
            else:
                made[name] = value + 1 if name in ("seat", "by") else value
        return made


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """A tile was laid."""

    seat: int
    lay: Lay
    points: int

    def __str__(self) -> str:
        points = f" for {self.points} points" if self.points else ""
        return f"seat {self.seat + 1} lays {self.lay}{points}"


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A tile was drawn: in a turn, or as a penalty (C22, C23). Only its owner sees it, unless hands are open (C19)."""

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
class Shown(Event):
    """A seat has one tile left and shows it (C20)."""

    seat: int
    tile: str

    def __str__(self) -> str:
        return f"seat {self.seat + 1} shows its last tile, {self.tile}"


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat had nothing to lay and nothing to draw (C18)."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat + 1} passes"


@dataclass(frozen=True, slots=True)
class Called(Event):
    """A seat said "Chromino" (C22)."""

    seat: int

    def __str__(self) -> str:
        return f'seat {self.seat + 1} says "Chromino"'


@dataclass(frozen=True, slots=True)
class Spotted(Event):
    """A seat was found not to have said it (C22)."""

    seat: int
    by: int

    def __str__(self) -> str:
        return f"seat {self.by + 1} spots that seat {self.seat + 1} has not said it"


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A seat was shown where its last tile could have gone (C23)."""

    seat: int
    by: int
    lay: Lay

    def __str__(self) -> str:
        return f"seat {self.by + 1} shows that seat {self.seat + 1} could have laid {self.lay}"


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """The next seat's turn begins (C13)."""

    seat: int

    def __str__(self) -> str:
        return f"it is seat {self.seat + 1}'s turn"


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over."""

    outcome: Outcome

    def __str__(self) -> str:
        return f"the game is over: {self.outcome}"
