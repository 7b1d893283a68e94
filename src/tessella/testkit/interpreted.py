"""Loads a kernel's source beside its compiled module, in one process, to compare the two."""

import sys
from importlib import import_module
from types import ModuleType

from tessella.core.source import SourceFinder


def interpreted(name: str, *others: str) -> ModuleType:
    """The module of this name, run from its Python source even if it is compiled.

    It imports the modules named in `others` from their sources, too, and shares all other modules with the rest of the
    program, which keeps its own modules.

    >>> kernel = interpreted("tessella.games.chromino.kernel", "tessella.games.chromino.board")
    >>> kernel.COMPILED
    False
    """
    names = (name, *others)
    loaded = {each: import_module(each) for each in names}  # first, so that their dependencies are loaded normally
    for each in names:
        del sys.modules[each]
        package, attribute = _home(each)
        if hasattr(package, attribute):
            delattr(package, attribute)  # else `from package import attribute` would give the compiled module
    finder = SourceFinder()
    sys.meta_path.insert(0, finder)
    try:
        return import_module(name)
    finally:
        sys.meta_path.remove(finder)
        for each, module in loaded.items():
            sys.modules[each] = module
            setattr(*_home(each), module)


def _home(name: str) -> tuple[ModuleType, str]:
    """The package of a module, and the module's name in it."""
    package, _, attribute = name.rpartition(".")
    return sys.modules[package], attribute
