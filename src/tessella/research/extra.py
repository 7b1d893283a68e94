"""What the adapters need besides the package itself, and the sentence for people who do not have it."""

from contextlib import AbstractContextManager

from tessella.core.extras import needed as needed_of

LIBRARIES = ("gymnasium", "numpy", "open_spiel", "pettingzoo", "pyspiel")


def needed() -> AbstractContextManager[None]:
    """Import libraries of the extra inside this; if one is missing, the error names the extra to install."""
    return needed_of("research", "tessella.research", *LIBRARIES)
