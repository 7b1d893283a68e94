"""Hints: what the strongest bot would do, and why. It gets the view of a seat, and so knows no more than its player."""

from typing import NamedTuple

from tessella.bots.contract import Fact
from tessella.bots.levels import LEVELS, level_bot
from tessella.core import Action, Game, Generator, OptionError, View

MOST_FACTS = 2
"""A reason is one line."""
CODES = ("only", "best")
"""The facts that every game has: it is the only choice, or the best of `n` by many games played on."""


class Hint(NamedTuple):
    """A suggestion for a seat on turn."""

    action: Action
    facts: tuple[Fact, ...]
    """What speaks for it, the most important first."""


def hint(game: Game, view: View, rng: Generator) -> Hint:
    """What the strongest bot would do with this view; `OptionError` if the game has no bots."""
    if game.bots is None:
        raise OptionError(f"{game.name} has no bots that could give a hint")
    action = level_bot(game, LEVELS[-1]).choose(view, rng)
    assert action is not None, "on turn a bot chooses something"
    if len(view.legal) == 1:
        return Hint(action, (Fact("only"),))
    facts = game.bots.reasons(view, action, rng)[:MOST_FACTS]
    return Hint(action, tuple(facts) or (Fact("best", {"n": len(view.legal)}),))
