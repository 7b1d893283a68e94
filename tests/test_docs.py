"""What the documents show is what happens."""

import doctest
import re
from pathlib import Path

import pytest

import tessella
from tessella.record import parse

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example in a document gives what it says."""
    monkeypatch.chdir(ROOT)
    text = page.read_text(encoding="utf-8")
    example = doctest.DocTestParser().get_doctest(text.replace("```", ""), {}, page.name, str(page), 0)
    failures, _ = doctest.DocTestRunner().run(example)
    assert failures == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links(page: Path) -> None:
    """Every link within the project leads somewhere."""
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)|src=\"([^\"]+)\"", text):
        assert (page.parent / (target[0] or target[1])).exists(), target


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
