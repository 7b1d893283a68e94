"""Conundrums over HTTP: that of a day, or one for any seed."""

from typing import Annotated

from litestar import get
from litestar.params import PathParameter, QueryParameter

from tessella.server.http import RESPONSES, Context, HttpRequest, identity_of
from tessella.tables.wire.conundrums import ConundrumInfo
from tessella.tables.wire.tables import GameName

Difficulty = Annotated[int, QueryParameter(ge=1, le=5)]
Seed = Annotated[
    str,
    QueryParameter(
        pattern=r"^[a-z0-9-]{1,40}$", description="A day like 2026-11-16 for that day's, or any other small word."
    ),
]
Which = Annotated[GameName, PathParameter()]


@get("/api/conundrums/{game:str}", responses=RESPONSES)
async def conundrum(
    request: HttpRequest, context: Context, game: Which, seed: Seed, difficulty: Difficulty = 3
) -> ConundrumInfo:
    """The conundrum of a seed. It follows from the seed and the difficulty, and from nothing else."""
    if context.requests.known_conundrum(game, seed, difficulty) is None:
        context.admit(context.conundrums, identity_of(request), "conundrums")
    return await context.requests.conundrum(identity_of(request), game, seed, difficulty)
