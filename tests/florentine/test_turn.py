"""A turn: laying and declining, the cross, the corners, the fresh deal."""

import pytest

from tessella.core import Generator, IllegalAction
from tessella.games import florentine
from tessella.games.florentine import events
from tests.florentine.decks import one_kind, two_worlds
from tests.florentine.table import CROSS, do, held, may, places, table


def test_edges_that_meet_have_one_colour() -> None:
    """F7: and the error names the clash."""
    state = table("rrbg", "oooo", board="rbgo@0,0", stack="gggg")
    assert may(state, 1) == ["bgrr@0,-1", "grrb@0,-1", "grrb@1,0", "grrb@0,1", "aside rrbg"]
    with pytest.raises(IllegalAction, match=r"blue meets red on its south side: edges that meet .*\(F7\)"):
        do(state, "1 rrbg@0,-1")
    with pytest.raises(IllegalAction, match=r"a card lies at 0,0 already \(F7\)"):
        do(state, "1 rrbg@0,0")
    with pytest.raises(IllegalAction, match=r"gggg is not in the hand of seat 1 \(F7\)"):
        do(state, "1 gggg@1,0")


def test_a_card_is_drawn_for_each_laid() -> None:
    """F7: the hand stays as large as it was, until the stack is used up."""
    state = table("rrbg rrrr", "oooo oooo", board="rbgo@0,0", stack="gggg bbbb bbbb")
    happened = do(state, "1 bgrr@0,-1")
    assert held(state, 1) == ["rrrr", "gggg"]
    assert [type(event) for event in happened] == [events.Laid, events.Drew, events.Turn]
    assert state.view(None).stack == 2


def test_placements_that_look_alike_are_one() -> None:
    """F7: a card that is the same when turned has fewer of them; two cards that look alike are listed once."""
    state = table("rbrb rrrr rrrr", "oooo", board="rbgo@0,0", stack="gggg bbbb")
    assert may(state, 1) == [
        "rrrr@0,-1", "rbrb@0,-1", "rbrb@1,0", "aside rrrr", "aside rbrb",
    ]  # fmt: skip
    do(state, "1 rrrr@0,-1")
    assert held(state, 1) == ["rrrr", "rbrb", "gggg"]


def test_putting_a_card_aside() -> None:
    """F8: any card, even for one who could lay; it lies face up, a card is drawn, and the turn is over."""
    state = table("rrbg rrrr", "oooo oooo", board="rbgo@0,0", stack="gggg bbbb bbbb", aside="bbbb")
    happened = do(state, "1 aside bgrr")
    assert held(state, 1) == ["rrrr", "gggg"]
    assert state.view(None).pool == ("rrbg", "bbbb")
    assert [type(event) for event in happened] == [events.PutAside, events.Drew, events.Turn]
    assert state.turn == 1
    with pytest.raises(IllegalAction, match=r"rrbg is not in the hand of seat 2 \(F7\)"):
        do(state, "2 aside rrbg")


def test_cards_aside_wait() -> None:
    """F8: as long as there is a stack they cannot be laid."""
    state = table("oooo", "gggg", board="rbgo@0,0", stack="bbbb bbbb bbbb", aside="rrrr")
    with pytest.raises(IllegalAction, match=r"rrrr is not in the hand of seat 1 \(F7\)"):
        do(state, "1 rrrr@0,-1")


def test_nobody_passes() -> None:
    """F8: who does not lay puts a card aside."""
    state = table("rrrr", "oooo", board="gggg@0,0", stack="bbbb bbbb")
    assert may(state, 1) == ["aside rrrr"]
    with pytest.raises(IllegalAction, match=r"nobody passes: lay a card, or put one aside \(F8\)"):
        do(state, "1 pass")


def test_first_a_cross() -> None:
    """F9: four arms of three, built outwards; nothing else until it is complete."""
    state = florentine.new(players=2, seed=1, deck=one_kind("rrrr"))
    rng = Generator(1)
    arms = {(dx * i, dy * i) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)) for i in (1, 2, 3)}
    laid: set[tuple[int, int]] = set()
    while len(laid) < 13:
        expected = {(x, y) for x, y in arms - laid if (x - _sign(x), y - _sign(y)) in laid} if laid else {(0, 0)}
        assert places(state) == expected
        assert state.turn is not None
        lays = [action for action in state.legal(state.turn) if isinstance(action, florentine.Lay)]
        lay = rng.choice(lays)
        state.apply(state.turn, lay)
        laid.add((lay.x, lay.y))
    assert laid == arms | {(0, 0)}
    assert places(state) == {(1, 1), (1, -1), (-1, 1), (-1, -1)}


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def test_what_the_cross_forbids() -> None:
    """F9: in words."""
    state = table("rrrr", "oooo", board="rrrr@0,0 rrrr@1,0", stack="bbbb bbbb")
    with pytest.raises(IllegalAction, match=r"first the cross is laid, three cards in each arm.*\(F9\)"):
        do(state, "1 rrrr@1,1")
    with pytest.raises(IllegalAction, match=r"built outwards, each card beside the one before \(F9\)"):
        do(state, "1 rrrr@0,2")
    with pytest.raises(IllegalAction, match=r"4,0 is outside the square, which goes from -3 to 3 \(F10\)"):
        do(state, "1 rrrr@4,0")


def test_then_the_corners() -> None:
    """F10: a card meets two edges, both of its own colours; so it goes into a free corner of the cross."""
    state = table("rbgo oroo", "oooo", board=CROSS, stack="bbbb bbbb")
    assert may(state, 1) == ["orbg@-1,-1", "rbgo@1,-1", "aside rbgo", "aside rooo"]
    with pytest.raises(IllegalAction, match=r"with two neighbours; at 2,1 there is one \(F10\)"):
        do(state, "1 rbgo@2,1")
    with pytest.raises(IllegalAction, match=r"with two neighbours; at 2,2 there are none \(F10\)"):
        do(state, "1 rbgo@2,2")
    with pytest.raises(IllegalAction, match=r"ochre meets green on its south side.*\(F7\)"):
        do(state, "1 bgor@1,-1")
    do(state, "1 rbgo@1,-1")
    assert str(do(state, "2 aside oooo")[0]) == "seat 2 puts oooo aside"


def test_the_square_fills_up() -> None:
    """F10: with cards that always fit all 48 are laid, one of the corners of the square stays free."""
    state = florentine.new(players=4, seed=3, deck=one_kind("rrrr"))
    rng = Generator(3)
    while state.view(None).stage != "black":
        assert state.turn is not None
        open_places = places(state)
        laid = {(lay.x, lay.y) for lay in state.view(None).board}
        for x, y in open_places if len(laid) >= 13 else ():
            beside = [(x + dx, y + dy) in laid for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))]
            assert sum(beside) == 2, "a card never meets more than two"
        lays = [action for action in state.legal(state.turn) if isinstance(action, florentine.Lay)]
        state.apply(state.turn, rng.choice(lays))
    laid = {(lay.x, lay.y) for lay in state.view(None).board}
    assert len(laid) == 48
    (free,) = {(x, y) for x in range(-3, 4) for y in range(-3, 4)} - laid
    assert (abs(free[0]), abs(free[1])) == (3, 3)
    assert state.view(None).pool == ()


# ---- nobody can begin ----


def test_a_fresh_deal() -> None:
    """F11: all hands are put aside, face up, everybody draws four, and the stack shrinks by four each."""
    stack = "oooo " + "gggg gggg gggg gggg bbbb bbbb bbbb rbbb " + "oooo " * 10
    state = table("rrrr bbbb bbbb bbbb", "oooo oooo oooo oooo", stack=stack)
    happened = do(state, "1 rrrr@0,0")
    view = state.view(None)
    assert held(state, 1) == ["gggg"] * 4
    assert held(state, 2) == ["rbbb", "bbbb", "bbbb", "bbbb"]
    assert view.pool == ("bbbb",) * 3 + ("oooo",) * 5
    assert (view.stack, view.turn, view.stage) == (10, 1, "hands")
    assert [type(event) for event in happened] == [
        events.Laid,
        events.Drew,
        events.FreshDeal,
        *[events.Drew] * 8,
        events.Turn,
    ]
    assert may(state, 2)[0] == "bbrb@0,-1"


def test_it_is_judged_again() -> None:
    """F11: until somebody can lay."""
    stack = "oooo " + "gggg " * 8 + "bbbb " * 7 + "rbbb " + "oooo " * 3
    state = table("rrrr bbbb bbbb bbbb", "oooo oooo oooo oooo", stack=stack)
    happened = do(state, "1 rrrr@0,0")
    assert held(state, 2) == ["rbbb", "bbbb", "bbbb", "bbbb"]
    assert len(state.view(None).pool) == 16
    assert [type(event) for event in happened].count(events.FreshDeal) == 2
    assert state.view(None).stack == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_stack_must_allow_it(players: int) -> None:
    """F11: with fewer than four cards for everybody the game goes on, and cards are put aside."""
    for more in (1, -1):
        stack = "oooo " + "gggg " * (4 * players + more)
        state = table("rrrr bbbb bbbb bbbb", *["oooo oooo oooo oooo"] * (players - 1), stack=stack)
        do(state, "1 rrrr@0,0")
        assert len(state.view(None).pool) == (4 * players if more > 0 else 0)


def test_somebody_can_begin() -> None:
    """F11: one card is enough, whoever holds it: even the first player, who has just drawn it."""
    for hands, drawn in ((("rrrr bbbb", "oooo oooo", "oooo robo"), "oooo"), (("rrrr bbbb", "oooo", "oooo"), "rbbb")):
        state = table(*hands, stack=f"{drawn} " + "gggg " * 20)
        do(state, "1 rrrr@0,0")
        assert state.view(None).pool == ()
        assert may(state, 2) == ["aside oooo"]


def test_only_at_the_beginning() -> None:
    """F11: later, one who cannot lay puts a card aside, and all the others may be stuck as well."""
    state = table("bbbb", "oooo", board="rrrr@0,0", stack="gggg " * 20)
    do(state, "1 aside bbbb", "2 aside oooo", "1 aside gggg")
    assert len(state.view(None).pool) == 3


def test_with_our_deck_it_cannot_happen() -> None:
    """F11: no card has more than one other with which it shares no colour, and there are four in a hand."""
    deck = florentine.options("classic", 2).deck
    for card in deck:
        strangers = [other for other in deck if not set(card.lower()) & set(other.lower())]
        assert len(strangers) <= 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_fresh_deal_in_a_real_game(players: int) -> None:
    """F11: dealt by a seed, with a deck made for it; every card is still there, and the record replays."""
    met = 0
    for seed in range(60):
        state = florentine.new(players=players, seed=seed, deck=two_worlds(4))
        assert state.turn is not None
        lay = state.legal(state.turn)[0]
        if str(lay) != "rrrr@0,0":
            continue
        happened = state.apply(state.turn, lay)
        met += any(isinstance(event, events.FreshDeal) for event in happened)
        cards = [card for seat in range(players) for card in state.kernel.hand_of(seat)]
        cards += state.kernel.pool_order() + state.kernel.stack_order()
        assert len(set(cards)) == len(cards) == 47
        again = florentine.new(players=players, seed=seed, deck=two_worlds(4))
        assert again.apply(again.turn or 0, lay) == happened
        assert again.view(0) == state.view(0)
    assert met > 0
