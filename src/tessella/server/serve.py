"""Start a server: check what can be wrong first, then run until it is stopped."""

import asyncio
import contextlib
import gc
import logging
import os
import secrets
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import uvicorn

from tessella.core.extras import how_to_install
from tessella.games import GAMES
from tessella.hosting.node import Node
from tessella.hosting.room import Room
from tessella.hosting.settings import Settings
from tessella.hosting.store import StartError, Store
from tessella.server import logs
from tessella.server.app import create_app
from tessella.server.edge import Edge, EdgeConfig
from tessella.server.frames import SocketProtocol
from tessella.server.identity import Identities, secret_in
from tessella.server.metrics import Metrics
from tessella.server.middleware import Middleware
from tessella.server.protocol import HttpProtocol
from tessella.server.sqlite import SqliteStore
from tessella.server.workers import ProcessWorkers

log = logging.getLogger(__name__)

FILE = "tables.db"
OTHER_FILES = 500
"""Open files of a server besides its connections."""
SHUTDOWN_TIMEOUT = 5
"""Seconds that requests under way have to finish when the server is stopped."""


def store_at(database: str | None, folder: Path) -> Store:
    """The store that a URL names; without one, a file in the data folder."""
    if database is None:
        return SqliteStore(folder / FILE)
    if not database.startswith(("postgresql://", "postgres://")):
        raise StartError("--database takes a URL like postgresql://USER:PASSWORD@HOST:PORT/DATABASE")
    try:
        from tessella.server.postgres import PostgresStore
    except ImportError:
        raise StartError(f"PostgreSQL needs a further package: {how_to_install('postgres')}") from None
    return PostgresStore(database)


async def secret_of(store: Store, folder: Path) -> str:
    """The secret that signs identities. Nodes that share a store share it."""
    return await store.setting("secret", secrets.token_hex(32)) if store.shared else secret_in(folder)


@contextlib.contextmanager
def only_one_in(folder: Path) -> Iterator[None]:
    """Refuse a second server on the same folder: it would not learn of the first one's changes."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StartError(
            f"cannot write in {folder}: {error.strerror}. Make that folder writable, or name another: --data FOLDER"
        ) from None
    try:
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise StartError(
                    f"another server keeps its tables in {folder}: stop it, or name another folder: --data FOLDER"
                ) from None
        yield
    finally:
        os.close(handle)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        if isinstance(error, PermissionError):
            why = f"only root may use this port; take one above 1023: --port {port + 8000}"
        elif isinstance(error, socket.gaierror):
            why = "there is no such host; --host takes an address of this machine, like 127.0.0.1 or 0.0.0.0"
        else:
            why = f"{error.strerror}. Take another: --port {port + 1}, or --port 0 for any that is free"
        raise StartError(f"cannot listen at {host}, port {port}: {why}") from None
    return listener


def listening_at_one_of(host: str, ports: Sequence[int]) -> socket.socket:
    """A socket that listens at the first of these ports that is free."""
    for port in ports[:-1]:
        with contextlib.suppress(StartError):
            return listening(host, port)
    return listening(host, ports[-1])


def url_of(host: str, port: int) -> str:
    """The address of the page for a browser."""
    name = "localhost" if host in ("127.0.0.1", "::1") else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def allow_files(number: int) -> None:
    """Let this process open so many files and sockets, or as many as the system allows: often it is 1,024 at first."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = number if hard == resource.RLIM_INFINITY else min(number, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class Server(uvicorn.Server):
    """Calls `ready` once it serves, and closes connections whose time is over."""

    def __init__(self, config: EdgeConfig, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.edge = config.edge
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def on_tick(self, counter: int) -> bool:
        """Sweep the connections every second; uvicorn calls this ten times as often."""
        if counter % 10 == 0:
            self.edge.sweep(self.server_state.connections, asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop. The captured signal is not raised again, so that the process ends normally."""
        await super().shutdown(sockets)
        self._captured_signals.clear()


def config_for(app: Any, settings: Settings) -> EdgeConfig:
    """How the web server runs."""
    config = EdgeConfig(
        app,
        lifespan="on",
        http=HttpProtocol,
        ws=SocketProtocol,
        ws_max_size=settings.frame,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.secure,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
    )
    config.edge = Edge(settings)
    return config


def serve(
    host: str,
    ports: Sequence[int],
    database: str | None,
    folder: Path,
    settings: Settings,
    ready: Callable[[str], None],
) -> None:
    """Serve until stopped. `ready` is called with the address once the server accepts connections."""
    logs.set_up()
    store = store_at(database, folder)
    with contextlib.ExitStack() as stack:
        if not store.shared:
            stack.enter_context(only_one_in(folder))
        sock = stack.enter_context(listening_at_one_of(host, ports))
        address = url_of(host, sock.getsockname()[1])
        allow_files(settings.sockets + OTHER_FILES)
        failed: list[StartError] = []
        app = Application(store, folder, settings, failed)
        config = config_for(app, settings)

        def report_ready() -> None:
            kernels = "compiled" if all(game.compiled for game in GAMES.values()) else "interpreted"
            log.info(
                "ready; the rules run %s", kernels, extra={"port": sock.getsockname()[1], "store": type(store).__name__}
            )
            ready(address)

        # Tables and connections are many and live long: searching them for reference cycles again and again costs a
        # tenth of the time, in pauses that people notice.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 100)
        try:
            Server(config, report_ready).run(sockets=[sock])
        except SystemExit:  # the application did not start
            if failed:
                raise failed[0] from None
            raise


class Application:
    """The application, created within the server's event loop, where the store can be asked for the secret."""

    def __init__(self, store: Store, folder: Path, settings: Settings, failed: list[StartError]) -> None:
        self.store = store
        self.folder = folder
        self.settings = settings
        self.failed = failed
        self.app: Middleware | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self.app is None:
            assert scope["type"] == "lifespan", "the first scope is the lifespan"
            workers = ProcessWorkers(self.settings)
            metrics = Metrics()
            node = Node(self.store, workers, self.settings, secrets.token_hex(6), metrics=metrics)
            room = Room(node)
            try:
                await room.start()
                identities = Identities(await secret_of(self.store, self.folder))
            except StartError as error:
                self.failed.append(error)
                await receive()
                await send({"type": "lifespan.startup.failed", "message": ""})
                return
            self.app = create_app(room, identities, metrics)
            log.info("node %s", node.id, extra={"node": node.id})
        await self.app(scope, receive, send)
