"""Bots by their names: the levels of every game, and others to compare them with."""

from collections.abc import Mapping, Sequence

from tessella.bots.budget import LONGEST, MOST_ROLLOUTS, Budget, read_budget
from tessella.bots.contract import Bot, BotFactory, Contest
from tessella.bots.imported import PLUGINS, import_bot, is_imported, split
from tessella.bots.simple import RandomBot
from tessella.core import Game, OptionError, Options
from tessella.core.validation import listing

LEVELS = ("beginner", "casual", "steady", "sharp", "master")
"""From the weakest to the strongest; each also goes by its number, from 1."""


def _random(name: str, budget: Budget | None) -> Bot:
    return RandomBot()


def _factories(game: Game) -> Mapping[str, BotFactory]:
    """The bots of a game. Every game has `random`, which needs to know nothing of it."""
    return {"random": _random, **({} if game.bots is None else game.bots.factories)}


def levels_of(game: Game) -> list[str]:
    """The levels there are for a game, from the weakest; none for a game without bots of its own."""
    return [level for level in LEVELS if level in _factories(game)]


def names(game: Game) -> list[str]:
    """The bots there are for a game: the levels, the others, and those of other packages that take no other's name."""
    own = [*levels_of(game), *(name for name in _factories(game) if name not in LEVELS)]
    return own + [name for name in PLUGINS.names(game) if name not in own]


def bot_named(game: Game, name: str) -> Bot:
    """The bot of this name; `OptionError` names those there are.

    A name is that of a level or another bot of the game, that of an entry point of the group `tessella.bots`, or
    `module:Class`. A budget for each choice may follow: rollouts ("master:500") or CPU time ("master:50ms").

    `module:Class` imports code. Text from a network is not such a name: see `level_bot`.
    """
    level, colon, text = name.partition(":")
    if level in [str(number) for number in range(1, len(LEVELS) + 1)]:
        level = LEVELS[int(level) - 1]
    factories = _factories(game)
    if is_imported(name) and level not in factories and level not in PLUGINS.names(game):
        target, behind = split(name)
        return import_bot(game, name, target, None if behind is None else _budget(target, behind))
    if level in factories:
        return factories[level](level + colon + text, _budget(level, text) if colon else None)
    if level in PLUGINS.names(game):
        return PLUGINS.make(game, level, _budget(level, text) if colon else None, name)
    broken = PLUGINS.failures.get(level)
    raise OptionError(
        f"there is no bot {level!r} for {game.name}{f' ({broken})' if broken else ''}; there are {listing(names(game))}"
    )


def module_of(game: Game, name: str) -> str | None:
    """The module that a bot of this name is imported from; None for one of ours."""
    level = name.partition(":")[0]
    if level in _factories(game):
        return None
    if level not in PLUGINS.names(game) and is_imported(name):
        return level
    return PLUGINS.module_of(level)


def _budget(bot: str, text: str) -> Budget:
    budget = read_budget(text)
    if budget is None:
        shown = repr(text) if len(text) <= 20 else "that"
        raise OptionError(
            f"a bot's budget is a number of rollouts, like {bot}:500 (1 to {MOST_ROLLOUTS}), or CPU time for each "
            f"choice, like {bot}:50ms or {bot}:2s (1ms to {LONGEST:.0f}s), not {shown}"
        )
    return budget


def level_bot(game: Game, level: str) -> Bot:
    """The bot of a level; `random` for a game without bots of its own, so that a seat can always be played."""
    if level not in LEVELS:
        raise OptionError(f"there is no level {level!r}; the levels are {listing(LEVELS)}")
    return bot_named(game, level if game.bots is not None else "random")


def contest(game: Game, options: Options, bots: Sequence[Bot]) -> Contest | None:
    """A faster way to play these bots against each other, if there is one."""
    return None if game.bots is None else game.bots.contest(options, bots)
