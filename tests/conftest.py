"""How the tests run: hypothesis' profiles, the option that writes golden files anew, and which kernels are meant."""

import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tessella.games import GAMES

# Derandomised: the same examples every time, so that a red test is red for everybody. `make soak` looks further.
settings.register_profile(
    "default",
    max_examples=25,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    print_blob=False,
)
settings.register_profile(
    "soak",
    parent=settings.get_profile("default"),
    max_examples=2000,
    derandomize=False,
    print_blob=True,
)
# The second pass over the same laws, on kernels that are a hundred times slower.
settings.register_profile("interpreted", parent=settings.get_profile("default"), max_examples=8)
INTERPRETED = os.environ.get("TESSELLA_INTERPRETED", "0") not in ("", "0")
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "interpreted" if INTERPRETED else "default"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden playthroughs anew")


def pytest_sessionstart() -> None:
    """The pass over the interpreted kernels must not quietly test the compiled ones again."""
    if INTERPRETED and any(game.compiled for game in GAMES.values()):
        pytest.exit("TESSELLA_INTERPRETED is set, but the kernels that are loaded are compiled", returncode=1)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Add what was skipped to the file that TESSELLA_SKIPS names; `make test` shows it at its end."""
    file = os.environ.get("TESSELLA_SKIPS")
    reports: list[pytest.TestReport] = terminalreporter.stats.get("skipped", [])
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ") for report in reports if isinstance(report.longrepr, tuple)
    )
    # A worker of xdist reports to the main process, which has them all.
    if file and reasons and "PYTEST_XDIST_WORKER" not in os.environ:
        with Path(file).open("a", encoding="utf-8") as skips:
            skips.writelines(f"SKIPPED: {count} tests: {reason}\n" for reason, count in sorted(reasons.items()))
