"""What one seat, or a spectator, may know of a game. Only `State.view` makes a view, from what that seat may know."""

from dataclasses import dataclass
from typing import ClassVar

from tessella.core import Action, Outcome, Seat, seat_name
from tessella.core import View as CoreView
from tessella.core.schema import Readers, derived
from tessella.games.florentine.cards import COLOUR_NAMES, GEM_NAMES
from tessella.games.florentine.notation import Lay, parse, parse_lay
from tessella.games.florentine.rules import Options, read_options

STAGES = ("hands", "pool", "black")
"""Where cards come from: one's own hand (F7), the common pool (F12), the black cards (F14)."""


@dataclass(frozen=True, slots=True)
class Space:
    """A maximal set of triangles of one colour that are joined (F15)."""

    colour: str
    """ "red", "blue", "green" or "ochre"."""
    gems: int
    """The number of gems in it; all are of its colour's kind."""
    open: int
    """The number of its edges that meet no card: 0 if it is closed."""
    triangles: tuple[tuple[int, int, str], ...]
    """x and y of the card, and which of its triangles: N, E, S or W."""

    @property
    def gem(self) -> str:
        """What its gems are called."""
        return GEM_NAMES[COLOUR_NAMES.index(self.colour)]

    @property
    def closed(self) -> bool:
        """Whether it counts (F16)."""
        return self.open == 0


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody knows of a seat."""

    colour: str
    """Its colour: it collects the gems in closed spaces of this colour."""
    count: int
    """How many cards it holds."""
    gems: int
    """The gems in its closed spaces now (F16)."""
    closed: int
    """The number of closed spaces of its colour."""
    black: tuple[int, int] | None
    """Where its black card lies (F14)."""
    black_done: bool
    """Whether its turn to lay the black card is over."""

    @derived
    def gem(self) -> str:
        """The gem that it collects."""
        return GEM_NAMES[COLOUR_NAMES.index(self.colour)]


@dataclass(frozen=True, slots=True)
class View(CoreView):
    """What one seat (`seat`), or a spectator (None), may know."""

    game: ClassVar[str] = "florentine"
    readers: ClassVar[Readers] = {Action: parse, Lay: parse_lay, Options: read_options}

    seat: Seat | None
    """Whose view it is; None: a spectator's."""
    options: Options
    board: tuple[Lay, ...]
    """The plain cards in the order they were laid."""
    laid_by: tuple[Seat | None, ...]
    """Who laid each of them."""
    spaces: tuple[Space, ...]
    """All spaces, closed ones and others, from top to bottom by their first triangle."""
    stack: int
    """How many cards are in the stack."""
    pool: tuple[str, ...]
    """The cards aside, face up, in the order of the set; once the stack is used up, all that are not laid (F12)."""
    seats: tuple[SeatView, ...]
    """What everybody knows of each seat."""
    hand: tuple[str, ...]
    """The viewer's own cards, in the order of the set; a spectator has none."""
    first: Seat
    """Who had the first turn."""
    turn: Seat | None
    """Whose turn it is; None when the game is over."""
    stage: str
    """Where cards come from: "hands" (F7), the "pool" (F12), or the "black" cards (F14)."""
    fresh_deals: int
    """The number of fresh deals (F11)."""
    legal: tuple[Action, ...]
    """What this seat may do now."""
    outcome: Outcome | None
    """The result, or None while the game goes on."""

    def __str__(self) -> str:
        lines = [f"{seat_name(self.seat)} sees:"]
        lines[0] += f" {len(self.board)} on the board, {self.stack} in the stack"
        for number, seat in enumerate(self.seats):
            marks = ["turn" if number == self.turn else "", seat.colour]
            marks += [f"{seat.count} cards" if self.stage == "hands" else ""]
            marks += [f"{seat.gems} {seat.gem} in {seat.closed} closed space{'s' if seat.closed != 1 else ''}"]
            if seat.black_done:
                marks.append(
                    "black card kept" if seat.black is None else f"black card at {seat.black[0]},{seat.black[1]}"
                )
            lines.append(f"  {seat_name(number)}: " + ", ".join(mark for mark in marks if mark))
        lines.append(f"  {'aside' if self.stage == 'hands' else 'pool'}: {' '.join(self.pool) or 'empty'}")
        if self.seat is not None:
            if self.stage == "hands":
                lines.append(f"  hand: {' '.join(self.hand) or 'empty'}")
            lines.append(f"  may: {' '.join(str(action).replace(' ', '_') for action in self.legal) or 'wait'}")
        if self.outcome is not None:
            lines.append(f"  over: {self.outcome}")
        return "\n".join(lines)
