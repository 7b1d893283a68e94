"""What a release contains: its metadata, its list of components, and the check of both."""

import json
import re
import tarfile
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools import release_check

# Imported so, since it is not part of what is checked for types.
hatch_build = import_module("hatch_build")

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
REPOSITORY = "https://code.example/tessella"
README = (ROOT / "README.md").read_text(encoding="utf-8")
METADATA = SimpleNamespace(name="tessella-games", version="9.8.7")


def test_the_long_description_links_to_the_repository() -> None:
    text = hatch_build.long_description(README, REPOSITORY)
    assert release_check.relative_links(README)
    assert release_check.relative_links(text) == []
    assert f"]({REPOSITORY}/blob/main/docs/static.md)" in text
    assert f'<img src="{REPOSITORY}/raw/main/docs/screens/' in text


def test_without_a_repository_there_are_no_links() -> None:
    """Rather than links that lead nowhere."""
    text = hatch_build.long_description(README, "")
    assert release_check.relative_links(text) == []
    assert "[CONTRIBUTING.md]" not in text
    assert "CONTRIBUTING.md has recipes" in text
    assert hatch_build.project_urls("") == {}


def test_the_urls() -> None:
    urls = hatch_build.project_urls(REPOSITORY + "/")
    assert urls["Changelog"] == f"{REPOSITORY}/blob/main/CHANGELOG.md"
    assert all(url.startswith(REPOSITORY) for url in urls.values())
    with pytest.raises(ValueError, match="an address like https"):
        hatch_build.project_urls("code.example")


def client(root: Path) -> None:
    folder = root / "src" / "tessella" / "server" / "client"
    (folder / "engine").mkdir(parents=True)
    listed = [{"type": "npm", "name": "@a/b", "version": "1.2.3", "licence": "OFL-1.1"}]
    (folder / "components.json").write_text(json.dumps(listed), encoding="utf-8")
    listed = [{"type": "pypi", "name": "msgspec", "version": "0.1", "licence": "BSD-3-Clause"}]
    (folder / "engine" / "components.json").write_text(json.dumps(listed), encoding="utf-8")


def test_the_components_of_a_wheel(tmp_path: Path) -> None:
    """Those of the page, of the engine, and of the compiled kernels, as CycloneDX has them."""
    client(tmp_path)
    document = json.loads(hatch_build.components(tmp_path, METADATA, compiled=True))
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.6")
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", document["serialNumber"])
    assert document["metadata"]["component"]["purl"] == "pkg:pypi/tessella-games@9.8.7"
    assert [(each["name"], each["licenses"][0]["expression"]) for each in document["components"]] == [
        ("@a/b", "OFL-1.1"),
        ("cython", "Apache-2.0"),
        ("msgspec", "BSD-3-Clause"),
    ]
    assert document["components"][0]["purl"] == "pkg:npm/%40a/b@1.2.3"
    refs = {each["bom-ref"] for each in document["components"]}
    assert set(document["dependencies"][0]["dependsOn"]) == refs
    assert hatch_build.components(tmp_path, METADATA, compiled=True) == json.dumps(document, indent=2) + "\n"


def test_what_is_not_in_a_wheel_is_not_listed(tmp_path: Path) -> None:
    assert json.loads(hatch_build.components(tmp_path, METADATA, compiled=False))["components"] == []


@pytest.mark.skipif(not (ROOT / hatch_build.CLIENT).exists(), reason="THE PAGE IS NOT BUILT: NO COMPONENTS TO TEST")
def test_the_components_of_the_page_that_is_built() -> None:
    names = {each["name"] for each in json.loads(hatch_build.components(ROOT, METADATA, compiled=False))["components"]}
    assert {"svelte", "@fontsource-variable/nunito", "pyodide", "python", "msgspec"} <= names
    assert not names & {"typescript", "vitest", "playwright-core"}


def test_the_version_is_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/tessella/__init__.py"
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))


def wheel(folder: Path, description: str, urls: str) -> Path:
    path = folder / "tessella_games-0.0.1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        text = f"Metadata-Version: 2.4\nName: tessella-games\nVersion: 0.0.1\n{urls}\n{description}"
        archive.writestr("tessella_games-0.0.1.dist-info/METADATA", text)
    return path


def test_every_problem_of_a_release_is_listed(tmp_path: Path) -> None:
    """At once, rather than one in each run."""
    source = tmp_path / "tessella_games-0.0.1.tar.gz"
    tarfile.open(source, "w:gz").close()
    problems = release_check.metadata_problems(wheel(tmp_path, "[a](docs/a.md)", ""), source, "v2")
    assert [problem.partition(":")[0] for problem in problems] == [
        "the wheel is of version 0.0.1, which tessella/__init__.py does not name",
        "CHANGELOG.md has no entry for 0.0.1",
        "the tag is v2, but the version is 0.0.1",
        "CHANGELOG.md lists changes as unreleased",
        "there are no URLs",
        "the long description links to docs/a.md",
        "the wheel has no list of components",
        "the wheel lacks the page for the browser",
        "the source archive lacks the page for the browser",
    ]


def test_every_extra_is_installed() -> None:
    tried = {extra for extras in release_check.EXTRAS for extra in extras.split(",") if extra}
    assert tried == release_check.declared_extras()
