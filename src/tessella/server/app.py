"""The application: handlers, errors and life from start to stop, put together."""

import contextlib
import logging
from collections.abc import AsyncIterator, Iterator
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.app import AppConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from tessella import __version__
from tessella.core import TessellaError
from tessella.games import GAMES
from tessella.server import http
from tessella.server.client import client
from tessella.server.conundrums import conundrum
from tessella.server.http import AppContext
from tessella.server.identity import Identities
from tessella.server.middleware import Edge
from tessella.server.reviews import replay, review
from tessella.server.room import Room
from tessella.server.socket import table_live
from tessella.tables.refusal import Refusal, StoreUnavailable
from tessella.tables.wire.base import Asked
from tessella.tables.wire.tables import Problem

log = logging.getLogger(__name__)

STATUS = {
    "no-table": 404,
    "not-yours": 403,
    "wrong-token": 403,
    "bad-options": 422,
    "bad-seats": 422,
    "bad-name": 422,
    "bad-record": 422,
    "unreadable": 422,
    "too-fast": 429,
    "full": 503,
    "away": 503,
}
"""By what a refusal is called; anything else is a conflict with how things stand."""

Asking = Request[Any, Any, Any]


def create_app(room: Room, identities: Identities) -> Edge:
    """The whole application over a room that has started; it stops it in the end."""
    desk = AppContext(room, identities)

    @contextlib.asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await room.stop()

    app = Litestar(
        [*http.HANDLERS, conundrum, replay, review, table_live, client],
        dependencies={"desk": Provide(lambda: desk, use_cache=True, sync_to_thread=False)},
        lifespan=[life],
        exception_handlers={
            Refusal: _refused,
            TessellaError: _refused,
            StoreUnavailable: _away,
            HTTPException: _http_error,
            Exception: _broken,
        },
        openapi_config=OpenAPIConfig(
            title="Tessella",
            version=__version__,
            description=(
                f"Tables for {' and '.join(game.title for game in GAMES.values())}. "
                "Live play: WebSocket /api/tables/{table}/live."
            ),
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        request_max_body_size=room.settings.body,
        on_app_init=[_quiet],
    )
    _close(app)
    return Edge(app, room, identities)  # type: ignore[arg-type] # Litestar's names for the same


def _close(app: Litestar) -> None:
    """Say in the description, too, that what is not known is refused."""
    closed = {kind.__name__ for kind in _descendants(Asked)}
    for name, schema in app.openapi_schema.components.schemas.items():
        if name.rpartition("_")[2] in closed:
            schema.additional_properties = False


def _descendants(kind: type) -> Iterator[type]:
    children: list[type] = kind.__subclasses__()
    for child in children:
        yield child
        yield from _descendants(child)


def _quiet(config: AppConfig) -> AppConfig:
    """Our own handlers log what is worth it."""
    config.logging_config = None
    return config


def _problem(status: int, code: str, reason: str, clause: str | None = None) -> Response[Problem]:
    headers = {"retry-after": "2"} if status in (429, 503) else {}
    return Response(Problem(code=code, reason=reason, clause=clause), status_code=status, headers=headers)


def _refused(request: Asking, error: TessellaError) -> Response[Problem]:
    if not isinstance(error, Refusal):
        return _problem(400, "bad-request", str(error))
    return _problem(STATUS.get(error.code, 409), error.code, error.reason, error.clause)


def _away(request: Asking, error: StoreUnavailable) -> Response[Problem]:
    return _problem(503, "away", "the server cannot store or read anything right now; try again in a moment")


def _http_error(request: Asking, error: HTTPException) -> Response[Problem]:
    reason = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        slips = [f"{slip.get('key', 'it')}: {slip['message']}" for slip in error.extra if isinstance(slip, dict)]
        reason = "; ".join(slips) or reason
    if error.status_code >= 500:
        return _broken(request, error)
    codes = {404: "not-found", 405: "wrong-method", 413: "too-long"}
    return _problem(error.status_code, codes.get(error.status_code, "bad-request"), reason)


def _broken(request: Asking, error: Exception) -> Response[Problem]:
    """A fault of ours: told to the log, not to the client."""
    log.error("a request failed", exc_info=error, extra={"path": request.scope["path"]})
    return _problem(500, "broken", "something went wrong here; it has been noted")
