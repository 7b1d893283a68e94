"""Simulated people, who follow the protocol of the real client: reconnect with `since`, resend under the same key."""

import asyncio
from typing import Any

from tessella.core.deals import seal_of
from tessella.hosting.store import StoreUnavailable
from tessella.tables.following import views_after
from tessella.tables.refusal import Refusal
from tessella.tables.wire import live
from tessella.tables.wire.live import Act, Confirmed, Current, HintRequest, Refused, Snapshot, Sync, Undo, Update, Why
from tessella.tables.wire.tables import Contribution, Join, Me, PaceChoice, SeatChoice, TableInfo, You
from tests.simulation.cluster import Gone, SimulatedNode, Socket
from tests.simulation.oracle import Oracle
from tests.simulation.story import Luck, Story

ANSWER_WITHIN = 15.0
"""Seconds after which a client gives up a connection that does not answer."""
AGAIN = ("away", "too-fast", "full")
"""The codes of refusals after which the same command is sent again."""
TRIES = 200
"""How often a request is tried: longer than any fault lasts."""


class Client:
    """A browser at a table: what it knows, and its connection."""

    def __init__(self, name: str, nodes: list[SimulatedNode], oracle: Oracle, story: Story, luck: Luck) -> None:
        self.name = name
        self.nodes, self.oracle, self.story, self.luck = nodes, oracle, story, luck
        self.identity: str | None = None
        self.node = luck.choice(nodes)
        self.table_id = ""
        self.version = 0
        self.info: TableInfo | None = None
        self.you: You | None = None
        self.views: list[dict[str, Any]] = []
        self.stay = True
        """Whether it comes back when its connection is lost."""
        self.distracted_until = 0.0
        """Until when this person does nothing."""
        self.socket: Socket | None = None
        self._behind = False
        """Whether the folded views were not compared since updates were missed."""
        self._answers: asyncio.Queue[Any] = asyncio.Queue()
        self._moved = asyncio.Event()

    # ---- the connection ----

    async def connect(self) -> bool:
        """Connect to a node; whether that worked. The next try goes to another node."""
        since = self.version if self.info is not None and self.luck.chance(0.8) else None
        self._answers = asyncio.Queue()
        self._moved.clear()
        self._behind = True
        self.story.add(self.name, f"connects to {self.node.name}, table {self.table_id} since {since}")
        socket = Socket(self.node, self.table_id, self.identity, self.name, since, self._receive, self._lost, self.luck)
        self.socket = socket
        if self.luck.chance(0.1):
            socket.slow = self.luck.between(0.1, 1.5)
        answered = await self.moved(ANSWER_WITHIN)
        if answered and self.socket is socket and socket.open:
            return True
        socket.close()
        self._lost(socket, None)
        self.node = self.luck.choice(self.nodes)
        return False

    def disconnect(self) -> None:
        """Hang up."""
        if self.socket is not None:
            self.socket.close()
            self._lost(self.socket, None)

    def _lost(self, socket: Socket, code: int | None) -> None:
        """A connection was lost: the present one, or one that was given up before."""
        if self.socket is socket:
            self.story.add(self.name, f"loses its connection ({code})")
            self.socket = None
            self._answers.put_nowait(None)
            self._moved.set()

    async def moved(self, seconds: float) -> bool:
        """Wait until something changes; whether it did in this time."""
        try:
            await asyncio.wait_for(self._moved.wait(), seconds)
        except TimeoutError:
            return False
        self._moved.clear()
        return True

    # ---- messages ----

    def _receive(self, encoded: bytes) -> None:
        message = live.decode_server(encoded)
        version = getattr(message, "version", None)
        self.story.add(self.name, f"gets {type(message).__name__} {version} {_about(message)}")
        match message:
            case Snapshot():
                self.version, self.info = message.version, message.table
                self.you, self.views = message.you, message.views
                self._behind = False
            case Update() if message.version > self.version:
                self._follow(message)
            case Update() | Current():
                pass
            case _:
                self._answers.put_nowait(message)
        self._moved.set()

    def _follow(self, update: Update) -> None:
        """Fold an update, and compare the result with what this person may see."""
        follows = self.info is not None and update.version == self.version + 1
        what = f"{self.name} knows version {self.version} and is sent an update to {update.version}"
        self.story.require(follows, self.name, what)
        if not follows:
            return
        self.version, self.you, self.info = update.version, update.you, update.table or self.info
        self.views = views_after(self.views, update)
        if update.views is not None and (self._behind or self.luck.chance(0.1)):
            self._behind = False
            self.story.count("views compared")
            expected = self.oracle.views(self.table_id, self.version, tuple(seat - 1 for seat in self.you.seats))
            same = self.views == expected
            self.story.require(same, self.name, f"what was folded up to {self.version} is not what its seats see")

    async def send(self, command: live.ClientMessage) -> Any:
        """Send a command and wait for its answer; None if the connection was lost."""
        if self.socket is None:
            return None
        while not self._answers.empty():
            self._answers.get_nowait()
        self.story.add(self.name, f"sends {command}")
        self.socket.send(live.encode(command))
        key = getattr(command, "key", None)
        while True:
            try:
                answer = await asyncio.wait_for(self._answers.get(), ANSWER_WITHIN)
            except TimeoutError:
                self.disconnect()
                return None
            if answer is None or getattr(answer, "key", key) in (key, None):
                return answer

    async def sync(self) -> None:
        """Ask for what came after a version."""
        if self.socket is not None:
            self.socket.send(live.encode(Sync(since=max(0, self.version - self.luck.below(4)))))

    # ---- requests ----

    async def ask(self, request: str, *arguments: Any) -> Any:
        """A request over HTTP, repeated until it is answered; None if it is refused."""
        assert self.identity is not None
        for _ in range(TRIES):
            self.story.add(self.name, f"asks {self.node.name} to {request} {arguments}")
            try:
                answer = await self.node.request(request, self.identity, *arguments)
            except Refusal as refusal:
                self.story.add(self.name, f"is refused: {refusal.code}")
                if refusal.code not in AGAIN:
                    return None
            except (Gone, StoreUnavailable):
                self.story.add(self.name, "gets no answer")
                self.node = self.luck.choice(self.nodes)
            else:
                return answer
            await asyncio.sleep(self.luck.between(0.2, 1.5))
        self.story.fail(self.name, f"{request} was not answered in {TRIES} tries")
        return None


def _about(message: Any) -> str:
    """What the story tells of a message."""
    match message:
        case Refused():
            return f"{message.code} {message.key}"
        case Confirmed():
            return message.key
        case Update():
            return ", ".join(str(event.get("event") or event.get("type") or event) for event in message.events)[:120]
    return ""


class Spectator(Client):
    """Watches, without an identity or with one that has no seat."""

    async def run(self) -> None:
        """Watch until the end of the run."""
        while self.stay:
            if self.socket is None and not await self.connect():
                await asyncio.sleep(self.luck.between(0.5, 3.0))
                continue
            await self.moved(self.luck.between(2.0, 20.0))
            if self.luck.chance(0.05):
                await self.sync()
            elif self.luck.chance(0.05):
                self.disconnect()


class Player(Client):
    """Plays at a table until the game is over."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.confirmed: list[tuple[str, int, str, int]] = []
        """What was confirmed: table, version, key, and when it was sent in the order of this person."""
        self.pending: Act | Undo | None = None
        self.mischief = True
        """Whether it does more than to play: leaves, takes back, asks for hints."""
        self.gives_up_at: float | None = None
        """From when on it does not come back any more."""
        self.contribution: str | None = None
        """This client's contribution to the deal, if it gave a seal."""
        self._keys = 0

    @property
    def over(self) -> bool:
        """Whether the game is over, as far as this client knows."""
        return self.info is not None and self.info.status == "over"

    def sit_at(self, table: str) -> None:
        """Go to another table, of which nothing is known yet."""
        self.disconnect()
        self.table_id, self.version, self.info, self.you, self.views = table, 0, None, None, []
        self.pending = None

    async def play(self) -> None:
        """Play until the game is over. What is not confirmed is sent again with the same key."""
        while self.stay and not self.over:
            if self.gives_up_at is not None and self.story.now() >= self.gives_up_at:
                self.story.add(self.name, "does not come back")
                self.disconnect()
                return
            if self.socket is None:
                if not await self.connect():
                    await asyncio.sleep(self.luck.between(0.2, 2.0))
                continue
            if self.pending is None and self.mischief and self.luck.chance(0.06):
                await self._do_something_else()
                continue
            self.pending = self.pending or self._choose()
            if self.pending is None:
                await self.moved(self.luck.between(0.5, 4.0))
                await self._take_seat_back()
                await self._contribute()
            else:
                await self._act(self.pending)

    def _key(self) -> str:
        self._keys += 1
        return f"{self.name.replace(' ', '-')}-{self._keys}"

    def _choose(self) -> Act | Undo | None:
        """What to do next, if anything."""
        assert self.you is not None
        if self.mischief and self.you.undo and self.luck.chance(0.15):
            return Undo(key=self._key(), version=self.version, seat=self.luck.choice(self.you.undo))
        choices = [(view["seat"], action) for view in self.views if view["seat"] for action in view["legal"]]
        own = [(seat, action) for seat, action in choices if not self._stood_in(seat)]
        if not own or (self.info is not None and self.info.status != "playing"):
            return None
        seat, action = self.luck.choice(own)
        return Act(key=self._key(), version=self.version, seat=seat, action=action)

    def _stood_in(self, seat: int) -> bool:
        return self.info is not None and self.info.seats[seat - 1].stood_in

    async def _take_seat_back(self) -> None:
        assert self.identity is not None
        if self.you is not None and any(self._stood_in(seat) for seat in self.you.seats):
            await asyncio.sleep(self.luck.between(0.1, 3.0))
            await self.ask("come_back", self.table_id, SeatChoice())
            await self.moved(0.5)

    async def _act(self, command: Act | Undo) -> None:
        """Send the pending command, and note what came of it."""
        pause = self.luck.between(5.0, 20.0) if self.luck.chance(0.02) else self.luck.often_small(0.3, 4.0)
        await asyncio.sleep(pause)
        await asyncio.sleep(max(0.0, self.distracted_until - self.story.now()))
        table = self.table_id
        answer = await self.send(command)
        if isinstance(answer, Confirmed):
            self.story.count("confirmed")
            self.confirmed.append((table, answer.version, command.key, len(self.confirmed)))
            self.pending = None
            if self.luck.chance(0.05):  # a client that has not noticed sends it again
                again = await self.send(command)
                same = not isinstance(again, Confirmed) or again.version == answer.version
                self.story.require(same, self.name, f"{command.key} is confirmed at {answer.version}, then as {again}")
            await self.moved(0.5)
        elif isinstance(answer, Refused) and answer.code not in AGAIN:
            self.pending = None
            self._check_refused(command, answer)
            await self.moved(0.5)
        elif answer is not None:
            await asyncio.sleep(self.luck.between(0.2, 1.0))

    def _check_refused(self, command: Act | Undo, answer: Refused) -> None:
        """What is refused is not done."""
        self.story.count("refused")
        stored = self.oracle.histories[self.table_id].keys.get((command.seat - 1, command.key))
        self.story.require(stored is None, self.name, f"{command.key} is stored at {stored} and refused: {answer.code}")

    async def _do_something_else(self) -> None:
        """What people do besides playing."""
        assert self.you is not None
        seats = self.you.seats
        what = self.luck.below(10)
        if what == 0:
            await self.sync()
        elif what == 1:
            self.disconnect()
            await asyncio.sleep(self.luck.between(0.1, 8.0))
        elif what == 2 and self.socket is not None:
            self.story.add(self.name, "its connection is cut")
            self.socket.cut(self.luck.between(0.0, 6.0), self.luck.between(0.0, 25.0))
        elif what == 3 and seats:
            await self.send(HintRequest(seat=self.luck.choice(seats)))
        elif what == 4 and seats:
            await self.send(Why(seat=self.luck.choice(seats), action=self.luck.choice(("pass", "draw", "nonsense"))))
        elif what == 5 and self.luck.chance(0.4):
            await self.ask("leave", self.table_id, SeatChoice())
        elif what == 6:
            await self.ask("set_pace", self.table_id, PaceChoice(pace=self.luck.choice(("quick", "at-once", "normal"))))
        elif what == 7:
            await self.ask("events", self.table_id, max(0, self.version - 10))
        elif what == 8:
            await self.ask("rename", Me(name=f"New {self.name}"))

        elif what == 9:
            await self._act_for_another()

    async def _act_for_another(self) -> None:
        """Try to act for a seat that is somebody else's, which is refused."""
        assert self.you is not None
        if self.info is not None and self.info.status == "playing" and len(self.views) == 1:
            others = [seat for seat in range(1, 1 + len(self.info.seats)) if seat not in self.you.seats]
            if others:
                seat = self.luck.choice(others)
                action = self.luck.choice(("draw", "pass", *self.views[0]["legal"]))
                answer = await self.send(Act(key=self._key(), version=self.version, seat=seat, action=action))
                self.story.require(not isinstance(answer, Confirmed), self.name, f"is let act for seat {seat}")

    async def join(self) -> None:
        """Take an open seat."""
        await self.ask("join", self.table_id, Join(name=self.name.title(), seal=self.seal()))

    def seal(self) -> str | None:
        """The seal of a contribution to the deal, if this client gives one."""
        if self.luck.chance(0.6):
            self.contribution = f"{self.luck.word():064x}"
            return seal_of(self.contribution)
        return None

    async def _contribute(self) -> None:
        """Open the seal, once every seat is taken. Some clients never do."""
        assert self.you is not None
        if self.contribution is not None and self.info is not None:
            seals = self.info.deal.seals
            own = [seat for seat in self.you.seats if seals[seat - 1] == seal_of(self.contribution)]
            if own and own[0] in self.info.deal.missing and self.luck.chance(0.7):
                request = Contribution(seat=own[0], contribution=self.contribution)
                await self.ask("contribute", self.table_id, request)
