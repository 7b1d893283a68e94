"""Planted bugs: switches that break the program while a run lasts. The simulation must find each of them.

Each is a function that replaces something; to plant another one, write it and list it at the end.
"""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from tessella.core import View
from tessella.games.chromino.events import Drew
from tessella.hosting import commands
from tessella.hosting.clocks import SteadyClock
from tessella.hosting.connection import Connection
from tessella.hosting.room import Room
from tessella.hosting.session import TableSession
from tessella.hosting.store import StoreUnavailable
from tessella.tables import decisions, delivery, messages, undo
from tessella.tables.deadlines import Deadline
from tessella.tables.entries import Acted, Entry
from tessella.tables.table import Decision, Table
from tessella.tables.wire import live


class Patches:
    """Replaces attributes, and puts them back."""

    def __init__(self) -> None:
        self._before: list[tuple[Any, str, Any]] = []

    def set(self, owner: Any, name: str, value: Any) -> Any:
        """Replace an attribute; what it was."""
        before = vars(owner)[name]
        self._before.append((owner, name, before))
        setattr(owner, name, value)
        return before

    def undo(self) -> None:
        """Put back what was replaced."""
        for owner, name, value in reversed(self._before):
            setattr(owner, name, value)


@contextlib.contextmanager
def planted(bug: str | None) -> Iterator[None]:
    """Run with a bug, or without one."""
    patches = Patches()
    try:
        if bug is not None:
            BUGS[bug](patches)
        yield
    finally:
        patches.undo()


# ---- what is stored, and what is confirmed ----


def show_before_store(patches: Patches) -> None:
    """Viewers are told of a change before it is stored."""

    async def commit(session: TableSession, table: Table, decision: Decision) -> int:
        entry = Entry(table.version + 1, session.node.now(), decision.body)
        successor, change = table.after(entry, decision.holders, decision.played)
        session._replace(successor, [change], whole=table.status == "waiting")
        version: int = await before(session, table, decision)
        return version

    before = patches.set(TableSession, "_commit", commit)


def confirm_without_store(patches: Patches) -> None:
    """A command is confirmed although the store did not answer."""

    async def play(session: TableSession, identity: str | None, command: live.Act | live.Undo) -> int:
        version = command.version + 1
        with contextlib.suppress(StoreUnavailable):
            version = await before(session, identity, command)
        return version

    before = patches.set(commands, "play", play)


def double_after_lost_answer(patches: Patches) -> None:
    """An append whose answer was lost is sent again as the next entry."""

    async def commit(session: TableSession, table: Table, decision: Decision) -> int:
        version: int
        try:
            version = await before(session, table, decision)
        except StoreUnavailable:
            stored = await session.node.store.load(session.id)
            assert stored is not None
            version = await before(session, Table(stored), decision)
        return version

    before = patches.set(TableSession, "_commit", commit)


def key_forgotten_after_restart(patches: Patches) -> None:
    """A table that is loaded does not know which commands were done: one that is sent again is refused."""

    def load(table: Table, entry: Entry) -> None:
        before(table, entry)
        table.keys.clear()

    before = patches.set(Table, "_load", load)


def decided_without_catching_up(patches: Patches) -> None:
    """After another node was faster, an action is stored that was checked at an older version."""

    async def change(session: TableSession, decide: decisions.Decider) -> int:
        kept: list[Decision] = []

        def once(table: Table) -> Decision | int:
            if kept and isinstance(kept[0].body, Acted):
                return kept[0]
            decision = decide(table)
            if isinstance(decision, Decision):
                kept.append(decision)
            return decision

        version: int = await before(session, once)
        return version

    before = patches.set(TableSession, "change", change)


def undo_across_a_reveal(patches: Patches) -> None:
    """What has revealed something hidden can be taken back."""

    def why_not(actions: Any, seat: int, takebacks: bool) -> Any:
        reason = before(actions, seat, takebacks)
        return None if reason == "revealed" else reason

    before = patches.set(undo, "why_not", why_not)


def a_hijacked_seat(patches: Patches) -> None:
    """Everybody may act for every seat."""
    patches.set(Table, "check_holder", lambda table, identity, seat: None)


# ---- what is sent ----


def hidden_tile_in_a_view(patches: Patches) -> None:
    """The view of a spectator has somebody's hand."""

    def views(table: Table, viewers: Any, without: frozenset[str] = frozenset()) -> tuple[View, dict[Any, Any]]:
        public, encoded = before(table, viewers, without)
        if None in encoded and table.status == "playing":
            encoded[None] = {**encoded[None], "hand": table.state.view(0).to_json()["hand"]}
        return public, encoded

    before = patches.set(messages, "_views", views)


def an_event_for_all(patches: Patches) -> None:
    """Everybody sees which tile was drawn."""
    patches.set(Drew, "seen_by", lambda event, seat: event)


def update_to_the_wrong_viewer(patches: Patches) -> None:
    """Two viewers get each other's messages."""

    def to_all(*arguments: Any) -> Iterator[Any]:
        deliveries = list(before(*arguments))
        for number, (viewer, seats, _) in enumerate(deliveries):
            yield viewer, seats, deliveries[number - 1][2]

    before = patches.set(delivery, "to_all", to_all)


def the_secret_is_published(patches: Patches) -> None:
    """A table tells the secret of its deal during the game."""

    def table_info(table: Table) -> Any:
        info = before(table)
        return replace(info, deal=replace(info.deal, secret=table.dealing.secret))

    before = patches.set(messages, "table_info", table_info)


def an_update_is_left_out(patches: Patches) -> None:
    """Of several changes of another node only the last one is sent."""

    def show(session: TableSession, table: Table, changes: Any, whole: bool) -> None:
        before(session, table, changes[-1:], whole)

    before = patches.set(TableSession, "_replace", show)


def the_deleted_stay(patches: Patches) -> None:
    """Other nodes do not hear that a person was deleted."""
    patches.set(Room, "_hear_deletion", lambda room, deleted: None)
    patches.set(TableSession, "forget", _nothing)


# ---- games that stand still ----


def lost_news_are_not_made_up_for(patches: Patches) -> None:
    """After the listener has connected again, a node does not look for what it missed."""
    patches.set(Room, "_refresh", lambda room: None)


def a_deadline_never_fires(patches: Patches) -> None:
    """No bot stands in for a person who is away."""

    def deadline(session: TableSession, table: Table) -> Deadline | None:
        after: Deadline | None = before(session, table)
        return None if after is not None and after.kind == "grace" else after

    before = patches.set(TableSession, "_deadline", deadline)


def bots_wait_for_the_wall_clock(patches: Patches) -> None:
    """A deadline is met at its stored time: after the clock was set back, bots stand still."""
    patches.set(TableSession, "_seconds_until", lambda session, deadline: deadline.at - session.node.now())


def a_jump_counts(patches: Patches) -> None:
    """When the clock is set forward, the time in between counts for whoever is on turn."""

    def check(clock: SteadyClock) -> float:
        jumped: float = before(clock)
        clock.skips = []
        return jumped

    before = patches.set(SteadyClock, "check", check)


# ---- memory ----


def sessions_stay(patches: Patches) -> None:
    """Tables stay in memory."""
    patches.set(TableSession, "unused", property(lambda session: False))


def connections_stay(patches: Patches) -> None:
    """A viewer who has gone is still counted."""
    patches.set(TableSession, "exit", lambda session, connection: None)


def endless_queues(patches: Patches) -> None:
    """Any number of messages may wait for a client that does not read."""

    def create(connection: Connection, *arguments: Any) -> None:
        before(connection, *arguments)
        connection.waiting._maxsize = 0  # type: ignore[attr-defined]

    before = patches.set(Connection, "__init__", create)


def _nothing(*_: Any) -> Any:
    async def wait() -> None:
        pass

    return wait()


Bug = Callable[[Patches], None]
BUGS: dict[str, Bug] = {
    bug.__name__.replace("_", "-"): bug
    for bug in (
        show_before_store,
        confirm_without_store,
        double_after_lost_answer,
        key_forgotten_after_restart,
        decided_without_catching_up,
        undo_across_a_reveal,
        a_hijacked_seat,
        hidden_tile_in_a_view,
        an_event_for_all,
        update_to_the_wrong_viewer,
        the_secret_is_published,
        an_update_is_left_out,
        the_deleted_stay,
        lost_news_are_not_made_up_for,
        a_deadline_never_fires,
        bots_wait_for_the_wall_clock,
        a_jump_counts,
        sessions_stay,
        connections_stay,
        endless_queues,
    )
}
"""All planted bugs, by the name of their switch."""
