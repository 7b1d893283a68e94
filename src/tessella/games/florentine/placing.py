"""What a card touches, and why it fits or does not, in words.

The kernel decides; this explains, slowly and from the cards alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tessella.games.florentine.cards import COLOUR_NAMES, SIDE_NAMES, STEPS, colour_of
from tessella.games.florentine.config import CROSS, REACH
from tessella.games.florentine.notation import Lay


@dataclass(frozen=True, slots=True)
class Contact:
    """An edge that a new card shares with a laid one (F7)."""

    side: int
    """Which side of the new card: 0 north, 1 east, 2 south, 3 west."""
    triangle: str
    """The triangle of the laid card that lies there."""
    good: bool
    """Whether the colours agree."""


def contacts(board: Iterable[Lay], lay: Lay) -> list[Contact]:
    """The edges that a card shares, or would share, with its neighbours."""
    cards = {(laid.x, laid.y): laid.triangles for laid in board}
    touched = []
    for side, (dx, dy) in enumerate(STEPS):
        other = cards.get((lay.x + dx, lay.y + dy))
        if other is not None:
            triangle = other[(side + 2) % 4]
            touched.append(Contact(side, triangle, colour_of(triangle) == colour_of(lay.triangles[side])))
    return touched


def why_not(board: Iterable[Lay], lay: Lay) -> tuple[str, str] | None:
    """The clause that a placement breaks, and how; None if it is fine."""
    board = list(board)
    x, y = lay.x, lay.y
    taken = {(laid.x, laid.y) for laid in board}
    if not board:
        return None if (x, y) == (0, 0) else ("F6", "the first card is laid in the centre, at 0,0")
    if (x, y) in taken:
        return "F7", f"a card lies at {x},{y} already"
    if max(abs(x), abs(y)) >= REACH:
        return "F10", f"{x},{y} is outside the square, which goes from {1 - REACH} to {REACH - 1}"
    touched = contacts(board, lay)
    if len(board) < CROSS:
        if x and y:
            return "F9", "first the cross is laid, three cards in each arm; nothing else until it is complete"
        if not touched:
            return "F9", "an arm of the cross is built outwards, each card beside the one before"
    elif len(touched) < 2:
        return "F10", f"a card goes into a corner, with two neighbours; at {x},{y} there {_are(len(touched))}"
    for contact in touched:
        if not contact.good:
            ours, theirs = (COLOUR_NAMES[colour_of(t)] for t in (lay.triangles[contact.side], contact.triangle))
            return (
                "F7",
                f"{ours} meets {theirs} on its {SIDE_NAMES[contact.side]} side: edges that meet have one colour",
            )
    return None


def _are(number: int) -> str:
    return "is one" if number == 1 else "are none"
