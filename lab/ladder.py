"""The ladder: the matches of the plan, how many games each plays, and what their results mean."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lab import solo
from lab.plan import LadderMatch
from lab.results import ResultFile
from lab.solo import Solo
from tessella.arena.figures import Estimate
from tessella.arena.match import Match, Task
from tessella.arena.result import Result
from tessella.arena.workers import Runner
from tessella.core import Json, OptionError
from tessella.core.validation import listing

PART = 5
"""A match of slow bots that has no goal plays this part of the games."""


@dataclass(frozen=True, slots=True)
class LadderResult:
    """The result of a match of the ladder."""

    planned: LadderMatch
    match: Match
    games: int
    share: Estimate
    """The share of the first bot, which is the one that is judged."""
    decisions: tuple[int, ...]
    milliseconds: tuple[float, ...]
    """For each bot its CPU time per decision."""
    shared: float
    """The part of the games that both bots won."""

    @property
    def better(self) -> bool:
        """Whether the first bot certainly wins more than it would if all were equally strong."""
        return self.share.low > self.planned.even

    @property
    def worse(self) -> bool:
        """Whether it certainly wins less."""
        return self.share.high < self.planned.even

    @property
    def reached(self) -> bool:
        """Whether the goal is certainly reached: chance alone must not reach it."""
        return self.planned.goal is not None and self.share.low >= self.planned.goal

    @property
    def aim_reached(self) -> bool:
        """Whether the aim is certainly reached."""
        return self.planned.aim is not None and self.share.low >= self.planned.aim

    @property
    def verdict(self) -> str:
        """Goal and aim in a word or two; empty without a goal."""
        if self.planned.goal is None:
            return ""
        return "not reached" if not self.reached else "reached, and the aim" if self.aim_reached else "reached"

    def __str__(self) -> str:
        goal = "" if self.planned.goal is None else f"; at least {self.planned.goal:.0%}: {self.verdict}"
        times = ", ".join(f"{bot} {time:.3f}" for bot, time in zip(self.match.labels, self.milliseconds, strict=True))
        return f"{self.match.labels[0]} wins {self.share} of {self.games:,} games{goal}; ms a decision: {times}"


class MatchResults:
    """The results of matches so far, in a file."""

    def __init__(self, file: Path) -> None:
        self._file = ResultFile(file, "results", lambda entry: entry["result"]["match"])

    def find(self, match: Match) -> Json | None:
        """The result of a match, if today's bots played it."""
        entry = self._file.find(match.game, match.to_json())
        return None if entry is None else entry["result"]

    def add(self, result: Result) -> None:
        """Store a result at once."""
        self._file.add(result.match.game, {"result": result.to_json()})

    def remove(self, matches: Sequence[Match]) -> None:
        """Remove results, so that these matches are played anew."""
        self._file.remove(match.to_json() for match in matches)

    def write(self) -> None:
        """Write the file, which shows that it can be written."""
        self._file.write()


@dataclass(frozen=True)
class Ladder:
    """Which matches, how many games, which seed."""

    games: int
    part: int
    seed: str
    planned: tuple[LadderMatch, ...]

    @property
    def command(self) -> str:
        """The command that plays all of it."""
        return f"python -m lab ladder --games {self.games} --part {self.part} --seed {shlex.quote(self.seed)}"

    @cached_property
    def matches(self) -> dict[LadderMatch, Match]:
        """The arena's match for each planned one."""
        fewer = max(self.games // self.part, 1)
        return {planned: planned.match(fewer if planned.part else self.games, self.seed) for planned in self.planned}

    @cached_property
    def solos(self) -> tuple[Solo, ...]:
        """The games without an opponent."""
        return solo.plan(self.games, self.part, self.seed)

    def select(self, text: str) -> tuple[dict[LadderMatch, Match], list[Solo]]:
        """The matches and solos whose description has all words of a text; "goal" selects matches that have one."""
        words = set(text.lower().split())
        matches = {planned: match for planned, match in self.matches.items() if words <= planned.words}
        solos = [each for each in self.solos if words <= each.words]
        if not matches and not solos:
            words_by_match = [*(each.words for each in self.planned), *(each.words for each in self.solos)]
            known = listing(sorted(frozenset[str]().union(*words_by_match)))
            raise OptionError(f"no match of the ladder has all of {text!r} in it; the words are {known}")
        return matches, solos

    def finished(self, results: MatchResults) -> list[LadderResult]:
        """The results of the matches that are finished."""
        stored = ((planned, match, results.find(match)) for planned, match in self.matches.items())
        return [read_result(planned, match, result) for planned, match, result in stored if result is not None]


def read_result(planned: LadderMatch, match: Match, result: Json) -> LadderResult:
    """Read the JSON of a result. A new result is read in the same way, so that it is rounded in the same way."""
    first = result["bots"][0]
    low, high = first["interval"]
    return LadderResult(
        planned=planned,
        match=match,
        games=result["games"],
        share=Estimate(first["share"], low, high),
        decisions=tuple(bot["decisions"] for bot in result["bots"]),
        milliseconds=tuple(bot["ms_per_decision"] for bot in result["bots"]),
        shared=result["pairs"][0]["ties"] / result["pairs"][0]["games"],
    )


def expected_seconds(matches: Sequence[Match], runner: Runner) -> list[float]:
    """Estimate the CPU time of each match from its first deal."""
    parts = runner([Task(match, 0, 0, 1) for match in matches])
    return [part.took * match.deals for match, part in zip(matches, parts, strict=True)]
