"""Actions as text: typed, hashable, and read back by `parse`.

    BGR@4,-2>          lay a tile: its squares as laid, where the first one lies, which way it runs (> right, v down)
    draw               draw a tile from the bag
    pass               nothing to lay, nothing to draw; or one does not draw on
    call               say "Chromino"
    spot 2             seat 2 forgot to say it
    claim BGR@4,-2>    the last tile could have been laid here

The middle square of the first tile is 0,0; x grows to the right, y downwards.
"""

import re
from dataclasses import dataclass

from tessella.core import Action, NotationError, Seat, seat_at, seat_number
from tessella.core.validation import FARTHEST
from tessella.games.chromino.tiles import tile_of

RIGHT, DOWN = ">", "v"
_STEPS = {RIGHT: (1, 0), DOWN: (0, 1)}


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """Lay a tile on three squares (C4)."""

    squares: str
    """The tile's squares as they lie, from the first on."""
    x: int
    y: int
    direction: str
    """`>` to the right or `v` down."""

    @property
    def tile(self) -> str:
        """The tile's name."""
        return tile_of(self.squares)

    def cells(self) -> tuple[tuple[int, int, str], tuple[int, int, str], tuple[int, int, str]]:
        """Each square's place and letter."""
        x, y, squares = self.x, self.y, self.squares
        dx, dy = _STEPS[self.direction]
        return ((x, y, squares[0]), (x + dx, y + dy, squares[1]), (x + 2 * dx, y + 2 * dy, squares[2]))

    def __str__(self) -> str:
        return f"{self.squares}@{self.x},{self.y}{self.direction}"


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw a tile from the bag (C14)."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do nothing: nothing fits and the bag is empty (C18), or one does not draw on (C16)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Call(Action):
    """Say "Chromino" for the last tile (C22)."""

    def __str__(self) -> str:
        return "call"


@dataclass(frozen=True, slots=True)
class Spot(Action):
    """Spot that a seat has not said it (C22)."""

    against = True

    seat: Seat

    def __str__(self) -> str:
        return f"spot {seat_number(self.seat)}"


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """Show where a seat that drew could have laid its last tile (C23)."""

    against = True

    lay: Lay

    def __str__(self) -> str:
        return f"claim {self.lay}"


_LAY = re.compile(r"([^@\s]+)@(-?[0-9]{1,4}),(-?[0-9]{1,4})([><v^])")
_PLAIN: dict[str, Action] = {"draw": Draw(), "pass": Pass(), "call": Call()}
_FORMS = "BGR@4,-2> | draw | pass | call | spot 2 | claim BGR@4,-2>"


def parse_lay(text: str) -> Lay:
    """Read a placement. `<` and `^` are understood; the tile is then turned to run right or down."""
    match = _LAY.fullmatch(text)
    if match is None:
        raise NotationError(f"{text!r} is no placement: write it like BGR@4,-2> (squares @ x,y and one of > v < ^)")
    squares, x, y, direction = match[1], int(match[2]), int(match[3]), match[4]
    tile_of(squares)
    if direction == "<":
        squares, x, direction = squares[::-1], x - 2, RIGHT
    if direction == "^":
        squares, y, direction = squares[::-1], y - 2, DOWN
    if min(x, y) < -FARTHEST:
        raise NotationError(f"{text!r} is too far out: coordinates go from {-FARTHEST} to {FARTHEST}")
    return Lay(squares, x, y, direction)


def parse(text: str) -> Action:
    """Read an action; `NotationError` says what is wrong with a text that is none."""
    text = text.strip()
    if text in _PLAIN:
        return _PLAIN[text]
    word, _, rest = text.partition(" ")
    if word == "spot":
        if not re.fullmatch(r"[1-8]", rest):
            raise NotationError(f"{text!r}: spot names a seat from 1 to 8, like 'spot 2'")
        return Spot(seat_at(int(rest)))
    if word == "claim":
        return Claim(parse_lay(rest))
    if "@" in text:
        return parse_lay(text)
    raise NotationError(f"{text!r} is no action; the actions are {_FORMS}")
