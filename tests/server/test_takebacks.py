"""Take-backs where one person plays against bots, and why something cannot be taken back elsewhere."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.bots import bot_named
from tessella.core import Generator, View
from tessella.games import GAMES, chromino
from tessella.tables import messages, opening
from tessella.tables.entries import Acted, AnyBody, Entry, StoodIn, Stored, Undone
from tessella.tables.refusal import Refusal
from tessella.tables.table import Decision, Table
from tessella.tables.undo import MOST_TAKEN_BACK
from tessella.tables.wire.tables import MoveClock, NewTable, NoUndo, SeatRequest
from tests.server.test_messages import table_for

ANN = "ann"
ME, BOT, OPEN, OTHER = (SeatRequest(kind=kind) for kind in ("me", "bot", "open", "device"))


def opened(game: str, seed: str, bots: int = 1, clock: bool = False, hints: bool | None = None) -> Stored:
    """A table of one person and some bots, as a store has it."""
    request = NewTable(game=game, seats=[ME] + bots * [BOT], hints=hints)
    request.clock = MoveClock(seconds=30) if clock else request.clock
    return opening.new_table(request, ANN, None).stored("id", seed, 0.0)


class Play:
    """A game at a table with take-backs; all its entries are kept."""

    def __init__(self, stored: Stored, luck: int = 1) -> None:
        self.stored = stored
        self.table = Table(stored)
        self.rng = Generator(luck)
        self.bot = bot_named(GAMES[stored.setup.game], "casual")

    def write(self, decision: Decision | int, at: float | None = None) -> None:
        """Write the entry of a decision."""
        assert isinstance(decision, Decision)
        entry = Entry(self.table.version + 1, float(self.table.version if at is None else at), decision.body)
        self.stored.entries.append(entry)
        self.table, _ = self.table.after(entry, played=decision.played)

    def act(self, text: str | None = None) -> None:
        """The person acts, as they are told or as a bot would."""
        action = text or str(self.bot.choose(self.table.state.view(0), self.rng))
        self.write(self.table.act(ANN, 0, action, f"k{self.table.version}", self.table.version))

    def answer(self) -> None:
        """The bots act until it is the person's turn."""
        while self.table.turn not in (None, 0):
            turn = self.table.turn
            self.write(Decision(Acted(turn, str(self.bot.choose(self.table.state.view(turn), self.rng)))))

    def undo(self) -> None:
        """The person takes a move back."""
        self.write(self.table.undo(ANN, 0, f"u{self.table.version}", self.table.version))

    def again(self) -> Table:
        """The table as it is loaded from a store."""
        return Table(self.stored)


def turns(play: Play) -> Iterator[list[View]]:
    """What everybody sees at each turn of the person, until the game is over."""
    play.answer()
    while play.table.turn == 0:
        yield play.table.state.views([None, *range(len(play.table.seats))])
        play.act()
        while play.table.turn == 0 and play.table.actions[-1].seat == 0:
            play.act()
        play.answer()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bots", [1, 3])
def test_a_whole_game_is_taken_back_to_its_beginning(game: str, bots: int) -> None:
    """Move by move, with the bots' answers and with what was drawn; each time all see what they saw then."""
    play = Play(opened(game, "7", bots))
    *seen, now = islice(turns(play), 7)
    assert play.table.status == "playing"
    assert now not in seen
    while play.table.may_undo(0):
        play.undo()
        now = play.table.state.views([None, *range(bots + 1)])
        if seen and now == seen[-1]:
            seen.pop()
    assert seen == []
    assert play.table.no_undo(0) == "nothing"
    assert all(action.by_bot for action in play.table.actions)
    assert play.table.taken_back > 0


@given(st.data())
def test_a_table_with_take_backs_is_loaded_as_it_was(data: st.DataObject) -> None:
    """Whatever was done and taken back, in whatever order: the entries alone give the same table (C16)."""
    game = data.draw(st.sampled_from(sorted(GAMES)))
    play = Play(opened(game, str(data.draw(st.integers(0, 99))), data.draw(st.integers(1, 3)), clock=True))
    at = 0.0
    for _ in range(data.draw(st.integers(1, 14))):
        at += data.draw(st.integers(1, 40))
        table = play.table
        if table.status == "over":
            break
        if table.may_undo(0) and data.draw(st.booleans()):
            play.write(table.undo(ANN, 0, f"u{table.version}", table.version), at)
        elif table.turn == 0 and not data.draw(st.booleans()):
            action = str(data.draw(st.sampled_from(table.legal(0))))
            play.write(table.act(ANN, 0, action, f"k{table.version}", table.version), at)
        else:
            turn = table.turn or 0
            play.write(Decision(Acted(turn, str(table.legal(turn)[0]), late=turn == 0)), at)
    again = play.again()
    assert again.state.views([None, 0, 1]) == play.table.state.views([None, 0, 1])
    kept = ("version", "game_version", "status", "undone", "taken_back", "turn_since", "changed", "keys", "actions")
    assert {name: getattr(again, name) for name in kept} == {name: getattr(play.table, name) for name in kept}
    assert messages.snapshot(again, (0,), at) == messages.snapshot(play.table, (0,), at)


def test_two_moves_taken_back_give_no_time_after_a_restart() -> None:
    """A table that is loaded has the same clock: what was done and taken back in between does not count twice."""
    play = Play(opened("chromino", "1", bots=2, clock=True))
    play.answer()
    for _ in range(3):
        play.act()
        play.answer()
    play.undo()
    play.undo()
    assert play.again().turn_since == play.table.turn_since
    play.act()
    play.answer()
    assert play.again().turn_since == play.table.turn_since
    assert play.again().actions == play.table.actions


def test_taking_back_an_answered_move_makes_a_result_with_take_backs() -> None:
    """Not so what every table allows: a move that nobody has answered yet. All are told of it."""
    play = Play(opened("chromino", "3"))
    play.answer()
    play.act()
    if play.table.actions[-1].revealed:
        play.undo()
        assert play.table.taken_back == 1
        return
    play.undo()
    assert play.table.taken_back == 0
    play.act()
    play.answer()
    play.undo()
    assert play.table.taken_back == 1
    assert messages.table_info(play.table).taken_back == 1
    assert messages.snapshot(play.table, (), 0.0).table.taken_back == 1


def test_the_bag_does_not_change_by_taking_back() -> None:
    """The seed fixes the deal: the same tile is drawn again (C14)."""
    for seed in range(200):
        play = Play(opened("chromino", str(seed)))
        play.answer()
        if [str(action) for action in play.table.legal(0)] == ["draw"]:
            break
    before = set(play.table.state.view(0).hand)
    play.act("draw")
    drawn = set(play.table.state.view(0).hand) - before
    assert drawn
    assert play.table.may_undo(0)
    play.undo()
    assert set(play.table.state.view(0).hand) == before
    play.act("draw")
    assert set(play.table.state.view(0).hand) - before == drawn


def test_nothing_is_taken_back_after_the_end() -> None:
    """The result stands."""
    play = Play(opened("florentine", "2"))
    for _ in turns(play):
        pass
    assert play.table.status == "over"
    assert play.table.no_undo(0) == "nothing"
    with pytest.raises(Refusal, match="the game is over"):
        play.undo()


def test_the_bots_cannot_be_told_to_take_back() -> None:
    """Nor can somebody else take back for the person."""
    play = Play(opened("chromino", "3"))
    play.answer()
    play.act()
    play.answer()
    with pytest.raises(Refusal, match="not yours"):
        play.table.undo(ANN, 1, "u", play.table.version)
    with pytest.raises(Refusal, match="not yours"):
        play.table.undo("bob", 0, "u", play.table.version)
    with pytest.raises(Refusal, match="not yours"):
        play.table.undo(None, 0, "u", play.table.version)


def test_take_backs_end_somewhere() -> None:
    """A thousand are enough for a game."""
    play = Play(opened("chromino", "3"))
    play.answer()
    play.act()
    assert play.table.no_undo(0) is None
    play.table.undone = MOST_TAKEN_BACK
    assert play.table.no_undo(0) == "limit"


@pytest.mark.parametrize(
    ("seats", "wanted", "result"),
    [
        ([ME, BOT], None, True),
        ([BOT, ME, BOT], None, True),
        ([ME, BOT], False, False),
        ([ME], None, False),
        ([ME], True, True),
        ([ME, OTHER], None, False),
        ([ME, OPEN], None, False),
        ([ME, OTHER, BOT], None, False),
        ([ME, OPEN, BOT], None, False),
    ],
)
def test_where_moves_are_taken_back_freely(seats: list[SeatRequest], wanted: bool | None, result: bool) -> None:
    """Where one person plays: against bots unless they choose otherwise, alone if they choose so."""
    request = NewTable(game="chromino", seats=seats, takebacks=wanted)
    assert opening.new_table(request, ANN, None).setup.takebacks is result


@pytest.mark.parametrize("others", [[OTHER], [OPEN], [OPEN, BOT]])
def test_people_cannot_take_back_freely_from_each_other(others: list[SeatRequest]) -> None:
    """Such a table is not opened."""
    with pytest.raises(Refusal, match="where one person plays"):
        opening.new_table(NewTable(game="chromino", seats=[ME, *others], takebacks=True), ANN, None)


def people(**options: Any) -> Table:
    """Two people, of whom the first begins and can lay."""
    for seed in range(100):
        table = table_for("chromino", chromino.options(players=2, first=0, **options), str(seed))
        if any(isinstance(action, chromino.Lay) for action in table.legal(0)):
            return table
    raise AssertionError("no seed gives seat 1 a tile to lay")


def no_undo(table: Table, *bodies: AnyBody) -> NoUndo | None:
    """What the first seat is told after some entries."""
    for body in bodies:
        table, _ = table.after(Entry(table.version + 1, 1.0, body))
    you = messages.snapshot(table, (0, 1), 0.0).you
    assert (1 in you.undo) == (you.no_undo[0] is None)
    return you.no_undo[0]


def test_the_reason_why_nothing_can_be_taken_back() -> None:
    """For each seat, as its player is told it."""
    table = people(draw_when_able="yes")
    lay = next(str(action) for action in table.legal(0) if isinstance(action, chromino.Lay))
    laid = Acted(0, lay, "k")
    answer = Acted(1, "draw", "k")
    assert no_undo(table) == "nothing"
    assert no_undo(table, laid) is None
    assert no_undo(table, laid, answer) == "acted"
    assert no_undo(table, Acted(0, "draw", "k")) == "revealed"
    assert no_undo(table, Acted(0, lay, late=True)) == "bot"
    assert no_undo(table, laid, StoodIn(0)) == "stood-in"
    assert no_undo(table, laid, Undone(0, "u")) == "nothing"


@pytest.mark.parametrize(
    ("help", "hints", "seats", "result"),
    [
        (True, None, [ME, BOT], True),
        (True, None, [ME], True),
        (False, None, [ME, BOT], False),
        (False, True, [ME, BOT], True),
        (True, False, [ME, BOT], False),
        (True, None, [ME, OPEN], False),
        (True, None, [ME, OTHER], False),
        (True, True, [ME, OPEN], True),
    ],
)
def test_where_there_are_hints(help: bool, hints: bool | None, seats: list[SeatRequest], result: bool) -> None:
    """With the help where one person plays; several people have to agree on them when the table is opened."""
    for clock in (NewTable(game="chromino").clock, MoveClock(seconds=30)):
        request = NewTable(game="chromino", seats=seats, help=help, hints=hints, clock=clock)
        assert opening.new_table(request, ANN, None).setup.hints is result
