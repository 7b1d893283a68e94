"""A match in a folder: what is played, the counts of each task, and the games as records. It can go on from there.

`match.json` holds the match with fingerprints of its bots, and `tasks.jsonl` a line for each task that is finished. A
line that was not written to its end, because the program was killed, does not count. Games go into the folder `games`.
"""

import json
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

import tessella
from tessella.arena.match import Match
from tessella.arena.outside import is_command
from tessella.arena.play import ArenaError
from tessella.arena.source import code_of, code_of_bot
from tessella.arena.sprt import Sprt
from tessella.arena.tally import Forfeited, TaskResult
from tessella.core import Json, TessellaError

FORMAT = "tessella match 1"
MATCH = "match.json"
TASKS = "tasks.jsonl"
GAMES = "games"


class StoredMatchError(ArenaError):
    """A folder cannot hold this match, or the match in it cannot go on."""


class StoredMatch:
    """A match in a folder, and how it may end."""

    def __init__(self, folder: Path, match: Match, stop_early: bool, sprt: Sprt | None, records: bool) -> None:
        self.folder = folder
        self.match = match
        self.stop_early = stop_early
        self.sprt = sprt
        self.records = records
        """Whether the games are kept as records."""
        self._tasks: IO[bytes] | None = None

    # ---- begin ----

    def create(self) -> None:
        """Begin in a folder, which must be new or empty: files of other matches are never mixed with these."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if any(self.folder.iterdir()):
                raise StoredMatchError(
                    f"{self.folder} is not empty: name a new folder with --save, or go on with its match by --resume"
                )
            if self.records:
                (self.folder / GAMES).mkdir()
            (self.folder / TASKS).touch()
            text = json.dumps(self._to_json(), ensure_ascii=False, indent=1) + "\n"
            (self.folder / MATCH).write_text(text, encoding="utf-8")
            self._open()
        except OSError as error:
            raise StoredMatchError(f"cannot write a match into {self.folder}: {error.strerror}") from None

    def _to_json(self) -> Json:
        match = self.match
        return {
            "format": FORMAT,
            "tessella": tessella.__version__,
            "game": match.game,
            "options": dict(match.options),
            "bots": list(match.bots),
            "games": match.games,
            "seed": match.seed,
            "stop_early": self.stop_early,
            "sprt": None if self.sprt is None else asdict(self.sprt),
            "records": self.records,
            "code": code_of(match.game),
            "code_of_bots": [code_of_bot(match.game, name) for name in match.bots],
        }

    # ---- go on ----

    @classmethod
    def read(cls, folder: Path) -> "StoredMatch":
        """The match of a folder."""
        try:
            content = json.loads((folder / MATCH).read_text(encoding="utf-8"))
            if content["format"] != FORMAT:
                raise ValueError
            match = Match(
                content["game"],
                tuple(content["options"].items()),
                tuple(content["bots"]),
                content["games"],
                content["seed"],
            )
            match.read()
            sprt = None if content["sprt"] is None else Sprt(**content["sprt"])
            stored = cls(folder, match, content["stop_early"], sprt, content["records"])
            stored._written = content
        except OSError as error:
            raise StoredMatchError(
                f"there is no match in {folder} to go on with ({MATCH}: {error.strerror}); --save begins one"
            ) from None
        except (ValueError, KeyError, TypeError, AttributeError, TessellaError):
            raise StoredMatchError(f"{folder / MATCH} is not a match that `tessella arena` has stored") from None
        return stored

    _written: Json
    """What `match.json` held when it was read."""

    def check_code(self) -> None:
        """Refuse to go on with other bots than those that began the match."""
        now = self._to_json()
        programs = [
            name
            for name, before, after in zip(
                self.match.bots, self._written["code_of_bots"], now["code_of_bots"], strict=True
            )
            if before != after
        ]
        if programs:
            kind = "its program" if is_command(programs[0]) else "its module"
            raise StoredMatchError(
                f"{programs[0]} has changed since the match in {self.folder} began ({kind} is another): a match is "
                "played by the same bots to its end; begin a new one"
            )
        if self._written["code"] != now["code"]:
            raise StoredMatchError(
                f"the match in {self.folder} was begun by version {self._written['tessella']} of Tessella with other "
                "bots or rules than these: go on with the same installation, or begin a new match"
            )

    def go_on(self) -> list[TaskResult]:
        """What was played before, in order; what follows is added to it."""
        self.check_code()
        try:
            self._open()
            lines = (self.folder / TASKS).read_bytes().split(b"\n")
            assert self._tasks is not None
            self._tasks.truncate(sum(len(line) + 1 for line in lines[:-1]))
            if self.records:
                (self.folder / GAMES).mkdir(exist_ok=True)
        except OSError as error:
            raise StoredMatchError(f"cannot go on with the match in {self.folder}: {error.strerror}") from None
        try:
            return list(self._parts(lines[:-1]))
        except StoredMatchError:
            self.close()
            raise

    def _parts(self, lines: Sequence[bytes]) -> Iterator[TaskResult]:
        played = [0] * len(self.match.lineups)
        for number, line in enumerate(lines, 1):
            try:
                part = _from_json(json.loads(line), self.match)
                if part.first != played[part.lineup] or part.deals < 1:
                    raise ValueError
                played[part.lineup] += part.deals
                yield part
            except (ValueError, KeyError, TypeError, IndexError):
                raise StoredMatchError(
                    f"line {number} of {self.folder / TASKS} is damaged: delete it and all that follow, and the match "
                    "goes on from there"
                ) from None

    # ---- play ----

    def add(self, part: TaskResult) -> None:
        """Store what a task counted, its records first."""
        assert self._tasks is not None
        try:
            for record in part.records:
                (self.folder / GAMES / self._name(*record[:3])).write_text(record.text, encoding="utf-8")
            self._tasks.write(json.dumps(_to_json(part), separators=(",", ":")).encode() + b"\n")
        except OSError as error:
            raise StoredMatchError(f"cannot write to {self.folder}: {error.strerror}") from None

    def _name(self, lineup: int, deal: int, rotation: int) -> str:
        """The file of a game: the numbers of its line-up, if there are several, of its deal and its rotation."""
        first = f"{lineup + 1}-" if len(self.match.lineups) > 1 else ""
        return f"{first}{deal + 1:0{len(str(self.match.deals))}}-{rotation + 1}.txt"

    def _open(self) -> None:
        """Open the file of tasks, for one program at a time."""
        self._tasks = (self.folder / TASKS).open("ab", buffering=0)
        with suppress(ImportError):  # not on Windows
            import fcntl

            try:
                fcntl.flock(self._tasks, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self.close()
                raise StoredMatchError(f"another program is playing the match in {self.folder} now") from None

    @property
    def is_open(self) -> bool:
        """Whether the match is written into its folder while it is played."""
        return self._tasks is not None

    def close(self) -> None:
        """Close the file of tasks."""
        if self._tasks is not None:
            self._tasks.close()
            self._tasks = None


def _to_json(part: TaskResult) -> Json:
    return {
        "lineup": part.lineup,
        "first": part.first,
        "deals": part.deals,
        "credits": {str(bot): list(credits) for bot, credits in part.credits.items()},
        "places": [list(place) for place in part.places],
        "seats": part.seats,
        "lengths": {str(length): games for length, games in part.lengths.items()},
        "heads": [[*pair, *heads] for pair, heads in part.heads.items()],
        "decisions": {str(bot): count for bot, count in part.decisions.items()},
        "seconds": {str(bot): seconds for bot, seconds in part.seconds.items()},
        "forfeits": [list(forfeit) for forfeit in part.forfeits],
        "took": part.took,
    }


def _from_json(value: Any, match: Match) -> TaskResult:
    part = TaskResult(
        lineup=value["lineup"],
        first=value["first"],
        deals=value["deals"],
        credits={int(bot): array("d", credits) for bot, credits in value["credits"].items()},
        places=[array("d", place) for place in value["places"]],
        seats=[int(wins) for wins in value["seats"]],
        lengths=Counter({int(length): games for length, games in value["lengths"].items()}),
        heads={(one, other): heads for one, other, *heads in value["heads"]},
        decisions=Counter({int(bot): count for bot, count in value["decisions"].items()}),
        seconds={int(bot): seconds for bot, seconds in value["seconds"].items()},
        forfeits=[Forfeited(*forfeit) for forfeit in value["forfeits"]],
        took=value["took"],
    )
    lineup = match.lineups[part.lineup]
    counts = {part.deals, *map(len, part.credits.values()), *map(len, part.places)}
    if set(part.credits) != set(lineup.bots) or len(part.places) != match.players or len(counts) != 1:
        raise ValueError
    return part
