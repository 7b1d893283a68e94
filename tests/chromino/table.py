"""Sets up any position of Chromino for a test."""

from tessella.core import Action, Event
from tessella.games import chromino
from tessella.games.chromino.config import Progress, Seat
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.notation import DOWN, parse_lay
from tessella.games.chromino.tiles import INDEX, TILES, tile_of

OPENING = "B*G@-1,0>"
"""On it fit tiles with a B or a G in the right place (BYG, BBB, GGG), and none without (RRR, YYY, PPP, RYP)."""


def table(
    edition: str,
    *hands: str,
    bag: str = "",
    board: str = OPENING,
    turn: int = 0,
    first: int = 0,
    **choices: object,
) -> chromino.State:
    """A game with these hands, each a text of tiles; the first tile of the bag is the next one drawn."""
    options = chromino.options(edition, len(hands), **choices)
    kernel = Kernel(*options.kernel_config())
    laid = []
    for text in board.split():
        lay = parse_lay(text)
        tile = INDEX[lay.tile]
        laid.append((tile, int(lay.squares != TILES[tile]), int(lay.direction == DOWN), lay.x, lay.y))
    held = [_numbers(hand) for hand in hands]
    shown = [tiles[0] for tiles in held if len(tiles) == 1]
    seats = [Seat()] * len(hands)
    kernel.arrange(laid, held, _numbers(bag)[::-1], seats, shown, Progress(first, turn, len(held[turn])))
    return chromino.State(options, "", kernel, [None] * len(laid), [])


def _numbers(tiles: str) -> list[int]:
    return [INDEX[tile_of(tile)] for tile in tiles.split()]


def do(state: chromino.State, *actions: str) -> list[Event]:
    """Play actions as a record writes them, `1 draw`; returns what the last one brought about."""
    happened: list[Event] = []
    for line in actions:
        seat, _, text = line.partition(" ")
        happened = state.apply(int(seat) - 1, chromino.parse(text))
    return happened


def may(state: chromino.State, seat: int) -> list[str]:
    """What a seat (from 1) may do, as texts."""
    return [str(action) for action in state.legal(seat - 1)]


def kinds(state: chromino.State, seat: int) -> set[type[Action]]:
    """The kinds of action that a seat (from 1) may take."""
    return {type(action) for action in state.legal(seat - 1)}


def held(state: chromino.State, seat: int) -> list[str]:
    """A seat's hand."""
    return list(state.view(seat - 1).hand)
