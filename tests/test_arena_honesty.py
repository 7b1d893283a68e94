"""Honest results: intervals at the ends of the scale, interrupted matches, and matches that are lost by crashes."""

from math import comb, inf, log
from pathlib import Path

import pytest

from tessella import arena
from tessella.arena import ratings
from tessella.arena.figures import exact_interval
from tessella.cli import main
from tessella.cli.arena_tables import shorten
from tests.matches import fake, interrupted, match_of


def rated(deals: list[float]) -> ratings.Rating:
    """The rating of the first of two bots, from its wins in each deal of two games."""
    meeting = ratings.Meeting({0: 1, 1: 1}, {0: deals, 1: [2 - won for won in deals]})
    return ratings.rate(2, [meeting], len(deals))[0]


def test_forty_of_forty() -> None:
    """There is no upper end, and the lower one is that of 20 deals, all won."""
    rating = rated([2.0] * 20)
    low, high = exact_interval(20, 20)
    assert low == pytest.approx(0.025 ** (1 / 20))
    assert (high, rating.high) == (1, inf)
    assert 1500 + ratings.SCALE * log(low / (1 - low)) / 2 - 1 < rating.low < rating.value


def test_two_of_four() -> None:
    """Says next to nothing: it does not collapse to a point."""
    rating = rated([1.0, 1.0])
    assert rating.value == pytest.approx(1500)
    assert rating.low < 1500 - 200
    assert rating.high > 1500 + 200


@pytest.mark.parametrize("deals", [2, 5, 20])
@pytest.mark.parametrize("share", [0.02, 0.2, 0.5, 0.9, 0.99])
def test_intervals_hold_what_they_promise(deals: int, share: float) -> None:
    """By exact sums over all matches in which both games of a deal go to the same bot."""
    true = 1500 + ratings.SCALE * log(share / (1 - share)) / 2
    covered = 0.0
    for won in range(deals + 1):
        rating = rated([2.0] * won + [0.0] * (deals - won))
        if rating.low <= true <= rating.high:
            covered += comb(deals, won) * share**won * (1 - share) ** (deals - won)
    assert covered >= 0.95


def test_ctrl_c_keeps_what_was_played() -> None:
    """The result is that of a match of so many deals."""
    result = arena.run(match_of("steady", "random", games=40), interrupted(7), batch=1)
    assert (result.interrupted, result.deals, result.games) == (True, 7, 14)
    shorter = arena.run(match_of("steady", "random", games=14), batch=1)
    assert result.bots[0].share == shorter.bots[0].share
    with pytest.raises(KeyboardInterrupt):
        arena.run(match_of("steady", "random"), interrupted(0), batch=1)


def test_the_command_prints_what_it_had(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And ends as an interrupted command does."""
    monkeypatch.setenv("TESSELLA_DATA", str(tmp_path))
    monkeypatch.setattr("tessella.arena.local", lambda workers: interrupted(3))
    with pytest.raises(SystemExit) as caught:
        main(["arena", "--bots", "steady", "random", "--games", "400"])
    assert caught.value.code == 130
    output = " ".join(capsys.readouterr().out.split())
    assert "interrupted before all 200 deals were played" in output
    assert "steady" in output


def test_a_match_lost_by_crashes_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    """That is the first line, and the exit code is not 0."""
    with pytest.raises(SystemExit) as caught:
        main(["arena", "--bots", "/bin/false", "random", "--games", "4", "--workers", "1"])
    assert str(caught.value.code).startswith("tessella arena: the match says nothing about /bin/false")
    errors = capsys.readouterr().err
    assert errors.startswith("/bin/false forfeited 4 of 4 games: 4 × ended by itself with exit code 1 (first in seat ")


def test_names_fit() -> None:
    """Shortened in the middle, and still different."""
    long = ["python3 /a/long/way/to/my/bots/first.py", "python3 /a/long/way/to/my/bots/other.py", "steady"]
    short = shorten(long, 17)
    assert short == ["python3 …first.py", "python3 …other.py", "steady"]
    assert all(len(name) <= 17 for name in short)
    alike = shorten([long[0] + "x", long[0].replace("way", "via") + "x"], 9)
    assert len(set(alike)) == 2
    assert all(len(name) <= 9 for name in alike)


@pytest.mark.parametrize("words", ["--games 40", "", "--sprt 0 100"])
def test_the_tables_fit_eighty_columns(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each row on one line, with the longest names of programs, whose folders may be deep."""
    monkeypatch.setenv("COLUMNS", "80")
    fake(monkeypatch, lambda task, deal: deal % 5 > 0)
    bots = [f"{Path('/bin/cat')} {tmp_path / name}.py --weights={'9' * 40}:200ms" for name in ("one", "other")]
    main(["arena", "--bots", *bots, "--workers", "1", *words.split()])
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    rows = [line for line in lines if "…" in line and "%" in line]
    assert len([row for row in rows if row.count("%") >= 2]) == len(rows) >= 3
