"""Conundrums on the wire: a board, some pieces, and every place of theirs."""

from tessella.tables.wire.base import Wire
from tessella.tables.wire.tables import GameName


class ConundrumPiece(Wire):
    """A tile or card to be placed."""

    piece: str
    places: list[str]
    """Every place (C36), as records write them. The client looks answers up here, so that it also works offline."""


class ConundrumInfo(Wire):
    """A board and some pieces whose places are to be found, each on the given board alone."""

    game: GameName
    seed: str
    """The day, or whatever was asked for: the same seed and difficulty give the same conundrum."""
    difficulty: int
    """From 1 to 5."""
    board: list[str]
    pieces: list[ConundrumPiece]
