"""Undo: what a seat may take back, and why not.

Between people a seat takes back its own last action, until something hidden was revealed or another seat has acted. At
a table with take-backs, where one person plays, it takes back its last action with all that was done since.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tessella.core import Action
from tessella.tables.wire.tables import NoUndo

MOST_UNDONE = 100
"""How often something can be taken back at one table: each time costs the server something."""
MOST_TAKEN_BACK = 1000
"""The same at a table with take-backs."""

REASONS: dict[NoUndo, str] = {
    "nothing": "you have done nothing yet that could be taken back",
    "revealed": "what you did last revealed something hidden",
    "acted": "another seat has acted since",
    "bot": "a bot acted for you",
    "stood-in": "a bot plays for this seat: take it back first",
    "limit": "nothing more can be taken back at this table",
}
"""Why something cannot be taken back, in words."""


class PlayedAction(NamedTuple):
    """An action of the game so far."""

    at: float
    """When it was done."""
    seat: int
    action: Action
    revealed: bool
    """Whether a seat learned something hidden or random by it."""
    by_bot: bool
    """Whether a bot chose it: for its own seat, or for a person."""
    turn_since: float
    """When the turn of the seat had begun."""


def why_not(actions: Sequence[PlayedAction], seat: int, takebacks: bool) -> NoUndo | None:
    """Why a seat may not take back what it did last; None if it may."""
    if takebacks:
        return None if _own(actions, seat) else "nothing"
    if not actions or actions[-1].seat != seat:
        # From the end: a seat that has acted at all has mostly done so in the last round.
        for action in reversed(actions):
            if action.seat == seat:
                return "acted"
        return "nothing"
    last = actions[-1]
    if last.by_bot:
        return "bot"
    return "revealed" if last.revealed else None


def count(actions: Sequence[PlayedAction], seat: int, takebacks: bool) -> int:
    """How many actions a seat takes back that may: its last one, with take-backs all that was done since."""
    return len(actions) - _own(actions, seat)[-1] if takebacks else 1


def _own(actions: Sequence[PlayedAction], seat: int) -> list[int]:
    """The places, among all actions, of those that the person at a seat chose."""
    return [number for number, action in enumerate(actions) if action.seat == seat and not action.by_bot]
