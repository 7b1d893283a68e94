"""Fingerprints of the source code: results of other code belong to another match."""

import inspect
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import tessella
from tessella.games import game_named

ARENA = ("figures", "match", "play", "result", "tally")
"""The modules of the arena that affect the result of a match."""
SOURCES = (".py", ".pxd", ".json", ".txt")


def code_of(game: str) -> str:
    """A fingerprint of all sources that affect the result of a match of this game."""
    home = Path(tessella.__file__).parent
    own = Path(inspect.getfile(type(game_named(game)))).parent
    digest = blake2b(digest_size=8)
    for base, folders in ((home, ("core", "bots")), (own, (".", "bots"))):
        files = [file for folder in folders for file in (base / folder).glob("*") if file.suffix in SOURCES]
        files += [base / "arena" / f"{name}.py" for name in ARENA if base is home]
        for file in sorted(files):
            digest.update(f"{file.relative_to(base).as_posix()} {file.stat().st_size}\n".encode() + file.read_bytes())
    return digest.hexdigest()


class Source(NamedTuple):
    """The code that a process plays a game with."""

    version: str
    code: str
    """See `code_of`."""
    compiled: bool
    """Whether its kernels are compiled. Interpreted ones play the same games, but so slowly that all others wait."""

    def __str__(self) -> str:
        return f"version {self.version}, code {self.code}, {'compiled' if self.compiled else 'interpreted'} kernels"


@cache
def source_of(game: str) -> Source:
    """The code that this process plays a game with. It is computed once: imported code stays the same, even if
    the files change."""
    return Source(tessella.__version__, code_of(game), game_named(game).compiled)
