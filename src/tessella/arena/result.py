"""What a match came to, as figures."""

from dataclasses import dataclass

from tessella.arena.figures import ALPHA, Estimate
from tessella.arena.match import Match
from tessella.arena.ratings import Rating, rate
from tessella.arena.tally import WIN, Forfeited, Tally
from tessella.core import Json

MOST_REASONS = 5
"""So many reasons for lost games are shown to a person."""


@dataclass(frozen=True, slots=True)
class Forfeits:
    """Games that a bot from outside lost for the same reason, without playing on."""

    reason: str
    games: int
    first: str
    """Where it happened first: enough to see it again."""

    def to_json(self) -> Json:
        """The same as JSON."""
        return {"reason": self.reason, "games": self.games, "first": self.first}

    def __str__(self) -> str:
        return f"{self.games:,} × {self.reason} (first in {self.first})"


@dataclass(frozen=True, slots=True)
class BotResult:
    """How a bot did."""

    name: str
    share: Estimate
    """Its share of the wins for each seat it had; with even players it would be one by the number of seats."""
    rating: Rating
    decisions: int
    milliseconds: float
    """CPU time per decision; for a bot from outside, time of the clock."""
    forfeits: tuple["Forfeits", ...] = ()
    """Why it lost games without playing on, the most frequent reason first."""


@dataclass(frozen=True, slots=True)
class PairResult:
    """How two bots did at the same tables."""

    one: int
    other: int
    share: Estimate
    """Of the wins per seat of both, those of the first."""
    wins: int
    ties: int
    losses: int
    games: int

    @property
    def decided(self) -> bool:
        """Whether one of them is certainly the better."""
        return not self.share.low <= 0.5 <= self.share.high


@dataclass(frozen=True, slots=True)
class Result:
    """What a match came to."""

    match: Match
    games: int
    deals: int
    """For each table; a deal is played once for every rotation of the seats."""
    stopped_early: bool
    alpha: float
    """How much error the intervals of shares leave: 0.05, or what the look that ended the match was allowed. Those of
    the ratings leave 0.05 always."""
    bots: tuple[BotResult, ...]
    pairs: tuple[PairResult, ...]
    places: tuple[Estimate, ...]
    """The share of the wins by the order of play; the first is that of the seat that began."""
    seats: tuple[float, ...]
    """The share of the wins by seat."""
    lengths: tuple[tuple[int, int], ...]
    """How many games took so many actions: pairs of length and count, ascending."""

    @property
    def interval(self) -> str:
        """What to call the intervals of the shares."""
        return f"{100 * (1 - self.alpha):.6g} % interval"

    @property
    def length(self) -> float:
        """How many actions a game took on the average."""
        return sum(length * games for length, games in self.lengths) / self.games

    def to_json(self, timing: bool = True) -> Json:
        """Everything. Without the timing it is the same for the same match, wherever it is played."""
        bots: list[Json] = []
        for bot in self.bots:
            rating = bot.rating
            told: Json = {
                "name": bot.name,
                **bot.share.to_json(),
                "rating": round(rating.value, 1),
                "rating_interval": [round(rating.low, 1), round(rating.high, 1)],
                "decisions": bot.decisions,
            }
            if timing:
                told["ms_per_decision"] = round(bot.milliseconds, 4)
            if bot.forfeits:
                told["forfeits"] = [each.to_json() for each in bot.forfeits]
            bots.append(told)
        return {
            "match": self.match.to_json(),
            "games": self.games,
            "deals": self.deals,
            "stopped_early": self.stopped_early,
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


def result_of(tally: Tally, alpha: float = ALPHA, stopped_early: bool = False) -> Result:
    """The figures of what was counted."""
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
        met = sum(one in table.bots and other in table.bots for table in match.tables)
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
    )


def _forfeits(tally: Tally, bot: int) -> tuple[Forfeits, ...]:
    """The games that a bot forfeited, by reason: the same however the match was cut into tasks."""
    found: dict[str, list[Forfeited]] = {}
    for each in sorted(tally.forfeits):
        if each.bot == bot:
            found.setdefault(each.reason, []).append(each)
    told = []
    for reason, games in found.items():
        one = games[0]
        where = (
            f"seat {one.seat + 1} of the game with seed {tally.match.deal_seed(one.deal)} after {one.length} actions"
        )
        told.append(Forfeits(reason, len(games), where))
    return tuple(sorted(told, key=lambda each: -each.games))
