"""Days of tables that come and go, in fast forward: what the nodes of a cluster keep in memory does not grow."""

import asyncio
import gc
import tracemalloc
from collections.abc import Callable
from dataclasses import replace

from tessella.tables.wire.tables import SeatChoice
from tests.simulation.clients import Player, Spectator
from tests.simulation.cluster import BEGINNING, SETTINGS
from tests.simulation.loop import VirtualLoop
from tests.simulation.story import Luck, Story
from tests.simulation.world import World, run_to_end

HOUR = 3600.0
REST = 900.0
"""Seconds at the end of an hour in which nobody comes."""
EVENING = 1200.0
"""Seconds within which a table of an hour begins and everybody goes again."""
SLOW = replace(SETTINGS, sweep=30.0, beat=60.0, idle=120.0, grace=60.0)
PER_PERSON = 2500
"""Bytes that may be kept of each person: the fingerprints of the deleted, their addresses, and their limits."""
SLACK = 600_000
"""Bytes that may come on top, for whatever is under way. A table takes some 100,000."""


class Churn(World):
    """A cluster of two nodes, of which one is restarted every day, and the other runs on."""

    def __init__(self, seed: int, loop: VirtualLoop, story: Story, hours: int, tables_an_hour: int, kept: int) -> None:
        super().__init__(seed, loop, story, SLOW, nodes=2)
        self.hours, self.tables_an_hour, self.kept = hours, tables_an_hour, kept
        self.tables = self.people = 0
        self.report: Callable[[int], None] = lambda hours: None
        self.measured: list[int] = []
        """Bytes in use at the end of each hour, when everybody has gone."""
        self._gone: list[tuple[float, Player]] = []

    async def run(self) -> None:
        """Hour after hour."""
        for node in self.nodes:
            await node.start()
        for hour in range(self.hours):
            begin = self.story.now()
            evenings = [
                self.loop.create_task(self._evening(f"{hour}-{number}")) for number in range(self.tables_an_hour)
            ]
            if hour % 24 == 12:
                await self._restart()
            await asyncio.gather(*evenings)
            await self._delete()
            await asyncio.sleep(max(REST, begin + HOUR - self.story.now()))
            self._measure()
            self.report(hour + 1)
            if self.story.violation is not None:
                break
        for node in self.nodes:
            node.crash()

    async def _evening(self, name: str) -> None:
        """A table, from its opening until everybody has gone."""
        await asyncio.sleep(self.luck.between(0.0, EVENING / 2))
        players = [self.player(f"player {name}{letter}") for letter in "abc"[: 1 + self.luck.below(3)]]
        opened = await players[0].ask("open_table", self.request(players[0], len(players)))
        if opened is None:
            self.story.fail(players[0].name, "a table is refused")
            return
        self.tables += 1
        self.people += len(players)
        watcher = self.client(Spectator, f"watcher {name}", None)
        watcher.table_id = opened.table.id
        watching = self.loop.create_task(watcher.run())
        await asyncio.gather(*(self._sit(player, opened.table.id, player is players[0]) for player in players))
        watcher.stay = False
        watcher.disconnect()
        watching.cancel()

    async def _sit(self, player: Player, table: str, host: bool) -> None:
        """Sit down, play for a while, and go: with or without a word."""
        player.sit_at(table)
        if not host:
            await player.join()
        playing = self.loop.create_task(player.play())
        await asyncio.wait({playing}, timeout=self.luck.between(10.0, EVENING / 4))
        player.stay = False
        player.disconnect()
        await asyncio.wait({playing})
        if self.luck.chance(0.3):
            await player.ask("leave", table, SeatChoice())
        self._gone.append((self.story.now(), player))

    async def _restart(self) -> None:
        await asyncio.sleep(self.luck.between(0.0, EVENING))
        self.nodes[1].crash()
        await asyncio.sleep(5.0)
        await self.nodes[1].start()

    async def _delete(self) -> None:
        """Delete old tables, and who came long ago."""
        long_ago = self.story.now() - self.kept * HOUR
        while self._gone and self._gone[0][0] < long_ago:
            _, player = self._gone.pop(0)
            await player.ask("forget")
        for table in self.database.delete_before(BEGINNING + long_ago):
            self.oracle.histories.pop(table, None)

    def _measure(self) -> None:
        """Nobody is there: no node keeps a table, and the memory in use is measured."""
        for history in self.oracle.histories.values():
            history.shrink()
        for node in self.nodes:
            assert node.room is not None
            sessions = sorted(node.room.sessions)
            self.story.require(not sessions, node.name, f"tables stay in memory: {sessions}")
            self.story.require(node.room.connections == 0, node.name, f"{node.room.connections} connections stay")
            self.story.require(node.tasks == 0, node.name, f"{node.tasks} tasks of connections stay")
        self.clients.clear()
        self.players.clear()
        if self.story.violation is None:
            self.story.events.clear()
        gc.collect()
        self.measured.append(tracemalloc.get_traced_memory()[0])


def churn(
    seed: int, hours: int, tables_an_hour: int, kept: int = 24, report: Callable[[int], None] = lambda hours: None
) -> dict[str, int]:
    """Run it, and compare the memory in use at the end with that when the first tables were deleted.

    `kept`: the hours after which tables and people are deleted. `report` is called with the hours that are done.
    """
    loop = VirtualLoop(Luck(seed).fork("loop"), most_steps=1_000_000_000)
    story = Story(loop.time)
    world = Churn(seed, loop, story, hours, tables_an_hour, kept)
    world.report = report
    tracemalloc.start()
    try:
        run_to_end(world.run(), loop, story)
    finally:
        tracemalloc.stop()
    assert story.violation is None, f"{story.text()}\n\nseed {seed}: {story.violation}"
    begin = kept + 2
    growth = world.measured[-1] - world.measured[begin]
    allowed = PER_PERSON * world.people + SLACK
    assert growth < allowed, f"memory grew by {growth} bytes after hour {begin}, not {allowed}: {world.measured}"
    return {
        "hours": hours,
        "tables": world.tables,
        "people": world.people,
        "confirmed": story.counts["confirmed"],
        "bytes more at the end": growth,
    }
