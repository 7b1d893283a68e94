"""`tessella data`: list, export and delete what a table server stores about people."""

import argparse
import asyncio
import contextlib
import time
from pathlib import Path
from typing import Any

from tessella.cli import UsageError
from tessella.cli.setting import data_folder, print_json
from tessella.core import seat_number
from tessella.core.extras import how_to_install

DAY = 86400


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "what",
        choices=["summary", "people", "export", "delete", "prune", "backup"],
        help="summary: count people and tables; people: list them; export or delete: everything about one person; "
        "prune: delete tables without activity for --days; backup: copy the database and the secret into a new folder, "
        "while the server runs or not",
    )
    parser.add_argument(
        "person",
        nargs="?",
        metavar="PERSON or FOLDER",
        help="a person's identity, as 'people' lists them (export, delete); the new folder (backup)",
    )
    parser.add_argument(
        "--days", type=float, default=365, help="prune: tables without activity for so many days (default: %(default)s)"
    )
    parser.add_argument("--database", metavar="URL", help="as for tessella serve")
    parser.add_argument("--data", metavar="FOLDER", help="as for tessella serve")


def run(args: argparse.Namespace) -> None:
    """Run the sub-command, and print its result as JSON."""
    try:
        from tessella.hosting.store import StartError
        from tessella.server.serve import FILE, only_one_in, store_at
        from tessella.server.sqlite_file import back_up
    except ImportError as error:
        raise UsageError(f"this needs further packages ({error.name} is missing): {how_to_install('server')}") from None
    if args.what == "backup":
        if args.person is None:
            raise UsageError("name a new folder for the backup")
    elif (args.person is None) == (args.what in ("export", "delete")):
        raise UsageError(
            "name a person, as 'tessella data people' lists them"
            if args.person is None
            else f"{args.what} does not take a person"
        )
    if args.days < 1:
        raise UsageError("--days is at least 1")
    folder = Path(args.data) if args.data else data_folder()
    try:
        store = store_at(args.database, folder)
        if args.what == "backup":
            if store.shared:
                raise UsageError("PostgreSQL has its own program for backups: pg_dump")
            back_up(folder / FILE, Path(args.person))
            print_json({"backup": args.person})
            return
        with contextlib.ExitStack() as stack:
            if args.what in ("delete", "prune") and not store.shared:  # a running server would not notice the change
                stack.enter_context(only_one_in(folder))
            print_json(asyncio.run(_do(args, store)))
    except StartError as error:
        raise UsageError(str(error)) from None


async def _do(args: argparse.Namespace, store: Any) -> Any:
    from tessella.hosting import opening
    from tessella.hosting.node import Node
    from tessella.hosting.room import Room
    from tessella.hosting.settings import Settings
    from tessella.hosting.store import StoreUnavailable
    from tessella.server.workers import ProcessWorkers

    await store.open()
    try:
        match args.what:
            case "summary":
                return {"people": len(await store.people()), "tables": await store.count()}
            case "people":
                return [{"person": p.identity, "name": p.name, "since": _day(p.created)} for p in await store.people()]
            case "prune":
                return {"deleted": await store.delete_before(time.time() - args.days * DAY)}
        if await store.person(args.person) is None:
            raise UsageError(f"nobody here has the identity {args.person!r}; 'tessella data people' lists them")
        if args.what == "delete":
            await opening.forget(Room(Node(store, ProcessWorkers(Settings()), Settings(), "host")), args.person)
            return {"deleted": args.person}
        return await _export(store, args.person)
    except StoreUnavailable as error:
        raise UsageError(f"the database does not answer: {error}") from None
    finally:
        await store.close()


async def _export(store: Any, identity: str) -> Any:
    """Everything stored about a person, their actions included."""
    from tessella.tables.entries import Acted

    person = await store.person(identity)
    tables = []
    for row in await store.tables_of(identity):
        stored = await store.load(row.id)
        mine = {holder.seat: holder.name for holder in row.holders if holder.identity == identity}
        acted = [entry for entry in stored.entries if isinstance(entry.body, Acted) and entry.body.seat in mine]
        tables.append(
            {
                "table": row.id,
                "game": row.setup.game,
                "opened": _day(stored.created),
                "seats": {str(seat_number(seat)): name for seat, name in mine.items()},
                "actions": [
                    {"at": entry.at, "seat": seat_number(entry.body.seat), "action": entry.body.action}
                    for entry in acted
                ],
            }
        )
    return {"person": identity, "name": person.name, "since": _day(person.created), "tables": tables}


def _day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
