"""The file of the SQLite store: whether it is sound when a server starts, its schema, and copies of it."""

import contextlib
import os
import shutil
import sqlite3
from pathlib import Path

from tessella.hosting.store import StartError, StoreDamaged, StoreUnavailable
from tessella.server.schema import MIGRATIONS, statements, too_new

SECRET = "secret"
"""The other file in the folder of a server; it is written after the database."""
MOST_CHECKED = 64 << 20
"""A file of at most so many bytes is read through at each start, which takes less than a second."""
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
ADVICE = "Put a backup in its place (docs/server.md), or name another folder: --data FOLDER"


def unavailable(error: sqlite3.Error) -> StoreUnavailable:
    """An error of SQLite as the interface of stores names it."""
    damaged = getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGED
    return StoreDamaged(f"the database file: {error}") if damaged else StoreUnavailable(str(error))


def refuse_empty(path: Path) -> None:
    """Refuse a file that has lost its contents; must be called before SQLite opens it, which deletes the log then."""
    if not path.exists() or path.stat().st_size:
        return
    log = path.with_name(f"{path.name}-wal")
    if path.with_name(SECRET).exists() or (log.exists() and log.stat().st_size):
        raise StartError(
            f"{path} is empty, but its folder has been in use: the tables are lost. {ADVICE}; "
            "to begin anew, delete the empty file"
        )


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Check the file, and bring its schema up to date."""
    if path.stat().st_size <= MOST_CHECKED:
        problem: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise StartError(f"{path} is damaged: {problem.splitlines()[-1]}. {ADVICE}")
    _migrate(connection)
    # What was deleted before a crash may still be in the log.
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def start_error(path: Path, error: OSError | sqlite3.Error) -> StartError:
    """Why the file cannot be used, and what to do."""
    if isinstance(error, sqlite3.Error) and isinstance(unavailable(error), StoreDamaged):
        return StartError(f"{path} is damaged: {error}. {ADVICE}")
    return StartError(
        f"cannot keep tables in {path}: {getattr(error, 'strerror', None) or error}. "
        "Make that folder writable, or name another: --data FOLDER"
    )


def _migrate(connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise StartError(too_new(version))
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements(script):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise


def back_up(path: Path, folder: Path) -> None:
    """Copy the database and the secret of a server, which may run meanwhile, into a new folder."""
    if not path.exists():
        raise StartError(f"there is no {path}: name the folder of the server, --data FOLDER")
    try:
        folder.mkdir(parents=True, mode=0o700)
        copy = folder / path.name
        os.close(os.open(copy, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=10)) as connection:
            connection.execute("VACUUM INTO ?", (str(copy),))
        with copy.open("rb") as file:
            os.fsync(file.fileno())
        if path.with_name(SECRET).exists():
            shutil.copy2(path.with_name(SECRET), folder / SECRET)
    except FileExistsError:
        raise StartError(f"{folder} exists already: name a new folder, so that no backup is overwritten") from None
    except (OSError, sqlite3.Error) as error:
        raise StartError(f"cannot back up to {folder}: {getattr(error, 'strerror', None) or error}") from None
