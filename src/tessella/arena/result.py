"""The figures of a match."""

from dataclasses import dataclass
from math import isinf

from tessella.arena.figures import ALPHA, Estimate
from tessella.arena.match import Match
from tessella.arena.ratings import Rating, rate
from tessella.arena.sprt import Sprt, SprtResult
from tessella.arena.tally import WIN, Forfeited, Tally
from tessella.core import Json, seat_name

MOST_REASONS = 5
"""The most reasons for forfeits that a report shows."""


@dataclass(frozen=True, slots=True)
class Forfeits:
    """Games that a bot from outside forfeited for the same reason."""

    reason: str
    games: int
    first: str
    """Where it happened first, precise enough to reproduce it."""

    def to_json(self) -> Json:
        """The forfeits as JSON."""
        return {"reason": self.reason, "games": self.games, "first": self.first}

    def __str__(self) -> str:
        return f"{self.games:,} × {self.reason} (first in {self.first})"


@dataclass(frozen=True, slots=True)
class BotResult:
    """The result of a bot."""

    name: str
    share: Estimate
    """Its share of the wins for each of its seats; among equals, one divided by the number of seats."""
    rating: Rating
    decisions: int
    milliseconds: float
    """CPU time per decision; for a bot from outside, wall-clock time."""
    forfeits: tuple["Forfeits", ...] = ()
    """Its forfeits, the most frequent reason first."""


@dataclass(frozen=True, slots=True)
class PairResult:
    """The result of two bots in the games in which both played."""

    one: int
    other: int
    share: Estimate
    """The first bot's part of the wins per seat of both."""
    wins: int
    ties: int
    losses: int
    games: int

    @property
    def decided(self) -> bool:
        """Whether one of them is certainly better."""
        return not self.share.low <= 0.5 <= self.share.high


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match."""

    match: Match
    games: int
    deals: int
    """Of each line-up; a deal is played once for every rotation of the seats."""
    stopped_early: bool
    alpha: float
    """The error rate of the shares' intervals: 0.05, or the allowance of the look that ended the match. That of the
    ratings' intervals is always 0.05."""
    bots: tuple[BotResult, ...]
    pairs: tuple[PairResult, ...]
    places: tuple[Estimate, ...]
    """The share of the wins by the order of play; the first is that of the seat that began."""
    seats: tuple[float, ...]
    """The share of the wins by seat."""
    lengths: tuple[tuple[int, int], ...]
    """Pairs of a number of actions and the number of games that took so many, ascending."""
    interrupted: bool = False
    """Whether it was stopped by hand before all games were played."""
    sprt: Sprt | None = None
    """The test that could end the match, if there was one,"""
    tested: SprtResult | None = None
    """and its state after the last deal."""

    @property
    def lost_by_forfeits(self) -> list[BotResult]:
        """The bots that forfeited more games than they lost otherwise: their figures say little of how they play."""
        return [bot for bot in self.bots if sum(each.games for each in bot.forfeits) * 2 > self.not_won(bot)]

    def not_won(self, bot: BotResult) -> float:
        """The number of games that a bot did not win, shared wins in part."""
        return sum(pair.losses for pair in self.pairs if self.bots[pair.one] is bot) + sum(
            pair.wins for pair in self.pairs if self.bots[pair.other] is bot
        )

    @property
    def interval(self) -> str:
        """The name of the shares' intervals."""
        return f"{100 * (1 - self.alpha):.6g} % interval"

    @property
    def length(self) -> float:
        """The mean number of actions of a game."""
        return sum(length * games for length, games in self.lengths) / self.games

    def to_json(self, timing: bool = True) -> Json:
        """The result as JSON. Without the timing it is the same for the same match, wherever it is played."""
        bots: list[Json] = []
        for bot in self.bots:
            rating = bot.rating
            entry: Json = {
                "name": bot.name,
                **bot.share.to_json(),
                "rating": round(rating.value, 1),
                "rating_interval": [None if isinf(end) else round(end, 1) for end in (rating.low, rating.high)],
                "decisions": bot.decisions,
            }
            if timing:
                entry["ms_per_decision"] = round(bot.milliseconds, 4)
            if bot.forfeits:
                entry["forfeits"] = [each.to_json() for each in bot.forfeits]
            bots.append(entry)
        return {
            "match": self.match.to_json(),
            "games": self.games,
            "deals": self.deals,
            "stopped_early": self.stopped_early,
            **({"interrupted": True} if self.interrupted else {}),
            **({"sprt": self.sprt.to_json(self.tested)} if self.sprt is not None and self.tested is not None else {}),
            "confidence": round(1 - self.alpha, 9),
            "bots": bots,
            "pairs": [
                {
                    "bots": [self.bots[pair.one].name, self.bots[pair.other].name],
                    "games": pair.games,
                    **pair.share.to_json(),
                    "wins": pair.wins,
                    "ties": pair.ties,
                    "losses": pair.losses,
                }
                for pair in self.pairs
            ],
            "order_of_play": [{"place": place, **share.to_json()} for place, share in enumerate(self.places, 1)],
            "seats": [{"seat": seat, "share": round(share, 6)} for seat, share in enumerate(self.seats, 1)],
            "length": {
                "mean": round(self.length, 4),
                "distribution": {str(length): games for length, games in self.lengths},
            },
        }


def result_of(
    tally: Tally,
    alpha: float = ALPHA,
    stopped_early: bool = False,
    interrupted: bool = False,
    sprt: Sprt | None = None,
) -> Result:
    """Compute the figures of a tally."""
    match = tally.match
    ratings = rate(len(match.bots), tally.meetings(), tally.deals)
    bots = tuple(
        BotResult(
            name,
            tally.share(bot, alpha),
            ratings[bot],
            tally.decisions[bot],
            1000 * tally.seconds[bot] / max(tally.decisions[bot], 1),
            _forfeits(tally, bot),
        )
        for bot, name in enumerate(match.labels)
    )
    pairs = []
    for one, other in tally.pairs():
        wins, ties, losses = tally.heads[one, other]
        met = sum(one in lineup.bots and other in lineup.bots for lineup in match.lineups)
        games = met * tally.deals * match.players
        pairs.append(PairResult(one, other, tally.between((one, other), alpha), wins, ties, losses, games))
    return Result(
        match=match,
        games=tally.games,
        deals=tally.deals,
        stopped_early=stopped_early,
        alpha=alpha,
        bots=bots,
        pairs=tuple(pairs),
        places=tuple(tally.place(place, alpha) for place in range(match.players)),
        seats=tuple(won / (WIN * tally.games) for won in tally.seats),
        lengths=tuple(sorted(tally.lengths.items())),
        interrupted=interrupted,
        sprt=sprt,
        tested=None if sprt is None else sprt.test(tally, may_end=not interrupted),
    )


def _forfeits(tally: Tally, bot: int) -> tuple[Forfeits, ...]:
    """The games that a bot forfeited, by reason; the same however the match was divided into tasks."""
    by_reason: dict[str, list[Forfeited]] = {}
    for each in sorted(tally.forfeits):
        if each.bot == bot:
            by_reason.setdefault(each.reason, []).append(each)
    forfeits = []
    for reason, games in by_reason.items():
        first = games[0]
        seed = tally.match.deal_seed(first.deal)
        where = f"{seat_name(first.seat)} of the game with seed {seed} after {first.length} actions"
        forfeits.append(Forfeits(reason, len(games), where))
    return tuple(sorted(forfeits, key=lambda each: -each.games))
