"""Decisions about a table, and the set-up of new ones, without a server."""

from typing import Any

import pytest

from tessella.games import chromino
from tessella.tables import decisions, messages, opening, rematches
from tessella.tables.decisions import Decider
from tessella.tables.entries import (
    Acted,
    Entry,
    Gone,
    Here,
    Left,
    Rematched,
    Returned,
    SeatHolder,
    SeatSetup,
    SeatTaken,
)
from tessella.tables.refusal import Refusal
from tessella.tables.table import Decision, Table
from tessella.tables.wire.live import Act, Undo
from tessella.tables.wire.tables import Join, NewTable, SeatRequest
from tests.server.test_messages import table_for

ANN, BOB, CID = "somebody-0", "somebody-1", "cid"


def two(**arguments: Any) -> Table:
    """Ann and Bob at a table of Chromino."""
    return table_for("chromino", chromino.options(players=2), "1", **arguments)


def after(table: Table, decide: Decider) -> Table:
    """The table after a decision, which must be one to write an entry."""
    decision = decide(table)
    assert isinstance(decision, Decision)
    return table.after(Entry(table.version + 1, 1.0, decision.body), decision.holders, decision.played)[0]


def refused(decide: Decider, table: Table) -> str:
    """The code of a refusal."""
    with pytest.raises(Refusal) as caught:
        decide(table)
    return caught.value.code


def test_joining_takes_the_first_open_seat_or_the_named_one() -> None:
    """With the name given, else with the person's own."""
    waiting = two(kinds={0: "open", 1: "open"})
    assert decisions.join(Join(), CID, "Cid")(waiting) == Decision(SeatTaken(0), [SeatHolder(0, CID, "Cid")])
    named = decisions.join(Join(seat=2, name=" X\t"), CID, "Cid")(waiting)
    assert named == Decision(SeatTaken(1), [SeatHolder(1, CID, "X")])


def test_joining_twice_changes_nothing() -> None:
    """Unless a further seat is named."""
    waiting = after(two(kinds={0: "open", 1: "open"}), decisions.join(Join(), CID, None))
    assert decisions.join(Join(), CID, None)(waiting) == waiting.version
    assert decisions.join(Join(seat=1), CID, None)(waiting) == waiting.version
    assert after(waiting, decisions.join(Join(seat=2), CID, None)).seats_of(CID) == (0, 1)


def test_joining_is_refused_where_no_seat_is_open() -> None:
    """Also where another one is."""
    assert refused(decisions.join(Join(), CID, None), two()) == "no-seat"
    assert refused(decisions.join(Join(seat=1), CID, None), two(kinds={1: "open"})) == "no-seat"


def test_leaving_opens_the_seat_before_the_game() -> None:
    """And the person holds it no longer."""
    assert decisions.leave(ANN, None)(two(kinds={1: "open"})) == Decision(Left([0]), [])


def test_leaving_a_game_keeps_the_seat_for_its_person() -> None:
    """A bot stands in until they take it back; leaving twice changes nothing."""
    table = after(two(), decisions.leave(ANN, 1))
    assert table.seats_of(ANN) == (0,)
    assert table.seats[0].stood_in
    assert decisions.leave(ANN, None)(table) == table.version
    assert decisions.come_back(ANN, None)(table) == Decision(Returned([0]))
    assert decisions.come_back(BOB, None)(table) == table.version


def test_only_own_seats_can_be_left_or_taken_back() -> None:
    """Not those of others, and not without any."""
    for decide in (decisions.leave(ANN, 2), decisions.leave(CID, None), decisions.come_back(CID, None)):
        assert refused(decide, two()) == "not-yours"


def test_a_connection_is_noted_once_and_where_others_would_wait() -> None:
    """A person who left stays away until they say that they are back."""
    table = two()
    assert decisions.connect(ANN, "n")(table) == Decision(Here([0], "n"))
    here = after(table, decisions.connect(ANN, "n"))
    assert decisions.connect(ANN, "n")(here) == here.version
    assert decisions.connect(ANN, "n")(two(kinds={1: "bot"})) == 0
    left = after(table, decisions.leave(ANN, None))
    assert decisions.connect(ANN, "n")(left) == left.version


def test_a_lost_connection_is_noted_unless_the_person_is_back() -> None:
    """By the node to which they were connected, or by others once that node is lost."""
    table = after(two(), decisions.connect(ANN, "n"))
    assert decisions.disconnect(ANN, "n", lambda identity: False)(table) == Decision(Gone([0]))
    assert decisions.disconnect(ANN, "n", lambda identity: identity == ANN)(table) == table.version
    assert decisions.disconnect(ANN, "other", lambda identity: False)(table) == table.version
    assert decisions.lose_nodes({"other"})(table) == Decision(Gone([0]))
    assert decisions.lose_nodes({"n"})(table) == table.version


def test_the_pace_cannot_be_changed_for_ever() -> None:
    """Nobody can fill the store with it; the same pace again is no change."""
    table = two()
    for number in range(decisions.MOST_PACE_CHANGES):
        table = after(table, decisions.set_pace(ANN, "quick" if number % 2 == 0 else "slow"))
    assert refused(decisions.set_pace(ANN, "quick"), table) == "pace-stays"
    assert decisions.set_pace(ANN, "slow")(table) == table.version


def test_seats_cannot_be_taken_and_left_for_ever() -> None:
    """Neither before the game nor in it. Who sits there can always leave."""
    table = two(kinds={0: "open", 1: "open"})
    for _ in range(decisions.MOST_CHANGES_WAITING // 2):
        table = after(table, decisions.join(Join(), CID, None))
        table = after(table, decisions.leave(CID, None))
    assert refused(decisions.join(Join(), CID, None), table) == "seats-stay"
    table = two()
    for _ in range(decisions.MOST_SEAT_CHANGES // 2):
        table = after(table, decisions.leave(ANN, None))
        table = after(table, decisions.come_back(ANN, None))
    table = after(table, decisions.leave(ANN, None))
    assert refused(decisions.come_back(ANN, None), table) == "seats-stay"


@pytest.mark.parametrize("undone", [False, True])
def test_a_key_belongs_to_one_command(undone: bool) -> None:
    """Sent again it is confirmed; another command with the same key is refused, though it would be possible."""
    table = two()
    turn = table.turn
    assert turn is not None
    person = (ANN, BOB)[turn]
    first = str(next(action for action in table.legal(turn) if str(action) != "draw"))

    def act(action: str) -> Act:
        return Act(key="k", version=table.version, seat=turn + 1, action=action)

    before, table = table, after(table, decisions.play(person, act(first)))
    if undone:
        table = after(table, decisions.play(person, Undo(key="u", version=table.version, seat=turn + 1)))
    assert decisions.play(person, act(first))(table) == before.version + 1
    for action in ("draw", "no action"):
        assert refused(decisions.play(person, act(action)), table) == "key-reused"
    assert refused(decisions.play(person, Undo(key="k", version=table.version, seat=turn + 1)), table) == "key-reused"


def test_the_first_rematch_counts() -> None:
    """Whoever asks later gets the same table."""
    assert decisions.rematch("a")(two()) == Decision(Rematched("a"))
    table = after(two(), decisions.rematch("a"))
    assert decisions.rematch("b")(table) == table.version


def finished(table: Table) -> Table:
    """The table after the game."""
    while table.turn is not None:
        table = after(table, lambda now: Decision(Acted(now.turn or 0, str(now.legal(now.turn or 0)[0]))))
    return table


def test_a_rematch_waits_until_everybody_wants_it() -> None:
    """Those who did not play cannot ask for it, nor anybody before the end. Asking twice changes nothing."""
    assert refused(decisions.want_rematch(ANN), two()) == "not-over"
    table = finished(two())
    assert refused(decisions.want_rematch(CID), table) == "not-yours"
    assert rematches.missing(table) == []
    table = after(table, decisions.want_rematch(ANN))
    assert rematches.missing(table) == [1]
    assert decisions.want_rematch(ANN)(table) == table.version
    info = messages.table_info(table)
    assert (info.rematch_wanted, info.rematch_missing) == ([1], [2])
    table = after(table, decisions.want_rematch(BOB))
    assert table.rematch_wanted == {0, 1}
    assert rematches.missing(table) == []


def test_nobody_waits_with_a_rematch_for_those_who_leave() -> None:
    """A bot stands in for them. Before anybody has asked, leaving after the game changes nothing."""
    table = finished(two())
    assert decisions.leave(BOB, None)(table) == table.version
    table = after(after(table, decisions.want_rematch(ANN)), decisions.leave(BOB, None))
    assert rematches.missing(table) == []


def test_bots_agree_to_a_rematch_at_once() -> None:
    """They are never waited for."""
    table = after(finished(two(kinds={1: "bot"})), decisions.want_rematch(ANN))
    assert rematches.missing(table) == []


@pytest.mark.parametrize("first", [0, 1, "random"])
def test_the_other_begins_the_rematch(first: int | str) -> None:
    """The seat after the one that began, again and again, also where chance decided it the first time (C12)."""
    table = finished(table_for("chromino", chromino.options(players=2, first=first), "1"))
    for _ in range(3):
        began = table.state.history[0][0]
        again = opening.rematch(table)
        table = finished(Table(again.stored("id", "seed", 3.0)))
        assert table.state.history[0][0] == 1 - began


def test_where_the_first_seat_always_begins_everybody_moves_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game without a choice of who begins."""
    table = finished(two())
    monkeypatch.setattr(type(table.game), "option_help", lambda game: {})
    again = opening.rematch(table)
    assert {holder.seat: holder.identity for holder in again.holders} == {0: BOB, 1: ANN}
    assert again.setup.options == table.setup.options


def test_where_the_rules_decide_who_begins_they_decide_it_again() -> None:
    """C11: the opening draw."""
    table = finished(table_for("chromino", chromino.options("meccano", players=2), "1"))
    assert opening.rematch(table).setup == table.setup


def test_a_rematch_has_the_same_seats() -> None:
    """The seat of a person who was deleted is open, or of one who has not agreed."""
    table = finished(two())
    waiting = opening.rematch(after(table, decisions.want_rematch(ANN)))
    assert waiting.setup.seats == [SeatSetup("person"), SeatSetup("open")]
    assert [holder.seat for holder in waiting.holders] == [0]
    again = opening.rematch(table.with_holders([SeatHolder(0, ANN, "Ann")]))
    assert again.setup.seats == [SeatSetup("person"), SeatSetup("open")]
    assert again.holders == [SeatHolder(0, ANN, "Ann")]
    assert again.stored("id", "seed", 3.0).created == 3.0


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        ([SeatRequest(kind="bot"), SeatRequest(kind="bot")], {}, "no person can sit here"),
        ([SeatRequest(kind="me", level="sharp"), SeatRequest(kind="bot")], {}, "only a bot has a level"),
        ([SeatRequest(kind="me"), SeatRequest(kind="bot")], {"players": "2"}, "leave 'players' out"),
        ([SeatRequest(kind="me"), SeatRequest(kind="bot")], {"edition": "none"}, "none"),
    ],
)
def test_what_no_table_is_opened_for(seats: list[SeatRequest], options: dict[str, str], reason: str) -> None:
    """The refusal names what is wrong."""
    with pytest.raises(Refusal, match=reason):
        opening.new_table(NewTable(game="chromino", seats=seats, options=options), ANN, "Ann")


def test_a_table_can_be_opened_without_a_seat() -> None:
    """Others take its open seats. A seal needs a seat."""
    seats = [SeatRequest(kind="open"), SeatRequest(kind="bot")]
    opened = opening.new_table(NewTable(game="chromino", seats=seats), ANN, "Ann")
    assert opened.holders == []
    assert opened.setup.seats[0] == SeatSetup("open")
    with pytest.raises(Refusal, match="leave 'seal' out"):
        opening.new_table(NewTable(game="chromino", seats=seats, seal="0" * 64), ANN, "Ann")
