"""The study of conundrums: the five levels of difficulty, compared over many conundrums."""

from itertools import islice, pairwise
from pathlib import Path

import pytest

from lab import study
from lab.attention import NoModelError
from lab.commands import main
from lab.study import conundrums_at_random, level_of, table
from tessella.games.chromino.kernel import COMPILED
from tessella.games.chromino.puzzles.measure import WEIGHTS
from tessella.puzzles.common import LEVELS


def test_levels_are_balanced_and_harder_one_by_one() -> None:
    """C36: about a fifth of all conundrums is in each level, and each level has more of every part."""
    conundrums = list(islice(conundrums_at_random(2), 2500 if COMPILED else 100))
    by_level = [[parts for parts in conundrums if level_of(parts) == level] for level in LEVELS]
    if COMPILED:
        assert all(0.15 < len(members) / len(conundrums) < 0.25 for members in by_level)
        for i in range(len(WEIGHTS)):
            means = [sum(parts[i] for parts in members) / len(members) for members in by_level]
            assert means == sorted(means), tuple(WEIGHTS)[i]
    assert table(conundrums).count("\n") == 6


def test_the_same_seed_gives_the_same_table_and_chart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Byte by byte."""
    charts = (tmp_path / "1.svg", tmp_path / "2.svg")
    printed = []
    for chart in charts:
        main(["study", "--count", "100", "--svg", str(chart)])
        printed.append(capsys.readouterr().out)
    assert "| level | conundrums | rim | places | third | wild | split | inside | near |" in printed[0]
    assert printed[0] == printed[1]
    assert charts[0].read_bytes() == charts[1].read_bytes()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--count 5", "--count is a number from 100 to 100000, not 5"),
        ("--svg nowhere/chart.svg", "cannot write nowhere/chart.svg: there is no such folder"),
    ],
)
def test_wrong_arguments_are_refused_at_once(words: str, reason: str) -> None:
    """Before any conundrum is measured."""
    with pytest.raises(SystemExit, match=reason):
        main(["study", *words.split()])


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "factor"), [("chromino.places", 4), ("chromino.order", 2), ("chromino.block", 1.5)])
def test_levels_are_felt(kind: str, factor: float) -> None:
    """C36: a person with limited attention takes longer at each level; the easiest boards are small."""
    game, _, name = kind.partition(".")
    levels = study.felt(game, name, 25 if COMPILED else 2)
    assert levels[0].tiles[2] <= 12
    if COMPILED:
        times = [level.seconds[0] for level in levels]
        assert all(later > 0.8 * earlier for earlier, later in pairwise(times))
        assert times[-1] > factor * times[0]


def test_there_is_no_model_of_everything() -> None:
    """Of cards it is not known how people look for their places."""
    with pytest.raises(NoModelError, match="there is no model of a person who looks for every place"):
        study.felt("florentine", "places", 1)
