"""Counting: the games of a task, and all tasks together.

Wins are counted in whole numbers and deals are kept one by one in their order, so that the result is the same to the
last digit however the deals were divided into tasks.
"""

import time
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from tessella.arena.figures import ALPHA, Estimate, mean_of, ratio_of
from tessella.arena.match import Match, Task
from tessella.arena.outside import is_command
from tessella.arena.play import ArenaError, GameResult, play_deal
from tessella.arena.ratings import Meeting
from tessella.core.clock import cpu_seconds

WIN = 840
"""The value of a win: it can be divided by any number of seats up to eight."""

Pair = tuple[int, int]


class Forfeited(NamedTuple):
    """A game that a bot from outside forfeited. They sort in the order of the games."""

    lineup: int
    deal: int
    rotation: int
    seat: int
    bot: int
    length: int
    """The number of actions before the forfeit."""
    reason: str


class KeptRecord(NamedTuple):
    """A game of a match as a record."""

    lineup: int
    deal: int
    rotation: int
    text: str


@dataclass(slots=True)
class TaskResult:
    """The counts of a task's games, as a worker sends them back."""

    lineup: int
    first: int
    deals: int
    credits: dict[int, "array[float]"] = field(default_factory=dict)
    """For each bot of the line-up and each deal, the share of the wins of each of its seats."""
    places: list["array[float]"] = field(default_factory=list)
    """For each position in the order of play and each deal, its share of the wins."""
    seats: list[int] = field(default_factory=list)
    """For each seat its wins."""
    lengths: Counter[int] = field(default_factory=Counter)
    heads: dict[Pair, list[int]] = field(default_factory=dict)
    """For each pair the number of games that only the first won, that both won, that only the second won."""
    decisions: Counter[int] = field(default_factory=Counter)
    seconds: dict[int, float] = field(default_factory=dict)
    forfeits: list["Forfeited"] = field(default_factory=list)
    took: float = 0.0
    """The CPU time of the task; with bots from outside wall-clock time, as they run in other processes."""
    records: list["KeptRecord"] = field(default_factory=list)
    """The games as records, if the task keeps them."""


def play_task(task: Task) -> TaskResult:
    """Play a task and count its games: the work of a worker."""
    clock = time.monotonic if any(map(is_command, task.match.bots)) else cpu_seconds
    start = clock()
    part = count(task, play_deal(task))
    part.took = clock() - start
    return part


def count(task: Task, results: Sequence[GameResult]) -> TaskResult:
    """Count these games, which must be exactly those of the task, in order."""
    lineup = task.match.lineups[task.lineup]
    rotations = len(lineup.seatings)
    expected = [(task.lineup, deal, rotation) for deal in task.numbers for rotation in range(rotations)]
    if [result[:3] for result in results] != expected:
        raise ArenaError(f"the games played are not those of {task}")
    players = task.match.players
    part = TaskResult(task.lineup, task.first, task.deals, seats=[0] * players)
    part.credits = {bot: array("d") for bot in lineup.bots}
    part.places = [array("d") for _ in range(players)]
    part.heads = {pair: [0, 0, 0] for pair in combinations(sorted(lineup.bots), 2)}
    part.seconds = dict.fromkeys(lineup.bots, 0.0)
    for start in range(0, len(results), rotations):
        won = dict.fromkeys(lineup.bots, 0)
        placed = [0] * players
        for result, seating in zip(results[start : start + rotations], lineup.seatings, strict=True):
            for seat in result.winners:
                credit = WIN // len(result.winners)
                won[seating[seat]] += credit
                part.seats[seat] += credit
                placed[(seat - result.first) % players] += credit
            winners = {seating[seat] for seat in result.winners}
            for (one, other), heads in part.heads.items():
                if one in winners:
                    heads[other in winners] += 1
                elif other in winners:
                    heads[2] += 1
            part.lengths[result.length] += 1
            if result.forfeit is not None:
                seat, reason = result.forfeit
                part.forfeits.append(Forfeited(*result[:3], seat, seating[seat], result.length, reason))
            if result.record is not None:
                part.records.append(KeptRecord(*result[:3], result.record))
            for bot, decisions, seconds in zip(seating, result.decisions, result.seconds, strict=True):
                part.decisions[bot] += decisions
                part.seconds[bot] += seconds
        for bot, credit in won.items():
            part.credits[bot].append(credit / (WIN * rotations * lineup.seats_of(bot)))
        for place, credit in enumerate(placed):
            part.places[place].append(credit / (WIN * rotations))
    return part


class Tally:
    """All counts so far. The deals of each line-up are added in order, each exactly once."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.games = 0
        self.seats = [0] * match.players
        self.lengths: Counter[int] = Counter()
        self.heads: dict[Pair, list[int]] = {pair: [0, 0, 0] for pair in combinations(range(len(match.bots)), 2)}
        self.decisions: Counter[int] = Counter()
        self.seconds = dict.fromkeys(range(len(match.bots)), 0.0)
        self.forfeits: list[Forfeited] = []
        self._credits = [{bot: array("d") for bot in lineup.bots} for lineup in match.lineups]
        self._places = [[array("d") for _ in range(match.players)] for _ in match.lineups]

    @property
    def deals(self) -> int:
        """The number of deals that every line-up has played."""
        return min(len(places[0]) for places in self._places)

    def add(self, part: TaskResult) -> None:
        """Add the counts of a task."""
        credits, places = self._credits[part.lineup], self._places[part.lineup]
        if part.first != len(places[0]):
            raise ArenaError(f"line-up {part.lineup}: deal {part.first} came instead of deal {len(places[0])}")
        for bot, shares in part.credits.items():
            credits[bot].extend(shares)
        for place, shares in enumerate(part.places):
            places[place].extend(shares)
        self.games += part.lengths.total()
        self.seats = [mine + more for mine, more in zip(self.seats, part.seats, strict=True)]
        self.lengths.update(part.lengths)
        self.decisions.update(part.decisions)
        for pair, heads in part.heads.items():
            self.heads[pair] = [mine + more for mine, more in zip(self.heads[pair], heads, strict=True)]
        for bot, seconds in part.seconds.items():
            self.seconds[bot] += seconds
        self.forfeits += part.forfeits

    def share(self, bot: int, alpha: float = ALPHA) -> Estimate:
        """The share of the wins of each of the bot's seats."""
        return mean_of(self._deals(bot, [credits for credits in self._credits if bot in credits]), alpha)

    def shares_by_deal(self, bot: int) -> list[float]:
        """The share of the wins of all of a bot's seats, for each deal that every line-up has played."""
        lineups = [lineup.seats_of(bot) for lineup in self.match.lineups if bot in lineup.bots]
        seats = sum(lineups) / len(lineups)
        return [share * seats for share in self._deals(bot, [each for each in self._credits if bot in each])]

    def pairs(self) -> list[Pair]:
        """The pairs of bots that met."""
        met = {pair for lineup in self.match.lineups for pair in combinations(sorted(lineup.bots), 2)}
        return sorted(met)

    def between(self, pair: Pair, alpha: float = ALPHA) -> Estimate:
        """The first bot's part of the wins per seat of both: with two seats simply its share of the wins."""
        one, other = pair
        lineups = [credits for credits in self._credits if one in credits and other in credits]
        ones, others = self._deals(one, lineups), self._deals(other, lineups)
        return ratio_of(ones, [mine + theirs for mine, theirs in zip(ones, others, strict=True)], alpha)

    def place(self, place: int, alpha: float = ALPHA) -> Estimate:
        """The share of the wins of a position in the order of play; position 0 begins."""
        return mean_of(_across([places[place] for places in self._places]), alpha)

    def meetings(self) -> list[Meeting]:
        """The wins of each line-up, for the ratings."""
        meetings = []
        for lineup, credits in zip(self.match.lineups, self._credits, strict=True):
            seats = {bot: lineup.seats_of(bot) for bot in lineup.bots}
            rotations = len(lineup.seatings)
            wins = {bot: [share * seats[bot] * rotations for share in credits[bot]] for bot in lineup.bots}
            meetings.append(Meeting(seats, wins))
        return meetings

    def _deals(self, bot: int, lineups: Sequence[dict[int, "array[float]"]]) -> list[float]:
        return _across([credits[bot] for credits in lineups])


def _across(lineups: Sequence[Sequence[float]]) -> list[float]:
    """The mean over the line-ups for each deal that all of them have played."""
    deals = min(map(len, lineups))
    if len(lineups) == 1:
        return list(lineups[0])
    return [sum(shares) / len(lineups) for shares in zip(*(each[:deals] for each in lineups), strict=True)]
