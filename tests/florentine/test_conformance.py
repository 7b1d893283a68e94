"""Florentine Dominoes keeps the laws of the contract under all its options."""

from collections import Counter
from collections.abc import Hashable, MutableSequence
from typing import TypeVar

import pytest
from hypothesis import given

from tessella.core import Generator, IllegalAction, OptionError, State
from tessella.games import florentine
from tessella.games.florentine.config import ALL
from tessella.games.florentine.notation import Pass
from tessella.testkit import ConformanceError, Walk, check_game, random_walk, walks
from tests.florentine.choices import DECKS, any_options, random_options
from tests.florentine.kernels import loneliest

Item = TypeVar("Item")
LONGEST = 120
"""Longer than any game: 32 cards are drawn in as many turns, 47 more can be laid, and four black ones."""


def cards_in_play(state: State) -> Counter[Hashable]:
    """Every card on the board, in a hand, aside or in the stack: its number and name, since some may look the same."""
    assert isinstance(state, florentine.State)
    kernel, deck = state.kernel, state.options.deck
    held = [card for seat in range(state.options.players) for card in kernel.hand_of(seat)]
    laid = [card for card, *_ in kernel.cards()]
    everywhere = (*laid, *held, *kernel.pool_order(), *kernel.stack_order())
    return Counter((card, deck[card]) for card in everywhere)


def black_in_play(state: State) -> int:
    """Black cards: one for everybody, laid or not (F4)."""
    return len({seat.colour for seat in state.view(None).seats})  # type: ignore[attr-defined]


@given(walks(any_options(), 60))
def test_laws(walk: Walk) -> None:
    """F1, F3, F4, F5, F6, F8, F12, F16: every law under any options; each of the 48 cards once, wherever it is."""
    check_game(florentine.GAME, walk.options, walk.seed, walk.choices, cards_in_play)
    state = florentine.GAME.new(walk.options, walk.seed)
    assert cards_in_play(state) == Counter(enumerate(state.options.deck))
    assert cards_in_play(state).total() == ALL
    assert black_in_play(state) == walk.options.players


@pytest.mark.parametrize("kind", DECKS)
@pytest.mark.parametrize("seed", range(3))
def test_laws_to_the_end(kind: str, seed: int) -> None:
    """F12, F13, F14, F15, F16: whole games with every kind of deck, each to its outcome."""
    rng = Generator(seed)
    walk = random_walk(random_options(rng, kind=kind, players=2 + seed), rng, LONGEST)
    check_game(florentine.GAME, walk.options, walk.seed, walk.choices, cards_in_play)
    state = florentine.GAME.new(walk.options, walk.seed)
    for number in walk.choices:
        if state.turn is None:
            break
        legal = state.legal(state.turn)
        state.apply(state.turn, legal[number % len(legal)])
    assert state.outcome is not None
    assert len(state.history) < LONGEST
    assert cards_in_play(state) == Counter(enumerate(state.options.deck))


@pytest.mark.parametrize("players", range(7))
def test_every_number_of_players(players: int) -> None:
    """F4: 2 to 4; others are refused."""
    if not 2 <= players <= 4:
        with pytest.raises(OptionError, match="2 to 4 players"):
            florentine.options(players=players)
        return
    walk = random_walk(florentine.options(players=players), Generator(players), LONGEST)
    check_game(florentine.GAME, walk.options, walk.seed, walk.choices, cards_in_play)


@pytest.mark.parametrize("seat", [-1, 2, 3, 4, 10**6, -(10**6)])
def test_no_such_seat(seat: int) -> None:
    """F4: nobody sits there, so nothing is seen from there and nothing may be done."""
    state = florentine.new(players=2, seed=1)
    for ask in (state.legal, state.view, lambda seat: state.apply(seat, Pass())):
        with pytest.raises((IllegalAction, OptionError, ValueError, IndexError)):
            ask(seat)


def test_the_kit_finds_a_lost_card() -> None:
    """F1: a card that is nowhere is missed."""

    def those_laid(state: State) -> Counter[Hashable]:
        assert isinstance(state, florentine.State)
        return Counter(card for card, *_ in state.kernel.cards())

    walk = random_walk(florentine.options(players=2), Generator(5), 40)
    with pytest.raises(ConformanceError, match="not conserved"):
        check_game(florentine.GAME, walk.options, walk.seed, walk.choices, those_laid)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_imagined_after_the_first_card(players: int) -> None:
    """F11: when the first card has just been laid somebody can go on, or everybody would have got new cards."""
    rng = Generator(players)
    imagined = 0
    while imagined < 60:
        options = random_options(rng, kind="apart", players=players)
        state = florentine.GAME.new(options, rng.word())
        assert state.turn is not None
        state.apply(state.turn, loneliest(state))
        if not state.kernel.anybody_can_lay():  # the stack was too small for another deal
            continue
        for seat in (*range(players), None):
            view = state.view(seat)
            other = florentine.sample(view, rng)
            assert other.view(seat) == view
            # Below that many cards nobody could have known whether there should have been another deal.
            if state.kernel.stack_size >= 4 * players:
                assert other.kernel.anybody_can_lay()
                imagined += 1


class Patience(Generator):
    """A generator that does not shuffle for ever."""

    def __init__(self, most: int) -> None:
        super().__init__(1)
        self.left = most

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Shuffle, as often as agreed."""
        self.left -= 1
        assert self.left >= 0, "sampling does not come to an end"
        super().shuffle(items)


def test_imagined_where_nobody_can_lay() -> None:
    """F8, F11: who put their fitting cards aside one by one gets no fresh deal, and must not be imagined to.

    As many cards are drawn by then as by a fresh deal, and it is the same seat's turn.
    """
    options = florentine.options(players=2, deck=["rbrb"] * 6 + ["gggg", "oooo"] * 21, first=0)
    state = florentine.GAME.new(options, 14)
    state.apply(0, florentine.parse("rbrb@0,0"))
    while "rbrb" in [options.deck[card] for card in (*state.kernel.stack_order(), *_held(state))]:
        turn = state.turn
        assert turn is not None
        held = state.view(turn).hand
        state.apply(turn, florentine.Aside("rbrb" if "rbrb" in held else held[0]))
    while (31 - state.kernel.stack_size) % 8:
        assert state.turn is not None
        state.apply(state.turn, florentine.Aside(state.view(state.turn).hand[0]))
    assert (state.kernel.laid, state.kernel.stage) == (1, 0)
    assert state.kernel.stack_size >= 8
    for seat in (0, 1, None):
        view = state.view(seat)
        assert florentine.sample(view, Patience(10_000)).view(seat) == view


def _held(state: florentine.State) -> list[int]:
    """All cards in hands."""
    return [card for seat in range(state.options.players) for card in state.kernel.hand_of(seat)]
