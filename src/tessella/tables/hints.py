"""Hints at a table: who may have one, and what they are sent."""

from tessella.bots.hints import Hint
from tessella.core import View, seat_name, seat_number
from tessella.tables.refusal import Refusal
from tessella.tables.table import Table
from tessella.tables.wire.live import HintFact, HintGiven


def view_for(table: Table, identity: str | None, seat: int) -> View:
    """What a bot may know to give the seat a hint: what the seat sees. `Refusal` if it may not have one now."""
    table.check_holder(identity, seat)
    table.check_playing()
    if not table.setup.hints:
        raise Refusal("no-hints", "this table was opened without hints")
    if table.seats[seat].stood_in:
        raise Refusal("stood-in", "a bot plays for this seat: take it back first")
    if table.turn != seat:
        raise Refusal("not-on-turn", f"a hint is for the seat on turn, and that is not {seat_name(seat)}")
    return table.state.view(seat)


def given(table: Table, seat: int, hint: Hint) -> HintGiven:
    """The answer, for the version of the table that the bot looked at."""
    return HintGiven(
        version=table.version,
        seat=seat_number(seat),
        action=str(hint.action),
        facts=[HintFact(code=fact.code, values=dict(fact.values)) for fact in hint.facts],
    )
