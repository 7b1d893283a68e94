"""The tables behind the board: how a card can lie, where it fits, and what each cell waits for.

A place waits for one of 21 *needs*, which say what must lie on a side of it and, in a corner, on the next clockwise:

    0 .. 3      an arm of the cross: this colour on one side (F9)
    4 .. 19     a corner: 4 + 4 * p + q, colour p on one side and q on the next (F10)
    20          anything: the first card (F6)

A cell outside the cross always has two laid neighbours when its turn comes, never more: quadrants fill up from the
cross outwards, since a card needs two neighbours and those further out need it first.
"""

from functools import lru_cache
from typing import NamedTuple

from tessella.games.florentine.cards import COLOURS, STEPS, TRIANGLES, colour_of, has_gem, readings
from tessella.games.florentine.config import CELLS, REACH, SIDE, cell_of, place_of
from tessella.games.florentine.deck import Deck

ANYTHING = 20
NEEDS = 32
"""The room for a card's needs."""
NOWHERE = 255
SHAPE = 16
"""The room for a card in `Tables.shape`."""


class Tables(NamedTuple):
    """The tables of one deck, as bytes, so that the compiled board can read them without a detour."""

    fits: bytes
    """Card * NEEDS + need: in how many ways it can be laid there."""
    ways: bytes
    """(Card * NEEDS + need) * 4 + way: which of its triangles comes to lie on the side that the need begins with."""
    period: bytes
    """Card: how many different ways it can lie."""
    shape: bytes
    """(Card * 4 + turns) * SHAPE: the colours of its triangles, from the northern one on; for each the first triangle
    of the same space within the card; then, for those first ones, the space's edges; then its gems."""
    alike: bytes
    """Card: the first card of the deck that looks the same."""


@lru_cache(maxsize=32)
def tables(deck: Deck) -> Tables:
    """The tables of a deck."""
    fits, ways, shape = bytearray(), bytearray(), bytearray()
    for card in deck:
        colours = [colour_of(triangle) for triangle in card]
        for need in range(NEEDS):
            fitting = [i for i in range(len(readings(card))) if _meets(colours, i, need)]
            fits.append(len(fitting))
            ways += bytes(fitting).ljust(TRIANGLES, b"\0")
        for turns in range(TRIANGLES):
            shape += _shape(card[turns:] + card[:turns])
    return Tables(
        bytes(fits),
        bytes(ways),
        bytes(len(readings(card)) for card in deck),
        bytes(shape),
        bytes(deck.index(card) for card in deck),
    )


def _meets(colours: list[int], i: int, need: int) -> bool:
    """Whether a card meets a need with its triangle i on the side that the need begins with."""
    if need < 4:
        return colours[i] == need
    if need < ANYTHING:
        return (colours[i], colours[(i + 1) % TRIANGLES]) == divmod(need - 4, len(COLOURS))
    return need == ANYTHING


def _shape(card: str) -> bytes:
    """A card as it lies: colours, spaces within the card, their edges and gems."""
    colours = [colour_of(triangle) for triangle in card]
    first = list(range(TRIANGLES))
    for side in range(TRIANGLES):
        following = (side + 1) % TRIANGLES
        if colours[side] == colours[following]:  # joined across a diagonal (F15)
            low, high = sorted((first[side], first[following]))
            first = [low if each == high else each for each in first]
    edges = [first.count(side) for side in range(TRIANGLES)]
    gems = [sum(has_gem(card[i]) for i in range(TRIANGLES) if first[i] == side) for side in range(TRIANGLES)]
    return bytes(colours + first + edges + gems)


# ---- the square, which is the same for every deck ----


def _inside(x: int, y: int) -> bool:
    return max(abs(x), abs(y)) < REACH


def _inner_side(x: int, y: int) -> int:
    """The side on which a card of the cross touches the one before, or on which a corner begins, clockwise."""
    if x == 0:
        return 0 if y > 0 else 2
    if y == 0:
        return 3 if x > 0 else 1
    return {(1, -1): 2, (1, 1): 3, (-1, 1): 0, (-1, -1): 1}[x // abs(x), y // abs(y)]


STEP = bytes(SIDE + dy * SIDE + dx for dx, dy in STEPS)
"""Side: from a cell to its neighbour, plus SIDE, since a byte has no sign."""
INNER = bytes(
    _inner_side(x, y) if _inside(x, y) and (x, y) != (0, 0) else NOWHERE for x, y in map(place_of, range(CELLS))
)
"""Cell: the side that its need begins with; NOWHERE outside the square and in its centre."""
RIM = sorted(
    (cell_of(x + STEPS[side][0], y + STEPS[side][1]), cell_of(x, y), side)
    for y in range(1 - REACH, REACH)
    for x in range(1 - REACH, REACH)
    for side in range(TRIANGLES)
    if not _inside(x + STEPS[side][0], y + STEPS[side][1])
)
"""The 28 edges of the square, from top to bottom: the cell outside, the cell inside, and the side of that one."""
EDGES = len(RIM)
RIM_OUTSIDE = bytes(outside for outside, _, _ in RIM)
RIM_INSIDE = bytes(inside for _, inside, _ in RIM)
RIM_SIDE = bytes(side for _, _, side in RIM)
