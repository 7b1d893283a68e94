"""What speaks for an action in Florentine Dominoes, in facts that its player could check on the board."""

from collections.abc import Iterable

from tessella.bots.contract import Fact
from tessella.core import Action, Generator, View
from tessella.games.florentine.events import BlackLaid, Laid
from tessella.games.florentine.notation import Aside, Black, Lay, Pass
from tessella.games.florentine.sampling import sample
from tessella.games.florentine.state import State
from tessella.games.florentine.view import Space
from tessella.games.florentine.view import View as FlorentineView

CODES = ("closes", "grows", "gives-nothing", "nothing-fits", "waits", "nothing-to-gain")
"""The facts there are."""


def reasons(view: View, action: Action, rng: Generator) -> list[Fact]:
    """What speaks for an action of the seat on turn, the most important first."""
    assert isinstance(view, FlorentineView)
    match action:
        case Aside():
            able = any(isinstance(other, Lay | Black) for other in view.legal)
            return [Fact("waits" if able else "nothing-fits")]
        case Pass():
            return [Fact("nothing-to-gain")]
        case Lay() | Black():
            return _reasons_to_lay(view, action, sample(view, rng))
    return []


def _reasons_to_lay(view: FlorentineView, action: Action, state: State) -> list[Fact]:
    """What speaks for laying a card. Of the sampled state only the board is used, which everybody sees."""
    assert view.seat is not None
    colour = view.seats[view.seat].colour
    closed, spaces = _after(view, action, state)
    own = [space for space in closed if space.colour == colour and space.gems]
    facts = []
    if own:
        facts.append(Fact("closes", {"n": len(own), "gems": sum(space.gems for space in own)}))
    growth = _open_gems(spaces, colour) - _open_gems(view.spaces, colour)
    if growth > 0:
        facts.append(Fact("grows", {"n": growth}))
    others = {seat.colour for seat in view.seats} - {colour}
    if not _gives(closed, others) and any(
        _gives(_after(view, other, state)[0], others) for other in view.legal if isinstance(other, Lay | Black)
    ):
        facts.append(Fact("gives-nothing"))
    return facts


def _after(view: FlorentineView, action: Action, state: State) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """The spaces that a card would close, and all spaces after it."""
    assert view.seat is not None
    later = state.copy()
    events = later.apply(view.seat, action)
    closed = next(event.closed for event in events if isinstance(event, Laid | BlackLaid))
    return closed, later.view(None).spaces


def _open_gems(spaces: Iterable[Space], colour: str) -> int:
    """The gems in the open spaces of a colour."""
    return sum(space.gems for space in spaces if space.colour == colour and not space.closed)


def _gives(closed: Iterable[Space], colours: set[str]) -> bool:
    """Whether one of these colours gets gems."""
    return any(space.gems and space.colour in colours for space in closed)
