"""The files of the browser client, read once and kept in memory, compressed."""

import gzip
import mimetypes
import re
from pathlib import Path
from typing import Any

from litestar import HttpMethod, Request, Response, route

FOLDER = Path(__file__).parent / "client"
BINARY = "application/octet-stream"
NEVER_CHANGES = re.compile("assets/|engine/[0-9a-f]{20}[./]")
"""Paths with a hash of the content."""
FOR_EVER = "public, max-age=31536000, immutable"
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tessella</title>
<p>The server runs, but the page for the browser has not been built. A wheel of Tessella contains it;
in a checkout, <code>make web</code> builds it. The API is described at
<a href="/api/schema/openapi.json">/api/schema/openapi.json</a>.</p></html>
"""


class File:
    """A file of the client."""

    def __init__(self, content: bytes, kind: str, for_ever: bool) -> None:
        self.content = content
        self.kind = kind
        # The engine's pieces are compressed already.
        self.packed = content if kind == BINARY else gzip.compress(content, 9, mtime=0)
        self.cached = FOR_EVER if for_ever else "no-cache"

    def answer(self, packed: bool) -> Response[bytes]:
        """The file; `packed` if the browser accepts it compressed."""
        headers = {"cache-control": self.cached, "vary": "accept-encoding"}
        if packed and len(self.packed) < len(self.content):
            headers["content-encoding"] = "gzip"
        content = self.packed if "content-encoding" in headers else self.content
        return Response(content, media_type=self.kind, headers=headers)


def read(folder: Path = FOLDER) -> dict[str, File]:
    """All files, by path."""
    mimetypes.add_type("application/manifest+json", ".webmanifest")
    mimetypes.add_type("font/woff2", ".woff2")
    mimetypes.add_type("text/javascript", ".mjs")
    mimetypes.add_type(BINARY, ".bin")
    files = {}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_file():
            name = path.relative_to(folder).as_posix()
            kind = mimetypes.guess_type(name)[0] or BINARY
            # The framework names the encoding of texts itself.
            text = not kind.startswith("text/") and kind.endswith(("javascript", "json"))
            for_ever = NEVER_CHANGES.match(name) is not None
            files[name] = File(path.read_bytes(), kind + ("; charset=utf-8" if text else ""), for_ever)
    return files


_files: dict[str, File] = {}


@route(
    ["/", "/{path:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    status_code=200,
    include_in_schema=False,
    sync_to_thread=False,
)
def client(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the client. Any other address is answered with the page, which shows what the address stands for.

    The answer to HEAD is the same: the server that runs this sends it without its content.
    """
    if not _files:
        _files.update(read())
    packed = "gzip" in request.headers.get("accept-encoding", "")
    name = str(request.scope["path"]).strip("/")
    if name in _files:
        return _files[name].answer(packed)
    if "." in name.rpartition("/")[2] or name.startswith("api/"):
        return Response(b"there is no such file\n", status_code=404, media_type="text/plain")
    page = _files.get("index.html")
    if page is None:
        return Response(NOT_BUILT.encode(), media_type="text/html")
    return page.answer(packed)
