"""Chooses between a kernel's compiled module and its source. Set TESSELLA_INTERPRETED=1 to run the source."""

import os
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


def heed_environment() -> None:
    """Do so if the environment asks for it."""
    if os.environ.get("TESSELLA_INTERPRETED", "0") not in ("", "0"):
        prefer_source()
