"""Actions as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.core import Action, NotationError
from tessella.games.chromino import Call, Claim, Draw, Lay, Pass, Spot, parse
from tessella.games.chromino.tiles import TILES
from tests.chromino.table import may, table

tiles = st.sampled_from([squares for tile in TILES for squares in (tile, tile[::-1])])
coordinates = st.integers(-9999, 9999)
placements = st.builds(Lay, tiles, coordinates, coordinates, st.sampled_from("v>"))
actions = st.one_of(
    placements,
    st.builds(Claim, placements),
    st.builds(Spot, st.integers(0, 7)),
    st.sampled_from([Draw(), Pass(), Call()]),
)


@given(actions)
def test_an_action_is_read_back_from_its_text(action: Action) -> None:
    """And equal actions are one key in a dictionary."""
    assert parse(str(action)) == action
    assert {action: 1}[parse(f"  {action}\t")] == 1


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Lay("BGR", 4, -2, ">"), "BGR@4,-2>"),
        (Lay("P*R", 0, 0, "v"), "P*R@0,0v"),
        (Draw(), "draw"),
        (Pass(), "pass"),
        (Call(), "call"),
        (Spot(1), "spot 2"),
        (Claim(Lay("BGR", 4, -2, ">")), "claim BGR@4,-2>"),
    ],
)
def test_how_actions_are_written(action: Action, text: str) -> None:
    """Records rely on it for ever."""
    assert str(action) == text


def test_the_other_two_directions_are_understood() -> None:
    """C4: a tile named from its other end is the same placement."""
    assert parse("BGR@4,-2<") == Lay("RGB", 2, -2, ">")
    assert parse("BGR@4,-2^") == Lay("RGB", 4, -4, "v")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no action; the actions are"),
        ("lay", "is no action"),
        ("draw 2", "is no action"),
        ("DRAW", "is no action"),
        ("BGR@4", "is no placement: write it like"),
        ("BGR@4,-2", "is no placement"),
        ("BGR@4,-2x", "is no placement"),
        ("BGR@ 4,-2>", "is no placement"),
        ("BGR@4.5,2>", "is no placement"),
        ("BGR@99999,2>", "is no placement"),
        ("BGR@٣,2>", "is no placement"),
        ("BGX@4,-2>", "three of the letters"),
        ("B*R@4,-2>", "the wild tiles are"),
        ("BGR@-9999,0<", "too far out"),
        ("BGR@0,-9998^", "too far out"),
        ("spot", "names a seat from 1 to 8"),
        ("spot 0", "names a seat from 1 to 8"),
        ("spot 9", "names a seat from 1 to 8"),
        ("claim", "is no placement"),
        ("claim draw", "is no placement"),
    ],
)
def test_what_is_no_action_is_refused(text: str, says: str) -> None:
    """With what would be right. It is a NotationError, not an IllegalAction."""
    with pytest.raises(NotationError, match=says):
        parse(text)


@given(st.text(max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing else happens."""
    try:
        action = parse(text)
    except NotationError:
        return
    assert parse(str(action)) == action


def test_where_the_squares_of_a_placement_are() -> None:
    """C4: x grows to the right, y downwards."""
    assert Lay("BGR", 4, -2, ">").cells() == ((4, -2, "B"), (5, -2, "G"), (6, -2, "R"))
    assert Lay("BGR", 4, -2, "v").cells() == ((4, -2, "B"), (4, -1, "G"), (4, 0, "R"))


def test_the_order_of_actions_is_pinned() -> None:
    """C4, C8: tiles in the order of the set; of each the rows from the top, then columns, lying before standing."""
    state = table("meccano", "GGG GGR BBG", "YYY", bag="PPP", board="BGG@-1,0> GRY@2,0v", turn=0)
    assert may(state, 1) == ORDER


ORDER = ["BBG@-2,-1>", "BBG@-2,1>", "GGG@0,-1>", "GGG@1,-1>", "GGR@1,-1>", "GGR@3,-1v", "draw"]
