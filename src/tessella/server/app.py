"""The application: its handlers, its answers to errors, and its life cycle."""

import contextlib
import logging
from collections.abc import AsyncIterator, Iterator

from litestar import Litestar, Response
from litestar.config.app import AppConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from tessella import __version__
from tessella.core import TessellaError
from tessella.games import GAMES
from tessella.hosting.problems import problem_of
from tessella.hosting.room import Room
from tessella.hosting.store import StoreUnavailable
from tessella.server import http
from tessella.server.client import client
from tessella.server.conundrums import conundrum, own_conundrum
from tessella.server.http import AppContext, HttpRequest, JsonRequest
from tessella.server.identity import Identities
from tessella.server.metrics import Metrics
from tessella.server.middleware import Middleware
from tessella.server.reviews import replay, review
from tessella.server.socket import table_live
from tessella.tables.refusal import Refusal
from tessella.tables.wire.base import ClientRequest
from tessella.tables.wire.tables import Problem

log = logging.getLogger(__name__)


def create_app(room: Room, identities: Identities, metrics: Metrics) -> Middleware:
    """The application over a room that has started. It stops the room at its end."""
    identities.revoked = room.revoked
    context = AppContext(room, identities, metrics)

    @contextlib.asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await room.stop()

    app = Litestar(
        request_class=JsonRequest,
        route_handlers=[*http.HANDLERS, conundrum, own_conundrum, replay, review, table_live, client],
        dependencies={"context": Provide(lambda: context, use_cache=True, sync_to_thread=False)},
        lifespan=[life],
        exception_handlers={
            Refusal: _refused,
            TessellaError: _refused,
            StoreUnavailable: _refused,
            HTTPException: _http_error,
            Exception: _server_error,
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
        request_max_body_size=room.node.settings.body,
        on_app_init=[_disable_logging],
    )
    _forbid_unknown_fields(app)
    return Middleware(app, context)  # type: ignore[arg-type] # Litestar's names for the same


def _forbid_unknown_fields(app: Litestar) -> None:
    """State in the OpenAPI document, too, that unknown fields are refused."""
    closed = {kind.__name__ for kind in _descendants(ClientRequest)}
    for name, schema in app.openapi_schema.components.schemas.items():
        if name.rpartition("_")[2] in closed:
            schema.additional_properties = False


def _descendants(kind: type) -> Iterator[type]:
    children: list[type] = kind.__subclasses__()
    for child in children:
        yield child
        yield from _descendants(child)


def _disable_logging(config: AppConfig) -> AppConfig:
    """Leave logging to our own handlers."""
    config.logging_config = None
    return config


def _problem(status: int, problem: Problem) -> Response[Problem]:
    headers = {"retry-after": "2"} if status in (429, 503) else {}
    return Response(problem, status_code=status, headers=headers)


def _refused(request: HttpRequest, error: TessellaError | StoreUnavailable) -> Response[Problem]:
    return _problem(*problem_of(error))


def _http_error(request: HttpRequest, error: HTTPException) -> Response[Problem]:
    reason = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        errors = [f"{each.get('key', 'it')}: {each['message']}" for each in error.extra if isinstance(each, dict)]
        reason = "; ".join(errors) or reason
    if error.status_code >= 500:
        return _server_error(request, error)
    codes = {404: "not-found", 405: "wrong-method", 413: "too-long"}
    return _problem(error.status_code, Problem(code=codes.get(error.status_code, "bad-request"), reason=reason))


def _server_error(request: HttpRequest, error: Exception) -> Response[Problem]:
    """A fault of the server: the details go to the log, not to the client."""
    log.error("a request failed", exc_info=error, extra={"path": request.scope["path"]})
    return _problem(
        500, Problem(code="broken", reason="the server failed to answer this request; the error was logged")
    )
