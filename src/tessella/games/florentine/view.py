"""What one seat, or a spectator, may know of a game: the only door to what is hidden. `State.view` builds it."""

from dataclasses import dataclass

from tessella.core import Action, Json, Outcome
from tessella.core import View as CoreView
from tessella.core.validation import from_one
from tessella.games.florentine.cards import COLOUR_NAMES, GEM_NAMES, colour_of, has_gem
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.rules import Options

STAGES = ("hands", "pool", "black")
"""Where cards come from: one's own hand (F7), the common pool (F12), the black cards (F14)."""


@dataclass(frozen=True, slots=True)
class Space:
    """A maximal set of triangles of one colour that are joined (F15)."""

    colour: str
    gems: int
    """The gems in it, which are all of its colour's kind."""
    open: int
    """How many edges of it meet no card: 0 if it is closed."""
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

    def to_json(self) -> Json:
        """The space as JSON."""
        return {
            "colour": self.colour,
            "gems": self.gems,
            "open": self.open,
            "triangles": [list(triangle) for triangle in self.triangles],
        }


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody knows of a seat."""

    colour: str
    count: int
    """How many cards it holds."""
    gems: int
    """The gems that it would count now (F16)."""
    closed: int
    """How many closed spaces of its colour there are."""
    black: tuple[int, int] | None
    """Where its black card lies (F14)."""
    black_done: bool
    """Whether its turn to lay the black card is over."""

    @property
    def gem(self) -> str:
        """What it collects."""
        return GEM_NAMES[COLOUR_NAMES.index(self.colour)]


@dataclass(frozen=True, slots=True)
class View(CoreView):
    """What one seat (`seat`), or a spectator (None), may know."""

    seat: int | None
    options: Options
    board: tuple[Lay, ...]
    """The plain cards in the order they were laid."""
    laid_by: tuple[int, ...]
    """Who laid each of them."""
    spaces: tuple[Space, ...]
    """All spaces, closed ones and others, from top to bottom by their first triangle."""
    stack: int
    """How many cards are in the stack."""
    pool: tuple[str, ...]
    """The cards aside, face up, in the order of the set; once the stack is used up, all that are not laid (F12)."""
    seats: tuple[SeatView, ...]
    hand: tuple[str, ...]
    """The viewer's own cards, in the order of the set; a spectator has none."""
    first: int
    """Who had the first turn."""
    turn: int | None
    stage: str
    """See STAGES."""
    fresh_deals: int
    """How often all hands were put aside and dealt anew (F11)."""
    legal: tuple[Action, ...]
    outcome: Outcome | None

    def to_json(self) -> Json:
        """The view as JSON, seats counted from 1."""
        return {
            "game": "florentine",
            "seat": from_one(self.seat),
            "options": self.options.to_text(),
            "board": {
                f"{lay.x},{lay.y}": {
                    "colours": [COLOUR_NAMES[colour_of(triangle)] for triangle in lay.triangles],
                    "gems": [GEM_NAMES[colour_of(t)] if has_gem(t) else None for t in lay.triangles],
                    "lay": str(lay),
                    "seat": by + 1,
                }
                for lay, by in zip(self.board, self.laid_by, strict=True)
            },
            "black": [
                {"seat": number + 1, "colour": seat.colour, "cell": list(seat.black)}
                for number, seat in enumerate(self.seats)
                if seat.black is not None
            ],
            "spaces": [space.to_json() for space in self.spaces],
            "stack": self.stack,
            "pool": list(self.pool),
            "seats": [self._seat_json(seat) for seat in self.seats],
            "hand": list(self.hand),
            "first": self.first + 1,
            "turn": from_one(self.turn),
            "stage": self.stage,
            "fresh_deals": self.fresh_deals,
            "legal": [str(action) for action in self.legal],
            "outcome": None if self.outcome is None else self.outcome.to_json(),
        }

    def _seat_json(self, seat: SeatView) -> Json:
        return {
            "colour": seat.colour,
            "gem": seat.gem,
            "count": seat.count,
            "gems": seat.gems,
            "closed": [
                {"gems": space.gems, "triangles": [list(triangle) for triangle in space.triangles]}
                for space in self.spaces
                if space.closed and space.colour == seat.colour
            ],
            "black": None if seat.black is None else list(seat.black),
            "black_done": seat.black_done,
        }

    def __str__(self) -> str:
        lines = [f"{'spectator' if self.seat is None else f'seat {self.seat + 1}'} sees:"]
        lines[0] += f" {len(self.board)} on the board, {self.stack} in the stack"
        for number, seat in enumerate(self.seats):
            marks = ["turn" if number == self.turn else "", seat.colour]
            marks += [f"{seat.count} cards" if self.stage == "hands" else ""]
            marks += [f"{seat.gems} {seat.gem} in {seat.closed} closed space{'s' if seat.closed != 1 else ''}"]
            if seat.black_done:
                marks.append(
                    "black card kept" if seat.black is None else f"black card at {seat.black[0]},{seat.black[1]}"
                )
            lines.append(f"  seat {number + 1}: " + ", ".join(mark for mark in marks if mark))
        lines.append(f"  {'aside' if self.stage == 'hands' else 'pool'}: {' '.join(self.pool) or 'empty'}")
        if self.seat is not None:
            if self.stage == "hands":
                lines.append(f"  hand: {' '.join(self.hand) or 'empty'}")
            lines.append(f"  may: {' '.join(str(action).replace(' ', '_') for action in self.legal) or 'wait'}")
        if self.outcome is not None:
            lines.append(f"  over: {self.outcome}")
        return "\n".join(lines)
