"""Every choice of options that a table can make (C37), for hypothesis and for long random runs."""

from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

from tessella.core import Generator, Options
from tessella.games import chromino

CHOICES: dict[str, Sequence[Any]] = {
    "draw_limit": (1, 2, 3, 5, None),
    "draw_when_able": ("no", "last-tile-shown", "yes"),
    "hands": ("hidden", "open"),
    "scoring": ("none", "expert", "contacts"),
    "junior": ("no", "ends", "squares"),
    "draw_on": ("must", "may"),
}
"""What any edition can be combined with; for each the first stands for most tables."""


def _options(pick: Callable[[Sequence[Any]], Any], **fixed: Any) -> chromino.Options:
    edition = fixed.pop("edition", None) or pick(sorted(chromino.EDITIONS))
    data = chromino.EDITIONS[edition]
    players = fixed.pop("players", None) or pick(range(data.fewest, data.most + 1))
    choices = {}
    for name, values in CHOICES.items():
        # Half of the tables leave an option as its edition has it.
        if name in fixed:
            choices[name] = fixed[name]
        elif pick((False, True)):
            choices[name] = pick(values)
    if data.options.first != "drawn":
        choices["first"] = pick(("random", *range(players)))
    return chromino.options(edition, players, **choices)


def any_options(**fixed: Any) -> st.SearchStrategy[Options]:
    """Options for hypothesis, but for those that are fixed."""

    @st.composite
    def drawn(draw: st.DrawFn) -> Options:
        return _options(lambda values: draw(st.sampled_from(values)), **fixed)

    return drawn()


def random_options(rng: Generator, **fixed: Any) -> chromino.Options:
    """Options drawn from a generator, but for those that are fixed."""
    return _options(rng.choice, **fixed)
