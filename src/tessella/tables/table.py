"""A table: its set-up and entries, folded into who sits there and how the game stands. No I/O, and no clock of its own.

Whoever wants something calls `act`, `undo` and so on, which decide what entry that would be, or refuse. Only when it is
stored, `take` makes it true.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tessella.core import Action, Event, IllegalAction, NotationError, State, commitment
from tessella.core.events import Turn
from tessella.games import game_named
from tessella.record import Record
from tessella.tables.entries import (
    Acted,
    AnyBody,
    Entry,
    Gone,
    Here,
    Left,
    Rematched,
    Returned,
    Seated,
    Setup,
    Sitting,
    StoodIn,
    Undone,
)
from tessella.tables.events import TookBack
from tessella.tables.refusal import Refusal
from tessella.tables.wire.tables import DaysClock, Level, MoveClock

Status = Literal["waiting", "playing", "over"]
Kind = Literal["person", "bot", "open"]
REMEMBERED = 64
"""How many of the last changes are kept, to be told to those who missed them."""
MOST_UNDONE = 100
"""So often moves can be taken back at a table."""
LATE_TURNS = 3
"""After so many turns in a row that ran out of time a bot stands in."""


@dataclass(slots=True)
class Seat:
    """A seat at a table."""

    kind: Kind
    level: Level | None = None
    identity: str | None = None
    """Whose seat it is; never shown."""
    name: str | None = None
    node: str | None = None
    """Where its person is connected; None for somebody who is away."""
    away_since: float = 0
    stood_in: bool = False
    left: bool = False
    """Its person has said that they leave, and not that they are back."""
    late: int = 0
    """How many turns in a row ran out of time."""

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot decides."""
        return self.kind == "bot" or self.stood_in


class Change(NamedTuple):
    """What an entry changed."""

    seq: int
    events: list[Event]
    seats: bool
    """Whether something about the table itself has changed."""
    undone: bool
    """Whether it took something back, or was itself taken back: then the board is not what it was."""
    laid: range
    """The pieces that it brought to the board, by their numbers in `View.board`."""


class Done(NamedTuple):
    """Something that was done in the game."""

    seq: int
    seat: int
    action: Action
    final: bool
    """Whether it cannot be taken back: somebody learnt something by it, or a bot did it."""
    turn_since: float
    """Since when it had been the seat's turn."""


class Stored(NamedTuple):
    """A table as the store has it."""

    id: str
    setup: Setup
    seed: str
    created: float
    entries: list[Entry]
    sittings: list[Sitting]


class Table:
    """A table and its game."""

    def __init__(self, stored: Stored, remembered: int | None = REMEMBERED) -> None:
        self.id = stored.id
        self.setup = stored.setup
        self.seed = stored.seed
        self.created = stored.created
        self.commitment = commitment(stored.seed)
        self.game = game_named(stored.setup.game)
        self.options = self.game.read_options(stored.setup.options)
        self.seats = [Seat(seat.kind, seat.level, away_since=stored.created) for seat in stored.setup.seats]
        self.sit(stored.sittings)
        self.state: State = self.game.new(self.options, stored.seed)
        self.status: Status = self._settle()
        """Whether it waits for people, plays, or has finished."""
        self.version = 0
        self.game_version = 0
        """The last version at which the game itself changed."""
        self.changed = stored.created
        """When that was."""
        self.turn_since = stored.created
        self.done: list[Done] = []
        self.undone = 0
        """How many moves were taken back."""
        self.keys: dict[tuple[int, str], int] = {}
        """What was done with which idempotency key, by seat."""
        self.rematch: str | None = None
        self.recent: deque[Change] = deque(maxlen=remembered)
        self._tried: tuple[Acted, State, list[Event]] | None = None
        """What was last found to be legal, and what it would lead to."""
        self._loading = True
        gone = taken_back(stored.entries)
        for entry in stored.entries:
            if entry.seq in gone:
                self._pass_over(entry)
            else:
                self.take(entry)
        self._loading = False

    # ---- what is so ----

    def _settle(self) -> Status:
        if any(seat.kind == "open" for seat in self.seats):
            return "waiting"
        return "playing" if self.state.turn is not None else "over"

    @property
    def turn(self) -> int | None:
        """Whose turn it is, once all have come."""
        return self.state.turn if self.status == "playing" else None

    def seats_of(self, identity: str | None) -> tuple[int, ...]:
        """The seats that somebody holds."""
        if identity is None:
            return ()
        return tuple(number for number, seat in enumerate(self.seats) if seat.identity == identity)

    def people(self) -> set[str]:
        """Who plays here."""
        return {seat.identity for seat in self.seats if seat.identity is not None}

    def legal(self, seat: int) -> list[Action]:
        """What a seat may do now."""
        return self.state.legal(seat) if self.status == "playing" else []

    def may_undo(self, seat: int) -> bool:
        """Whether the seat may take back what was done last: it did it, and nobody learnt anything by it."""
        if self.status != "playing" or not self.done:
            return False
        last = self.done[-1]
        return last.seat == seat and not last.final and not self.seats[seat].stood_in and self.undone < MOST_UNDONE

    def record(self) -> Record:
        """The game as a record, with who played it."""
        headers = {"table": self.id, "commitment": self.commitment}
        for number, seat in enumerate(self.seats, 1):
            headers[f"seat-{number}"] = seat.name or seat.level or "somebody"
        return Record.of(self.game, self.state, headers)

    def clock_runs_out(self) -> float | None:
        """When the seat on turn has no time left; None without a clock, or if a bot plays."""
        turn = self.turn
        if turn is None or self.seats[turn].played_by_bot:
            return None
        match self.setup.clock:
            case MoveClock(seconds=seconds):
                return self.turn_since + seconds
            case DaysClock(days=days):
                return self.turn_since + days * 86400
        return None

    def others_wait_for(self, seat: int) -> bool:
        """Whether another person is here and would wait for this one."""
        own = self.seats[seat].identity
        return any(other.node is not None and other.identity not in (None, own) for other in self.seats)

    # ---- what somebody wants ----

    def act(self, identity: str | None, seat: int, text: str, key: str, version: int) -> int | AnyBody:
        """What a person does; a number is the version at which it was done before."""
        self._check_mine(identity, seat)
        if (seat, key) in self.keys:
            return self.keys[seat, key]
        self._check_fresh(version)
        if self.seats[seat].stood_in:
            raise Refusal("stood-in", "a bot plays for this seat: take it back first")
        try:
            action = self.game.parse(text)
        except NotationError as error:
            raise Refusal("unreadable", str(error)) from None
        acted = Acted(seat, str(action), key)
        self._try(acted, action)
        return acted

    def undo(self, identity: str | None, seat: int, key: str, version: int) -> int | AnyBody:
        """A person takes back what was done last."""
        self._check_mine(identity, seat)
        if (seat, key) in self.keys:
            return self.keys[seat, key]
        self._check_fresh(version)
        if not self.may_undo(seat):
            raise Refusal(
                "no-undo",
                "only one's own last move can be taken back, and only if nothing hidden was seen by it and the game "
                "goes on",
            )
        return Undone(seat, key)

    def why_not(self, identity: str | None, seat: int, text: str) -> IllegalAction | NotationError | None:
        """What is wrong with an action; None if it is legal. Nothing is done."""
        self._check_mine(identity, seat)
        if self.status == "waiting":
            raise Refusal("waiting", "the game has not begun: some seats are still open")
        try:
            self.state.copy().apply(seat, self.game.parse(text))
        except (IllegalAction, NotationError) as error:
            return error
        return None

    def _try(self, acted: Acted, action: Action) -> None:
        after = self.state.copy()
        try:
            events = after.apply(acted.seat, action)
        except IllegalAction as error:
            raise Refusal("illegal", error.reason, error.clause) from None
        self._tried = (acted, after, events)

    def _check_mine(self, identity: str | None, seat: int) -> None:
        if seat >= len(self.seats):
            raise Refusal("no-seat", f"there is no seat {seat + 1} here; the seats are 1 to {len(self.seats)}")
        if identity is None or self.seats[seat].identity != identity:
            raise Refusal("not-yours", f"seat {seat + 1} is not yours")

    def _check_fresh(self, version: int) -> None:
        if self.status == "waiting":
            raise Refusal("waiting", "the game has not begun: some seats are still open")
        if self.status == "over":
            raise Refusal("over", "the game is over")
        if version < self.game_version:
            raise Refusal("stale", f"the game has moved on since version {version}: look again")
        if version > self.version:
            raise Refusal("stale", f"there is no version {version} yet; the table is at {self.version}")

    def sittings(self) -> list[Sitting]:
        """Who sits where."""
        return [
            Sitting(number, seat.identity, seat.name or "")
            for number, seat in enumerate(self.seats)
            if seat.identity is not None
        ]

    # ---- what has happened ----

    def sit(self, sittings: Iterable[Sitting]) -> None:
        """Who sits where now."""
        known = {sitting.seat: sitting for sitting in sittings}
        for number, seat in enumerate(self.seats):
            sitting = known.get(number)
            seat.identity = sitting.identity if sitting else None
            seat.name = (sitting.name or None) if sitting else None

    def take(self, entry: Entry) -> Change:
        """Make an entry true."""
        assert entry.seq == self.version + 1, f"entry {entry.seq} follows {self.version}"
        was_waiting = self.status == "waiting"
        pieces = self.state.pieces
        events: list[Event] = []
        body = entry.body
        match body:
            case Acted():
                events = self._play(entry.seq, body)
            case Undone():
                self._take_back(entry)
                events = [TookBack(body.seat)]
                self.keys[body.seat, body.key] = entry.seq
            case _:
                self._move_seats(body, entry.at)
        self._tried = None
        self.version = entry.seq
        self.status = self._settle()
        in_game = isinstance(body, Acted | Undone)
        if in_game or was_waiting:
            self.game_version = entry.seq
            self.changed = entry.at
        if was_waiting or _turns(events):
            self.turn_since = entry.at
        seats = not in_game or self.state.turn is None or (isinstance(body, Acted) and body.late)
        change = Change(entry.seq, events, seats, isinstance(body, Undone), range(pieces, self.state.pieces))
        self.recent.append(change)
        return change

    def _play(self, seq: int, body: Acted) -> list[Event]:
        if self._tried is not None and self._tried[0] is body:
            _, self.state, events = self._tried
        else:
            if not self._loading:  # nobody has seen the state before
                self.state = self.state.copy()
            events = self.state.apply(body.seat, self.game.parse(body.action))
        action = self.state.history[-1][1]
        final = any(event.reveals for event in events) or body.key is None
        self.done.append(Done(seq, body.seat, action, final, self.turn_since))
        if body.key is not None:
            self.keys[body.seat, body.key] = seq
        seat = self.seats[body.seat]
        # Drawing need not end a turn (C16): late is the turn, not everything that is done in it.
        seat.late = seat.late + (_turns(events) or self.state.turn is None) if body.late else 0
        if seat.late >= LATE_TURNS:
            seat.stood_in = True
        return events

    def _take_back(self, entry: Entry) -> None:
        """The clock goes on where it was: what others thought meanwhile is not counted."""
        last = self.done.pop()
        self.undone += 1
        self.turn_since = last.turn_since + (entry.at - self.changed if self.state.turn != last.seat else 0.0)
        self.state = self.game.new(self.options, self.seed)
        for done in self.done:
            self.state.apply(done.seat, done.action)

    def _pass_over(self, entry: Entry) -> None:
        """An entry of a move that was taken back later, or of its taking back: as if both had not been."""
        body = entry.body
        assert isinstance(body, Acted | Undone)
        if body.key is not None:
            self.keys[body.seat, body.key] = entry.seq
        events: list[Event] = []
        if isinstance(body, Undone):
            self.undone += 1
            events = [TookBack(body.seat)]
        self.version = self.game_version = entry.seq
        self.changed = entry.at
        self.recent.append(Change(entry.seq, events, False, True, range(0)))

    def _move_seats(self, body: AnyBody, at: float) -> None:
        match body:
            case Seated():
                self.seats[body.seat].kind = "person"
                self.seats[body.seat].away_since = at
            case Left():
                playing = self.status != "waiting"
                for number in body.seats:
                    seat = self.seats[number]
                    seat.node, seat.away_since = None, at
                    seat.stood_in = seat.left = playing
                    if not playing:
                        seat.kind = "open"
            case Returned():
                for number in body.seats:
                    seat = self.seats[number]
                    seat.stood_in, seat.left, seat.late = False, False, 0
            case Here():
                for number in body.seats:
                    seat = self.seats[number]
                    seat.node, seat.stood_in, seat.late = body.node, seat.left, 0
            case Gone():
                for number in body.seats:
                    self.seats[number].node, self.seats[number].away_since = None, at
            case StoodIn():
                self.seats[body.seat].stood_in = True
            case Rematched():
                self.rematch = body.table
            case _:
                raise AssertionError(f"{body} is nothing about seats")


def _turns(events: Iterable[Event]) -> bool:
    """Whether it is somebody's turn now who was not on turn before."""
    return any(isinstance(event, Turn) for event in events)


def taken_back(entries: list[Entry]) -> set[int]:
    """The entries of moves that were taken back, and of their taking back."""
    standing: list[int] = []
    gone: set[int] = set()
    for entry in entries:
        if isinstance(entry.body, Acted):
            standing.append(entry.seq)
        elif isinstance(entry.body, Undone):
            gone |= {standing.pop(), entry.seq}
    return gone
