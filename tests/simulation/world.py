"""One run: a cluster, its people, the faults, and what must hold in the end."""

import asyncio
import logging
import traceback
from collections.abc import Coroutine
from typing import Any, NamedTuple

from tessella.games import GAMES
from tessella.hosting.session import TableSession
from tessella.hosting.settings import Settings
from tessella.tables.wire.tables import (
    Clock,
    DaysClock,
    Level,
    MoveClock,
    NewTable,
    NoClock,
    SeatChoice,
    SeatRequest,
)
from tests.chromino.choices import random_options
from tests.simulation.bugs import planted
from tests.simulation.clients import Client, Player, Spectator
from tests.simulation.cluster import SETTINGS, SimulatedNode
from tests.simulation.database import Database
from tests.simulation.faults import Faults
from tests.simulation.loop import StandStill, VirtualLoop, run
from tests.simulation.oracle import Oracle
from tests.simulation.story import Luck, Story, Violation

PATIENCE = 1500.0
"""Virtual seconds within which every game ends, once nothing breaks any more."""
LEVELS: tuple[Level, ...] = ("beginner", "beginner", "casual", "steady")


class Result(NamedTuple):
    """What came of a run."""

    seed: int
    bug: str | None
    story: Story
    seconds: float
    """Virtual seconds."""

    @property
    def violation(self) -> Violation | None:
        """What went wrong first, if anything."""
        return self.story.violation

    @property
    def command(self) -> str:
        """The command that replays the run."""
        return f"python -m tests.simulation {self.seed}" + (f" --bug {self.bug}" if self.bug else "")

    def report(self) -> str:
        """The whole story, and the command that replays it."""
        outcome = "nothing went wrong" if self.violation is None else str(self.violation)
        return f"{self.story.text()}\n\nseed {self.seed}: {outcome}\nreplay it with: {self.command}"


class World:
    """A cluster and its people."""

    def __init__(
        self, seed: int, loop: VirtualLoop, story: Story, settings: Settings = SETTINGS, nodes: int | None = None
    ) -> None:
        self.story, self.loop = story, loop
        self.luck = Luck(seed).fork("world")
        self.database = Database(story)
        self.oracle = Oracle(self.database, story, settings)
        self.nodes = [
            SimulatedNode(number, self.database, self.oracle, story, self.luck.fork(f"node {number}"))
            for number in range(1, 1 + (nodes or 1 + self.luck.below(3)))
        ]
        self.clients: list[Client] = []
        self.players: list[Player] = []
        self.faults = Faults(self.nodes, self.clients, self.oracle, self.luck.fork("faults"))

    # ---- people ----

    def client(self, kind: type[Client], name: str, identity: str | None) -> Any:
        client = kind(name, self.nodes, self.oracle, self.story, self.luck.fork(name))
        client.identity = identity
        if identity is not None:
            self.oracle.identities.add(identity)
        self.clients.append(client)
        return client

    def player(self, name: str) -> Player:
        player: Player = self.client(Player, name, f"person-{self.luck.word():016x}")
        self.players.append(player)
        return player

    def request(self, host: Player, people: int) -> NewTable:
        """A table of either game, any edition, with so many people."""
        luck = self.luck
        bots = luck.below(3) if people > 1 else 1 + luck.below(2)
        seats = [SeatRequest(kind="me"), *(SeatRequest(kind="open") for _ in range(people - 1))]
        seats += [SeatRequest(kind="bot", level=luck.choice(LEVELS)) for _ in range(min(bots, 4 - people))]
        if len(seats) < 4 and luck.chance(0.15):
            seats.append(SeatRequest(kind="device", name="Cousin"))
        if len(seats) == 1:
            seats.append(SeatRequest(kind="bot", level="beginner"))
        luck.shuffle(seats)
        if luck.chance(0.4):
            game, options = "florentine", GAMES["florentine"].options("classic", len(seats), colours="random").to_text()
        else:
            game = "chromino"
            options = random_options(
                luck, edition=luck.choice(sorted(GAMES[game].editions)), players=len(seats)
            ).to_text()
        del options["players"]
        clocks: list[Clock] = [NoClock(), NoClock(), MoveClock(seconds=5 + luck.below(20)), DaysClock(days=1)]
        return NewTable(
            game=game,
            options=options,
            seats=seats,
            clock=luck.choice(clocks),
            hints=True,
            pace="quick",
            takebacks=False if people == 1 and luck.chance(0.3) else None,
            seal=host.seal(),
        )

    async def _table(self, number: int) -> None:
        """A table from its opening to the end of its game, perhaps with a rematch."""
        people = 1 + self.luck.below(3)
        players = [self.player(f"player {number}{letter}") for letter in "abc"[:people]]
        host = players[0]
        opened = await host.ask("open_table", request := self.request(host, people))
        if opened is None:
            self.story.fail(host.name, f"a table is refused: {request}")
            return
        table = opened.table.id
        for player in players:
            player.sit_at(table)
        watchers = [self.client(Spectator, f"watcher {number}{letter}", None) for letter in "xy"[: self.luck.below(3)]]
        for watcher in watchers:
            watcher.table_id = table
            self.loop.create_task(watcher.run())
        if len(players) > 1 and not isinstance(request.clock, DaysClock) and self.luck.chance(0.25):
            players[-1].gives_up_at = self.luck.between(10.0, 60.0)
        deserted = self.luck.chance(0.1)
        await asyncio.gather(
            self._until_over(table, players),
            *(self._join_and_play(player, player is not host, deserted) for player in players),
        )
        if self.luck.chance(0.25):
            await self._rematch(table, players)

    async def _join_and_play(self, player: Player, join: bool, deserted: bool) -> None:
        if join:
            await asyncio.sleep(player.luck.between(0.0, 6.0))
            await player.join()
            if player.luck.chance(0.1):
                await player.ask("leave", player.table_id, SeatChoice())
                await player.join()
        if deserted:
            await self._go("leave", player, player.table_id, SeatChoice())
        elif player.luck.chance(0.1):
            await self._go("forget", player)
        else:
            await player.play()

    async def _go(self, how: str, player: Player, *arguments: Any) -> None:
        """Play for a while, then leave or be deleted: the game goes on without this person."""
        task = self.loop.create_task(player.play())
        await asyncio.sleep(player.luck.between(1.0, 40.0))
        player.stay = False
        await asyncio.wait({task})
        await player.ask(how, *arguments)
        self.story.add(player.name, f"has gone: {how}")
        self.story.count(f"gone: {how}")
        player.disconnect()

    async def _until_over(self, table: str, players: list[Player]) -> None:
        """Wait for the end of a game, and see to it that it can go on: seats are taken, and somebody is there."""
        waiting_since, history = self.story.now(), self.oracle.histories[table]
        visited = False
        while history.last.status != "over":
            await asyncio.sleep(1.0)
            if history.last.full:
                waiting_since = self.story.now()
            elif self.story.now() > waiting_since + 20.0:
                self._start_latecomer(table, players)
                waiting_since = self.story.now()
            quiet = self.faults.quiet_since
            if not visited and quiet is not None and self.story.now() > quiet + 60.0:
                visited = True
                self._visit(table, players)

    def _start_latecomer(self, table: str, players: list[Player]) -> None:
        """Somebody else takes a seat that is still open."""
        player = self.player(f"latecomer {len(self.players)}")
        player.sit_at(table)
        players.append(player)
        self.loop.create_task(_join_and_play(player))

    def _visit(self, table: str, players: list[Player]) -> None:
        """If everybody has gone, those who gave up come back. Where clocks were set, somebody looks at the table: if
        they were set back, what nobody looks at may be done later by as much."""
        if self.story.counts["clock jumps"]:
            visitor = self.client(Spectator, f"visitor {len(self.clients)}", None)
            visitor.table_id = table
            self.loop.create_task(visitor.run())
        if not any(player.stay and player.gives_up_at is None for player in players):
            for player in players:
                player.gives_up_at = None
                self.loop.create_task(player.play())

    async def _rematch(self, table: str, players: list[Player]) -> None:
        """Those who stayed play again; for those who did not agree somebody else does."""
        staying = [player for player in players if player.stay and player.gives_up_at is None]
        opened = None
        for number, player in enumerate(staying):
            at_once = number == len(staying) - 1 or self.luck.chance(0.2)
            answer = await player.ask("rematch", table, at_once, player.seal())
            if answer is not None and answer.table.id != table:
                opened = answer.table.id
        if opened is not None:
            self.story.count("rematches")
            for player in staying:
                player.sit_at(opened)
            await asyncio.gather(self._until_over(opened, staying), *map(_join_and_play, staying[:]))

    # ---- the run ----

    async def run(self) -> None:
        """Play with faults, then without, until all games are over; then everything is put away."""
        for node in self.nodes:
            await node.start()
        breaking = self.loop.create_task(self.faults.run(self.luck.between(15.0, 70.0)))
        games = [self.loop.create_task(self._table(number)) for number in range(1, 2 + self.luck.below(2))]
        watch = self.loop.create_task(self._until_violation())
        everything = self.loop.create_task(_all_of([breaking, *games]))
        await asyncio.wait({everything, watch}, return_when=asyncio.FIRST_COMPLETED)
        if self.story.violation is None:
            await everything
            watch.cancel()
            await self._go_home()
        for node in self.nodes:
            node.crash()

    async def _until_violation(self) -> None:
        """Wait for something wrong: a violation, or games that do not end."""
        while self.story.violation is None:
            await asyncio.sleep(0.5)
            for node in self.nodes:
                node.check_up_to_date()
            quiet = self.faults.quiet_since
            if quiet is not None:
                for player in self.players:
                    player.mischief = player.mischief and self.story.now() < quiet + 10.0
                if self.story.now() > quiet + PATIENCE:
                    self.story.fail("games", f"not over after {PATIENCE:.0f} s without faults: {self._open_tables()}")

    def _open_tables(self) -> list[str]:
        return [
            f"{table} at version {history.last.version}, turn {history.last.turn}, seats {history.last.seats}"
            for table, history in self.oracle.histories.items()
            if history.last.status != "over"
        ]

    async def _go_home(self) -> None:
        """Everybody leaves; each node forgets what nobody uses, and the promises are checked."""
        for client in self.clients:
            client.stay = False
            client.disconnect()
        await self._look_once_more()
        await asyncio.sleep(25.0 + SETTINGS.away + SETTINGS.idle + 3 * SETTINGS.sweep)
        for node in self.nodes:
            assert node.room is not None
            room, name = node.room, node.name
            self.story.require(not room.sessions, name, f"sessions stay: {[*map(_session, room.sessions.values())]}")
            self.story.require(room.connections == 0, name, f"{room.connections} connections stay")
            self.story.require(room.node.tasks == 0, name, f"{room.node.tasks} tasks of tables stay")
            self.story.require(node.tasks == 0, name, f"{node.tasks} tasks of connections stay")
            watched = room.node.spectators.total
            self.story.require(watched == 0, name, f"{watched} spectators are still counted")
        self._check_promises()

    async def _look_once_more(self) -> None:
        """Every node knows every table as it is stored, without those who were deleted."""
        visitor = f"person-{self.luck.word():016x}"
        for node in self.nodes:
            for table, history in self.oracle.histories.items():
                snapshot = await node.request("table", visitor, table)
                latest = snapshot.version == history.last.version
                self.story.require(latest, node.name, f"{table} is at {history.last.version}, not {snapshot.version}")
                held = {holder.seat: holder.name or None for holder in self.database.tables[table].holders}
                names = {seat: info.name for seat, info in enumerate(snapshot.table.seats) if info.kind == "person"}
                right = all(name == held.get(seat) for seat, name in names.items())
                self.story.require(right, node.name, f"at {table} sit {held}, and {names} are shown")

    def _check_promises(self) -> None:
        """What was confirmed is stored, once, in the order in which it was done; and every game loads as it was."""
        for table in self.oracle.histories:
            self.oracle.check_loading(table)
        for player in self.players:
            last: dict[str, int] = {}
            for table, version, key, _ in player.confirmed:
                body = self.database.tables[table].entries[version - 1].body
                self.story.require(
                    getattr(body, "key", None) == key, player.name, f"{key} was lost: {version} is {body}"
                )
                in_order = version > last.get(table, 0)
                self.story.require(in_order, player.name, f"{key} at {version} comes before what was done earlier")
                last[table] = version


async def _join_and_play(player: Player) -> None:
    await player.join()
    await player.play()


def _session(session: TableSession) -> str:
    """A session that should have been put away."""
    return f"{session.id}: {vars(session)}"


async def _all_of(tasks: list["asyncio.Task[None]"]) -> None:
    """Wait for all; an error of any of them ends it."""
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    for task in tasks:
        if task in done:
            task.result()


class _Errors(logging.Handler):
    """Takes errors that the program logs for violations."""

    def __init__(self, story: Story) -> None:
        super().__init__(logging.ERROR)
        self.story = story

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.story.fail("log", f"{record.getMessage()}: {error!r}")


def simulate(seed: int, bug: str | None = None) -> Result:
    """Run a seed, perhaps with a planted bug. Whatever goes wrong is in the story."""
    loop = VirtualLoop(Luck(seed).fork("loop"))
    story = Story(loop.time)
    with planted(bug):
        run_to_end(World(seed, loop, story).run(), loop, story)
    return Result(seed, bug, story, loop.time())


def run_to_end(work: Coroutine[Any, Any, None], loop: VirtualLoop, story: Story) -> None:
    """Run something; every error, also one that is only logged, is a violation."""
    loop.set_exception_handler(lambda _, about: story.fail("loop", f"{about['message']}: {about.get('exception')!r}"))
    log, errors = logging.getLogger("tessella"), _Errors(story)
    propagate, log.propagate = log.propagate, False
    log.addHandler(errors)
    try:
        run(work, loop)
    except StandStill as error:
        story.fail("loop", str(error))
    except Exception as error:
        story.fail("run", f"{type(error).__name__}: {error}\n{traceback.format_exc()}")
    finally:
        log.removeHandler(errors)
        log.propagate = propagate
