"""Ratings: how strong each bot is on one scale, from who won how often against whom.

The model is that of Bradley and Terry, in Luce's form for more than two seats: a seat wins with a probability in
proportion to its bot's strength. It is fitted by the minorise-maximise steps of Hunter (2004). Libraries considered:
choix needs numpy and scipy and has no shared wins; OpenSkill and Glicko rate game by game, so that the order of the
games would change the result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log

from tessella.arena.figures import exact_interval
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
    """Ratings with 95 % intervals.

    Each contains the exact interval of the bot's share, on the scale of the ratings: it has no upper end for a bot that
    won everything. In matches of more than two bots it also contains the interval of the bootstrap, in which deals are
    resampled, each with the games of all line-ups.
    """
    best = strengths(bots, [(each.seats, {bot: sum(won) for bot, won in each.wins.items()}) for each in meetings])
    if not deals:
        return [Rating(value, -inf, inf) for value in best]
    ratings = []
    tries = _resampled(bots, meetings, deals, seed) if bots > 2 else []
    for bot, value in enumerate(best):
        below, above = _reach(bots, bot, meetings, deals)
        values = sorted(each[bot] for each in tries) or [value]
        low, high = values[len(values) * 25 // 1000], values[max(len(values) * 975 // 1000 - 1, 0)]
        ratings.append(Rating(value, min(low, value - below), max(high, value + above)))
    return ratings


def _reach(bots: int, bot: int, meetings: Sequence[Meeting], deals: int) -> tuple[float, float]:
    """How far a bot's rating may be below and above its value, by the interval of its share of the wins.

    A deal is one observation. If the deals differ less than those of a coin would, because each is played from both
    sides, they count for more.
    """
    shares = [0.0] * deals
    met, played = 0, 0.0
    for meeting in meetings:
        if bot in meeting.seats:
            met += 1
            for deal, won in enumerate(meeting.wins[bot][:deals]):
                games = sum(wins[deal] for wins in meeting.wins.values()) or 1.0
                shares[deal] += won / games
                played += games
    shares = [share / met for share in shares]
    mean = sum(shares) / deals
    # Two more deals, one won and one lost, so that deals that happen to be alike do not look certain.
    smooth = (mean * deals + 1) / (deals + 2)
    spread = (sum((share - smooth) ** 2 for share in shares) + (1 - smooth) ** 2 + smooth**2) / (deals + 2)
    count = deals * max(1.0, smooth * (1 - smooth) / spread)
    low, high = exact_interval(mean * count, count)
    middle = _logit((mean * played + 0.5) / (played + 1))  # as `strengths` has it, with a shared game more
    scale = SCALE * (bots - 1) / bots  # the mean of all ratings is fixed: the others move the other way
    return scale * max(middle - _logit(low), 0.0), scale * max(_logit(high) - middle, 0.0)


def _logit(share: float) -> float:
    return -inf if share <= 0 else inf if share >= 1 else log(share / (1 - share))


def _resampled(bots: int, meetings: Sequence[Meeting], deals: int, seed: int) -> list[list[float]]:
    """The ratings of resampled deals."""
    blocks = min(deals, BLOCKS)
    edges = [deals * i // blocks for i in range(blocks + 1)]
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

    rng = Generator(seed)
    return [fit([rng.below(blocks) for _ in range(blocks)]) for _ in range(RESAMPLES)]
