"""Write the files of the browser's engine into the client's folder: `python web/tools/engine.py`.

The engine is Pyodide (Python as WebAssembly, from npm), this package's sources and msgspec. Data files are compressed
here and cut into pieces that are named by their content: any static host serves them small, a download goes on after
the last whole piece, and an unchanged piece is never fetched again. `engine.json` lists them.

Where there is emscripten, the kernels are compiled (`wasm.py`). Besides, only the standard library and pip are used, so
that the build of a wheel can run this, too.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import wasm

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "tessella"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
CLIENT = PACKAGE / "server" / "client"
DOWNLOADS = ROOT / "build" / "engine"

MODULES = ("pyodide.mjs", "pyodide.asm.mjs")
"""Scripts: the content policy lets a page run only files of its own origin, so they stay as they are."""
NOT_IN_A_BROWSER = {"arena", "cli", "research", "server", "testkit"}
"""Packages that need processes, sockets or libraries that Pyodide lacks."""
SUFFIXES = {".py", ".json", ".txt"}
PIECE = 512_000
"""Bytes: what an interrupted download loses at most."""
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the archive: the same sources give the same bytes."""


def locked(name: str) -> list[str]:
    """The lines of a package in requirements.lock: its version and its hashes."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    match = re.search(rf"^{re.escape(name)}==.*(?:\n    .*)*", text, re.MULTILINE)
    if match is None:
        raise LookupError(f"requirements.lock has no {name}: make lock")
    return match[0].splitlines()


def wheel(name: str, info: dict[str, str]) -> Path:
    """The wheel of a locked package for Pyodide, downloaded once; pip compares its hash with the lock."""
    lines = locked(name)
    version = lines[0].split("==")[1].split()[0]
    platform = f"pyemscripten_{info['abi_version']}_{info['arch']}"
    pattern = f"{name}-{version}-*-{platform}.whl"
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    if not any(DOWNLOADS.glob(pattern)):
        requirement = DOWNLOADS / f"{name}.txt"
        requirement.write_text("\n".join(lines) + "\n", encoding="utf-8")
        options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:", "--require-hashes"]
        python = ".".join(info["python"].split(".")[:2])
        target = ["--platform", platform, "--python-version", python, "--dest", str(DOWNLOADS)]
        result = subprocess.run(
            [sys.executable, "-m", "pip", "download", *options, *target, "--requirement", str(requirement)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        if result.returncode:
            raise RuntimeError(f"{name} {version} for {platform} could not be downloaded:\n{result.stdout}")
    return next(DOWNLOADS.glob(pattern))


def sources() -> Iterator[tuple[str, bytes]]:
    """The files of this package that run in a browser."""
    for path in sorted(PACKAGE.rglob("*")):
        place = path.relative_to(PACKAGE)
        if path.suffix in SUFFIXES and place.parts[0] not in NOT_IN_A_BROWSER and "__pycache__" not in place.parts:
            yield f"tessella/{place.as_posix()}", path.read_bytes()


def libraries(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The compiled kernels, which Python imports rather than the sources of the same names."""
    for path in sorted(folder.rglob("*.so")):
        yield path.relative_to(folder).as_posix(), path.read_bytes()


def contents(package: Path) -> Iterator[tuple[str, bytes]]:
    """The files in a wheel, but for its type stubs."""
    with zipfile.ZipFile(package) as archive:
        for name in sorted(archive.namelist()):
            if not name.endswith(("/", ".pyi", "py.typed")):
                yield name, archive.read(name)


def archive(path: Path, files: list[tuple[str, bytes]]) -> None:
    """Write a zip file without compression: the pieces are compressed as a whole, which is smaller."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as target:
        for name, data in files:
            target.writestr(zipfile.ZipInfo(name, EPOCH), data)


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Writer:
    """Writes files into the engine's folder and lists them as `engine.json` does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: list[dict[str, Any]] = []
        self.modules: dict[str, str] = {}
        self.bytes = 0

    def data(self, name: str, content: bytes) -> None:
        """A file that the engine reads, compressed and in pieces."""
        packed = gzip.compress(content, 9, mtime=0)
        pieces = []
        for start in range(0, len(packed), PIECE):
            piece = packed[start : start + PIECE]
            file = f"{digest(piece)[:20]}.bin"
            (self.folder / file).write_bytes(piece)
            pieces.append({"path": f"engine/{file}", "bytes": len(piece)})
        self.bytes += len(packed)
        self.files.append({"name": name, "bytes": len(content), "sha256": digest(content), "pieces": pieces})

    def scripts(self, folder: Path, names: tuple[str, ...]) -> None:
        """Scripts as they are, all in one folder, since they load each other; its name is the hash of them all."""
        data = {name: (folder / name).read_bytes() for name in names}
        place = digest(b"".join(data.values()))[:20]
        (self.folder / place).mkdir()
        for name, content in data.items():
            # The map of the source is not shipped.
            (self.folder / place / name).write_bytes(re.sub(rb"\n//# sourceMappingURL=\S+\s*$", b"\n", content))
            self.modules[name] = f"engine/{place}/{name}"
            self.bytes += len(gzip.compress(content, 9, mtime=0))

    def listing(self, kernels: str) -> dict[str, Any]:
        """What `engine.json` says; its version is the hash of all files."""
        everything = {"files": self.files, "modules": self.modules}
        version = digest(json.dumps(everything, sort_keys=True).encode())[:20]
        return {"version": version, "kernels": kernels, "bytes": self.bytes, **everything}


def licences(info: dict[str, str], package: Path) -> str:
    """Whose work the engine includes, and under which licences."""
    pyodide = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))
    with zipfile.ZipFile(package) as source:
        texts = [source.read(name).decode() for name in source.namelist() if re.search(r"/LICEN[CS]E[^/]*$", name)]
    name, version = package.name.split("-")[:2]
    return "\n".join(
        [
            "The engine for the browser includes:",
            f"- Pyodide {pyodide['version']}, {pyodide['license']}; its source: {pyodide['homepage']}",
            f"- Python {info['python']}, Python Software Foundation License Version 2",
            f"- {name} {version}, under this licence:",
            "",
            *texts,
        ]
    )


def components(info: dict[str, str], package: Path) -> list[dict[str, str]]:
    """The same, for the list of components in a wheel: the types are those of package URLs."""
    pyodide = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))
    name, version = package.name.split("-")[:2]
    with zipfile.ZipFile(package) as source:
        text = source.read(f"{name}-{version}.dist-info/METADATA").decode()
    licence = re.search(r"^License-Expression: (.+)$", text, re.MULTILINE)
    if licence is None:
        raise LookupError(f"the metadata of {name} has no licence expression")
    return [
        {"type": "npm", "name": "pyodide", "version": pyodide["version"], "licence": pyodide["license"]},
        {"type": "generic", "name": "python", "version": info["python"], "licence": "Python-2.0"},
        {"type": "pypi", "name": name, "version": version, "licence": licence[1]},
    ]


def build(client: Path, kernels: Path | None) -> dict[str, Any]:
    """Write the folder `engine` of a client, and return what its `engine.json` says.

    Without the folder of kernels as WebAssembly the sources are interpreted.
    """
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    package = wheel("msgspec", lock["info"])
    folder = client / "engine"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)

    writer = Writer(folder)
    writer.scripts(PYODIDE, MODULES)
    for name in ("pyodide.asm.wasm", "python_stdlib.zip"):
        writer.data(name, (PYODIDE / name).read_bytes())
    # Without its list of packages Pyodide cannot load one from another host.
    writer.data("pyodide-lock.json", json.dumps({**lock, "packages": {}}).encode())
    packed = DOWNLOADS / "tessella.zip"
    archive(packed, [*sources(), *(libraries(kernels) if kernels else ()), *contents(package)])
    writer.data("tessella.zip", packed.read_bytes())

    listed = json.dumps(components(lock["info"], package), indent=1)
    (folder / "components.json").write_text(listed + "\n", encoding="utf-8")
    (folder / "licences.txt").write_text(licences(lock["info"], package), encoding="utf-8")
    listing = writer.listing("wasm" if kernels else "interpreted")
    stamp(client, listing["version"])
    # Last: a folder without it is not an engine.
    (folder / "engine.json").write_text(json.dumps(listing, indent=1) + "\n", encoding="utf-8")
    return listing


def stamp(client: Path, version: str) -> None:
    """Write the version into the page, which loads no other engine than its own."""
    if (client / "index.html").exists():
        subprocess.run(["node", str(ROOT / "web" / "tools" / "stamp.mjs"), version], check=True)


def main() -> None:
    try:
        kernels, reason = wasm.build(), None
    except wasm.NotCompiledError as error:
        kernels, reason = None, str(error)
    try:
        listing = build(CLIENT, kernels)
    except (LookupError, OSError, RuntimeError, subprocess.CalledProcessError) as error:
        sys.exit(f"The engine for the browser could not be built: {error}")
    print(f"Engine for the browser: {listing['bytes'] / 1e6:.1f} MB, with {listing['kernels']} kernels")
    if reason is not None:
        print(f"  Its kernels are interpreted, which is much slower: {reason}")


if __name__ == "__main__":
    main()
