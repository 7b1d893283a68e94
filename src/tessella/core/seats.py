"""How seats are counted: from 0 in code, from 1 in every text and in JSON. The change from one to the other is here."""

from typing import Annotated


class SeatCount:
    """Marks a whole number as a seat: JSON counts it from 1."""


Seat = Annotated[int, SeatCount()]
"""A seat, from 0. A field of a view or event with this type is counted from 1 in its JSON."""


def seat_number(seat: int) -> int:
    """The number of a seat as people and JSON count it, from 1."""
    return seat + 1


def seat_at(number: int) -> int:
    """The seat that has this number."""
    return number - 1


def seat_name(seat: int | None) -> str:
    """A seat in words: "seat 2"; None is a spectator."""
    return "spectator" if seat is None else f"seat {seat_number(seat)}"
