"""The set-up of new tables: checks what a person asks for, and who holds which seat at the start."""

from collections.abc import Iterable
from typing import NamedTuple

from tessella.core import OptionError, seat_name
from tessella.games import game_named
from tessella.tables.entries import SeatHolder, SeatSetup, Setup, Stored
from tessella.tables.names import clean_name
from tessella.tables.refusal import Refusal
from tessella.tables.table import Table
from tessella.tables.wire.tables import Level, NewTable

USUAL_LEVEL: Level = "casual"


class Opening(NamedTuple):
    """A table that is about to be opened."""

    setup: Setup
    holders: list[SeatHolder]

    def stored(self, table_id: str, seed: str, now: float) -> Stored:
        """The table as it is first stored, without entries."""
        return Stored(table_id, self.setup, seed, now, [], self.holders)


def new_table(request: NewTable, identity: str, own_name: str | None) -> Opening:
    """The table that a person asks for; `Refusal` if the options or the seats cannot be."""
    game = game_named(request.game)
    if "players" in request.options:
        raise Refusal("bad-options", "the seats give the number of players: leave 'players' out")
    try:
        options = game.read_options({**request.options, "players": str(len(request.seats))})
    except OptionError as error:
        raise Refusal("bad-options", str(error)) from None
    seats: list[SeatSetup] = []
    holders: list[SeatHolder] = []
    for number, seat in enumerate(request.seats):
        if seat.kind == "bot":
            seats.append(SeatSetup("bot", seat.level or USUAL_LEVEL))
            continue
        if seat.level is not None:
            raise Refusal("bad-seats", f"{seat_name(number)} is for a person: only a bot has a level")
        seats.append(SeatSetup("open" if seat.kind == "open" else "person"))
        if seat.kind != "open":
            usual_name = own_name if seat.kind == "me" else None
            holders.append(SeatHolder(number, identity, clean_name(seat.name) or usual_name or ""))
    if not holders:
        raise Refusal("bad-seats", 'none of the seats is yours: give one of them the kind "me"')
    return Opening(Setup(request.game, options.to_text(), seats, request.clock, request.help), holders)


def rematch(table: Table, identity: str) -> Opening:
    """The same game again with the same people. The seat of a person who was deleted meanwhile is open."""
    if not table.seats_of(identity):
        raise Refusal("not-yours", "only those who played here can ask for a rematch")
    if table.status != "over":
        raise Refusal("not-over", "the game is not over yet")
    setup, holders = table.setup, table.holders()
    return Opening(
        Setup(setup.game, setup.options, _seats_again(setup.seats, holders), setup.clock, setup.help), holders
    )


def _seats_again(seats: Iterable[SeatSetup], holders: Iterable[SeatHolder]) -> list[SeatSetup]:
    held = {holder.seat for holder in holders}
    return [
        seat if seat.kind == "bot" else SeatSetup("person" if number in held else "open")
        for number, seat in enumerate(seats)
    ]
