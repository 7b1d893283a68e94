"""The sequential test: it errs as often as it says, whatever the deals look like, and stops at the same deal always."""

from math import log

import pytest

from tessella import arena
from tessella.arena.sprt import expected_share, likelihood_ratio
from tessella.core import Generator, OptionError
from tests.matches import fake, match_of, result_text

pytestmark = pytest.mark.once

RUNS = 1000
ERROR = 0.05
LIMIT = RUNS * ERROR + 3 * (RUNS * ERROR * (1 - ERROR)) ** 0.5
"""So many errors, and what chance may add."""
NO_SHARED = (0.0, 0.5, 1.0)
SHARED = (0.0, 0.25, 0.5, 0.75, 1.0)
DEALS = {
    "independent games": (NO_SHARED, (1, 2, 1)),
    "deals that are alike": (NO_SHARED, (1, 8, 1)),
    "deals that one side wins": (NO_SHARED, (3, 1, 3)),
    "shared wins": (SHARED, (2, 3, 6, 3, 2)),
}
"""Kinds of matches: the values of a deal, and how often each occurs between equals, in parts."""


def tilted(values: tuple[float, ...], weights: tuple[int, ...], mean: float) -> list[float]:
    """The same kind of deals with this mean."""
    low, high = 1e-6, 1e6
    for _ in range(200):
        factor = (low * high) ** 0.5
        parts = [weight * factor**value for value, weight in zip(values, weights, strict=True)]
        share = sum(part * value for part, value in zip(parts, values, strict=True)) / sum(parts)
        low, high = (factor, high) if share < mean else (low, factor)
    return [part / sum(parts) for part in parts]


def decide(sprt: arena.Sprt, values: tuple[float, ...], parts: list[float], rng: Generator) -> tuple[str | None, int]:
    """What a test of such deals accepts, and after how many of them."""
    deals: list[float] = []
    low, high = sprt.bounds
    shares = [expected_share(elo, 1, 2) for elo in (sprt.elo0, sprt.elo1)]
    for look in sprt.looks(3000):
        while len(deals) < look:
            number, deal = rng.below(1 << 30) / (1 << 30), 0
            while deal < len(parts) - 1 and number >= parts[deal]:
                number -= parts[deal]
                deal += 1
            deals.append(values[deal])
        ratio = likelihood_ratio(deals, *shares)
        if not low < ratio < high:
            return ("elo0" if ratio <= low else "elo1"), look
    return None, look


@pytest.mark.parametrize("kind", DEALS)
def test_errors(kind: str) -> None:
    """At each hypothesis at most one in twenty accepts the other, give or take chance."""
    sprt = arena.Sprt(0, 60)
    for elo, wrong in ((sprt.elo0, "elo1"), (sprt.elo1, "elo0")):
        values, weights = DEALS[kind]
        parts = tilted(values, weights, expected_share(elo, 1, 2))
        rng = Generator(int(elo) + 1)
        results = [decide(sprt, values, parts, rng)[0] for _ in range(RUNS)]
        assert results.count(wrong) <= LIMIT, kind
        assert results.count(None) < RUNS / 100
        assert results.count(wrong) + results.count(None) > 0, "a test that never errs plays too many games"


def test_the_ratio_of_games_without_pairs_is_walds() -> None:
    """If a deal is either won or lost, the likelihoods are those of a coin."""
    deals = [1.0] * 30 + [0.0] * 20
    exact = 30 * log(0.6 / 0.5) + 20 * log(0.4 / 0.5)
    assert likelihood_ratio(deals, 0.5, 0.6) == pytest.approx(exact, abs=0.01)


def test_deals_that_are_all_even_are_for_equals() -> None:
    assert likelihood_ratio([0.5] * 1000, 0.5, 0.51) < -5
    assert likelihood_ratio([0.5] * 1000, 0.49, 0.5) > 5


def test_the_scale_is_that_of_the_ratings() -> None:
    """400 points are ten wins to one, between two seats of any number."""
    assert expected_share(400, 1, 2) == pytest.approx(10 / 11)
    assert expected_share(0, 1, 4) == 0.25
    assert expected_share(400, 1, 4) == pytest.approx(10 / 13)
    assert expected_share(-400, 3, 4) == pytest.approx(3 / 13)


def test_the_result_does_not_depend_on_the_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch, lambda task, deal: deal % 5 > 0)
    match = match_of("random", "random", games=100_000)
    result = arena.run(match, sprt=arena.Sprt(0, 100))
    assert (result.stopped_early, result.deals) == (True, 30)
    assert result.tested is not None
    assert result.tested.accepted == "elo1"
    assert result.sprt is not None
    assert ": a is more than +0 Elo against b (H1 accepted)." in result.sprt.describe(result.tested, ["a", "b"])
    texts = {result_text(arena.run(match, sprt=arena.Sprt(0, 100), batch=batch)) for batch in (1, 7, 1000)}
    assert texts == {result_text(result)}


def test_a_match_that_is_too_short_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    fake(monkeypatch, lambda task, deal: deal % 2 > 0)
    result = arena.run(match_of("random", "random", games=40), sprt=arena.Sprt(0, 5))
    assert (result.games, result.stopped_early) == (40, False)
    assert result.tested is not None
    assert result.tested.accepted is None
    assert result.sprt is not None
    assert "SPRT of +0 against +5 Elo: undecided." in result.sprt.describe(result.tested, ["a", "b"])


def test_more_seats_than_bots() -> None:
    """One against three: the share of equals is a quarter."""
    result = arena.run(match_of("random", "random", games=4000, players=4), sprt=arena.Sprt(-100, 100))
    assert result.tested is not None
    assert result.stopped_early
    assert abs(result.bots[0].share.mean - 0.25) < 0.15


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((5, 0), "the second Elo bound is greater than the first"),
        ((5, 5), "the second Elo bound is greater than the first"),
        ((0, float("nan")), "a number from -1000 to 1000, not nan"),
        ((float("-inf"), 0), "a number from -1000 to 1000, not -inf"),
        ((0, 2000), "a number from -1000 to 1000, not 2000"),
        ((0, 5, 0.5), "alpha is an error rate"),
        ((0, 5, 0.05, 0.0), "beta is an error rate"),
        ((0, 5, float("nan")), "alpha is an error rate"),
    ],
)
def test_tests_that_cannot_be(arguments: tuple[float, ...], reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        arena.Sprt(*arguments)
