"""The Makefile: what it installs where Node.js is missing, what it lists, and what it says was left out."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tessella.cli import COMMANDS

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
TOOLS = ["sh", "make", "find", "sed", "awk", "grep", "ls", "mkdir", "id", "tee", "sort", "uniq", "cat", "rm", "env"]
ABSENT = "build/absent"
"""A folder for Node.js in which there is none yet, as on a new machine."""
INSTALLS_NODE = f"--target {ABSENT}/package --require-hashes -r node.lock"


def machine(folder: Path, node: str | None) -> dict[str, str]:
    """The environment of a machine that has only these tools, and this version of Node.js with npm."""
    folder.mkdir()
    for name in TOOLS:
        program = shutil.which(name)
        assert program is not None
        (folder / name).symlink_to(program)
    if node is not None:
        real = shutil.which("node")
        for name in ("npm", "node"):
            script = f'Object.defineProperty(process.versions, "node", {{value: "{node}"}}); eval(process.argv[1])'
            (folder / name).write_text(f"#!/bin/sh\nexec {real} -e '{script}' \"$2\"\n", encoding="utf-8")
            (folder / name).chmod(0o755)
    return {"PATH": str(folder), "HOME": str(folder)}


def planned(target: str, env: dict[str, str]) -> str:
    """What make would run for a target."""
    command = ["make", "--dry-run", f"NODE_FOLDER={ABSENT}", target]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "target",
    ["play", "web", "static", "wasm", "check", "test", "bench", "screenshots", "build", "install", "release-check"],
)
def test_without_node_it_comes_from_the_package_index(target: str, tmp_path: Path) -> None:
    assert INSTALLS_NODE in planned(target, machine(tmp_path / "bin", None))


@pytest.mark.parametrize("target", ["terminal", "docs", "build/kernels-editable/report.txt"])
def test_what_needs_no_page_needs_no_node(target: str, tmp_path: Path) -> None:
    assert INSTALLS_NODE not in planned(target, machine(tmp_path / "bin", None))


@pytest.mark.skipif(shutil.which("node") is None, reason="NODE IS NOT INSTALLED: ITS VERSION IS NOT TESTED")
@pytest.mark.parametrize(
    ("version", "installs"),
    [("18.20.4", True), ("20.9.0", True), ("20.19.0", False), ("22.1.0", False), ("100.0.0", False)],
)
def test_an_old_node_is_not_used(version: str, installs: bool, tmp_path: Path) -> None:
    """As web/package.json wants it."""
    assert '"node": ">=20.19"' in (ROOT / "web" / "package.json").read_text(encoding="utf-8")
    assert (INSTALLS_NODE in planned("web", machine(tmp_path / "bin", version))) == installs


def test_the_two_helps_agree() -> None:
    """A target that runs a command of tessella describes it with the same words."""
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    targets = dict(re.findall(r"^  (\w+) +(.*)", listed, re.MULTILINE))
    for target, command in (("play", "serve"), ("terminal", "play"), ("static", "static")):
        assert targets[target].split(":")[0] == COMMANDS[command].split(":")[0]
    assert ".venv/bin/tessella --help" in listed


def test_skipped_tests_are_collected(tmp_path: Path) -> None:
    """With the reason of each, for the end of `make test`."""
    (tmp_path / "test_some.py").write_text(
        "import pytest\n\n"
        "@pytest.mark.parametrize('n', [1, 2])\ndef test_it(n):\n    pytest.skip('NO BROWSER')\n\n"
        "def test_that():\n    pass\n",
        encoding="utf-8",
    )
    skips = tmp_path / "skips.txt"
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    # Without the plugins of other packages, whose import takes longer than these tests.
    outside["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    options = ["-p", "xdist", "-p", "tests.conftest", "-n", "1", "-c", os.devnull, "--rootdir", str(tmp_path)]
    subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(tmp_path)],
        env={**outside, "TESSELLA_SKIPS": str(skips), "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    assert skips.read_text(encoding="utf-8") == "SKIPPED: 2 tests: NO BROWSER\n"


def test_what_was_left_out_is_listed_last() -> None:
    """The last command of `make test` shows the file to which every skip is added."""
    recipe = planned("test", {name: os.environ[name] for name in ("PATH", "HOME")}).rstrip()
    last = recipe.splitlines()[-1]
    assert "build/skipped.txt" in last
    assert "Left out" in last
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    test_targets = text[: text.index("\nbench:")]
    assert 'echo "SKIPPED' not in test_targets.replace('echo "SKIPPED: $$1" | tee', "")


def test_what_is_installed_into_build_is_not_checked_for_style(tmp_path: Path) -> None:
    """Nor where there is no repository, as in an unpacked archive."""
    shutil.copy2(ROOT / "pyproject.toml", tmp_path)
    for folder in ("src", "build/node/package"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "some.py").touch()
    ruff = [sys.executable, "-m", "ruff", "check", "--show-files"]
    listed = subprocess.run(ruff, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "src/some.py" in listed
    assert "build" not in listed.replace(str(tmp_path), "")
