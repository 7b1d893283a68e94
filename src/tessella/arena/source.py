"""Which code plays: what was played by other sources is another match."""

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import tessella
from tessella.games import GAMES, game_named


def code_of(game: str) -> str:
    """A fingerprint of the sources that decide how a match of this game ends: with other ones it is another match."""
    home = Path(tessella.__file__).parent
    others = tuple(name for name in GAMES if name != game)
    files = [home / "arena" / f"{name}.py" for name in ("figures", "match", "play", "result", "tally")]
    for folder in ("core", "bots", game):
        files += (file for file in (home / folder).iterdir() if file.suffix in (".py", ".pxd", ".json", ".txt"))
    mixed = blake2b(digest_size=8)
    for file in sorted(file for file in files if not file.name.startswith(others)):
        mixed.update(f"{file.relative_to(home).as_posix()} {file.stat().st_size}\n".encode() + file.read_bytes())
    return mixed.hexdigest()


class Source(NamedTuple):
    """What a process plays a game with."""

    version: str
    code: str
    """See `code_of`."""
    compiled: bool
    """Whether its kernels are: interpreted ones play the same games, but so slowly that all others wait for them."""

    def __str__(self) -> str:
        return f"version {self.version}, code {self.code}, {'compiled' if self.compiled else 'interpreted'} kernels"


@cache
def source_of(game: str) -> Source:
    """What this process plays a game with. It holds as long as the process lives: what is imported stays the same,
    whatever becomes of the files."""
    return Source(tessella.__version__, code_of(game), game_named(game).compiled)
