"""A cluster in virtual time, replayed from one seed: what must hold in every run, and that broken programs are noticed.

`python -m tests.simulation SEED` replays a seed; `python -m tests.simulation.soak` runs as many as there is time for.
"""

import os
import subprocess
import sys
from collections import Counter

import pytest

from tests.simulation.bugs import BUGS
from tests.simulation.churn import churn
from tests.simulation.world import simulate

pytestmark = pytest.mark.once

SEEDS, CHUNK = 300, 15
MOST_SEEDS = 60
"""The number of seeds within which every planted bug must be noticed."""


@pytest.mark.parametrize("first", range(1, SEEDS + 1, CHUNK))
def test_nothing_goes_wrong(first: int) -> None:
    """In any of 300 runs with crashes, lost answers, clocks that are set, and people who come and go."""
    counts: Counter[str] = Counter()
    for seed in range(first, first + CHUNK):
        result = simulate(seed)
        assert result.violation is None, result.report()
        counts.update(result.story.counts)
    # The runs are worth something.
    for what in ("confirmed", "crashes", "clock jumps", "answers lost", "news lost", "views compared"):
        assert counts[what] > 0, f"no {what}"


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_noticed(bug: str) -> None:
    """By one of a few seeds, whose whole story is there."""
    for seed in range(1, MOST_SEEDS + 1):
        result = simulate(seed, bug)
        if result.violation is not None:
            report = result.report()
            assert "VIOLATION: " in report
            assert f"python -m tests.simulation {seed} --bug {bug}" in report
            return
    pytest.fail(f"{bug}: not noticed in {MOST_SEEDS} runs")


def test_a_seed_always_has_the_same_story() -> None:
    """Also in another process, where sets and hashes are in another order."""
    one, two = (simulate(7).story for _ in range(2))
    assert len(one.events) > 100
    assert one.text() == two.text()
    for hashes in ("1", "2"):
        command = [sys.executable, "-m", "tests.simulation", "7", "--digest"]
        environment = {**os.environ, "PYTHONHASHSEED": hashes}
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        assert done.stdout.strip() == one.digest(), f"PYTHONHASHSEED={hashes} python -m tests.simulation 7"


def test_another_seed_has_another_story() -> None:
    """So that many seeds try many things."""
    assert simulate(7).story.digest() != simulate(8).story.digest()


@pytest.mark.slow
def test_churn() -> None:
    """Tables that come and go on two nodes, of which one is restarted: what they keep in memory does not grow."""
    figures = churn(seed=1, hours=16, tables_an_hour=1, kept=4)
    assert figures["tables"] == 16
    assert figures["confirmed"] > 100
