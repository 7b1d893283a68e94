"""A table: its set-up and entries, folded into who holds the seats and the state of the game. No I/O, no clock.

A table is never changed in place. `act`, `undo` and the functions of `decisions` check a command and return a
`Decision`, or refuse. `after` computes the table that follows an entry; the caller stores the entry, then replaces the
table.
"""

from collections import deque
from collections.abc import Iterable
from typing import Literal, NamedTuple

from tessella.core import Action, Event, IllegalAction, NotationError, State, commitment, seat_name
from tessella.core.events import Turn
from tessella.games import game_named
from tessella.record import Record
from tessella.tables.entries import Acted, AnyBody, Entry, Rematched, SeatHolder, Stored, Undone, undone_entries
from tessella.tables.events import TimeRanOut, TookBack
from tessella.tables.refusal import Refusal
from tessella.tables.seats import Seat, after_entry, with_holders
from tessella.tables.wire.tables import DaysClock, MoveClock

Status = Literal["waiting", "playing", "over"]
REMEMBERED = 64
"""The number of recent changes that are kept for connections that missed them."""
MOST_UNDONE = 100
"""The number of actions that can be taken back at one table."""


class Change(NamedTuple):
    """What an entry changed."""

    seq: int
    events: list[Event]
    seats: bool
    """Whether the table itself changed: its seats, status or rematch."""
    undone: bool
    """Whether the entry took an action back, or was itself taken back: pieces may have left the board."""
    laid: range
    """The pieces that the entry brought to the board, by their numbers in `View.board`."""


class Played(NamedTuple):
    """The result of an action: a state of its own, and the events on the way to it."""

    state: State
    events: list[Event]
    laid: range
    """The pieces that it brought to the board."""


class Decision(NamedTuple):
    """An entry that may be written next, decided on one version of a table."""

    body: AnyBody
    holders: list[SeatHolder] | None = None
    """Who holds the seats afterwards; None if that does not change."""
    played: Played | None = None
    """The result of the action, if it was computed already."""


class PlayedAction(NamedTuple):
    """An action of the game so far."""

    seq: int
    seat: int
    action: Action
    final: bool
    """Whether it cannot be taken back: it revealed something, or a bot acted."""
    turn_since: float
    """When the turn of the seat had begun."""


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
        seats = (Seat(seat.kind, seat.level, away_since=stored.created) for seat in stored.setup.seats)
        self.seats = with_holders(seats, stored.holders)
        self.state: State = self.game.new(self.options, stored.seed)
        self.status: Status = self._settle()
        """Whether the table waits for people, plays, or has finished."""
        self.version = 0
        self.game_version = 0
        """The last version at which the game itself changed."""
        self.changed = stored.created
        """The time of that change."""
        self.turn_since = stored.created
        self.actions: list[PlayedAction] = []
        """The actions of the game, without those that were taken back."""
        self.undone = 0
        """The number of actions that were taken back."""
        self.keys: dict[tuple[int, str], int] = {}
        """The version of each command, by seat and idempotency key."""
        self.rematch: str | None = None
        self.recent: deque[Change] = deque(maxlen=remembered)
        undone = undone_entries(stored.entries)
        for entry in stored.entries:
            if entry.seq in undone:
                self._skip(entry)
            else:
                self._load(entry)

    # ---- questions ----

    def _settle(self) -> Status:
        if any(seat.kind == "open" for seat in self.seats):
            return "waiting"
        return "playing" if self.state.turn is not None else "over"

    @property
    def turn(self) -> int | None:
        """The seat on turn; None before the game and after it."""
        return self.state.turn if self.status == "playing" else None

    def seats_of(self, identity: str | None) -> tuple[int, ...]:
        """The seats that a person holds."""
        if identity is None:
            return ()
        return tuple(number for number, seat in enumerate(self.seats) if seat.identity == identity)

    def people(self) -> set[str]:
        """The identities of those who hold a seat."""
        return {seat.identity for seat in self.seats if seat.identity is not None}

    def holders(self) -> list[SeatHolder]:
        """Who holds which seat."""
        return [
            SeatHolder(number, seat.identity, seat.name or "")
            for number, seat in enumerate(self.seats)
            if seat.identity is not None
        ]

    def legal(self, seat: int) -> list[Action]:
        """The legal actions of a seat."""
        return self.state.legal(seat) if self.status == "playing" else []

    def may_undo(self, seat: int) -> bool:
        """Whether the seat may take back the last action: it is its own, and it revealed nothing."""
        if self.status != "playing" or not self.actions:
            return False
        last = self.actions[-1]
        return last.seat == seat and not last.final and not self.seats[seat].stood_in and self.undone < MOST_UNDONE

    def record(self) -> Record:
        """The game as a record, with the names of the players."""
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
        """Whether another person is connected and would have to wait for this seat."""
        own = self.seats[seat].identity
        return any(other.node is not None and other.identity not in (None, own) for other in self.seats)

    # ---- commands of people ----

    def act(self, identity: str | None, seat: int, text: str, key: str, version: int) -> int | Decision:
        """Decide on an action of a person; a number is the version at which the same command was done before."""
        self._check_holder(identity, seat)
        if (seat, key) in self.keys:
            return self.keys[seat, key]
        self._check_version(version)
        if self.seats[seat].stood_in:
            raise Refusal("stood-in", "a bot plays for this seat: take it back first")
        try:
            action = self.game.parse(text)
        except NotationError as error:
            raise Refusal("unreadable", str(error)) from None
        try:
            played = self._play(seat, action)
        except IllegalAction as error:
            raise Refusal("illegal", error.reason, error.clause) from None
        return Decision(Acted(seat, str(action), key), played=played)

    def undo(self, identity: str | None, seat: int, key: str, version: int) -> int | Decision:
        """Decide on taking back the last action; a number is the version at which that was done before."""
        self._check_holder(identity, seat)
        if (seat, key) in self.keys:
            return self.keys[seat, key]
        self._check_version(version)
        if not self.may_undo(seat):
            raise Refusal(
                "no-undo",
                "you can take back only your own last action, only if it revealed nothing hidden, and only during "
                "the game",
            )
        return Decision(Undone(seat, key))

    def why_not(self, identity: str | None, seat: int, text: str) -> IllegalAction | NotationError | None:
        """What is wrong with an action; None if it is legal."""
        self._check_holder(identity, seat)
        if self.status == "waiting":
            raise Refusal("waiting", "the game has not begun: some seats are still open")
        try:
            self._play(seat, self.game.parse(text))
        except (IllegalAction, NotationError) as error:
            return error
        return None

    def _play(self, seat: int, action: Action) -> Played:
        return _played(self.state.copy(), seat, action)

    def _check_holder(self, identity: str | None, seat: int) -> None:
        if seat >= len(self.seats):
            raise Refusal("no-seat", f"there is no {seat_name(seat)} here; the seats are 1 to {len(self.seats)}")
        if identity is None or self.seats[seat].identity != identity:
            raise Refusal("not-yours", f"{seat_name(seat)} is not yours")

    def _check_version(self, version: int) -> None:
        if self.status == "waiting":
            raise Refusal("waiting", "the game has not begun: some seats are still open")
        if self.status == "over":
            raise Refusal("over", "the game is over")
        if version < self.game_version:
            raise Refusal("stale", f"the game has changed since version {version}: look at it again")
        if version > self.version:
            raise Refusal("stale", f"there is no version {version} yet; the table is at {self.version}")

    # ---- successors ----

    def after(
        self, entry: Entry, holders: Iterable[SeatHolder] | None = None, played: Played | None = None
    ) -> tuple["Table", Change]:
        """The table that follows an entry, and what the entry changed. This table stays as it is.

        `holders` are those who hold the seats from now on, if that changes. `played` is the result of the entry's
        action at this table, if it was computed already.
        """
        body = entry.body
        if played is None and isinstance(body, Acted):
            played = self._play(body.seat, self.game.parse(body.action))
        successor = self._copy()
        # What `_fold` changes in place; everything else is shared.
        successor.recent = self.recent.copy()
        if isinstance(body, Acted | Undone):
            successor.actions = self.actions.copy()
            successor.keys = self.keys.copy()
        if holders is not None:
            successor.seats = with_holders(self.seats, holders)
        return successor, successor._fold(entry, played)

    def with_holders(self, holders: Iterable[SeatHolder]) -> "Table":
        """The same version of the table, with these people at its seats."""
        successor = self._copy()
        successor.seats = with_holders(self.seats, holders)
        return successor

    def _copy(self) -> "Table":
        copied = Table.__new__(Table)
        copied.__dict__.update(self.__dict__)
        return copied

    def _load(self, entry: Entry) -> None:
        """Fold a stored entry into a table that nobody has seen yet: its state may be changed in place."""
        played, body = None, entry.body
        if isinstance(body, Acted):
            played = _played(self.state, body.seat, self.game.parse(body.action))
        self._fold(entry, played)

    def _fold(self, entry: Entry, played: Played | None) -> Change:
        assert entry.seq == self.version + 1, f"entry {entry.seq} follows {self.version}"
        was_waiting = self.status == "waiting"
        events: list[Event] = []
        body = entry.body
        match body:
            case Acted():
                assert played is not None, "an action has a result"
                events = self._fold_action(entry.seq, body, played)
            case Undone():
                self._fold_undo(entry)
                events = [TookBack(body.seat)]
                self.keys[body.seat, body.key] = entry.seq
            case _:
                self.seats = after_entry(self.seats, body, entry.at, was_waiting)
                self.rematch = body.table if isinstance(body, Rematched) else self.rematch
        self.version = entry.seq
        self.status = self._settle()
        in_game = isinstance(body, Acted | Undone)
        if in_game or was_waiting:
            self.game_version = entry.seq
            self.changed = entry.at
        if was_waiting or _turn_begins(events):
            self.turn_since = entry.at
        seats = not in_game or self.state.turn is None or (isinstance(body, Acted) and body.late)
        change = Change(entry.seq, events, seats, isinstance(body, Undone), played.laid if played else range(0))
        self.recent.append(change)
        return change

    def _fold_action(self, seq: int, body: Acted, played: Played) -> list[Event]:
        self.state, events, _ = played
        action = self.state.history[-1][1]
        final = any(event.reveals for event in events) or body.key is None
        self.actions.append(PlayedAction(seq, body.seat, action, final, self.turn_since))
        if body.key is not None:
            self.keys[body.seat, body.key] = seq
        seat = self.seats[body.seat]
        changed = seat.after_turn(body.late, _turn_begins(events) or self.state.turn is None)
        if changed is not seat:
            self.seats = (*self.seats[: body.seat], changed, *self.seats[body.seat + 1 :])
        return [TimeRanOut(body.seat), *events] if body.late else events

    def _fold_undo(self, entry: Entry) -> None:
        """Take back the last action. The clock continues where it was: the time that others thought does not count."""
        last = self.actions.pop()
        self.undone += 1
        self.turn_since = last.turn_since + (entry.at - self.changed if self.state.turn != last.seat else 0.0)
        self.state = self.game.new(self.options, self.seed)
        for played in self.actions:
            self.state.apply(played.seat, played.action)

    def _skip(self, entry: Entry) -> None:
        """Load an action that was taken back later, or the entry that took it back: the game is not changed by them."""
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


def _played(state: State, seat: int, action: Action) -> Played:
    """Apply an action to a state that nobody else has."""
    pieces = state.pieces
    events = state.apply(seat, action)
    return Played(state, events, range(pieces, state.pieces))


def _turn_begins(events: Iterable[Event]) -> bool:
    """Whether the turn of another seat begins."""
    return any(isinstance(event, Turn) for event in events)
