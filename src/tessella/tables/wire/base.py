"""What all wire types share. Seats are counted from 1 here, as in every text and in the JSON of views and events."""

from typing import Any

import msgspec

from tessella.core.seats import seat_number


class Wire(msgspec.Struct, kw_only=True, gc=False):
    """Something that the server sends. It is never part of a reference cycle, so that there is nothing to collect."""


class ClientRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Something that a client asks for. Unknown fields are refused, so that a misspelt one is not ignored."""


ViewJson = dict[str, Any]
"""A view as its class encodes it (`View.to_json`): the schema is the view class of the table's game."""
EventJson = dict[str, Any]
"""An event as its class encodes it (`Event.to_json`)."""


class Piece(Wire):
    """A tile or card on the board, as in a record: "BGR@4,-2>" or "RRbg@1,0"."""

    lay: str
    seat: int | None
    """Who laid it; null: nobody."""

    @classmethod
    def of(cls, lay: object, seat: int | None) -> "Piece":
        """A piece that a seat (from 0) laid."""
        return cls(lay=str(lay), seat=None if seat is None else seat_number(seat))
