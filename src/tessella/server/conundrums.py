"""Conundrums over HTTP: that of a day, one for any seed, and one that is posted to be solved."""

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from tessella.hosting.requests import WantedConundrum
from tessella.server.http import RESPONSES, Context, HttpRequest, identity_of
from tessella.tables.wire.conundrums import ConundrumInfo, ConundrumText
from tessella.tables.wire.tables import GameName

Difficulty = Annotated[int, QueryParameter(ge=1, le=5)]
Seed = Annotated[
    str,
    QueryParameter(
        pattern=r"^[a-z0-9-]{1,40}$", description="A day like 2026-11-16 for that day's, or any other small word."
    ),
]
KindName = Annotated[
    str | None,
    QueryParameter(pattern=r"^[a-z]{1,20}$", description="One of the game's kinds; without it the usual one."),
]
Which = Annotated[GameName, PathParameter()]


@get("/api/conundrums/{game:str}", responses=RESPONSES)
async def conundrum(
    request: HttpRequest, context: Context, game: Which, seed: Seed, difficulty: Difficulty = 3, kind: KindName = None
) -> ConundrumInfo:
    """The conundrum of a seed. It follows from the seed, the kind and the difficulty, and from nothing else."""
    wanted = WantedConundrum(game, seed, difficulty, kind)
    if context.requests.known_conundrum(wanted) is None:
        context.admit(context.conundrums, identity_of(request), "conundrums")
    return await context.requests.conundrum(identity_of(request), wanted)


@post("/api/conundrums/{game:str}", status_code=200, responses=RESPONSES)
async def own_conundrum(
    request: HttpRequest, context: Context, game: Which, data: JSONBody[ConundrumText]
) -> ConundrumInfo:
    """Solve and grade a conundrum: its text as in a file, or its link."""
    context.admit(context.conundrums, identity_of(request), "conundrums")
    return await context.requests.solve_conundrum(identity_of(request), game, data)
