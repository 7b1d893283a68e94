"""The cards of Florentine Dominoes, as text (F1, F2).

A card is written as its four triangles, clockwise: "RRbg". A letter is a colour; a capital one carries its gem. Turned,
it is the same card; of its four readings the one that comes first in the order R r B b G g O o is its name. Where a
card lies on the table, its triangles are read from the northern one on: north, east, south, west.
"""

from functools import lru_cache

from tessella.core import NotationError
from tessella.core.validation import listing

COLOURS = "RBGO"
"""Red, blue, green, ochre (F1)."""
COLOUR_NAMES = ("red", "blue", "green", "ochre")
GEM_NAMES = ("jade", "amber", "ruby", "lapis")
"""The gem of each colour (F1)."""
SIDES = "NESW"
SIDE_NAMES = ("north", "east", "south", "west")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""From a card to its neighbour on each side: x grows to the right, y downwards."""
TRIANGLES = 4

_ORDER = {letter: i for i, letter in enumerate("RrBbGgOo")}


def turned(card: str, turns: int) -> str:
    """A card with its triangle number `turns` where its first one was."""
    return card[turns:] + card[:turns]


def rank(card: str) -> list[int]:
    """The sort key of a card."""
    return [_ORDER[letter] for letter in card]


@lru_cache(maxsize=2048)
def card_of(triangles: str) -> str:
    """The name of the card with these triangles, read from any side."""
    if len(triangles) != TRIANGLES:
        raise NotationError(f"{triangles!r} is no card: a card is four letters, its triangles clockwise, like RRbg")
    for letter in triangles:
        if letter not in _ORDER:
            raise NotationError(
                f"{letter!r} in {triangles!r} is no triangle: write r b g o for "
                f"{listing(COLOUR_NAMES, 'or')}, and a capital letter if it carries its gem"
            )
    return min((turned(triangles, turns) for turns in range(TRIANGLES)), key=rank)


def readings(card: str) -> list[str]:
    """The different ways a card can lie, by the number of turns: fewer than four if it is symmetrical (F7)."""
    distinct: list[str] = []
    for turns in range(TRIANGLES):
        if turned(card, turns) not in distinct:
            distinct.append(turned(card, turns))
    return distinct


def colour_of(triangle: str) -> int:
    """The number of a triangle's colour."""
    return COLOURS.index(triangle.upper())


def has_gem(triangle: str) -> bool:
    """Whether a triangle carries a gem, which is always its colour's (F2)."""
    return triangle.isupper()
