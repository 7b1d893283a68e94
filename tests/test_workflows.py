"""The workflows: they run the Makefile's own commands on the Pythons that the metadata names."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped] # it has no stubs in the lock

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / ".github" / "workflows"
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def workflow(name: str) -> dict[Any, Any]:
    result: dict[Any, Any] = yaml.safe_load((FOLDER / f"{name}.yml").read_text(encoding="utf-8"))
    return result


def steps(document: dict[Any, Any]) -> list[dict[str, Any]]:
    return [step for job in document["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("name", sorted(file.stem for file in FOLDER.glob("*.yml")))
def test_the_structure(name: str) -> None:
    """Each step runs or uses something, each job that is waited for is there, and nothing may write without need."""
    document = workflow(name)
    # YAML 1.1 reads the key `on` as true.
    assert document[True]
    assert document["permissions"]["contents"] == "read"
    for job in document["jobs"].values():
        assert job["runs-on"]
        needs = job.get("needs", [])
        assert {needs} if isinstance(needs, str) else set(needs) <= set(document["jobs"])
    for step in steps(document):
        assert ("run" in step) != ("uses" in step)
        assert re.fullmatch(r"[\w-]+/[\w-]+@[\w./-]+", step.get("uses", "a/b@v1"))
        for target in re.findall(r"\bmake ((?:[a-z-]+ ?)+)", step.get("run", "")):
            assert set(target.split()) <= TARGETS, target


def test_every_python_of_the_metadata_is_tested() -> None:
    named = {line.rpartition(" ")[2] for line in PROJECT["project"]["classifiers"] if re.search(r":: 3\.\d+$", line)}
    assert set(workflow("test")["jobs"]["test"]["strategy"]["matrix"]["python"]) == named
    assert "make test" in " ".join(step.get("run", "") for step in steps(workflow("test")))


def test_only_a_tag_publishes_and_without_a_password() -> None:
    publish = workflow("release")["jobs"]["publish"]
    assert publish["if"] == "github.ref_type == 'tag'"
    assert publish["permissions"] == {"id-token": "write"}
    assert set(publish["needs"]) == {"source", "wheels"}
    assert "secrets." not in (FOLDER / "release.yml").read_text(encoding="utf-8")


def test_wheels_for_every_system() -> None:
    matrix = workflow("release")["jobs"]["wheels"]["strategy"]["matrix"]
    assert {"ubuntu", "macos", "windows"} <= {machine.partition("-")[0] for machine in matrix["machine"]}
    assert matrix["include"] == [{"machine": "ubuntu-latest", "platform": "pyodide"}]
    package = (ROOT / "web" / "package.json").read_text(encoding="utf-8")
    assert f'"pyodide": "{PROJECT["tool"]["cibuildwheel"]["pyodide"]["pyodide-version"]}"' in package
