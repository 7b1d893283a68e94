"""Results in a JSON file, so that a run that was stopped can go on. A result is valid for the code that produced it."""

import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import tessella
from tessella.arena.play import ArenaError
from tessella.arena.source import code_of
from tessella.core import Json


class ResultFile:
    """Entries of the file by what was played. Every entry names, as "made by", the version and code that played it."""

    def __init__(self, file: Path, key: str, played: Callable[[Json], Json]) -> None:
        """`key`: where the list of entries is in the file; `played`: what of an entry identifies it."""
        self.file = file
        self._key = key
        self._played = played
        self._code = cache(code_of)
        self._entries: dict[str, Json] = {}
        try:
            text = file.read_text(encoding="utf-8")
        except FileNotFoundError:
            return
        except OSError as error:
            raise ArenaError(f"cannot read {file}: {error.strerror}") from None
        try:
            self._entries = {_identity(played(entry)): {**entry} for entry in json.loads(text)[key]}
        except (ValueError, KeyError, TypeError):
            raise ArenaError(f"{file} is not a file of the ladder's results; remove it, or name another file") from None

    def find(self, game: str, played: Json) -> Json | None:
        """The entry of this, if today's code produced it."""
        entry = self._entries.get(_identity(played))
        return None if entry is None or entry["made by"] != self._made_by(game) else entry

    def add(self, game: str, entry: Json) -> None:
        """Store an entry at once; one of the same by other code is replaced."""
        self._entries[_identity(self._played(entry))] = {"made by": self._made_by(game), **entry}
        self.write()

    def remove(self, played: Iterable[Json]) -> None:
        """Remove these entries, so that they are played anew."""
        for each in played:
            self._entries.pop(_identity(each), None)

    def write(self) -> None:
        """Write the file anew, in one step: an interruption leaves the old one."""
        new_file = self.file.with_name(self.file.name + ".new")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            new_file.write_text(json.dumps({self._key: list(self._entries.values())}, indent=1), encoding="utf-8")
            new_file.replace(self.file)
        except OSError as error:
            raise ArenaError(f"cannot write results to {self.file}: {error.strerror}") from None

    def _made_by(self, game: str) -> Json:
        return {"tessella": tessella.__version__, "code": self._code(game)}


def _identity(played: Json) -> str:
    return json.dumps(played, sort_keys=True)
