"""What the events of every game share, and those that happen in all of them."""

from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from tessella.core.contract import Action, Event, Json, Outcome


@dataclass(frozen=True, slots=True)
class BaseEvent(Event):
    """An event that is its fields. Most are the same for all; one that holds something hidden has its own `seen_by`.

    A field whose name begins with an underscore is for the engine alone and never leaves it.
    """

    def seen_by(self, seat: int | None) -> "BaseEvent":
        """The event as this seat sees it."""
        return self

    def to_json(self) -> Json:
        """The event as JSON, seats counted from 1."""
        made: Json = {"event": type(self).__name__.lower()}
        for name in _told(type(self)):
            value = getattr(self, name)
            made[name] = value + 1 if name in ("seat", "by") else _plain(value)
        return made


@cache
def _told(kind: "type[BaseEvent]") -> tuple[str, ...]:
    """The fields that may leave the engine."""
    return tuple(field.name for field in fields(kind) if not field.name.startswith("_"))


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Action):
        return str(value)
    return value.to_json() if hasattr(value, "to_json") else value


@dataclass(frozen=True, slots=True)
class Passed(BaseEvent):
    """A seat did nothing."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat + 1} passes"


@dataclass(frozen=True, slots=True)
class Turn(BaseEvent):
    """The next seat's turn begins."""

    seat: int

    def __str__(self) -> str:
        return f"it is seat {self.seat + 1}'s turn"


@dataclass(frozen=True, slots=True)
class Ended(BaseEvent):
    """The game is over."""

    reveals = True

    outcome: Outcome

    def __str__(self) -> str:
        return f"the game is over: {self.outcome}"
