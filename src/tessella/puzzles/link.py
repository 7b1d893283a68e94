"""A puzzle in one line, for addresses: its parts by name, separated by semicolons.

    kind=order;pieces=BGR,P*R;board=BGR@4,2>_RRR@0,0v

The parts are `kind`, `pieces`, `theirs` (the open pieces of the other seat), `board` (placements as records write them,
separated by `_`), and whatever else the task of a game says.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tessella.core import NotationError

LONGEST = 4_000
"""A longer link is refused: the largest board has less."""
_NAME = re.compile("[a-z]{1,20}")
_EXAMPLE = "kind=...;pieces=...;board=..."


class Link(NamedTuple):
    """The parts of a link."""

    kind: str | None
    board: Sequence[str]
    pieces: Sequence[str]
    theirs: Sequence[str]
    task: Mapping[str, str]


def write_link(link: Link) -> str:
    """The line."""
    parts = {"kind": link.kind, "pieces": ",".join(link.pieces), "theirs": ",".join(link.theirs), **link.task}
    parts["board"] = "_".join(link.board)
    return ";".join(f"{name}={text}" for name, text in parts.items() if text)


def read_link(text: str) -> Link:
    """Read a line; `NotationError` names the first part that is wrong."""
    if len(text) > LONGEST:
        raise NotationError(f"a conundrum in one line has at most {LONGEST} letters, not {len(text)}")
    parts: dict[str, str] = {}
    for part in text.split(";"):
        name, equals, rest = part.partition("=")
        if not equals or not _NAME.fullmatch(name):
            raise NotationError(f"{part!r} is no part of a conundrum: write it like {_EXAMPLE!r}")
        if name in parts:
            raise NotationError(f"{name!r} is there twice")
        if not rest.isprintable():
            raise NotationError(f"there is a character in {name!r} that cannot be printed")
        parts[name] = rest
    for name in ("pieces", "board"):
        if not parts.get(name):
            raise NotationError(f"{name!r} is missing: write a conundrum like {_EXAMPLE!r}")
    return Link(
        parts.pop("kind", None),
        parts.pop("board").split("_"),
        parts.pop("pieces").split(","),
        [piece for piece in parts.pop("theirs", "").split(",") if piece],
        parts,
    )
