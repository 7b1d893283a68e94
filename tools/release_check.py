"""Check what `make build` wrote into dist: `make release-check`.

The metadata must be right, and the wheel and the source archive must install into clean environments, with each extra,
on each of the given Pythons. All that is wrong is listed at the end.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from pathlib import Path

ROOT = Path(__file__).parent.parent
BIN = ROOT / ".venv" / "bin"
PAGE = "tessella/server/client/index.html"
EXTRAS = {
    "": "import tessella.cli",
    "testkit": "import tessella.testkit",
    "arena": "import distributed, tessella.arena.charts as charts; charts.require()",
    "print": "import tessella.games.chromino.puzzles.pdf as pdf; pdf.require()",
    "server": "import tessella.server.serve",
    "server,postgres": "import tessella.server.postgres",
    "research": "from tessella.research import batch, gymnasium, open_spiel, pettingzoo",
    "docs": "import mkdocs, mkdocstrings",
}
"""What an install with these extras must be able to run."""
NODE = re.compile(r"npm|node")
"""Programs that an install must not need."""
COMPILER = re.compile(r"(.*-)?(cc|gcc|clang|c\+\+|g\+\+|clang\+\+|c89|c99|tcc|icx|cl)(-[0-9.]+)?(\.exe)?")
"""Programs without which the kernels run interpreted."""


def declared_extras() -> set[str]:
    """The extras in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return set(project["optional-dependencies"])


def archives(folder: Path) -> tuple[Path, Path]:
    """The wheel and the source archive."""
    wheels, sources = list(folder.glob("*.whl")), list(folder.glob("*.tar.gz"))
    if len(wheels) != 1 or len(sources) != 1:
        sys.exit(f"{folder} must hold one wheel and one source archive: make build")
    return wheels[0], sources[0]


def metadata_of(wheel: Path) -> tuple[Message, dict[str, object] | None]:
    """The metadata of a wheel, and its list of components."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (info,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        listed = [name for name in names if re.search(r"\.dist-info/sboms/[^/]+\.cdx\.json$", name)]
        document = json.loads(archive.read(listed[0])) if listed else None
        return Parser().parsestr(archive.read(info).decode()), document


def relative_links(text: str) -> list[str]:
    """The links and pictures in a text of Markdown that work only in the repository."""
    targets = re.findall(r"\]\(([^)]+)\)|(?:src|href)=\"([^\"]+)\"", text)
    return [link or picture for link, picture in targets if not (link or picture).startswith(("https://", "#"))]


def metadata_problems(wheel: Path, source: Path, tag: str | None) -> Iterator[str]:
    """What is wrong with the archives without installing them."""
    info, document = metadata_of(wheel)
    version = str(info["Version"])
    code = (ROOT / "src" / "tessella" / "__init__.py").read_text(encoding="utf-8")
    if f'__version__ = "{version}"' not in code:
        yield f"the wheel is of version {version}, which tessella/__init__.py does not name"
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if f"\n## {version}\n" not in changes:
        yield f"CHANGELOG.md has no entry for {version}"
    if tag is not None and tag != f"v{version}":
        yield f"the tag is {tag}, but the version is {version}"
    if tag is not None and re.search(r"^## Unreleased\n+(?!## )\S", changes, re.MULTILINE):
        yield "CHANGELOG.md lists changes as unreleased: put them under the version"
    if not info.get_all("Project-URL"):
        yield "there are no URLs: set `repository` in pyproject.toml, or TESSELLA_REPOSITORY"
    yield from (f"the long description links to {link}" for link in relative_links(str(info.get_payload())))
    if document is None:
        yield "the wheel has no list of components"
    with zipfile.ZipFile(wheel) as archive:
        if PAGE not in archive.namelist():
            yield "the wheel lacks the page for the browser"
    with tarfile.open(source) as archive:
        if not any(name.endswith(f"/src/{PAGE}") for name in archive.getnames()):
            yield "the source archive lacks the page for the browser"
    if {extra for extras in EXTRAS for extra in extras.split(",") if extra} != declared_extras():
        yield "tools/release_check.py does not try every extra of pyproject.toml"


def run(command: list[str | Path], env: dict[str, str] | None = None) -> str | None:
    """Run a command; its last lines if it fails."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)
    return None if result.returncode == 0 else "\n".join(result.stdout.strip().splitlines()[-8:])


def without(programs: re.Pattern[str], folder: Path) -> str:
    """A PATH that has all programs but those with such a name."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).iterdir() if Path(place).is_dir() else ():
            link = folder / program.name
            if not programs.fullmatch(program.name) and not link.is_symlink():
                link.symlink_to(program)
    return str(folder)


def install_problems(
    archive: Path, python: str, extras: str, folder: Path, env: dict[str, str], interpreted: bool = False
) -> Iterator[str]:
    """What goes wrong if an archive is installed with these extras into a new environment and used.

    Its kernels may be interpreted only where that is expected, and then `tessella about` says so.
    """
    kind = "wheel" if archive.suffix == ".whl" else "source archive"
    name = f"{kind} with [{extras}]" if extras else kind
    uv: list[str | Path] = [BIN / "uv"]
    wanted = f"tessella-games[{extras}] @ {archive.as_uri()}" if extras else f"tessella-games @ {archive.as_uri()}"
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    steps: list[list[str | Path]] = [
        [*uv, "venv", "--quiet", "--clear", "--python", python, folder],
        [*uv, "pip", "install", "--quiet", "--python", scripts / "python", wanted],
        [scripts / "python", "-c", EXTRAS[extras]],
        [scripts / "tessella", "simulate", "--seed", "1"],
    ]
    for step in steps:
        output = run(step, env)
        if output is not None:
            yield f"{name} on {python}: {' '.join(map(str, step[:3]))} …\n{output}"
            return
    about = subprocess.run([scripts / "tessella", "about"], capture_output=True, text=True, check=True, env=env).stdout
    version = re.findall(r"Python (\S+)", about)[0]
    kernels = sorted(set(re.findall("kernel: (compiled|interpreted)", about)))
    print(f"  Python {version}, {name}: {', '.join(kernels)}", flush=True)
    if interpreted and kernels != ["interpreted"]:
        yield f"{name} on {python}: without a compiler the kernels should be interpreted, but are {kernels}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dist", type=Path, default=ROOT / "dist")
    parser.add_argument("--python", action="append", help="install on this Python; may be given several times")
    parser.add_argument("--tag", help="the tag that is to be released, like v1.2.0")
    parser.add_argument("--no-install", action="store_true", help="check the metadata alone")
    args = parser.parse_args()
    wheel, source = archives(args.dist.resolve())
    print("Checking the metadata")
    problems = list(metadata_problems(wheel, source, args.tag))
    output = run([BIN / "twine", "check", "--strict", wheel, source])
    if output is not None:
        problems.append(f"twine check: {output}")
    if not args.no_install:
        print("Installing into clean environments, without npm")
        with tempfile.TemporaryDirectory() as folder:
            env = {**os.environ, "PATH": without(NODE, Path(folder) / "path")}
            pythons = args.python or [sys.executable]
            for python in pythons:
                for archive in (wheel, source):
                    for extras in EXTRAS:
                        problems += install_problems(archive, python, extras, Path(folder) / "env", env)
            print("Installing without a compiler")
            env = {name: value for name, value in env.items() if name not in ("CC", "CXX")}
            env["PATH"] = without(re.compile(f"{NODE.pattern}|{COMPILER.pattern}"), Path(folder) / "bare")
            env["UV_CACHE_DIR"] = str(Path(folder) / "cache")  # a wheel that was built above would be taken again
            problems += install_problems(source, pythons[0], "", Path(folder) / "env", env, interpreted=True)
    if problems:
        sys.exit("Not ready to be released:\n" + "\n".join(f"- {problem}" for problem in problems))
    print(f"Ready to be released: {wheel.name}, {source.name}")


if __name__ == "__main__":
    main()
