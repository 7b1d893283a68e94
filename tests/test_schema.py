"""The one schema: views and events as JSON, and back."""

import json
from copy import deepcopy
from dataclasses import dataclass, fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.core import Generator, Seat, State, random_action
from tessella.core.schema import Readers, SchemaError, decode, derived, encode, encode_apart, fields_of
from tessella.games import GAMES, chromino, florentine
from tests.chromino.choices import random_options


@dataclass(frozen=True)
class Inner:
    """Part of another."""

    seat: Seat | None
    pair: tuple[int, str]


@dataclass(frozen=True)
class Outer:
    """One of each kind of field."""

    seats: tuple[Seat, ...]
    parts: tuple[Inner, ...]
    lay: chromino.Lay | None
    share: float
    _secret: str = "hidden"

    @derived
    def first(self) -> Seat | None:
        """The first seat."""
        return self.seats[0] if self.seats else None


READERS: Readers = {chromino.Lay: chromino.parse}
ONE = Outer((0, 2), (Inner(1, (4, "x")), Inner(None, (0, ""))), chromino.Lay("BGR", 4, -2, ">"), 0.5)
JSON = {
    "seats": [1, 3],
    "parts": [{"seat": 2, "pair": [4, "x"]}, {"seat": None, "pair": [0, ""]}],
    "lay": "BGR@4,-2>",
    "share": 0.5,
    "first": 1,
}


def midway(name: str, seed: int) -> State:
    """A game some way through, with any options."""
    rng = Generator(seed)
    game = GAMES[name]
    options = random_options(rng) if name == "chromino" else game.options("classic", 2 + rng.below(3))
    state = game.new(options, seed)
    for _ in range(rng.below(80)):
        if state.outcome is not None:
            break
        state.apply(*random_action(state, rng))
    return state


def test_a_field_is_encoded_by_its_type() -> None:
    """Seats from 1, actions as texts, tuples as lists; what is private stays, what is derived is there."""
    assert encode(ONE) == JSON
    assert decode(Outer, JSON, READERS) == ONE


def test_fields_can_be_left_out() -> None:
    assert encode(ONE, frozenset({"parts", "first"})) == {"seats": [1, 3], "lay": "BGR@4,-2>", "share": 0.5}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seats": [0]}, r"outer.seats\[0\] is a seat, a whole number from 1, not 0"),
        ({"seats": [True]}, "is a seat"),
        ({"seats": 3}, "outer.seats is a list, not 3"),
        ({"parts": [{"seat": 1, "pair": [1]}]}, r"outer.parts\[0\].pair has 2 parts, not 1"),
        ({"parts": [{"seat": 1, "pair": ["1", "x"]}]}, r"pair\[0\] is a whole number, not '1'"),
        ({"parts": [{"seat": 1}]}, r"outer.parts\[0\] lacks the field 'pair'"),
        ({"parts": [3]}, r"outer.parts\[0\] is an object, not 3"),
        ({"lay": "BGX@4,-2>"}, "outer.lay: "),
        ({"lay": 7}, "outer.lay: "),
        ({"share": "much"}, "outer.share is a number, not 'much'"),
        ({"shape": 1}, "outer has no field 'shape'"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(SchemaError, match=reason):
        decode(Outer, {**JSON, **change}, READERS)


def test_a_type_without_json_is_refused() -> None:
    @dataclass(frozen=True)
    class Odd:
        names: set[str]

    with pytest.raises(TypeError, match="there is no JSON for"):
        encode(Odd({"x"}))


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 10**6))
def test_a_view_survives_its_json(name: str, seed: int) -> None:
    """Whoever reads it back sees the same, and can imagine the same worlds."""
    game, state = GAMES[name], midway(name, seed)
    for seat in (None, *range(state.options.players)):
        view = state.view(seat)
        text = json.dumps(view.to_json())
        again = game.view_type.from_json(json.loads(text))
        assert again == view
        assert json.dumps(again.to_json()) == text
        if seat is not None:
            world, same = (game.sample(each, Generator(seed)) for each in (view, again))
            assert [world.view(other) for other in range(state.options.players)] == [
                same.view(other) for other in range(state.options.players)
            ]


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 10**6))
def test_views_encoded_together_are_as_encoded_alone(name: str, seed: int) -> None:
    state = midway(name, seed)
    seats = [None, *range(state.options.players)]
    shared, parts = encode_apart(*state.views_apart(seats))
    assert [shared | part for part in parts] == [view.to_json() for view in state.views(seats)]
    assert all(shared.keys().isdisjoint(part) for part in parts), (
        "JSON that is written in two parts names nothing twice"
    )


@pytest.mark.parametrize("name", GAMES)
def test_every_event_that_happens_is_in_the_schema(name: str) -> None:
    """A new kind of event must be listed, or clients would not know it."""
    game, happened = GAMES[name], set()
    for seed in range(12):
        state, rng = midway(name, seed), Generator(seed)
        while state.outcome is None:
            happened |= {type(event) for event in state.apply(*random_action(state, rng))}
    assert happened <= set(game.event_types)
    assert len(happened) > 4


def test_a_view_of_the_other_game_is_refused() -> None:
    view = chromino.new(seed=1).view(0).to_json()
    with pytest.raises(SchemaError, match=r"view\.game is 'florentine', not 'chromino'"):
        florentine.View.from_json(view)


def test_a_damaged_view_is_refused() -> None:
    """C13: whatever is missing or of a wrong type, with its place; nothing is read in part."""
    view = chromino.new(seed=1).view(0).to_json()
    for name in [field.name for field in fields(chromino.View)]:
        damaged = deepcopy(view)
        del damaged[name]
        with pytest.raises(SchemaError, match=f"view lacks the field '{name}'"):
            chromino.View.from_json(damaged)
        damaged[name] = {"wrong": 1}
        with pytest.raises(SchemaError, match=f"view.{name}"):
            chromino.View.from_json(damaged)


@pytest.mark.parametrize("name", GAMES)
def test_no_private_field_is_in_the_schema(name: str) -> None:
    game = GAMES[name]
    for kind in (game.view_type, *game.event_types):
        assert not [field.name for field in fields_of(kind) if field.name.startswith("_")]
