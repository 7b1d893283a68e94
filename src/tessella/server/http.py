"""The API over HTTP. Litestar makes the OpenAPI document from these types and docstrings."""

from collections import Counter
from typing import Annotated, Any

from litestar import Request, Response, delete, get, post, put
from litestar.datastructures import State as AppState
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from tessella import bots, games
from tessella.core import OptionError
from tessella.server import commands, opening
from tessella.server.identity import Identities
from tessella.server.limits import Limit
from tessella.server.room import Room
from tessella.tables import decisions, delivery, messages
from tessella.tables.decisions import Decider
from tessella.tables.listings import listing
from tessella.tables.names import clean_name
from tessella.tables.refusal import Refusal
from tessella.tables.wire.live import Act, Confirmed, Events, Snapshot, Undo
from tessella.tables.wire.tables import (
    EditionInfo,
    GameInfo,
    Join,
    Listing,
    Me,
    MyData,
    NewTable,
    OptionInfo,
    PaceChoice,
    Problem,
    SeatChoice,
    Token,
)

HttpRequest = Request[Any, Any, AppState]
TableId = Annotated[str, PathParameter(pattern=r"^[a-z0-9]{12}$", description="The table's id, as in its link.")]
Since = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
Now = Annotated[bool, QueryParameter(description="Whether not to wait for those who have not answered.")]
MOST_PLAYERS = 8

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


class AppContext:
    """What the handlers of a server share."""

    def __init__(self, room: Room, identities: Identities) -> None:
        self.room = room
        self.node = room.node
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
        bucket = limit.of(identity, self.node.clock())
        if not bucket.take(self.node.clock()):
            raise Refusal("too-fast", f"too many {what}: wait {bucket.wait():.0f} seconds")

    async def name_of(self, identity: str) -> str | None:
        """The name that a person has set."""
        person = await self.node.store.person(identity)
        return None if person is None else person.name

    async def snapshot(self, identity: str | None, table_id: str) -> Snapshot:
        """A table as a person may see it."""
        table = await self.room.table(table_id)
        return messages.snapshot(table, table.seats_of(identity), self.node.clock())

    async def change(self, identity: str, table_id: str, decide: Decider) -> Snapshot:
        """Change a table, then return it as the person may see it."""
        await self.room.change(table_id, decide)
        return await self.snapshot(identity, table_id)


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
    return _GAMES


def _game_info(name: str) -> GameInfo:
    game = games.GAMES[name]
    editions = []
    for edition, about in game.editions.items():
        possible = [players for players in range(1, MOST_PLAYERS + 1) if _can_be_played(name, edition, players)]
        options = game.read_options({"edition": edition, "players": str(possible[0])}).to_text()
        shown = {key: text for key, text in options.items() if key not in ("edition", "players", *game.files)}
        editions.append(EditionInfo(name=edition, about=about, players=(possible[0], possible[-1]), options=shown))
    option_infos = [
        OptionInfo(name=key, about=about)
        for key, about in game.option_help().items()
        if key not in ("edition", "players")
    ]
    return GameInfo(name=name, editions=editions, options=option_infos, levels=bots.levels_of(game))


def _can_be_played(game: str, edition: str, players: int) -> bool:
    try:
        games.GAMES[game].read_options({"edition": edition, "players": str(players)})
    except OptionError:
        return False
    return True


_GAMES = [_game_info(name) for name in games.GAMES]


# ---- tables ----


@post("/api/tables", responses=RESPONSES)
async def open_table(request: HttpRequest, data: JSONBody[NewTable], context: Context) -> Snapshot:
    """Open a table. With its link others can take the open seats, or watch."""
    identity = identity_of(request)
    context.admit(context.new_tables, identity, "new tables")
    context.admit(context.tables_at_address, request.scope["state"]["address"], "new tables")
    table = await opening.open_table(context.room, identity, data, await context.name_of(identity))
    return await context.snapshot(identity, table)


@get("/api/tables", responses=RESPONSES)
async def my_tables(request: HttpRequest, context: Context) -> list[Listing]:
    """The tables at which I have a seat, the last changed first."""
    identity = identity_of(request)
    return [listing(row, identity) for row in await context.node.store.tables_of(identity)]


@get("/api/tables/{table:str}", responses=RESPONSES)
async def get_table(request: HttpRequest, table: TableId, context: Context) -> Snapshot:
    """A table as I may see it."""
    return await context.snapshot(identity_of(request), table)


@post("/api/tables/{table:str}/join", status_code=200, responses=RESPONSES)
async def join(request: HttpRequest, table: TableId, data: JSONBody[Join], context: Context) -> Snapshot:
    """Take an open seat."""
    identity = identity_of(request)
    return await context.change(identity, table, decisions.join(data, identity, await context.name_of(identity)))


@post("/api/tables/{table:str}/leave", status_code=200, responses=RESPONSES)
async def leave(request: HttpRequest, table: TableId, data: JSONBody[SeatChoice], context: Context) -> Snapshot:
    """Leave a seat: before the game it becomes open again, during the game a bot stands in."""
    identity = identity_of(request)
    return await context.change(identity, table, decisions.leave(identity, data.seat))


@post("/api/tables/{table:str}/return", status_code=200, responses=RESPONSES)
async def come_back(request: HttpRequest, table: TableId, data: JSONBody[SeatChoice], context: Context) -> Snapshot:
    """Take my seats back from the bots that stand in."""
    identity = identity_of(request)
    return await context.change(identity, table, decisions.come_back(identity, data.seat))


@post("/api/tables/{table:str}/rematch", status_code=200, responses=RESPONSES)
async def rematch(request: HttpRequest, table: TableId, context: Context, now: Now = False) -> Snapshot:
    """Ask for a rematch, or agree to one. Once everybody has, the answer is its table; until then it is this one."""
    identity = identity_of(request)
    return await context.snapshot(identity, await opening.rematch(context.room, identity, table, now))


@post("/api/tables/{table:str}/pace", status_code=200, responses=RESPONSES)
async def set_pace(request: HttpRequest, table: TableId, data: JSONBody[PaceChoice], context: Context) -> Snapshot:
    """Choose how fast the bots move from now on."""
    identity = identity_of(request)
    return await context.change(identity, table, decisions.set_pace(identity, data.pace))


@post("/api/tables/{table:str}/act", status_code=200, responses=RESPONSES)
async def act(request: HttpRequest, table: TableId, data: JSONBody[Act], context: Context) -> Confirmed:
    """Act, as over a live connection."""
    with context.room.session(table) as session:
        return Confirmed(key=data.key, version=await commands.play(session, identity_of(request), data))


@post("/api/tables/{table:str}/undo", status_code=200, responses=RESPONSES)
async def undo(request: HttpRequest, table: TableId, data: JSONBody[Undo], context: Context) -> Confirmed:
    """Take back the last action."""
    with context.room.session(table) as session:
        return Confirmed(key=data.key, version=await commands.play(session, identity_of(request), data))


@get("/api/tables/{table:str}/events", responses=RESPONSES)
async def events(request: HttpRequest, table: TableId, context: Context, since: Since = 0) -> Events:
    """All updates after a version, without what was taken back; the whole table if there is no such version yet."""
    identity, now = identity_of(request), context.node.clock()
    current = await context.room.table(table)
    updates = delivery.missed(current, identity, since, now)
    if updates is None:
        stored = await context.node.store.load(table)
        updates = None if stored is None else delivery.history(stored, identity, since, now)
    if updates is None:
        return Events(updates=[], snapshot=messages.snapshot(current, current.seats_of(identity), now))
    return Events(updates=updates, snapshot=None)


@get("/api/tables/{table:str}/record", media_type="text/plain", responses=RESPONSES)
async def record(table: TableId, context: Context) -> str:
    """The game as a record, once it is over."""
    finished = await context.room.table(table)
    if finished.status != "over":
        raise Refusal("not-over", "a record contains hidden tiles: it is available when the game is over")
    return str(finished.record())


# ---- people ----


@get("/api/me", responses=RESPONSES)
async def my_data(request: HttpRequest, context: Context) -> MyData:
    """All that is stored about me."""
    identity = identity_of(request)
    person = await context.node.store.person(identity)
    return MyData(
        name=None if person is None else person.name,
        created=None if person is None else person.created,
        tables=[listing(row, identity) for row in await context.node.store.tables_of(identity)],
    )


@put("/api/me", responses=RESPONSES)
async def rename_me(request: HttpRequest, data: JSONBody[Me], context: Context) -> MyData:
    """Set my name at the tables where I take a seat from now on."""
    name = clean_name(data.name)
    if name is None and data.name is not None:
        raise Refusal("bad-name", "a name needs at least one visible character")
    await context.node.store.rename(identity_of(request), name, context.node.clock())
    return await my_data.fn(request, context)  # type: ignore[no-any-return]


@delete("/api/me", status_code=204, responses=RESPONSES)
async def forget_me(request: HttpRequest, context: Context) -> None:
    """Delete my name and where I sat. Games that I play in go on with bots."""
    await opening.forget(context.room, identity_of(request))


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
    """The server can serve: the store answers, and it is not about to stop."""
    if context.node.stopping:
        return Response("stopping\n", status_code=503)
    await context.node.store.check()
    return Response("ready\n")


@get("/metrics", include_in_schema=False, media_type="text/plain; version=0.0.4", sync_to_thread=False)
def metrics(context: Context) -> bytes:
    """Metrics for Prometheus."""
    return context.node.metrics.text()


HANDLERS = [
    list_games,
    open_table,
    my_tables,
    get_table,
    join,
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
