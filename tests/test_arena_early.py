"""Stopping early: only when a difference is certain, and no more often in vain than is promised."""

import sys

import pytest

from tessella import arena
from tessella.arena import figures
from tessella.cli import main
from tessella.core import Generator
from tests.matches import fake, match_of, result_text

pytestmark = pytest.mark.once

MANY = 600
"""So many matches are played where only their mean can be foretold."""


def test_a_match_stops_when_a_difference_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a look, the same one in whatever batches, with an interval that holds however often one looks."""
    fake(monkeypatch, lambda task, deal: deal % 5 > 0)
    match = match_of("random", "random", games=1000)
    result = arena.run(match, stop_early=True)
    assert result.stopped_early
    assert (result.deals, result.games) == (100, 200)
    assert result.pairs[0].share.mean == pytest.approx(0.8)
    assert result.pairs[0].decided
    assert result.alpha == figures.allowance(100, 500)
    assert {result_text(arena.run(match, stop_early=True, batch=batch)) for batch in (1, 7, 1000)} == {
        result_text(result)
    }
    assert not arena.run(match).stopped_early


def many(monkeypatch: pytest.MonkeyPatch, share: float) -> list[arena.Result]:
    """Many matches that may stop early, whose first bot really wins this share of the games."""
    rng = Generator(4)
    fake(monkeypatch, lambda task, deal: rng.below(1000) < 1000 * share)
    monkeypatch.setattr("tessella.arena.result.rate", lambda bots, meetings, deals: [None] * bots)
    match = match_of("random", "random", games=200)
    return [arena.run(match, stop_early=True, batch=100) for _ in range(MANY)]


def test_stopping_early_errs_no_more_often_than_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of matches between equals at most one in twenty, give or take chance, finds one the better. If every look had
    the whole error to itself there would be far more."""
    limit = MANY * figures.ALPHA + 3 * (MANY * figures.ALPHA * (1 - figures.ALPHA)) ** 0.5
    results = many(monkeypatch, 0.5)
    assert 0 < sum(result.pairs[0].decided for result in results) <= limit
    assert any(result.stopped_early for result in results)
    monkeypatch.setattr(sys.modules["tessella.arena.run"], "allowance", lambda done, deals: figures.ALPHA)
    assert sum(result.pairs[0].decided for result in many(monkeypatch, 0.5)) > 1.5 * limit


def test_a_share_after_stopping_early_is_a_little_too_far_from_even(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the command says; but its interval holds the truth as often as promised."""
    early = [result.bots[0].share for result in many(monkeypatch, 0.65) if result.stopped_early]
    assert len(early) > MANY / 4
    assert sum(share.mean for share in early) / len(early) > 0.66
    assert sum(share.low <= 0.65 <= share.high for share in early) >= 0.95 * len(early)


@pytest.mark.parametrize(
    ("words", "stops"),
    [("", True), ("--no-stop-early", False), ("--games 2000", False), ("--games 2000 --stop-early", True)],
)
def test_when_the_command_stops_early(
    words: str, stops: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who says how many games gets them all, unless asked otherwise; who does not gets as many as it takes."""
    fake(monkeypatch, lambda task, deal: deal % 5 > 0)
    main(["arena", "--bots", "random", "random", "--workers", "1", *words.split()])
    output = " ".join(capsys.readouterr().out.split())
    assert (", stopped early as every difference is certain" in output) == stops
    assert ("its shares are a little too far from even" in output) == stops
    assert ("200 games" if stops else "2,000 games") in output
