"""Every choice of options that a table can make (F3, F4, F6), for hypothesis and for long random runs."""

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

from hypothesis import strategies as st

from tessella.core import Generator, Options
from tessella.games import florentine
from tessella.games.florentine.cards import COLOUR_NAMES
from tessella.games.florentine.deck import CARDS, reconstruction

LETTERS = "RrBbGgOo"
SYMMETRIC = [
    *(4 * a for a in LETTERS),
    *(2 * (a + b) for i, a in enumerate(LETTERS) for b in LETTERS[i + 1 :]),
]
"""Every card that looks the same when it is turned half round, or already a quarter (F7)."""


def _card(letters: Sequence[str], rng: Generator) -> str:
    return "".join(rng.choice(letters) for _ in range(4))


def _few_colours(rng: Generator) -> list[str]:
    """Two colours or three, with gems and without: nearly everything fits."""
    colours = list("rbgo")
    rng.shuffle(colours)
    few = colours[: 2 + rng.below(2)]
    return [_card([*few, *(letter.upper() for letter in few)], rng) for _ in range(CARDS)]


def _alike(rng: Generator) -> list[str]:
    """A few kinds of cards, each many times."""
    kinds = [_card(LETTERS, rng) for _ in range(1 + rng.below(8))]
    return [rng.choice(kinds) for _ in range(CARDS)]


def _apart(rng: Generator) -> list[str]:
    """Few cards of two colours and many of the two others, which never fit beside each other (F11)."""
    few = 1 + rng.below(8)
    return [_card("RrBb" if number < few else "GgOo", rng) for number in range(CARDS)]


DECKS: dict[str, Callable[[Generator], Sequence[str]]] = {
    "reconstruction": lambda rng: reconstruction(),
    "any": lambda rng: [_card(LETTERS, rng) for _ in range(CARDS)],
    "few colours": _few_colours,
    "alike": _alike,
    "symmetric": lambda rng: [rng.choice(SYMMETRIC) for _ in range(CARDS)],
    "half symmetric": lambda rng: [rng.choice((rng.choice(SYMMETRIC), _card(LETTERS, rng))) for _ in range(CARDS)],
    "apart": _apart,
}
"""Kinds of decks; the first is what most tables play with (F3)."""
VARIETY = 4
"""How many decks of each kind: few, since the engine keeps tables of 32 decks only."""


def deck(kind: str, number: int) -> Sequence[str]:
    """One of the decks of a kind."""
    return DECKS[kind](Generator(number))


def _options(pick: Callable[[Sequence[Any]], Any], **fixed: Any) -> florentine.Options:
    players = fixed.get("players") or pick((2, 3, 4))
    choices: dict[str, Any] = {
        "first": fixed["first"] if "first" in fixed else pick(("random", *range(players))),
        "colours": fixed.get("colours") or pick(("random", *permutations(COLOUR_NAMES, players))),
        "deck": fixed.get("deck") or deck(fixed.get("kind") or pick(list(DECKS)), pick(range(VARIETY))),
    }
    # Half of the tables leave the colours as they are.
    if "colours" not in fixed and pick((False, True)):
        del choices["colours"]
    return florentine.options(players=players, **choices)


def any_options(**fixed: Any) -> st.SearchStrategy[Options]:
    """Options for hypothesis, but for those that are fixed; `kind` fixes the kind of the deck."""

    @st.composite
    def drawn(draw: st.DrawFn) -> Options:
        return _options(lambda values: draw(st.sampled_from(values)), **fixed)

    return drawn()


def random_options(rng: Generator, **fixed: Any) -> florentine.Options:
    """Options drawn from a generator, but for those that are fixed; `kind` fixes the kind of the deck."""
    return _options(rng.choice, **fixed)
