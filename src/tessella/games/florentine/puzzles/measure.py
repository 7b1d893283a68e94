"""How hard a problem of Florentine Dominoes is: what there is to look at, and what leads astray.

As with conundrums each part counts something that one can point at on the board, and the weights say how much it is
felt to weigh beside the others.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tessella.games.florentine.cards import readings
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.placing import contacts
from tessella.games.florentine.puzzles.board import spaces, ways

NEARLY_CLOSED = 2
"""A space with at most so many open edges looks as if one card could close it."""


class PlacesParts(NamedTuple):
    """What makes it hard to find every place, counted over all cards."""

    looks: float
    """Places where the next card may lie, to be looked at for each card (F9, F10)."""
    places: float
    """Those where it fits,"""
    turned: float
    """and those of them where it must be turned: it lies otherwise than it is shown."""
    near: float
    """Near misses: ways to lay a card with one edge right and one wrong (F7)."""


class GemsParts(NamedTuple):
    """What makes it hard to find the card that closes the most gems."""

    ways: float
    """Ways to lay the cards, of which each may be the one."""
    rivals: float
    """Those that close gems of the colour, but fewer than the most."""
    lures: float
    """Spaces of the colour with gems that are nearly closed: with two open edges at most."""
    best: float
    """How many ways close the most: with more of them one is sooner found."""


PLACES_WEIGHTS = PlacesParts(looks=0.2, places=1, turned=0.5, near=0.1)
GEMS_WEIGHTS = GemsParts(ways=0.4, rivals=1.5, lures=0.9, best=-1)
"""What each part weighs. That there are more best answers makes it easier."""

PLACES_BOUNDS = (8.7, 11.8, 15.2, 19.4)
GEMS_BOUNDS = (3.7, 4.8, 6.0, 7.7)
"""Where each level of difficulty ends. Of 1,200 that the maker came across of each kind, a fifth was in each level."""


def weight(parts: PlacesParts | GemsParts) -> float:
    """How hard it is, as one number."""
    weights = PLACES_WEIGHTS if isinstance(parts, PlacesParts) else GEMS_WEIGHTS
    return round(sum(part * each for part, each in zip(parts, weights, strict=True)), 1)


def level_of(parts: PlacesParts | GemsParts) -> int:
    """The difficulty, from 1 to 5."""
    bounds = PLACES_BOUNDS if isinstance(parts, PlacesParts) else GEMS_BOUNDS
    return 1 + sum(weight(parts) >= bound for bound in bounds)


def together(several: Iterable[PlacesParts]) -> PlacesParts:
    """The parts of several cards."""
    return PlacesParts(*map(sum, zip(*several, strict=True)))


def measure_places(kernel: Kernel, board: Sequence[Lay], card: str) -> PlacesParts:
    """The parts of a problem of places that are due to one card."""
    places = ways(kernel, card)
    free = kernel.free_places()
    met = ([contact.good for contact in contacts(board, Lay(lying, x, y))] for x, y in free for lying in readings(card))
    return PlacesParts(
        looks=len(free),
        places=len(places),
        turned=sum(lay.triangles != card for lay in places),
        near=sum(sorted(good) == [False, True] for good in met),
    )


def measure_gems(kernel: Kernel, colour: str, closed: Mapping[Lay, int]) -> GemsParts:
    """The parts of a problem of gems; `closed` are the gems that each way to lay a card closes."""
    most = max(closed.values())
    own = [space for space in spaces(kernel) if space.colour == colour and not space.closed]
    return GemsParts(
        ways=len(closed),
        rivals=sum(0 < gems < most for gems in closed.values()),
        lures=sum(space.gems > 0 and space.open <= NEARLY_CLOSED for space in own),
        best=sum(gems == most for gems in closed.values()),
    )
