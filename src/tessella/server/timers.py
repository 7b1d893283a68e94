"""What happens at the tables by itself: bots play, clocks run out, bots stand in for those who are away."""

import asyncio
import time
from typing import TYPE_CHECKING

from tessella.server.deadline import Deadline, next_due
from tessella.server.session import TableSession
from tessella.tables.entries import Acted, AnyBody, StoodIn
from tessella.tables.refusal import Refusal

if TYPE_CHECKING:
    from tessella.server.room import Room

STAND_IN = "steady"
"""The level of a bot that plays for somebody."""


class Timers:
    """A timer for each table of the room at which something will happen soon."""

    def __init__(self, room: "Room") -> None:
        self.room = room

    def due(self, place: TableSession) -> Deadline | None:
        """What comes next at a table by itself."""
        assert place.table is not None
        version, declined = place.declined
        return next_due(place.table, self.room.settings, declined if version == place.table.version else frozenset())

    def schedule(self, place: TableSession) -> None:
        """See to it that what comes next will be done."""
        self.set(place, None if place.table is None else self.due(place))

    def set(self, place: TableSession, due: Deadline | None) -> None:
        """Wait for that, and for nothing else."""
        if place.timer is not None:
            place.timer.cancel()
            place.timer = None
        if due is not None and not self.room.stopping:
            at = due.at if due.kind == "bot" else max(due.at, self.room.hold_until)
            wait = max(0.0, at - self.room.clock())
            if wait < self.room.settings.idle:  # what comes later the sweep will find
                place.timer = asyncio.get_running_loop().call_later(wait, self._ring, place)

    def _ring(self, place: TableSession) -> None:
        place.timer = None
        self.room.soon(self.do(place.id))

    async def do(self, table: str) -> None:
        """Do what is due. Other nodes may try the same: only one of them can store it."""
        place = self.room.places.setdefault(table, TableSession(table))
        if place.busy:
            return
        place.busy = True
        place.users += 1
        again = False
        """After a failure the sweep tries again, in a while."""
        try:
            async with place.lock:
                found = await self.room.load(place, fresh=True)
                due = self.due(place)
                now = self.room.clock()
                early = due is not None and (due.at > now + 0.005 or (due.kind != "bot" and self.room.hold_until > now))
                if due is None or early:
                    again = True
                    return
                view, version = found.state.view(due.seat), found.version
                level = found.seats[due.seat].level or STAND_IN
            again = True
            if due.kind == "grace":
                await self._at_version(table, version, StoodIn(due.seat))
                return
            began = time.perf_counter()
            action = await self.room.thinkers.choose(found.setup.game, level, view)
            self.room.metrics.thought.observe(time.perf_counter() - began)
            if action is not None:
                await self._at_version(table, version, Acted(due.seat, str(action), late=due.kind == "clock"))
            elif place.table is not None and place.table.version == version:
                known = place.declined[1] if place.declined[0] == version else frozenset()
                place.declined = (version, known | {due.seat})
        except Refusal:
            again = False  # the table was deleted meanwhile
        except BaseException:
            again = False
            raise
        finally:
            place.busy = False
            self.room.leave(place)
            if again and place.timer is None:
                self.schedule(place)

    async def _at_version(self, table: str, version: int, body: AnyBody) -> None:
        """Write an entry, unless something else has happened meanwhile."""
        await self.room.change(table, lambda found: version if found.version != version else (body, None))
