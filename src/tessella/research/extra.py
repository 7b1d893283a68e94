"""What the adapters need besides the package itself, and the sentence for people who do not have it."""

from collections.abc import Iterator
from contextlib import contextmanager

EXTRA = "research"
LIBRARIES = ("gymnasium", "numpy", "open_spiel", "pettingzoo", "pyspiel")


class MissingLibraryError(ImportError):
    """A library that an adapter needs is not installed."""


@contextmanager
def needed() -> Iterator[None]:
    """Import libraries of the extra inside this; if one is missing, the error names the extra to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in LIBRARIES:
            raise
        raise MissingLibraryError(
            f"{missing} is not installed; pip install 'tessella-games[{EXTRA}]' installs all that tessella.research "
            "needs",
            name=missing,
        ) from None
