"""The seats of a table: who holds them, who is away, and where a bot plays for a person. Seats are never changed in
place."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tessella.tables.entries import (
    AnyBody,
    Contributed,
    Dealt,
    Gone,
    Here,
    Left,
    PaceSet,
    Rematched,
    RematchWanted,
    Returned,
    SeatHolder,
    SeatTaken,
    StoodIn,
    TimeSkipped,
)
from tessella.tables.wire.tables import Level

Kind = Literal["person", "bot", "open"]
LATE_TURNS = 3
"""A bot stands in after this many turns in a row that ran out of time."""


class Seat(Struct, frozen=True, gc=False):
    """A seat at a table."""

    kind: Kind
    level: Level | None = None
    identity: str | None = None
    """The person who holds it; never sent to anybody."""
    name: str | None = None
    node: str | None = None
    """The node to which its person is connected; None while they are away."""
    away_since: float = 0
    stood_in: bool = False
    left: bool = False
    """Its person has left on purpose and has not taken the seat back."""
    late: int = 0
    """The number of turns in a row that ran out of time."""

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot decides."""
        return self.kind == "bot" or self.stood_in

    def after_turn(self, late: bool, ended: bool) -> "Seat":
        """The seat after an action. A late turn counts once, however many actions it had (C16)."""
        count = self.late + ended if late else 0
        if count == self.late:
            return self
        return replace(self, late=count, stood_in=self.stood_in or count >= LATE_TURNS)


def with_holders(seats: Iterable[Seat], holders: Iterable[SeatHolder]) -> tuple[Seat, ...]:
    """The seats, held by these people and by nobody else."""
    by_seat = {holder.seat: holder for holder in holders}
    return tuple(_held(seat, by_seat.get(number)) for number, seat in enumerate(seats))


def _held(seat: Seat, holder: SeatHolder | None) -> Seat:
    identity, name = (None, None) if holder is None else (holder.identity, holder.name or None)
    return seat if (identity, name) == (seat.identity, seat.name) else replace(seat, identity=identity, name=name)


def after_entry(seats: Sequence[Seat], body: AnyBody, at: float, waiting: bool) -> tuple[Seat, ...]:
    """The seats after an entry that is not about the game itself. `waiting`: a seat was open before it."""
    changed = list(seats)

    def change(numbers: Iterable[int], **fields: Any) -> None:
        for number in numbers:
            changed[number] = replace(changed[number], **fields)

    match body:
        case SeatTaken():
            change([body.seat], kind="person", away_since=at)
        case Left() if waiting:
            change(body.seats, kind="open", node=None, away_since=at, stood_in=False, left=False)
        case Left():
            change(body.seats, node=None, away_since=at, stood_in=True, left=True)
        case Returned():
            change(body.seats, stood_in=False, left=False, late=0)
        case Here():
            for number in body.seats:
                change([number], node=body.node, stood_in=changed[number].left, late=0)
        case Gone():
            change(body.seats, node=None, away_since=at)
        case StoodIn():
            change([body.seat], stood_in=True)
        case TimeSkipped():
            for number, seat in enumerate(seats):
                change([number], away_since=body.moved(seat.away_since))
        case PaceSet() | RematchWanted() | Rematched() | Contributed() | Dealt():
            pass
        case _:
            raise AssertionError(f"{body} is an entry about the game")
    return tuple(changed)
