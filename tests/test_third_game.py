"""A tiny third game, `tests/third_game/noughts.py`, joins Tessella as an installed package would."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.once
@pytest.mark.slow
def test_a_game_of_another_package_plays_everywhere() -> None:
    """With its folder on the path, its entry point is found: see `tests/third_game/checks.py` for what is tried."""
    path = os.pathsep.join([str(HERE / "third_game"), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "tests/third_game/checks.py",
    ]
    result = subprocess.run(
        command, cwd=HERE.parent, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert " passed" in result.stdout or "100%" in result.stdout
