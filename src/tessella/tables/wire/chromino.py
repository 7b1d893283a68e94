"""Chromino on the wire: what a seat sees, and what happens."""

from collections.abc import Sequence

import msgspec

from tessella.core.validation import from_one
from tessella.games.chromino import Call, Claim, Draw, Lay, Pass, Spot, View
from tessella.games.chromino.tiles import value
from tessella.games.chromino.view import SeatView
from tessella.tables.wire.base import Ended, Outcome, Passed, TookBack, Turn, Wire


class ChrominoPlace(Wire):
    """Where a tile fits."""

    lay: str
    contacts: list[tuple[int, int, int]]
    """Which of its squares, 0 to 2, touches which square of the board (C5)."""
    points: int
    """What laying it there scores; 0 without scoring."""


class ChrominoMoves(Wire):
    """What a seat may do now."""

    lays: list[ChrominoPlace]
    draw: bool
    pass_: bool = msgspec.field(name="pass")
    call: bool
    spot: list[int]
    """Seats that forgot to say "Chromino" (C22)."""
    claims: list[ChrominoPlace]
    """Where the last tile could have gone that somebody missed (C23)."""


class ChrominoSeat(Wire):
    """What everybody knows of a seat."""

    count: int
    shown: list[str]
    """Tiles that lie face up: a last one (C20), or all of an open hand (C19)."""
    known: list[str]
    """Tiles that it was seen to hold, now or earlier."""
    score: int
    drawn: int
    """How many tiles it has drawn since the deal."""
    called: bool
    forgot: bool


class ChrominoMissed(Wire):
    """A last tile that could have been laid when its owner drew (C23)."""

    seat: int
    tile: str


class ChrominoPosition(Wire, tag_field="game", tag="chromino"):
    """All that a seat, or a spectator (null), may know; the board apart."""

    seat: int | None
    bag: int
    seats: list[ChrominoSeat]
    hand: list[str]
    first: int
    turn: int | None
    drawn_tile: str | None
    """Drawn this turn, and to be laid if it fits (C14)."""
    draws: int
    passes: int
    stop: int | None
    """A last tile was laid: the game ends when it would be this seat's turn (C24, C25)."""
    missed: ChrominoMissed | None
    moves: ChrominoMoves
    outcome: Outcome | None


class ChrominoLaid(Wire, tag_field="event", tag="laid"):
    """A tile was laid."""

    seat: int
    lay: str
    points: int


class ChrominoDrew(Wire, tag_field="event", tag="drew"):
    """A tile was drawn; null for those who may not see it."""

    seat: int
    tile: str | None


class ChrominoShown(Wire, tag_field="event", tag="shown"):
    """A seat shows its last tile (C20)."""

    seat: int
    tile: str


class ChrominoCalled(Wire, tag_field="event", tag="called"):
    """A seat said "Chromino" (C22)."""

    seat: int


class ChrominoSpotted(Wire, tag_field="event", tag="spotted"):
    """A seat was found not to have said it (C22)."""

    seat: int
    by: int


class ChrominoClaimed(Wire, tag_field="event", tag="claimed"):
    """A seat was shown where its last tile could have gone (C23)."""

    seat: int
    by: int
    lay: str


_NOTHING = ChrominoMoves(lays=[], draw=False, pass_=False, call=False, spot=[], claims=[])

ChrominoEvent = (
    ChrominoLaid
    | ChrominoDrew
    | ChrominoShown
    | ChrominoCalled
    | ChrominoSpotted
    | ChrominoClaimed
    | Passed
    | TookBack
    | Turn
    | Ended
)


def positions(views: Sequence[View]) -> list[ChrominoPosition]:
    """Views of one game as the wire has them."""
    seats = [_seat(seat) for seat in views[0].seats]
    return [_position(view, seats) for view in views]


def _position(view: View, seats: list[ChrominoSeat]) -> ChrominoPosition:
    return ChrominoPosition(
        seat=from_one(view.seat),
        bag=view.bag,
        seats=seats,
        hand=list(view.hand),
        first=view.first + 1,
        turn=from_one(view.turn),
        drawn_tile=view.drawn_tile,
        draws=view.draws,
        passes=view.passes,
        stop=from_one(view.stop),
        missed=None if view.claim is None else ChrominoMissed(seat=view.claim[0] + 1, tile=view.claim[1]),
        moves=_moves(view) if view.legal else _NOTHING,
        outcome=None if view.outcome is None else msgspec.convert(view.outcome.to_json(), Outcome),
    )


def _seat(seat: SeatView) -> ChrominoSeat:
    return ChrominoSeat(
        count=seat.count,
        shown=list(seat.shown),
        known=list(seat.known),
        score=seat.score,
        drawn=seat.tiles_drawn,
        called=seat.called,
        forgot=seat.forgot,
    )


def _moves(view: View) -> ChrominoMoves:
    owner = {(x, y): laid for laid in view.board for x, y, _ in laid.cells()}
    scoring = view.options.scoring
    return ChrominoMoves(
        lays=[_place(owner, action, scoring) for action in view.legal if isinstance(action, Lay)],
        draw=Draw() in view.legal,
        pass_=Pass() in view.legal,
        call=Call() in view.legal,
        spot=[action.seat + 1 for action in view.legal if isinstance(action, Spot)],
        claims=[_place(owner, action.lay, "none") for action in view.legal if isinstance(action, Claim)],
    )


_AROUND = {
    ">": ((0, -1, 0), (0, 0, -1), (0, 0, 1), (1, 1, -1), (1, 1, 1), (2, 2, -1), (2, 2, 1), (2, 3, 0)),
    "v": ((0, 0, -1), (0, -1, 0), (0, 1, 0), (1, -1, 1), (1, 1, 1), (2, -1, 2), (2, 1, 2), (2, 0, 3)),
}
"""The squares around a tile: which of its own they touch, and where they lie from its first."""


def _place(owner: dict[tuple[int, int], Lay], lay: Lay, scoring: str) -> ChrominoPlace:
    """Where a tile fits, every square that it touches is a contact (C5)."""
    x, y = lay.x, lay.y
    near = [(square, x + dx, y + dy) for square, dx, dy in _AROUND[lay.direction] if (x + dx, y + dy) in owner]
    points = 0 if scoring == "none" else _points(lay, [owner[place[1:]] for place in near], scoring)
    return ChrominoPlace(lay=str(lay), contacts=near, points=points)


def _points(lay: Lay, touched: list[Lay], scoring: str) -> int:
    """What a tile scores: its worth and that of each tile it touches (C30), or of both for each contact (C31)."""
    worth = value(lay.tile)
    if scoring == "contacts":
        return sum(worth + value(other.tile) for other in touched)
    return worth + sum(value(other.tile) for other in set(touched))
