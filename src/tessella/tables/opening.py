"""The set-up of new tables: checks what a person asks for, and who holds which seat at the start."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from tessella.core import OptionError, seat_name
from tessella.games import game_named
from tessella.tables import rematches
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
    if not holders and all(seat.kind == "bot" for seat in seats):
        raise Refusal("bad-seats", 'no person can sit here: give one of the seats the kind "me", or "open"')
    if not holders and request.seal is not None:
        raise Refusal("bad-seats", "a seal is that of a person with a seat: leave 'seal' out")
    setup = Setup(
        request.game,
        options.to_text(),
        seats,
        request.clock,
        request.help,
        _takebacks(request.takebacks, seats),
        _hints(request, seats),
        request.pace,
        {} if request.seal is None else {holders[0].seat: request.seal},
    )
    return Opening(setup, holders)


def _takebacks(wanted: bool | None, seats: list[SeatSetup]) -> bool:
    """Whether moves are taken back freely: by default where one person plays against bots."""
    alone = _people(seats) == 1
    if wanted and not alone:
        raise Refusal("bad-options", "moves are taken back freely only where one person plays: leave 'takebacks' out")
    return alone and len(seats) > 1 if wanted is None else wanted


def _hints(request: NewTable, seats: list[SeatSetup]) -> bool:
    """Whether there are hints: by default with the help, where one person plays. Several people have to agree.

    A game without bots has none.
    """
    if game_named(request.game).bots is None:
        return False
    return request.help and _people(seats) == 1 if request.hints is None else request.hints


def _people(seats: list[SeatSetup]) -> int:
    """The number of seats that are for people."""
    return sum(seat.kind != "bot" for seat in seats)


def rematch(table: Table) -> Opening:
    """The same game again with the same people, and another of them begins.

    The seat of a person who was deleted meanwhile, or who has not agreed to the rematch, is open.
    """
    missing = rematches.missing(table)
    holders = [holder for holder in table.holders() if holder.seat not in missing]
    seals = {seat: seal for seat, seal in table.rematch_seals.items() if seat in {holder.seat for holder in holders}}
    seats = _seats_again(table.setup.seats, holders)
    if rematches.rotates(table):
        seats = [*seats[1:], *seats[:1]]
        holders = [replace(holder, seat=(holder.seat - 1) % len(seats)) for holder in holders]
        seals = {(seat - 1) % len(seats): seal for seat, seal in seals.items()}
    options = rematches.options_again(table)
    setup = replace(table.setup, options=options, seats=seats, pace=table.pace, seals=seals)
    return Opening(setup, holders)


def _seats_again(seats: Iterable[SeatSetup], holders: Iterable[SeatHolder]) -> list[SeatSetup]:
    held = {holder.seat for holder in holders}
    return [
        seat if seat.kind == "bot" else SeatSetup("person" if number in held else "open")
        for number, seat in enumerate(seats)
    ]
