"""Florentine Dominoes: lay square cards, close spaces, collect gems.

>>> from tessella import florentine
>>> game = florentine.new(players=3, seed=7)
>>> game.view(0).seats[0].colour
'red'
"""

from typing import Any

from tessella.florentine.game import GAME
from tessella.florentine.notation import Aside, Black, Lay, Pass, parse
from tessella.florentine.rules import EDITIONS, Options, options
from tessella.florentine.sampling import sample
from tessella.florentine.state import State
from tessella.florentine.view import SeatView, Space, View

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
