"""Write the database of a server with two games under way as SQL, with whatever Tessella is on the path.

The sources of an older version made the fixture beside this file: PYTHONPATH=OLD/src python old_database.py
"""

import asyncio
import sqlite3
import sys
import tempfile
from pathlib import Path

from tessella.core import Generator
from tessella.games import GAMES
from tessella.hosting.node import Node
from tessella.hosting.requests import Requests
from tessella.hosting.room import Room
from tessella.hosting.settings import Settings
from tessella.server.sqlite import SqliteStore
from tessella.server.workers import ProcessWorkers
from tessella.tables.wire.live import Act
from tessella.tables.wire.tables import Join, NewTable, SeatRequest

ACTIONS = 8


async def play(path: Path) -> None:
    """A table of each game, some actions long, with Ann and Bob at it."""
    store = SqliteStore(path)
    await store.open()
    room = Room(Node(store, ProcessWorkers(Settings()), Settings(), "old", new_seed=lambda: "old"))
    requests, rng = Requests(room), Generator(1)
    for game in sorted(GAMES):
        seats = [SeatRequest(kind="me", name="Ann"), SeatRequest(kind="open")]
        opened = await requests.open_table("ann-0000000000000000ab", NewTable(game=game, seats=seats))
        await requests.join("bob-0000000000000000ab", opened.table.id, Join(name="Bob"))
        for number in range(ACTIONS):
            table = await room.table(opened.table.id)
            seat = table.state.turn
            assert seat is not None
            action = str(rng.choice(table.state.legal(seat)))
            act = Act(key=f"k{number}", version=table.version, seat=seat + 1, action=action)
            await requests.play(("ann-0000000000000000ab", "bob-0000000000000000ab")[seat], opened.table.id, act)
    await store.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder) / "tables.db"))
        connection = sqlite3.connect(Path(folder) / "tables.db")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        sys.stdout.write("\n".join([*connection.iterdump(), f"PRAGMA user_version = {version};\n"]))
