"""Chromino keeps the laws of the contract under all its options; and the kit finds a game that breaks one."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.core import Action, Event, Game, Generator, IllegalAction, NotationError, OptionError, State, View
from tessella.core import Options as CoreOptions
from tessella.games import chromino
from tessella.games.chromino.game import Chromino
from tessella.games.chromino.notation import Draw, Lay
from tessella.games.chromino.tiles import PLAIN_TILES, TILES
from tessella.testkit import ConformanceError, check_game, random_walk, walks
from tests.chromino.choices import any_options, random_options


def tiles_in_play(state: State) -> Counter[Hashable]:
    """Every tile on the board, in a hand or in the bag."""
    assert isinstance(state, chromino.State)
    held = [tile for seat in range(state.options.players) for tile in state.kernel.hand_of(seat)]
    laid = [tile for tile, *_ in state.kernel.tiles()]
    return Counter(TILES[tile] for tile in (*laid, *held, *state.kernel.bag_order()))


@pytest.mark.parametrize("edition", chromino.EDITIONS)
@given(data=st.data())
def test_laws(edition: str, data: st.DataObject) -> None:
    """C1, C2, C9, C16, C17, C19, C30, C31, C33, C34, C37: every law under any options; each tile of the set once."""
    walk = data.draw(walks(any_options(edition=edition)))
    check_game(chromino.GAME, walk.options, walk.seed, walk.choices, tiles_in_play)
    expected = TILES if chromino.EDITIONS[edition].options.wild_tiles else PLAIN_TILES
    assert tiles_in_play(chromino.GAME.new(walk.options, walk.seed)) == Counter(expected)


@pytest.mark.parametrize("edition", chromino.EDITIONS)
@pytest.mark.parametrize("seed", range(3))
def test_laws_to_the_end(edition: str, seed: int) -> None:
    """C24, C25, C26, C27, C37: whole games, each to its outcome."""
    rng = Generator(seed)
    walk = random_walk(random_options(rng, edition=edition), rng, 500)
    check_game(chromino.GAME, walk.options, walk.seed, walk.choices, tiles_in_play)


@pytest.mark.parametrize("players", range(1, 9))
@pytest.mark.parametrize("edition", chromino.EDITIONS)
def test_every_number_of_players(edition: str, players: int) -> None:
    """C10, C11: 1 to 8 players, or 2 to 5 in meccano; others are refused."""
    data = chromino.EDITIONS[edition]
    if not data.fewest <= players <= data.most:
        with pytest.raises(OptionError, match=f"{data.fewest} to {data.most} players"):
            chromino.options(edition, players)
        return
    walk = random_walk(chromino.options(edition, players), Generator(players), 60)
    check_game(chromino.GAME, walk.options, walk.seed, walk.choices, tiles_in_play)


@pytest.mark.parametrize("seat", [-1, 2, 8, 9, 10**6, -(10**6)])
@pytest.mark.parametrize("edition", chromino.EDITIONS)
def test_no_such_seat(edition: str, seat: int) -> None:
    """C10: nobody sits there, so nothing is seen from there and nothing may be done."""
    state = chromino.new(edition, players=2, seed=1)
    for ask in (state.legal, state.view, lambda seat: state.apply(seat, Draw())):
        with pytest.raises((IllegalAction, OptionError, ValueError, IndexError)):
            ask(seat)


# ---- games that break a law, each in its own way ----


class Wrapped(Chromino):
    """Chromino with a state of another class."""

    state: type[chromino.State]

    def __init__(self, state: type[chromino.State]) -> None:
        self.state = state

    def new(self, options: CoreOptions, seed: str | int | None = None) -> chromino.State:
        return self._wrapped(super().new(options, seed))

    def sample(self, view: View, rng: Generator) -> chromino.State:
        return self._wrapped(super().sample(view, rng))

    def _wrapped(self, state: chromino.State) -> chromino.State:
        return self.state(state.options, state.seed, state.kernel, state.laid_by, state.history)


class Forgetful(chromino.State):
    """Does not list the last of several legal actions."""

    def legal(self, seat: int) -> list[Action]:
        legal = super().legal(seat)
        return legal[: max(1, len(legal) - 1)]


class Lavish(chromino.State):
    """Lists an action that is refused."""

    def legal(self, seat: int) -> list[Action]:
        legal = super().legal(seat)
        return [*legal, Lay("BGR", 40, 40, ">")] if legal else legal


class Repeating(chromino.State):
    """Lists an action twice."""

    def legal(self, seat: int) -> list[Action]:
        legal = super().legal(seat)
        return legal + legal[:1]


class Shallow(chromino.State):
    """Its copies share a kernel."""

    def copy(self) -> Self:
        return type(self)(self.options, self.seed, self.kernel, list(self.laid_by), list(self.history))


class Untidy(chromino.State):
    """Remembers what it refused."""

    def apply(self, seat: int, action: Action) -> list[Event]:
        try:
            return super().apply(seat, action)
        except IllegalAction:
            self.history.append((seat, action))
            raise


class Lenient(chromino.State):
    """Says nothing of what it refuses."""

    def apply(self, seat: int, action: Action) -> list[Event]:
        try:
            return super().apply(seat, action)
        except (IllegalAction, NotationError):
            return []


class Moody(chromino.State):
    """Its views change by themselves."""

    def view(self, seat: int | None) -> chromino.View:
        self.laid_by[0] = (self.laid_by[0] or 0) + 1
        return super().view(seat)


class Blurred(Chromino):
    """Imagines that a seat laid the opening tile."""

    def sample(self, view: View, rng: Generator) -> chromino.State:
        other = chromino.GAME.sample(view, rng)
        other.laid_by[0] = 0
        return other


class Chancy(Chromino):
    """Deals otherwise each time."""

    deals = 0

    def new(self, options: CoreOptions, seed: str | int | None = None) -> chromino.State:
        self.deals += 1
        return super().new(options, f"{seed} {self.deals}")


class Deaf(Chromino):
    """Reads every action as a draw."""

    def parse(self, text: str) -> Action:
        return Draw()


class Vague(Chromino):
    """Reads options back as the edition has them."""

    def read_options(self, texts: Mapping[str, str]) -> chromino.Options:
        return chromino.options(texts["edition"], int(texts["players"]))


class Unlisted(Chromino):
    """Is not among the games that records know."""

    name = "unlisted"


BROKEN: dict[str, tuple[Callable[[], Game], str]] = {
    "forgetful": (lambda: Wrapped(Forgetful), "is not listed as legal for seat ., but was applied"),
    "lavish": (lambda: Wrapped(Lavish), "is listed as legal for seat ., but refused"),
    "repeating": (lambda: Wrapped(Repeating), "listed twice"),
    "shallow": (lambda: Wrapped(Shallow), "changed the original"),
    "untidy": (lambda: Wrapped(Untidy), "was refused, but is in the history"),
    "lenient": (lambda: Wrapped(Lenient), "but was applied"),
    "moody": (lambda: Wrapped(Moody), "differs at a second call"),
    "blurred": (Blurred, "gives another view"),
    "chancy": (Chancy, "replayed from the same seed"),
    "deaf": (Deaf, "reads back as"),
    "vague": (Vague, "options read back as others"),
    "unlisted": (Unlisted, "not in tessella.games.GAMES"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_kit_finds_a_broken_game(name: str) -> None:
    """C37: the laws can be broken, and the kit says which one was."""
    make, law = BROKEN[name]
    choices: dict[str, Any] = {"draw_limit": 3, "first": 0}
    walk = random_walk(chromino.options("classic", 3, **choices), Generator(5), 40)
    with pytest.raises(ConformanceError, match=law):
        check_game(make(), walk.options, walk.seed, walk.choices, tiles_in_play)


def test_the_kit_finds_a_lost_tile() -> None:
    """C1: a tile that is nowhere is missed."""

    def those_laid(state: State) -> Counter[Hashable]:
        assert isinstance(state, chromino.State)
        return Counter(TILES[tile] for tile, *_ in state.kernel.tiles())

    walk = random_walk(chromino.options("classic", 2), Generator(5), 40)
    with pytest.raises(ConformanceError, match="not conserved"):
        check_game(chromino.GAME, walk.options, walk.seed, walk.choices, those_laid)
