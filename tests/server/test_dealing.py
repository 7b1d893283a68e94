"""How a table comes to its deal, without a server: seals, contributions, the deadline, and tables from before."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.cli import main
from tessella.core import Generator, commitment
from tessella.core.deals import Deal, new_contribution, seal_of
from tessella.games import chromino
from tessella.hosting import moving
from tessella.tables import decisions, delivery, messages, opening
from tessella.tables.deadlines import Deadline, Pacing, next_deadline
from tessella.tables.entries import Acted, AnyBody, Contributed, Dealt, Entry, Left, SeatTaken, Stored, TimeSkipped
from tessella.tables.refusal import Refusal
from tessella.tables.table import Decision, Table
from tessella.tables.wire import live
from tessella.tables.wire.tables import Contribution, Join, NewTable, SeatRequest
from tests.server.test_messages import stored_for

ANN, BOB = "ann", "bob"
MINE, YOURS = "a1" * 32, "b2" * 32
PACING = Pacing(1.0, 1.0, 1.0, 5.0)
OPEN = [SeatRequest(kind="me"), SeatRequest(kind="open")]


def opened(secret: str = "secret", seal: str | None = seal_of(MINE), **fields: Any) -> Stored:
    """A table that Ann opens, at 1 o'clock."""
    request = NewTable(game="chromino", seal=seal, **{"seats": OPEN, **fields})
    return opening.new_table(request, ANN, "Ann").stored("t", secret, 1.0)


def after(table: Table, decide: decisions.Decider, at: float = 2.0) -> Table:
    """The table after a decision, which must be one to write an entry."""
    decision = decide(table)
    assert isinstance(decision, Decision)
    return table.after(Entry(table.version + 1, at, decision.body), decision.holders)[0]


def joined(table: Table, seal: str | None = seal_of(YOURS)) -> Table:
    """The table after Bob has come."""
    return after(table, decisions.join(Join(seal=seal), BOB, "Bob"))


def contribute(identity: str, seat: int, text: str) -> decisions.Decider:
    """The decision on a contribution; the seat is counted from 1."""
    return decisions.contribute(identity, Contribution(seat=seat, contribution=text))


def refused(table: Table, decide: decisions.Decider) -> str:
    """The code of a refusal."""
    with pytest.raises(Refusal) as caught:
        decide(table)
    return caught.value.code


def dealt() -> Table:
    """Ann and Bob have contributed."""
    return after(after(joined(Table(opened())), contribute(BOB, 2, YOURS)), contribute(ANN, 1, MINE))


def test_the_last_contribution_fixes_the_deal() -> None:
    full = joined(Table(opened()))
    assert (full.status, full.full, full.dealing.missing) == ("waiting", True, [0, 1])
    one = after(full, contribute(BOB, 2, YOURS))
    assert (one.status, one.dealing.missing) == ("waiting", [0])
    both = after(one, contribute(ANN, 1, MINE))
    assert (both.status, both.dealing.missing) == ("playing", [])
    assert both.state.seed == Deal("secret", {}, {0: MINE, 1: YOURS}).seed


def test_a_client_that_promises_nothing_is_not_waited_for() -> None:
    """Old clients: the deal is fixed when the last seat is taken, from the secret alone."""
    table = joined(Table(opened(seal=None)), seal=None)
    assert (table.status, table.state.seed) == ("playing", "secret")
    only_bob = after(joined(Table(opened(seal=None))), contribute(BOB, 2, YOURS))
    assert only_bob.state.seed == Deal("secret", {}, {1: YOURS}).seed


def test_one_person_against_bots_contributes_too() -> None:
    """After the table was opened, so after the commitment was published."""
    table = Table(opened(seats=[SeatRequest(kind="bot"), SeatRequest(kind="me"), SeatRequest(kind="device")]))
    assert (table.status, table.dealing.missing) == ("waiting", [1])
    assert next_deadline(table, PACING) == Deadline(6.0, "deal", 1, 5.0)
    played = after(table, contribute(ANN, 2, MINE))
    assert played.status == "playing"
    assert played.state.seed == Deal("secret", {}, {1: MINE}).seed


def test_a_contribution_that_does_not_come_is_left_out() -> None:
    """Five seconds after the last seat was taken; what comes later is refused."""
    table = after(joined(Table(opened())), contribute(BOB, 2, YOURS), at=3.0)
    assert next_deadline(table, PACING) == Deadline(7.0, "deal", 0, 5.0)
    late = table.after(Entry(table.version + 1, 7.0, Dealt()))[0]
    assert (late.status, late.state.seed) == ("playing", Deal("secret", {}, {1: YOURS}).seed)
    assert refused(late, contribute(ANN, 1, MINE)) == "dealt"
    info = messages.table_info(late).deal
    assert (info.seals, info.contributions) == ([seal_of(MINE), seal_of(YOURS)], [None, YOURS])


def test_what_is_not_the_sealed_contribution_is_refused() -> None:
    waiting = Table(opened())
    assert refused(waiting, contribute(ANN, 1, MINE)) == "waiting"
    full = joined(waiting)
    assert refused(full, contribute(ANN, 1, YOURS)) == "wrong-seal"
    assert refused(full, contribute(ANN, 2, YOURS)) == "not-yours"
    assert refused(full, contribute("eve", 1, MINE)) == "not-yours"
    assert refused(full, contribute(ANN, 3, MINE)) == "no-seat"
    assert refused(joined(waiting, seal=None), contribute(BOB, 2, YOURS)) == "no-seal"


def test_a_contribution_is_given_once() -> None:
    """Sent again it changes nothing, also after the deal; another one is refused."""
    one = after(joined(Table(opened())), contribute(BOB, 2, YOURS))
    assert contribute(BOB, 2, YOURS)(one) == one.version
    assert refused(one, contribute(BOB, 2, MINE)) == "wrong-seal"
    assert contribute(BOB, 2, YOURS)(dealt()) == dealt().version


def test_nobody_can_be_replaced_once_contributions_are_opened() -> None:
    """A seal that is made after another contribution was opened could be chosen to fit it."""
    full = after(joined(Table(opened())), contribute(BOB, 2, YOURS))
    assert decisions.leave(ANN, None)(full) == Decision(Left([0]))
    left = after(full, decisions.leave(ANN, None))
    assert left.full
    assert left.seats[0].stood_in
    assert refused(left, decisions.join(Join(), "eve", None)) == "no-seat"


def test_before_that_a_seal_leaves_with_its_person() -> None:
    table = after(Table(opened()), decisions.leave(ANN, None))
    assert table.dealing.seals == {}
    assert joined(table).dealing.seals == {0: seal_of(YOURS)}


def test_before_the_deal_there_is_no_state_of_it() -> None:
    """Whatever the secret is, a table looks the same, from the inside, too."""
    one, two = joined(Table(opened("one"))), joined(Table(opened("two")))
    assert one.state.seed == two.state.seed
    assert "one" not in one.state.seed
    assert one.state.view(0) == two.state.view(0)
    assert one.dealing.seed is None


@given(st.integers(0, 10**6))
def test_nothing_is_published_too_early(number: int) -> None:
    """Contributions once the deal is fixed; the secret and the seed once the game is over."""
    rng = Generator(number)
    secret = f"the secret is {number}"
    table = joined(Table(opened(secret)))
    for seat, text in ((0, MINE), (1, YOURS)):
        for seats in ((), (0,), (1,), (0, 1)):
            text_sent = live.encode(messages.snapshot(table, seats, 0.0)).decode()
            assert not any(word in text_sent for word in (secret, MINE, YOURS))
        table, change = table.after(Entry(table.version + 1, 1.0, Contributed(seat, text)))
    assert change.dealt
    assert messages.table_info(table).deal.contributions == [MINE, YOURS]
    seed = table.dealing.seed
    assert seed is not None
    while table.status == "playing":
        sent = live.encode(messages.snapshot(table, (0, 1), 0.0)).decode()
        assert secret not in sent
        assert seed not in sent
        seat = rng.choice(table.state.actors())
        table, change = table.after(Entry(table.version + 1, 1.0, Acted(seat, str(rng.choice(table.legal(seat))))))
    info = messages.table_info(table)
    assert (info.deal.secret, info.seed) == (secret, seed)


def test_who_missed_the_deal_gets_the_whole_table() -> None:
    """The board that was shown before is an example: updates would continue it."""
    table = dealt()
    assert delivery.missed(table, BOB, table.version, 0.0) == []
    assert delivery.missed(table, BOB, table.version - 1, 0.0) is None
    sent = [*delivery.to_all(table, [table.recent[-1]], [_Viewer(BOB, (1,))], whole=False, now=0.0)]
    assert b'"type":"snapshot"' in sent[0][2][0]


class _Viewer:
    def __init__(self, identity: str, seats: tuple[int, ...]) -> None:
        self.identity, self.seats = identity, seats


def test_loading_gives_the_same_table() -> None:
    """From every length of its entries."""
    stored = opened()
    bodies: list[AnyBody] = [SeatTaken(1, seal_of(YOURS)), Contributed(1, YOURS), Dealt()]
    holders = [*stored.holders, *joined(Table(stored)).holders()[1:]]
    live_table, entries = Table(stored._replace(holders=holders)), []
    for number, body in enumerate(bodies, 1):
        entries.append(Entry(number, float(number), body))
        live_table = live_table.after(entries[-1])[0]
        loaded = Table(stored._replace(entries=entries, holders=holders))
        assert loaded.dealing == live_table.dealing
        assert loaded.status == live_table.status
        assert messages.snapshot(loaded, (0,), 0.0) == messages.snapshot(live_table, (0,), 0.0)


def test_tables_from_before_are_dealt_from_their_seed() -> None:
    """Whether they played or waited for people when the server was updated."""
    old = stored_for("chromino", chromino.options(players=2), "an old seed")
    assert Table(old).state.seed == "an old seed"
    waiting = stored_for("chromino", chromino.options(players=2), "an old seed", kinds={1: "open"})
    assert joined(Table(waiting), seal=None).state.seed == "an old seed"
    mixed = after(joined(Table(waiting)), contribute(BOB, 2, YOURS))
    assert mixed.state.seed == Deal("an old seed", {}, {1: YOURS}).seed
    assert mixed.commitment == commitment("an old seed")


def test_a_rematch_has_contributions_of_its_own() -> None:
    """Sealed by those who want it, for the seats that they will have."""
    finished = _finished(dealt())
    assert opening.rematch(finished).setup.seals == {}
    asked = after(finished, decisions.want_rematch(ANN, seal_of("1" * 64)))
    agreed = after(asked, decisions.want_rematch(BOB, seal_of("2" * 64)))
    again = opening.rematch(agreed)
    by_person = {holder.identity: again.setup.seals[holder.seat] for holder in again.holders}
    assert by_person == {ANN: seal_of("1" * 64), BOB: seal_of("2" * 64)}
    assert Table(again.stored("u", "another", 9.0)).dealing.missing == [0, 1]
    alone = opening.rematch(asked)
    assert list(alone.setup.seals.values()) == [seal_of("1" * 64)]


def test_a_rematch_moves_seals_with_their_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where everybody moves up by one seat."""
    monkeypatch.setattr("tessella.tables.rematches.rotates", lambda table: True)
    again = opening.rematch(after(_finished(dealt()), decisions.want_rematch(BOB, seal_of("2" * 64))))
    assert {holder.identity: holder.seat for holder in again.holders} == {BOB: 0}
    assert again.setup.seals == {0: seal_of("2" * 64)}


def _finished(table: Table) -> Table:
    rng = Generator(3)
    while table.status == "playing":
        seat = rng.choice(table.state.actors())
        table = table.after(Entry(table.version + 1, 1.0, Acted(seat, str(rng.choice(table.legal(seat))))))[0]
    return table


def test_a_table_moves_under_the_seed_that_it_has() -> None:
    """And not before it has one."""
    table = Table(opened(seats=[SeatRequest(kind="me"), SeatRequest(kind="bot")]))
    with pytest.raises(Refusal, match="not dealt yet"):
        moving.leaving(table)
    begun = after(table, contribute(ANN, 1, MINE))
    assert moving.leaving(begun).seed == begun.state.seed
    assert moving.leaving(begun).table.seal is None


class DishonestHost:
    """A host who sees who sits where, then looks for a deal that suits seat 1, and hides what was changed."""

    def __init__(self, choose: Any) -> None:
        self.shown = Table(opened())
        self.full = joined(self.shown)
        fitting = (table for number in range(1000) if _lays(table := choose(self.full, number)) >= HANDY)
        self.record = str(_finished(next(fitting)).record())


HANDY = 4
"""The number of places for its tiles with which the favoured seat is content."""


def _lays(table: Table) -> int:
    return sum(isinstance(action, chromino.Lay) for action in table.state.legal(table.turn or 0))


def another_secret(table: Table, number: int) -> Table:
    """Keep what the players contributed."""
    stored = opened(f"secret {number}")
    return after(after(joined(Table(stored)), contribute(BOB, 2, YOURS)), contribute(ANN, 1, MINE))


def another_contribution(table: Table, number: int) -> Table:
    """Change what an accomplice at seat 1 had sealed, with a new seal for it."""
    text = f"{number:064x}"
    changed = joined(Table(opened(seal=seal_of(text))))
    return after(after(changed, contribute(BOB, 2, YOURS)), contribute(ANN, 1, text))


def drop_mine(table: Table, number: int) -> Table:
    """Let an accomplice contribute last, and say that Bob's contribution never came."""
    text = f"{number:064x}"
    changed = after(joined(Table(opened(seal=seal_of(text)))), contribute(ANN, 1, text))
    return changed.after(Entry(changed.version + 1, 9.0, Dealt()))[0]


@pytest.mark.parametrize("choose", [another_secret, another_contribution, drop_mine])
def test_a_host_who_chooses_the_deal_is_caught(choose: Any, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Bob kept what the table showed before his client opened its seal: the commitment, and both seals."""
    host = DishonestHost(choose)
    kept = ["--commitment", host.full.commitment]
    for seat, seal in enumerate(messages.table_info(host.full).deal.seals, 1):
        kept += ["--seal", f"{seat}={seal}"]
    path = tmp_path / "game.txt"
    path.write_text(host.record)
    with pytest.raises(SystemExit, match="not the deal that was fixed before the game"):
        main(["verify", str(path), *kept])
    path.write_text(str(_finished(dealt()).record()))
    main(["verify", str(path), *kept])
    assert f"Seat 2 contributed {YOURS}." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("header", "text", "problem"),
    [
        ("secret", "another", "not the one that the server had committed to"),
        ("contribution-2", "0" * 64, "do not give the record's seed"),
        ("contribution-1", "0" * 64, "the contribution of seat 1 is not the one that was sealed"),
        ("seal-2", "0" * 64, "the contribution of seat 2 is not the one that was sealed"),
        ("contribution-2", "short", "64 hexadecimal digits"),
    ],
)
def test_a_changed_record_is_noticed(header: str, text: str, problem: str, tmp_path: Any) -> None:
    """Even by somebody who kept nothing."""
    path = tmp_path / "game.txt"
    lines = str(_finished(dealt()).record()).splitlines()
    changed = [f"{header}: {text}" if line.startswith(f"{header}:") else line for line in lines]
    assert changed != lines
    path.write_text("\n".join(changed))
    with pytest.raises(SystemExit, match=problem):
        main(["verify", str(path)])


def test_an_accomplice_who_keeps_silent_is_named(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """It is the one choice that is left to a host together with a player: two deals instead of one."""
    table = after(joined(Table(opened())), contribute(BOB, 2, YOURS))
    silent = _finished(table.after(Entry(table.version + 1, 9.0, Dealt()))[0])
    path = tmp_path / "game.txt"
    path.write_text(str(silent.record()))
    main(["verify", str(path)])
    assert "Seat 1 sealed a contribution, but it did not come in time." in capsys.readouterr().out


def test_verify_explains_a_bad_seal(tmp_path: Any) -> None:
    path = tmp_path / "game.txt"
    path.write_text(str(_finished(dealt()).record()))
    with pytest.raises(SystemExit, match="--seal takes a seat and 64 hexadecimal digits"):
        main(["verify", str(path), "--seal", "2=abc"])


def test_new_contributions_differ() -> None:
    assert len({new_contribution() for _ in range(20)}) == 20


def test_time_that_passed_for_nobody_does_not_end_the_wait() -> None:
    """A step of the wall clock: the deadline moves with it."""
    full = joined(Table(opened()))
    skipped = full.after(Entry(full.version + 1, 1002.0, TimeSkipped(2.0, 1002.0)))[0]
    assert next_deadline(skipped, PACING) == Deadline(1007.0, "deal", 0, 5.0)
