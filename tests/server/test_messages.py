"""Nothing that is put on the wire tells a connection more than its seats may know; and it is what the types say."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.core import Generator, IllegalAction, NotationError, Options, TessellaError
from tessella.games import GAMES, chromino, florentine
from tessella.games.chromino.events import Laid
from tessella.games.chromino.placing import contacts
from tessella.tables import messages
from tessella.tables.entries import Acted, Entry, SeatHolder, SeatSetup, Setup, Stored, Undone
from tessella.tables.refusal import Refusal
from tessella.tables.seats import Kind
from tessella.tables.table import Change, Table
from tessella.tables.wire import live
from tessella.tables.wire.tables import Clock, NoClock
from tests.chromino.choices import random_options
from tests.chromino.test_leaks import Tiles
from tests.florentine.test_leaks import Cards
from tests.leaks import Ledger

LEDGERS: dict[str, type[Ledger]] = {"chromino": Tiles, "florentine": Cards}


def stored_for(
    game: str, options: Options, seed: str, clock: Clock | None = None, kinds: Mapping[int, Kind] | None = None
) -> Stored:
    """A stored table without entries. Its seats are held by people, each with an identity of their own; `kinds` names
    the seats that are not."""
    seats = [SeatSetup((kinds or {}).get(seat, "person")) for seat in range(options.players)]
    setup = Setup(game, options.to_text(), seats, clock or NoClock(), True)
    people = [number for number, seat in enumerate(seats) if seat.kind == "person"]
    return Stored("t", setup, seed, 0.0, [], [SeatHolder(seat, f"somebody-{seat}", f"n{seat}") for seat in people])


def table_for(game: str, options: Options, seed: str, **arguments: Any) -> Table:
    """The table of `stored_for`."""
    return Table(stored_for(game, options, seed, **arguments))


def groups(players: int) -> Iterable[tuple[int, ...]]:
    """The seats that a connection may have: none, one, two on one device, or all."""
    yield ()
    yield from ((seat,) for seat in range(players))
    yield from list(combinations(range(players), 2))[:3]
    yield tuple(range(players))


def require_no_leak(table: Table, change: Change | None, ledger: Ledger) -> None:
    """Whatever connections are told names only what one of their seats has seen."""
    ledger.note(table.state)
    secret, seed = table.dealing.secret, table.dealing.seed or "no seed"
    for seats in groups(len(table.seats)):
        known = set(ledger.public).union(*(ledger.own[seat] for seat in seats))
        encoded = [live.encode(messages.snapshot(table, seats, 0.0))]
        if change is not None:
            encoded += map(live.encode, messages.updates(table, [change], [seats, ()], 0.0)[seats])
            encoded += map(live.encode, messages.updates(table, list(table.recent)[-3:], [seats], 0.0)[seats])
        for message in encoded:
            text = message.decode()
            hidden = ledger.mentioned(text) - known
            assert not hidden, f"{seats} learn of {hidden}: {text}"
            assert table.status == "over" or (secret not in text and seed not in text)
            assert "somebody-" not in text, "an identity is nobody's business"
            assert live.encode(live.decode_server(message)) == message


def play_through(game: str, options: Options, seed: int, most: int) -> None:
    """A game with undoing, as everybody is told of it."""
    table, rng = table_for(game, options, f"secret-{seed}"), Generator(seed)
    ledger = LEDGERS[game](table.state)
    require_no_leak(table, None, ledger)
    for number in range(most):
        actors = table.state.actors()
        if not actors:
            break
        seat = rng.choice(actors)
        body: Acted | Undone = Acted(seat, str(rng.choice(table.legal(seat))), f"k{number}")
        undoers = [other for other in range(len(table.seats)) if table.may_undo(other)]
        if undoers and rng.below(4) == 0:
            body = Undone(undoers[0], f"k{number}")
        table, change = table.after(Entry(table.version + 1, float(number), body))
        require_no_leak(table, change, ledger)
        for other in {seat, rng.below(len(table.seats))}:
            for action in ledger.attempts(table.state, rng):
                require_silent(table, other, str(action), ledger)


def require_silent(table: Table, seat: int, action: str, ledger: Ledger) -> None:
    """What is refused tells no more than what was said oneself."""
    text = ""
    try:
        wrong = table.why_not(f"somebody-{seat}", seat, action)
        text = f"{wrong} {getattr(wrong, 'reason', '')}"
        table.act(f"somebody-{seat}", seat, action, "x", table.version)
    except (Refusal, IllegalAction, NotationError) as error:
        text += f" {error} {error.args}"
    hidden = ledger.mentioned(text) - ledger.mentioned(action) - ledger.known_to(seat)
    assert not hidden, f"{seat} tries {action} and learns of {hidden}: {text}"


@pytest.mark.parametrize("edition", chromino.EDITIONS)
@given(seed=st.integers(0, 10**6))
def test_no_hidden_tile_is_told(edition: str, seed: int) -> None:
    """C19, C20, C22, C23: to nobody, whatever they ask."""
    play_through("chromino", random_options(Generator(seed), edition=edition), seed, 40)


@given(seed=st.integers(0, 10**6), players=st.integers(2, 4))
def test_no_hidden_card_is_told(seed: int, players: int) -> None:
    """F5, F7, F8, F12: nor any card."""
    play_through("florentine", florentine.options("classic", players, colours="random"), seed, 15)


@pytest.mark.parametrize("seed", range(6))
def test_nothing_hidden_is_told_to_the_end(seed: int) -> None:
    """C24, F13: whole games, after which the seed is told and hands stay hidden."""
    game = sorted(GAMES)[seed % 2]
    options = (
        random_options(Generator(seed), hands="hidden") if game == "chromino" else GAMES[game].options("classic", 3)
    )
    play_through(game, options, seed, 1000)


@given(seed=st.integers(0, 10**6), scoring=st.sampled_from(["none", "expert", "contacts"]))
def test_places_are_told_with_their_contacts_and_points(seed: int, scoring: str) -> None:
    """C5, C30, C31, C33, C34: as the rules have them, which are asked by laying the tile."""
    rng = Generator(seed)
    state = chromino.State.new(random_options(rng, scoring=scoring), seed)
    for _ in range(30):
        if state.turn is None:
            break
        view = state.view(state.turn)
        lays = [action for action in view.legal if isinstance(action, chromino.Lay)]
        assert [place.lay for place in view.places] == lays
        for lay, place in zip(lays, view.places, strict=True):
            there = {(contact.square, contact.x, contact.y) for contact in contacts(view.board, lay)}
            assert set(place.contacts) == there
            assert len(place.contacts) == len(there)
            laid = state.copy().apply(state.turn, lay)[0]
            assert isinstance(laid, Laid)
            assert place.points == laid.points
        state.apply(state.turn, rng.choice(view.legal))


def test_before_all_have_come_nobody_sees_a_hand() -> None:
    """Who opened the table cannot look at their tiles and open another."""
    table = table_for("chromino", chromino.options(players=2), "1", kinds={1: "open"})
    snapshot = live.decode_server(live.encode(messages.snapshot(table, (0,), 0.0)))
    assert isinstance(snapshot, live.Snapshot)
    assert snapshot.table.status == "waiting"
    assert [view["hand"] for view in snapshot.views] == [[]]
    assert snapshot.you.seats == [1]


def test_what_the_wire_refuses() -> None:
    """Frames that are no commands, each with a reason that names what is wrong."""
    for frame, reason in [
        (b"{", "truncated"),
        (b"[]", "Expected `object`"),
        (b'{"type":"fly"}', "Invalid value 'fly'"),
        (b'{"type":"act","key":"a","version":0,"seat":1}', "missing required field `action`"),
        (b'{"type":"act","key":"a","version":0,"seat":9,"action":"draw"}', "<= 8"),
        (b'{"type":"act","key":"","version":0,"seat":1,"action":"draw"}', "length >= 1"),
        (b'{"type":"act","key":"a","version":-1,"seat":1,"action":"draw"}', ">= 0"),
        (b'{"type":"undo","key":"a","version":0,"seat":1,"action":"draw"}', "unknown field `action`"),
    ]:
        with pytest.raises(msgspec.DecodeError, match=reason):
            live.decode_client(frame)
    assert issubclass(Refusal, TessellaError)
