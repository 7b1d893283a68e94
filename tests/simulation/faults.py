"""The faults of a run: each is a function that breaks something for a while. To add one, write it and list it below."""

import asyncio
from collections.abc import Awaitable, Callable

from tessella.tables import decisions
from tests.simulation.clients import Client
from tests.simulation.cluster import SimulatedNode
from tests.simulation.database import USUAL_LATE, USUAL_SLOW
from tests.simulation.oracle import Oracle
from tests.simulation.story import Luck

HOUR, DAY = 3600.0, 25 * 3600.0
"""A day is a little longer here, so that games by days would run out."""


class Faults:
    """Breaks things at random moments until it is told to stop; then everything works again."""

    def __init__(self, nodes: list[SimulatedNode], clients: list[Client], oracle: Oracle, luck: Luck) -> None:
        self.nodes, self.clients, self.oracle, self.luck = nodes, clients, oracle, luck
        self.story = oracle.story
        self.quiet_since: float | None = None
        """Since when nothing breaks any more."""
        self._restarts: list[asyncio.Task[None]] = []

    async def run(self, seconds: float) -> None:
        """Break things for a while, then heal everything."""
        end = self.story.now() + seconds
        while (now := self.story.now()) < end and self.story.violation is None:
            await asyncio.sleep(min(self.luck.between(0.2, 9.0), end - now))
            fault = self.luck.choice(FAULTS)
            self.story.count("faults")
            await fault(self, self.luck.choice(self.nodes))
        await self.heal()

    async def heal(self) -> None:
        """All nodes run, the database answers, and the wall clocks agree, though perhaps not with the real time."""
        for node in self.nodes:
            self._mend(node)
        if len({node.offset for node in self.nodes}) > 1 or self.luck.chance(0.5):
            self._set_clocks(self.nodes, 0.0)
        for task in self._restarts:
            await task
        for node in self.nodes:
            await node.start()
        self.quiet_since = self.story.now()
        self.story.add("faults", "nothing breaks any more")

    # ---- faults ----

    def _restart_later(self, node: SimulatedNode, seconds: float) -> None:
        async def restart() -> None:
            await asyncio.sleep(seconds)
            await node.start()

        self._restarts.append(asyncio.get_running_loop().create_task(restart()))

    async def crash(self, node: SimulatedNode) -> None:
        """A node dies, and is started again, mostly soon."""
        if node.room is not None:
            self._excuse_clocks(node)
            node.crash()
            self._restart_later(node, self.luck.often_small(3.0, 40.0))

    async def stop(self, node: SimulatedNode) -> None:
        """A node is stopped as for an update."""
        if node.requests is not None:
            self._excuse_clocks(node)
            await node.stop()
            self._restart_later(node, self.luck.between(0.1, 3.0))

    async def lose_answers(self, node: SimulatedNode) -> None:
        """Statements are executed, and some answers are lost."""
        node.store.lose_answers = 0.4
        self._mend_later(node, "answers of the database get lost", self.luck.between(1.0, 8.0))

    async def lose_requests(self, node: SimulatedNode) -> None:
        """Some statements do not arrive."""
        node.store.lose_requests = 0.4
        self._mend_later(node, "statements get lost", self.luck.between(1.0, 8.0))

    async def slow_store(self, node: SimulatedNode) -> None:
        """The database is slow: some statements take longer than a node waits."""
        node.store.slow = self.luck.between(0.2, 1.5)
        self._mend_later(node, "the database is slow", self.luck.between(2.0, 12.0))

    async def no_store(self, node: SimulatedNode) -> None:
        """The database cannot be reached."""
        node.store.away = True
        self._mend_later(node, "the database is away", self.luck.between(0.5, 10.0))

    async def lose_news(self, node: SimulatedNode) -> None:
        """A node hears nothing of what others store, until its listener connects again."""
        self.story.add(node.name, "hears no news")
        node.store.deafen(self.luck.between(1.0, 20.0))

    async def late_news(self, node: SimulatedNode) -> None:
        """News come late, and in another order."""
        node.store.late_news = self.luck.between(0.3, 2.0)
        self._mend_later(node, "news come late", self.luck.between(2.0, 15.0))

    async def step_clock(self, node: SimulatedNode) -> None:
        """The wall clock of a node is corrected a little: too little to be noticed."""
        node.drift = self.luck.between(-1.0, 1.0)
        self.story.add(node.name, f"its wall clock goes by {node.drift:.3f} s")
        self.story.count("clock steps")

    async def set_clocks(self, node: SimulatedNode) -> None:
        """All wall clocks are set to another time at once, as they have to agree; now and then that of one node."""
        alone = len(self.nodes) > 1 and self.luck.chance(0.1)
        self._set_clocks([node] if alone else self.nodes, self.luck.choice((-DAY, -HOUR, 0.0, 0.0, 40.0, HOUR, DAY)))
        for client in self.clients:
            if self.luck.chance(0.6):
                client.distracted_until = self.story.now() + self.luck.between(5.0, 15.0)

    def _set_clocks(self, nodes: list[SimulatedNode], offset: float) -> None:
        moved = [node for node in nodes if node.offset != offset]
        for node in moved:
            self.story.add(node.name, f"its wall clock jumps from {node.offset:+.0f} to {offset:+.0f} s")
            self.story.count("clock jumps")
            if node.room is None:
                self.oracle.excuse_clocks(f"that of {node.name} was set while it did not run")
            node.offset = offset
        if moved and len({node.offset for node in self.nodes}) > 1:
            self.oracle.excuse_clocks("the nodes disagree about the time")

    def _excuse_clocks(self, node: SimulatedNode) -> None:
        """A node ends: it may be the only one that knows that time passed on the wall clock only."""
        assert node.room is not None
        running = node.room.node
        unnoticed = abs(node.clock() - running.now()) > running.settings.clock_tolerance
        if unnoticed or any(
            decisions.skip_to_note(history.last, running.skips) for history in self.oracle.histories.values()
        ):
            self.oracle.excuse_clocks(f"{node.name} ends before it has noted that its clock was set")

    async def cut_connections(self, node: SimulatedNode) -> None:
        """Some clients lose their connections, and both sides notice it at different times."""
        for client in self.clients:
            if client.socket is not None and self.luck.chance(0.5):
                self.story.add(client.name, "its connection is cut")
                client.socket.cut(self.luck.between(0.0, 8.0), self.luck.between(0.0, 25.0))

    async def slow_connections(self, node: SimulatedNode) -> None:
        """Some clients read slowly."""
        for client in self.clients:
            if client.socket is not None and self.luck.chance(0.4):
                client.socket.slow = self.luck.between(0.2, 4.0)

    async def slow_bots(self, node: SimulatedNode) -> None:
        """Bots of a node think for too long."""
        node.workers.failing = 0.5
        self._mend_later(node, "bots think for too long", self.luck.between(2.0, 10.0))

    def _mend_later(self, node: SimulatedNode, what: str, seconds: float) -> None:
        self.story.add(node.name, f"{what} for {seconds:.1f} s")
        asyncio.get_running_loop().call_later(seconds, self._mend, node)

    def _mend(self, node: SimulatedNode) -> None:
        store = node.store
        store.lose_answers = store.lose_requests = node.workers.failing = 0.0
        store.slow, store.late_news, store.away = USUAL_SLOW, USUAL_LATE, False


Fault = Callable[[Faults, SimulatedNode], Awaitable[None]]
FAULTS: list[Fault] = [
    Faults.crash,
    Faults.crash,
    Faults.stop,
    Faults.lose_answers,
    Faults.lose_requests,
    Faults.slow_store,
    Faults.no_store,
    Faults.lose_news,
    Faults.late_news,
    Faults.step_clock,
    Faults.set_clocks,
    Faults.set_clocks,
    Faults.cut_connections,
    Faults.slow_connections,
    Faults.slow_bots,
]
"""All faults; a fault that stands here twice happens twice as often."""
