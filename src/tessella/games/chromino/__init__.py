"""Chromino: lay three-square tiles with at least two contacts of the same colour. All editions.

>>> from tessella.games import chromino
>>> game = chromino.new("classic", players=3, seed=7)
>>> game.turn
0
"""

from typing import Any

from tessella.games.chromino.game import GAME
from tessella.games.chromino.notation import Call, Claim, Draw, Lay, Pass, Spot, parse
from tessella.games.chromino.rules import EDITIONS, Options, options
from tessella.games.chromino.sampling import sample
from tessella.games.chromino.state import State
from tessella.games.chromino.view import SeatView, View

__all__ = [
    "EDITIONS",
    "GAME",
    "Call",
    "Claim",
    "Draw",
    "Lay",
    "Options",
    "Pass",
    "SeatView",
    "Spot",
    "State",
    "View",
    "new",
    "options",
    "parse",
    "sample",
]


def new(edition: str = "classic", players: int = 2, seed: str | int | None = None, **choices: Any) -> State:
    """A game ready for its first turn: `new("classic", players=4, scoring="expert")`; see `Options` for the choices."""
    return State.new(options(edition, players, **choices), seed)
