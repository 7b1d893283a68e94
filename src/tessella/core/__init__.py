"""The contract every game fulfils, its errors, and the project's own randomness. Standard library only."""

from tessella.core.contract import Action, Event, Game, Options, Outcome, Playouts, State, View
from tessella.core.errors import IllegalAction, LineError, NotationError, OptionError, TessellaError
from tessella.core.random import Generator, Stream, commitment, new_seed, seed_text
from tessella.core.schema import Json, SchemaError
from tessella.core.seats import Seat, seat_at, seat_name, seat_number
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
    "SchemaError",
    "Seat",
    "State",
    "Stream",
    "TessellaError",
    "View",
    "commitment",
    "new_seed",
    "perft",
    "random_action",
    "seat_at",
    "seat_name",
    "seat_number",
    "seed_text",
]
