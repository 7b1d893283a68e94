"""Databases for tests: a fresh one each, on the machine's PostgreSQL or on a private one that can be restarted."""

import asyncio
import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import asyncpg
import pytest

USUAL = "postgresql://postgres@127.0.0.1:5432/test"


@cache
def server_url() -> str:
    """A PostgreSQL server for tests; without one they are skipped, loudly."""
    for url in filter(None, [os.environ.get("TESSELLA_TEST_POSTGRES"), USUAL, _as_me()]):
        with contextlib.suppress(OSError, asyncpg.PostgresError, TimeoutError):
            asyncio.run(_try(url))
            return url
    if binaries() is not None:
        cluster = Cluster()
        cluster.start()
        import atexit

        atexit.register(cluster.remove)
        return cluster.url
    return pytest.skip("NO POSTGRESQL: set TESSELLA_TEST_POSTGRES, or install it (apt install postgresql)")


def _as_me() -> str:
    return USUAL.replace("postgres@", "")


async def _try(url: str) -> None:
    connection = await asyncpg.connect(url, timeout=3)
    await connection.close()


async def _execute(url: str, statement: str) -> None:
    connection = await asyncpg.connect(url, timeout=10)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@contextlib.contextmanager
def database(url: str | None = None) -> Iterator[str]:
    """An empty database of one's own."""
    server = url or server_url()
    name = f"tessella_{secrets.token_hex(6)}"
    asyncio.run(_execute(server, f"CREATE DATABASE {name}"))
    try:
        yield server.rpartition("/")[0] + "/" + name
    finally:
        asyncio.run(_execute(server, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))


def binaries() -> Path | None:
    """Where PostgreSQL's programs are."""
    path = shutil.which("pg_ctl")
    if path:
        return Path(path).parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    return folders[-1].parent if folders else None


class Cluster:
    """A private PostgreSQL that may be stopped and started. It does not run as root, so root lends it a user."""

    def __init__(self) -> None:
        path = binaries()
        if path is None:
            pytest.skip("NO POSTGRESQL PROGRAMS: install them (apt install postgresql)")
        self.binaries: Path = path
        self.folder = Path(tempfile.mkdtemp(prefix="tessella-postgres-"))
        self.user = "postgres" if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._run("initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "postgres", "--no-sync")
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-c port={self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-o", options, "-l", f"{self.folder}/log", "-w", "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop it: "immediate" as if the machine had lost power."""
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-m", how, "-w", "stop")

    def remove(self) -> None:
        """Stop it and delete its files."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        become: Callable[[str], list[str]] = lambda user: ["runuser", "-u", user, "--"]  # noqa: E731
        command = [*(become(self.user) if self.user else []), str(self.binaries / program), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", timeout=60)
