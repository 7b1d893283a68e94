"""Florentine Dominoes on the wire: what a seat sees, and what happens."""

from collections.abc import Sequence

import msgspec

from tessella.core.validation import from_one
from tessella.games.florentine.notation import Aside, Black, Lay, Pass
from tessella.games.florentine.view import SeatView, Space, View
from tessella.tables.wire.base import Ended, Outcome, Passed, TookBack, Turn, Wire

Triangle = tuple[int, int, str]


class FlorentineSpace(Wire):
    """Joined triangles of one colour (F15)."""

    colour: str
    gems: int
    open: int
    """How many edges of it meet no card: 0 if it is closed."""
    triangles: list[Triangle]
    """x and y of the card, and which of its triangles: N, E, S or W."""


class FlorentineMoves(Wire):
    """What a seat may do now."""

    lays: list[str]
    aside: list[str]
    """Cards that may be put aside instead (F8)."""
    black: list[tuple[int, int]]
    """Where the black card may go (F14)."""
    pass_: bool = msgspec.field(name="pass")


class FlorentineSeat(Wire):
    """What everybody knows of a seat."""

    colour: str
    gem: str
    count: int
    gems: int
    closed: int
    black: tuple[int, int] | None
    black_done: bool


class FlorentinePosition(Wire, tag_field="game", tag="florentine"):
    """All that a seat, or a spectator (null), may know; the board apart."""

    seat: int | None
    closed: list[FlorentineSpace]
    stack: int
    pool: list[str]
    seats: list[FlorentineSeat]
    hand: list[str]
    first: int
    turn: int | None
    stage: str
    """Where cards come from: "hands" (F7), the "pool" (F12), or the "black" cards (F14)."""
    fresh_deals: int
    moves: FlorentineMoves
    outcome: Outcome | None


class FlorentineLaid(Wire, tag_field="event", tag="laid"):
    """A card was laid (F7), and closed some spaces (F15)."""

    seat: int
    lay: str
    closed: list[FlorentineSpace]


class FlorentinePutAside(Wire, tag_field="event", tag="putaside"):
    """A card was put aside, face up (F8)."""

    seat: int
    card: str


class FlorentineDrew(Wire, tag_field="event", tag="drew"):
    """A card was drawn; null for those who may not see it."""

    seat: int
    card: str | None


class FlorentineFreshDeal(Wire, tag_field="event", tag="freshdeal"):
    """Nobody could lay: all hands were put aside and dealt anew (F11)."""

    aside: list[str]


class FlorentinePoolOpened(Wire, tag_field="event", tag="poolopened"):
    """The stack is used up: the hands join the cards aside (F12)."""

    pool: list[str]


class FlorentineBlackTurn(Wire, tag_field="event", tag="blackturn"):
    """Nothing fits any more: now the black cards (F13, F14)."""


class FlorentineBlackLaid(Wire, tag_field="event", tag="blacklaid"):
    """A black card was laid (F14)."""

    seat: int
    lay: str
    closed: list[FlorentineSpace]


FlorentineEvent = (
    FlorentineLaid
    | FlorentinePutAside
    | FlorentineDrew
    | FlorentineFreshDeal
    | FlorentinePoolOpened
    | FlorentineBlackTurn
    | FlorentineBlackLaid
    | Passed
    | TookBack
    | Turn
    | Ended
)


def positions(views: Sequence[View]) -> list[FlorentinePosition]:
    """Views of one game as the wire has them."""
    seats = [_seat(seat) for seat in views[0].seats]
    closed = [_space(space) for space in views[0].spaces if space.closed]
    return [_position(view, seats, closed) for view in views]


def _position(view: View, seats: list[FlorentineSeat], closed: list[FlorentineSpace]) -> FlorentinePosition:
    return FlorentinePosition(
        seat=from_one(view.seat),
        closed=closed,
        stack=view.stack,
        pool=list(view.pool),
        seats=seats,
        hand=list(view.hand),
        first=view.first + 1,
        turn=from_one(view.turn),
        stage=view.stage,
        fresh_deals=view.fresh_deals,
        moves=FlorentineMoves(
            lays=[str(action) for action in view.legal if isinstance(action, Lay)],
            aside=[action.card for action in view.legal if isinstance(action, Aside)],
            black=[(action.x, action.y) for action in view.legal if isinstance(action, Black)],
            pass_=Pass() in view.legal,
        ),
        outcome=None if view.outcome is None else msgspec.convert(view.outcome.to_json(), Outcome),
    )


def _seat(seat: SeatView) -> FlorentineSeat:
    return FlorentineSeat(
        colour=seat.colour,
        gem=seat.gem,
        count=seat.count,
        gems=seat.gems,
        closed=seat.closed,
        black=seat.black,
        black_done=seat.black_done,
    )


def _space(space: Space) -> FlorentineSpace:
    return FlorentineSpace(colour=space.colour, gems=space.gems, open=space.open, triangles=list(space.triangles))
