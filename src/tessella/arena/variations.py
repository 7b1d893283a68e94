"""Variations of a match: the same bots with one option changed."""

from dataclasses import replace

from tessella.arena.figures import ALPHA, Estimate, quantile
from tessella.arena.match import Match
from tessella.arena.result import Result
from tessella.core import OptionError

PART = 10
"""A variation plays this part of the match's games."""


def variations(match: Match) -> dict[str, Match]:
    """The match with each single option changed, by the change; each has a tenth of its length."""
    game, options = match.read()
    agreed = options.to_text()
    changed: dict[str, Match] = {}
    for name, value in game.variations:
        if agreed.get(name) == value:
            continue
        # An edition settles all the rest; anything else is changed in what was agreed.
        texts = {name: value, "players": agreed["players"]} if name == "edition" else {**agreed, name: value}
        for other in game.resets.get(name, ()):
            texts.pop(other, None)
        try:
            options = game.read_options(texts)
        except OptionError:  # not in this edition
            continue
        changed[f"{name} {value}"] = replace(match, options=tuple(options.to_text().items()))
    return {
        label: replace(each, games=max(match.games // PART // len(each.lineups), 1)) for label, each in changed.items()
    }


def length_of(result: Result) -> Estimate:
    """The mean number of actions of a game, with a 95 % interval.

    The games of a deal are not independent, and the lengths are not kept by deal. But the mean of a deal varies no more
    than its games do: with one observation for each deal, the interval is at least as wide as it must be.
    """
    mean = result.length
    spread = sum(games * (length - mean) ** 2 for length, games in result.lengths) / max(result.games - 1, 1)
    reach = quantile(ALPHA, result.deals - 1) * (spread / result.deals) ** 0.5
    return Estimate(mean, max(mean - reach, 0.0), mean + reach)
