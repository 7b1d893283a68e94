"""`tessella static`: a folder for a static web host."""

from pathlib import Path

import pytest

from tessella.cli import main, static

pytestmark = pytest.mark.once

PAGE = """<!doctype html>
<meta charset="utf-8" />
<meta name="tessella-home" content="server" data-server="" />
<meta name="tessella-version" content="0123456789ab" data-engine="" />
<script type="module" src="/assets/index.js"></script>
"""


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client as the build leaves it, in small."""
    folder = tmp_path / "client"
    files = {"index.html": PAGE, "sw.js": 'const VERSION = "0123456789ab";', "assets/index.js": "1"}
    for name, text in {**files, "engine/engine.json": "{}"}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(static, "CLIENT", folder)
    return folder


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}


def refusal(*argv: str) -> str:
    with pytest.raises(SystemExit) as stop:
        main(["static", *argv])
    return str(stop.value)


def test_it_writes_all_files_and_marks_the_page(
    client: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = tmp_path / "a" / "site"
    main(["static", str(site), "--server", "https://tessella.example"])
    assert contents(site).keys() == contents(client).keys()
    page = (site / "index.html").read_text("utf-8")
    assert 'content="static" data-server="https://tessella.example/"' in page
    assert 'src="./assets/index.js"' in page
    assert "4 files" in capsys.readouterr().out
    assert contents(client)["index.html"] == PAGE, "the package itself stays as it is"


def test_what_is_there_stays(client: Path, tmp_path: Path) -> None:
    """A folder of something else, a file, and without --replace a site, too."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "index.html").write_text("<p>mine", encoding="utf-8")
    for more in ([], ["--replace"]):
        assert "is not empty and holds no static site" in refusal(str(tmp_path / "mine"), *more)
    assert contents(tmp_path / "mine") == {"index.html": "<p>mine"}
    assert "is not a folder" in refusal(str(tmp_path / "mine" / "index.html"))
    main(["static", str(tmp_path / "site")])
    before = contents(tmp_path / "site")
    assert "--replace writes over it" in refusal(str(tmp_path / "site"), "--server", "https://tessella.example")
    assert contents(tmp_path / "site") == before


def test_a_site_is_replaced_and_what_else_lies_there_stays(client: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    main(["static", str(site)])
    (site / "CNAME").write_text("tessella.example", encoding="utf-8")
    (client / "assets" / "index.js").rename(client / "assets" / "other.js")
    main(["static", str(site), "--replace"])
    assert sorted(contents(site)) == ["CNAME", "assets/other.js", "engine/engine.json", "index.html", "sw.js"]


def test_an_address_that_is_none_writes_nothing(client: Path, tmp_path: Path) -> None:
    assert "is not the address of a server" in refusal(str(tmp_path / "site"), "--server", "tessella.example")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["client"]


@pytest.mark.parametrize(("missing", "what"), [("index.html", "its page"), ("engine/engine.json", "the engine")])
def test_a_package_without_the_page_says_so(client: Path, tmp_path: Path, missing: str, what: str) -> None:
    (client / missing).unlink()
    assert f"built without {what}" in refusal(str(tmp_path / "site"))
    assert not (tmp_path / "site").exists()
