"""What everybody may be sent, rebuilt from the stored entries alone, and compared with every message.

Views come from `State.view`, events from `Event.seen_by`: nothing here uses the code that makes messages, but for the
public facts about a table (`table_info`). Besides, a ledger that a dealer would keep (`tests.leaks`) says for every
message whether it names a piece that is hidden, and every message is searched for seeds, secrets and identities.
"""

from collections.abc import Iterator, Set
from itertools import combinations
from typing import Any

import msgspec

from tessella.core import NotationError
from tessella.hosting.settings import Settings
from tessella.tables.entries import Acted, SeatHolder, Undone
from tessella.tables.table import Table
from tessella.tables.wire.live import Confirmed, Current, HintGiven, Reason, Refused, ServerMessage, Snapshot, Update
from tests.simulation.database import Database
from tests.simulation.expected import Seats, comparable, difference, expected, plain
from tests.simulation.history import History
from tests.simulation.story import Story

FOLDED = (
    "version", "game_version", "status", "changed", "turn_since", "actions", "undone", "taken_back", "keys", "seats",
    "pace", "dealing", "seat_changes", "skipped_until", "rematch", "rematch_wanted",
)  # fmt: skip
"""What of a table must not depend on whether it was loaded or folded entry by entry."""


class Oracle:
    """Follows the database, and checks messages."""

    def __init__(self, database: Database, story: Story, settings: Settings) -> None:
        self.database = database
        self.story = story
        self.settings = settings
        self.histories: dict[str, History] = {}
        self.identities: set[str] = set()
        """All identities there are: none of them may be in a message."""
        self.clocks_excused = False
        """Whether people's clocks may be wrong, as docs/server.md says."""
        database.watch = self.follow

    # ---- what is stored ----

    def follow(self, table_id: str, first: int) -> None:
        """Fold what was just stored, and check that it could follow."""
        row = self.database.tables[table_id]
        seatings = dict(row.seatings)
        history = self.histories.get(table_id)
        if history is None:
            stored = row.stored._replace(holders=list(seatings.get(0, row.holders)))
            require, pacing = self.story.require, self.settings.pacing
            history = self.histories[table_id] = History(Table(stored), row.opened, pacing, require)
            history.fair = not self.clocks_excused
        for entry in row.entries[max(first, 1) - 1 :]:
            history.follow(entry, seatings.get(entry.seq), row.times[entry.seq - 1])

    def check_loading(self, table_id: str) -> None:
        """A table that is loaded is the one that was folded entry by entry."""
        stored = self.database.load(table_id)
        assert stored is not None
        loaded, folded = Table(stored), self.histories[table_id].last.with_holders(stored.holders)
        for name in FOLDED:
            one, two = getattr(loaded, name), getattr(folded, name)
            what = "" if one == two else difference(_parts(one), _parts(two), name)
            self.story.require(one == two, "store", f"{table_id}, when it is loaded: {what}")
        views = [plain(table.state.view(None).to_json()) for table in (loaded, folded)]
        self.story.require(views[0] == views[1], "store", f"{table_id}: {difference(*views)} when it is loaded")

    def excuse_clocks(self, reason: str) -> None:
        """The clocks of games that are under way need not be right any more."""
        if self.clocks_excused:
            return
        self.story.add("oracle", f"from here on clocks need not be right: {reason}")
        self.story.count("runs with clocks excused")
        self.clocks_excused = True
        for history in self.histories.values():
            history.fair = False

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
                self._check_hidden(where, history, history.last.version, seats, encoded, _examples(history))

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
        self._check_hidden(where, history, message.version, seats, encoded)
        if (seats, encoded) in history.right:
            return
        sent = msgspec.json.decode(encoded)
        views = history.views(message.version, seats)
        right: Any = None
        for table in allowed:
            right = expected(table, history.changes[message.version], seats, views, message)
            if comparable(sent, message) == right:
                history.right.add((seats, encoded))
                return
        what = f"a wrong {_kind(message)} of version {message.version}: {difference(comparable(sent, message), right)}"
        self.story.fail(where, f"{identity} is sent {what}")

    def _check_hidden(
        self, where: str, history: History, version: int, seats: Seats, encoded: bytes, allowed: Set[str] = frozenset()
    ) -> None:
        """Nothing names a piece that none of these seats has seen, what determines the deal, or an identity."""
        if (seats, encoded) in history.right:
            return
        text, ledger = encoded.decode(), history.ledger_at(version)
        hidden = ledger.mentioned(text) - set(ledger.public).union(*(ledger.own[seat] for seat in seats))
        hidden -= allowed
        self.story.require(not hidden, where, f"seats {seats} learn of {sorted(hidden)}: {text[:300]}")
        dealing = history.last.dealing
        secrets = [] if history.last.status == "over" else [dealing.secret, dealing.seed]
        secrets += [] if dealing.seed is not None else [*dealing.contributions.values()]
        sent = [secret for secret in secrets if secret is not None and secret in text]
        self.story.require(not sent, where, f"seats {seats} are sent what determines the deal: {sent}")
        self.check_identities(where, text)

    def check_identities(self, where: str, text: str) -> None:
        """Nobody's identity is in what anybody is sent."""
        if "person-" in text:
            names = [identity for identity in sorted(self.identities) if identity in text]
            self.story.require(not names, where, f"the identities {names} are sent")

    def _variants(self, table: Table) -> Iterator[Table]:
        """A table with all who sat there, and without those who were deleted: a node may not know of it yet."""
        yield table
        gone = sorted(table.people() & self.database.forgotten.keys())
        for number in range(1, len(gone) + 1):
            for some in combinations(gone, number):
                yield table.with_holders(_without(table.holders(), some))

    def views(self, table_id: str, version: int, seats: Seats) -> list[Any]:
        """What seats see at a version."""
        return self.histories[table_id].views(version, seats)


def _examples(history: History) -> set[str]:
    """The pieces that a game names as examples when it cannot read an action."""
    try:
        history.last.game.parse("?")
    except NotationError as error:
        return history.ledger.mentioned(str(error))
    return set()


def _parts(value: Any) -> Any:
    """A value whose parts can be compared one by one."""
    return [*value] if isinstance(value, list | tuple) else value


def _without(holders: list[SeatHolder], identities: tuple[str, ...]) -> list[SeatHolder]:
    return [holder for holder in holders if holder.identity not in identities]


def _kind(message: ServerMessage) -> str:
    return type(message).__name__
