"""Before the first turn."""

from collections import Counter

import pytest

from tessella.core import IllegalAction
from tessella.games import florentine
from tessella.games.florentine.deck import reconstruction
from tests.florentine.table import do, held, kinds, may, table


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_a_colour(players: int) -> None:
    """F4: in the order red, blue, green, ochre if nothing is said; chosen; or by chance, the same for the same seed."""
    given = florentine.new(players=players, seed=1).view(None)
    assert [seat.colour for seat in given.seats] == ["red", "blue", "green", "ochre"][:players]
    assert [seat.gem for seat in given.seats] == ["jade", "amber", "ruby", "lapis"][:players]
    chosen = ("ochre", "green", "red", "blue")[:players]
    view = florentine.new(players=players, seed=1, colours=chosen).view(None)
    assert tuple(seat.colour for seat in view.seats) == chosen
    colourings = set()
    for seed in range(200):
        view = florentine.new(players=players, seed=seed, colours="random").view(None)
        colours = tuple(seat.colour for seat in view.seats)
        assert len(set(colours)) == players
        assert view == florentine.new(players=players, seed=seed, colours="random").view(None)
        colourings.add(colours)
    assert len(colourings) >= {2: 12, 3: 24, 4: 20}[players]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deal(players: int) -> None:
    """F5: 4 cards each; 4 aside among three, 8 among two; 32 in the stack, whatever the number of players."""
    for seed in range(20):
        state = florentine.new(players=players, seed=seed)
        view = state.view(None)
        assert view.stack == 32
        assert [seat.count for seat in view.seats] == [4] * players
        assert len(view.pool) == {2: 8, 3: 4, 4: 0}[players]
        numbers = [card for seat in range(players) for card in state.kernel.hand_of(seat)]
        numbers += state.kernel.stack_order() + state.kernel.pool_order()
        assert Counter(numbers) == Counter(range(48))


def test_every_card_is_dealt_equally_often() -> None:
    """F5: over many deals each card is in the first hand about as often as the others."""
    counts: Counter[str] = Counter()
    for seed in range(1200):
        counts.update(florentine.new(players=4, seed=seed).view(0).hand)
    assert set(counts) == set(reconstruction())
    assert all(60 < number < 145 for number in counts.values())  # 100 are expected, with a deviation of 9.6


def test_who_begins() -> None:
    """F6: a named seat, or any."""
    assert {florentine.new(players=3, seed=seed).turn for seed in range(40)} == {0, 1, 2}
    for seat in range(3):
        state = florentine.new(players=3, seed=1, first=seat)
        assert (state.turn, state.view(None).first) == (seat, seat)


def test_the_first_card() -> None:
    """F6: any card, any way round, in the centre and nowhere else; then a card is drawn, and the next seat follows."""
    state = table("RRbg rrrr", "rbgo rbgo", "gggg", stack="oooo bbbb")
    assert may(state, 1) == ["RRbg@0,0", "RbgR@0,0", "bgRR@0,0", "gRRb@0,0", "rrrr@0,0"]
    with pytest.raises(IllegalAction, match=r"in the centre, at 0,0 \(F6\)"):
        do(state, "1 RRbg@1,0")
    with pytest.raises(IllegalAction, match=r"it is the turn of seat 1 \(F6\)"):
        do(state, "2 rbgo@0,0")
    do(state, "1 bgRR@0,0")
    assert held(state, 1) == ["rrrr", "oooo"]
    assert [str(lay) for lay in state.view(None).board] == ["bgRR@0,0"]
    assert state.turn == 1


def test_the_first_card_must_be_laid() -> None:
    """F6: cards are put aside from the second turn on."""
    state = table("RRbg rrrr", "rbgo rbgo", stack="oooo bbbb")
    with pytest.raises(IllegalAction, match=r"the first card must be laid, in the centre \(F6\)"):
        do(state, "1 aside RRbg")
    assert kinds(state, 1) == {florentine.Lay}
    do(state, "1 RRbg@0,0")
    assert kinds(state, 2) == {florentine.Lay, florentine.Aside}


def test_it_goes_on_clockwise() -> None:
    """F6: seat after seat, and round again."""
    state = florentine.new(players=3, seed=1, first=2)
    turns = []
    for _ in range(7):
        assert state.turn is not None
        turns.append(state.turn)
        assert all(not state.legal(seat) for seat in range(3) if seat != state.turn)
        state.apply(state.turn, state.legal(state.turn)[0])
    assert turns == [2, 0, 1, 2, 0, 1, 2]
