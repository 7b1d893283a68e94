"""Servers that are killed under load, and clients that find back by themselves. The full form runs in `make soak`.

Every client notes what was confirmed to it. In the end each of these actions must be stored, once, at the version that
was told.
"""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.exceptions import InvalidHandshake, WebSocketException

from tessella.core import Generator
from tessella.hosting.store import Store
from tessella.tables.entries import Acted
from tessella.tables.wire import live as wire
from tessella.tables.wire.live import Act, Confirmed, Refused
from tests.server.harness import PATIENCE, Live, Player, people

GONE = (OSError, WebSocketException, InvalidHandshake, TimeoutError, AssertionError, httpx.HTTPError)
"""What it looks like when a server is not there."""


class Node:
    """A server process, which may be killed and started again at the same address."""

    def __init__(self, folder: Path, database: str | None = None, data: Path | None = None) -> None:
        self.folder = folder
        self.data = data or folder
        self.database = database
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it, and wait until it serves."""
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "tessella", "serve", "--port", str(self.port), "--data", str(self.data)]
        command += ["--pace", "0"] + (["--database", self.database] if self.database else [])
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            with contextlib.suppress(httpx.HTTPError):
                async with httpx.AsyncClient(trust_env=False) as http:
                    if (await http.get(f"{self.address}/ready")).status_code == 200:
                        return
            if self.process.poll() is not None:
                break
            await asyncio.sleep(0.05)
        raise AssertionError(f"the server did not start: {(self.folder / 'log').read_text()[-2000:]}")

    def kill(self) -> None:
        """Kill it: no time to finish anything."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it as its host would."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            os.kill(self.process.pid, how)
            self.process.wait(PATIENCE)
            self.process = None


class Promise(NamedTuple):
    """What was confirmed."""

    table: str
    version: int
    acted: Acted


@dataclass
class Crowd:
    """Clients that play on, whatever happens."""

    addresses: list[str]
    rng: Generator
    promises: list[Promise] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    reconnected: int = 0
    stopping: bool = False
    tasks: list["asyncio.Task[None]"] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)

    async def sit_down(self, tables: int) -> None:
        """Two people at each table."""
        for number in range(tables):
            ann, bob = (Player(self.addresses[(number + i) % len(self.addresses)]) for i in range(2))
            self.players += [ann, bob]
            self.tasks.append(asyncio.create_task(self._host(ann, bob)))

    async def _host(self, ann: Player, bob: Player) -> None:
        """Game after game."""
        while not self.stopping:
            try:
                table = await ann.open({"game": "chromino", "seats": people(2)})
                await bob.join(table)
            except GONE:
                await self._look_around(ann, bob)
                continue
            await asyncio.gather(*(self._play(player, table) for player in (ann, bob)))

    async def _look_around(self, *players: Player) -> None:
        """The server is away: wait a little, and try the next one."""
        await asyncio.sleep(0.05)
        for player in players:
            at = self.addresses.index(player.address)
            player.go_to(self.addresses[(at + 1) % len(self.addresses)])

    async def _play(self, player: Player, table: str) -> None:
        """One game, with one thing after another; what was not confirmed is sent again with the same key."""
        pending: Act | None = None
        while not self.stopping:
            try:
                watched = await asyncio.wait_for(player.watch(table), 5)
            except GONE:
                await self._look_around(player)
                continue
            self.reconnected += 1
            while watched.closed is None and not self.stopping:
                pending = pending or self._think(watched)
                if pending is None:
                    if watched.status == "over":
                        await watched.close()
                        return
                    with contextlib.suppress(TimeoutError):
                        async with watched.moved:
                            await asyncio.wait_for(watched.moved.wait(), 0.2)
                elif await self._send(watched, pending, table):
                    pending = None
            player.lives.remove(watched)
            await watched.close()

    def _think(self, watched: Live) -> Act | None:
        choices = watched.choices()
        if not choices:
            return None
        seat, action = self.rng.choice(choices)
        return Act(key=f"{self.rng.word():x}", version=watched.version, seat=seat, action=action)

    async def _send(self, watched: Live, act: Act, table: str) -> bool:
        """Whether that is settled: confirmed, or refused for good."""
        try:
            await watched.socket.send(wire.encode(act).decode())
        except GONE:
            await watched.reader
            return False
        waiting = asyncio.create_task(watched.answers.get())
        await asyncio.wait({waiting, watched.reader}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            waiting.cancel()
            return False
        answer = waiting.result()
        if isinstance(answer, Confirmed):
            self.promises.append(Promise(table, answer.version, Acted(act.seat - 1, act.action, act.key)))
            await asyncio.sleep(0.02)
            return True
        assert isinstance(answer, Refused)
        self.refusals[answer.code] += 1
        await asyncio.sleep(0.1)
        return answer.code not in ("away", "too-fast")

    async def go_home(self) -> None:
        """Everybody stops."""
        self.stopping = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for player in self.players:
            with contextlib.suppress(*GONE):
                await player.close()

    async def until(self, promises: int, patience: float = 60.0) -> None:
        """Wait until so many more actions were confirmed: then all have found back who could."""
        wanted, began = len(self.promises) + promises, time.monotonic()
        while len(self.promises) < wanted:
            assert time.monotonic() - began < patience, f"only {len(self.promises)} of {wanted} were confirmed"
            for task in self.tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.02)


async def require_kept(store: Store, promises: list[Promise]) -> int:
    """Everything that was confirmed is there once, where it was said to be, and nothing is missing between."""
    await store.open()
    try:
        by_table: dict[str, list[Promise]] = {}
        for promise in promises:
            by_table.setdefault(promise.table, []).append(promise)
        for table, own in by_table.items():
            stored = await store.load(table)
            assert stored is not None, f"table {table} is gone"
            assert [entry.seq for entry in stored.entries] == list(range(1, len(stored.entries) + 1))
            keys = Counter(entry.body.key for entry in stored.entries if isinstance(entry.body, Acted))
            for promise in own:
                assert stored.entries[promise.version - 1].body == promise.acted, f"{promise} was lost"
                assert keys[promise.acted.key] == 1, f"{promise} was played {keys[promise.acted.key]} times"
        return len(promises)
    finally:
        await store.close()


async def killed_again_and_again(
    folder: Path, database: str | None, new_store: Callable[[], Store], kills: int, tables: int, report: Any = None
) -> dict[str, int]:
    """One server, killed so often under load; after each start everything that was confirmed is there."""
    node, crowd = Node(folder, database), None
    await node.start()
    crowd = Crowd([node.address], Generator(kills))
    try:
        await crowd.sit_down(tables)
        for number in range(kills):
            await crowd.until(tables * 2)
            await asyncio.sleep(crowd.rng.below(100) / 1000)
            node.kill()
            await require_kept(new_store(), crowd.promises)
            await node.start()
            if report is not None:
                report(number + 1)
        await crowd.until(tables * 2)
        await crowd.go_home()
        node.stop()
        kept = await require_kept(new_store(), crowd.promises)
    finally:
        await crowd.go_home()
        if node.process is not None:
            node.kill()
    return {"kills": kills, "confirmed": kept, "came back": crowd.reconnected, **dict(crowd.refusals)}


async def one_of_two_killed(folder: Path, database: str, new_store: Callable[[], Store], kills: int) -> dict[str, int]:
    """Two nodes, of which one is killed mid-game: its players go on through the other."""
    nodes = [Node(folder / name, database) for name in ("a", "b")]
    for node in nodes:
        await node.start()
    crowd = Crowd([node.address for node in nodes], Generator(kills))
    try:
        await crowd.sit_down(4)
        for number in range(kills):
            await crowd.until(16)
            nodes[number % 2].kill()
            await crowd.until(32)
            await nodes[number % 2].start()
        await crowd.until(16)
        await crowd.go_home()
        kept = await require_kept(new_store(), crowd.promises)
    finally:
        await crowd.go_home()
        for node in nodes:
            if node.process is not None:
                node.kill()
    return {"kills": kills, "confirmed": kept, "came back": crowd.reconnected, **dict(crowd.refusals)}


async def database_restarted(
    folder: Path, database: str, new_store: Callable[[], Store], cluster: Any, times: int
) -> dict[str, int]:
    """The database goes away and comes back; the server says so meanwhile, and needs no restart."""
    node = Node(folder, database)
    await node.start()
    crowd = Crowd([node.address], Generator(times))
    try:
        await crowd.sit_down(4)
        for _ in range(times):
            await crowd.until(16)
            await asyncio.to_thread(cluster.stop)
            before = len(crowd.promises)
            await asyncio.sleep(1.5)
            async with httpx.AsyncClient(base_url=node.address, trust_env=False) as http:
                assert (await http.get("/health")).status_code == 200
                answer = await http.get("/api/tables")
                assert answer.status_code == 503
                assert answer.json()["code"] == "away"
                assert (await http.get("/ready")).status_code == 503
            assert len(crowd.promises) - before <= 8, "something was confirmed that cannot have been stored"
            await asyncio.to_thread(cluster.start)
            await crowd.until(32)
        await crowd.go_home()
        assert node.process is not None
        assert node.process.poll() is None
        node.stop()
        kept = await require_kept(new_store(), crowd.promises)
    finally:
        await crowd.go_home()
        if node.process is not None:
            node.kill()
    return {"restarts": times, "confirmed": kept, "came back": crowd.reconnected, **dict(crowd.refusals)}
