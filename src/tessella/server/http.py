"""The API over HTTP. Litestar writes the OpenAPI document from these types."""

from collections import Counter
from typing import Annotated, Any

from litestar import Request, Response, delete, get, post, put
from litestar.datastructures import State as AppState
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from tessella import bots, games
from tessella.core import OptionError
from tessella.server import opening
from tessella.server.identity import Identities, clean_name
from tessella.server.limits import Limit
from tessella.server.opening import Decider
from tessella.server.room import Room
from tessella.server.store import Row
from tessella.tables import messages
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
    Problem,
    SeatChoice,
    Token,
)

Asking = Request[Any, Any, AppState]
TableId = Annotated[str, PathParameter(pattern=r"^[a-z0-9]{12}$", description="As in its link.")]
Since = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
MOST_PLAYERS = 8

RESPONSES = {
    400: ResponseSpec(Problem, description="It cannot be understood.", generate_examples=False),
    403: ResponseSpec(Problem, description="Not from there, or not by you.", generate_examples=False),
    404: ResponseSpec(Problem, description="There is no such thing.", generate_examples=False),
    409: ResponseSpec(Problem, description="Not now, or not like that.", generate_examples=False),
    413: ResponseSpec(Problem, description="Too long.", generate_examples=False),
    422: ResponseSpec(Problem, description="It can be understood, but not be done.", generate_examples=False),
    429: ResponseSpec(Problem, description="Too often.", generate_examples=False),
    503: ResponseSpec(Problem, description="Not right now: try again in a moment.", generate_examples=False),
}


class AppContext:
    """What the handlers need."""

    def __init__(self, room: Room, identities: Identities) -> None:
        self.room = room
        self.identities = identities
        self.new_tables = Limit(room.settings.tables_rate, room.settings.tables_burst)
        self.at_address = Limit(
            room.settings.tables_rate * room.settings.people_each,
            room.settings.tables_burst * room.settings.people_each,
        )
        self.thinking = Limit(room.settings.thinking_rate, room.settings.thinking_burst)
        self.conundrums = Limit(room.settings.conundrums_rate, room.settings.conundrums_burst)
        self.connected: Counter[str] = Counter()
        """How many live connections everybody has, and every address."""

    def admit(self, limit: Limit, identity: str, what: str) -> None:
        """Refuse what somebody asks for too often."""
        bucket = limit.of(identity, self.room.clock())
        if not bucket.take(self.room.clock()):
            raise Refusal("too-fast", f"too many {what}: wait {bucket.wait():.0f} seconds")

    async def name_of(self, identity: str) -> str | None:
        """What somebody is called."""
        person = await self.room.store.person(identity)
        return None if person is None else person.name

    async def snapshot(self, identity: str | None, table: str) -> Snapshot:
        """A table as somebody may see it."""
        async with self.room.at(table) as found:
            return messages.snapshot(found, found.seats_of(identity), self.room.clock())

    async def move(self, identity: str, table: str, decide: Decider) -> Snapshot:
        """Somebody moves between seats."""
        await self.room.change(table, decide)
        return await self.snapshot(identity, table)


TheDesk = NamedDependency[AppContext]


def me(request: Asking) -> str:
    """Who asks."""
    identity: str | None = request.scope["state"]["me"]
    if identity is None:
        raise Refusal("wrong-token", "this token is nobody's here: ask for one with POST /api/bots")
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
        fits = [players for players in range(1, MOST_PLAYERS + 1) if _can_be_played(name, edition, players)]
        options = game.read_options({"edition": edition, "players": str(fits[0])}).to_text()
        shown = {key: text for key, text in options.items() if key not in ("edition", "players", *game.files)}
        editions.append(EditionInfo(name=edition, about=about, players=(fits[0], fits[-1]), options=shown))
    helped = [
        OptionInfo(name=key, about=about)
        for key, about in game.option_help().items()
        if key not in ("edition", "players")
    ]
    return GameInfo(name=name, editions=editions, options=helped, levels=bots.levels_of(game))  # type: ignore[arg-type] # closed in tests


def _can_be_played(game: str, edition: str, players: int) -> bool:
    try:
        games.GAMES[game].read_options({"edition": edition, "players": str(players)})
    except OptionError:
        return False
    return True


_GAMES = [_game_info(name) for name in games.GAMES]


# ---- tables ----


@post("/api/tables", responses=RESPONSES)
async def open_table(request: Asking, data: JSONBody[NewTable], desk: TheDesk) -> Snapshot:
    """Open a table. Its link is an invitation to the open seats, and to watch."""
    identity = me(request)
    desk.admit(desk.new_tables, identity, "new tables")
    desk.admit(desk.at_address, request.scope["state"]["address"], "new tables")
    table = await opening.open_table(desk.room, identity, data, await desk.name_of(identity))
    return await desk.snapshot(identity, table)


@get("/api/tables", responses=RESPONSES)
async def my_tables(request: Asking, desk: TheDesk) -> list[Listing]:
    """The tables at which I sit, the last changed first."""
    identity = me(request)
    return [_listing(row, identity) for row in await desk.room.store.tables_of(identity)]


@get("/api/tables/{table:str}", responses=RESPONSES)
async def get_table(request: Asking, table: TableId, desk: TheDesk) -> Snapshot:
    """A table as I may see it."""
    return await desk.snapshot(me(request), table)


@post("/api/tables/{table:str}/join", status_code=200, responses=RESPONSES)
async def join(request: Asking, table: TableId, data: JSONBody[Join], desk: TheDesk) -> Snapshot:
    """Take an open seat."""
    identity = me(request)
    return await desk.move(identity, table, opening.join(data, identity, await desk.name_of(identity)))


@post("/api/tables/{table:str}/leave", status_code=200, responses=RESPONSES)
async def leave(request: Asking, table: TableId, data: JSONBody[SeatChoice], desk: TheDesk) -> Snapshot:
    """Leave: before the game the seat is open again, later a bot stands in."""
    identity = me(request)
    return await desk.move(identity, table, opening.leave(identity, data.seat))


@post("/api/tables/{table:str}/return", status_code=200, responses=RESPONSES)
async def come_back(request: Asking, table: TableId, data: JSONBody[SeatChoice], desk: TheDesk) -> Snapshot:
    """Take my seats back from the bots that stand in."""
    identity = me(request)
    return await desk.move(identity, table, opening.come_back(identity, data.seat))


@post("/api/tables/{table:str}/rematch", status_code=200, responses=RESPONSES)
async def rematch(request: Asking, table: TableId, desk: TheDesk) -> Snapshot:
    """Play again with the same people: a new table, the same one for all who ask."""
    identity = me(request)
    return await desk.snapshot(identity, await opening.rematch(desk.room, identity, table))


@post("/api/tables/{table:str}/act", status_code=200, responses=RESPONSES)
async def act(request: Asking, table: TableId, data: JSONBody[Act], desk: TheDesk) -> Confirmed:
    """Do something, as over a live connection."""
    return Confirmed(key=data.key, version=await desk.room.play(table, me(request), data))


@post("/api/tables/{table:str}/undo", status_code=200, responses=RESPONSES)
async def undo(request: Asking, table: TableId, data: JSONBody[Undo], desk: TheDesk) -> Confirmed:
    """Take back what was done last."""
    return Confirmed(key=data.key, version=await desk.room.play(table, me(request), data))


@get("/api/tables/{table:str}/events", responses=RESPONSES)
async def events(request: Asking, table: TableId, desk: TheDesk, since: Since = 0) -> Events:
    """All that came after a version, without what was taken back; the whole table if there is no such version yet."""
    identity = me(request)
    async with desk.room.at(table) as found:
        updates = desk.room.missed(found, identity, since)
        whole = messages.snapshot(found, found.seats_of(identity), desk.room.clock())
    if updates is None:
        updates = await desk.room.history(table, identity, since)
    return Events(updates=updates or [], snapshot=whole if updates is None else None)


@get("/api/tables/{table:str}/record", media_type="text/plain", responses=RESPONSES)
async def record(table: TableId, desk: TheDesk) -> str:
    """The game as a record, once it is over."""
    async with desk.room.at(table) as found:
        if found.status != "over":
            raise Refusal("not-over", "a record tells everything: it can be had when the game is over")
        return str(found.record())


# ---- people ----


@get("/api/me", responses=RESPONSES)
async def my_data(request: Asking, desk: TheDesk) -> MyData:
    """All that is kept of me."""
    identity = me(request)
    person = await desk.room.store.person(identity)
    return MyData(
        name=None if person is None else person.name,
        created=None if person is None else person.created,
        tables=[_listing(row, identity) for row in await desk.room.store.tables_of(identity)],
    )


@put("/api/me", responses=RESPONSES)
async def rename_me(request: Asking, data: JSONBody[Me], desk: TheDesk) -> MyData:
    """What I am called at tables where I sit down from now on."""
    name = clean_name(data.name)
    if name is None and data.name is not None:
        raise Refusal("bad-name", "a name needs at least one letter, digit or sign that can be seen")
    await desk.room.store.rename(me(request), name, desk.room.clock())
    return await my_data.fn(request, desk)  # type: ignore[no-any-return]


@delete("/api/me", status_code=204, responses=RESPONSES)
async def forget_me(request: Asking, desk: TheDesk) -> None:
    """Forget me: my name and where I sat. Games that I play in go on with bots."""
    await opening.forget(desk.room, me(request))


@post("/api/bots", responses=RESPONSES, sync_to_thread=False)
def new_bot(request: Asking, desk: TheDesk) -> Token:
    """An identity for a program, which sends it along as `Authorization: Bearer …`."""
    desk.admit(desk.at_address, request.scope["state"]["address"], "new identities")
    return Token(token=desk.identities.token(desk.identities.new()))


def _listing(row: Row, identity: str) -> Listing:
    seats = [sitting.seat for sitting in row.sittings if sitting.identity == identity]
    turn = row.summary.turn
    return Listing(
        id=row.id,
        game=row.setup.game,
        edition=row.setup.options["edition"],
        status=row.summary.status,  # type: ignore[arg-type] # as the table wrote it
        names=opening.names_at(row),
        kinds=opening.kinds_at(row),
        seats=[seat + 1 for seat in seats],
        turn=None if turn is None else turn + 1,
        my_turn=turn in seats,
        updated=row.summary.updated,
    )


# ---- operations ----


@get("/health", include_in_schema=False, media_type="text/plain", sync_to_thread=False)
def health() -> str:
    """The process is alive."""
    return "alive\n"


@get("/ready", include_in_schema=False, media_type="text/plain")
async def ready(desk: TheDesk) -> Response[str]:
    """It can serve: the store answers, and it is not about to stop."""
    if desk.room.stopping:
        return Response("stopping\n", status_code=503)
    await desk.room.store.check()
    return Response("ready\n")


@get("/metrics", include_in_schema=False, media_type="text/plain; version=0.0.4", sync_to_thread=False)
def metrics(desk: TheDesk) -> bytes:
    """Numbers for Prometheus."""
    return desk.room.metrics.text()


HANDLERS = [
    list_games,
    open_table,
    my_tables,
    get_table,
    join,
    leave,
    come_back,
    rematch,
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
