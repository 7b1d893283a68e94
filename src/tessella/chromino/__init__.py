"""Chromino: lay three-square tiles with at least two contacts of the same colour. All editions.

>>> from tessella import chromino
>>> game = chromino.new("classic", players=3, seed=7)
>>> game.turn
0
"""

from typing import Any

from tessella.chromino.game import GAME
from tessella.chromino.notation import Call, Claim, Draw, Lay, Pass, Spot, parse
from tessella.chromino.rules import EDITIONS, Options, options
from tessella.chromino.sampling import sample
from tessella.chromino.state import State
from tessella.chromino.view import SeatView, View

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
