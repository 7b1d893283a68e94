"""Attacks of one hostile client on a real server, while an innocent player plays against a bot.

python -m tests.server.attacks [--seconds 4]. Prints for each attack the memory of the server before and after, the
longest wait of the innocent player, and the answer that the attacker got. `make soak` runs it.
"""

import argparse
import asyncio
import contextlib
import itertools
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from rich.console import Console
from rich.table import Table

from tests.server.faults import Node
from tests.server.harness import Live, Player
from tests.server.raw import CONTINUATION, PING, PONG, TEXT, Raw, close_code, frame, raw

MOST_SENT = 200 << 20
"""No attack sends more bytes than this."""
Attack = Callable[[str, str, float], Coroutine[Any, Any, str]]


class Result(NamedTuple):
    """What an attack did."""

    attack: str
    before: float
    after: float
    """The most memory during the attack, in MB."""
    wait: float
    """The longest time until a move of the innocent player was confirmed, in seconds."""
    answer: str


def memory_of(pid: int) -> float:
    """The resident memory of a process, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


async def flood(client: Raw, part: bytes, end: float) -> str:
    """Send the same again and again, without reading anything until the end."""
    while time.monotonic() < end and client.sent < MOST_SENT:
        if not await client.send(part, max(0.01, end - time.monotonic())):
            break
        await asyncio.sleep(0)
    answer = b""
    with contextlib.suppress(TimeoutError, ConnectionError):
        answer = await asyncio.wait_for(client.reader.read(1 << 20), 0.5)
    client.close()
    code = close_code(answer)
    head = answer.split(b"\r\n")[0].decode("latin-1") if answer.startswith(b"HTTP") else ""
    return f"{client.sent / (1 << 20):.1f} MB taken; {head or (f'closed with {code}' if code else 'no answer')}"


async def pipelined(address: str, table: str, end: float) -> str:
    """1: pipelined GET /health, answers not read"""
    client = await raw(address)
    return await flood(client, client.request("/health") * 1000, end)


async def spaces(address: str, table: str, end: float) -> str:
    """2: a record with a line of 59,800 spaces"""
    async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=90) as http:
        answer = await http.post("/api/replays", json={"record": "1 x" + " " * 59_800 + "y"})
        return f"{answer.status_code}"


async def frames(address: str, table: str, end: float, part: bytes) -> str:
    client = await raw(address)
    await client.upgrade(table)
    return await flood(client, part, end)


async def pongs(address: str, table: str, end: float) -> str:
    """3: empty pongs"""
    return await frames(address, table, end, frame(PONG) * 10_000)


async def pings(address: str, table: str, end: float) -> str:
    """3: pings whose pongs are not read"""
    return await frames(address, table, end, frame(PING, b"x" * 125) * 1000)


async def fragments(address: str, table: str, end: float) -> str:
    """3: empty fragments"""
    client = await raw(address)
    await client.upgrade(table)
    await client.send(frame(TEXT, ends=False))
    return await flood(client, frame(CONTINUATION, ends=False) * 10_000, end)


async def spectators(address: str, table: str, end: float) -> str:
    """5: 120 anonymous spectators at the table"""
    clients = []
    for _ in range(120):
        clients.append(await raw(address))
        await clients[-1].upgrade(table)
    await asyncio.sleep(max(0.0, min(1.0, end - time.monotonic())))
    refused = 0
    for client in clients:
        with contextlib.suppress(TimeoutError, ConnectionError):
            refused += b"full" in await asyncio.wait_for(client.reader.read(1 << 16), 0.2)
        client.close()
    return f"{120 - refused} let in, {refused} refused"


async def headers(address: str, table: str, end: float) -> str:
    """6: endless headers"""
    client = await raw(address)
    await client.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    return await flood(client, b"x: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n" * 1000, end)


async def trickled(address: str, table: str, end: float) -> str:
    """6: heads and bodies that come byte by byte, on 100 connections"""
    clients = [await raw(address) for _ in range(100)]
    for number, client in enumerate(clients):
        length = ("Content-Type: application/json", "Content-Length: 1000")
        begun = client.request("/api/tables", *length, method="POST") if number % 2 else b"GET /health HTTP/1.1\r\nx: "
        await client.send(begun)
    while time.monotonic() < end:
        for client in clients:
            client.writer.write(b"x")
        await asyncio.sleep(0.2)
    closed = 0
    for client in clients:
        closed += client.writer.transport.is_closing() or client.reader.exception() is not None
        client.close()
    return f"{closed} of 100 closed by now"


async def deep(address: str, table: str, end: float) -> str:
    """9: JSON that is nested deeply, and no body"""
    async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=90) as http:
        json = {"content-type": "application/json"}
        nested = await http.post("/api/tables", content=b"[" * 30_000 + b"]" * 30_000, headers=json)
        missing = await http.post("/api/tables", headers=json)
    client = await raw(address)
    await client.upgrade(table)
    await client.reader.read(1 << 16)
    text = b"[" * 60 + b"]" * 60
    await client.send(frame(TEXT, text))
    answer = await asyncio.wait_for(client.reader.read(1 << 16), 5)
    client.close()
    return f"{nested.status_code}, {missing.status_code}; live: {'refused' if b'unreadable' in answer else answer!r}"


async def bots(address: str, table: str, end: float) -> str:
    """7: 60 tables whose bots play one another"""
    async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=90) as http:
        seats = [{"kind": "me"}, *itertools.repeat({"kind": "bot", "level": "sharp"}, 3)]
        codes = [(await http.post("/api/tables", json={"game": "chromino", "seats": seats})).status_code]
        while time.monotonic() < end and len(codes) < 60:
            codes.append((await http.post("/api/tables", json={"game": "chromino", "seats": seats})).status_code)
        await asyncio.sleep(max(0.0, end - time.monotonic()))
        return f"{codes.count(201)} opened, {len(codes) - codes.count(201)} refused"


ATTACKS: list[Attack] = [
    pipelined,
    spaces,
    pongs,
    pings,
    fragments,
    spectators,
    headers,
    trickled,
    bots,
    deep,
]


class Innocent:
    """A player who plays against a bot, and comes back with a new connection now and then."""

    def __init__(self, address: str) -> None:
        self.player = Player(address)
        self.wait = 0.0
        self.moves = 0

    async def play(self, end: float) -> None:
        """Play until this time, a game after the other."""
        while time.monotonic() < end:
            seats = [{"kind": "me"}, {"kind": "bot", "level": "steady"}]
            began = time.monotonic()
            live = await self.player.watch(await self.player.open({"game": "chromino", "seats": seats}))
            self.wait = max(self.wait, time.monotonic() - began)
            while time.monotonic() < end and live.status != "over":
                await self._move(live)
            await live.close()
            self.player.lives.remove(live)

    async def _move(self, live: Live) -> None:
        began, version = time.monotonic(), live.version
        choices = live.choices()
        if choices:
            await live.act(choices[0][1], choices[0][0])
            self.moves += 1
        await live.until(lambda: live.version > version)
        self.wait = max(self.wait, time.monotonic() - began)
        await asyncio.sleep(0.05)


async def run(folder: Path, attack: Attack, seconds: float) -> Result:
    """One attack on a server of its own."""
    server = Node(folder)
    await server.start()
    assert server.process is not None
    pid = server.process.pid
    innocent = Innocent(server.address)
    try:
        await innocent.play(time.monotonic() + 1)  # all that is loaded once is loaded
        table = await innocent.player.open({"game": "chromino"})
        before = most = memory_of(pid)
        innocent.wait, end = 0.0, time.monotonic() + seconds
        playing = asyncio.create_task(innocent.play(end))
        attacking = asyncio.create_task(attack(server.address, table, end))
        while not (playing.done() and attacking.done()):
            await asyncio.sleep(0.1)
            most = max(most, memory_of(pid))
        await playing
        back = await innocent.player.watch(table)
        await back.close()
        async with httpx.AsyncClient(trust_env=False, timeout=30) as http:
            assert (await http.get(f"{server.address}/health")).status_code == 200, "the server does not answer"
        name = (attack.__doc__ or "").strip()
        return Result(name, before, most, innocent.wait, await attacking)
    finally:
        await innocent.player.close()
        server.kill()


def main() -> None:
    """Run all attacks, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each attack")
    args = parser.parse_args()
    table = Table("attack", "memory before, MB", "at most, MB", "longest wait, s", "what the attacker got")
    for attack in ATTACKS:
        with tempfile.TemporaryDirectory() as folder:
            result = asyncio.run(run(Path(folder), attack, args.seconds))
        table.add_row(result.attack, f"{result.before:.0f}", f"{result.after:.0f}", f"{result.wait:.2f}", result.answer)
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
