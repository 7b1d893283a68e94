"""Chooses between a kernel's compiled module and its source. Set TESSELLA_INTERPRETED=1 to run the source."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType


class SourceFinder(MetaPathFinder):
    """Finds the `.py` of a module where the usual way would prefer a compiled one beside it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Only for modules of this package; packages and everything else are found as usual."""
        package, _, name = fullname.rpartition(".")
        if package.partition(".")[0] != "tessella":
            return None
        for folder in path or ():
            source = Path(folder) / f"{name}.py"
            if source.exists():
                return spec_from_file_location(fullname, source)
        return None


def prefer_source() -> None:
    """Import the sources of kernels from now on."""
    if not any(isinstance(finder, SourceFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, SourceFinder())


def warnings() -> list[str]:
    """Warnings for users who rely on the kernels' results; none if the kernels are up to date."""
    return [f"{name} was compiled from an older source than is there now: make kernels" for name in outdated()]


def in_checkout() -> bool:
    """Whether this package runs from the project's folder, where there is a Makefile, rather than installed."""
    return (Path(__file__).parents[3] / "hatch_build.py").exists()


def outdated() -> list[str]:
    """The compiled modules, of those imported, whose source has changed since.

    Installed modules never are: the dates of their files are those of the installation.
    """
    names: list[str] = []
    if not in_checkout():
        return names
    for name, module in sorted(sys.modules.items()):
        file = Path(getattr(module, "__file__", None) or "")
        if name.startswith("tessella.") and file.suffix in (".so", ".pyd"):
            sources = [file.with_name(name.rpartition(".")[2] + suffix) for suffix in (".py", ".pxd")]
            if any(source.exists() and source.stat().st_mtime > file.stat().st_mtime for source in sources):
                names.append(name)
    return names
