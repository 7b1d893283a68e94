"""A table by itself: what is decided, what is refused, what an entry makes of it."""

from copy import copy
from typing import Any

import pytest

from tessella.games import chromino, florentine
from tessella.tables import messages
from tessella.tables.deadlines import Deadline, Pacing, next_deadline
from tessella.tables.entries import (
    Acted,
    AnyBody,
    Entry,
    Gone,
    Here,
    Left,
    Rematched,
    Returned,
    SeatHolder,
    SeatTaken,
    StoodIn,
    Stored,
    Undone,
)
from tessella.tables.events import TimeRanOut
from tessella.tables.refusal import Refusal
from tessella.tables.seats import LATE_TURNS
from tessella.tables.table import Decision, Table
from tessella.tables.undo import MOST_UNDONE
from tessella.tables.wire.tables import Clock, DaysClock, MoveClock
from tests.server.test_messages import stored_for, table_for

ANN, BOB = "somebody-0", "somebody-1"


def after(table: Table, body: AnyBody, at: float = 1.0) -> Table:
    """The table after a further entry."""
    return table.after(Entry(table.version + 1, at, body))[0]


def decided(decision: Decision | int) -> AnyBody:
    """The entry of a decision."""
    assert isinstance(decision, Decision)
    return decision.body


def lay(table: Table) -> str:
    """Something that the seat on turn can lay."""
    assert table.turn is not None
    return next(str(action) for action in table.legal(table.turn) if isinstance(action, chromino.Lay))


def two(**options: Any) -> Table:
    """Two people at Chromino; seat 1 begins and can lay."""
    return Table(stored_two(**options))


def stored_two(clock: Clock | None = None, **options: Any) -> Stored:
    """The same table as a store has it, without entries."""
    for seed in range(100):
        stored = stored_for("chromino", chromino.options(players=2, first=0, **options), str(seed), clock)
        if any(isinstance(action, chromino.Lay) for action in Table(stored).legal(0)):
            return stored
    raise AssertionError("no seed gives seat 1 a tile to lay")


def test_a_move_can_be_taken_back_until_somebody_else_acts() -> None:
    """What was done is undone, in the game and for all to see; the key of what was undone stays known."""
    table = two()
    before = table.state.view(None)
    first = lay(table)
    acted = decided(table.act(ANN, 0, first, "k1", 0))
    assert acted == Acted(0, first, "k1")
    table = after(table, acted)
    assert table.may_undo(0)
    assert not table.may_undo(1)
    assert table.act(ANN, 0, first, "k1", 0) == 1
    undone = decided(table.undo(ANN, 0, "k2", 1))
    assert undone == Undone(0, "k2")
    table = after(table, undone)
    assert table.recent[-1].undone
    assert table.state.view(None) == before
    assert table.undo(ANN, 0, "k2", 1) == 2
    with pytest.raises(Refusal, match="cannot be taken back"):
        table.undo(ANN, 0, "k3", 2)
    table = after(table, Acted(0, lay(table), "k4"))
    table = after(table, Acted(1, str(table.legal(1)[0]), "k5"))
    with pytest.raises(Refusal, match="cannot be taken back"):
        table.undo(ANN, 0, "k6", table.version)


def test_taking_back_gives_no_time() -> None:
    """The clock goes on where it was; what another seat thought meanwhile does not count."""
    stored = stored_two()
    table = Table(stored)
    first = lay(table)
    entries = [
        Entry(1, 50.0, Acted(0, first, "k1")),
        Entry(2, 53.0, Undone(0, "k2")),
        Entry(3, 60.0, Acted(0, first, "k3")),
    ]
    table, _ = table.after(entries[0])
    assert table.turn == 1
    assert table.turn_since == 50
    table, _ = table.after(entries[1])
    assert table.turn == 0
    assert table.turn_since == 3, "of 53 seconds it was its turn for 50"
    table, _ = table.after(entries[2])
    again = Table(stored._replace(entries=entries))
    assert again.turn_since == table.turn_since
    assert again.version == 3
    assert again.keys == table.keys
    assert again.state.view(None) == table.state.view(None)


def test_a_successor_leaves_the_table_as_it_is() -> None:
    """Whoever has a table keeps it, whatever follows: an action, an undo, a change of seats."""
    table = two()
    for body in (Acted(0, lay(table), "k"), Undone(0, "u"), Here([1], "n"), StoodIn(0), Rematched("other")):
        before, seen = dict(vars(table)), [table.state.view(seat) for seat in (None, 0, 1)]
        kept = {name: copy(before[name]) for name in ("actions", "keys", "recent", "seats")}
        successor = after(table, body)
        assert successor.version == table.version + 1
        assert vars(table) == before
        assert {name: getattr(table, name) for name in kept} == kept
        assert [table.state.view(seat) for seat in (None, 0, 1)] == seen
        table = successor


def test_a_decision_carries_the_state_it_leads_to() -> None:
    """An action is applied once, when it is decided."""
    table = two()
    decision = table.act(ANN, 0, lay(table), "k", 0)
    assert isinstance(decision, Decision)
    assert decision.played is not None
    assert table.after(Entry(1, 1.0, decision.body), played=decision.played)[0].state is decision.played.state
    assert table.state is not decision.played.state


def test_what_a_bot_did_for_somebody_stays() -> None:
    """Neither a move made when the time had run out, nor one of a bot that stands in, is the person's to take back."""
    table = two()
    table = after(table, Acted(0, lay(table), late=True))
    assert not table.may_undo(0)
    table = two()
    table = after(table, Acted(0, lay(table), "k"))
    table = after(table, StoodIn(0))
    assert not table.may_undo(0)


def test_everybody_sees_that_the_time_ran_out() -> None:
    """An event says for whom a bot acted, before what it did; an action in time has none."""
    table = two()
    late = Entry(1, 40.0, Acted(0, lay(table), late=True))
    change = table.after(late)[1]
    assert change.events[0] == TimeRanOut(0)
    assert isinstance(change.events[1], chromino.events.Laid)
    assert change.laid
    assert TimeRanOut(0) not in table.after(Entry(1, 40.0, Acted(0, lay(table), "k")))[1].events


def test_moves_are_not_taken_back_for_ever() -> None:
    """Each costs the server something."""
    table = two()
    for number in range(MOST_UNDONE):
        table = after(table, Acted(0, lay(table), f"a{number}"))
        table = after(table, Undone(0, f"u{number}"))
    table = after(table, Acted(0, lay(table), "last"))
    assert not table.may_undo(0)


def test_what_was_drawn_or_shown_cannot_be_taken_back() -> None:
    """C14, C20: nobody looks into the bag and then thinks better of it."""
    table = two(draw_when_able="yes")
    table = after(table, Acted(0, "draw"))
    assert not table.may_undo(0)
    table = two()
    number = 0
    while table.status == "playing":
        turn = table.turn
        assert turn is not None
        table = after(table, Acted(turn, str(table.legal(turn)[0]), f"k{number}"))
        number += 1
        shown = any(event.to_json()["event"] in ("shown", "drew", "ended") for event in table.recent[-1].events)
        assert table.may_undo(turn) == (not shown)
    assert shown


def test_a_card_that_was_drawn_stays_drawn() -> None:
    """F7, F12: a turn ends with drawing; in the pool nothing is hidden any more, and moves can be taken back."""
    table = table_for("florentine", florentine.options("classic", 2), "3")
    stages = {}
    while table.status == "playing":
        turn = table.turn
        assert turn is not None
        stage = table.state.view(None).to_json()["stage"]
        table = after(table, Acted(turn, str(table.legal(turn)[0]), "k"))
        kinds = {event.to_json()["event"] for event in table.recent[-1].events}
        stages[stage, "drew" in kinds or "poolopened" in kinds, table.may_undo(turn)] = kinds
    assert ("hands", True, True) not in stages
    assert ("pool", False, True) in stages


def test_versions() -> None:
    """What concerns the seats makes no move stale; a move does, and the future is not known."""
    table = two()
    table = after(table, Here([0], "n"))
    table = after(table, decided(table.act(ANN, 0, lay(table), "a", 0)))
    for version in (0, 1, 3):
        with pytest.raises(Refusal) as caught:
            table.act(BOB, 1, "draw", "b", version)
        assert caught.value.code == "stale"


def test_whose_seat_it_is() -> None:
    """Nobody acts for another, and nobody for a bot that stands in for them."""
    table = two()
    for identity, seat, code in [(BOB, 0, "not-yours"), (None, 0, "not-yours"), (ANN, 2, "no-seat")]:
        with pytest.raises(Refusal) as caught:
            table.act(identity, seat, "draw", "a", 0)
        assert caught.value.code == code
    table = after(table, StoodIn(0))
    with pytest.raises(Refusal, match="take it back first"):
        table.act(ANN, 0, lay(table), "a", 1)
    table = after(table, Returned([0]))
    assert isinstance(decided(table.act(ANN, 0, lay(table), "a", 2)), Acted)


def test_coming_and_going() -> None:
    """Before the game a seat that somebody left is open again; later a bot stands in until they come back."""
    table = two()
    table = after(table, Left([1]), 5)
    assert table.seats[1].kind == "person"
    assert table.seats[1].stood_in
    table = after(table, Here([1], "n"), 6)
    assert table.seats[1].stood_in, "who said that they leave must say that they are back"
    table = after(table, Returned([1]), 7)
    assert not table.seats[1].stood_in
    table = after(table, Gone([1]), 8)
    table = after(table, StoodIn(1), 9)
    assert table.seats[1].stood_in
    table = after(table, Here([1], "n"), 10)
    assert not table.seats[1].stood_in
    table = after(table, Rematched("other"))
    assert table.rematch == "other"


def test_before_the_game_a_seat_that_was_left_is_open() -> None:
    """The game begins when no seat is open, and with it the first turn."""
    waiting = table_for("chromino", chromino.options(players=2, first=0), "1", kinds={0: "open"})
    assert waiting.status == "waiting"
    waiting, _ = waiting.after(Entry(1, 1.0, Left([1])), [])
    assert waiting.seats[1].kind == "open"
    waiting, _ = waiting.after(Entry(2, 3.0, SeatTaken(1)), [SeatHolder(1, "x", "X")])
    assert waiting.status == "waiting"
    assert waiting.seats_of("x") == (1,)
    waiting, _ = waiting.after(Entry(3, 4.0, SeatTaken(0)), [SeatHolder(0, "y", ""), SeatHolder(1, "x", "X")])
    assert waiting.status == "playing"
    assert waiting.turn_since == 4


# ---- what happens by itself ----

PACING = Pacing(pace=1, reaction=5, grace=90)


def test_clocks() -> None:
    """The time of a turn begins with it, not with a tile drawn in it; after some late turns a bot stands in."""
    assert next_deadline(two(), PACING) is None
    table = two(clock=MoveClock(seconds=30))
    assert next_deadline(table, PACING) == Deadline(30, "clock", 0, 30)
    for late in range(LATE_TURNS):
        table = after(table, Acted(0, lay_or_first(table), late=True), 100 * late + 10)
        if table.status != "playing" or table.turn != 1:
            break
        assert next_deadline(table, PACING) == Deadline(100 * late + 40, "clock", 1, 30)
        table = after(table, Acted(1, lay_or_first(table)), 100 * late + 20)
    assert table.seats[0].stood_in
    assert not table.seats[1].stood_in


def test_clocks_of_days() -> None:
    """A turn may take days, and nobody stands in for a person who is away meanwhile."""
    table = two(clock=DaysClock(days=2))
    table = after(table, Here([1], "n"))
    assert next_deadline(table, PACING) == Deadline(2 * 86400, "clock", 0, 2 * 86400)


def test_late_once_is_late_once() -> None:
    """C16: several tiles may be drawn in one turn; a turn that is late is one late turn, however many were."""
    table = two(draw_limit=4)
    longest = late = 0
    while table.status == "playing":
        done = 0
        while table.turn == 0:
            table = after(table, Acted(0, lay_or_first(table), late=True))
            done += 1
        late += done > 0
        assert table.seats[0].late == late
        assert table.seats[0].stood_in == (late >= LATE_TURNS)
        longest = max(longest, done)
        if table.turn == 1:
            table = after(table, Acted(1, lay_or_first(table)))
    assert longest > 1


def test_who_missed_several_changes_hears_how_the_seats_stand() -> None:
    """What was missed may end with a move; who sits where is told all the same, but once."""
    table = two()
    table = after(table, StoodIn(1))
    table = after(table, Acted(0, lay(table)))
    missed = list(table.recent)
    updates = messages.updates(table, missed, [(0,)], 1.0)[0,]
    assert updates[0].table is None
    assert updates[1].table is not None
    assert updates[1].table.seats[1].stood_in
    assert messages.updates(table, missed[1:], [(0,)], 1.0)[0,][0].table is None


def lay_or_first(table: Table) -> str:
    """Whatever ends the turn soonest."""
    assert table.turn is not None
    return str(table.legal(table.turn)[0])


def test_grace() -> None:
    """Others wait for a while for who is away and on turn, if anybody does wait; then a bot stands in."""
    table = two()
    table = after(table, Here([0], "n"), 1)
    assert next_deadline(table, PACING) is None
    table = after(table, Here([1], "n"), 2)
    table = after(table, Gone([0]), 10)
    assert next_deadline(table, PACING) == Deadline(100, "grace", 0, PACING.grace)
    table = after(table, Gone([1]), 11)
    assert next_deadline(table, PACING) is None, "nobody waits"
    table = after(table, Here([1], "n"), 12)
    table = after(table, StoodIn(0), 100)
    assert next_deadline(table, PACING) == Deadline(table.changed + PACING.pace, "bot", 0, PACING.pace)


def test_bots_take_their_time() -> None:
    """C22: a bot that could spot somebody's slip gives them a moment to say it."""
    table = table_for("chromino", chromino.options("meccano", 2), "4", kinds={1: "bot"})
    seen = set()
    while table.status == "playing":
        due = next_deadline(table, PACING)
        exposed = any(action.against for action in table.legal(1))
        if due is not None:
            assert due.at == table.changed + (5 if exposed else 1)
            seen.add(exposed)
        turn = table.turn
        assert turn is not None
        action = next(action for action in table.legal(turn) if str(action) != "call" and not action.against)
        table = after(table, Acted(turn, str(action)), table.version * 10.0)
    assert seen == {True, False}
    assert next_deadline(table, PACING) is None
