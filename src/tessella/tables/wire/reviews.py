"""Reviews on the wire, as `tessella review --json` prints them."""

from typing import Annotated

from msgspec import Meta

from tessella.tables.wire.base import ClientRequest, Wire
from tessella.tables.wire.tables import GameName


class ReviewRequest(ClientRequest):
    """A game to be reviewed or replayed, as a record."""

    record: Annotated[str, Meta(max_length=60_000)]


class ReviewValue(Wire):
    """The value of an action: its expected share of the win."""

    share: float
    error: float
    """Half the width of the 95 % interval of the share."""
    proved: bool


class ReviewDecision(Wire):
    """An action that was chosen among several."""

    ply: int
    """The number of actions before it."""
    seat: int
    action: str
    choices: int
    made: ReviewValue
    best: ReviewValue
    loss: float
    loss_error: float
    preferred: list[str]
    """Better actions, the best first."""
    missed_win: bool
    """Whether another action would have won for certain."""
    mark: str
    """Empty, or "?!", "?" or "??" for a loss."""


class ReviewSeat(Wire):
    """The result of a seat as the sum of its fair share, skill and luck."""

    seat: int
    result: float | None
    fair: float
    lost: float
    given: float
    skill: float
    luck: float | None
    decisions: int
    mistakes: int


class ReviewInfo(Wire):
    """The review of a game."""

    game: GameName
    check: str
    rollouts: int
    seed: int
    decisions: list[ReviewDecision]
    seats: list[ReviewSeat]
