"""The numbers by which the rest of the game talks to its kernel, and their names."""

from typing import NamedTuple

from tessella.games.chromino.tiles import PLAIN_TILES, TILES

TWO_CONTACTS, ONE_BY_ENDS, ONE_ANYWHERE = 0, 1, 2
"""The ways to lay a tile: the plain game (C5), junior by ends (C33), junior by any square (C34)."""
START, LAY_DRAWN, DRAW_AGAIN = 0, 1, 2
"""The stages of a turn."""
FINISH_ROUND, ONCE_MORE, AT_ONCE = 0, 1, 2
"""How a game ends once a seat has laid its last tile (C24, C25, C26)."""
UNSCORED, BY_TILES, BY_CONTACTS = 0, 1, 2
"""What laying a tile scores (C30, C31)."""
NEVER, LAST_TILE_SHOWN, ALWAYS = 0, 1, 2
"""When a seat that could lay a tile may draw instead (C17)."""
MUST, MAY = 0, 1
"""Whether drawing on after a draw in vain is a duty or a choice (C16)."""
NOBODY = -1
NO_TILE = -1

PLAIN = len(PLAIN_TILES)
ALL = len(TILES)
SEATS = 8
HAND = 8
"""Tiles dealt to each seat (C9)."""


class KernelConfig(NamedTuple):
    """The options, as a kernel takes them (`rules.Options.kernel_config`)."""

    players: int
    mode: int
    """The way to lay a tile."""
    wild_tiles: int
    wild_last: int
    waits: int
    """Whether a drawn tile waits (C15)."""
    draw_limit: int
    """0: none."""
    draw_on: int
    draw_when_able: int
    call: int
    claim: int
    ending: int
    scoring: int


class Seat(NamedTuple):
    """What a kernel knows of a seat, apart from its tiles."""

    score: int = 0
    drew: int = 0
    """Tiles drawn since the deal."""
    called: int = 0
    exposed: int = 0
    stuck: int = -1
    """How many tiles lay on the board when it last had nothing to lay, as everybody could see; -1: never."""
    fresh: int = 0
    """How many tiles it has taken since that may have fitted then."""


class Progress(NamedTuple):
    """How far a game has come, apart from where the tiles are."""

    first: int
    """Who had the first turn."""
    turn: int
    held: int
    """How many tiles the seat on turn held when its turn began, and took as a penalty before it drew (C22)."""
    draws: int = 0
    """How many it has drawn since."""
    drawn: int = NO_TILE
    """The last of them."""
    passes: int = 0
    """How many turns in a row were passed with nothing to lay and an empty bag (C27)."""
    stop: int = NOBODY
    """The seat whose turn will not come any more."""
    over: int = 0
    claim_seat: int = NOBODY
    claim_tile: int = NO_TILE
