"""The levels by their names."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple, Protocol

from tessella.bots.budget import LONGEST, MOST_ROLLOUTS, Budget, read_budget
from tessella.bots.contract import Bot
from tessella.bots.simple import Careless
from tessella.core import Game, Generator, OptionError, Options
from tessella.core.validation import listing

LEVELS = ("beginner", "casual", "steady", "sharp", "master")
"""From the weakest to the strongest; each also goes by its number, from 1."""

Maker = Callable[[str, Budget | None], Bot]
"""Makes a bot of this name, with this budget (None: the usual one)."""


def _careless(name: str, budget: Budget | None) -> Bot:
    return Careless()


def makers(game: Game) -> Mapping[str, Maker]:
    """What there is for a game: the levels, and others to compare them with."""
    found: Mapping[str, Maker] = import_module(f"tessella.games.{game.name}.bots.players").MAKERS
    return {"random": _careless, **found}


def names(game: Game) -> list[str]:
    """The bots there are for a game, the levels first."""
    found = makers(game)
    return [*LEVELS, *(name for name in found if name not in LEVELS)]


def bot_named(game: Game, name: str) -> Bot:
    """The bot of this name; `OptionError` names those there are.

    A budget for each choice may follow: rollouts ("master:500") or CPU time ("master:50ms", "master:2s").
    """
    level, colon, text = name.partition(":")
    if level in [str(number) for number in range(1, len(LEVELS) + 1)]:
        level = LEVELS[int(level) - 1]
    found = makers(game)
    if level not in found:
        raise OptionError(f"there is no bot {level!r} for {game.name}; there are {listing(names(game))}")
    budget = read_budget(text) if colon else None
    if colon and budget is None:
        shown = repr(text) if len(text) <= 20 else "that"
        raise OptionError(
            f"a bot's budget is a number of rollouts, like {level}:500 (1 to {MOST_ROLLOUTS}), or CPU time for each "
            f"choice, like {level}:50ms or {level}:2s (1ms to {LONGEST:.0f}s), not {shown}"
        )
    return found[level](level + colon + text, budget)


class Contested(NamedTuple):
    """How a game between bots went."""

    first: int
    """The seat that began."""
    winners: tuple[int, ...]
    asked: list[int]
    """How often each seat was asked."""


class Contest(Protocol):
    """A faster way to play games between certain bots: what comes out is the same."""

    def play(self, seed: str, seating: Sequence[int], lucks: Sequence[Generator]) -> Contested:
        """A game of the bots, seated by their numbers."""


def contest(game: Game, options: Options, bots: Sequence[Bot]) -> Contest | None:
    """A faster way to play these bots against each other, if there is one."""
    made: Contest | None = import_module(f"tessella.games.{game.name}.bots.players").contest(options, bots)
    return made
