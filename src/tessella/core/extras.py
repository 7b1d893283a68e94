"""What to install for the parts of Tessella that need further libraries."""

DISTRIBUTION = "tessella-games"
"""The project's name at the Python package index. There, `tessella` is another project."""


def how_to_install(extra: str) -> str:
    """The command that installs an extra of `pyproject.toml`."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"
