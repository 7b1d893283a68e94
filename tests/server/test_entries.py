"""The stored form of entries and set-ups, which existing databases contain: it must stay readable and the same."""

import pytest

from tessella.tables.entries import (
    Acted,
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
    SeatSetup,
    SeatTaken,
    Setup,
    StoodIn,
    Undone,
    decode_body,
    decode_setup,
    encode,
)
from tessella.tables.wire.tables import MoveClock


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ('{"kind":"seated","seat":1}', SeatTaken(1)),
        ('{"kind":"left","seats":[0,1]}', Left([0, 1])),
        ('{"kind":"returned","seats":[0]}', Returned([0])),
        ('{"kind":"here","seats":[0],"node":"n"}', Here([0], "n")),
        ('{"kind":"gone","seats":[0]}', Gone([0])),
        ('{"kind":"stood-in","seat":1}', StoodIn(1)),
        ('{"kind":"acted","seat":0,"action":"draw"}', Acted(0, "draw")),
        ('{"kind":"acted","seat":1,"action":"draw","key":"k"}', Acted(1, "draw", "k")),
        ('{"kind":"acted","seat":1,"action":"draw","late":true}', Acted(1, "draw", late=True)),
        ('{"kind":"undone","seat":0,"key":"k"}', Undone(0, "k")),
        ('{"kind":"undone","seat":0,"key":"k","count":3,"free":true}', Undone(0, "k", 3, free=True)),
        ('{"kind":"undone","seat":0,"key":"k","same_turn":true}', Undone(0, "k", same_turn=True)),
        ('{"kind":"paced","pace":"at-once"}', PaceSet("at-once")),
        ('{"kind":"wants-rematch","seats":[1]}', RematchWanted([1])),
        ('{"kind":"rematched","table":"abc"}', Rematched("abc")),
        ('{"kind":"seated","seat":1,"seal":"5a"}', SeatTaken(1, "5a")),
        ('{"kind":"contributed","seat":1,"contribution":"0f"}', Contributed(1, "0f")),
        ('{"kind":"dealt"}', Dealt()),
        ('{"kind":"wants-rematch","seats":[1],"seal":"5a"}', RematchWanted([1], "5a")),
    ],
)
def test_an_entry_is_stored_as_before(text: str, body: AnyBody) -> None:
    """Each kind of entry, by its tag."""
    assert decode_body(text) == body
    assert encode(body).decode() == text


def test_a_set_up_is_stored_as_before() -> None:
    """With a person, a bot and an open seat."""
    text = (
        '{"game":"chromino","options":{"edition":"classic"},'
        '"seats":[{"kind":"person"},{"kind":"bot","level":"sharp"},{"kind":"open"}],'
        '"clock":{"kind":"move","seconds":9},"help":false}'
    )
    seats = [SeatSetup("person"), SeatSetup("bot", "sharp"), SeatSetup("open")]
    setup = Setup("chromino", {"edition": "classic"}, seats, MoveClock(seconds=9), False)
    assert decode_setup(text) == setup
    assert encode(setup).decode() == text


def test_a_set_up_keeps_what_was_added_later() -> None:
    """Take-backs, hints, the pace of bots and seals; tables that were stored without them have none of it."""
    seats = [SeatSetup("person"), SeatSetup("bot", "sharp")]
    setup = Setup("chromino", {"edition": "classic"}, seats, MoveClock(seconds=9), True, True, True, "quick", {0: "5a"})
    assert decode_setup(encode(setup)) == setup
    assert Setup("chromino", {}, seats, MoveClock(seconds=9), True).pace == "normal"
