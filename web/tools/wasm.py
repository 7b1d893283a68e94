"""Compile the kernels to WebAssembly, with emscripten: `python web/tools/wasm.py`.

They are side modules that the Python of Pyodide imports. They use the limited API alone, so any headers of Python 3.11
or newer serve, if `pyconfig.h` is that of Pyodide. Pyodide is built with another version of emscripten than a
distribution has: tests/test_engine.py compares the games that the modules play with those of the other kernels.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, redirect_stderr
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from hatch_build import DIRECTIVES, OLDEST_PYTHON, source_of, translate  # noqa: E402

FOLDER = ROOT / "build" / "wasm"
STANDARD_LIBRARY = ROOT / "web" / "node_modules" / "pyodide" / "python_stdlib.zip"
VARIABLES = "_sysconfigdata__emscripten_wasm32-emscripten.py"
CONFIGURES = re.compile("(HAVE|SIZEOF|ALIGNOF|WITH|Py|PY|STDC|DOUBLE|RETSIGTYPE|_)[A-Za-z0-9_]*")
"""Names of `pyconfig.h`, among the other variables of Python's build."""
# Fused operations round differently: a bot would choose differently than on a server.
FLAGS = ["-O3", "-ffp-contract=off", "-fPIC", "-sSIDE_MODULE=2", "-sWASM_BIGINT=1", f"-DPy_LIMITED_API={OLDEST_PYTHON}"]
# What every browser has in which Pyodide runs, but an old emscripten does not use by itself.
FLAGS += ["-mbulk-memory", "-msign-ext", "-mnontrapping-fptoint"]


class NotCompiledError(Exception):
    """There are no kernels as WebAssembly, and why."""


def c_code(modules: list[str]) -> dict[str, Path]:
    """The C code of each module. Cython itself notices changed sources, but not that it was set or replaced itself."""
    from Cython import __version__

    folder = FOLDER / "c"
    stamp, setting = folder / "cython.txt", f"{__version__} {DIRECTIVES}"
    changed = not stamp.exists() or stamp.read_text(encoding="utf-8") != setting
    # Its warnings are those that the build of the other kernels gives.
    with chdir(ROOT), redirect_stderr(io.StringIO()):
        sources = {module: path.resolve() for module, path in translate(folder, modules, force=changed).items()}
    stamp.write_text(setting, encoding="utf-8")
    return sources


def headers() -> Path:
    """Python's headers, with the `pyconfig.h` of Pyodide's Python."""
    original = Path(sysconfig.get_paths()["include"])
    if not (original / "Python.h").exists():
        raise NotCompiledError(f"there are no headers of Python in {original} (on Debian: apt install python3-dev)")
    with zipfile.ZipFile(STANDARD_LIBRARY) as archive:
        values: dict[str, dict[str, object]] = {}
        exec(archive.read(VARIABLES), values)
    variables = values["build_time_vars"].items()
    lines = [f"#define {name} {value}" for name, value in variables if CONFIGURES.fullmatch(name) and is_set(value)]
    folder = FOLDER / "include"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(original, folder)
    (folder / "pyconfig.h").write_text("\n".join([*sorted(lines), ""]), encoding="utf-8")
    return folder


def is_set(value: object) -> bool:
    return isinstance(value, int) and value != 0


def compile_module(emcc: str, module: str, source: Path, include: Path, key: str) -> Path:
    """Compile the C code of a module, unless the library in the folder is of the same code."""
    library = FOLDER / "lib" / source_of(module, ".so").relative_to("src")
    stamp = FOLDER / "keys" / module
    key = hashlib.sha256(key.encode() + source.read_bytes()).hexdigest()
    if library.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == key:
        return library
    library.parent.mkdir(parents=True, exist_ok=True)
    export = f"-sEXPORTED_FUNCTIONS=_PyInit_{module.rpartition('.')[2]}"
    command = [emcc, *FLAGS, export, f"-I{include}", str(source), "-o", str(library)]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    if result.returncode:
        last = "\n".join(result.stderr.strip().splitlines()[-8:])
        raise NotCompiledError(f"emscripten could not compile {module}:\n{last}")
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(key, encoding="utf-8")
    return library


def build() -> Path:
    """The folder with all libraries; only what has changed is compiled. `NotCompiledError` says what is missing."""
    if os.environ.get("TESSELLA_NO_COMPILE", "0") not in ("", "0"):
        raise NotCompiledError("TESSELLA_NO_COMPILE is set")
    emcc = shutil.which("emcc")
    if emcc is None:
        raise NotCompiledError("there is no emscripten here (on Debian: apt install emscripten; then make wasm)")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    modules: list[str] = settings["tool"]["hatch"]["build"]["hooks"]["custom"]["modules"]
    try:
        sources = c_code(modules)
    except ImportError as error:
        raise NotCompiledError(f"there is no Cython here: {error}") from error
    include = headers()
    version = subprocess.run([emcc, "--version"], capture_output=True, encoding="utf-8").stdout
    key = "\n".join([version, *FLAGS, (include / "pyconfig.h").read_text(encoding="utf-8")])
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        tasks = [pool.submit(compile_module, emcc, *pair, include, key) for pair in sources.items()]
        libraries = {task.result() for task in tasks}
    for stale in {*(FOLDER / "lib").rglob("*.so")} - libraries:
        stale.unlink()
    return FOLDER / "lib"


if __name__ == "__main__":
    try:
        folder = build()
    except NotCompiledError as reason:
        sys.exit(f"The kernels were not compiled to WebAssembly: {reason}")
    sizes = [path.stat().st_size for path in folder.rglob("*.so")]
    print(f"Kernels as WebAssembly: {len(sizes)} modules, {sum(sizes) / 1e6:.1f} MB")
