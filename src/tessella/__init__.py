"""Tessella: the home of two colour-matching tile games.

>>> import tessella
>>> game = tessella.chromino.new("classic", players=2, seed=7)
>>> rng = tessella.Generator(1)
>>> while game.outcome is None:
...     seat = game.turn
...     _ = game.apply(seat, rng.choice(game.legal(seat)))

Everything is imported on first use, so that the command line answers at once.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if os.environ.get("TESSELLA_INTERPRETED", "0") not in ("", "0"):
    import_module("tessella.core.source").prefer_source()

if TYPE_CHECKING:
    from tessella.core import Generator, IllegalAction, NotationError, OptionError, TessellaError
    from tessella.games import *  # noqa: F403 - the games as attributes, which only the registry lists
    from tessella.games import GAMES
    from tessella.record import Record, RecordError

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Generator",
    "IllegalAction",
    "NotationError",
    "OptionError",
    "Record",
    "RecordError",
    "TessellaError",
]

_HOME = {"GAMES": "tessella.games", "Record": "tessella.record", "RecordError": "tessella.record"}


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module(_HOME.get(name, "tessella.core")), name)
    own = {} if name.startswith("_") else import_module("tessella.games").OWN
    if name in own:
        return import_module(own[name].module)
    raise AttributeError(f"module 'tessella' has no attribute {name!r}")
