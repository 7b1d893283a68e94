"""What one seat, or a spectator, may know of a game: the only door to what is hidden. `State.view` builds it."""

from dataclasses import dataclass

from tessella.core import Action, Json, Outcome
from tessella.core import View as CoreView
from tessella.core.validation import from_one
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.rules import Options


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody knows of a seat."""

    count: int
    """How many tiles it holds."""
    shown: tuple[str, ...]
    """The tiles that lie face up: its last one (C20), or all of an open hand (C19)."""
    known: tuple[str, ...]
    """The tiles it was seen to hold, now or earlier, and has not laid."""
    score: int
    tiles_drawn: int
    """How many tiles it has drawn since the deal."""
    called: bool
    """It said "Chromino" (C22)."""
    forgot: bool
    """It has not, and can be spotted (C22)."""
    stuck: int | None
    """How many tiles lay on the board when it last had nothing to lay, as everybody could see (C14, C18)."""
    fresh: int
    """How many tiles it has taken since that may have fitted then."""

    def to_json(self) -> Json:
        """The seat as JSON."""
        return {
            "count": self.count,
            "shown": list(self.shown),
            "known": list(self.known),
            "score": self.score,
            "tiles_drawn": self.tiles_drawn,
            "called": self.called,
            "forgot": self.forgot,
            "stuck": self.stuck,
            "fresh": self.fresh,
        }


@dataclass(frozen=True, slots=True)
class View(CoreView):
    """What one seat (`seat`), or a spectator (None), may know."""

    seat: int | None
    options: Options
    board: tuple[Lay, ...]
    """The tiles in the order they were laid; the first opened the game."""
    laid_by: tuple[int | None, ...]
    """Who laid each of them; nobody laid the first."""
    bag: int
    """How many tiles are in the bag."""
    seats: tuple[SeatView, ...]
    hand: tuple[str, ...]
    """The viewer's own tiles, in the order of the set; a spectator has none."""
    first: int
    """Who had the first turn."""
    turn: int | None
    held: int
    """How many tiles the seat on turn held when its turn began."""
    draws: int
    """How many tiles it has drawn since."""
    drawn_tile: str | None
    """The last of them, to be laid if it fits: seen by the seat on turn, and by all if hands are open."""
    passes: int
    """How many turns in a row were passed (C27)."""
    stop: int | None
    """Somebody has laid the last tile: the game ends when it would be this seat's turn (C24, C25)."""
    claim: tuple[int, str] | None
    """The seat that could have laid its last tile and drew, and that tile (C23)."""
    legal: tuple[Action, ...]
    outcome: Outcome | None

    def to_json(self) -> Json:
        """The view as JSON, seats counted from 1."""
        return {
            "game": "chromino",
            "seat": from_one(self.seat),
            "options": self.options.to_text(),
            "board": [
                {"lay": str(lay), "squares": [list(cell) for cell in lay.cells()], "seat": from_one(by)}
                for lay, by in zip(self.board, self.laid_by, strict=True)
            ],
            "bag": self.bag,
            "seats": [seat.to_json() for seat in self.seats],
            "hand": list(self.hand),
            "first": self.first + 1,
            "turn": from_one(self.turn),
            "held": self.held,
            "draws": self.draws,
            "drawn_tile": self.drawn_tile,
            "passes": self.passes,
            "stop": from_one(self.stop),
            "claim": None if self.claim is None else {"seat": self.claim[0] + 1, "tile": self.claim[1]},
            "legal": [str(action) for action in self.legal],
            "outcome": None if self.outcome is None else self.outcome.to_json(),
        }

    def __str__(self) -> str:
        lines = [f"{'spectator' if self.seat is None else f'seat {self.seat + 1}'} sees:"]
        lines[0] += f" {len(self.board)} on the board, {self.bag} in the bag"
        if self.passes:
            lines[0] += f", {self.passes} passed"
        if self.stop is not None:
            lines[0] += f", the end comes before seat {self.stop + 1}"
        for number, seat in enumerate(self.seats):
            marks = ["turn" if number == self.turn else "", f"{seat.count} tiles"]
            marks += [f"shown {' '.join(seat.shown)}" if seat.shown else ""]
            marks += [f"known {' '.join(seat.known)}" if seat.known != seat.shown and seat.known else ""]
            marks += [f"{seat.score} points" if self.options.scoring != "none" else "", f"{seat.tiles_drawn} drawn"]
            if number == self.turn and self.draws:
                marks.append(f"{self.draws} of them now")
            marks += ["called" if seat.called else "", "forgot to call" if seat.forgot else ""]
            lines.append(f"  seat {number + 1}: " + ", ".join(mark for mark in marks if mark))
        if self.seat is not None:
            drawn = f", drawn now: {self.drawn_tile}" if self.drawn_tile and self.seat == self.turn else ""
            lines.append(f"  hand: {' '.join(self.hand) or 'empty'}{drawn}")
            lines.append(f"  may: {' '.join(str(action).replace(' ', '_') for action in self.legal) or 'wait'}")
        if self.claim is not None:
            lines.append(f"  seat {self.claim[0] + 1} drew instead of laying {self.claim[1]}")
        if self.outcome is not None:
            lines.append(f"  over: {self.outcome}")
        return "\n".join(lines)
