"""Before the first turn: who holds what, who has which colour, who begins. Version 1, which records rely on."""

from typing import NamedTuple

from tessella.core import Stream
from tessella.games.florentine.cards import COLOUR_NAMES
from tessella.games.florentine.config import ALL, HAND, SEATS
from tessella.games.florentine.rules import RANDOM, Options


class Deal(NamedTuple):
    """A game before its first turn; cards by their numbers in the deck."""

    colours: list[int]
    hands: list[list[int]]
    aside: list[int]
    stack: list[int]
    """The last one is drawn first."""
    first: int


def deal(options: Options, stream: Stream) -> Deal:
    """Shuffle and deal as the options say (F4, F5, F6)."""
    if options.colours == RANDOM:
        colours = list(range(SEATS))
        stream.shuffle(colours)
        colours = colours[: options.players]
    else:
        colours = [COLOUR_NAMES.index(colour) for colour in options.colours]
    stack = list(range(ALL))
    stream.shuffle(stack)
    hands = [[stack.pop() for _ in range(HAND)] for _ in range(options.players)]
    aside = [stack.pop() for _ in range(HAND * (SEATS - options.players))]
    first = stream.below(options.players) if options.first == RANDOM else int(options.first)
    return Deal(colours, hands, aside, stack, first)
