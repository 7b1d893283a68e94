"""Actions as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.core import Action, NotationError
from tessella.games import florentine
from tessella.games.florentine import Aside, Black, Lay, Pass, parse
from tessella.games.florentine.cards import card_of
from tests.florentine.table import CROSS, may, table

cards = st.text("RrBbGgOo", min_size=4, max_size=4)
coordinates = st.integers(-9999, 9999)
actions = st.one_of(
    st.builds(Lay, cards, coordinates, coordinates),
    st.builds(Aside, cards.map(card_of)),
    st.builds(Black, coordinates, coordinates),
    st.just(Pass()),
)


@given(actions)
def test_an_action_is_read_back_from_its_text(action: Action) -> None:
    """And equal actions are one key in a dictionary."""
    assert parse(str(action)) == action
    assert {action: 1}[parse(f"  {action}\t")] == 1


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Lay("RRbg", 1, 0), "RRbg@1,0"),
        (Lay("bgRR", -3, -2), "bgRR@-3,-2"),
        (Aside("RRbg"), "aside RRbg"),
        (Black(4, -1), "black@4,-1"),
        (Pass(), "pass"),
    ],
)
def test_how_actions_are_written(action: Action, text: str) -> None:
    """Records rely on it for ever."""
    assert str(action) == text


def test_a_card_aside_may_be_named_from_any_side() -> None:
    """F8: aside it does not lie this way or that."""
    assert parse("aside bgRR") == Aside("RRbg")
    assert parse("bgRR@0,0") != parse("RRbg@0,0")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no action; the actions are RRbg@1,0"),
        ("draw", "is no action"),
        ("PASS", "is no action"),
        ("aside", "is no card: a card is four letters"),
        ("aside RR", "is no card"),
        ("aside RRbg RRbg", "is no card"),
        ("RRbg@1", "is no placement: write it like RRbg@1,0"),
        ("RRbg@1,0>", "is no placement"),
        ("RRbg@ 1,0", "is no placement"),
        ("RRbg@1.5,0", "is no placement"),
        ("RRbg@99999,0", "is no placement"),
        ("RRbg@٣,0", "is no placement"),
        ("RRbx@1,0", "'x' in 'RRbx' is no triangle: write r b g o for red, blue, green or ochre"),
        ("RRb@1,0", "four letters"),
        ("Black@4,0", "four letters"),
        ("black@4", "is no placement"),
        ("black 4,0", "is no action"),
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


@pytest.mark.parametrize(
    "action",
    [
        Lay(7, 0, 0),  # type: ignore[arg-type]
        Lay("RRbg", "0", 0),  # type: ignore[arg-type]
        Lay("RRb", 0, 0),
        Lay("RRbg", False, 0),
        Aside(7),  # type: ignore[arg-type]
        Aside("RRb"),
        Aside("bgRR"),
        Black("4", 0),  # type: ignore[arg-type]
        "pass",
        None,
    ],
)
def test_what_is_no_action_at_all(action: Action) -> None:
    """F7, F8, F14: made by hand, not by `parse`; refused before anything else is looked at."""
    state = florentine.new(players=2, seed=1, first=0)
    before = state.view(0)
    with pytest.raises(NotationError):
        state.apply(0, action)
    assert state.view(0) == before


def test_the_order_of_actions_is_pinned() -> None:
    """F7, F8: cards in the order of the set; of each the rows from the top, then columns, then turns; then the rest."""
    state = table("ggoo rbgo bboo", "oooo", board=CROSS, stack="bbbb bbbb")
    assert may(state, 1) == [
        "orbg@-1,-1",
        "rbgo@1,-1",
        "oggo@1,-1",
        "ggoo@1,1",
        "aside rbgo",
        "aside bboo",
        "aside ggoo",
    ]
    state = table("rrrb", "oooo", board="rbgo@0,0", stack="bbbb bbbb")
    assert may(state, 1) == ["rrrb@0,-1", "rbrr@0,-1", "brrr@0,-1", "rrrb@1,0", "aside rrrb"]
