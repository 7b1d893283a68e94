"""A turn: laying, drawing, passing."""

import pytest

from tessella.core import IllegalAction
from tessella.games.chromino import Draw, Lay, Pass
from tests.chromino.table import do, held, kinds, may, table


def test_who_can_lay_must() -> None:
    """C14, C17, C18: neither draw nor pass."""
    state = table("classic", "BYG RRR YYY", "PPP RYR", bag="YPY")
    assert kinds(state, 1) == {Lay}
    with pytest.raises(IllegalAction, match="who can lay a tile must not draw") as caught:
        do(state, "1 draw")
    assert caught.value.clause == "C17"
    with pytest.raises(IllegalAction, match="who can lay a tile must not pass") as caught:
        do(state, "1 pass")
    assert caught.value.clause == "C14"


def test_only_the_seat_on_turn_plays() -> None:
    """C13: and only with tiles of its own hand (C14)."""
    state = table("classic", "BYG RRR", "BBB RYR", bag="YPY")
    assert may(state, 2) == []
    for action in ("2 BBB@-2,1>", "2 draw", "2 pass"):
        with pytest.raises(IllegalAction, match="it is the turn of seat 1") as caught:
            do(state, action)
        assert caught.value.clause == "C13"
    with pytest.raises(IllegalAction, match="BBB is not in the hand of seat 1") as caught:
        do(state, "1 BBB@-2,1>")
    assert caught.value.clause == "C14"
    with pytest.raises(IllegalAction, match="there is no seat 3; the seats are 1 to 2"):
        do(state, "3 draw")


def test_who_cannot_lay_draws_and_lays_what_fits() -> None:
    """C14: the drawn tile, and only that one; where is the player's choice."""
    state = table("classic", "RRR YYY", "PPP RYR", bag="BBB GGG")
    assert may(state, 1) == ["draw"]
    do(state, "1 draw")
    assert held(state, 1) == ["BBB", "RRR", "YYY"]
    assert state.turn == 0
    assert len(may(state, 1)) > 1
    assert all(text.startswith("BBB@") for text in may(state, 1))
    for action, reason in (("1 draw", "lay BBB"), ("1 pass", "must not pass")):
        with pytest.raises(IllegalAction, match=reason) as caught:
            do(state, action)
        assert caught.value.clause == "C14"
    do(state, "1 BBB@-2,1>")
    assert state.turn == 1


def test_after_a_draw_no_other_tile_may_be_laid() -> None:
    """C14: even if it fits, which can only be after a draw by choice (C17)."""
    state = table("classic", "BYG RRR", "PPP RYR", bag="BBB GGG", draw_when_able="yes")
    do(state, "1 draw")
    with pytest.raises(IllegalAction, match="only the tile just drawn may be laid now: BBB") as caught:
        do(state, "1 BYG@-1,1>")
    assert caught.value.clause == "C14"


def test_a_drawn_tile_that_does_not_fit_is_kept() -> None:
    """C14: and the turn ends."""
    state = table("classic", "RRR YYY", "PPP RYR", bag="YPY GGG")
    do(state, "1 draw")
    assert held(state, 1) == ["RRR", "YYY", "YPY"]
    assert state.turn == 1


def test_in_meccano_the_drawn_tile_waits() -> None:
    """C15: though it would fit, as it does in the player's next turn."""
    state = table("meccano", "RRR YYY PPP", "PYP RYR YRY", bag="GGG RPR", board="BGG@-1,0>")
    do(state, "1 draw")
    assert "GGG" in held(state, 1)
    assert state.turn == 1
    do(state, "2 draw")
    assert "GGG@0,1>" in may(state, 1)


def test_drawing_until_a_tile_fits() -> None:
    """C16: without limit."""
    state = table("classic", "RRR YYY", "PPP RYR", bag="YPY RYP RRY BBB GGG", draw_limit=None)
    do(state, "1 draw", "1 draw", "1 draw")
    assert (state.turn, may(state, 1)) == (0, ["draw"])
    for action in ("1 RRR@0,1v", "1 pass"):
        with pytest.raises(IllegalAction, match="draw again") as caught:
            do(state, action)
        assert caught.value.clause == "C16"
    do(state, "1 draw")
    assert all(text.startswith("BBB@") for text in may(state, 1))


@pytest.mark.parametrize("edition", ["classic", "joker", "meccano"])
def test_drawing_on_is_a_choice_in_joker_alone(edition: str) -> None:
    """C16: a duty in classic and meccano, unless the table agrees otherwise."""
    bag = "YPY RYP RRY BBB GGG"
    usual = table(edition, "RRR YYY", "PPP RYR", bag=bag, board="BGG@-1,0>", draw_limit=None)
    may_stop = table(edition, "RRR YYY", "PPP RYR", bag=bag, board="BGG@-1,0>", draw_limit=None, draw_on="may")
    must = table(edition, "RRR YYY", "PPP RYR", bag=bag, board="BGG@-1,0>", draw_limit=None, draw_on="must")
    for state in (usual, may_stop, must):
        assert may(state, 1) == ["draw"], "the first draw is a duty"
        do(state, "1 draw")
    assert may(may_stop, 1) == ["draw", "pass"]
    assert may(must, 1) == ["draw"]
    assert may(usual, 1) == may(may_stop if edition == "joker" else must, 1)


def test_who_does_not_draw_on_passes() -> None:
    """C16: after any draw in vain; the tiles drawn are kept."""
    state = table("joker", "RRR YYY", "PPP RYR", bag="YPY RYP RRY BBB", draw_limit=None)
    do(state, "1 draw", "1 draw", "1 pass")
    assert held(state, 1) == ["RRR", "RYP", "YYY", "YPY"]
    assert state.turn == 1
    with pytest.raises(IllegalAction, match="draw again or pass"):
        do(state, "2 draw", "2 RYR@0,1v")


def test_who_draws_a_tile_that_fits_does_not_pass() -> None:
    """C14, C16: it is laid; the choice is only whether to draw on after a draw in vain."""
    state = table("joker", "RRR YYY", "PPP RYR", bag="YPY BBB", draw_limit=None)
    do(state, "1 draw", "1 draw")
    with pytest.raises(IllegalAction, match="must not pass") as caught:
        do(state, "1 pass")
    assert caught.value.clause == "C14"


def test_who_cannot_lay_must_draw_once() -> None:
    """C14, C16: also where drawing on is a choice."""
    state = table("joker", "RRR YYY", "PPP RYR", bag="YPY BBB", draw_limit=None)
    with pytest.raises(IllegalAction, match="bag is empty") as caught:
        do(state, "1 pass")
    assert caught.value.clause == "C18"


def test_a_pass_by_choice_does_not_block_the_game() -> None:
    """C16, C27: only turns with nothing to draw count; here the bag is emptied by a pass and a draw."""
    state = table("joker", "RRR YYY", "PPP RYR", bag="YPY RYP RRY", draw_limit=None)
    do(state, "1 draw", "1 pass")
    assert state.view(None).passes == 0
    do(state, "2 draw", "2 pass")
    assert (state.outcome, state.view(None).passes) == (None, 0)
    do(state, "1 draw", "2 pass")
    assert (state.outcome, state.view(None).passes) == (None, 1)
    do(state, "1 pass")
    assert state.outcome is not None


def test_a_pass_by_choice_tells_what_the_draws_told() -> None:
    """C16, C14, C17: who had to draw held nothing that fitted, and drew nothing that fits; who chose to may hold it."""
    state = table("joker", "RRR YYY", "PPP RYR", bag="YPY RYP RRY", draw_limit=None)
    do(state, "1 draw", "1 draw", "1 pass")
    assert (state.view(1).seats[0].stuck, state.view(1).seats[0].fresh) == (1, 0)
    state = table("joker", "BBB YYY", "PPP RYR", bag="YPY RYP RRY", draw_limit=None, draw_when_able="yes")
    do(state, "1 draw", "1 draw", "1 pass")
    assert state.view(1).seats[0].stuck is None


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_drawing_at_most_so_often(limit: int) -> None:
    """C16: any number from 1; after the last vain draw the turn ends."""
    state = table("classic", "RRR YYY", "PPP RYR", bag="YPY RYP RRY PPR BBB", draw_limit=limit)
    for i in range(limit):
        assert state.turn == 0
        assert state.view(1).draws == i
        do(state, "1 draw")
    assert state.turn == 1
    assert len(held(state, 1)) == 2 + limit
    assert state.view(1).draws == 0


def test_where_tiles_wait_drawing_stops_at_the_first_that_fits() -> None:
    """C16 with C15."""
    state = table("meccano", "RRR YYY PPP", "PYP RYR YRY", bag="RPR GGG BBB", board="BGG@-1,0>", draw_limit=3)
    do(state, "1 draw", "1 draw")
    assert state.turn == 1
    assert held(state, 1) == ["GGG", "RRR", "RPR", "YYY", "PPP"]


def test_drawing_ends_with_the_bag() -> None:
    """C18: a bag that runs empty while one draws again and again ends the turn."""
    state = table("classic", "RRR YYY", "PPP RYR", bag="YPY RYP", draw_limit=None)
    do(state, "1 draw", "1 draw")
    assert state.turn == 1
    assert may(state, 2) == ["pass"]


def test_in_meccano_a_shown_last_tile_lets_the_others_draw() -> None:
    """C17: while another seat holds exactly one tile, and not otherwise."""
    board = "BGG@-1,0>"
    state = table("meccano", "BBG RRR YYY", "PPP", "RYR YRY", bag="BBB GGG", board=board)
    assert kinds(state, 1) == {Lay, Draw}
    do(state, "1 draw")
    assert state.turn == 1
    state = table("meccano", "BBG RRR YYY", "PPP YPY", "RYR YRY", bag="BBB GGG", board=board)
    assert kinds(state, 1) == {Lay}
    with pytest.raises(IllegalAction) as caught:
        do(state, "1 draw")
    assert caught.value.clause == "C17"


@pytest.mark.parametrize(("choice", "others"), [("yes", "PPP RYR"), ("yes", "PPP"), ("last-tile-shown", "PPP")])
def test_any_table_may_allow_drawing_by_choice(choice: str, others: str) -> None:
    """C17: always, or while a last tile is on show."""
    state = table("classic", "BYG RRR", others, bag="BBB", draw_when_able=choice)
    assert kinds(state, 1) == {Lay, Draw}


@pytest.mark.parametrize("hand", ["BYG RRR", "BYG"])
def test_ones_own_last_tile_does_not_count(hand: str) -> None:
    """C17: it is the others who may draw."""
    state = table("classic", hand, "PPP RYR", bag="BBB", draw_when_able="last-tile-shown")
    assert kinds(state, 1) == {Lay}


def test_with_an_empty_bag_and_nothing_to_lay_one_passes() -> None:
    """C18."""
    state = table("classic", "RRR YYY", "BYG RYR")
    assert kinds(state, 1) == {Pass}
    with pytest.raises(IllegalAction, match="the bag is empty: pass") as caught:
        do(state, "1 draw")
    assert caught.value.clause == "C18"
    do(state, "1 pass")
    assert state.turn == 1
    with pytest.raises(IllegalAction, match="the bag is empty: lay a tile"):
        do(state, "2 draw")


def test_passing_is_refused_while_there_is_a_bag() -> None:
    """C18."""
    state = table("classic", "RRR YYY", "BYG RYR", bag="BBB")
    with pytest.raises(IllegalAction, match="draw") as caught:
        do(state, "1 pass")
    assert caught.value.clause == "C18"


def test_hands_are_hidden_or_open() -> None:
    """C19: by agreement."""
    hidden = table("classic", "RRR YYY", "BYG RYR", bag="BBB")
    assert hidden.view(0).seats[1].shown == ()
    assert hidden.view(None).seats[1].known == ()
    opened = table("classic", "RRR YYY", "BYG RYR", bag="BBB", hands="open")
    assert opened.view(0).seats[1].shown == ("BYG", "RYR")
    (drew, *_) = do(opened, "1 draw")
    assert drew.seen_by(1).to_json()["tile"] == "BBB"
    (drew, *_) = do(hidden, "1 draw")
    assert drew.seen_by(1).to_json()["tile"] is None
    assert drew.seen_by(0).to_json()["tile"] == "BBB"
