"""The contract every game fulfils, its errors, and the project's own randomness. Standard library only."""

from tessella.core.contract import Action, Event, Game, Json, Options, Outcome, Playouts, State, View
from tessella.core.errors import IllegalAction, LineError, NotationError, OptionError, TessellaError
from tessella.core.random import Generator, Stream, commitment, new_seed, seed_text
from tessella.core.walk import perft, random_action

__all__ = [
    "Action",
    "Event",
    "Game",
    "Generator",
    "IllegalAction",
    "Json",
    "LineError",
    "NotationError",
    "OptionError",
    "Options",
    "Outcome",
    "Playouts",
    "State",
    "Stream",
    "TessellaError",
    "View",
    "commitment",
    "new_seed",
    "perft",
    "random_action",
    "seed_text",
]
