"""Why a tile fits or does not, square by square, in words: for errors and for whoever wants to show contacts.

The kernel decides; this explains, slowly and from the squares alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tessella.games.chromino.notation import Lay
from tessella.games.chromino.tiles import COLOUR_NAMES, COLOURS, WILD

NAMES = dict(zip(COLOURS + WILD, (*COLOUR_NAMES, "wild"), strict=True))


@dataclass(frozen=True, slots=True)
class Contact:
    """An edge that a new tile shares with a laid one (C5)."""

    square: int
    """Which square of the new tile, 0 to 2."""
    x: int
    y: int
    letter: str
    tile: int
    """Which of the laid tiles."""
    end: bool
    """Whether it is an end square of that tile."""
    good: bool
    """Whether the colours agree; a wild square agrees with every one (C6)."""


def contacts(board: Iterable[Lay], lay: Lay) -> list[Contact]:
    """The contacts that a tile has, or would have, in a place."""
    squares = {}
    for number, laid in enumerate(board):
        for i, (x, y, letter) in enumerate(laid.cells()):
            squares[x, y] = (letter, number, i != 1)
    own = {(x, y) for x, y, _ in lay.cells()}
    found = []
    for i, (x, y, letter) in enumerate(lay.cells()):
        for near in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
            if near in squares and near not in own:
                other, number, end = squares[near]
                good = letter == other or WILD in (letter, other)
                found.append(Contact(i, *near, other, number, end, good))
    return found


def why_not(board: Iterable[Lay], lay: Lay, junior: str) -> tuple[str, str] | None:
    """The clause that a placement breaks, and how; None if it is fine."""
    board = list(board)
    taken = {(x, y) for laid in board for x, y, _ in laid.cells()}
    for x, y, _ in lay.cells():
        if (x, y) in taken:
            return "C4", f"square {x},{y} is taken: a tile is laid on three empty squares"
    found = contacts(board, lay)
    for contact in found:
        if not contact.good:
            ours = NAMES[lay.squares[contact.square]]
            clause = "C5" if junior == "no" else "C35"
            return (
                clause,
                f"{ours} meets {NAMES[contact.letter]} at {contact.x},{contact.y}: colours that touch must be the same",
            )
    number = ["no contact", "one contact"][len(found)] if len(found) < 2 else f"{len(found)} contacts"
    if junior == "no":
        return ("C5", f"{number}, two needed") if len(found) < 2 else None
    clause = "C33" if junior == "ends" else "C34"
    if len(found) != 1:
        return clause, f"{number}, exactly one needed"
    contact = found[0]
    if WILD in lay.squares:
        return None if contact.square == 1 else (clause, "a wild tile is laid across: its middle makes the contact")
    if junior == "ends" and not (contact.square != 1 and (contact.end or contact.letter == WILD)):
        return clause, "the contact must be between an end square of each tile"
    return None
