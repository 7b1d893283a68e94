"""Before the first turn: who holds what, what opens the game, who begins. Version 1, which records rely on."""

from typing import NamedTuple

from tessella.chromino.rules import RANDOM, Options
from tessella.chromino.switches import HAND
from tessella.chromino.tiles import PLAIN_TILES, THREE_COLOURED, WILD_TILES
from tessella.core import Stream


class Deal(NamedTuple):
    """A game before its first turn."""

    opening: str
    """The tile in the centre."""
    hands: list[list[str]]
    bag: list[str]
    """The last one is drawn first."""
    first: int


def deal(options: Options, stream: Stream) -> Deal:
    """Shuffle and deal as the options say."""
    return _deal_wild(options, stream) if options.wild_tiles else _deal_plain(options, stream)


def _deal_wild(options: Options, stream: Stream) -> Deal:
    """A wild tile, chosen at random, opens the game; the other 79 are the bag (C10)."""
    opening = WILD_TILES[stream.below(len(WILD_TILES))]
    bag = [*PLAIN_TILES, *(tile for tile in WILD_TILES if tile != opening)]
    stream.shuffle(bag)
    hands = _hands(bag, options.players)
    first = stream.below(options.players) if options.first == RANDOM else int(options.first)
    return Deal(opening, hands, bag, first)


def _deal_plain(options: Options, stream: Stream) -> Deal:
    """Extras are drawn in turn until one is three-coloured; it opens the game, and its drawer begins (C11)."""
    while True:
        bag = list(PLAIN_TILES)
        stream.shuffle(bag)
        hands = _hands(bag, options.players)
        extras: list[str] = []
        while bag:
            tile = bag.pop()
            if tile in THREE_COLOURED:
                first = len(extras) % options.players
                bag += extras
                stream.shuffle(bag)
                return Deal(tile, hands, bag, first)
            extras.append(tile)
        # Every three-coloured tile is in somebody's hand: all go back and are dealt anew.


def _hands(bag: list[str], players: int) -> list[list[str]]:
    return [[bag.pop() for _ in range(HAND)] for _ in range(players)]
