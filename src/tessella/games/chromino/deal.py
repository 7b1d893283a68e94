"""Before the first turn: who holds what, what opens the game, who begins. Version 1, which records rely on."""

from typing import NamedTuple

from tessella.core import Stream
from tessella.games.chromino.config import ALL, HAND, PLAIN
from tessella.games.chromino.rules import RANDOM, Options
from tessella.games.chromino.tiles import INDEX, THREE_COLOURED

OPENING = frozenset(INDEX[tile] for tile in THREE_COLOURED)
"""The plain tiles that may open a game."""


class Deal(NamedTuple):
    """A game before its first turn; tiles by their numbers in the set."""

    opening: int
    """The tile in the centre."""
    hands: list[list[int]]
    bag: list[int]
    """The last one is drawn first."""
    first: int


def deal(options: Options, stream: Stream) -> Deal:
    """Shuffle and deal as the options say."""
    return _deal_wild(options, stream) if options.wild_tiles else _deal_plain(options, stream)


def _deal_wild(options: Options, stream: Stream) -> Deal:
    """A wild tile, chosen at random, opens the game; the other 79 are the bag (C10)."""
    opening = PLAIN + stream.below(ALL - PLAIN)
    bag = [*range(opening), *range(opening + 1, ALL)]
    stream.shuffle(bag)
    hands = _hands(bag, options.players)
    first = stream.below(options.players) if options.first == RANDOM else int(options.first)
    return Deal(opening, hands, bag, first)


def _deal_plain(options: Options, stream: Stream) -> Deal:
    """Extras are drawn in turn, from a random seat on, until one is three-coloured; it opens the game, and its drawer
    begins (C11)."""
    while True:
        bag = [*range(PLAIN)]
        stream.shuffle(bag)
        hands = _hands(bag, options.players)
        extras: list[int] = []
        while bag:
            tile = bag.pop()
            if tile in OPENING:
                drawn = len(extras) + 1
                bag += extras
                stream.shuffle(bag)
                # The seat after a random one draws the first extra.
                return Deal(tile, hands, bag, (stream.below(options.players) + drawn) % options.players)
            extras.append(tile)
        # Every three-coloured tile is in somebody's hand: all go back and are dealt anew.


def _hands(bag: list[int], players: int) -> list[list[int]]:
    return [[bag.pop() for _ in range(HAND)] for _ in range(players)]
