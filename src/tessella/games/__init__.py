"""The registry: the only place that lists the games.

A game is an entry point: its name is the game's, and it points to the `Game` object. Those of this project are listed
here; other packages add theirs in their metadata, in the group `tessella.games`. A game is imported when it is first
needed.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from tessella.core import Game, OptionError

if TYPE_CHECKING:
    from tessella.games import chromino, florentine

__all__ = [
    "BUILT_IN",
    "DEFAULT",
    "GAMES",
    "GROUP",
    "Registry",
    "chromino",
    "florentine",
    "game_named",
    "register",
    "registered",
]

GROUP = "tessella.games"
"""The entry-point group of games from other packages."""
OWN = {
    "chromino": EntryPoint("chromino", "tessella.games.chromino:GAME", GROUP),
    "florentine": EntryPoint("florentine", "tessella.games.florentine:GAME", GROUP),
}
"""The games of this project in the order in which people see them."""
BUILT_IN = tuple(OWN)
"""Their names."""
DEFAULT = BUILT_IN[0]
"""The game that is meant where none is named."""

log = logging.getLogger(__name__)


class Registry(Mapping[str, Game]):
    """The games by their names: the built-in ones, then those of other packages, then those registered by hand.

    A plug-in that cannot be used is logged as a warning and listed in `failures`; the other games are not affected.
    """

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self._failures: dict[str, str] | None = None
        """None until the plug-ins are loaded."""

    def __getitem__(self, name: str) -> Game:
        if name not in self._games:
            if name in OWN:
                self._games[name] = OWN[name].load()
            else:
                self._load_plugins()
        return self._games[name]

    def __iter__(self) -> Iterator[str]:
        yield from BUILT_IN
        self._load_plugins()
        yield from [name for name in self._games if name not in BUILT_IN]

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def failures(self) -> Mapping[str, str]:
        """The plug-ins that cannot be used, by their names, and why."""
        return self._load_plugins()

    def add(self, game: Game) -> None:
        """Add a game; `OptionError` if its name is taken."""
        if game.name in self:
            raise OptionError(f"there is a game {game.name!r} already: give this one another name")
        self._games[game.name] = game

    def remove(self, name: str) -> None:
        """Remove a game that was added; the built-in ones stay."""
        del self._games[name]

    def _load_plugins(self) -> Mapping[str, str]:
        if self._failures is None:
            self._failures = {}  # first: a plug-in may look at the registry while it is loaded
            for point in entry_points(group=GROUP):
                reason = self._load(point)
                if reason is not None:
                    self._failures[point.name] = reason
                    log.warning("the game %r of the package %s is left out: %s", point.name, _package(point), reason)
        return self._failures

    def _load(self, point: EntryPoint) -> str | None:
        """Add the game of an entry point. If that is not possible, return why."""
        if point.name in BUILT_IN or point.name in self._games:
            return "there is another game of this name"
        try:
            game = point.load()
        except Exception as error:  # whatever a plug-in does wrong must not stop the other games
            return f"{point.value} cannot be imported: {error!r}"
        if not isinstance(game, Game):
            return f"{point.value} is not a tessella.core.Game"
        if game.name != point.name:
            return f"{point.value} calls itself {game.name!r}; the entry point must have the same name"
        self._games[game.name] = game
        return None


def _package(point: EntryPoint) -> str:
    return "?" if point.dist is None else point.dist.name


GAMES = Registry()


def game_named(name: str) -> Game:
    """A game by its name; `OptionError` names the games there are."""
    if name not in GAMES:
        broken = GAMES.failures.get(name)
        because = f" ({broken})" if broken else ""
        raise OptionError(f"there is no game {name!r}{because}; the games are {', '.join(GAMES)}")
    return GAMES[name]


def register(game: Game) -> None:
    """Add a game in this process; `OptionError` if its name is taken.

    Other processes, such as those of the arena and the server, know only the games with an entry point.
    """
    GAMES.add(game)


@contextmanager
def registered(game: Game) -> Iterator[Game]:
    """Add a game for as long as the context lasts."""
    register(game)
    try:
        yield game
    finally:
        GAMES.remove(game.name)
