"""A table by itself: what is decided, what is refused, what an entry makes of it."""

from typing import Any

import pytest
from msgspec.structs import replace

from tessella.games import chromino, florentine
from tessella.server.deadline import Deadline, next_due
from tessella.server.settings import Settings
from tessella.tables import messages
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
    Sitting,
    StoodIn,
    Undone,
)
from tessella.tables.refusal import Refusal
from tessella.tables.table import LATE_TURNS, MOST_UNDONE, Change, Stored, Table
from tessella.tables.wire.tables import DaysClock, MoveClock
from tests.server.test_messages import table_for

ANN, BOB = "somebody-0", "somebody-1"


TAKEN: list[Entry] = []
"""The entries of the table at hand."""


def take(table: Table, body: AnyBody, at: float = 1.0) -> Change:
    if table.version == 0:
        TAKEN.clear()
    TAKEN.append(Entry(table.version + 1, at, body))
    return table.take(TAKEN[-1])


def lay(table: Table) -> str:
    """Something that the seat on turn can lay."""
    assert table.turn is not None
    return next(str(action) for action in table.legal(table.turn) if isinstance(action, chromino.Lay))


def two(**options: Any) -> Table:
    """Two people at Chromino; seat 1 begins and can lay."""
    for seed in range(100):
        table = table_for("chromino", chromino.options(players=2, first=0, **options), str(seed))
        if any(isinstance(action, chromino.Lay) for action in table.legal(0)):
            return table
    raise AssertionError("there is none")


def test_a_move_can_be_taken_back_until_somebody_else_acts() -> None:
    """What was done is undone, in the game and for all to see; the key of what was undone stays known."""
    table = two()
    before = table.state.view(None)
    first = lay(table)
    decided = table.act(ANN, 0, first, "k1", 0)
    assert decided == Acted(0, first, "k1")
    assert isinstance(decided, Acted)
    take(table, decided)
    assert table.may_undo(0)
    assert not table.may_undo(1)
    assert table.act(ANN, 0, first, "k1", 0) == 1
    undone = table.undo(ANN, 0, "k2", 1)
    assert undone == Undone(0, "k2")
    assert isinstance(undone, Undone)
    assert take(table, undone).undone
    assert table.state.view(None) == before
    assert table.undo(ANN, 0, "k2", 1) == 2
    with pytest.raises(Refusal, match="only one's own last move"):
        table.undo(ANN, 0, "k3", 2)
    take(table, Acted(0, lay(table), "k4"))
    take(table, Acted(1, str(table.legal(1)[0]), "k5"))
    with pytest.raises(Refusal, match="only one's own last move"):
        table.undo(ANN, 0, "k6", table.version)


def test_taking_back_gives_no_time() -> None:
    """The clock goes on where it was; what another seat thought meanwhile does not count."""
    table = two()
    take(table, Acted(0, lay(table), "k1"), 50)
    assert table.turn == 1
    assert table.turn_since == 50
    take(table, Undone(0, "k2"), 53)
    assert table.turn == 0
    assert table.turn_since == 3, "of 53 seconds it was its turn for 50"
    take(table, Acted(0, lay(table), "k3"), 60)
    again = Table(stored_of(table))
    assert again.turn_since == table.turn_since
    assert again.version == 3
    assert again.keys == table.keys
    assert again.state.view(None) == table.state.view(None)


def stored_of(table: Table) -> Stored:
    """The table as a store would have it, with the same entries."""
    return Stored(table.id, table.setup, table.seed, table.created, list(TAKEN), table.sittings())


def test_what_a_bot_did_for_somebody_stays() -> None:
    """Neither a move made when the time had run out, nor one of a bot that stands in, is the person's to take back."""
    table = two()
    take(table, Acted(0, lay(table), late=True))
    assert not table.may_undo(0)
    table = two()
    take(table, Acted(0, lay(table), "k"))
    take(table, StoodIn(0))
    assert not table.may_undo(0)


def test_moves_are_not_taken_back_for_ever() -> None:
    """Each costs the server something."""
    table = two()
    for number in range(MOST_UNDONE):
        take(table, Acted(0, lay(table), f"a{number}"))
        take(table, Undone(0, f"u{number}"))
    take(table, Acted(0, lay(table), "last"))
    assert not table.may_undo(0)


def test_what_was_drawn_or_shown_cannot_be_taken_back() -> None:
    """C14, C20: nobody looks into the bag and then thinks better of it."""
    table = two(draw_when_able="yes")
    take(table, Acted(0, "draw"))
    assert not table.may_undo(0)
    table = two()
    number = 0
    while table.status == "playing":
        turn = table.turn
        assert turn is not None
        change = take(table, Acted(turn, str(table.legal(turn)[0]), f"k{number}"))
        number += 1
        shown = any(event.to_json()["event"] in ("shown", "drew", "ended") for event in change.events)
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
        change = take(table, Acted(turn, str(table.legal(turn)[0]), "k"))
        kinds = {event.to_json()["event"] for event in change.events}
        stages[stage, "drew" in kinds or "poolopened" in kinds, table.may_undo(turn)] = kinds
    assert ("hands", True, True) not in stages
    assert ("pool", False, True) in stages


def test_versions() -> None:
    """What concerns the seats makes no move stale; a move does, and the future is not known."""
    table = two()
    take(table, Here([0], "n"))
    decided = table.act(ANN, 0, lay(table), "a", 0)
    assert isinstance(decided, Acted)
    take(table, decided)
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
    take(table, StoodIn(0))
    with pytest.raises(Refusal, match="take it back first"):
        table.act(ANN, 0, lay(table), "a", 1)
    take(table, Returned([0]))
    assert isinstance(table.act(ANN, 0, lay(table), "a", 2), Acted)


def test_coming_and_going() -> None:
    """Before the game a seat that somebody left is open again; later a bot stands in until they come back."""
    table = two()
    take(table, Left([1]), 5)
    assert table.seats[1].kind == "person"
    assert table.seats[1].stood_in
    take(table, Here([1], "n"), 6)
    assert table.seats[1].stood_in, "who said that they leave must say that they are back"
    take(table, Returned([1]), 7)
    assert not table.seats[1].stood_in
    take(table, Gone([1]), 8)
    take(table, StoodIn(1), 9)
    assert table.seats[1].stood_in
    take(table, Here([1], "n"), 10)
    assert not table.seats[1].stood_in
    take(table, Rematched("other"))
    assert table.rematch == "other"
    waiting = two()
    waiting.seats[0].kind = "open"
    waiting.status = "waiting"
    take(waiting, Left([1]))
    assert waiting.seats[1].kind == "open"
    waiting.sit([Sitting(1, "x", "X")])
    take(waiting, Seated(1), 3)
    assert waiting.status == "waiting"
    take(waiting, Seated(0), 4)
    assert waiting.status == "playing"
    assert waiting.turn_since == 4


# ---- what happens by itself ----

SETTINGS = Settings(pace=1, reaction=5, grace=90)


def test_clocks() -> None:
    """The time of a turn begins with it, not with a tile drawn in it; after some late turns a bot stands in."""
    table = two()
    assert next_due(table, SETTINGS) is None
    table.setup = replace(table.setup, clock=MoveClock(seconds=30))
    assert next_due(table, SETTINGS) == Deadline(30, "clock", 0)
    for late in range(LATE_TURNS):
        take(table, Acted(0, lay_or_first(table), late=True), 100 * late + 10)
        if table.status != "playing" or table.turn != 1:
            break
        assert next_due(table, SETTINGS) == Deadline(100 * late + 40, "clock", 1)
        take(table, Acted(1, lay_or_first(table)), 100 * late + 20)
    assert table.seats[0].stood_in
    assert not table.seats[1].stood_in
    table.setup = replace(table.setup, clock=DaysClock(days=2))
    take(table, Returned([0]))
    assert table.clock_runs_out() == table.turn_since + 2 * 86400


def test_late_once_is_late_once() -> None:
    """C16: several tiles may be drawn in one turn; a turn that is late is one late turn, however many were."""
    table = two(draw_limit=4)
    longest = late = 0
    while table.status == "playing":
        done = 0
        while table.turn == 0:
            take(table, Acted(0, lay_or_first(table), late=True))
            done += 1
        late += done > 0
        assert table.seats[0].late == late
        assert table.seats[0].stood_in == (late >= LATE_TURNS)
        longest = max(longest, done)
        if table.turn == 1:
            take(table, Acted(1, lay_or_first(table)))
    assert longest > 1


def test_who_missed_several_changes_hears_how_the_seats_stand() -> None:
    """What was missed may end with a move; who sits where is told all the same, but once."""
    table = two()
    missed = [take(table, StoodIn(1)), take(table, Acted(0, lay(table)))]
    told = messages.updates(table, missed, [(0,)], 1.0)[0,]
    assert told[0].table is None
    assert told[1].table is not None
    assert told[1].table.seats[1].stood_in
    assert messages.updates(table, missed[1:], [(0,)], 1.0)[0,][0].table is None


def lay_or_first(table: Table) -> str:
    """Whatever ends the turn soonest."""
    assert table.turn is not None
    return str(table.legal(table.turn)[0])


def test_grace() -> None:
    """Others wait for a while for who is away and on turn, if anybody does wait; then a bot stands in."""
    table = two()
    take(table, Here([0], "n"), 1)
    assert next_due(table, SETTINGS) is None
    take(table, Here([1], "n"), 2)
    take(table, Gone([0]), 10)
    assert next_due(table, SETTINGS) == Deadline(100, "grace", 0)
    take(table, Gone([1]), 11)
    assert next_due(table, SETTINGS) is None, "nobody waits"
    take(table, Here([1], "n"), 12)
    take(table, StoodIn(0), 100)
    assert next_due(table, SETTINGS) == Deadline(table.changed + SETTINGS.pace, "bot", 0)


def test_bots_take_their_time() -> None:
    """C22: a bot that could spot somebody's slip gives them a moment to say it."""
    table = table_for("chromino", chromino.options("meccano", 2), "4")
    table.seats[1].kind = "bot"
    seen = set()
    while table.status == "playing":
        due = next_due(table, SETTINGS)
        exposed = any(action.against for action in table.legal(1))
        if due is not None:
            assert due.at == table.changed + (5 if exposed else 1)
            seen.add(exposed)
        turn = table.turn
        assert turn is not None
        action = next(action for action in table.legal(turn) if str(action) != "call" and not action.against)
        take(table, Acted(turn, str(action)), table.version * 10.0)
    assert seen == {True, False}
    assert next_due(table, SETTINGS) is None
