"""Means and their intervals.

The games of one deal are not independent: they share the tiles. So a deal counts as one observation, the mean of its
games, and an interval comes from how the deals differ.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, log1p
from statistics import NormalDist

ALPHA = 0.05
"""The error rate: intervals miss the true value in this part of all matches."""


ALIKE = 0.1
"""Deals count as nearly all alike if a smaller part than this differs from the commonest."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share, and the interval in which it probably lies."""

    mean: float
    low: float
    high: float

    def to_json(self) -> dict[str, object]:
        """The share and its interval as JSON, rounded."""
        return {"share": round(self.mean, 6), "interval": [round(self.low, 6), round(self.high, 6)]}

    def __str__(self) -> str:
        return f"{self.mean:.1%} ({self.low:.1%} to {self.high:.1%})"


NOTHING = Estimate(0.5, 0.0, 1.0)
"""The estimate before the first deal."""


def quantile(alpha: float, freedom: int) -> float:
    """The number of standard errors that an interval extends to each side: Student's t, two-sided.

    By the expansion of Cornish and Fisher; within 1 % from five degrees of freedom on, for alpha of 0.05.
    """
    z: float = -NormalDist().inv_cdf(alpha / 2)
    n = float(max(freedom, 1))
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / n**power for power, term in enumerate(terms, 1))


def mean_of(deals: Sequence[float], alpha: float = ALPHA) -> Estimate:
    """The mean of a share from 0 to 1 over deals."""
    return ratio_of(deals, [1.0] * len(deals), alpha)


def ratio_of(parts: Sequence[float], wholes: Sequence[float], alpha: float = ALPHA) -> Estimate:
    """The sum of the parts divided by the sum of the wholes, both given for each deal; with the linearised interval."""
    count, whole = len(parts), sum(wholes)
    if not whole:
        return NOTHING
    ratio = sum(parts) / whole
    spread = sum((part - ratio * of) ** 2 for part, of in zip(parts, wholes, strict=True))
    reach = quantile(alpha, count - 1) * (spread * count / (count - 1)) ** 0.5 / whole if count > 1 else 0.0
    # Deals that are nearly all alike say little about how deals vary. But if more than this part of all possible deals
    # were different, one of them would probably have been played.
    commonest = max(Counter(zip(parts, wholes, strict=True)).values())
    if spread < 1e-18 or count - commonest < ALIKE * count:
        reach = max(reach, 1 - (alpha / 2) ** (1 / count))
    return Estimate(ratio, max(ratio - reach, 0.0), min(ratio + reach, 1.0))


def exact_interval(won: float, count: float, alpha: float = ALPHA) -> tuple[float, float]:
    """The interval of Clopper and Pearson for a share.

    It misses the true share in at most `alpha` of all matches, also near 0 and 1, where intervals that come from the
    spread of the observations collapse. `won` may be a fraction. (scipy has it, but nothing else here needs scipy.)
    """

    def solve(a: float, b: float, target: float) -> float:
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if _beta_cdf(middle, a, b) < target else (low, middle)
        return (low + high) / 2

    lowest = 0.0 if won <= 0 else solve(won, count - won + 1, alpha / 2)
    highest = 1.0 if won >= count else solve(won + 1, count - won, 1 - alpha / 2)
    return lowest, highest


def _beta_cdf(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (modified by Lentz)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_cdf(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 1000):
        before = fraction
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + factor * d)
            c = 1 + factor / c
            fraction *= c * d
        if abs(fraction - before) < 1e-14 * fraction:
            break
    return front * fraction


# ---------------------------------------------------------------------------------------------------------- stop early

LOOKS = 10
"""How often the results of a match that may stop early are checked, the end included."""
FEWEST = 30
"""A look at fewer deals decides nothing: the intervals are valid for many deals only."""


def looks(deals: int) -> list[int]:
    """The numbers of deals after which there is a look. They depend on the length of the match alone."""
    return sorted({-(-deals * look // LOOKS) for look in range(1, LOOKS + 1)})


def spent(done: int, deals: int, alpha: float = ALPHA) -> float:
    """The part of the error rate that may be spent so far: the spending function of Lan and DeMets in the manner of
    O'Brien and Fleming, which requires very clear differences early and spends nearly everything at the end."""
    normal = NormalDist()
    return 2 * (1 - normal.cdf(-normal.inv_cdf(alpha / 2) / (done / deals) ** 0.5)) if done else 0.0


def allowance(done: int, deals: int, alpha: float = ALPHA) -> float:
    """The part of the error rate that a look may spend. All looks together spend alpha: by the union bound, a match
    that may be stopped by any of them is wrong no more often than that, however the looks depend on each other."""
    before = max((look for look in looks(deals) if look < done and look >= FEWEST), default=0)
    return max(spent(done, deals, alpha) - spent(before, deals, alpha), 1e-12)
