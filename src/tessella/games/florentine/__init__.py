"""Florentine Dominoes: lay square cards, close spaces, collect gems.

>>> from tessella.games import florentine
>>> game = florentine.new(players=3, seed=7)
>>> game.view(0).seats[0].colour
'red'
"""

from typing import Any

from tessella.games.florentine.game import GAME
from tessella.games.florentine.notation import Aside, Black, Lay, Pass, parse
from tessella.games.florentine.rules import EDITIONS, Options, options
from tessella.games.florentine.sampling import sample
from tessella.games.florentine.state import State
from tessella.games.florentine.view import SeatView, Space, View

__all__ = [
    "EDITIONS",
    "GAME",
    "Aside",
    "Black",
    "Lay",
    "Options",
    "Pass",
    "SeatView",
    "Space",
    "State",
    "View",
    "new",
    "options",
    "parse",
    "sample",
]


def new(edition: str = "classic", players: int = 2, seed: str | int | None = None, **choices: Any) -> State:
    """A game ready for its first turn: `new(players=4, colours="random")`; see `Options` for the choices."""
    return State.new(options(edition, players, **choices), seed)
