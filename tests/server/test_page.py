"""The page of the client as a static site."""

import re
from pathlib import Path

import pytest

from tessella.server.middleware import HEADERS
from tessella.server.page import POLICY, mark_static, static_page

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <meta name="tessella-home" content="server" data-server="" />
    <meta name="tessella-version" content="0123456789ab" data-engine="abc" />
    <script type="module" crossorigin src="/assets/index.js"></script>
  </head>
</html>
"""
WORKER = 'const VERSION = "0123456789ab";\nconst FILES = ["./"];\n'


def site(folder: Path, server: str | None = None) -> tuple[str, str]:
    """The page and the worker of a static site."""
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "sw.js").write_text(WORKER, encoding="utf-8")
    mark_static(folder, server)
    return (folder / "index.html").read_text(encoding="utf-8"), (folder / "sw.js").read_text(encoding="utf-8")


def test_static_page_names_its_files_relative_to_its_folder() -> None:
    page = static_page(PAGE)
    assert 'href="./icon.svg"' in page
    assert 'src="./assets/index.js"' in page
    assert '="/' not in page


def test_static_page_says_that_it_has_no_server_or_which() -> None:
    assert '<meta name="tessella-home" content="static" data-server="" />' in static_page(PAGE)
    for server in ("https://play.example", "https://play.example/"):
        assert 'content="static" data-server="https://play.example/"' in static_page(PAGE, server)


@pytest.mark.parametrize(
    "server", ["play.example", "ftp://play.example", "https://", 'https://a"b/?q', "https://u:p@a/"]
)
def test_static_page_refuses_what_is_not_the_address_of_a_server(server: str) -> None:
    with pytest.raises(ValueError, match="is not the address of a server"):
        static_page(PAGE, server)


def test_static_page_carries_the_policy_that_the_server_sends() -> None:
    carried = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', static_page(PAGE))
    assert carried is not None
    assert carried[1] == POLICY
    assert HEADERS["content-security-policy"].startswith(POLICY)


def test_policy_allows_webassembly_and_no_other_code_or_host() -> None:
    rules = dict(rule.strip().split(" ", 1) for rule in POLICY.split(";"))
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert rules["default-src"] == rules["connect-src"] == "'self'"
    assert "http" not in POLICY
    assert "*" not in POLICY


def test_static_page_is_a_version_of_its_own_which_its_worker_knows(tmp_path: Path) -> None:
    versions = set()
    for server in (None, "https://a.example", "https://b.example"):
        page, worker = site(tmp_path, server)
        version = re.search(r'tessella-version" content="([0-9a-f]{12})"', page)
        assert version is not None
        assert f'VERSION = "{version[1]}"' in worker
        versions.add(version[1])
    assert len(versions | {"0123456789ab"}) == 4


def test_a_folder_without_the_built_page_is_refused(tmp_path: Path) -> None:
    site(tmp_path)
    (tmp_path / "index.html").write_text("<!doctype html>", encoding="utf-8")
    with pytest.raises(ValueError, match="does not hold the page of Tessella"):
        mark_static(tmp_path)
