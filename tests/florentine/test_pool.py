"""When the stack is used up."""

import pytest

from tessella.core import Generator, IllegalAction
from tessella.games import florentine
from tessella.games.florentine import events
from tests.florentine.table import do, held, kinds, may, table


def test_all_hands_form_a_pool() -> None:
    """F12: as soon as the last card is drawn; the next seat goes on, with any card, whoever had it."""
    state = table("rrbg rrrr", "oooo gggg", "bbbb bbbb", board="rbgo@0,0", stack="gggg", aside="bbgg")
    happened = do(state, "1 bgrr@0,-1")
    view = state.view(None)
    assert view.stage == "pool"
    assert view.pool == ("rrrr", "bbbb", "bbbb", "bbgg", "gggg", "gggg", "oooo")
    assert [seat.count for seat in view.seats] == [0, 0, 0]
    assert held(state, 2) == []
    assert state.turn == 1
    assert [type(event) for event in happened] == [events.Laid, events.Drew, events.PoolOpened, events.Turn]
    assert {text.partition("@")[0] for text in may(state, 2)} >= {"bbbb", "gggg", "oooo"}
    do(state, "2 oooo@-1,0", "3 gggg@0,1")
    assert state.view(None).pool == ("rrrr", "bbbb", "bbbb", "bbgg", "gggg")


def test_the_pool_opens_when_the_last_card_is_put_aside_too() -> None:
    """F12: whatever was done to draw it."""
    state = table("rrrr", "oooo", board="rbgo@0,0", stack="gggg")
    happened = do(state, "1 aside rrrr")
    assert events.PoolOpened in [type(event) for event in happened]
    assert state.view(None).pool == ("rrrr", "gggg", "oooo")


def test_who_can_lay_must() -> None:
    """F12: nothing is put aside any more, and nobody passes."""
    state = table("", "", aside="rrrr oooo", board="rbgo@0,0", stage="pool")
    assert kinds(state, 1) == {florentine.Lay}
    with pytest.raises(IllegalAction, match=r"nothing is put aside any more.*\(F12\)"):
        do(state, "1 aside rrrr")
    with pytest.raises(IllegalAction, match=r"a player who can lay a card of the pool must \(F12\)"):
        do(state, "1 pass")
    with pytest.raises(IllegalAction, match=r"gggg is not in the pool \(F12\)"):
        do(state, "1 gggg@0,1")
    with pytest.raises(IllegalAction, match=r"the black cards are laid last.*\(F14\)"):
        do(state, "1 black@4,0")


def test_the_cross_is_finished_first() -> None:
    """F9, F12: even in the pool, if much was put aside."""
    state = table("", "", aside="rrrr", board="rrrr@0,0 rrrr@1,0 rrrr@0,1", stage="pool")
    assert may(state, 1) == ["rrrr@0,-1", "rrrr@-1,0", "rrrr@2,0", "rrrr@0,2"]


def test_it_goes_on_until_nothing_fits() -> None:
    """F13: then at once to the black cards, with the seat whose turn it is."""
    state = table("", "", "", aside="rrrr gggg oobb bbbb", board="rrrr@0,0", stage="pool", turn=2)
    happened = do(state, "3 rrrr@1,0")
    assert [type(event) for event in happened] == [events.Laid, events.BlackTurn, events.Turn]
    view = state.view(None)
    assert (view.stage, view.turn, view.pool) == ("black", 0, ("bbbb", "bboo", "gggg"))


def test_nothing_may_fit_from_the_start() -> None:
    """F12, F13: the stack is used up and no card of the pool fits: the black cards follow in the same breath."""
    state = table("bbbb", "oooo", board="rrrr@0,0", stack="gggg")
    happened = do(state, "1 aside bbbb")
    assert [type(event) for event in happened] == [
        events.PutAside,
        events.Drew,
        events.PoolOpened,
        events.BlackTurn,
        events.Turn,
    ]
    assert (state.view(None).stage, state.turn) == ("black", 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_game_ends_while_a_card_fits(players: int) -> None:
    """F13: in whole games, whatever was put aside before."""
    for seed in range(10):
        state = florentine.new(players=players, seed=seed)
        rng = Generator(seed)
        while state.view(None).stage != "black":
            assert state.turn is not None
            legal = state.legal(state.turn)
            if state.view(None).stage == "pool":
                assert all(isinstance(action, florentine.Lay) for action in legal)
            state.apply(state.turn, rng.choice(legal))
        kernel = state.kernel
        assert all(kernel.ways_to_lay(card) == [] for card in kernel.pool_order())
        assert kernel.laid + kernel.pool_size == 48
