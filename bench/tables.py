"""The cost of tables: the time to load one with many entries, and the memory for many dormant ones.

Times are the shortest of several tries, by the clock; memory is that of a server's process, on SQLite.
"""

import asyncio
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.progress import track

from tessella.core import Generator, new_seed
from tessella.games import game_named
from tessella.server.sqlite import SqliteStore
from tessella.tables.entries import Acted, Entry, Here, SeatHolder, SeatSetup, Setup, Stored
from tessella.tables.listings import Summary
from tessella.tables.table import Table
from tessella.tables.wire.tables import GameName, NoClock

ENTRIES = 200
DORMANT = 10_000
TRIES = 20


def played(name: GameName, players: int, most: int) -> Stored:
    """A table with so many entries: a game of random players, then people who arrive."""
    game, rng = game_named(name), Generator(1)
    options = game.options("classic", players)
    state = game.new(options, seed := new_seed())
    entries: list[Entry] = []
    while state.turn is not None and len(entries) < most:
        seat, action = state.turn, rng.choice(state.legal(state.turn))
        state.apply(seat, action)
        entries.append(Entry(len(entries) + 1, 0.0, Acted(seat, str(action), f"k{len(entries)}")))
    while len(entries) < most:
        entries.append(Entry(len(entries) + 1, 0.0, Here([0], "n")))
    seats = [SeatSetup("person") for _ in range(players)]
    holders = [SeatHolder(seat, f"p{seat}", "") for seat in range(players)]
    return Stored("t", Setup(name, options.to_text(), seats, NoClock(), True), seed, 0.0, entries, holders)


async def loading(folder: Path, stored: Stored) -> float:
    """The milliseconds to load a table and to replay its entries."""
    store = SqliteStore(folder / f"{stored.setup.game}.db")
    await store.open()
    await store.create(stored._replace(entries=[]), Summary(0, "playing", 0, None, 0.0))
    await store.append("t", stored.entries, Summary(len(stored.entries), "playing", 0, None, 0.0))
    times = []
    for _ in range(TRIES):
        began = time.perf_counter()
        loaded = await store.load("t")
        assert loaded is not None
        Table(loaded)
        times.append(time.perf_counter() - began)
    await store.close()
    return 1000 * min(times)


async def fill(folder: Path, tables: int) -> None:
    """Create tables that nobody is connected to."""
    store = SqliteStore(folder / "tables.db")
    await store.open()
    stored = played("chromino", 4, 20)
    for first in track(range(0, tables, 500), "Opening dormant tables", transient=True):
        batch = [stored._replace(id=f"t{number}", entries=[]) for number in range(first, first + 500)]
        await asyncio.gather(*(store.create(each, Summary(0, "playing", 0, None, 0.0)) for each in batch))
    await store.close()


def main() -> None:
    """Measure, and print."""
    from server import memory_of, started  # beside this file

    console = Console()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for game, players in (("chromino", 8), ("florentine", 4)):
            stored = played(game, players, ENTRIES)
            acts = sum(isinstance(entry.body, Acted) for entry in stored.entries)
            took = asyncio.run(loading(folder, stored))
            console.print(f"{game}: a table of {ENTRIES} entries, {acts} of them actions, loads in {took:.1f} ms")
        memory = []
        for tables in (0, DORMANT):
            asyncio.run(fill(folder / str(tables), tables))
            with started(str(Path(__file__).with_name("server.py")), "--serve", str(folder / str(tables))) as (_, pid):
                time.sleep(6)  # until it has swept for overdue tables
                memory.append(memory_of(pid))
        console.print(f"memory: {memory[0]:.0f} MB without any table, {memory[1]:.0f} MB with {DORMANT:,} dormant ones")


if __name__ == "__main__":
    main()
