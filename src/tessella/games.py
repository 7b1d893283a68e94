"""The games there are, by name."""

from collections.abc import Mapping

from tessella import chromino
from tessella.core import Game, OptionError

GAMES: Mapping[str, Game] = {chromino.GAME.name: chromino.GAME}


def game_named(name: str) -> Game:
    """A game by its name; `OptionError` names the games there are."""
    if name not in GAMES:
        raise OptionError(f"there is no game {name!r}; the games are {', '.join(GAMES)}")
    return GAMES[name]
