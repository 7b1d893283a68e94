"""What a tile touches, why it fits or does not, and what it scores, from the squares alone.

The kernel decides what is legal, and fast; this explains it, in errors and to those who show a board.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass

from tessella.games.chromino.notation import RIGHT, Lay
from tessella.games.chromino.tiles import COLOUR_NAMES, COLOURS, WILD, value

NEIGHBOURS = {
    ">": ((0, 0, -1), (0, 0, 1), (0, -1, 0), (1, 1, -1), (1, 1, 1), (2, 2, -1), (2, 3, 0), (2, 2, 1)),
    "v": ((0, 0, -1), (0, 1, 0), (0, -1, 0), (1, 1, 1), (1, -1, 1), (2, 1, 2), (2, 0, 3), (2, -1, 2)),
}
"""The squares around a tile, by its direction: which of its own they touch, and where they lie from its first."""
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


def owners(board: Iterable[Lay]) -> dict[tuple[int, int], Lay]:
    """The tile on each square of a board."""
    owner = {}
    for lay in board:
        x, y = lay.x, lay.y
        if lay.direction == RIGHT:
            owner[x, y] = owner[x + 1, y] = owner[x + 2, y] = lay
        else:
            owner[x, y] = owner[x, y + 1] = owner[x, y + 2] = lay
    return owner


def touched(owner: Container[tuple[int, int]], lay: Lay) -> list[tuple[int, int, int]]:
    """For each contact that a tile has, or would have, which of its squares, 0 to 2, and where it touches (C5)."""
    left, top = lay.x, lay.y
    return [(i, left + dx, top + dy) for i, dx, dy in NEIGHBOURS[lay.direction] if (left + dx, top + dy) in owner]


def contacts(board: Iterable[Lay], lay: Lay) -> list[Contact]:
    """The contacts that a tile has, or would have, in a place (C5)."""
    squares = {
        (x, y): (letter, number, i != 1)
        for number, laid in enumerate(board)
        for i, (x, y, letter) in enumerate(laid.cells())
    }
    met = []
    for i, x, y in touched(squares, lay):
        other, number, end = squares[x, y]
        good = lay.squares[i] == other or WILD in (lay.squares[i], other)
        met.append(Contact(i, x, y, other, number, end, good))
    return met


def score(lay: Lay, touched: Iterable[Lay], scoring: str) -> int:
    """What a tile scores that touches these, one for each contact.

    With "expert": its value and that of each tile it touches, each once (C30); with "contacts": for each contact the
    values of both (C31). The kernel counts the same on its own board, for speed; a test compares the two.
    """
    if scoring == "none":
        return 0
    own = value(lay.tile)
    if scoring == "contacts":
        return sum(own + value(other.tile) for other in touched)
    return own + sum(value(other.tile) for other in set(touched))


def why_not(board: Iterable[Lay], lay: Lay, junior: str) -> tuple[str, str] | None:
    """The clause that a placement breaks, and how; None if it is fine."""
    board = list(board)
    taken = {(x, y) for laid in board for x, y, _ in laid.cells()}
    for x, y, _ in lay.cells():
        if (x, y) in taken:
            return "C4", f"square {x},{y} is taken: a tile is laid on three empty squares"
    touched = contacts(board, lay)
    for contact in touched:
        if not contact.good:
            ours = NAMES[lay.squares[contact.square]]
            clause = "C5" if junior == "no" else "C35"
            return (
                clause,
                f"{ours} meets {NAMES[contact.letter]} at {contact.x},{contact.y}: colours that touch must be the same",
            )
    number = ["no contact", "one contact"][len(touched)] if len(touched) < 2 else f"{len(touched)} contacts"
    if junior == "no":
        return ("C5", f"{number}, two needed") if len(touched) < 2 else None
    clause = "C33" if junior == "ends" else "C34"
    if len(touched) != 1:
        return clause, f"{number}, exactly one needed"
    contact = touched[0]
    if WILD in lay.squares:
        return None if contact.square == 1 else (clause, "a wild tile is laid across: its middle makes the contact")
    if junior == "ends" and not (contact.square != 1 and (contact.end or contact.letter == WILD)):
        return clause, "the contact must be between an end square of each tile"
    return None
