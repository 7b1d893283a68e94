"""Reviews on the wire: what each decision of a finished game was worth. As `tessella review --json` prints it."""

from typing import Annotated

from msgspec import Meta

from tessella.tables.wire.base import ClientRequest, Wire
from tessella.tables.wire.tables import GameName


class ReviewAsked(ClientRequest):
    """A game to be looked at again, as a record."""

    record: Annotated[str, Meta(max_length=60_000)]


class ReviewValue(Wire):
    """What a move was worth: its share of the win."""

    share: float
    error: float
    """Give or take."""
    proved: bool


class ReviewDecision(Wire):
    """A move that was made where there was a choice."""

    ply: int
    """How many actions came before it."""
    seat: int
    action: str
    choices: int
    made: ReviewValue
    best: ReviewValue
    loss: float
    loss_error: float
    preferred: list[str]
    """What would have been better, the best first."""
    missed_win: bool
    """A win was certain with another move: that is proved."""
    mark: str
    """ "?!", "?" or "??" for what was lost; mostly nothing."""


class ReviewSeat(Wire):
    """How a seat came to its result: fair share, skill and luck."""

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
    """A game looked at again."""

    game: GameName
    check: str
    rollouts: int
    seed: int
    decisions: list[ReviewDecision]
    seats: list[ReviewSeat]
