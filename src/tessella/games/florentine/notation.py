"""Actions as text: typed, hashable, and read back by `parse`.

    RRbg@1,0           lay a card: its triangles as they lie (north, east, south, west), and where
    aside RRbg         put a card aside
    black@4,-1         lay the black card outside the square
    pass               do not lay the black card

The first card is 0,0; x grows to the right, y downwards. A capital letter is a triangle with its gem.
"""

import re
from dataclasses import dataclass

from tessella.core import Action, NotationError
from tessella.games.florentine.cards import card_of


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """Lay a card (F7)."""

    triangles: str
    """The card's triangles as they lie: north, east, south, west."""
    x: int
    y: int

    @property
    def card(self) -> str:
        """The card's name."""
        return card_of(self.triangles)

    def __str__(self) -> str:
        return f"{self.triangles}@{self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Aside(Action):
    """Put a card aside, face up, instead of laying one (F8)."""

    card: str
    """Its name."""

    def __str__(self) -> str:
        return f"aside {self.card}"


@dataclass(frozen=True, slots=True)
class Black(Action):
    """Lay the black card outside the square (F14)."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"black@{self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do not lay the black card (F14)."""

    def __str__(self) -> str:
        return "pass"


_AT = re.compile(r"([^@\s]+)@(-?[0-9]{1,4}),(-?[0-9]{1,4})")
_FORMS = "RRbg@1,0 | aside RRbg | black@4,-1 | pass"


def parse_lay(text: str) -> Lay:
    """Read a placement."""
    match = _AT.fullmatch(text)
    if match is None:
        raise NotationError(f"{text!r} is no placement: write it like RRbg@1,0 (triangles clockwise from north @ x,y)")
    card_of(match[1])
    return Lay(match[1], int(match[2]), int(match[3]))


def parse(text: str) -> Action:
    """Read an action; `NotationError` says what is wrong with a text that is none."""
    text = text.strip()
    if text == "pass":
        return Pass()
    word, _, rest = text.partition(" ")
    if word == "aside":
        return Aside(card_of(rest))
    match = _AT.fullmatch(text)
    if match is not None and match[1] == "black":
        return Black(int(match[2]), int(match[3]))
    if "@" in text:
        return parse_lay(text)
    raise NotationError(f"{text!r} is no action; the actions are {_FORMS}")
