"""What the documents show is what happens: every block of code in them is run, read, or named here with the reason."""

import doctest
import json
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

import tessella
from tessella.games import GAMES
from tessella.games.chromino import puzzles as conundrums
from tessella.games.florentine import puzzles as problems
from tessella.record import parse

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
READERS = {
    "tessella record 1": parse,
    "tessella conundrum 1": conundrums.parse,
    "tessella florentine problem 1": problems.parse,
}
"""What a block of plain text may be, by its first line."""

NOT_RUN = {
    "pip install": "installs from the package index; tools/release_check.py installs what was built",
    "podman ": "not on every machine; tests/test_deploy.py runs the same steps",
    "make ": "sets up and tests everything, this test included",
    "tessella play": "waits for a person; tests/test_cli.py plays",
    "tessella serve": "runs until it is stopped; tests/server/test_cli.py starts and stops it",
    "tessella static": "wants the page, which not every checkout has built; tests/test_static.py writes one",
    "tessella data backup": "it needs the folder of a server; tests/server/test_faults.py runs it",
    "dask ": "runs until it is stopped; tests/test_arena_cluster.py starts a scheduler and workers",
    "tessella arena --cluster": "wants a cluster; tests/test_arena_cluster.py has one",
    "tessella arena --resume": "wants an interrupted match; tests/test_arena_stored.py interrupts some",
    "tessella open": "wants a server; tests/server/test_open.py has one",
    "tessella join": "wants a server; tests/server/test_join.py has one",
    "python3 examples/bots/at_a_table.py": "wants a server; tests/server/test_example_bot.py has one",
}
"""Commands that this test does not run, by how they begin, and why."""
NOT_READ = {"nginx": "the settings of another program", "toml": "the settings of another package"}
"""Languages of blocks that nobody checks, and why."""
LONG_WITHOUT_COMPILER = "learning.md"
"""A page whose examples play thousands of games."""
NOT_RUN_PAGES = {"strength.md": "its commands are the matches that it tells of, and take hours"}
"""Pages whose commands are not run, and why."""


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """The blocks of code in a document: language and text."""
    yield from FENCE.findall(page.read_text(encoding="utf-8"))


def commands(page: Path) -> list[tuple[str, str]]:
    """The commands in a document, each with what it is said to print."""
    listed: list[tuple[str, str]] = []
    for language, text in blocks(page):
        for line in text.splitlines(keepends=True) if language == "console" else ():
            if line.startswith("$ "):
                listed.append((line[2:].strip(), ""))
            else:
                listed[-1] = (listed[-1][0], listed[-1][1] + line)
    return listed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example in a document gives what it says."""
    if page.name == LONG_WITHOUT_COMPILER and not GAMES["chromino"].compiled:
        pytest.skip("THE NOTEBOOK IS RUN WITH COMPILED KERNELS ONLY: IT TAKES LONG WITHOUT")
    monkeypatch.chdir(ROOT)
    text = page.read_text(encoding="utf-8")
    example = doctest.DocTestParser().get_doctest(text.replace("```", ""), {}, page.name, str(page), 0)
    failures, _ = doctest.DocTestRunner().run(example)
    assert failures == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks(page: Path) -> None:
    """Every block is of a kind that is run or read."""
    for language, text in blocks(page):
        if language == "pycon":
            assert text.startswith(">>> "), text
        elif language == "console":
            assert text.startswith("$ "), text
        elif language == "json":
            json.loads(text)
        elif language == "text":
            READERS[text.partition("\n")[0]](text)
        else:
            assert language in NOT_READ, f"a block of {language or 'no language'}"


@pytest.mark.skipif(
    os.environ.get("TESSELLA_INTERPRETED", "0") not in ("", "0"),
    reason="THE COMMANDS IN THE DOCUMENTS ARE RUN WITH COMPILED KERNELS ONLY: THEY TAKE LONG WITHOUT",
)
@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name not in NOT_RUN_PAGES and commands(page)], ids=lambda page: page.name
)
def test_commands(page: Path, tmp_path: Path) -> None:
    """The commands of a page work, one after the other, and print what it shows."""
    for folder in ("docs", "examples"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "TESSELLA_DATA": str(tmp_path / "data"), "COLUMNS": "100"}
    for command, expected in commands(page):
        if command.startswith(tuple(NOT_RUN)):
            continue
        assert command.startswith(("tessella ", "python3 examples/")), f"is this to be run? {command}"
        done = subprocess.run(command, shell=True, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        if expected:
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            same = doctest.OutputChecker().check_output(expected.replace("…", "..."), done.stdout, flags)
            assert same, f"{command} prints\n{done.stdout}"


def test_no_reason_is_left_over() -> None:
    """What is not run any more has no place in the lists above."""
    documented = [command for page in PAGES for command, _ in commands(page)]
    assert all(any(command.startswith(begin) for command in documented) for begin in NOT_RUN)
    assert set(NOT_READ) <= {language for page in PAGES for language, _ in blocks(page)}
    assert set(NOT_RUN_PAGES) <= {page.name for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links(page: Path) -> None:
    """Every link within the project leads somewhere."""
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"", text):
        assert (page.parent / (target[0] or target[1])).exists(), target


def test_the_fields_are_up_to_date() -> None:
    """The tables say what the classes of views and events say; `make fields` writes them anew."""
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    assert runpy.run_path(str(ROOT / "docs" / "fields.py"))["updated"](page) == page


def test_the_pictures_are_up_to_date() -> None:
    """Those in the rules are what the renderer draws now; `make pictures` draws them anew."""
    drawn = runpy.run_path(str(ROOT / "docs" / "pictures.py"))["all_pictures"]()
    folder = ROOT / "docs" / "pictures"
    assert {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()} == drawn
    shown = " ".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "rules").glob("*.md"))
    assert all(f"../pictures/{name}" in shown for name in drawn)


def test_the_picture_of_the_layers_is_up_to_date() -> None:
    """It shows the contracts in pyproject.toml; `make pictures` draws it anew."""
    drawn = runpy.run_path(str(ROOT / "docs" / "layers.py"))["picture"]()
    assert (ROOT / "docs" / "layers.svg").read_text(encoding="utf-8") == drawn


def test_examples_in_docstrings_become_code() -> None:
    """Each that the reference shows, up to the blank line at its end."""
    fenced = runpy.run_path(str(ROOT / "docs" / "doctests.py"))["fenced"]
    assert fenced("A.\n\n>>> 1 + 1\n2\n\nB.") == "A.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nB."
    named = re.findall(
        r"^::: (\S+)", "".join(p.read_text("utf-8") for p in (ROOT / "docs/reference").glob("*.md")), re.M
    )
    texts = [import_module(name).__doc__ or "" for name in named]
    examples = [text for text in texts if ">>> " in text]
    assert len(examples) >= 8
    assert all(fenced(text).count("```") == 2 for text in examples)


def test_an_example_that_became_a_quotation_is_refused() -> None:
    hooks = runpy.run_path(str(ROOT / "docs" / "hooks.py"))
    html = "<p>A.</p>\n<blockquote>\n<blockquote>\n<blockquote>\n<p>1 + 1\n2</p>\n"
    page = SimpleNamespace(file=SimpleNamespace(src_uri="x.md"), url="x.html")
    with pytest.raises(hooks["PluginError"], match="as a quotation"):
        hooks["on_page_content"](html, page=page, config=None, files=None)


def test_a_link_to_a_file_that_the_site_lacks_is_refused(tmp_path: Path) -> None:
    """Every file of the project that a page links to is included, hidden ones under a visible name."""
    hooks = runpy.run_path(str(ROOT / "docs" / "hooks.py"))
    assert hooks["place"](".github/workflows/pages.yml") == "sources/github/workflows/pages.yml.txt"
    site = SimpleNamespace(site_dir=str(tmp_path))
    (tmp_path / "start").mkdir()
    (tmp_path / "start" / "page.html").write_text('<p><a class="x" href="../sources/Makefile.txt">', encoding="utf-8")
    with pytest.raises(hooks["PluginError"], match=r"page\.html links to \.\./sources/Makefile\.txt"):
        hooks["on_post_build"](config=site)
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "Makefile.txt").touch()
    hooks["on_post_build"](config=site)


def test_the_package_docstring() -> None:
    """Its example runs."""
    assert doctest.testmod(tessella).failed == 0
    assert doctest.testmod(tessella.chromino).failed == 0
    assert doctest.testmod(tessella.florentine).failed == 0


def test_the_documented_record_is_read() -> None:
    """The one in docs/records.md."""
    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    record = parse(text)
    assert record.headers == {"place": "the kitchen table"}
    assert record.notes == {0: "a bold start"}
    assert record.comments == {0: ("The youngest insists on beginning.",)}
