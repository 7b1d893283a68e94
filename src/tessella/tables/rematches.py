"""Rematches: who has agreed to one, and who begins it."""

from tessella.core import OptionError
from tessella.tables.table import Table

FIRST = "first"
"""The option, in games that have it, that says which seat begins."""


def missing(table: Table) -> list[int]:
    """The seats whose people have not agreed yet, once anybody wants a rematch. Bots agree at once, and so do the
    stand-ins of people who have left."""
    if not table.rematch_wanted:
        return []
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.identity is not None and not seat.left and number not in table.rematch_wanted
    ]


def options_again(table: Table) -> dict[str, str]:
    """The options of the rematch: the seat after the one that began begins, where a table may choose that."""
    options, players = table.setup.options, len(table.seats)
    if players == 1 or FIRST not in table.game.option_help() or not table.state.history:
        return options
    began, _ = table.state.history[0]
    again = {**options, FIRST: str((began + 1) % players + 1)}
    try:
        return table.game.read_options(again).to_text()
    except OptionError:  # the rules decide it
        return options


def rotates(table: Table) -> bool:
    """Whether everybody moves up by one seat: in a game where the first seat always begins."""
    return len(table.seats) > 1 and FIRST not in table.game.option_help()
