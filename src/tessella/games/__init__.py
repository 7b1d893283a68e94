"""The games there are, by name."""

from collections.abc import Mapping

from tessella.core import Game, OptionError
from tessella.games import chromino, florentine

GAMES: Mapping[str, Game] = {game.name: game for game in (chromino.GAME, florentine.GAME)}


def game_named(name: str) -> Game:
    """A game by its name; `OptionError` names the games there are."""
    if name not in GAMES:
        raise OptionError(f"there is no game {name!r}; the games are {', '.join(GAMES)}")
    return GAMES[name]
