"""Servers whose disk is full, whose log is torn, which are copied under load, or which run for a week.

As in `faults`, every client notes what was confirmed to it. The long forms run in `make soak`.
"""

import asyncio
import contextlib
import gc
import os
import shutil
import subprocess
import sys
import time
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import httpx
import pytest

from tessella.core import Generator
from tessella.games import GAMES
from tessella.hosting import node as hosting
from tessella.hosting.requests import Requests
from tessella.hosting.room import Room
from tessella.hosting.settings import Settings
from tessella.hosting.store import Store
from tessella.server.sqlite import SqliteStore
from tessella.server.workers import ProcessWorkers
from tessella.tables.entries import Acted
from tessella.tables.wire.live import Act
from tessella.tables.wire.tables import Join, NewTable, SeatRequest
from tests.server.databases import binaries
from tests.server.faults import Crowd, Node, require_kept
from tests.server.harness import PATIENCE

HOUR = 3600.0
FINGERPRINT, SLACK = 250, 200_000
"""Bytes that a deleted person may take in memory, and that a week may take in all. A table takes some 100,000."""
SMALL_DISK = 6
"""Megabytes of a disk that fills quickly."""


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of a few megabytes, in memory. Only root can mount one."""
    disk = folder / "disk"
    disk.mkdir()
    options = ["-t", "tmpfs", "-o", f"size={SMALL_DISK}m", "tmpfs", str(disk)]
    if sys.platform != "linux" or subprocess.run(["mount", *options], capture_output=True).returncode:
        pytest.skip("NO SMALL DISK: only root can mount one, on Linux")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


async def disk_filled(folder: Path, times: int) -> dict[str, int]:
    """The disk of a server is full, so often; the server says so meanwhile, and goes on when there is room again."""
    with small_disk(folder) as disk:
        node = Node(folder / "log", data=disk)
        await node.start()
        crowd = Crowd([node.address], Generator(times))
        try:
            await crowd.sit_down(4)
            for _ in range(times):
                await crowd.until(16)
                ballast = disk / "ballast"
                with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
                    while file.write(b"\0" * 4096):
                        pass
                await _until_status(node, 503)
                ballast.unlink()
                await _until_status(node, 200)
                await crowd.until(16)
            await crowd.go_home()
            assert node.process is not None
            assert node.process.poll() is None
            node.stop()
            kept = await require_kept(SqliteStore(disk / "tables.db"), crowd.promises)
        finally:
            await crowd.go_home()
            if node.process is not None:
                node.kill()
    return {"full disks": times, "confirmed": kept, **dict(crowd.refusals)}


async def _until_status(node: Node, status: int) -> None:
    """Wait until `/ready` answers so. With a full disk that takes until the log must grow."""
    began = time.monotonic()
    async with httpx.AsyncClient(base_url=node.address, trust_env=False) as http:
        while (answer := await http.get("/ready")).status_code != status:
            assert time.monotonic() - began < PATIENCE, f"/ready still answers {answer.status_code}"
            await asyncio.sleep(0.1)
        assert status == 200 or answer.json()["code"] == "away"


async def log_torn(folder: Path, times: int) -> dict[str, int]:
    """The server dies while it writes: behind the last commit its log ends in half a page, or in rubbish."""
    node = Node(folder)
    await node.start()
    crowd = Crowd([node.address], Generator(times))
    log = folder / "tables.db-wal"
    try:
        await crowd.sit_down(4)
        for number in range(times):
            await crowd.until(16)
            node.kill()
            with log.open("ab") as file:
                file.write(os.urandom(100 + crowd.rng.below(5000)) if number % 2 else b"\0" * crowd.rng.below(4000))
            await node.start()
            await crowd.until(8)
        await crowd.go_home()
        node.kill()
        kept = await require_kept(SqliteStore(folder / "tables.db"), crowd.promises)
        cut = await _cut(folder, crowd)
    finally:
        await crowd.go_home()
        if node.process is not None:
            node.kill()
    return {"torn logs": times, "confirmed": kept, "kept of a log cut in half": cut}


async def _cut(folder: Path, crowd: Crowd) -> int:
    """Half of the log is lost, which no server can make up for: what is left of each table is its beginning."""
    node = Node(folder)
    await node.start()
    more = Crowd([node.address], Generator(1))
    await more.sit_down(2)
    await more.until(20)
    await more.go_home()
    node.kill()
    log = folder / "tables.db-wal"
    os.truncate(log, log.stat().st_size // 2)
    store = SqliteStore(folder / "tables.db")
    await store.open()
    kept = 0
    try:
        await require_beginnings(store, more)
        for promise in crowd.promises:
            stored = await store.load(promise.table)
            kept += stored is not None and len(stored.entries) >= promise.version
    finally:
        await store.close()
    return kept


async def require_beginnings(store: Store, crowd: Crowd) -> None:
    """Each table, if it is there, reads without damage, and has of the confirmed actions those up to its version."""
    for promise in crowd.promises:
        stored = await store.load(promise.table)
        if stored is not None and len(stored.entries) >= promise.version:
            assert stored.entries[promise.version - 1].body == promise.acted


async def copied_under_load(
    folder: Path, url: str | None, copies: Sequence[str | None], new_store: Callable[[Path, str | None], Store]
) -> dict[str, int]:
    """Backups while people play: each has all that was confirmed before it, and a server goes on from it.

    `copies`: an empty database for each backup; None for a backup of a file.
    """
    node = Node(folder / "server", url)
    await node.start()
    crowd = Crowd([node.address], Generator(len(copies)))
    kept = 0
    try:
        await crowd.sit_down(4)
        for number, copy in enumerate(copies):
            await crowd.until(16)
            before, backup = list(crowd.promises), folder / f"backup-{number}"
            await asyncio.to_thread(_back_up, node.folder, backup, url, copy)
            kept += await require_kept(new_store(backup, copy), before)
            restored = Node(backup, copy)
            await restored.start()
            cookies = dict(next(player for player in crowd.players if player.http.cookies).http.cookies)
            async with httpx.AsyncClient(base_url=restored.address, cookies=cookies, trust_env=False) as http:
                assert (await http.get("/api/tables")).json(), "a player is a stranger at the restored server"
            restored.stop()
        await crowd.go_home()
    finally:
        await crowd.go_home()
        if node.process is not None:
            node.kill()
    return {"backups": len(copies), "confirmed actions in them": kept, "confirmed": len(crowd.promises)}


def _back_up(server: Path, backup: Path, url: str | None, copy: str | None) -> None:
    """As docs/server.md says."""
    if url is None or copy is None:
        command = [sys.executable, "-m", "tessella", "data", "backup", str(backup), "--data", str(server)]
        subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
        return
    backup.mkdir()
    dump = str(backup / "dump")
    subprocess.run([_program("pg_dump"), "-Fc", "-f", dump, url], check=True, timeout=PATIENCE)
    subprocess.run([_program("pg_restore"), "--no-owner", "-d", copy, dump], check=True, timeout=PATIENCE)


def _program(name: str) -> str:
    """One of PostgreSQL's programs: of the newest version, which can read the databases of all."""
    beside = binaries()
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    installed = shutil.which(name)
    paths = [*versions[-1:], *([beside / name] if beside else []), *([Path(installed)] if installed else [])]
    path = next((path for path in paths if path.exists()), None)
    return str(path) if path is not None else pytest.skip(f"NO {name}: install PostgreSQL's programs")


async def week_of_churn(folder: Path, hours: int, tables_an_hour: int, actions: int = 12) -> dict[str, int]:
    """Tables opened, played, left and forgotten, in fast forward: what a node keeps in memory does not grow.

    But for the fingerprints of the people who are deleted, which are to be known for ever.
    """
    now = 1_000_000.0
    settings = Settings(sweep=1e9, beat=1e9)
    store = SqliteStore(folder / "tables.db")
    node = hosting.Node(
        store, ProcessWorkers(settings), settings, "churn", clock=lambda: now, monotonic=lambda: now - 1_000_000
    )
    room, rng = Room(node), Generator(hours)
    await store.open()
    requests = Requests(room)
    measured: list[int] = []
    played = 0
    people: deque[str] = deque()
    tracemalloc.start()
    try:
        for hour in range(hours):
            for number in range(tables_an_hour):
                pair = [f"{name}-{hour}-{number}" for name in ("ann", "bob")]
                people += pair
                played += await _one_table(requests, rng, pair, actions)
            now += HOUR
            await room._sweep()
            await node.finish_tasks(PATIENCE)
            assert len(room.sessions) == 0, f"{len(room.sessions)} tables stay in memory"
            await store.delete_before(now - 24 * HOUR)
            while len(people) > 24 * 2 * tables_an_hour:
                await requests.forget(people.popleft())
            if hour % 24 == 23:
                gc.collect()
                measured.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
        await store.close()
    growth = measured[-1] - measured[1]
    assert growth < FINGERPRINT * len(room.revoked) + SLACK, f"memory grew by {growth} bytes: {measured}"
    return {
        "hours": hours,
        "tables": hours * tables_an_hour,
        "actions": played,
        "bytes more after the second day": growth,
    }


async def _one_table(requests: Requests, rng: Generator, people: list[str], actions: int) -> int:
    """A table from its opening until both people have gone; the number of actions."""
    game = rng.choice(sorted(GAMES))
    seats = [SeatRequest(kind="me", name="Ann"), SeatRequest(kind="open")]
    opened = await requests.open_table(people[0], NewTable(game=game, seats=seats))
    await requests.join(people[1], opened.table.id, Join(name="Bob"))
    for ply in range(actions):
        table = await requests.room.table(opened.table.id)
        if (seat := table.turn) is None:
            break
        action = str(rng.choice(table.state.legal(seat)))
        act = Act(key=f"k{ply}", version=table.version, seat=seat + 1, action=action)
        await requests.play(people[seat], opened.table.id, act)
    stored = await requests.node.store.load(opened.table.id)
    assert stored is not None
    return sum(isinstance(entry.body, Acted) for entry in stored.entries)
