"""Conundrums over HTTP: that of a day, or one for any seed."""

from typing import Annotated

from litestar import get
from litestar.params import PathParameter, QueryParameter

from tessella.games import game_named
from tessella.server.http import RESPONSES, Context, HttpRequest, identity_of
from tessella.tables.refusal import Refusal
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


@get("/api/conundrums/{game:str}", responses=RESPONSES)
async def conundrum(
    request: HttpRequest, context: Context, game: Which, seed: Seed, difficulty: Difficulty = 3
) -> ConundrumInfo:
    """The conundrum of a seed. It follows from the seed and the difficulty, and from nothing else."""
    if game_named(game).puzzles is None:
        raise Refusal("bad-options", f"{game} has no conundrums")
    key = (game, seed, difficulty)
    if key not in _known:
        context.admit(context.conundrums, identity_of(request), "conundrums")
        if len(_known) >= REMEMBERED:
            _known.pop(next(iter(_known)))
        _known[key] = await context.node.conundrum_workers.run_for(identity_of(request), _conundrum_info, *key)
    return _known[key]


_known: dict[tuple[str, str, int], ConundrumInfo] = {}


def _conundrum_info(game: GameName, seed: str, difficulty: int) -> ConundrumInfo:
    puzzles = game_named(game).puzzles
    assert puzzles is not None
    puzzle = puzzles.daily(seed, difficulty)
    return ConundrumInfo(
        game=game,
        seed=seed,
        difficulty=difficulty,
        board=[str(lay) for lay in puzzle.board],
        pieces=[
            ConundrumPiece(piece=piece, places=[str(lay) for lay in lays])
            for piece, lays in puzzle.solve().items()
            if lays
        ],
    )
