"""Counting: what the games of a task came to, and all tasks together.

Wins are counted in whole numbers and deals are kept one by one in their order, so that the result is the same to the
last digit however the deals were cut into tasks.
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
"""A win in whole numbers: it can be shared by any number of seats up to eight."""

Pair = tuple[int, int]


class Forfeited(NamedTuple):
    """A game that a bot from outside lost without playing on. They are ordered by the games."""

    table: int
    deal: int
    rotation: int
    seat: int
    bot: int
    length: int
    """How many actions were played before."""
    reason: str


@dataclass(slots=True)
class Part:
    """What the games of a task came to: this is what a worker sends back."""

    table: int
    first: int
    deals: int
    credits: dict[int, "array[float]"] = field(default_factory=dict)
    """For each bot at the table and each deal, the share of the wins that each of its seats had."""
    places: list["array[float]"] = field(default_factory=list)
    """For each place in the order of play and each deal, its share of the wins."""
    seats: list[int] = field(default_factory=list)
    """For each seat its wins."""
    lengths: Counter[int] = field(default_factory=Counter)
    heads: dict[Pair, list[int]] = field(default_factory=dict)
    """For each pair the games that the first won and the second did not, that both won, that only the second won."""
    decisions: Counter[int] = field(default_factory=Counter)
    seconds: dict[int, float] = field(default_factory=dict)
    forfeits: list["Forfeited"] = field(default_factory=list)
    took: float = 0.0
    """The CPU time of all of it; with bots from outside the time of the clock, as they think elsewhere."""


def play_task(task: Task) -> Part:
    """Play a task and count: what a worker is asked to do."""
    clock = time.monotonic if any(map(is_command, task.match.bots)) else cpu_seconds
    start = clock()
    part = count(task, play_deal(task))
    part.took = clock() - start
    return part


def count(task: Task, results: Sequence[GameResult]) -> Part:
    """What these games, which must be exactly those of the task in their order, came to."""
    table = task.match.tables[task.table]
    rotations = len(table.seatings)
    expected = [(task.table, deal, rotation) for deal in task.numbers for rotation in range(rotations)]
    if [result[:3] for result in results] != expected:
        raise ArenaError(f"the games played are not those of {task}")
    players = task.match.players
    part = Part(task.table, task.first, task.deals, seats=[0] * players)
    part.credits = {bot: array("d") for bot in table.bots}
    part.places = [array("d") for _ in range(players)]
    part.heads = {pair: [0, 0, 0] for pair in combinations(sorted(table.bots), 2)}
    part.seconds = dict.fromkeys(table.bots, 0.0)
    for start in range(0, len(results), rotations):
        won = dict.fromkeys(table.bots, 0)
        placed = [0] * players
        for result, seating in zip(results[start : start + rotations], table.seatings, strict=True):
            for seat in result.winners:
                credit = WIN // len(result.winners)
                won[seating[seat]] += credit
                part.seats[seat] += credit
                placed[(seat - result.first) % players] += credit
            victors = {seating[seat] for seat in result.winners}
            for (one, other), heads in part.heads.items():
                if one in victors:
                    heads[other in victors] += 1
                elif other in victors:
                    heads[2] += 1
            part.lengths[result.length] += 1
            if result.forfeit is not None:
                seat, reason = result.forfeit
                part.forfeits.append(Forfeited(*result[:3], seat, seating[seat], result.length, reason))
            for bot, decisions, seconds in zip(seating, result.decisions, result.seconds, strict=True):
                part.decisions[bot] += decisions
                part.seconds[bot] += seconds
        for bot, credit in won.items():
            part.credits[bot].append(credit / (WIN * rotations * table.seats_of(bot)))
        for place, credit in enumerate(placed):
            part.places[place].append(credit / (WIN * rotations))
    return part


class Tally:
    """All that was counted so far. Each table's deals come in one after the other, each exactly once."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.games = 0
        self.seats = [0] * match.players
        self.lengths: Counter[int] = Counter()
        self.heads: dict[Pair, list[int]] = {pair: [0, 0, 0] for pair in combinations(range(len(match.bots)), 2)}
        self.decisions: Counter[int] = Counter()
        self.seconds = dict.fromkeys(range(len(match.bots)), 0.0)
        self.forfeits: list[Forfeited] = []
        self._credits = [{bot: array("d") for bot in table.bots} for table in match.tables]
        self._places = [[array("d") for _ in range(match.players)] for _ in match.tables]

    @property
    def deals(self) -> int:
        """How many deals every table has played."""
        return min(len(places[0]) for places in self._places)

    def add(self, part: Part) -> None:
        """Count what a worker sent back."""
        credits, places = self._credits[part.table], self._places[part.table]
        if part.first != len(places[0]):
            raise ArenaError(f"deal {part.first} of table {part.table} came when it was the turn of {len(places[0])}")
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
        """Of the wins, those of each of the bot's seats."""
        return mean_of(self._deals(bot, [credits for credits in self._credits if bot in credits]), alpha)

    def pairs(self) -> list[Pair]:
        """The bots that met."""
        met = {pair for table in self.match.tables for pair in combinations(sorted(table.bots), 2)}
        return sorted(met)

    def between(self, pair: Pair, alpha: float = ALPHA) -> Estimate:
        """Of the wins that each seat of either had, those of the first: with two seats simply its share of the wins."""
        one, other = pair
        tables = [credits for credits in self._credits if one in credits and other in credits]
        ones, others = self._deals(one, tables), self._deals(other, tables)
        return ratio_of(ones, [mine + theirs for mine, theirs in zip(ones, others, strict=True)], alpha)

    def place(self, place: int, alpha: float = ALPHA) -> Estimate:
        """Of the wins, those of the seat that was at this place in the order of play; 0 began."""
        return mean_of(_across([places[place] for places in self._places]), alpha)

    def meetings(self) -> list[Meeting]:
        """Who won how much, for the ratings."""
        found = []
        for table, credits in zip(self.match.tables, self._credits, strict=True):
            seats = {bot: table.seats_of(bot) for bot in table.bots}
            rotations = len(table.seatings)
            wins = {bot: [share * seats[bot] * rotations for share in credits[bot]] for bot in table.bots}
            found.append(Meeting(seats, wins))
        return found

    def _deals(self, bot: int, tables: Sequence[dict[int, "array[float]"]]) -> list[float]:
        return _across([credits[bot] for credits in tables])


def _across(tables: Sequence[Sequence[float]]) -> list[float]:
    """The mean over the tables for each deal that all of them have played."""
    deals = min(map(len, tables))
    if len(tables) == 1:
        return list(tables[0])
    return [sum(shares) / len(tables) for shares in zip(*(table[:deals] for table in tables), strict=True)]
