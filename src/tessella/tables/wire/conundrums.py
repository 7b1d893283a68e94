"""Conundrums on the wire: a board, some pieces, what to find, and all that a client needs to judge a try."""

from typing import Annotated, Literal

from msgspec import Meta

from tessella.tables.wire.base import ClientRequest, Wire
from tessella.tables.wire.tables import GameName


class ConundrumPiece(Wire):
    """A tile or card to be placed."""

    piece: str
    places: list[str]
    """Every place where it fits on the board as shown, as records write them. Of the kind "places" these are to be
    found (C36); in other kinds there may be none at first."""


class ConundrumMove(Wire):
    """A placement that the rules allow at some point of a conundrum, right or wrong. Others do not fit."""

    after: list[str]
    """What was laid before it, sorted as text; empty on the board as shown."""
    lay: str
    value: int | None
    """What it brings, in kinds that count something (gems)."""
    replies: list[str]
    """Placements of the other seat that show why it is no answer, in kinds with another seat."""


class ConundrumInfo(Wire):
    """A board and some pieces, with all answers. The client checks with them, so that it also works offline."""

    game: GameName
    kind: str
    """What there is to find: one of the game's kinds (`GameInfo.kinds`)."""
    goal: Literal["all", "one"]
    """Whether all answers are to be found, or any one of them."""
    seed: str
    """The day, or any other seed: the same seed, kind and difficulty give the same conundrum. Empty if it was not made
    from a seed."""
    difficulty: int
    """From 1 to 5."""
    board: list[str]
    pieces: list[ConundrumPiece]
    theirs: list[str]
    """The open pieces of the other seat; empty in kinds without one."""
    task: dict[str, str]
    """What else the task says, by the names in its text: "colour" (whose gems), "gems" (how many can be closed)."""
    answers: list[list[str]]
    """Every answer, each a series of placements in an order in which they can be laid. The same placements in another
    order are another answer."""
    moves: list[ConundrumMove]
    """Every placement that is possible on the way; empty where all places are to be found: each that fits is one."""
    link: str
    """The conundrum in one short line, for an address; what was posted with it gives the same one."""
    text: str
    """The conundrum as a file has it."""


class ConundrumText(ClientRequest):
    """A conundrum to be solved and graded: its text, as in a file or as in a link."""

    text: Annotated[str, Meta(max_length=20_000)]
