"""Which messages each viewer of a table is sent, encoded."""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from tessella.tables import messages
from tessella.tables.entries import Stored
from tessella.tables.messages import Seats
from tessella.tables.table import REMEMBERED, Change, Table
from tessella.tables.wire import live
from tessella.tables.wire.live import Update


class Viewer(Protocol):
    """A connection to a table."""

    @property
    def identity(self) -> str | None:
        """The person; None for a spectator without an identity."""

    @property
    def seats(self) -> Seats:
        """The seats that the viewer was last told about."""


V = TypeVar("V", bound=Viewer)


def to_all(
    table: Table, changes: list[Change], viewers: Iterable[V], whole: bool, now: float
) -> Iterator[tuple[V, Seats, list[bytes]]]:
    """The messages about some changes for each viewer, with the seats that the viewer has now.

    A viewer gets updates, or a snapshot where updates are not enough: if `whole`, if an action was taken back, if the
    game was dealt, or if the viewer's seats have changed. Viewers with the same seats share the encoded messages.
    """
    whole = whole or len(changes) > REMEMBERED or any(change.undone or change.dealt for change in changes)
    snapshots: dict[Seats, list[bytes]] = {}
    followers: dict[Seats, list[V]] = {}
    for viewer in viewers:
        seats = table.seats_of(viewer.identity)
        if whole or seats != viewer.seats:
            if seats not in snapshots:
                snapshots[seats] = [live.encode(messages.snapshot(table, seats, now))]
            yield viewer, seats, snapshots[seats]
        else:
            followers.setdefault(seats, []).append(viewer)
    for seats, updates in messages.updates(table, changes, followers, now).items() if followers else ():
        encoded = [live.encode(update) for update in updates]
        for viewer in followers[seats]:
            yield viewer, seats, encoded


def since(table: Table, identity: str | None, version: int | None, now: float) -> tuple[Seats, list[bytes]]:
    """The messages for one viewer who knows the table up to a version (None: not at all), with the viewer's seats."""
    seats = table.seats_of(identity)
    updates = None if version is None else missed(table, identity, version, now)
    if updates is None:
        return seats, [live.encode(messages.snapshot(table, seats, now))]
    if not updates:
        return seats, [live.encode(messages.current(table, now))]
    return seats, [live.encode(update) for update in updates]


def missed(table: Table, identity: str | None, version: int, now: float) -> list[Update] | None:
    """The updates after a version; None if they are no longer remembered, or if updates are not enough: an action was
    taken back since, or the game was dealt."""
    changes = [change for change in table.recent if change.seq > version]
    if version > table.version or len(changes) != table.version - version:
        return None
    if any(change.undone or change.dealt for change in changes):
        return None
    seats = table.seats_of(identity)
    return messages.updates(table, changes, [seats], now)[seats]


def history(stored: Stored, identity: str | None, version: int, now: float) -> list[Update] | None:
    """All updates after a version, however long ago; None if there is no such version yet.

    Of an action that was taken back they say only that it was.
    """
    if version > len(stored.entries):
        return None
    table = Table(stored, remembered=None)
    seats = table.seats_of(identity)
    changes = [change for change in table.recent if change.seq > version and (change.events or not change.undone)]
    return messages.updates(table, changes, [seats], now)[seats]
