"""How a game ends, and who wins."""

import pytest

from tessella.core import IllegalAction
from tests.chromino.table import do, may, table


def test_classic_finishes_the_round() -> None:
    """C24: the seats that sit after in this round still play, and those who get rid of their tiles win as well."""
    state = table("classic", "RRR YYY", "BYG", "GGG", "PPP RYR", turn=1, bag="YPY RPR")
    do(state, "2 BYG@-1,1>")
    assert state.outcome is None
    assert state.view(None).stop == 0
    do(state, "3 GGG@0,-1>")
    assert state.turn == 3
    do(state, "4 draw")
    assert state.turn is None
    assert state.outcome is not None
    assert state.outcome.winners == (1, 2)
    assert (state.outcome.reason, state.outcome.scores) == ("last tile laid", (2, 0, 0, 3))


def test_classic_rounds_begin_with_the_first_seat() -> None:
    """C24: here seat 3 began, so seat 2 is the last of the round."""
    state = table("classic", "BYG", "PPP RYR", "RRR YYY", first=2, turn=0, bag="YPY RPR")
    do(state, "1 BYG@-1,1>")
    assert state.turn == 1
    do(state, "2 draw")
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


def test_the_last_seat_of_a_round_ends_the_game_at_once() -> None:
    """C24: there is nobody after it."""
    state = table("classic", "RRR YYY", "BYG", turn=1)
    do(state, "2 BYG@-1,1>")
    assert state.outcome is not None


def test_joker_lets_every_other_player_play_once_more() -> None:
    """C25: also those who sat before."""
    state = table("joker", "GGG", "BYG", "PPP RYR", turn=1, bag="YPY RPR")
    do(state, "2 BYG@-1,1>", "3 draw")
    assert state.turn == 0
    do(state, "1 GGG@0,-1>")
    assert state.outcome is not None
    assert state.outcome.winners == (0, 1)


def test_meccano_ends_at_once() -> None:
    """C26: the first to lay the last tile wins alone."""
    state = table("meccano", "BBG", "GGG", "RRR YYY", board="BGG@-1,0>", bag="YPY")
    do(state, "1 BBG@-2,1>")
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert may(state, 2) == []
    with pytest.raises(IllegalAction, match="the game is over") as caught:
        do(state, "2 GGG@0,-1>")
    assert caught.value.clause == "C26"


def test_a_blocked_game() -> None:
    """C27: the bag is empty and all passed in a row; the fewest tiles win, equals share."""
    state = table("classic", "RRR YYY", "PPP RYR", "YPY RPR PYP", turn=1)
    do(state, "2 pass", "3 pass")
    assert state.outcome is None
    do(state, "1 pass")
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.reason) == ((0, 1), "blocked")
    with pytest.raises(IllegalAction) as caught:
        do(state, "2 pass")
    assert caught.value.clause == "C27"


def test_passes_count_only_in_a_row() -> None:
    """C27: a laid tile begins the count anew."""
    state = table("classic", "RRR YYY", "BYG RYR PPP", "YPY RPR PYP")
    do(state, "1 pass", "2 BYG@-1,1>")
    assert state.view(None).passes == 0


def test_alone() -> None:
    """C28: won by laying the last tile; the measure is the number of tiles drawn."""
    state = table("classic", "RRR BYG", bag="YPY GGG BBB")
    do(state, "1 BYG@-1,1>")
    while state.outcome is None:
        do(state, f"1 {may(state, 1)[0]}")
    outcome = state.outcome
    assert outcome.measure == "tiles drawn"
    assert outcome.scores == (3,)
    won = table("joker", "BYG")
    do(won, "1 BYG@-1,1>")
    assert won.outcome is not None
    assert (won.outcome.winners, won.outcome.scores) == ((0,), (0,))


def test_alone_and_stuck() -> None:
    """C28: a blocked game is lost."""
    state = table("joker", "RRR")
    do(state, "1 pass")
    assert state.outcome is not None
    assert state.outcome.winners == ()
    assert str(state.outcome) == "nobody wins (blocked; tiles drawn: 0)"


def test_alone_for_points() -> None:
    """C28, C32: in a scored game the points are the measure."""
    state = table("classic", "BYG", scoring="expert")
    do(state, "1 BYG@-1,1>")
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.measure, state.outcome.scores) == ((0,), "points", (6,))


def test_in_a_scored_game_the_highest_score_wins() -> None:
    """C32: whatever is left in the hands; equals share."""
    state = table("joker", "GGG RRR", "BYG", "YYY PPP", scoring="expert", bag="YPY RPR")
    do(state, "1 GGG@0,-1>", "2 BYG@-1,1>", "3 draw")
    assert state.outcome is None
    do(state, "1 draw")
    outcome = state.outcome
    assert outcome is not None
    assert outcome.scores == (1 + 3, 3 + 3, 0)
    assert outcome.winners == (1,)
    tied = table("joker", "BYG RRR", "BRG", "YYY PPP", scoring="expert", bag="YPY RPR")
    do(tied, "1 BYG@-1,-1>", "2 BRG@-1,1>", "3 draw", "1 draw")
    assert tied.outcome is not None
    assert tied.outcome.winners == (0, 1)
