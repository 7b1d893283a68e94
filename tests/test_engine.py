"""The engine of the browser: it plays the same games as the package on this machine.

It runs in node, from the files that a browser would fetch.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import tessella

pytestmark = [pytest.mark.once, pytest.mark.slow]

ROOT = Path(__file__).parent.parent
ENGINE = Path(tessella.__file__).parent / "server" / "client" / "engine" / "engine.json"
STALE = "the engine plays other games: if sources have changed since it was built, make web"
PROGRAM = Path(__file__).parent / "fingerprint.py"


def fingerprint(*command: str, interpreted: bool) -> dict[str, Any]:
    """What tests/fingerprint.py prints."""
    environment = {**os.environ, "TESSELLA_INTERPRETED": str(int(interpreted))}
    result = subprocess.run([*command, str(PROGRAM)], env=environment, capture_output=True, encoding="utf-8")
    assert result.returncode == 0, result.stderr[-2000:]
    report: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    return report


@pytest.fixture(scope="module")
def here() -> dict[str, Any]:
    """The games as this machine plays them, compiled if the kernels are."""
    return fingerprint(sys.executable, interpreted=False)


def in_node(*, interpreted: bool) -> dict[str, Any]:
    """The games as the engine plays them."""
    if shutil.which("node") is None or not ENGINE.exists():
        pytest.skip("THE ENGINE OF THE BROWSER IS NOT TESTED: it needs node, and make web")
    return fingerprint("node", str(ROOT / "web" / "tools" / "pyodide.mjs"), interpreted=interpreted)


def test_interpreted_sources_play_the_same_games(here: dict[str, Any]) -> None:
    report = fingerprint(sys.executable, interpreted=True)
    assert not report["compiled"]
    assert report["hash"] == here["hash"]


def test_the_engine_plays_the_same_games_interpreted(here: dict[str, Any]) -> None:
    report = in_node(interpreted=True)
    assert (report["platform"], report["compiled"]) == ("emscripten", False)
    assert report["hash"] == here["hash"], STALE


def test_the_engine_plays_the_same_games_with_its_kernels(here: dict[str, Any]) -> None:
    if ENGINE.exists() and json.loads(ENGINE.read_text(encoding="utf-8"))["kernels"] == "interpreted":
        pytest.skip("THE KERNELS AS WEBASSEMBLY ARE NOT TESTED: they were not built (make wasm)")
    report = in_node(interpreted=False)
    assert report["compiled"]
    assert report["hash"] == here["hash"], STALE


def test_wheels_for_the_browser_are_built_for_the_same_pyodide() -> None:
    """The configuration of cibuildwheel and the client's packages name the same version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    assert project["tool"]["cibuildwheel"]["pyodide"]["pyodide-version"] == packages["devDependencies"]["pyodide"]
