"""The last tile: shown, not wild, called for, spotted, claimed."""

import pytest

from tessella.core import IllegalAction
from tessella.games.chromino import Call, Claim, Draw, Lay, Spot
from tessella.games.chromino.view import MissedTile
from tests.chromino.table import do, held, kinds, may, table

PLAIN_OPENING = "BGG@-1,0>"
"""BBG and GGG fit below and above it; RRR, YYY and PPP do not."""


def test_the_last_tile_is_shown() -> None:
    """C20: to all, and it stays known when another joins it."""
    state = table("classic", "BYG RRR", "PPP RYR YYY", bag="YPY RPR")
    events = do(state, "1 BYG@-1,1>")
    assert "seat 1 shows its last tile, RRR" in map(str, events)
    for viewer in (1, None):
        assert state.view(viewer).seats[0].shown == ("RRR",)
    do(state, "2 draw", "1 draw")
    seen = state.view(1).seats[0]
    assert (seen.count, seen.shown, seen.known) == (2, (), ("RRR",))


def test_in_classic_a_wild_tile_cannot_be_the_last() -> None:
    """C21: its holder draws, and C14 goes for the tile drawn."""
    state = table("classic", "B*Y", "PPP RYR", bag="BYG YYY")
    assert may(state, 1) == ["draw"]
    with pytest.raises(IllegalAction, match="cannot be the last") as caught:
        do(state, "1 B*Y@-1,1>")
    assert caught.value.clause == "C21"
    do(state, "1 draw")
    assert may(state, 1) == ["BYG@-1,-1>", "BYG@-1,1>"]
    do(state, "1 BYG@-1,1>")
    assert held(state, 1) == ["B*Y"]


def test_in_classic_who_holds_but_a_wild_tile_passes_when_the_bag_is_empty() -> None:
    """C21, C18."""
    state = table("classic", "B*Y", "PPP RYR")
    assert may(state, 1) == ["pass"]


def test_in_classic_a_wild_tile_that_is_not_the_last_is_laid() -> None:
    """C21: the ban is on the last tile only."""
    state = table("classic", "B*Y RRR", "PPP RYR")
    assert kinds(state, 1) == {Lay}


def test_in_joker_a_wild_tile_may_be_the_last() -> None:
    """C21: no such ban."""
    state = table("joker", "B*Y", "PPP RYR", bag="BYG")
    assert kinds(state, 1) == {Lay}
    do(state, f"1 {may(state, 1)[0]}")
    assert held(state, 1) == []


def test_chromino_is_said_before_laying_or_right_after() -> None:
    """C22: then nobody can spot anything."""
    state = table("meccano", "BBG RRR", "PPP RYR", bag="YPY", board=PLAIN_OPENING)
    assert Call in kinds(state, 1)
    do(state, "1 call", "1 BBG@-2,1>")
    assert state.view(1).seats[0].called
    assert kinds(state, 2) == {Draw}
    assert Call not in kinds(state, 1)

    state = table("meccano", "BBG RRR", "PPP RYR", bag="YPY", board=PLAIN_OPENING)
    do(state, f"1 {may(state, 1)[0]}", "1 call")
    assert may(state, 1) == []
    assert Spot not in kinds(state, 2)
    with pytest.raises(IllegalAction, match="has not forgotten") as caught:
        do(state, "2 spot 1")
    assert caught.value.clause == "C22"


def test_a_forgotten_call_costs_a_tile_if_spotted() -> None:
    """C22: by anybody."""
    state = table("meccano", "BBG RRR", "PPP RYR", "YPP RYY", bag="YPY RPR", board=PLAIN_OPENING)
    do(state, f"1 {may(state, 1)[0]}")
    assert state.view(2).seats[0].forgot
    assert Spot in kinds(state, 2) & kinds(state, 3)
    assert Spot not in kinds(state, 1)
    with pytest.raises(IllegalAction):
        do(state, "1 spot 1")
    do(state, "3 spot 1")
    assert held(state, 1) == ["RRR", "YPY"]
    assert state.turn == 1
    assert Spot not in kinds(state, 2)
    assert Call not in kinds(state, 1)


def test_a_forgotten_call_can_be_spotted_in_the_players_own_turn() -> None:
    """C22: there is no time limit; the tile that is drawn then may be laid in the same turn."""
    state = table("meccano", "BBG RRR", "PPP RYR", bag="YPY GGG YYP", board=PLAIN_OPENING)
    do(state, "1 BBG@-2,1>", "2 draw")
    assert state.turn == 0
    assert Spot in kinds(state, 2)
    do(state, "2 spot 1")
    assert (state.turn, held(state, 1)) == (0, ["GGG", "RRR"])
    assert state.view(None).held == 2
    assert kinds(state, 1) == {Lay, Call}


def test_a_forgotten_call_can_be_made_up_for_in_the_players_own_turn() -> None:
    """C22: as long as nobody has spotted it."""
    state = table("meccano", "BBG RRR", "PPP RYR", bag="YPY RPR YYP", board=PLAIN_OPENING)
    do(state, "1 BBG@-2,1>", "2 draw")
    assert may(state, 1) == ["draw", "call"]
    do(state, "1 call")
    assert state.view(1).seats[0].called
    assert Spot not in kinds(state, 2)


def test_a_forgotten_call_can_be_spotted_after_a_pass() -> None:
    """C22, C18: the player has neither laid nor drawn."""
    state = table("meccano", "BBG RRR", "PPP RYR", "GGG PYP RYP", board=PLAIN_OPENING)
    do(state, "1 BBG@-2,1>", "2 pass", "3 GGG@0,-1>", "1 pass")
    assert Spot in kinds(state, 2)


def test_a_forgotten_call_cannot_be_spotted_once_the_player_draws() -> None:
    """C22: or lays, which ends the game."""
    state = table("meccano", "BBG RRR", "PPP RYR", bag="YPY RPR YYP YPP", board=PLAIN_OPENING)
    do(state, "1 BBG@-2,1>", "2 draw", "1 draw")
    assert Spot not in kinds(state, 2)
    with pytest.raises(IllegalAction, match="has laid or drawn a tile since") as caught:
        do(state, "2 spot 1")
    assert caught.value.clause == "C22"


def test_spotting_with_an_empty_bag_draws_nothing() -> None:
    """C22."""
    state = table("meccano", "BBG RRR", "PPP RYR", board=PLAIN_OPENING)
    do(state, f"1 {may(state, 1)[0]}", "2 spot 1")
    assert held(state, 1) == ["RRR"]
    assert not state.view(1).seats[0].forgot


def test_a_call_is_void_if_the_player_draws_instead() -> None:
    """C22: it was for a tile that was not laid."""
    state = table("meccano", "BBG RRR", "PPP", bag="YPY RPR YYP", board=PLAIN_OPENING)
    do(state, "1 call", "1 draw")
    assert not state.view(1).seats[0].called


@pytest.mark.parametrize("edition", ["classic", "joker"])
def test_nothing_is_said_in_the_other_editions(edition: str) -> None:
    """C22, C23: no call, no spot, no claim."""
    state = table(edition, "BYG RRR", "PPP RYR", bag="YPY")
    assert kinds(state, 1) == {Lay}
    for action, clause in (("1 call", "C22"), ("2 spot 1", "C22"), ("2 claim BYG@-1,1>", "C23")):
        with pytest.raises(IllegalAction) as caught:
            do(state, action)
        assert caught.value.clause == clause


def test_with_one_tile_left_one_lays_it_or_draws() -> None:
    """C23: in meccano only."""
    state = table("meccano", "BBG", "PPP RYR", bag="YPY RPR", board=PLAIN_OPENING)
    assert kinds(state, 1) == {Lay, Draw}
    assert kinds(table("joker", "BYG", "PPP RYR", bag="YPY"), 1) == {Lay}


def test_a_missed_last_tile_is_claimed() -> None:
    """C23: by naming the placement; its owner draws two more. A wrong claim changes nothing."""
    state = table("meccano", "BBG", "PPP RYR", "YPP RYY", bag="YPY RPR YYP PPR", board=PLAIN_OPENING)
    missed = may(state, 1)[0]
    do(state, "1 draw")
    assert state.turn == 1
    assert state.view(None).claim == MissedTile(0, "BBG")
    assert f"claim {missed}" in may(state, 3)
    assert Claim not in kinds(state, 1)
    before = state.view(0)
    wrong = ("2 claim BBG@5,5>", "2 claim PPP@0,1>", "1 claim " + missed)
    for action in wrong:
        with pytest.raises(IllegalAction) as caught:
            do(state, action)
        assert caught.value.clause == "C23"
    assert state.view(0) == before
    do(state, f"3 claim {missed}")
    assert held(state, 1) == ["BBG", "RPR", "YYP", "YPY"]
    assert state.turn == 1
    assert Claim not in kinds(state, 2) | kinds(state, 3)


@pytest.mark.parametrize(
    ("then", "hand", "bag"),
    [("2 draw", "PPP RYR", "YPY RPR"), ("2 GGG@0,1>", "GGG RYR YRY", "YPY RPR"), ("2 pass", "PPP RYR", "YPY")],
)
def test_a_claim_is_open_until_the_next_seat_plays(then: str, hand: str, bag: str) -> None:
    """C23: until it lays, draws or passes."""
    state = table("meccano", "BBG", hand, "YPP RYY", bag=bag, board=PLAIN_OPENING)
    do(state, "1 draw")
    assert Claim in kinds(state, 3)
    do(state, then)
    assert Claim not in kinds(state, 3)
    with pytest.raises(IllegalAction, match="the next seat has played"):
        do(state, "3 claim BBG@0,1>")


def test_a_last_tile_that_fits_nowhere_cannot_be_claimed() -> None:
    """C23: there is no place to show."""
    state = table("meccano", "RRR", "PPP RYR", bag="YPY RPR YYP PPR", board=PLAIN_OPENING)
    do(state, "1 draw")
    assert Claim not in kinds(state, 2)
    assert state.view(1).claim is None


def test_a_claim_draws_no_more_than_the_bag_holds() -> None:
    """C23."""
    state = table("meccano", "BBG", "PPP RYR", bag="YPY RPR", board=PLAIN_OPENING)
    missed = may(state, 1)[0]
    do(state, "1 draw", f"2 claim {missed}")
    assert held(state, 1) == ["BBG", "RPR", "YPY"]
    assert state.view(None).bag == 0


def test_a_spot_that_draws_nothing_leaves_a_claim_open() -> None:
    """C23, C22: no tile was drawn, since the bag is empty."""
    board = "BGG@-1,0>"
    state = table("meccano", "GGG RRR", "BBG", "YPP RYY", bag="YPY", board=board)
    do(state, "1 GGG@0,1>", "2 draw", "3 spot 1")
    assert Claim in kinds(state, 3)


def test_the_culprit_cannot_close_a_claim_by_drawing_on() -> None:
    """C23, C16: nothing that the culprit does closes it, not even the end of the turn."""
    state = table("meccano", "BBG", "PPP RYR", bag="YPY RPR YYP PPR RRY", board=PLAIN_OPENING, draw_limit=3)
    missed = may(state, 1)[0]
    do(state, "1 draw", "1 draw")
    assert (state.turn, f"claim {missed}" in may(state, 2)) == (0, True)
    do(state, "1 draw")
    assert state.turn == 1
    do(state, f"2 claim {missed}")
    assert len(held(state, 1)) == 1 + 3 + 2


def test_the_culprit_cannot_close_a_claim_by_passing() -> None:
    """C23, C16: where drawing on is a choice."""
    bag = "YPY RPR YYP PPR"
    state = table("meccano", "BBG", "PPP RYR", bag=bag, board=PLAIN_OPENING, draw_limit=3, draw_on="may")
    do(state, "1 draw", "1 pass")
    assert Claim in kinds(state, 2)


def test_the_culprit_cannot_close_a_claim_by_spotting_another() -> None:
    """C23, C22: the tile that another player draws as a penalty is not a turn."""
    state = table("meccano", "GGG RRR", "BBG", "YPP RYY", bag="YPY RPR YYP", board=PLAIN_OPENING)
    do(state, "1 GGG@0,1>", "2 draw", "2 spot 1")
    assert held(state, 1) == ["RRR", "RPR"]
    assert Claim in kinds(state, 3)


def test_a_claim_that_empties_the_bag_ends_a_vain_search() -> None:
    """C23 with C16, C18: the seat that was to draw again has nothing left to draw."""
    state = table("meccano", "BBG", "PPP RYR", bag="YPY RPR", board=PLAIN_OPENING, draw_limit=None)
    missed = may(state, 1)[0]
    do(state, "1 draw")
    assert (state.turn, Draw in kinds(state, 1)) == (0, True)
    do(state, f"2 claim {missed}")
    assert state.turn == 1
