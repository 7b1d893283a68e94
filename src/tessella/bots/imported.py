"""Bots from elsewhere: a class of any module, named `module:Class`, or one that a package offers by an entry point.

An entry point of the group `tessella.bots` has the bot's name and points to its class, or to a function that makes it.
A broken one is listed in `Plugins.failures` and stops no other.
"""

import inspect
import logging
import os
import re
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from tessella.bots.budget import Budget
from tessella.bots.contract import Bot
from tessella.core import Action, Game, Generator, OptionError, View

GROUP = "tessella.bots"
"""The entry-point group of bots from other packages."""
NAMED = re.compile(r"([A-Za-z_]\w*(?:\.\w+)*):([A-Za-z_]\w*(?:\.\w+)*)(?::(.*))?", re.DOTALL)
"""`module:Class`, perhaps with a budget behind another colon."""

log = logging.getLogger(__name__)


class ImportedBot(Bot):
    """A bot of another package. It goes by the name by which it was chosen, whatever it calls itself."""

    def __init__(self, name: str, player: Any) -> None:
        self.name = name
        self.player = player

    def choose(self, view: View, rng: Generator) -> Action | None:
        """What the other package's bot chooses."""
        action: Action | None = self.player.choose(view, rng)
        return action


def is_imported(name: str) -> bool:
    """Whether a name is of the form `module:Class`. A budget begins with a digit, so `master:500` is not.

    A name like `master:x` is, though it can only be meant as a budget: `bot_named` looks for known names first.
    """
    return NAMED.fullmatch(name) is not None


def split(name: str) -> tuple[str, str | None]:
    """`module:Class` and the text of the budget, if there is one."""
    match = NAMED.fullmatch(name)
    assert match is not None
    return f"{match[1]}:{match[2]}", match[3]


def import_bot(game: Game, name: str, target: str, budget: Budget | None) -> Bot:
    """The bot that `module:Class` makes. The module may be in the current folder."""
    return make(game, name, target, _load(target), budget)


def _load(target: str) -> Any:
    module_name, _, path = target.partition(":")
    folder = os.getcwd()
    if folder not in sys.path and "" not in sys.path:
        # The installed command does not look into the current folder by itself. At the end: it must hide no module.
        sys.path.append(folder)
    try:
        value: Any = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise OptionError(f"the bot {target} cannot be imported: {error!r}") from error
        raise OptionError(
            f"there is no module {error.name!r} for the bot {target}: it must be installed, or in the current folder"
        ) from None
    except Exception as error:  # whatever a module does wrong
        raise OptionError(f"the bot {target} cannot be imported: {error!r}") from error
    for part in path.split("."):
        if not hasattr(value, part):
            raise OptionError(f"the module {module_name} has no {path!r}: a bot is named module:Class")
        value = getattr(value, part)
    return value


def make(game: Game, name: str, target: str, value: Any, budget: Budget | None) -> Bot:
    """Make a bot of a class or a function: it is called with those of `game`, `name` and `budget` that it takes."""
    if not isinstance(value, type) and callable(getattr(value, "choose", None)):
        player = value
        if budget is not None:
            raise OptionError(f"{target} is a bot already and takes no budget: leave it out")
    else:
        player = _call(target, value, {"game": game, "name": name, "budget": budget})
    if not callable(getattr(player, "choose", None)):
        raise OptionError(f"{target} makes no bot: it needs a method choose(view, rng), as tessella.bots.Bot has it")
    return ImportedBot(name, player)


def _call(target: str, value: Callable[..., Any], known: Mapping[str, Any]) -> Any:
    if not callable(value):
        raise OptionError(f"{target} is no class and no function, but {type(value).__name__}")
    try:
        parameters = list(inspect.signature(value).parameters.values())
    except (TypeError, ValueError):  # some classes that are written in C have none
        parameters = []
    named = [each for each in parameters if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)]
    missing = [each.name for each in named if each.name not in known and each.default is each.empty]
    if missing:
        raise OptionError(
            f"{target} takes {', '.join(missing)}, which the arena does not know: a bot is made without arguments, or "
            "with any of game, name and budget"
        )
    taken = {each.name: known[each.name] for each in named if each.name in known}
    if known["budget"] is not None and "budget" not in taken:
        raise OptionError(f"{target} takes no budget: leave it out, or give it a parameter named budget")
    positional = [taken.pop(each.name) for each in named if each.kind is each.POSITIONAL_ONLY and each.name in taken]
    try:
        return value(*positional, **taken)
    except OptionError:
        raise
    except Exception as error:  # whatever another package does wrong
        raise OptionError(f"{target} cannot be made: {error!r}") from error


class Plugins:
    """The bots of other packages by their names. They are loaded when one of them is first needed."""

    def __init__(self) -> None:
        self._values: dict[str, tuple[EntryPoint, Any]] | None = None
        self._failures: dict[str, str] = {}

    @property
    def failures(self) -> Mapping[str, str]:
        """The entry points that cannot be used, by their names, and why."""
        self._loaded()
        return self._failures

    def names(self, game: Game) -> list[str]:
        """The bots for a game: a class that plays only some games lists them in its attribute `games`."""
        return [
            name for name, (_, value) in self._loaded().items() if game.name in getattr(value, "games", [game.name])
        ]

    def packages(self) -> dict[str, str]:
        """For each bot the package that it comes from."""
        return {name: "?" if point.dist is None else point.dist.name for name, (point, _) in self._loaded().items()}

    def make(self, game: Game, name: str, budget: Budget | None, full_name: str) -> Bot:
        """Make the bot of this name."""
        point, value = self._loaded()[name]
        return make(game, full_name, point.value, value, budget)

    def module_of(self, name: str) -> str | None:
        """The module of the bot of this name; None if there is no such bot."""
        loaded = self._loaded().get(name)
        return None if loaded is None else loaded[0].module

    def _loaded(self) -> Mapping[str, tuple[EntryPoint, Any]]:
        if self._values is None:
            self._values = {}
            for point in entry_points(group=GROUP):
                reason = self._load(point)
                if reason is not None:
                    self._failures[point.name] = reason
                    log.warning("the bot %r is left out: %s", point.name, reason)
        return self._values

    def _load(self, point: EntryPoint) -> str | None:
        """Load an entry point. If that is not possible, return why."""
        assert self._values is not None
        if not re.fullmatch(r"[A-Za-z][\w.-]*", point.name):
            return "the name of a bot is a word that begins with a letter"
        if point.name in self._values:
            return "there is another bot of this name"
        try:
            value = point.load()
        except Exception as error:  # whatever a plug-in does wrong must not stop the others
            return f"{point.value} cannot be imported: {error!r}"
        if not callable(value) and not callable(getattr(value, "choose", None)):
            return f"{point.value} is no class and no function that makes a bot"
        self._values[point.name] = (point, value)
        return None


PLUGINS = Plugins()
