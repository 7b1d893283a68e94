"""The black cards."""

import pytest

from tessella.core import IllegalAction
from tessella.games import florentine
from tessella.games.florentine import events
from tests.florentine.table import CROSS, do, may, table

AT_THE_RIM = {"0,-4": "red", "4,0": "ochre", "0,4": "red", "-4,0": "red"}
"""What lies outermost at the ends of CROSS."""


def at_the_end(
    *hands: str, board: str = CROSS, turn: int = 0, colours: str = "red ochre blue green"
) -> florentine.State:
    """A game in which only the black cards are left."""
    return table(*(hands or ("", "")), board=board, stage="black", turn=turn, colours=colours)


def test_against_an_edge_of_the_square() -> None:
    """F14: where its triangle meets its own colour on a card at the rim; from top to bottom; or not at all."""
    state = at_the_end()
    assert may(state, 1) == ["black@0,-4", "black@-4,0", "black@0,4", "pass"]
    happened = do(state, "1 black@-4,0")
    assert [type(event) for event in happened] == [events.BlackLaid, events.Turn]
    assert may(state, 2) == ["black@4,0", "pass"]
    assert state.view(None).seats[0].black == (-4, 0)


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("black@4,0", "there is no red triangle at 4,0"),
        ("black@1,-4", "there is no red triangle at 1,-4"),  # a gap in the square
        ("black@0,-3", "0,-3 is no such place"),
        ("black@0,0", "0,0 is no such place"),
        ("black@4,4", "4,4 is no such place"),
        ("black@5,0", "5,0 is no such place"),
        ("black@-4,9999", "-4,9999 is no such place"),
        ("rrrr@0,-4", "too late to lay a card: lay the black card, or pass"),
        ("aside rrrr", "too late to put a card aside"),
    ],
)
def test_nowhere_else(action: str, says: str) -> None:
    """F14: neither in a gap, nor inside, nor at a corner, nor beside another colour; nor anything but a black card."""
    state = at_the_end()
    with pytest.raises(IllegalAction, match=f"{says}.*\\(F14\\)"):
        do(state, f"1 {action}")
    assert state.view(None) == at_the_end().view(None)


def test_everybody_once_in_turn() -> None:
    """F14: from the seat whose turn it is on, and then the game is over."""
    state = at_the_end("", "", "", turn=2)
    with pytest.raises(IllegalAction, match="it is the turn of seat 3"):
        do(state, "1 black@0,4")
    do(state, "3 pass", "1 black@0,4")
    assert state.outcome is None
    assert [seat.black_done for seat in state.view(None).seats] == [True, False, True]
    happened = do(state, "2 pass")
    assert [type(event) for event in happened] == [events.Passed, events.Ended]
    assert state.outcome is not None
    assert state.turn is None
    with pytest.raises(IllegalAction, match=r"the game is over \(F16\)"):
        do(state, "3 pass")


def test_a_seat_without_a_place_can_only_pass() -> None:
    """F14: no blue triangle lies outermost."""
    state = at_the_end("", "", "", turn=2)
    assert may(state, 3) == ["pass"]


def test_not_before_the_end() -> None:
    """F14: while cards are laid from hands or from the pool, black ones wait."""
    state = table("rrrr", "oooo", board=CROSS, stack="gggg gggg")
    with pytest.raises(IllegalAction, match=r"the black cards are laid last.*\(F14\)"):
        do(state, "1 black@0,-4")


def test_a_corner_card_has_two_outer_edges() -> None:
    """F14: and a card at the rim, but not at a corner of the square, has one."""
    state = florentine.new(players=2, seed=1, deck=("rrrr",) * 48)
    while state.view(None).stage != "black":
        assert state.turn is not None
        state.apply(state.turn, state.legal(state.turn)[0])
    laid = {(lay.x, lay.y) for lay in state.view(None).board}
    assert state.turn is not None
    seat = state.view(None).seats[state.turn]
    places = {(a.x, a.y) for a in state.legal(state.turn) if isinstance(a, florentine.Black)}
    outside = {(x, y) for x in range(-4, 5) for y in range(-4, 5) if sorted((abs(x) < 4, abs(y) < 4)) == [False, True]}
    assert len(outside) == 28
    inside = {(x, y): (max(-3, min(3, x)), max(-3, min(3, y))) for x, y in outside}
    assert places == ({place for place in outside if inside[place] in laid} if seat.colour == "red" else set())
