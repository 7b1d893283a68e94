"""Fingerprints of the source code: results of other code belong to another match."""

import inspect
import shutil
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import tessella
from tessella.arena.outside import ProgramBot, is_command
from tessella.bots import bot_named
from tessella.bots.levels import module_of
from tessella.games import game_named

ARENA = ("figures", "match", "outside", "play", "result", "run", "sprt", "tally")
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


def code_of_bot(game: str, name: str) -> str:
    """A fingerprint of a bot that is not one of ours; empty for ours, which `code_of` covers.

    Of a program it covers the files that its command names, the program itself included; of a class in Python its
    module, with the whole package that it belongs to.
    """
    if is_command(name):
        words = ProgramBot(name).command
        return _digest_of(
            file for file in (Path(shutil.which(words[0]) or ""), *map(Path, words[1:])) if file.is_file()
        )
    bot_named(game_named(game), name)  # imports its module
    module_name = module_of(game_named(game), name)
    if module_name is None:
        return ""
    top = sys.modules[module_name.partition(".")[0]]
    if top.__file__ is not None and hasattr(top, "__path__"):
        return _digest_of(file for file in Path(top.__file__).parent.rglob("*") if file.suffix in SOURCES)
    file = sys.modules[module_name].__file__
    return "" if file is None else _digest_of([Path(file)])


def _digest_of(files: Iterable[Path]) -> str:
    digest = blake2b(digest_size=8)
    for file in sorted(files):
        content = file.read_bytes()
        digest.update(f"{file.name} {len(content)}\n".encode() + content)
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
