"""What everybody may be sent, rebuilt from the stored entries alone, and compared with every message.

Nothing here uses the code that makes messages: views come from `State.view`, events from `Event.seen_by`. Besides, a
ledger that a dealer would keep (`tests.leaks`) says for every message whether it names a piece that is hidden.
"""

from collections.abc import Iterator, Set
from itertools import combinations
from typing import Any

import msgspec

from tessella.core import NotationError
from tessella.tables.entries import Acted, SeatHolder, Undone
from tessella.tables.messages import table_info
from tessella.tables.table import Change, Table
from tessella.tables.wire.live import Confirmed, Current, HintGiven, Reason, Refused, ServerMessage, Snapshot, Update
from tests.leaks import Ledger
from tests.server.test_messages import LEDGERS
from tests.simulation.database import Database
from tests.simulation.story import Story

Seats = tuple[int, ...]
WITHOUT = ("board", "laid_by", "options")
"""What an update leaves out of a view."""


class History:
    """A table at each of its stored versions."""

    def __init__(self, table: Table) -> None:
        self.versions = [table]
        self.changes: list[Change | None] = [None]
        self.ledger: Ledger = LEDGERS[table.setup.game](table.state)
        self.keys: dict[tuple[int, str], int] = {}
        """The entry of each command."""
        self.right: set[tuple[Seats, bytes]] = set()
        """Messages that were compared already."""

    @property
    def last(self) -> Table:
        """The table as it is stored now."""
        return self.versions[-1]


class Oracle:
    """Follows the database, and checks messages."""

    def __init__(self, database: Database, story: Story) -> None:
        self.database = database
        self.story = story
        self.histories: dict[str, History] = {}
        self.identities: set[str] = set()
        """All identities there are: none of them may be in a message."""
        database.watch = self.follow

    # ---- what is stored ----

    def follow(self, table_id: str, first: int) -> None:
        """Fold what was just stored, and check that it could follow."""
        row = self.database.tables[table_id]
        seatings = dict(row.seatings)
        history = self.histories.get(table_id)
        if history is None:
            stored = row.stored._replace(holders=list(seatings.get(0, row.holders)))
            history = self.histories[table_id] = History(Table(stored))
        for entry in row.entries[max(first, 1) - 1 :]:
            where = f"{table_id} {entry.seq}"
            self.story.require(
                entry.seq == history.last.version + 1, "store", f"{where} follows {history.last.version}"
            )
            self._check_key(history, where, entry.seq, entry.body)
            table, change = history.last.after(entry, seatings.get(entry.seq))
            history.versions.append(table)
            history.changes.append(change)
            if change.dealt:  # what was seen before has nothing to do with the deal
                history.ledger = LEDGERS[table.setup.game](table.state)
            history.ledger.note(table.state)

    def _check_key(self, history: History, where: str, seq: int, body: object) -> None:
        """Every command is stored once."""
        if isinstance(body, Acted | Undone) and body.key is not None:
            before = history.keys.setdefault((body.seat, body.key), seq)
            self.story.require(
                before == seq, "store", f"{where}: the command {body.key} was stored at {before} already"
            )

    # ---- what is sent ----

    def check(self, where: str, table_id: str, identity: str | None, message: ServerMessage, encoded: bytes) -> None:
        """Check a message at the moment when it is sent."""
        self.story.count("messages")
        history = self.histories.get(table_id)
        if history is None:
            # Nothing can be known of a table that is not there.
            known = isinstance(message, Snapshot | Update | Current | Confirmed)
            self.story.require(not known, where, f"a message about {table_id}, which is not stored")
            return
        version = getattr(message, "version", None)
        if version is not None and version > history.last.version:
            what = f"{_kind(message)} of {table_id} at version {version}, of which {history.last.version} are stored"
            self.story.fail(where, f"{identity} is sent {what}")
            return
        match message:
            case Snapshot() | Update():
                self._check_view(where, history, identity, message, encoded)
            case Confirmed():
                self._check_confirmed(where, history, identity, message)
            case Refused() | Reason() | HintGiven():
                seats = history.last.seats_of(identity)
                self._check_hidden(where, history, seats, encoded, _examples(history))

    def _check_confirmed(self, where: str, history: History, identity: str | None, message: Confirmed) -> None:
        """A confirmed command is stored, at the version that is named, for a seat of this person."""
        body = self.database.tables[history.last.id].entries[message.version - 1].body
        right = isinstance(body, Acted | Undone) and body.key == message.key
        self.story.require(right, where, f"{message.key} is confirmed at {message.version}, where {body} is stored")
        if isinstance(body, Acted | Undone):
            holder = history.versions[message.version].seats[body.seat].identity
            self.story.require(holder == identity, where, f"{identity} is confirmed what {holder} did")

    def _check_view(
        self, where: str, history: History, identity: str | None, message: Snapshot | Update, encoded: bytes
    ) -> None:
        allowed = [*self._variants(history.versions[message.version])]
        # Where further updates follow at once, they are for the seats that the viewer has after them.
        later = history.versions[message.version :] if isinstance(message, Update) and message.views is None else []
        known = {table.seats_of(identity) for table in [*allowed, *later]}
        seats = tuple(seat - 1 for seat in message.you.seats)
        if seats not in known:
            self.story.fail(where, f"{identity} is sent what seats {seats} see, and has one of {known}")
            return
        self._check_hidden(where, history, seats, encoded)
        if (seats, encoded) in history.right:
            return
        sent = msgspec.json.decode(encoded)
        expected: Any = None
        for table in allowed:
            expected = _expected(table, history.changes[message.version], seats, message)
            if _comparable(sent, message) == expected:
                history.right.add((seats, encoded))
                return
        difference = _difference(_comparable(sent, message), expected)
        self.story.fail(
            where, f"{identity} is sent a wrong {_kind(message)} of version {message.version}: {difference}"
        )

    def _check_hidden(
        self, where: str, history: History, seats: Seats, encoded: bytes, allowed: Set[str] = frozenset()
    ) -> None:
        """Nothing names a piece that none of these seats has seen, a seed of a game that goes on, or an identity."""
        if (seats, encoded) in history.right:
            return
        text, ledger = encoded.decode(), history.ledger
        hidden = ledger.mentioned(text) - set(ledger.public).union(*(ledger.own[seat] for seat in seats))
        hidden -= allowed
        self.story.require(not hidden, where, f"seats {seats} learn of {sorted(hidden)}: {text[:300]}")
        if history.last.status != "over":
            dealing = history.last.dealing
            seed = dealing.secret in text or (dealing.seed is not None and dealing.seed in text)
            self.story.require(not seed, where, f"seats {seats} are sent the seed, or the secret of the deal")
        names = [identity for identity in sorted(self.identities) if identity in text]
        self.story.require(not names, where, f"seats {seats} are sent the identities {names}")

    def _variants(self, table: Table) -> Iterator[Table]:
        """A table with all who sat there, and without those who were deleted: a node may not know of it yet."""
        yield table
        gone = sorted(table.people() & self.database.forgotten)
        for number in range(1, len(gone) + 1):
            for some in combinations(gone, number):
                yield table.with_holders(_without(table.holders(), some))

    def views(self, table_id: str, version: int, seats: Seats) -> list[Any]:
        """What seats see at a version."""
        return _views(self.histories[table_id].versions[version], seats)


def _examples(history: History) -> set[str]:
    """The pieces that a game names as examples when it cannot read an action."""
    try:
        history.last.game.parse("?")
    except NotationError as error:
        return history.ledger.mentioned(str(error))
    return set()


def _without(holders: list[SeatHolder], identities: tuple[str, ...]) -> list[SeatHolder]:
    return [holder for holder in holders if holder.identity not in identities]


def _kind(message: ServerMessage) -> str:
    return type(message).__name__


def _views(table: Table, seats: Seats) -> list[Any]:
    """The views of a table as JSON."""
    if table.status == "waiting" or not seats:
        view = table.state.view(None)
        return [_plain((view.before_start() if table.status == "waiting" else view).to_json())]
    return [_plain(table.state.view(seat).to_json()) for seat in seats]


def _plain(value: Any) -> Any:
    """A value as it is read again from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _expected(table: Table, change: Change | None, seats: Seats, message: Snapshot | Update) -> dict[str, Any]:
    """What a message should say, but for the time that is left."""
    you = {
        "seats": [seat + 1 for seat in seats],
        "undo": [seat + 1 for seat in seats if table.may_undo(seat)],
        "no_undo": [table.no_undo(seat) for seat in seats],
    }
    if isinstance(message, Snapshot):
        return {"table": _plain(table_info(table)), "you": you, "views": _views(table, seats)}
    assert change is not None
    last = message.views is not None
    board, laid_by = table.state.view(None).board, table.state.view(None).laid_by
    return {
        "events": [_event(event, seats) for event in change.events],
        "laid": [
            {"lay": str(board[piece]), "seat": None if (seat := laid_by[piece]) is None else seat + 1}
            for piece in change.laid
        ],
        "views": [{name: value for name, value in view.items() if name not in WITHOUT} for view in _views(table, seats)]
        if last
        else None,
        # Only the last of several updates says how things stand.
        "you": you if last else None,
        # With several changes the last one also tells of the seats that an earlier one has changed.
        "table": _plain(table_info(table)) if last and (change.seats or message.table is not None) else None,
    }


def _event(event: Any, seats: Seats) -> Any:
    """An event as these seats together see it."""
    public = event.seen_by(None)
    own = [event.seen_by(seat) for seat in seats]
    return _plain(next((seen for seen in own if seen != public), public).to_json())


def _comparable(sent: dict[str, Any], message: Snapshot | Update) -> dict[str, Any]:
    """The part of a message that is compared."""
    if isinstance(message, Snapshot):
        return {name: sent[name] for name in ("table", "you", "views")}
    part = {name: sent[name] for name in ("events", "laid", "views", "you", "table")}
    if message.views is None:
        part["you"] = None
    return part


def _difference(sent: Any, expected: Any, path: str = "") -> str:
    """The first place at which two values differ."""
    if isinstance(sent, dict) and isinstance(expected, dict):
        for name in sorted({*sent, *expected}):
            if sent.get(name) != expected.get(name):
                return _difference(sent.get(name), expected.get(name), f"{path}/{name}")
    if isinstance(sent, list) and isinstance(expected, list) and len(sent) == len(expected):
        for number, (one, two) in enumerate(zip(sent, expected, strict=True)):
            if one != two:
                return _difference(one, two, f"{path}/{number}")
    return f"{path} is {str(sent)[:200]} instead of {str(expected)[:200]}"
