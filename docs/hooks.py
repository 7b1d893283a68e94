"""What the site needs besides its pages: files of the project that they link to, and a link to every clause cited."""

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"(\]\()([^)#:\s]+)(#[^)]*)?\)")
CLAUSE = re.compile(r"^- \*\*([CF][0-9]+)\*\*", re.MULTILINE)
CITED = re.compile(r"\b[CF][0-9]{1,2}\b")
TAG = re.compile(r"(<[^>]*>)")
CLOSED = re.compile(r"<(/?)(?:a|code|pre|h[1-6]|strong)\b")
"""Within these a clause is no link: there is one already, or it is code, or it is the clause itself."""
ALSO = ("CONTRIBUTING.md", "CHANGELOG.md")
"""Pages of the site that stand outside the folder of documents."""
FETCHED = re.compile(
    r"<(?:script|img|iframe|source|audio|video)[^>]*\ssrc=[\"']?(?:https?:)?//[^>]*>"
    r"|<link(?![^>]*rel=[\"']?canonical)[^>]*\shref=[\"']?(?:https?:)?//[^>]*>"
    r"|url\([\"']?(?:https?:)?//[^)]*\)|@import [\"'](?:https?:)?//"
    r"|class=[\"']?mermaid"
)
"""What a browser would get from elsewhere by itself."""


def place(path: str) -> str:
    """Where a file of the project is on the site: documents as they are, other pages at the top, the rest as text."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    if path in ALSO:
        return path.lower()
    return f"sources/{path}" if path.endswith(".txt") else f"sources/{path}.txt"


def linked(text: str, folder: str) -> set[str]:
    """The files of the project that a text links to, if it stands in this folder."""
    found = {posixpath.normpath(posixpath.join(folder, link[1])) for link in LINK.findall(text)}
    return {path for path in found if not path.startswith("docs/") and path not in ALSO}


def for_the_site(text: str, folder: str) -> str:
    """The text with its links as they are on the site."""
    base = posixpath.dirname(place(posixpath.join(folder, "x.md"))) if folder else ""

    def link(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, found[2]))
        return f"{found[1]}{posixpath.relpath(place(path), base or '.')}{found[3] or ''})"

    return LINK.sub(link, text)


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Take in what stands outside the folder of documents."""
    wanted: set[str] = set()
    for page in files.documentation_pages():
        wanted |= linked(page.content_string, posixpath.dirname(f"docs/{page.src_uri}"))
    for name in ALSO:
        text = (ROOT / name).read_text(encoding="utf-8")
        wanted |= linked(text, "")
        files.append(File.generated(config, place(name), content=for_the_site(text, "")))
    for path in sorted(wanted):
        files.append(File.generated(config, place(path), abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links as they are on the site, and anchors: rules/chromino.md#c21."""
    if page.file.generated_by is None:
        markdown = for_the_site(markdown, posixpath.dirname(f"docs/{page.file.src_uri}"))
    return CLAUSE.sub(lambda found: f"{found[0]}{{ #{found[1].lower()} }}", markdown)


def clauses() -> dict[str, str]:
    """Where on the site each clause stands."""
    found: dict[str, str] = {}
    for page in (ROOT / "docs" / "rules").glob("*.md"):
        for clause in CLAUSE.findall(page.read_text(encoding="utf-8")):
            found[clause] = f"rules/{page.stem}.html#{clause.lower()}"
    return found


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Whoever cites a clause, a docstring too, links to it."""
    known, here = clauses(), posixpath.dirname(page.url) or "."

    def link(found: re.Match[str]) -> str:
        where = known.get(found[0])
        return found[0] if where is None else f'<a href="{posixpath.relpath(where, here)}">{found[0]}</a>'

    parts, within = TAG.split(html), 0
    for number, part in enumerate(parts):
        if part.startswith("<"):
            tag = CLOSED.match(part)
            if tag is not None:
                within += -1 if tag[1] else 1
        elif not within:
            parts[number] = CITED.sub(link, part)
    return "".join(parts)


def on_post_build(*, config: MkDocsConfig) -> None:
    """Refuse a site that would have something fetched from elsewhere: whoever reads it is nobody else's business."""
    for file in Path(config.site_dir).rglob("*"):
        if file.suffix in (".html", ".css"):
            found = FETCHED.search(file.read_text(encoding="utf-8"))
            if found is not None:
                raise PluginError(f"{file.name} would fetch {found[0][:200]}")
