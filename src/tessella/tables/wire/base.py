"""What all wire types share. Seats are counted from 1 here, as in every text."""

import msgspec


class Wire(msgspec.Struct, kw_only=True, gc=False):
    """Something that the server says. Made, sent and forgotten, it is never part of a circle: nothing to collect."""


class ClientRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Something that a client asks for. Unknown fields are refused, so that a misspelt one is not ignored."""


class Outcome(Wire):
    """How a game ended."""

    winners: list[int]
    """Several share a win; a lone player who got stuck has not won."""
    reason: str
    measure: str
    """What the scores count."""
    scores: list[int]


class Piece(Wire):
    """A tile or card on the board, as in a record: "BGR@4,-2>" or "RRbg@1,0"."""

    lay: str
    seat: int | None
    """Who laid it; nobody laid the tile that opens a game of Chromino."""


class Passed(Wire, tag_field="event", tag="passed"):
    """A seat did nothing."""

    seat: int


class Turn(Wire, tag_field="event", tag="turn"):
    """The next seat's turn begins."""

    seat: int


class TookBack(Wire, tag_field="event", tag="tookback"):
    """A seat took back what it had done last; that itself is not told any more."""

    seat: int


class Ended(Wire, tag_field="event", tag="ended"):
    """The game is over."""

    outcome: Outcome
