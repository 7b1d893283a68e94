"""Ratings: how strong each bot is on one scale, from who won how often against whom.

The model is that of Bradley and Terry, in Luce's form for more than two seats: a seat wins with a probability in
proportion to its bot's strength. It is fitted by the minorise-maximise steps of Hunter (2004). Libraries considered:
choix needs numpy and scipy and has no shared wins; OpenSkill and Glicko rate game by game, so that the order of the
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
"""The mean rating of the bots of a match."""
RESAMPLES = 200
BLOCKS = 400
"""Deals are resampled in at most so many blocks: as accurate as one by one, and no slower for a million deals."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """The games of a line-up: for each of its bots the number of its seats, and its wins per deal."""

    seats: dict[int, int]
    wins: Mapping[int, Sequence[float]]


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating, and the interval in which it probably lies."""

    value: float
    low: float
    high: float


def strengths(bots: int, meetings: Sequence[tuple[dict[int, int], dict[int, float]]]) -> list[float]:
    """The ratings that make these results most likely. A meeting: each bot's seats, and its wins.

    One more game, shared by all seats, is counted for every line-up, so that a bot that always wins has a rating, too.
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
    """Ratings with 95 % intervals by the bootstrap: deals are resampled, each with the games of all line-ups."""
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
        values = sorted(each[bot] for each in tries)
        low, high = values[RESAMPLES * 25 // 1000], values[RESAMPLES * 975 // 1000 - 1]
        ratings.append(Rating(value, min(low, value), max(high, value)))
    return ratings
