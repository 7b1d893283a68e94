"""Chromino's placements, points, and when to draw or pass, worked out the plain way from docs/rules/chromino.md alone.

Nothing of tessella is used here: this is the second opinion that the kernels are compared with. A board is a dictionary
of squares; what fits is found by looking at every place that touches it.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

COLOURS = "BGRYP"
WILD = "*"
WILD_ENDS = ("PR", "PY", "GR", "GB", "YB")
STEPS = {">": (1, 0), "v": (0, 1)}
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))

PLAIN = [a + b + c for a in COLOURS for b in COLOURS for c in COLOURS]
"""Every plain tile as it can lie: 25 palindromes, and the 50 others both ways round (C1)."""
READINGS = PLAIN + [WILD.join(ends) for ends in WILD_ENDS] + [WILD.join(ends[::-1]) for ends in WILD_ENDS]
"""Every tile of the set as it can lie (C1, C2)."""

Laid = tuple[str, int, int, str]
"""A tile on the board: its squares, x and y of the first, `>` or `v`."""
Place = tuple[int, int, str]
"""Where a tile lies: y and x of its first square, and its direction."""
Cell = tuple[int, int]


class Square(NamedTuple):
    """A square of a tile on the board."""

    letter: str
    tile: int
    """The tile's number, in the order of laying."""
    end: bool
    direction: str


def cells(x: int, y: int, direction: str) -> list[Cell]:
    """The three squares that a tile covers (C4)."""
    dx, dy = STEPS[direction]
    return [(x + i * dx, y + i * dy) for i in range(3)]


def board_of(tiles: Iterable[Laid]) -> dict[Cell, Square]:
    """The squares of some tiles."""
    board = {}
    for number, (squares, x, y, direction) in enumerate(tiles):
        for i, cell in enumerate(cells(x, y, direction)):
            board[cell] = Square(squares[i], number, i != 1, direction)
    return board


def board_of_letters(letters: Mapping[Cell, str]) -> dict[Cell, Square]:
    """Squares that belong to no known tiles, as in a conundrum (C36)."""
    return {cell: Square(letter, -1, False, "") for cell, letter in letters.items()}


def touching(board: Mapping[Cell, Square], cell: Cell) -> list[Square]:
    """The squares on the board that share an edge with a cell (C5)."""
    x, y = cell
    return [board[x + dx, y + dy] for dx, dy in SIDES if (x + dx, y + dy) in board]


def placements(board: Mapping[Cell, Square], junior: str = "no") -> dict[str, list[Place]]:
    """Where each tile of the set fits, by the way it lies. A palindrome is there once, so each placement is (C8)."""
    rim = {(x + dx, y + dy) for x, y in board for dx, dy in SIDES} - board.keys()
    near = {cell: touching(board, cell) for cell in rim}
    by_reading: dict[str, list[Place]] = {squares: [] for squares in READINGS}
    for direction, (dx, dy) in STEPS.items():
        # A legal tile touches the board, so one of its three squares is on the rim.
        for x, y in {(x - i * dx, y - i * dy) for x, y in rim for i in range(3)}:
            covered = cells(x, y, direction)
            if any(cell in board for cell in covered):
                continue
            contacts = [near.get(cell, []) for cell in covered]
            fitting = _fitting_two(contacts) if junior == "no" else _fitting_one(contacts, direction, junior)
            for squares in fitting:
                by_reading[squares].append((y, x, direction))
    for places in by_reading.values():
        places.sort()
    return by_reading


def _fitting_two(contacts: list[list[Square]]) -> list[str]:
    """The tiles with two good contacts or more and no bad one (C5, C6, C7), laid where these squares are touched."""
    if sum(map(len, contacts)) < 2:
        return []
    return _agreeing(*("".join(sorted({square.letter for square in squares})) for squares in contacts))


def agree(one: str, other: str) -> bool:
    """Whether two squares may touch (C5); a wild one agrees with every other (C6)."""
    return one == other or WILD in (one, other)


@cache
def _agreeing(*touched: str) -> list[str]:
    """The tiles each of whose squares agrees with all the letters it touches."""
    return [
        squares
        for squares in READINGS
        if all(agree(own, letter) for own, letters in zip(squares, touched, strict=True) for letter in letters)
    ]


def _fitting_one(contacts: list[list[Square]], direction: str, junior: str) -> list[str]:
    """The tiles with exactly one contact, a good one (C33, C34, C35)."""
    touched = [(i, square) for i, squares in enumerate(contacts) for square in squares]
    if len(touched) != 1:
        return []
    i, square = touched[0]
    return _joining(i, square.letter, square.end, square.direction != direction, junior)


@cache
def _joining(i: int, letter: str, end: bool, at_right_angles: bool, junior: str) -> list[str]:
    """The tiles whose i-th square may make the one contact, with a square of this letter."""
    joining = []
    for squares in READINGS:
        if not agree(squares[i], letter):
            continue
        if WILD in squares:  # laid across: the middle touches the end of the other, at right angles to it (C33, C34)
            fine = i == 1 and at_right_angles and (end or junior == "squares")
        elif junior == "ends":  # an end of each tile, or an end and a wild middle (C33)
            fine = i != 1 and (end or letter == WILD)
        else:  # any squares (C34)
            fine = True
        if fine:
            joining.append(squares)
    return joining


def value(squares: str) -> int:
    """What a tile is worth: its number of colours; a wild tile 3 (C29)."""
    return 3 if WILD in squares else len(set(squares))


def points(tiles: list[Laid], lay: Laid, scoring: str) -> int:
    """What laying a tile beside these scores: for each tile touched (C30), or for each contact (C31)."""
    if scoring == "none":
        return 0
    board = board_of(tiles)
    touched = [square.tile for cell in cells(*lay[1:]) for square in touching(board, cell)]
    worth = value(lay[0])
    if scoring == "expert":
        return worth + sum(value(tiles[number][0]) for number in set(touched))
    return sum(worth + value(tiles[number][0]) for number in touched)


class Turn(NamedTuple):
    """What decides whether a seat may draw or pass."""

    able: bool
    """One of its tiles fits and may be laid (C14, C21)."""
    bag: int
    draws: int
    """Tiles drawn in this turn; the turn has not ended, so there is another draw if the last one was in vain."""
    drawn_fits: bool
    may_stop: bool
    """Drawing on is a choice (C16)."""
    free: bool
    """Drawing instead of laying is allowed now (C17, C23)."""


def besides_laying(turn: Turn) -> list[str]:
    """What the seat on turn may do with its turn instead of laying a tile, in the order of the rules."""
    if turn.draws == 0:
        if turn.able:
            return ["draw"] if turn.free and turn.bag else []
        return ["draw"] if turn.bag else ["pass"]
    if turn.drawn_fits:
        return []
    return ["draw", "pass"] if turn.may_stop else ["draw"]
