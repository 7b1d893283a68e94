"""Every clause of our rules is cited by a test, and nothing cites a clause that is not there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CITATION = re.compile(r"\b([CF][0-9]+)\b")


def clauses() -> set[str]:
    """The clauses that docs/rules lays down."""
    numbers: set[str] = set()
    for page in (ROOT / "docs" / "rules").glob("*.md"):
        numbers |= set(re.findall(r"^- \*\*([CF][0-9]+)\*\*", page.read_text(encoding="utf-8"), re.MULTILINE))
    return numbers


def cited() -> set[str]:
    """The clauses that the docstrings of tests cite. What is said here, of all of them, does not count."""
    numbers: set[str] = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        if file.name == Path(__file__).name:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                numbers |= set(CITATION.findall(ast.get_docstring(node) or ""))
    return numbers


def test_the_rules_are_complete() -> None:
    """C1 to C37 and F1 to F16, without a gap."""
    assert clauses() == {f"C{number}" for number in range(1, 38)} | {f"F{number}" for number in range(1, 17)}


@pytest.mark.parametrize("clause", sorted(clauses()))
def test_each_clause_is_cited_by_a_test(clause: str) -> None:
    """A clause without a test of its own is a rule that nobody checks."""
    assert clause in cited()


def test_no_test_or_source_cites_a_clause_that_is_not_there() -> None:
    """In docstrings, comments and errors alike."""
    known = clauses()
    for file in [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]:
        for clause in re.findall(r"(?<![\w#&])([CF][0-9]{1,2})(?![\w.])", file.read_text(encoding="utf-8")):
            assert clause in known, f"{file.name} cites {clause}"
