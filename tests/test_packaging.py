"""What is shipped, and under which name."""

import re
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

import tessella
from tessella.core.extras import DISTRIBUTION, how_to_install

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
SKIPPED = {
    *(".git", ".venv", ".hypothesis", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".import_linter_cache"),
    *("build", "client", "dist", "golden", "node_modules", "__pycache__"),
}
"""Folders that are made here, or hold only games."""
COMMANDS = r"\b(?:pip3?|pipx|uv|uvx|conda|mamba|poetry|pdm)\s+(?:(?!uninstall|tessella)[\w=./$()-]+\s+){0,6}?"
OTHER_PROJECT = re.compile(
    rf"{COMMANDS}[\"'`]?tessella(?![\w.-])"  # pip install …, uvx …
    r"|\btessella\\?\["  # with an extra
    r"|[\"']tessella\s*[<>=!~]="  # as a requirement
)
"""Texts that lead people to the project `tessella` at the package index, which is not this one."""


def texts() -> list[tuple[str, str]]:
    """The files of this tree that people read, by their paths."""
    files = []
    for path in sorted(ROOT.rglob("*")):
        place = path.relative_to(ROOT)
        if not SKIPPED & set(place.parts) and path.is_file() and path.suffix not in (".png", ".so", ".pyd", ".pyc"):
            files.append((str(place), path.read_text(encoding="utf-8", errors="replace")))
    return files


@pytest.mark.parametrize(
    "text",
    [
        "pip install tessella",
        "pip install 'tessella[server]'",
        "`pip install\n'tessella[print]'`",
        "python -m pip install --upgrade tessella",
        "$(BIN)/uv pip install --python $(BIN)/python tessella",
        "uvx tessella serve",
        "pipx run tessella play",
        'dependencies = ["tessella>=0.1"]',
    ],
)
def test_texts_that_lead_to_the_other_project(text: str) -> None:
    assert OTHER_PROJECT.search(text)


@pytest.mark.parametrize(
    "text",
    [
        "pip install tessella-games",
        "pip install 'tessella-games[server]'",
        "uvx --from tessella-games tessella play",
        "tessella serve",
        "uv pip uninstall --python .venv/bin/python tessella",
    ],
)
def test_texts_that_do_not(text: str) -> None:
    assert not OTHER_PROJECT.search(text)


def test_nothing_leads_to_the_other_project() -> None:
    """Neither a command, an error, a document nor a setting."""
    here = str(Path(__file__).relative_to(ROOT))
    matches = [
        f"{path}: {match[0]}" for path, text in texts() if path != here for match in OTHER_PROJECT.finditer(text)
    ]
    assert matches == []


def test_the_name_of_the_distribution() -> None:
    """The installed one has this name and version; the old name is gone."""
    assert how_to_install("server") == "pip install 'tessella-games[server]'"
    assert version(DISTRIBUTION) == tessella.__version__
    with pytest.raises(PackageNotFoundError):
        version("tessella")


def test_the_command_is_still_tessella() -> None:
    done = subprocess.run(
        [ROOT / ".venv" / "bin" / "tessella", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"tessella {tessella.__version__}\n"
