"""Games at random for hypothesis: options, a seed, and small numbers that choose what is done.

A failing game shrinks: fewer actions, and the first one of the list in place of a later one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hypothesis import strategies as st

from tessella.core import Action, Event, Game, Generator, NotationError, Options, State

LARGEST_CHOICE = 999
"""Enough to reach most actions of a long list, and few digits to read in a failing example."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A way through a game, as far as its choices go."""

    options: Options
    seed: int
    choices: tuple[int, ...]
    """A number for each action; see `choose`."""


class Step(NamedTuple):
    """An action of a walk, and the state after it. The first step has no action: the state is as dealt."""

    state: State
    """Always the same object, which moves on with the walk."""
    seat: int | None
    action: Action | None
    events: list[Event]


def choose(state: State, number: int) -> tuple[int, Action]:
    """Something that can be done now, by a number; 0 is the first action of the seat on turn.

    Every seat that can act is as likely as the others, so that rare actions (claims, calls) are not drowned.
    """
    seats = state.actors()
    seat = seats[number % len(seats)]
    legal = state.legal(seat)
    return seat, legal[number // len(seats) % len(legal)]


def play(game: Game, walk: Walk) -> Iterator[Step]:
    """Play a walk, step by step; it stops early when the game is over."""
    state = game.new(walk.options, walk.seed)
    yield Step(state, None, None, [])
    for number in walk.choices:
        if state.turn is None:
            return
        seat, action = choose(state, number)
        yield Step(state, seat, action, state.apply(seat, action))


def walks(
    options: st.SearchStrategy[Options] | Sequence[Options], longest: int = 120, shortest: int = 0
) -> st.SearchStrategy[Walk]:
    """Walks of so many actions, by any of these options."""
    settings = options if isinstance(options, st.SearchStrategy) else st.sampled_from(options)
    numbers = st.integers(0, LARGEST_CHOICE)
    # The length is drawn first: lists of a free length would mostly be short ones.
    lists = st.integers(shortest, longest).flatmap(lambda n: st.lists(numbers, min_size=n, max_size=n))
    return st.builds(Walk, settings, st.integers(0, 2**32), lists.map(tuple))


def random_walk(options: Options, rng: Generator, length: int) -> Walk:
    """A walk without hypothesis, for long runs where shrinking does not matter."""
    return Walk(options, rng.below(2**32), tuple(rng.below(LARGEST_CHOICE + 1) for _ in range(length)))


def misspelt(texts: Sequence[str], rng: Generator, how_many: int) -> list[str]:
    """Texts like these with something else in them: a number near by, a character changed or lost, another's end."""
    alphabet = sorted(set("".join(texts)) | set("019-# \t*"))
    return [_misspelt(rng.choice(texts), rng.choice(texts), alphabet, rng) for _ in range(how_many)]


def _misspelt(text: str, other: str, alphabet: Sequence[str], rng: Generator) -> str:
    numbers = list(re.finditer(r"-?[0-9]+", text))
    if numbers and rng.below(2):  # what lies near by is the most likely to be taken by mistake
        found = rng.choice(numbers)
        return f"{text[: found.start()]}{int(found[0]) + rng.choice((-3, -2, -1, 1, 2, 3))}{text[found.end() :]}"
    i, j = rng.below(len(text) + 1), rng.below(len(other) + 1)
    letter = rng.choice(alphabet)
    return rng.choice(
        [
            text[:i] + letter + text[i + 1 :],
            text[:i] + letter + text[i:],
            text[:i] + text[i + 1 :],
            text[:i] + text[max(0, i - 1) :],
            text[:i] + other[j:],
            text[::-1],
            text.swapcase(),
        ]
    )


def readable(game: Game, texts: Iterable[str]) -> list[Action]:
    """The actions among some texts. The others must be refused as what they are: with `NotationError`."""
    found = []
    for text in texts:
        try:
            found.append(game.parse(text))
        except NotationError:
            continue
    return found
