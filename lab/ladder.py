"""The ladder: plays the matches of the plan, and keeps each result, so that a run that was stopped can go on."""

import json
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import tessella
from lab import solo
from lab.plan import Entry
from lab.solo import Solo
from tessella.arena.figures import Estimate
from tessella.arena.match import Match, Task
from tessella.arena.play import ArenaError
from tessella.arena.result import Result
from tessella.arena.source import code_of
from tessella.arena.workers import Players
from tessella.core import Json, OptionError
from tessella.core.validation import listing
from tessella.games import GAMES

PART = 5
"""A match of slow bots that has no goal plays this part of the games."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a match of the ladder came to."""

    entry: Entry
    match: Match
    games: int
    share: Estimate
    """That of the first bot, which is the one that is judged."""
    decisions: tuple[int, ...]
    milliseconds: tuple[float, ...]
    """For each bot its CPU time per decision."""
    shared: float
    """The part of the games that both bots won."""

    @property
    def better(self) -> bool:
        """Whether the first bot certainly wins more than it would if all were equally strong."""
        return self.share.low > self.entry.even

    @property
    def worse(self) -> bool:
        """Whether it certainly wins less."""
        return self.share.high < self.entry.even

    @property
    def reached(self) -> bool:
        """Whether the goal is reached for certain: chance alone must not reach it."""
        return self.entry.goal is not None and self.share.low >= self.entry.goal

    @property
    def aim_reached(self) -> bool:
        """Whether the aim is, in the same way."""
        return self.entry.aim is not None and self.share.low >= self.entry.aim

    @property
    def verdict(self) -> str:
        """The goal and the aim in a word or two; nothing, if there is no goal."""
        if self.entry.goal is None:
            return ""
        return "not reached" if not self.reached else "reached, and the aim" if self.aim_reached else "reached"

    def __str__(self) -> str:
        goal = "" if self.entry.goal is None else f"; at least {self.entry.goal:.0%}: {self.verdict}"
        times = ", ".join(f"{bot} {time:.3f}" for bot, time in zip(self.match.labels, self.milliseconds, strict=True))
        return f"{self.match.labels[0]} wins {self.share} of {self.games:,} games{goal}; ms a decision: {times}"


@dataclass(frozen=True)
class Ladder:
    """Which matches, how many games, by which luck."""

    games: int
    part: int
    seed: str
    entries: tuple[Entry, ...]

    @property
    def command(self) -> str:
        """What to type for all of it."""
        return f"python -m lab ladder --games {self.games} --part {self.part} --seed {shlex.quote(self.seed)}"

    @property
    def fewer(self) -> int:
        """How many games a match plays, at least, of which only a part is played."""
        return max(self.games // self.part, 1)

    @cached_property
    def matches(self) -> dict[Entry, Match]:
        """The match of each entry."""
        return {entry: entry.match(self.fewer if entry.part else self.games, self.seed) for entry in self.entries}

    @cached_property
    def alone(self) -> tuple[Solo, ...]:
        """What is played alone."""
        return solo.plan(self.games, self.part, self.seed)

    def only(self, text: str) -> tuple[dict[Entry, Match], list[Solo]]:
        """The matches, and the games alone, in whose description all words of a text occur; "goal" finds the matches
        that have one."""
        words = set(text.lower().split())
        found = {entry: match for entry, match in self.matches.items() if words <= entry.words}
        alone = [each for each in self.alone if words <= each.words]
        if not found and not alone:
            told = [*(entry.words for entry in self.entries), *(each.words for each in self.alone)]
            known = sorted(frozenset[str]().union(*told))
            raise OptionError(f"no match of the ladder has all of {text!r} in it; the words are {listing(known)}")
        return found, alone

    def played(self, kept: "Kept") -> list[Played]:
        """The matches that are finished."""
        found = ((entry, match, kept.find(match)) for entry, match in self.matches.items())
        return [read(entry, match, result) for entry, match, result in found if result is not None]


def read(entry: Entry, match: Match, result: Json) -> Played:
    """What was kept of a match. A new result goes the same way, so that it is rounded in the same way."""
    first = result["bots"][0]
    low, high = first["interval"]
    return Played(
        entry=entry,
        match=match,
        games=result["games"],
        share=Estimate(first["share"], low, high),
        decisions=tuple(bot["decisions"] for bot in result["bots"]),
        milliseconds=tuple(bot["ms_per_decision"] for bot in result["bots"]),
        shared=result["pairs"][0]["ties"] / result["pairs"][0]["games"],
    )


class Kept:
    """The results so far, in a file. One holds as long as match, version and code are the same."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._codes = {game: code_of(game) for game in GAMES}
        self._results: dict[str, Json] = {}
        try:
            text = file.read_text(encoding="utf-8")
        except FileNotFoundError:
            return
        except OSError as error:
            raise ArenaError(f"cannot read {file}: {error.strerror}") from None
        try:
            self._results = {_name(each["result"]["match"]): each for each in json.loads(text)["results"]}
        except (ValueError, KeyError, TypeError):
            raise ArenaError(f"{file} is not what a ladder keeps; remove it, or name another file") from None

    def find(self, match: Match) -> Json | None:
        """The result of a match, if it was played by today's bots."""
        found = self._results.get(_name(match.to_json()))
        if found is None or found["made by"] != self._made_by(match.game):
            return None
        result: Json = found["result"]
        return result

    def add(self, result: Result) -> None:
        """Keep a result, at once; one of the same match by other bots is replaced."""
        told = {"made by": self._made_by(result.match.game), "result": result.to_json()}
        self._results[_name(result.match.to_json())] = told
        self.write()

    def forget(self, matches: Iterable[Match]) -> None:
        """Let these be played anew."""
        for match in matches:
            self._results.pop(_name(match.to_json()), None)

    def write(self) -> None:
        """Write the file anew; whoever is interrupted here still has the old one."""
        beside = self.file.with_name(self.file.name + ".new")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps({"results": list(self._results.values())}, indent=1), encoding="utf-8")
            beside.replace(self.file)
        except OSError as error:
            raise ArenaError(f"cannot keep results in {self.file}: {error.strerror}") from None

    def _made_by(self, game: str) -> Json:
        return {"tessella": tessella.__version__, "code": self._codes[game]}


def expected(matches: Sequence[Match], players: Players) -> list[float]:
    """How many seconds of CPU time each match will take, guessed from its first deal."""
    parts = players([Task(match, 0, 0, 1) for match in matches])
    return [part.took * match.deals for match, part in zip(matches, parts, strict=True)]


def _name(match: Json) -> str:
    return json.dumps(match, sort_keys=True)
