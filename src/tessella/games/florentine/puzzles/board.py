"""Boards of problems: whether they can have come about, and where cards fit.

The kernel decides where a card fits and what it closes. It takes only boards without a `flaw`.
"""

from collections.abc import Iterable, Sequence

from tessella.core import NotationError
from tessella.games.florentine.cards import COLOUR_NAMES, SIDES, card_of, readings, turned
from tessella.games.florentine.config import NOT_YET, POOL, Progress
from tessella.games.florentine.deck import reconstruction
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.placing import why_not
from tessella.games.florentine.view import Space

SEATED = 2
"""A kernel has seats; who sits there does not matter here."""


def laying_order(board: Iterable[Lay]) -> list[Lay]:
    """The cards in an order in which they can have been laid, if there is one (F9, F10).

    The cross comes first, each of its arms outwards. Into a corner of it a card goes when both its neighbours towards
    the centre lie, and those are nearer to it.
    """
    return sorted(board, key=lambda lay: (bool(lay.x and lay.y), abs(lay.x) + abs(lay.y), lay.y, lay.x))


def named(card: str) -> str:
    """The name of a card of the deck; `NotationError` if it is not among the 48 (F3)."""
    name = card_of(card)
    if name not in reconstruction():
        raise NotationError(f"{card} is not in the deck: none of its 48 cards has these triangles (F3)")
    return name


def flaw(board: Sequence[Lay], cards: Sequence[str]) -> tuple[Lay | str | None, str] | None:
    """The first thing that is impossible about a board and cards, and which card it is about; None if all is well."""
    if not board:
        return None, "there is no card on the board; write them like RRbg@0,0"
    used: set[str] = set()
    for lay in board:
        try:
            name = named(lay.triangles)
        except NotationError as error:
            return lay, str(error)
        if name in used:
            return lay, f"{lay.triangles} lies there twice; each card is in the deck once (F3)"
        used.add(name)
    before: list[Lay] = []
    for lay in laying_order(board):
        reason = why_not(before, lay)
        if reason is not None:
            return lay, f"{lay} cannot have been laid: {reason[1]} ({reason[0]})"
        before.append(lay)
    if not cards:
        return None, "no card is asked for; write one like 'card: RRbg'"
    for i, card in enumerate(cards):
        try:
            name = named(card)
        except NotationError as error:
            return card, str(error)
        if name in used:
            return card, f"{card} lies on the board; each card is in the deck once (F3)"
        if name in map(card_of, cards[:i]):
            return card, f"{card} is asked for twice"
    return None


def position(board: Iterable[Lay], cards: Iterable[str]) -> Kernel:
    """A kernel with this board, which has no flaw, and these cards in its pool."""
    deck = reconstruction()
    laid = [
        (deck.index(lay.card), readings(lay.card).index(lay.triangles), lay.x, lay.y) for lay in laying_order(board)
    ]
    pool = [deck.index(card) for card in cards]
    kernel = Kernel(SEATED, deck)
    kernel.arrange(laid, [[]] * SEATED, [], pool, list(range(SEATED)), [NOT_YET] * SEATED, Progress(0, 0, POOL))
    return kernel


def ways(kernel: Kernel, card: str) -> list[Lay]:
    """Every way to lay a card, from top to bottom (F7, F9, F10); those that look alike are one."""
    number = kernel.switches.deck.index(card)
    return [Lay(turned(card, turns), x, y) for y, x, turns in kernel.ways_to_lay(number)]


def after(kernel: Kernel, lay: Lay, trial: Kernel | None = None) -> Kernel:
    """The position with a card of the pool laid where it fits; in `trial`, if there is one to be used again."""
    card = kernel.switches.deck.index(lay.card)
    trial = trial or Kernel(*kernel.switches)
    trial.resume(kernel)
    trial.lay(kernel.pool_order().index(card), readings(lay.card).index(lay.triangles), kernel.place_at(lay.x, lay.y))
    return trial


def closed_by(kernel: Kernel, cards: Iterable[str]) -> dict[Lay, tuple[int, ...]]:
    """For each way to lay a card of the pool how many gems of each colour lie in the spaces that it closes (F15)."""
    before = list(kernel.closed_gems)
    trial = kernel.copy()
    closed = {}
    for card in cards:
        for lay in ways(kernel, card):
            gems = after(kernel, lay, trial).closed_gems
            closed[lay] = tuple(now - then for now, then in zip(gems, before, strict=True))
    return closed


def spaces(kernel: Kernel) -> list[Space]:
    """All spaces, from top to bottom (F15)."""
    return [
        Space(COLOUR_NAMES[colour], gems, edges, tuple((x, y, SIDES[side]) for x, y, side in triangles))
        for colour, gems, edges, triangles in kernel.spaces()
    ]
