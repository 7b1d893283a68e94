"""No view, event, text or error that a seat gets tells of a card that is hidden from it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given

from tessella.core import Action, Generator, IllegalAction, State
from tessella.games import florentine
from tessella.games.florentine import events
from tessella.games.florentine.cards import card_of, turned
from tessella.games.florentine.deck import reconstruction
from tessella.games.florentine.notation import Aside, Black, Lay, Pass
from tessella.testkit import Walk, play, random_walk, walks
from tests.leaks import Ledger, everyone, require_no_leaks_of, require_one_future, require_one_look

DECK = reconstruction()
CARD = re.compile(r"(?<![A-Za-z])[RrBbGgOo]{4}(?![A-Za-z])")


class Cards(Ledger):
    """Who has seen which cards; all of the reconstruction, where each has a name of its own."""

    def note(self, state: State) -> None:
        """Laid cards (F7) and those aside (F8) are for all to see, hands for their owners (F5)."""
        assert isinstance(state, florentine.State)
        kernel = state.kernel
        self.public |= {DECK[card] for card in (*(card for card, *_ in kernel.cards()), *kernel.pool_order())}
        for seat, own in enumerate(self.own):
            own |= {DECK[card] for card in kernel.hand_of(seat)}

    def mentioned(self, text: str) -> set[str]:
        """The cards named in a text, from whichever side they are read."""
        return {card_of(triangles) for triangles in CARD.findall(text)} & set(DECK)

    def attempts(self, state: State, rng: Generator) -> Iterator[Action]:
        """Every kind of action, with cards and places that may or may not be one's own."""
        assert isinstance(state, florentine.State)
        yield from (Pass(), Black(4, 0), Black(rng.below(11) - 5, -4))
        places = state.kernel.free_places() or [(0, 0)]
        for _ in range(6):
            card = rng.choice(DECK)
            x, y = rng.choice(places)
            yield from (Lay(turned(card, rng.below(4)), x, y), Aside(card), Lay(card, rng.below(9) - 4, y))


def require_no_leaks(walk: Walk) -> None:
    """A whole walk without a leak."""
    require_no_leaks_of(florentine.GAME, Cards, walk)


TABLES = [florentine.options("classic", players, colours="random") for players in (2, 3, 4)]


@given(walks(TABLES, longest=70))
def test_no_hidden_card_is_named(walk: Walk) -> None:
    """F5, F7, F8, F12: views, events, texts and errors name only what a seat has seen."""
    require_no_leaks(walk)


@pytest.mark.parametrize("seed", range(12))
def test_no_hidden_card_is_named_to_the_end(seed: int) -> None:
    """F12, F13, F14, F16: nor in whole games."""
    require_no_leaks(random_walk(TABLES[seed % 3], Generator(seed), 100))


@pytest.mark.parametrize("seed", range(6))
def test_hands_are_hidden_until_the_pool(seed: int) -> None:
    """F5, F12: up to there a spectator sees no hand, and a seat its own; then nothing is hidden any more."""
    walk = random_walk(TABLES[seed % 3], Generator(seed), 100)
    stages = set()
    for step in play(florentine.GAME, walk):
        state = step.state
        assert isinstance(state, florentine.State)
        view = state.view(None)
        stages.add(view.stage)
        assert view.hand == ()
        hidden = sum(seat.count for seat in view.seats) + view.stack
        assert hidden + len(view.board) + len(view.pool) == 48
        assert (hidden == 0) == (view.stage != "hands")
        for seat in range(state.options.players):
            own = state.view(seat)
            assert sorted(own.hand) == sorted(DECK[card] for card in state.kernel.hand_of(seat))
            assert replace(own, seat=None, hand=(), legal=()) == view
    assert stages == {"hands", "pool", "black"}


# ---- two worlds that a seat cannot tell apart ----


def secrets(state: florentine.State) -> list[list[int]]:
    """Who holds what, and the stack."""
    hands = [sorted(state.kernel.hand_of(seat)) for seat in range(state.options.players)]
    return [*hands, state.kernel.stack_order()]


def reveals(state: florentine.State) -> bool:
    """Whether whatever the seat on turn does brings a card to light: it draws one."""
    return state.kernel.stack_size > 0


@pytest.mark.parametrize("seed", range(12))
def test_two_worlds_look_the_same(seed: int) -> None:
    """F5, F8, F11: what is hidden could be otherwise, and a seat would not notice."""
    rng = Generator(seed)
    differing = 0
    for step in play(florentine.GAME, random_walk(TABLES[seed % 3], rng, 100)):
        if rng.below(4):
            continue
        state = step.state
        assert isinstance(state, florentine.State)
        for seat in everyone(state):
            other = florentine.sample(state.view(seat), rng)
            differing += secrets(other) != secrets(state)
            require_one_look(state, other, seat, Cards(state), rng)
            if seat is not None and not reveals(state):
                require_one_future(state, other, seat, state.legal(seat))
    assert differing > 0


def test_samples_differ() -> None:
    """F5: every unseen card can be in any hidden place, about equally often."""
    view = florentine.new(players=3, seed=1).view(0)
    rng = Generator(1)
    seen = set(view.hand) | set(view.pool)
    counts: dict[str, int] = {}
    for _ in range(1000):
        for card in florentine.sample(view, rng).view(1).hand:
            counts[card] = counts.get(card, 0) + 1
    assert set(counts) == set(DECK) - seen
    assert all(60 < number < 145 for number in counts.values())  # 100 are expected


# ---- and the tests above would notice ----


def show_all(self: events.Drew, seat: int | None) -> events.Drew:
    return self


def show_drawn(self: events.Drew) -> str:
    return f"seat {self.seat + 1} draws {self.card}"


def view_of_all(state: florentine.State, seat: int | None) -> florentine.View:
    """A view in which the next seat's hand lies among the cards aside."""
    view = VIEW(state, seat)
    return replace(view, pool=view.pool + VIEW(state, 1).hand)


def view_of_stack(state: florentine.State, seat: int | None) -> florentine.View:
    """A view that tells of the next card of the stack by a number: no text names it."""
    return replace(VIEW(state, seat), first=sum(state.kernel.stack_order()[-1:]))


def tell_who_holds(state: florentine.State, seat: int) -> None:
    """An error that tells what is in a hand."""
    if state.turn != seat:
        other = DECK[state.kernel.hand_of(state.kernel.turn)[0]]
        raise IllegalAction("F6", f"it is not your turn, but of the seat with {other}")


VIEW = florentine.State.view

LEAKS: dict[str, tuple[type, str, Callable[..., object]]] = {
    "an event": (events.Drew, "seen_by", show_all),
    "an event's text": (events.Drew, "__str__", show_drawn),
    "an event's repr": (events.Drew, "__repr__", show_drawn),
    "a view": (florentine.State, "view", view_of_all),
    "an error": (florentine.State, "_check_turn", tell_who_holds),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """F5: with a leak built in, the property fails."""
    where, name, leaking = LEAKS[leak]
    monkeypatch.setattr(where, name, leaking)
    with pytest.raises(AssertionError, match=r"learns of|can be read in"):
        require_no_leaks(random_walk(TABLES[0], Generator(1), 20))


def test_a_leak_without_a_name_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """F5: with the stack given away by a number, two worlds differ."""
    state, rng = florentine.new(players=2, seed=1), Generator(1)
    other = florentine.sample(state.view(0), rng)
    require_one_look(state, other, 0, Cards(state), rng)
    monkeypatch.setattr(florentine.State, "view", view_of_stack)
    with pytest.raises(AssertionError, match="first"):
        require_one_look(state, other, 0, Cards(state), rng)
