"""Decisions about a table that is open: play, join, contribute, leave, return, connect, disconnect, rematch.

Each function returns a `Decider`, which looks at one version of the table. It returns the entry to write, or a version
if nothing needs to be written, or raises `Refusal`. It may be called again with a newer version.
"""

from collections.abc import Callable, Collection, Sequence

from tessella.core import seat_name, seat_number
from tessella.core.deals import seal_of
from tessella.core.validation import listing
from tessella.tables import rematches
from tessella.tables.entries import (
    Contributed,
    Gone,
    Here,
    Left,
    PaceSet,
    Rematched,
    RematchWanted,
    Returned,
    SeatHolder,
    SeatTaken,
    TimeSkipped,
)
from tessella.tables.names import clean_name
from tessella.tables.refusal import Refusal
from tessella.tables.table import Decision, Table
from tessella.tables.wire.live import Act, Undo
from tessella.tables.wire.tables import Contribution, Join, Pace

Decider = Callable[[Table], Decision | int]
MOST_PACE_CHANGES = 100
"""Each change is an entry that every load of the table reads."""
MOST_CHANGES_WAITING = 200
"""How often seats can be taken and left before the game: after that nobody takes one."""
MOST_SEAT_CHANGES = 400
"""The same over the life of a table: after that nobody takes a seat back. Leaving is never refused."""


def play(identity: str | None, command: Act | Undo) -> Decider:
    """Act, or take the last action back."""

    def decide(table: Table) -> Decision | int:
        seat = command.seat - 1
        if isinstance(command, Act):
            return table.act(identity, seat, command.action, command.key, command.version)
        return table.undo(identity, seat, command.key, command.version)

    return decide


def join(request: Join, identity: str, own_name: str | None) -> Decider:
    """Take an open seat. A person who holds a seat already keeps it, unless they name a further one."""

    def decide(table: Table) -> Decision | int:
        open_seats = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
        wanted = None if request.seat is None else request.seat - 1
        held = table.seats_of(identity)
        if held and (wanted is None or wanted in held):
            return table.version
        if not open_seats:
            raise Refusal("no-seat", "no seat is open here; you can watch")
        if wanted is not None and wanted not in open_seats:
            seats = listing(map(seat_number, open_seats))
            raise Refusal("no-seat", f"seat {wanted + 1} is not open; open: {seats}")
        _check_changes(table, MOST_CHANGES_WAITING)
        seat = open_seats[0] if wanted is None else wanted
        name = clean_name(request.name) or own_name or ""
        return Decision(SeatTaken(seat, request.seal), [*table.holders(), SeatHolder(seat, identity, name)])

    return decide


def contribute(identity: str, request: Contribution) -> Decider:
    """Open the seal of a seat. It is done once; the same contribution may be sent again."""

    def decide(table: Table) -> Decision | int:
        seat, dealing = request.seat - 1, table.dealing
        table.check_holder(identity, seat)
        if seat not in dealing.seals:
            raise Refusal("no-seal", f"{seat_name(seat)} has no seal: it is sent with the request that takes the seat")
        if seal_of(request.contribution) != dealing.seals[seat]:
            raise Refusal("wrong-seal", f"this is not the contribution that was sealed for {seat_name(seat)}")
        if seat in dealing.contributions:
            return table.version
        if dealing.seed is not None:
            raise Refusal("dealt", "the game was dealt without this contribution: it came too late")
        if not table.full:
            raise Refusal("waiting", "some seats are still open: send it when every seat is taken")
        return Decision(Contributed(seat, request.contribution))

    return decide


def leave(identity: str, seat: int | None) -> Decider:
    """Leave one of the person's seats (counted from 1), or all of them."""

    def decide(table: Table) -> Decision | int:
        seats = _held(table, identity, seat)
        if not table.full:
            return Decision(Left(seats), [holder for holder in table.holders() if holder.seat not in seats])
        staying = [number for number in seats if not table.seats[number].left]
        # After the game it means that nobody waits for them with a rematch.
        if not staying or (table.status == "over" and not set(staying) & {*rematches.missing(table)}):
            return table.version
        return Decision(Left(staying))

    return decide


def come_back(identity: str, seat: int | None) -> Decider:
    """Take one of the person's seats (counted from 1), or all of them, back from the bots that stand in."""

    def decide(table: Table) -> Decision | int:
        seats = [number for number in _held(table, identity, seat) if table.seats[number].stood_in]
        if not seats:
            return table.version
        _check_changes(table, MOST_SEAT_CHANGES)
        return Decision(Returned(seats))

    return decide


def set_pace(identity: str, pace: Pace) -> Decider:
    """Choose how fast the bots move from now on; everybody who plays may."""

    def decide(table: Table) -> Decision | int:
        _held(table, identity, None)
        if table.pace == pace:
            return table.version
        if table.pace_changes >= MOST_PACE_CHANGES:
            raise Refusal("pace-stays", f"the pace was changed {MOST_PACE_CHANGES} times already: it stays as it is")
        return Decision(PaceSet(pace))

    return decide


def want_rematch(identity: str, seal: str | None = None) -> Decider:
    """Ask for a rematch, or agree to one; `seal` is that of the client's contribution to its deal."""

    def decide(table: Table) -> Decision | int:
        seats = table.seats_of(identity)
        if not seats:
            raise Refusal("not-yours", "only those who played here can ask for a rematch")
        if table.status != "over":
            raise Refusal("not-over", "the game is not over yet")
        new = [seat for seat in seats if seat not in table.rematch_wanted]
        return Decision(RematchWanted(new, seal)) if new and table.rematch is None else table.version

    return decide


def rematch(table_id: str) -> Decider:
    """Announce the table of the rematch; the first announcement counts."""

    def decide(table: Table) -> Decision | int:
        return table.version if table.rematch is not None else Decision(Rematched(table_id))

    return decide


def connect(identity: str | None, node: str) -> Decider:
    """Note that a person is connected to a node. It is noted only where others would wait for them."""

    def decide(table: Table) -> Decision | int:
        seats = [number for number in table.seats_of(identity) if table.seats[number].node != node]
        seats = [number for number in seats if not table.seats[number].left]
        if not seats or len(table.people()) < 2 or table.status == "over":
            return table.version
        return Decision(Here(seats, node))

    return decide


def disconnect(identity: str, node: str, connected: Callable[[str], bool]) -> Decider:
    """Note that a person has gone, unless they have `connected` again meanwhile."""

    def decide(table: Table) -> Decision | int:
        seats = [number for number in table.seats_of(identity) if table.seats[number].node == node]
        if not seats or table.status == "over" or connected(identity):
            return table.version
        return Decision(Gone(seats))

    return decide


def lose_nodes(alive: Collection[str]) -> Decider:
    """Note that those who were connected to a node that is not alive have gone."""

    def decide(table: Table) -> Decision | int:
        seats = seats_on_lost_nodes(table, alive)
        return Decision(Gone(seats)) if seats and table.status != "over" else table.version

    return decide


def seats_on_lost_nodes(table: Table, alive: Collection[str]) -> list[int]:
    """The seats of people who were connected to a node that is not alive."""
    return [number for number, seat in enumerate(table.seats) if seat.node is not None and seat.node not in alive]


def skip_time(skips: Sequence[tuple[float, float]]) -> Decider:
    """Note the first of these times, each from and until, that passed on the wall clock only and is not noted yet."""

    def decide(table: Table) -> Decision | int:
        skip = skip_to_note(table, skips)
        return table.version if skip is None else Decision(TimeSkipped(*skip))

    return decide


def skip_to_note(table: Table, skips: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """The first of these times that would wrongly count for a person's clock, or for how long they are away."""
    turn = table.turn
    if turn is None or table.seats[turn].played_by_bot:
        return None
    seat = table.seats[turn]
    if table.clock_seconds() is not None:
        waits = [table.turn_since]
    elif seat.node is None:
        waits = [seat.away_since, table.turn_since]
    else:
        return None
    for begin, until in skips:
        moved = TimeSkipped(begin, until).moved
        if begin >= table.skipped_until and max(map(moved, waits)) > max(waits):
            return begin, until
    return None


def _check_changes(table: Table, most: int) -> None:
    if table.seat_changes >= most:
        raise Refusal("seats-stay", f"the seats were changed {most} times already: they stay as they are")


def _held(table: Table, identity: str, seat: int | None) -> list[int]:
    held = table.seats_of(identity)
    if not held or (seat is not None and seat - 1 not in held):
        raise Refusal("not-yours", "you have no seat here" if seat is None else f"seat {seat} is not yours")
    return [*held] if seat is None else [seat - 1]
