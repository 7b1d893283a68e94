"""A sequential test of two bots: the generalised sequential probability ratio test (GSPRT) on the deals of a match.

The hypotheses are differences in strength, in points of the ratings: with H0 the first bot is `elo0` points stronger
than the second, with H1 `elo1`. An observation is a deal, the mean of its games over all rotations of the seats, since
the games of a deal are not independent. For two players without shared wins it has three values, with shared wins five
(in computer chess the test is then called pentanomial). How often the deals have each value is not assumed: for each
hypothesis it is what makes the observed deals most likely while their mean is that of the hypothesis. The logarithm of
the ratio of these likelihoods is compared with the bounds of Wald.

The error rates of a GSPRT hold approximately, the better the closer the hypotheses are. `tests/test_arena_sprt.py`
measures them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite, log
from typing import Literal

from tessella.arena.figures import FEWEST
from tessella.arena.match import Match
from tessella.arena.tally import Tally
from tessella.core import Json, OptionError

AFTER_A_TEST = (
    "A test answers this question alone: shares, ratings and their intervals do not allow for where it ended."
)
"""The caveat of a match that a test could end."""
MOST_ELO = 1000.0
"""The greatest difference that can be tested: three hundred wins to one."""
LEAST_GAP = 0.1
"""The least distance of the hypotheses: a closer pair takes many millions of games."""
STEP = 16
"""The test is computed after at least so many more deals,"""
PART = 50
"""or after this part of those that were played, if that is more."""
TRACE = 1e-3
"""Deals that are all won, and deals that are all lost, count as seen so often before the first deal: each hypothesis
must be possible whatever was seen."""


@dataclass(frozen=True, slots=True)
class SprtResult:
    """The state of a test."""

    ratio: float
    """The logarithm of the ratio of the likelihoods."""
    accepted: Literal["elo0", "elo1"] | None
    """The accepted hypothesis; None while it is open."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test; `OptionError` if it cannot be one."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often H1 is accepted although H0 is true."""
    beta: float = 0.05
    """How often H0 is accepted although H1 is true."""

    def __post_init__(self) -> None:
        for value in (self.elo0, self.elo1):
            if not isfinite(value) or abs(value) > MOST_ELO:
                raise OptionError(f"an Elo bound is a number from {-MOST_ELO:g} to {MOST_ELO:g}, not {value:g}")
        if self.elo1 - self.elo0 < LEAST_GAP:
            raise OptionError(
                f"the second Elo bound is greater than the first by {LEAST_GAP:g} or more, like 0 5: "
                f"{self.elo0:g} {self.elo1:g} is no test"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 1e-6 <= value < 0.5:
                raise OptionError(f"{name} is an error rate from 0.000001 to below 0.5, not {value:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratio at which H0 is accepted, and that at which H1 is."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def check(self, match: Match) -> None:
        """Refuse a match that it cannot test."""
        if len(match.bots) != 2:
            raise OptionError(f"an SPRT compares two bots, not {len(match.bots)}")

    def looks(self, deals: int) -> Iterator[int]:
        """The numbers of deals after which the test is computed. They do not depend on how a match is divided."""
        done = min(FEWEST, deals)
        while done < deals:
            yield done
            done += max(STEP, done // PART)
        yield deals

    def test(self, tally: Tally, may_end: bool = True) -> SprtResult:
        """Test the deals so far. Nothing is accepted if they do not end at one of the `looks` (not `may_end`)."""
        match = tally.match
        seats = match.lineups[0].seats_of(0)
        ratio = likelihood_ratio(
            tally.shares_by_deal(0),
            expected_share(self.elo0, seats, match.players),
            expected_share(self.elo1, seats, match.players),
        )
        low, high = self.bounds
        accepted: Literal["elo0", "elo1"] | None = "elo0" if ratio <= low else "elo1" if ratio >= high else None
        return SprtResult(ratio, accepted if may_end else None)

    def describe(self, result: SprtResult, names: Sequence[str]) -> str:
        """What the test says, and how sure that is. `names`: those of the two bots."""
        verdicts = {
            "elo0": f"{names[0]} is less than {self.elo1:+g} Elo against {names[1]} (H0 accepted)",
            "elo1": f"{names[0]} is more than {self.elo0:+g} Elo against {names[1]} (H1 accepted)",
            None: "undecided",
        }
        low, high = self.bounds
        return (
            f"SPRT of {self.elo0:+g} against {self.elo1:+g} Elo: {verdicts[result.accepted]}. Log-likelihood ratio "
            f"{result.ratio:.2f}, bounds {low:.2f} and {high:.2f} (errors {self.alpha:g} and {self.beta:g}). "
            f"{AFTER_A_TEST}"
        )

    def to_json(self, result: SprtResult) -> Json:
        """The test and its state as JSON."""
        return {
            "elo0": self.elo0,
            "elo1": self.elo1,
            "alpha": self.alpha,
            "beta": self.beta,
            "llr": round(result.ratio, 6),
            "bounds": [round(bound, 6) for bound in self.bounds],
            "accepted": result.accepted,
        }


def expected_share(elo: float, seats: int, players: int) -> float:
    """A bot's share of the wins in so many of the seats, if it is so much stronger than the bot in the others."""
    strength = seats * 10 ** (elo / 400)
    return float(strength / (strength + players - seats))


def likelihood_ratio(deals: Sequence[float], share0: float, share1: float) -> float:
    """The logarithm of the greatest likelihood of these deals with the mean `share1`, over that with `share0`."""
    counts = {0.0: TRACE, 1.0: TRACE}
    for value, count in Counter(deals).items():
        counts[value] = counts.get(value, 0.0) + count
    values = sorted(counts.items())
    return _loss(values, share0) - _loss(values, share1)


def _loss(values: Sequence[tuple[float, float]], mean: float) -> float:
    """How much less likely the observed values are if their mean is this one: the logarithm.

    With the mean given, the most likely probability of a value `a` is its observed part divided by 1 + t (a - mean);
    t makes the mean come out.
    """
    low, high = -1 / (1 - mean), 1 / mean  # beyond these a probability would be negative
    for _ in range(80):
        t = (low + high) / 2
        slope = sum(count * (value - mean) / (1 + t * (value - mean)) for value, count in values)
        low, high = (t, high) if slope > 0 else (low, t)
    return sum(count * log(1 + t * (value - mean)) for value, count in values)
