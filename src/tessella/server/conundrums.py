"""Conundrums over HTTP: that of a day, or one for any seed."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from litestar import get
from litestar.params import PathParameter, QueryParameter

from tessella.games.chromino import puzzles as conundrums
from tessella.games.florentine import puzzles as florentine
from tessella.server.http import RESPONSES, Context, HttpRequest, identity_of
from tessella.tables.wire.conundrums import ConundrumInfo, ConundrumPiece
from tessella.tables.wire.tables import GameName

Difficulty = Annotated[int, QueryParameter(ge=1, le=5)]
Seed = Annotated[
    str,
    QueryParameter(
        pattern=r"^[a-z0-9-]{1,40}$", description="A day like 2026-11-16 for that day's, or any other small word."
    ),
]
Which = Annotated[GameName, PathParameter()]
REMEMBERED = 512
CARDS = 3
"""How many cards a problem of Florentine Dominoes asks for."""


@get("/api/conundrums/{game:str}", responses=RESPONSES)
async def conundrum(
    request: HttpRequest, context: Context, game: Which, seed: Seed, difficulty: Difficulty = 3
) -> ConundrumInfo:
    """The conundrum of a seed. It follows from the seed and the difficulty, and from nothing else."""
    key = (game, seed, difficulty)
    if key not in _known:
        context.admit(context.conundrums, identity_of(request), "conundrums")
        if len(_known) >= REMEMBERED:
            _known.pop(next(iter(_known)))
        _known[key] = await context.node.conundrum_workers.run_for(identity_of(request), _made, *key)
    return _known[key]


_known: dict[tuple[str, str, int], ConundrumInfo] = {}


def _made(game: GameName, seed: str, difficulty: int) -> ConundrumInfo:
    # Two games, two types of places; both have a text.
    board: Sequence[object]
    solution: Mapping[str, Sequence[object]]
    if game == "chromino":
        asked = conundrums.new(seed, difficulty)
        board, solution = asked.board, conundrums.solve(asked)
    else:
        problem = florentine.new(seed, "places", difficulty, CARDS)
        board, solution = problem.board, florentine.solve(problem)
    return ConundrumInfo(
        game=game,
        seed=seed,
        difficulty=difficulty,
        board=[str(lay) for lay in board],
        pieces=[
            ConundrumPiece(piece=piece, places=[str(lay) for lay in lays]) for piece, lays in solution.items() if lays
        ],
    )
