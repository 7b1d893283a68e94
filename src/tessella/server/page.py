"""The content policy of the client's page, and how the page is marked for a static site. Uses no other package."""

import hashlib
import html
import re
from pathlib import Path
from urllib.parse import urlsplit

POLICY = (
    # Compiling WebAssembly, which the engine in the browser needs, is all that scripts may do besides.
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"
)
"""What the page may load and do: only files of its own host."""

_HOME = re.compile(r'<meta name="tessella-home" content="[a-z]*" data-server="[^"]*" />')
_VERSION = re.compile(r'<meta name="tessella-version" content="([0-9a-f]{12})"')
_LOCAL = re.compile(r'\b(href|src)="/(?!/)')
_CHARSET = '<meta charset="utf-8" />'


def mark_static(folder: Path, server: str | None = None) -> None:
    """Turn a copy of the client's folder into a static site, in place. It may then lie in any folder of any host.

    `server` is the address of a Tessella server for play by link. Raise `ValueError` if it is not an address, or if the
    folder does not hold the client as it was built.
    """
    page = (folder / "index.html").read_text(encoding="utf-8")
    worker = (folder / "sw.js").read_text(encoding="utf-8")
    version = _VERSION.search(page)
    if version is None or _HOME.search(page) is None or _CHARSET not in page or version[1] not in worker:
        raise ValueError(f"{folder} does not hold the page of Tessella as it was built")
    page = static_page(page, server)
    # Another page is another version: a browser that kept the former one must fetch this one.
    new = hashlib.sha256(page.encode()).hexdigest()[:12]
    (folder / "index.html").write_text(page.replace(version[1], new), encoding="utf-8")
    (folder / "sw.js").write_text(worker.replace(version[1], new), encoding="utf-8")


def is_static(folder: Path) -> bool:
    """Whether a folder holds a static site that `mark_static` made."""
    try:
        home = _HOME.search((folder / "index.html").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return False
    return home is not None and 'content="static"' in home[0]


def static_page(page: str, server: str | None = None) -> str:
    """The page for a static site: with relative addresses, its mark, and the policy that a server sends as a header."""
    home = f'<meta name="tessella-home" content="static" data-server="{html.escape(_checked(server))}" />'
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    page = _LOCAL.sub(r'\1="./', page)
    page = _HOME.sub(lambda _: home, page)
    return page.replace(_CHARSET, f"{_CHARSET}\n    {policy}", 1)


def _checked(server: str | None) -> str:
    """The address of a server, with a slash at its end; empty if there is none."""
    if not server:
        return ""
    parts = urlsplit(server)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username:
        raise ValueError(f"{server!r} is not the address of a server: write it like https://tessella.example")
    return server.rstrip("/") + "/"
