"""No view, event, text or error that a seat gets tells of a tile that is hidden from it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.core import Action, Generator, IllegalAction, NotationError, State
from tessella.games import chromino
from tessella.games.chromino import events
from tessella.games.chromino.notation import Call, Claim, Draw, Lay, Pass, Spot
from tessella.games.chromino.tiles import TILES, tile_of
from tessella.testkit import Walk, play, random_walk, walks
from tests.chromino.choices import any_options, random_options
from tests.leaks import Ledger, everyone, require_no_leaks_of, require_one_future, require_one_look

TILE = re.compile(r"(?<![A-Za-z*])[BGRYP*]{3}(?![A-Za-z*])")


class Tiles(Ledger):
    """Who has seen which tiles. A tile never goes back into the bag."""

    def note(self, state: State) -> None:
        """Laid tiles (C4), last tiles (C20), open hands (C19) and in the end all hands are for all to see."""
        assert isinstance(state, chromino.State)
        self.public |= {TILES[tile] for tile, *_ in state.kernel.tiles()}
        for seat, own in enumerate(self.own):
            hand = {TILES[tile] for tile in state.kernel.hand_of(seat)}
            own |= hand
            if len(hand) == 1 or state.options.hands == "open" or state.turn is None:
                self.public |= hand

    def mentioned(self, text: str) -> set[str]:
        """The tiles named in a text, read either way round."""
        tiles = set()
        for squares in TILE.findall(text):
            try:
                tiles.add(tile_of(squares))
            except NotationError:
                continue
        return tiles

    def attempts(self, state: State, rng: Generator) -> Iterator[Action]:
        """Every kind of action, with tiles and places that may or may not be one's own."""
        assert isinstance(state, chromino.State)
        yield from (Draw(), Pass(), Call(), *(Spot(seat) for seat in range(state.options.players)))
        places = [place for tile in (0, 30, 77) for place in state.kernel.places(tile)] or [(0, 0, 0, 0)]
        for _ in range(4):
            tile = rng.choice(TILES)
            y, x, direction, _ = rng.choice(places)
            lay = Lay(tile[:: rng.choice((1, -1))], x, y, ">v"[direction])
            yield from (lay, Claim(lay), replace(lay, x=rng.below(9) - 4))


def require_no_leaks(walk: Walk) -> None:
    """A whole walk without a leak."""
    require_no_leaks_of(chromino.GAME, Tiles, walk)


@pytest.mark.parametrize("edition", chromino.EDITIONS)
@given(data=st.data())
def test_no_hidden_tile_is_named(edition: str, data: st.DataObject) -> None:
    """C19, C20, C22, C23: views, events, texts and errors name only what a seat has seen."""
    require_no_leaks(data.draw(walks(any_options(edition=edition))))


@pytest.mark.parametrize("seed", range(12))
def test_no_hidden_tile_is_named_to_the_end(seed: int) -> None:
    """C19, C20, C24, C25, C26, C27: nor in whole games, until the end shows what is left."""
    rng = Generator(seed)
    edition = sorted(chromino.EDITIONS)[seed % 3]
    require_no_leaks(random_walk(random_options(rng, edition=edition, hands="hidden"), rng, 600))


# ---- two worlds that a seat cannot tell apart ----


def secrets(state: chromino.State) -> list[list[int]]:
    """Who holds what, and the bag."""
    hands = [sorted(state.kernel.hand_of(seat)) for seat in range(state.options.players)]
    return [*hands, state.kernel.bag_order()]


def reveals(state: chromino.State, action: Action) -> bool:
    """Whether a tile comes out of the bag, and the seat may see it: that is news."""
    return isinstance(action, Draw) or (isinstance(action, Spot | Claim) and state.options.hands == "open")


@pytest.mark.parametrize("seed", range(18))
def test_two_worlds_look_the_same(seed: int) -> None:
    """C14, C19, C20, C22, C23: what is hidden could be otherwise, and a seat would not notice."""
    rng = Generator(seed)
    options = random_options(rng, edition=sorted(chromino.EDITIONS)[seed % 3])
    differing = 0
    for step in play(chromino.GAME, random_walk(options, rng, 150)):
        if rng.below(4):
            continue
        state = step.state
        assert isinstance(state, chromino.State)
        for seat in everyone(state):
            other = chromino.sample(state.view(seat), rng)
            differing += secrets(other) != secrets(state)
            require_one_look(state, other, seat, Tiles(state), rng)
            if seat is not None:
                quiet = [action for action in state.legal(seat) if not reveals(state, action)]
                require_one_future(state, other, seat, quiet)
    assert differing > 0


# ---- and the tests above would notice ----


def show_all(self: events.Drew, seat: int | None) -> events.Drew:
    return self


def show_drawn(self: events.Drew) -> str:
    return f"seat {self.seat + 1} draws {self.tile}"


def view_of_all(state: chromino.State, seat: int | None) -> chromino.View:
    """A view in which everybody's tiles are known."""
    view = VIEW(state, seat)
    hands = [tuple(TILES[tile] for tile in sorted(state.kernel.hand_of(s))) for s in range(state.options.players)]
    return replace(view, seats=tuple(replace(other, known=hand) for other, hand in zip(view.seats, hands, strict=True)))


def view_of_bag(state: chromino.State, seat: int | None) -> chromino.View:
    """A view that tells of the next tile in the bag by a number: no text names it."""
    return replace(VIEW(state, seat), passes=sum(state.kernel.bag_order()[-1:]))


def tell_who_holds(state: chromino.State, seat: int) -> None:
    """An error that tells whose the tile is."""
    if state.turn != seat:
        other = TILES[state.kernel.hand_of(state.kernel.turn)[0]]
        raise IllegalAction("C13", f"it is not your turn, but of the seat with {other}")


VIEW = chromino.State.view

LEAKS: dict[str, tuple[type, str, Callable[..., object]]] = {
    "an event": (events.Drew, "seen_by", show_all),
    "an event's text": (events.Drew, "__str__", show_drawn),
    "an event's repr": (events.Drew, "__repr__", show_drawn),
    "a view": (chromino.State, "view", view_of_all),
    "an error": (chromino.State, "_check_turn", tell_who_holds),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """C19: with a leak built in, the property fails."""
    where, name, leaking = LEAKS[leak]
    monkeypatch.setattr(where, name, leaking)
    with pytest.raises(AssertionError, match=r"learns of|can be read in"):
        require_no_leaks(random_walk(chromino.options("classic", 2), Generator(1), 40))


def test_a_leak_without_a_name_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """C19: with the bag given away by a number, two worlds differ."""
    state, rng = chromino.new("classic", players=2, seed=1), Generator(1)
    other = chromino.sample(state.view(0), rng)
    require_one_look(state, other, 0, Tiles(state), rng)
    monkeypatch.setattr(chromino.State, "view", view_of_bag)
    with pytest.raises(AssertionError, match="passed"):
        require_one_look(state, other, 0, Tiles(state), rng)
