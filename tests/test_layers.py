"""Generic code names no game: everything that is special about one is in its own package."""

from pathlib import Path

import pytest

import tessella
from tessella.games import BUILT_IN

SOURCE = Path(tessella.__file__).parent
REGISTRY = "games/__init__.py"


def is_example(line: str) -> bool:
    """Whether a line is a doctest: examples are for people, who think of a certain game."""
    return line.strip().startswith((">>>", "..."))


def naming_lines(file: Path) -> list[str]:
    """The lines of a file (code, strings, comments and docstrings) in which a game's name occurs."""
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    return [
        f"{file.relative_to(SOURCE)}:{number}: {line.strip()}"
        for number, line in lines
        if any(name in line.lower() for name in BUILT_IN) and not is_example(line)
    ]


def generic_files() -> list[Path]:
    """All Python and Cython files but the registry and those of the games."""
    folders = tuple(f"games/{name}/" for name in BUILT_IN)
    files = [file for suffix in ("py", "pxd") for file in sorted(SOURCE.rglob(f"*.{suffix}"))]
    return [file for file in files if not file.relative_to(SOURCE).as_posix().startswith((*folders, REGISTRY))]


def test_generic_code_names_no_game() -> None:
    """A game's name stands in its own package, in the registry, and in examples."""
    files = generic_files()
    assert len(files) > 80
    assert [line for file in files for line in naming_lines(file)] == []


@pytest.mark.parametrize(
    "text", ["import tessella.games.chromino", "# Florentine", 'GAME = "chromino"', "ChrominoView"]
)
def test_names_are_found_wherever_they_stand(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In code, strings and comments, whatever the case; not in examples."""
    monkeypatch.setattr("tests.test_layers.SOURCE", tmp_path)
    (tmp_path / "some.py").write_text(f"{text}\n>>> {text}\n", encoding="utf-8")
    assert naming_lines(tmp_path / "some.py") == [f"some.py:1: {text}"]
