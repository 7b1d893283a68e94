"""A table at each of its stored versions, and whether every stored entry could follow.

Here an entry counts from the moment at which its node decided on it, in virtual time, whatever the node's clock said.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tessella.core.events import Turn
from tessella.tables.deadlines import Pacing
from tessella.tables.entries import Acted, Dealt, Entry, SeatHolder, StoodIn, Undone
from tessella.tables.table import Change, Table
from tests.leaks import Ledger
from tests.server.test_messages import LEDGERS
from tests.simulation.expected import Seats, plain

UNNOTICED = 2.5
"""Seconds by which the wall clocks of two nodes may differ here without being noticed, and a little more."""
Require = Callable[[bool, str, str], None]


class Act(NamedTuple):
    """An action that was not taken back."""

    body: Acted
    revealed: bool
    """Whether anybody learned of a piece that nobody knew before."""
    at: float
    turn_began: float
    """When the turn in which it was done had begun."""


class History:
    """A table from its opening on."""

    def __init__(self, table: Table, at: float, pacing: Pacing, require: Require) -> None:
        self.versions = [table]
        self.changes: list[Change | None] = [None]
        self.ledger: Ledger = LEDGERS[table.setup.game](table.state)
        self.example: Ledger | None = None
        """What was known before the deal, of a game that has nothing to do with it."""
        self.dealt = 0
        """The first version of the game as it was dealt."""
        self.keys: dict[tuple[int, str], int] = {}
        """The entry of each command."""
        self.right: set[tuple[Seats, bytes]] = set()
        """Messages that were compared already."""
        self.fair = True
        """Whether clocks must be right. Nobody can tell a jump of the clock from a pause while no node runs."""
        self._require, self._pacing = require, pacing
        self._views: dict[tuple[int, int | None], Any] = {}
        """What was computed already of what the seats see, by version and viewer."""
        self._acts: list[Act] = []
        self._turn_began = self._full_since = at
        self._away: list[float | None] = [at for _ in table.seats]
        """Since when the person of each seat is away; None while they are here."""

    @property
    def last(self) -> Table:
        """The table as it is stored now."""
        return self.versions[-1]

    def shrink(self) -> None:
        """Keep the last version only: nobody is there who knows of another."""
        last = self.last.version
        self.versions[:last] = [self.last] * last
        self.changes[:last] = [None] * last
        self.right.clear()
        self._views.clear()

    def ledger_at(self, version: int) -> Ledger:
        """What may be known at a version."""
        return self.example if self.example is not None and version < self.dealt else self.ledger

    def views(self, version: int, seats: Seats) -> list[Any]:
        """What seats see at a version, as JSON."""
        waiting = self.versions[version].status == "waiting"
        viewers: Iterable[int | None] = (None,) if waiting or not seats else seats
        return [self._view(version, viewer) for viewer in viewers]

    def _view(self, version: int, viewer: int | None) -> Any:
        if (version, viewer) not in self._views:
            table = self.versions[version]
            view = table.state.view(viewer)
            self._views[version, viewer] = plain((view.before_start() if table.status == "waiting" else view).to_json())
        return self._views[version, viewer]

    def follow(self, entry: Entry, holders: tuple[SeatHolder, ...] | None, at: float) -> None:
        """Fold what was just stored, and check that it could follow. `at`: when its node decided on it."""
        before, where = self.last, f"{self.last.id} {entry.seq}"
        self._require(entry.seq == before.version + 1, "store", f"{where} follows {before.version}")
        self._check_key(where, entry)
        if self.fair:
            self._check_time(where, entry, at)
        if isinstance(entry.body, Undone):
            self._check_undo(where, entry.body)
        table, change = before.after(entry, holders)
        self.versions.append(table)
        self.changes.append(change)
        if change.dealt:  # what was seen before has nothing to do with the deal
            self.example, self.ledger = self.ledger, LEDGERS[table.setup.game](table.state)
            self.dealt = entry.seq
        known = self._known()
        self.ledger.note(table.state)
        self._note_times(entry, before, table, change, at, revealed=not self._known() <= known)

    def _known(self) -> set[str]:
        """The pieces that anybody knows."""
        return set(self.ledger.public).union(*self.ledger.own)

    def _check_key(self, where: str, entry: Entry) -> None:
        """Every command is stored once."""
        body = entry.body
        if isinstance(body, Acted | Undone) and body.key is not None:
            before = self.keys.setdefault((body.seat, body.key), entry.seq)
            self._require(before == entry.seq, "store", f"{where}: the command {body.key} was stored at {before}")

    def _check_undo(self, where: str, body: Undone) -> None:
        """Between people a seat takes back its own last action only, and only if it showed nothing to anybody."""
        undone = self._acts[-body.count :]
        first = undone[0].body
        right = first.seat == body.seat and first.key is not None
        if not self.last.setup.takebacks:
            right = right and len(undone) == 1 and not undone[0].revealed
        self._require(right, "store", f"{where}: {body} takes back {undone}")

    def _check_time(self, where: str, entry: Entry, at: float) -> None:
        """Nobody's time runs out before it has passed."""
        body = entry.body
        if isinstance(body, Acted) and body.late:
            seconds, passed = self.last.clock_seconds(), at - self._turn_began
            enough = seconds is not None and passed > seconds - UNNOTICED
            self._require(enough, "store", f"{where}: late after {passed} s of {seconds}")
        elif isinstance(body, StoodIn):
            away = self._away[body.seat]
            passed = -1.0 if away is None else at - max(away, self._turn_began)
            enough = passed > self._pacing.grace - UNNOTICED
            self._require(enough, "store", f"{where}: a bot stands in after {passed} s of {self._pacing.grace}")
        elif isinstance(body, Dealt):
            passed = at - self._full_since
            enough = passed > self._pacing.deal - UNNOTICED
            self._require(enough, "store", f"{where}: the deal waits for {passed} s of {self._pacing.deal}")

    def _note_times(self, entry: Entry, before: Table, table: Table, change: Change, at: float, revealed: bool) -> None:
        """Note since when people are away, and when the turn began."""
        body = entry.body
        for number, (old, new) in enumerate(zip(before.seats, table.seats, strict=True)):
            if new.node is not None:
                self._away[number] = None
            elif old.node is not None or old.identity != new.identity or self._away[number] is None:
                self._away[number] = at
        if not before.full and table.full:
            self._full_since = at
        if isinstance(body, Acted):
            self._acts.append(Act(body, revealed, at, self._turn_began))
        elif isinstance(body, Undone):
            first = self._acts[-body.count]
            del self._acts[-body.count :]
            self._turn_began = first.turn_began if body.same_turn else at - (first.at - first.turn_began)
            return
        if table.turn != before.turn or any(isinstance(event, Turn) for event in change.events):
            self._turn_began = at
