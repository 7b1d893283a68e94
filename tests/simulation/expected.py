"""What a message should say, made without the code that makes messages."""

from typing import Any

import msgspec

from tessella.tables.messages import table_info
from tessella.tables.table import Change, Table
from tessella.tables.wire.live import Snapshot, Update

Seats = tuple[int, ...]
"""The seats of a viewer, counted from 0; none for a spectator."""
WITHOUT = ("board", "laid_by", "options")
"""What an update leaves out of a view."""


def plain(value: Any) -> Any:
    """A value as it is read again from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def expected(
    table: Table, change: Change | None, seats: Seats, views: list[Any], message: Snapshot | Update
) -> dict[str, Any]:
    """What a message should say, but for the time that is left. `views`: what the seats see, as JSON."""
    you = {
        "seats": [seat + 1 for seat in seats],
        "undo": [seat + 1 for seat in seats if table.may_undo(seat)],
        "no_undo": [table.no_undo(seat) for seat in seats],
    }
    if isinstance(message, Snapshot):
        return {"table": plain(table_info(table)), "you": you, "views": views}
    assert change is not None
    last = message.views is not None
    board, laid_by = views[0]["board"], views[0]["laid_by"]
    return {
        "events": [_event(event, seats) for event in change.events],
        "laid": [{"lay": board[piece], "seat": laid_by[piece]} for piece in change.laid],
        "views": [{name: value for name, value in view.items() if name not in WITHOUT} for view in views]
        if last
        else None,
        # Only the last of several updates says how things stand.
        "you": you if last else None,
        # With several changes the last one also tells of the seats that an earlier one has changed.
        "table": plain(table_info(table)) if last and (change.seats or message.table is not None) else None,
    }


def _event(event: Any, seats: Seats) -> Any:
    """An event as these seats together see it."""
    public = event.seen_by(None)
    own = [event.seen_by(seat) for seat in seats]
    return plain(next((seen for seen in own if seen != public), public).to_json())


def comparable(sent: dict[str, Any], message: Snapshot | Update) -> dict[str, Any]:
    """The part of a message that is compared."""
    if isinstance(message, Snapshot):
        return {name: sent[name] for name in ("table", "you", "views")}
    part = {name: sent[name] for name in ("events", "laid", "views", "you", "table")}
    if message.views is None:
        part["you"] = None
    return part


def difference(sent: Any, expected: Any, path: str = "") -> str:
    """The first place at which two values differ."""
    if isinstance(sent, dict) and isinstance(expected, dict):
        for name in sorted({*sent, *expected}):
            if sent.get(name) != expected.get(name):
                return difference(sent.get(name), expected.get(name), f"{path}/{name}")
    if isinstance(sent, list) and isinstance(expected, list) and len(sent) == len(expected):
        for number, (one, two) in enumerate(zip(sent, expected, strict=True)):
            if one != two:
                return difference(one, two, f"{path}/{number}")
    return f"{path} is {str(sent)[:200]} instead of {str(expected)[:200]}"
