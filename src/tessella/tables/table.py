"""A table: its set-up and entries, folded into who holds the seats and the state of the game. No I/O, no clock.

A table is never changed in place. `act`, `undo` and the functions of `decisions` check a command and return a
`Decision`, or refuse. `after` computes the table that follows an entry; the caller stores the entry, then replaces the
table.
"""

import contextlib
from collections import deque
from collections.abc import Iterable
from typing import Literal, NamedTuple

from tessella.core import Action, Event, IllegalAction, NotationError, State, commitment, seat_name
from tessella.core.events import Turn
from tessella.games import game_named
from tessella.record import Record
from tessella.tables import undo
from tessella.tables.dealing import EXAMPLE_SEED, Dealing
from tessella.tables.entries import (
    Acted,
    AnyBody,
    Entry,
    Left,
    PaceSet,
    Rematched,
    RematchWanted,
    Returned,
    SeatHolder,
    SeatTaken,
    Stored,
    TimeSkipped,
    Undone,
    undone_entries,
)
from tessella.tables.events import TimeRanOut, TookBack
from tessella.tables.refusal import Refusal
from tessella.tables.seats import Seat, after_entry, with_holders
from tessella.tables.undo import PlayedAction
from tessella.tables.wire.tables import DaysClock, MoveClock, NoUndo

Status = Literal["waiting", "playing", "over"]
REMEMBERED = 64
"""The number of recent changes that are kept for connections that missed them."""


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
    dealt: bool = False
    """Whether the entry fixed the deal: everything on the board is new."""


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


class Table:
    """A table and its game."""

    def __init__(self, stored: Stored, remembered: int | None = REMEMBERED) -> None:
        self.id = stored.id
        self.setup = stored.setup
        self.created = stored.created
        self.commitment = commitment(stored.seed)
        self.game = game_named(stored.setup.game)
        self.options = self.game.read_options(stored.setup.options)
        seats = (Seat(seat.kind, seat.level, away_since=stored.created) for seat in stored.setup.seats)
        self.seats = with_holders(seats, stored.holders)
        dealing = Dealing(stored.seed, stored.setup.seals, {})
        self.dealing = dealing.after(None, self.full, stored.created)
        self.state: State = self.game.new(self.options, self.dealing.seed or EXAMPLE_SEED)
        """The game; before the deal is fixed an example, of which nothing has to do with the deal."""
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
        """How often something was taken back."""
        self.taken_back = 0
        """How often that was possible only because the table has take-backs."""
        self.pace = stored.setup.pace
        """How fast the bots move."""
        self.pace_changes = 0
        self.keys: dict[tuple[int, str], tuple[int, str | None]] = {}
        """The version of each command and its action, None to take one back; by seat and idempotency key."""
        self.seat_changes = 0
        """How often a person took a seat, left it or took it back."""
        self.skipped_until = 0.0
        """Until when time passed on the wall clock only, as was last noted."""
        self.rematch: str | None = None
        self.rematch_wanted: frozenset[int] = frozenset()
        """The seats whose people want a rematch."""
        self.rematch_seals: dict[int, str] = {}
        """The seals of their contributions to its deal, by seat."""
        self.recent: deque[Change] = deque(maxlen=remembered)
        undone = undone_entries(stored.entries)
        skipped: list[float] = []
        for entry in stored.entries:
            if entry.seq in undone:
                self._skip(entry, skipped)
            else:
                self._load(entry)
            if isinstance(entry.body, TimeSkipped):
                skipped[:] = map(entry.body.moved, skipped)

    # ---- questions ----

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.kind != "open" for seat in self.seats)

    def _settle(self) -> Status:
        if self.dealing.seed is None:
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

    def owners(self) -> list[str]:
        """The identities of those who hold a seat, first of those who opened the table."""
        by_seat = zip(self.setup.seats, self.seats, strict=True)
        ordered = sorted(by_seat, key=lambda pair: pair[0].kind != "person")
        return [seat.identity for _, seat in ordered if seat.identity is not None]

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
        """Whether the seat may take back what it did last."""
        return self.no_undo(seat) is None

    def no_undo(self, seat: int) -> NoUndo | None:
        """Why the seat may not take back what it did last; None if it may."""
        if self.status != "playing":
            return "nothing"
        if self.seats[seat].stood_in:
            return "stood-in"
        takebacks = self.setup.takebacks
        reason = undo.why_not(self.actions, seat, takebacks)
        most = undo.MOST_TAKEN_BACK if takebacks else undo.MOST_UNDONE
        return "limit" if reason is None and self.undone >= most else reason

    def record(self) -> Record:
        """The game as a record, with the names of the players."""
        headers = {"table": self.id, **self.dealing.deal.headers()}
        for number, seat in enumerate(self.seats, 1):
            headers[f"seat-{number}"] = seat.name or seat.level or "somebody"
        return Record.of(self.game, self.state, headers)

    def clock_seconds(self) -> float | None:
        """How long the seat on turn has for its turn; None without a clock, or if a bot plays."""
        turn = self.turn
        if turn is None or self.seats[turn].played_by_bot:
            return None
        match self.setup.clock:
            case MoveClock(seconds=seconds):
                return seconds
            case DaysClock(days=days):
                return days * 86400
        return None

    def others_wait_for(self, seat: int) -> bool:
        """Whether another person is connected and would have to wait for this seat."""
        own = self.seats[seat].identity
        return any(other.node is not None and other.identity not in (None, own) for other in self.seats)

    # ---- commands of people ----

    def act(self, identity: str | None, seat: int, text: str, key: str, version: int) -> int | Decision:
        """Decide on an action of a person; a number is the version at which the same command was done before."""
        self.check_holder(identity, seat)
        if (seat, key) in self.keys:
            return self._repeated(seat, key, text)
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
        """Decide on taking back what a person did last; a number is the version at which that was done before."""
        self.check_holder(identity, seat)
        if (seat, key) in self.keys:
            return self._repeated(seat, key, None)
        self._check_version(version)
        reason = self.no_undo(seat)
        if reason is not None:
            raise Refusal("no-undo", f"this cannot be taken back: {undo.REASONS[reason]}")
        count = undo.count(self.actions, seat, self.setup.takebacks)
        free = self.setup.takebacks and undo.why_not(self.actions, seat, takebacks=False) is not None
        first = self.actions[-count]
        same_turn = self.turn == seat and self.turn_since == first.turn_since
        return Decision(Undone(seat, key, count, free, same_turn))

    def why_not(self, identity: str | None, seat: int, text: str) -> IllegalAction | NotationError | None:
        """What is wrong with an action; None if it is legal."""
        self.check_holder(identity, seat)
        self._check_begun()
        try:
            self._play(seat, self.game.parse(text))
        except (IllegalAction, NotationError) as error:
            return error
        return None

    def _repeated(self, seat: int, key: str, text: str | None) -> int:
        """The version at which a command was done that is sent again; `Refusal` if it is another one."""
        version, action = self.keys[seat, key]
        if text is not None:
            with contextlib.suppress(NotationError):
                text = str(self.game.parse(text))
        if text != action:
            raise Refusal("key-reused", "this key was used for another command: give every command a key of its own")
        return version

    def _play(self, seat: int, action: Action) -> Played:
        return _played(self.state.copy(), seat, action)

    def check_holder(self, identity: str | None, seat: int) -> None:
        """Refuse what is not this person's to do."""
        if seat >= len(self.seats):
            raise Refusal("no-seat", f"there is no {seat_name(seat)} here; the seats are 1 to {len(self.seats)}")
        if identity is None or self.seats[seat].identity != identity:
            raise Refusal("not-yours", f"{seat_name(seat)} is not yours")

    def check_playing(self) -> None:
        """Refuse what can only be done during the game."""
        self._check_begun()
        if self.status == "over":
            raise Refusal("over", "the game is over")

    def _check_begun(self) -> None:
        if self.status == "waiting":
            reason = "it is not dealt yet" if self.full else "some seats are still open"
            raise Refusal("waiting", f"the game has not begun: {reason}")

    def _check_version(self, version: int) -> None:
        self.check_playing()
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
        was_waiting, dealt = self.status == "waiting", False
        events: list[Event] = []
        body = entry.body
        match body:
            case Acted():
                assert played is not None, "an action has a result"
                events = self._fold_action(entry, body, played)
            case Undone():
                self._fold_undo(entry, body)
                events = [TookBack(body.seat)]
                self.keys[body.seat, body.key] = (entry.seq, None)
            case _:
                self.seats = after_entry(self.seats, body, entry.at, not self.full)
                self._fold_agreement(body)
                self._fold_skip(body)
                dealt = self._fold_deal(entry)
        self.version = entry.seq
        self.status = self._settle()
        in_game = isinstance(body, Acted | Undone)
        if in_game or was_waiting:
            self.game_version = entry.seq
            self.changed = entry.at
        if was_waiting or _turn_begins(events):
            self.turn_since = entry.at
        seats = not in_game or self.state.turn is None or (isinstance(body, Acted) and body.late)
        laid = played.laid if played else range(0)
        change = Change(entry.seq, events, seats, isinstance(body, Undone), laid, dealt)
        self.recent.append(change)
        return change

    def _fold_action(self, entry: Entry, body: Acted, played: Played) -> list[Event]:
        self.state, events, _ = played
        action = self.state.history[-1][1]
        revealed = any(event.reveals for event in events)
        self.actions.append(PlayedAction(entry.at, body.seat, action, revealed, body.key is None, self.turn_since))
        if body.key is not None:
            self.keys[body.seat, body.key] = (entry.seq, body.action)
        seat = self.seats[body.seat]
        changed = seat.after_turn(body.late, _turn_begins(events) or self.state.turn is None)
        if changed is not seat:
            self.seats = (*self.seats[: body.seat], changed, *self.seats[body.seat + 1 :])
        return [TimeRanOut(body.seat), *events] if body.late else events

    def _fold_deal(self, entry: Entry) -> bool:
        """Deal, if the entry fixes the deal; whether it did."""
        before = self.dealing
        self.dealing = before.after(entry.body, self.full, entry.at)
        if before.seed is not None or self.dealing.seed is None:
            return False
        self.state = self.game.new(self.options, self.dealing.seed)
        return True

    def _fold_agreement(self, body: AnyBody) -> None:
        """What people did and agreed on besides the game."""
        match body:
            case SeatTaken() | Left() | Returned():
                self.seat_changes += 1
            case PaceSet():
                self.pace = body.pace
                self.pace_changes += 1
            case RematchWanted():
                self.rematch_wanted |= set(body.seats)
                if body.seal is not None:
                    self.rematch_seals = {**self.rematch_seals, body.seats[0]: body.seal}
            case Rematched():
                self.rematch = body.table

    def _fold_skip(self, body: AnyBody) -> None:
        """Time that passed on the wall clock only does not count: what was before it moves up."""
        if isinstance(body, TimeSkipped):
            self.changed, self.turn_since = body.moved(self.changed), body.moved(self.turn_since)
            self.actions = [
                action._replace(at=body.moved(action.at), turn_since=body.moved(action.turn_since))
                for action in self.actions
            ]
            self.skipped_until = body.until

    def _fold_undo(self, entry: Entry, body: Undone) -> None:
        """Take actions back."""
        first = self.actions[-body.count]
        del self.actions[-body.count :]
        self._count_undo(body)
        self._continue_clock(entry, body, first.at, first.turn_since)
        self.state = self.game.new(self.options, self.dealing.seed)
        for played in self.actions:
            self.state.apply(played.seat, played.action)

    def _count_undo(self, body: Undone) -> None:
        self.undone += 1
        self.taken_back += body.free
        seat = self.seats[body.seat].after_turn(late=False, ended=False)  # its person is here
        self.seats = (*self.seats[: body.seat], seat, *self.seats[body.seat + 1 :])

    def _continue_clock(self, entry: Entry, body: Undone, at: float, turn_since: float) -> None:
        """The clock continues where it was: the time after the action, done at `at`, does not count."""
        self.turn_since = turn_since + (0.0 if body.same_turn else max(0.0, entry.at - at))

    def _skip(self, entry: Entry, skipped: list[float]) -> None:
        """Load an action that was taken back later, or the entry that took it back: the game is not changed by them.

        `skipped` has the times of the actions that are still to be taken back.
        """
        body = entry.body
        assert isinstance(body, Acted | Undone)
        if body.key is not None:
            self.keys[body.seat, body.key] = (entry.seq, getattr(body, "action", None))
        events: list[Event] = []
        if isinstance(body, Undone):
            # `turn_since` is that of the first skipped action; where some are still to be taken back it says nothing.
            at, first = skipped[-body.count], len(skipped) == body.count
            del skipped[-body.count :]
            self._count_undo(body)
            if first:
                self._continue_clock(entry, body, at, self.turn_since)
            events = [TookBack(body.seat)]
        else:
            skipped.append(entry.at)
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
