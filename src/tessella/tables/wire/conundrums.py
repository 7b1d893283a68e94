"""Conundrums on the wire: a board, some pieces, and all their places."""

from tessella.tables.wire.base import Wire
from tessella.tables.wire.tables import GameName


class ConundrumPiece(Wire):
    """A tile or card to be placed."""

    piece: str
    places: list[str]
    """All places (C36), as records write them. The client checks answers with them, so that it also works offline."""


class ConundrumInfo(Wire):
    """A board and some pieces; to find are all places of each piece on that board."""

    game: GameName
    seed: str
    """The day, or any other seed: the same seed and difficulty give the same conundrum."""
    difficulty: int
    """From 1 to 5."""
    board: list[str]
    pieces: list[ConundrumPiece]
