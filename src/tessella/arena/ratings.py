"""Ratings: how strong each bot is on one scale, from who won how often against whom.

The model is Bradley and Terry's, in Luce's form for tables of more than two: a seat wins with a chance in proportion to
its bot's strength. It is fitted by the minorise-maximise steps of Hunter (2004). Libraries were looked at: choix needs
numpy and scipy and knows no shared wins; OpenSkill and Glicko rate as games come in, so that the order of equal bots'
games would change the result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

from tessella.core import Generator

SCALE = 400 / log(10)
"""As in chess: 400 points are ten to one."""
MIDDLE = 1500.0
"""What the bots of a match have on the average."""
RESAMPLES = 200
BLOCKS = 400
"""Deals are drawn in at most so many blocks: as good as one by one, and no slower for a million."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A table's games: for each bot at it the seats it has, and its wins per deal."""

    seats: dict[int, int]
    wins: Mapping[int, Sequence[float]]


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating, and between what it probably lies."""

    value: float
    low: float
    high: float


def strengths(bots: int, meetings: Sequence[tuple[dict[int, int], dict[int, float]]]) -> list[float]:
    """The ratings that make these results most likely. A meeting: each bot's seats, and its wins.

    One more game is counted at every table, shared by all its seats, so that a bot that always wins is rated, too.
    """
    wins = [0.0] * bots
    for seats, won in meetings:
        for bot, count in seats.items():
            wins[bot] += won[bot] + count / sum(seats.values())
    strength = [1.0] * bots
    for _ in range(1000):
        burden = [0.0] * bots
        for seats, won in meetings:
            games = (sum(won.values()) + 1) / sum(count * strength[bot] for bot, count in seats.items())
            for bot, count in seats.items():
                burden[bot] += count * games
        following = [win / of for win, of in zip(wins, burden, strict=True)]
        scale = bots / sum(following)
        following = [value * scale for value in following]
        moved = max(abs(a / b - 1) for a, b in zip(following, strength, strict=True))
        strength = following
        if moved < 1e-6:
            break
    rated = [SCALE * log(value) for value in strength]
    middle = sum(rated) / bots
    return [MIDDLE + value - middle for value in rated]


def rate(bots: int, meetings: Sequence[Meeting], deals: int, seed: int = 1) -> list[Rating]:
    """Ratings with 95 % intervals by the bootstrap: deals are drawn anew, each with the games of all tables."""
    blocks = min(deals, BLOCKS)
    edges = [deals * i // blocks for i in range(blocks + 1)] if blocks else [0]
    sums = [
        {bot: [sum(won[start:stop]) for start, stop in pairwise(edges)] for bot, won in meeting.wins.items()}
        for meeting in meetings
    ]

    def fit(drawn: Sequence[int]) -> list[float]:
        return strengths(
            bots,
            [
                (meeting.seats, {bot: sum(map(of.__getitem__, drawn)) for bot, of in won.items()})
                for meeting, won in zip(meetings, sums, strict=True)
            ],
        )

    best = fit(range(blocks))
    if blocks < 2:
        return [Rating(value, value, value) for value in best]
    rng = Generator(seed)
    tries = [fit([rng.below(blocks) for _ in range(blocks)]) for _ in range(RESAMPLES)]
    ratings = []
    for bot, value in enumerate(best):
        found = sorted(each[bot] for each in tries)
        low, high = found[RESAMPLES * 25 // 1000], found[RESAMPLES * 975 // 1000 - 1]
        ratings.append(Rating(value, min(low, value), max(high, value)))
    return ratings
