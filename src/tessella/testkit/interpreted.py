"""A kernel's source beside its compiled module, in one process, so that the two can be compared."""

import sys
from importlib import import_module
from types import ModuleType

from tessella.core.source import SourceFinder


def interpreted(name: str, *others: str) -> ModuleType:
    """The module of this name, run from its Python source, whatever is compiled.

    It imports the modules named in `others` from their sources, too; everything else it shares with the rest of the
    program, which goes on with the modules it had.

    >>> kernel = interpreted("tessella.games.chromino.kernel", "tessella.games.chromino.board")
    >>> kernel.COMPILED
    False
    """
    names = (name, *others)
    usual = {each: import_module(each) for each in names}  # first, so that all they lean on is loaded the usual way
    for each in names:
        del sys.modules[each]
        package, attribute = _home(each)
        if hasattr(package, attribute):
            delattr(package, attribute)  # or `from package import attribute` would find the compiled module
    finder = SourceFinder()
    sys.meta_path.insert(0, finder)
    try:
        return import_module(name)
    finally:
        sys.meta_path.remove(finder)
        for each, module in usual.items():
            sys.modules[each] = module
            setattr(*_home(each), module)


def _home(name: str) -> tuple[ModuleType, str]:
    """The package of a module, and what the module is called in it."""
    package, _, attribute = name.rpartition(".")
    return sys.modules[package], attribute
