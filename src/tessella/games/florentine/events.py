"""The events of Florentine Dominoes. An event leaves the engine through `seen_by`; its text shows no hidden card."""

from dataclasses import dataclass, field, replace

from tessella.core import Seat, seat_name
from tessella.core.events import BaseEvent, Ended, Passed, Turn
from tessella.games.florentine.notation import Black, Lay
from tessella.games.florentine.view import Space

__all__ = [
    "EVENTS",
    "BlackLaid",
    "BlackTurn",
    "Drew",
    "Ended",
    "FreshDeal",
    "Laid",
    "Passed",
    "PoolOpened",
    "PutAside",
    "Turn",
]


def _closing(closed: tuple[Space, ...]) -> str:
    """What a card closed, in words."""
    return "".join(f", closing {_article(space)} space with {space.gems or 'no'} {space.gem}" for space in closed)


def _article(space: Space) -> str:
    return f"{'an' if space.colour[0] in 'aeiou' else 'a'} {space.colour}"


@dataclass(frozen=True, slots=True)
class Laid(BaseEvent):
    """A card was laid (F7)."""

    seat: Seat
    lay: Lay
    closed: tuple[Space, ...]
    """The spaces that it closed (F15)."""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} lays {self.lay}{_closing(self.closed)}"


@dataclass(frozen=True, slots=True)
class PutAside(BaseEvent):
    """A card was put aside, face up (F8)."""

    seat: Seat
    card: str

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} puts {self.card} aside"


@dataclass(frozen=True, slots=True)
class Drew(BaseEvent):
    """A card was drawn (F7, F8, F11). Only its owner sees it."""

    reveals = True

    seat: Seat
    card: str | None = field(repr=False)
    """None for those who may not know it."""

    def seen_by(self, seat: int | None) -> "Drew":
        """With the card for its owner, without it for the others."""
        return self if seat == self.seat else replace(self, card=None)

    def describe(self) -> str:
        """In words, with the card for those who may know it."""
        return f"{seat_name(self.seat)} draws {self.card}" if self.card else str(self)

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} draws a card"


@dataclass(frozen=True, slots=True)
class FreshDeal(BaseEvent):
    """Nobody could lay beside the first card: all hands were put aside, face up, and everybody draws four (F11)."""

    reveals = True

    aside: tuple[str, ...]

    def __str__(self) -> str:
        return f"nobody can lay: all put their cards aside ({' '.join(self.aside)}) and draw anew"


@dataclass(frozen=True, slots=True)
class PoolOpened(BaseEvent):
    """The stack is used up: the hands join the cards aside (F12)."""

    reveals = True

    pool: tuple[str, ...]

    def __str__(self) -> str:
        return f"the stack is used up: all cards form one pool ({' '.join(self.pool)})"


@dataclass(frozen=True, slots=True)
class BlackTurn(BaseEvent):
    """Nothing fits any more: now the black cards (F13, F14)."""

    def __str__(self) -> str:
        return "no card fits any more: now the black cards"


@dataclass(frozen=True, slots=True)
class BlackLaid(BaseEvent):
    """A black card was laid (F14)."""

    seat: Seat
    lay: Black
    closed: tuple[Space, ...]

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} lays its black card at {self.lay.x},{self.lay.y}{_closing(self.closed)}"


EVENTS = (Laid, PutAside, Drew, FreshDeal, PoolOpened, BlackTurn, BlackLaid, Passed, Turn, Ended)
"""All events of a game."""
