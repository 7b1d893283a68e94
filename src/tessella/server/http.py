"""The API over HTTP. Litestar makes the OpenAPI document from these types and docstrings."""

from collections import Counter
from typing import Annotated, Any

from litestar import Request, Response, delete, get, post, put
from litestar.datastructures import State as AppState
from litestar.di import NamedDependency
from litestar.exceptions import ClientException
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from tessella.hosting.limits import Limit
from tessella.hosting.requests import GAME_INFOS, Requests
from tessella.hosting.room import Room
from tessella.server.identity import Identities
from tessella.server.metrics import Metrics
from tessella.tables.refusal import Refusal
from tessella.tables.wire.live import Act, Confirmed, Events, Snapshot, Undo
from tessella.tables.wire.tables import (
    Contribution,
    GameInfo,
    Join,
    Listing,
    Me,
    MovedTable,
    MyData,
    NewTable,
    PaceChoice,
    Problem,
    SeatChoice,
    Token,
)

HttpRequest = Request[Any, Any, AppState]
TableId = Annotated[str, PathParameter(pattern=r"^[a-z0-9]{12}$", description="The table's id, as in its link.")]
Since = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
Now = Annotated[bool, QueryParameter(description="Whether not to wait for those who have not answered.")]
Seal = Annotated[
    str | None,
    QueryParameter(pattern=r"^[0-9a-f]{64}$", description="The seal of my client's contribution to the next deal."),
]

RESPONSES = {
    400: ResponseSpec(Problem, description="The request cannot be read.", generate_examples=False),
    403: ResponseSpec(
        Problem,
        description="Not allowed for this site or this identity.",
        generate_examples=False,
    ),
    404: ResponseSpec(Problem, description="There is no such table or address.", generate_examples=False),
    409: ResponseSpec(Problem, description="The state of the table does not allow it.", generate_examples=False),
    413: ResponseSpec(Problem, description="The request is too long.", generate_examples=False),
    422: ResponseSpec(Problem, description="The values of the request are not valid.", generate_examples=False),
    429: ResponseSpec(Problem, description="Too many requests.", generate_examples=False),
    503: ResponseSpec(Problem, description="Not available right now: try again in a moment.", generate_examples=False),
}


class JsonRequest(Request[Any, Any, AppState]):
    """A request whose body, if its handler takes one, is JSON."""

    async def body(self) -> bytes:
        """The body; an error if there must be one and it is empty."""
        body = await super().body()
        if not body and "data" in self.route_handler.parsed_fn_signature.parameters:
            raise ClientException("the request has no body: send JSON")
        return body

    async def json(self) -> Any:
        """The body, decoded."""
        try:
            return await super().json()
        except RecursionError:
            raise ClientException("the JSON is nested too deeply") from None


class AppContext:
    """What the handlers of a server share."""

    def __init__(self, room: Room, identities: Identities, metrics: Metrics) -> None:
        self.room = room
        self.metrics = metrics
        self.node = room.node
        self.requests = Requests(room)
        self.identities = identities
        settings = room.node.settings
        self.new_tables = Limit(settings.tables_rate, settings.tables_burst)
        self.tables_at_address = Limit(
            settings.tables_rate * settings.people_each, settings.tables_burst * settings.people_each
        )
        self.reviews = Limit(settings.thinking_rate, settings.thinking_burst)
        self.conundrums = Limit(settings.conundrums_rate, settings.conundrums_burst)
        self.connected: Counter[str] = Counter()
        """The number of live connections by identity, and by address."""

    def admit(self, limit: Limit, identity: str, what: str) -> None:
        """Refuse what is requested too often."""
        bucket = limit.of(identity, self.node.monotonic())
        if not bucket.take(self.node.monotonic()):
            raise Refusal("too-fast", f"too many {what}: wait {bucket.wait():.0f} seconds")


Context = NamedDependency[AppContext]


def identity_of(request: HttpRequest) -> str:
    """The identity of the client."""
    identity: str | None = request.scope["state"]["identity"]
    if identity is None:
        raise Refusal("wrong-token", "this server did not issue this token: get one with POST /api/bots")
    return identity


# ---- games ----


@get("/api/games", responses=RESPONSES, sync_to_thread=False)
def list_games() -> list[GameInfo]:
    """The games, their editions and options."""
    return GAME_INFOS


# ---- tables ----


@post("/api/tables", responses=RESPONSES)
async def open_table(request: HttpRequest, data: JSONBody[NewTable], context: Context) -> Snapshot:
    """Open a table. With its link others can take the open seats, or watch."""
    identity = identity_of(request)
    context.admit(context.new_tables, identity, "new tables")
    context.admit(context.tables_at_address, request.scope["state"]["address"], "new tables")
    return await context.requests.open_table(identity, data)


@post("/api/tables/moved", responses=RESPONSES)
async def move_table(request: HttpRequest, data: JSONBody[MovedTable], context: Context) -> Snapshot:
    """Go on here with a table that was begun in the browser without a server. Every action is checked anew."""
    identity = identity_of(request)
    context.admit(context.new_tables, identity, "new tables")
    context.admit(context.tables_at_address, request.scope["state"]["address"], "new tables")
    return await context.requests.arrive(identity, data)


@get("/api/tables", responses=RESPONSES)
async def my_tables(request: HttpRequest, context: Context) -> list[Listing]:
    """The tables at which I have a seat, the last changed first."""
    return await context.requests.my_tables(identity_of(request))


@get("/api/tables/{table:str}", responses=RESPONSES)
async def get_table(request: HttpRequest, table: TableId, context: Context) -> Snapshot:
    """A table as I may see it."""
    return await context.requests.table(identity_of(request), table)


@post("/api/tables/{table:str}/join", status_code=200, responses=RESPONSES)
async def join(request: HttpRequest, table: TableId, data: JSONBody[Join], context: Context) -> Snapshot:
    """Take an open seat."""
    return await context.requests.join(identity_of(request), table, data)


@post("/api/tables/{table:str}/contribute", status_code=200, responses=RESPONSES)
async def contribute(request: HttpRequest, table: TableId, data: JSONBody[Contribution], context: Context) -> Snapshot:
    """Contribute to the deal, once every seat is taken: what was sealed when the seat was taken."""
    return await context.requests.contribute(identity_of(request), table, data)


@post("/api/tables/{table:str}/leave", status_code=200, responses=RESPONSES)
async def leave(request: HttpRequest, table: TableId, data: JSONBody[SeatChoice], context: Context) -> Snapshot:
    """Leave a seat: before the game it becomes open again, during the game a bot stands in."""
    return await context.requests.leave(identity_of(request), table, data)


@post("/api/tables/{table:str}/return", status_code=200, responses=RESPONSES)
async def come_back(request: HttpRequest, table: TableId, data: JSONBody[SeatChoice], context: Context) -> Snapshot:
    """Take my seats back from the bots that stand in."""
    return await context.requests.come_back(identity_of(request), table, data)


@post("/api/tables/{table:str}/rematch", status_code=200, responses=RESPONSES)
async def rematch(
    request: HttpRequest, table: TableId, context: Context, now: Now = False, seal: Seal = None
) -> Snapshot:
    """Ask for a rematch, or agree to one. Once everybody has, the answer is its table; until then it is this one."""
    return await context.requests.rematch(identity_of(request), table, now, seal)


@post("/api/tables/{table:str}/pace", status_code=200, responses=RESPONSES)
async def set_pace(request: HttpRequest, table: TableId, data: JSONBody[PaceChoice], context: Context) -> Snapshot:
    """Choose how fast the bots move from now on."""
    return await context.requests.set_pace(identity_of(request), table, data)


@post("/api/tables/{table:str}/act", status_code=200, responses=RESPONSES)
async def act(request: HttpRequest, table: TableId, data: JSONBody[Act], context: Context) -> Confirmed:
    """Act, as over a live connection."""
    return await context.requests.play(identity_of(request), table, data)


@post("/api/tables/{table:str}/undo", status_code=200, responses=RESPONSES)
async def undo(request: HttpRequest, table: TableId, data: JSONBody[Undo], context: Context) -> Confirmed:
    """Take back the last action."""
    return await context.requests.play(identity_of(request), table, data)


@get("/api/tables/{table:str}/events", responses=RESPONSES)
async def events(request: HttpRequest, table: TableId, context: Context, since: Since = 0) -> Events:
    """All updates after a version, without what was taken back; the whole table if there is no such version yet."""
    return await context.requests.events(identity_of(request), table, since)


@get("/api/tables/{table:str}/record", media_type="text/plain", responses=RESPONSES)
async def record(table: TableId, context: Context) -> str:
    """The game as a record, once it is over."""
    return await context.requests.record(table)


# ---- people ----


@get("/api/me", responses=RESPONSES)
async def my_data(request: HttpRequest, context: Context) -> MyData:
    """All that is stored about me."""
    return await context.requests.my_data(identity_of(request))


@put("/api/me", responses=RESPONSES)
async def rename_me(request: HttpRequest, data: JSONBody[Me], context: Context) -> MyData:
    """Set my name at the tables where I take a seat from now on."""
    return await context.requests.rename(identity_of(request), data)


@delete("/api/me", status_code=204, responses=RESPONSES)
async def forget_me(request: HttpRequest, context: Context) -> None:
    """Delete my name and where I sat. Games that I play in go on with bots."""
    await context.requests.forget(identity_of(request))


@post("/api/bots", responses=RESPONSES, sync_to_thread=False)
def new_bot(request: HttpRequest, context: Context) -> Token:
    """Create an identity for a program, which sends it as `Authorization: Bearer …`."""
    context.admit(context.tables_at_address, request.scope["state"]["address"], "new identities")
    return Token(token=context.identities.token(context.identities.new()))


# ---- operations ----


@get("/health", include_in_schema=False, media_type="text/plain", sync_to_thread=False)
def health() -> str:
    """The process is alive."""
    return "alive\n"


@get("/ready", include_in_schema=False, media_type="text/plain")
async def ready(context: Context) -> Response[str]:
    """The server can serve: the store can be written to, and the server is not about to stop."""
    if context.node.stopping:
        return Response("stopping\n", status_code=503)
    await context.node.writable.require()
    return Response("ready\n")


@get("/metrics", include_in_schema=False, media_type="text/plain; version=0.0.4", sync_to_thread=False)
def metrics(context: Context) -> bytes:
    """Metrics for Prometheus."""
    return context.metrics.text()


HANDLERS = [
    list_games,
    open_table,
    move_table,
    my_tables,
    get_table,
    join,
    contribute,
    leave,
    come_back,
    rematch,
    set_pace,
    act,
    undo,
    events,
    record,
    my_data,
    rename_me,
    forget_me,
    new_bot,
    health,
    ready,
    metrics,
]
