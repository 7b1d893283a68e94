"""Hooks of mkdocs: include linked files from outside `docs`, link every cited clause, refuse foreign resources."""

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
"""Inside these tags a clause is not linked: it is a link already, or code, or the clause itself."""
SOURCE = re.compile(r"<a[^>]*\shref=[\"']?((?:\.\./)*sources/[^\"'#> ]+)")
"""A link to a file from outside `docs`."""
ALSO = ("CONTRIBUTING.md", "CHANGELOG.md")
"""Pages of the site from outside `docs`."""
QUOTED_EXAMPLE = re.compile(r"(?:<blockquote>\s*){3}")
"""What Markdown makes of a line that begins with `>>>`."""
FETCHED = re.compile(
    r"<(?:script|img|iframe|source|audio|video)[^>]*\ssrc=[\"']?(?:https?:)?//[^>]*>"
    r"|<link(?![^>]*rel=[\"']?canonical)[^>]*\shref=[\"']?(?:https?:)?//[^>]*>"
    r"|url\([\"']?(?:https?:)?//[^)]*\)|@import [\"'](?:https?:)?//"
    r"|class=[\"']?mermaid"
)
"""Anything that a browser would load from another site by itself."""


def place(path: str) -> str:
    """The path of a project file on the site: documents keep theirs, `ALSO` is at the top, other files become texts."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    if path in ALSO:
        return path.lower()
    # Without a dot at its beginning: mkdocs leaves out hidden folders and files.
    visible = "/".join(part.removeprefix(".") for part in path.split("/"))
    return f"sources/{visible}" if visible.endswith(".txt") else f"sources/{visible}.txt"


def linked(text: str, folder: str) -> set[str]:
    """The project files outside `docs` that a text in this folder links to."""
    paths = {posixpath.normpath(posixpath.join(folder, link[1])) for link in LINK.findall(text)}
    return {path for path in paths if not path.startswith("docs/") and path not in ALSO}


def for_the_site(text: str, folder: str) -> str:
    """The text of a page in this folder, with its links changed to paths on the site."""
    base = posixpath.dirname(place(posixpath.join(folder, "x.md"))) if folder else ""

    def link(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, match[2]))
        return f"{match[1]}{posixpath.relpath(place(path), base or '.')}{match[3] or ''})"

    return LINK.sub(link, text)


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the files from outside `docs`."""
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
    """Change the links to paths on the site, and give each clause an anchor: rules/chromino.md#c21."""
    if page.file.generated_by is None:
        markdown = for_the_site(markdown, posixpath.dirname(f"docs/{page.file.src_uri}"))
    return CLAUSE.sub(lambda match: f"{match[0]}{{ #{match[1].lower()} }}", markdown)


def clauses() -> dict[str, str]:
    """The address of each clause on the site."""
    addresses: dict[str, str] = {}
    for page in (ROOT / "docs" / "rules").glob("*.md"):
        for clause in CLAUSE.findall(page.read_text(encoding="utf-8")):
            addresses[clause] = f"rules/{page.stem}.html#{clause.lower()}"
    return addresses


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Link every cited clause, also in docstrings. Refuse an example that has become a quotation."""
    if QUOTED_EXAMPLE.search(html):
        raise PluginError(f"{page.file.src_uri} shows an example of Python as a quotation, rather than as code")
    known, here = clauses(), posixpath.dirname(page.url) or "."

    def link(match: re.Match[str]) -> str:
        where = known.get(match[0])
        return match[0] if where is None else f'<a href="{posixpath.relpath(where, here)}">{match[0]}</a>'

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
    """Refuse a site that would load something from another one, which would then learn who reads the pages; or one that
    links to a file of the project that it does not have."""
    for file in Path(config.site_dir).rglob("*"):
        if file.suffix in (".html", ".css"):
            text = file.read_text(encoding="utf-8")
            match = FETCHED.search(text)
            if match is not None:
                raise PluginError(f"{file.name} would load {match[0][:200]} from another site")
            for target in SOURCE.findall(text):
                if not (file.parent / target).exists():
                    raise PluginError(f"{file.name} links to {target}, which is not on the site")
