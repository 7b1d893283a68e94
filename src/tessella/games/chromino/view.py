"""What one seat, or a spectator, may know of a game. Only `State.view` makes a view, from what that seat may know."""

from dataclasses import dataclass, replace
from typing import ClassVar

from tessella.core import Action, Outcome, Seat, seat_name
from tessella.core import View as CoreView
from tessella.core.schema import Readers, derived
from tessella.games.chromino.notation import Claim, Lay, parse, parse_lay
from tessella.games.chromino.placing import owners, score, touched
from tessella.games.chromino.rules import Options, read_options


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody knows of a seat."""

    count: int
    """How many tiles it holds."""
    shown: tuple[str, ...]
    """The tiles that lie face up: its last one (C20), all of an open hand (C19), or all once the game is over."""
    known: tuple[str, ...]
    """The tiles that everybody has seen in its hand and that it has not laid."""
    score: int
    """Its points; 0 without scoring."""
    tiles_drawn: int
    """How many tiles it has drawn since the deal."""
    called: bool
    """Whether it said "Chromino" (C22)."""
    forgot: bool
    """Whether it forgot to say it, and can be spotted (C22)."""
    stuck: int | None
    """The number of tiles on the board when it last showed that it could not lay (C14, C18)."""
    fresh: int
    """The number of tiles that it has taken since, which could have fitted then."""


@dataclass(frozen=True, slots=True)
class MissedTile:
    """A last tile that could have been laid when its owner drew (C23)."""

    seat: Seat
    """Whose it is."""
    tile: str
    """Which tile."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile fits."""

    lay: Lay
    """The placement."""
    contacts: tuple[tuple[int, int, int], ...]
    """For each contact: the number of the tile's own square, 0 to 2, and x and y of the square that it touches (C5)."""
    points: int
    """The points for laying it there; 0 without scoring (C30, C31)."""


@dataclass(frozen=True, slots=True)
class View(CoreView):
    """What one seat (`seat`), or a spectator (None), may know."""

    game: ClassVar[str] = "chromino"
    readers: ClassVar[Readers] = {Action: parse, Lay: parse_lay, Options: read_options}

    seat: Seat | None
    """Whose view it is; None: a spectator's."""
    options: Options
    board: tuple[Lay, ...]
    """The tiles in the order they were laid; the first opened the game."""
    laid_by: tuple[Seat | None, ...]
    """Who laid each of them; nobody laid the first."""
    bag: int
    """How many tiles are in the bag."""
    seats: tuple[SeatView, ...]
    """What everybody knows of each seat."""
    hand: tuple[str, ...]
    """The viewer's own tiles, in the order of the set; a spectator has none."""
    first: Seat
    """Who had the first turn."""
    turn: Seat | None
    """Whose turn it is; None when the game is over."""
    held: int
    """How many tiles the seat on turn held when its turn began, and took as a penalty before it drew (C22)."""
    draws: int
    """How many tiles it has drawn since."""
    drawn_tile: str | None
    """The last of them, which may be laid if it fits. Only the seat on turn sees it, unless hands are open."""
    passes: int
    """The number of turns in a row that were passed with nothing to lay and an empty bag (C27)."""
    stop: Seat | None
    """The seat before whose turn the game ends, once a last tile was laid (C24, C25)."""
    claim: MissedTile | None
    """A last tile that its owner did not lay although it fits, while that can be claimed (C23)."""
    legal: tuple[Action, ...]
    """What this seat may do now."""
    outcome: Outcome | None
    """The result, or None while the game goes on."""

    @derived
    def places(self) -> tuple[Place, ...]:
        """The lays among `legal`, each with what it touches and scores."""
        lays = [action for action in self.legal if isinstance(action, Lay)]
        return self._places(lays, self.options.scoring)

    @derived
    def claims(self) -> tuple[Place, ...]:
        """The places where the missed tile fits, if this seat may claim it (C23)."""
        return self._places([action.lay for action in self.legal if isinstance(action, Claim)], "none")

    def _places(self, lays: list[Lay], scoring: str) -> tuple[Place, ...]:
        if not lays:
            return ()
        owner = owners(self.board)
        places = []
        for lay in lays:
            met = touched(owner, lay)
            points = score(lay, [owner[x, y] for _, x, y in met], scoring) if scoring != "none" else 0
            places.append(Place(lay, tuple(met), points))
        return tuple(places)

    def before_start(self) -> "View":
        """Without the tiles of open hands (C19)."""
        return replace(self, seats=tuple(replace(seat, shown=(), known=()) for seat in self.seats), drawn_tile=None)

    def __str__(self) -> str:
        lines = [f"{seat_name(self.seat)} sees:"]
        lines[0] += f" {len(self.board)} on the board, {self.bag} in the bag"
        if self.passes:
            lines[0] += f", {self.passes} passed"
        if self.stop is not None:
            lines[0] += f", the end comes before {seat_name(self.stop)}"
        for number, seat in enumerate(self.seats):
            marks = ["turn" if number == self.turn else "", f"{seat.count} tiles"]
            marks += [f"shown {' '.join(seat.shown)}" if seat.shown else ""]
            marks += [f"known {' '.join(seat.known)}" if seat.known != seat.shown and seat.known else ""]
            marks += [f"{seat.score} points" if self.options.scoring != "none" else "", f"{seat.tiles_drawn} drawn"]
            if number == self.turn and self.draws:
                marks.append(f"{self.draws} of them now")
            marks += ["called" if seat.called else "", "forgot to call" if seat.forgot else ""]
            lines.append(f"  {seat_name(number)}: " + ", ".join(mark for mark in marks if mark))
        if self.seat is not None:
            drawn = f", drawn now: {self.drawn_tile}" if self.drawn_tile and self.seat == self.turn else ""
            lines.append(f"  hand: {' '.join(self.hand) or 'empty'}{drawn}")
            lines.append(f"  may: {' '.join(str(action).replace(' ', '_') for action in self.legal) or 'wait'}")
        if self.claim is not None:
            lines.append(f"  {seat_name(self.claim.seat)} drew instead of laying {self.claim.tile}")
        if self.outcome is not None:
            lines.append(f"  over: {self.outcome}")
        return "\n".join(lines)
