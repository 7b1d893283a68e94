"""What to install for the parts of Tessella that need further libraries."""

from collections.abc import Iterator
from contextlib import contextmanager

DISTRIBUTION = "tessella-games"
"""The project's name at the Python package index. There, `tessella` is another project."""


class MissingLibraryError(ModuleNotFoundError):
    """A library that a part of Tessella needs is not installed."""


def how_to_install(extra: str) -> str:
    """The command that installs an extra of `pyproject.toml`."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"


@contextmanager
def needed(extra: str, part: str, *libraries: str) -> Iterator[None]:
    """Import these libraries inside this; if one is missing, the error names the extra that this part needs."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in libraries:
            raise
        raise MissingLibraryError(
            f"{missing} is not installed; {how_to_install(extra)} installs all that {part} needs", name=missing
        ) from None
