"""Spaces, closed and open, and the gems in them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tessella.core import Generator
from tessella.games import florentine
from tessella.games.florentine import events
from tessella.games.florentine.view import Space
from tests.florentine.table import CROSS, do, table


def spaces(state: florentine.State, colour: str) -> list[Space]:
    """The spaces of a colour."""
    return [space for space in state.view(None).spaces if space.colour == colour]


def space_at(state: florentine.State, x: int, y: int, side: str) -> Space:
    """The space that a triangle belongs to."""
    (found,) = [space for space in state.view(None).spaces if (x, y, side) in space.triangles]
    return found


def test_across_a_diagonal() -> None:
    """F15: triangles of one colour that are neighbours on a card are one space; opposite ones are not."""
    state = table("rrrr", "oooo", board="rrbr@0,0", stack="gggg gggg")
    (red,) = spaces(state, "red")
    assert red.triangles == ((0, 0, "N"), (0, 0, "E"), (0, 0, "W"))
    assert red.open == 3
    state = table("rrrr", "oooo", board="rbrg@0,0", stack="gggg gggg")
    assert [space.triangles for space in spaces(state, "red")] == [((0, 0, "N"),), ((0, 0, "S"),)]


def test_across_an_edge() -> None:
    """F15: triangles that meet at the edge between two cards are one space; the edge is no longer open."""
    state = table("rrrr", "oooo", board="Rbgo@0,0 bgro@0,-1", stack="gggg gggg")
    (red,) = spaces(state, "red")
    assert red == Space("red", 1, 0, ((0, -1, "S"), (0, 0, "N")))
    assert red.closed
    assert (red.gem, red.gems) == ("jade", 1)


def test_cards_that_meet_in_a_point() -> None:
    """F15: across a corner nothing is joined."""
    state = table("rrrr", "oooo", board="obog@0,0 rbor@0,-1 bgrb@1,0", stack="gggg gggg")
    assert len(spaces(state, "red")) == 2
    assert len(spaces(state, "blue")) == 2


def test_a_closed_space_is_told() -> None:
    """F15: when a card closes one, the event says which, and what lies in it."""
    state = table("bgRo RRgg", "oooo", board="Rbgo@0,0", stack="gggg gggg gggg")
    (laid, *_) = do(state, "1 bgRo@0,-1")
    assert str(laid) == "seat 1 lays bgRo@0,-1, closing a red space with 2 jade"
    assert laid.to_json()["closed"] == [
        {"colour": "red", "gems": 2, "open": 0, "triangles": [[0, -1, "S"], [0, 0, "N"]]}
    ]
    (laid, *_) = do(state, "2 oooo@-1,0")
    assert str(laid) == "seat 2 lays oooo@-1,0"
    assert space_at(state, -1, 0, "E").open == 3


def test_one_card_can_close_several() -> None:
    """F15: and join and close at the same time."""
    # In the corner the new card meets an open blue edge in the west and an open ochre one in the south.
    state = table("rgOb rgOb", "oooo", board=CROSS, stack="gggg gggg gggg")
    before = [space_at(state, *at).open for at in ((0, -1, "E"), (1, 0, "N"))]
    assert before == [1, 1]
    state = table("rrgO", "bbbb", board=CROSS, stack="gggg gggg gggg")
    (laid, *_) = do(state, "1 rrgO@1,-1")
    assert str(laid).endswith("closing an ochre space with 1 lapis, closing a green space with no ruby")


def test_a_ring_is_not_closed_inside() -> None:
    """F15: a space may surround others; it is closed only when none of its own edges is open."""
    state = table("rrrr", "oooo", board="rrrr@0,0 rrrr@1,0", stack="gggg gggg")
    (red,) = spaces(state, "red")
    assert (red.open, len(red.triangles)) == (6, 8)


def test_the_rim_closes_nothing() -> None:
    """F15: an edge at the rim of the square meets nothing."""
    state = table("rrrr", "oooo", board=CROSS, stack="gggg gggg")
    assert space_at(state, 0, -3, "N").open == 1
    assert space_at(state, 3, 0, "E").open == 2


def test_a_black_card_closes_an_edge() -> None:
    """F14, F15: the one it meets, and no other."""
    board = CROSS.replace("rgbg@0,-3", "Rgbg@0,-3")
    state = table("", "", board=board, stage="black", colours="red ochre")
    assert space_at(state, 0, -3, "N").open == 1
    (laid, *_) = do(state, "1 black@0,-4")
    assert str(laid) == "seat 1 lays its black card at 0,-4, closing a red space with 1 jade"
    assert space_at(state, 0, -3, "N").closed
    (laid, *_) = do(state, "2 black@4,0")
    assert str(laid) == "seat 2 lays its black card at 4,0"
    assert space_at(state, 3, 0, "E").open == 1


@given(seed=st.integers(0, 10_000), players=st.integers(2, 4))
@example(seed=0, players=4)
@example(seed=1, players=4)
@example(seed=2, players=4)
def test_what_is_told_adds_up(seed: int, players: int) -> None:
    """F15, F16: the spaces that the events of a game tell of are those that count in the end, each told once."""
    rng = Generator(seed)
    state = florentine.new(players=players, seed=seed)
    closed_spaces: list[Space] = []
    while (seat := state.turn) is not None:
        for event in state.apply(seat, rng.choice(state.legal(seat))):
            if isinstance(event, events.Laid | events.BlackLaid):
                closed_spaces += event.closed
    assert all(space.closed for space in closed_spaces)
    for seat_view in state.view(None).seats:
        own = [space.gems for space in closed_spaces if space.colour == seat_view.colour]
        assert (len(own), sum(own)) == (seat_view.closed, seat_view.gems)


def test_gems_in_closed_spaces_count() -> None:
    """F16: those of the seat's own colour, and only in closed spaces."""
    state = table("bgRo", "oooo", board="RbGo@0,0", stack="gggg gggg gggg")
    assert [seat.gems for seat in state.view(None).seats] == [0, 0]
    do(state, "1 bgRo@0,-1")
    assert [(seat.gems, seat.closed) for seat in state.view(None).seats] == [(2, 1), (0, 0)]


@pytest.mark.parametrize(
    ("board", "winners", "gems"),
    [
        ("RBgo@0,0 bgRo@0,-1 ggob@1,0", (0,), (2, 1)),
        ("RBgo@0,0 bgro@0,-1 ggoB@1,0", (1,), (1, 2)),
        ("RBgo@0,0 bgro@0,-1 ggob@1,0", (0, 1), (1, 1)),
        ("RBgo@0,0", (0, 1), (0, 0)),
    ],
)
def test_the_most_gems_win(board: str, winners: tuple[int, ...], gems: tuple[int, ...]) -> None:
    """F16: who have equally many share the win."""
    state = table("", "", board=board, stage="black")
    do(state, "1 pass", "2 pass")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.measure) == (winners, gems, "gems")
    assert outcome.reason == f"{len(board.split())} of 48 cards laid"


def test_colours_without_a_player() -> None:
    """F4, F16: their gems are nobody's."""
    state = table("", "", board="rbgO@0,0 bObo@-1,0", stage="black")
    do(state, "1 pass", "2 pass")
    assert state.outcome is not None
    assert state.outcome.scores == (0, 0)
    assert sum(space.gems for space in state.view(None).spaces if space.closed) == 2
