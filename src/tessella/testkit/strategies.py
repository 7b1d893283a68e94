"""Random games for hypothesis: options, a seed, and small numbers that choose the actions.

A failing game shrinks to fewer actions, and to actions earlier in the list.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tessella.core import Action, Event, Game, Generator, NotationError, Options, State
from tessella.core.extras import needed

with needed("testkit", "tessella.testkit", "hypothesis"):
    from hypothesis import strategies as st

LARGEST_CHOICE = 999
"""Reaches most actions of a long list, and has few digits to read in a failing example."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The beginning of a game: options, seed and choices."""

    options: Options
    seed: int
    choices: tuple[int, ...]
    """A number for each action; see `choose`."""


class Step(NamedTuple):
    """An action of a walk, and the state after it. The first step has no action: the state is as dealt."""

    state: State
    """Always the same object, changed by each step."""
    seat: int | None
    action: Action | None
    events: list[Event]


def choose(state: State, number: int) -> tuple[int, Action]:
    """A legal action, chosen by a number; 0 is the first action of the seat on turn.

    Every seat that can act is equally likely, so that rare actions (claims, calls) are tried, too.
    """
    seats = state.actors()
    seat = seats[number % len(seats)]
    legal = state.legal(seat)
    return seat, legal[number // len(seats) % len(legal)]


def play(game: Game, walk: Walk) -> Iterator[Step]:
    """Play a walk step by step; stop early when the game is over."""
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
    """A strategy for walks of so many actions, with any of these options."""
    settings = options if isinstance(options, st.SearchStrategy) else st.sampled_from(options)
    numbers = st.integers(0, LARGEST_CHOICE)
    # The length is drawn first: lists of any length would mostly be short.
    lists = st.integers(shortest, longest).flatmap(lambda n: st.lists(numbers, min_size=n, max_size=n))
    return st.builds(Walk, settings, st.integers(0, 2**32), lists.map(tuple))


def random_walk(options: Options, rng: Generator, length: int) -> Walk:
    """A walk without hypothesis, for long runs that need no shrinking."""
    return Walk(options, rng.below(2**32), tuple(rng.below(LARGEST_CHOICE + 1) for _ in range(length)))


def misspelt(texts: Sequence[str], rng: Generator, count: int) -> list[str]:
    """Variants of texts: with another number, a character changed or removed, or the end of another text."""
    alphabet = sorted(set("".join(texts)) | set("019-# \t*"))
    return [_misspelt(rng.choice(texts), rng.choice(texts), alphabet, rng) for _ in range(count)]


def _misspelt(text: str, other: str, alphabet: Sequence[str], rng: Generator) -> str:
    numbers = list(re.finditer(r"-?[0-9]+", text))
    if numbers and rng.below(2):  # a near number is the most likely mistake
        number = rng.choice(numbers)
        return f"{text[: number.start()]}{int(number[0]) + rng.choice((-3, -2, -1, 1, 2, 3))}{text[number.end() :]}"
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
    """The actions among some texts. The other texts must raise `NotationError`, and no other error."""
    actions = []
    for text in texts:
        try:
            actions.append(game.parse(text))
        except NotationError:
            continue
    return actions
