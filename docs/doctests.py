"""An extension of griffe: examples in docstrings become blocks of code. Markdown would take `>>>` for a quotation."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)
"""As doctest has it: from a prompt to the next blank line."""


def fenced(text: str) -> str:
    """The text with each example as a block of code."""
    return EXAMPLE.sub(lambda match: f"```pycon\n{match[0]}\n```", text)


class Doctests(griffe.Extension):
    """Applies `fenced` to every docstring."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Called for each object when all are loaded, before its docstring is parsed."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
