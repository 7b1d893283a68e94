"""Checks of numbers and names that people write; errors say what is possible."""

import re
from collections.abc import Iterable

from tessella.core.errors import NotationError, OptionError, TessellaError

FARTHEST = 9999
"""The largest coordinate of an action."""
NUMBER = re.compile("-?[0-9]{1,20}")
"""A whole number in an option's text: `int` would also read signs, underscores and the digits of every script."""


def listing(names: Iterable[object], word: str = "and") -> str:
    """Names in a row: "a, b and c"."""
    *most, last = [str(name) for name in names]
    return f"{', '.join(most)} {word} {last}" if most else last


def is_number(value: object) -> bool:
    """Whether it is a whole number; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def number(name: str, text: str) -> int:
    """An option's text as a whole number."""
    if not isinstance(text, str) or not NUMBER.fullmatch(text):
        raise OptionError(f"{name} is a number, not {text!r}: write it with the digits 0 to 9")
    return int(text)


def no_action(action: object, title: str) -> NotationError:
    """The error for something that is no action of a game."""
    if isinstance(action, str):
        return NotationError(f"{action!r} is a text, not an action: read it with the game's parse first")
    return NotationError(f"{action!r} is no action of {title}")


def other_game(value: object, title: str, what: str) -> TessellaError:
    """The error for options or a view that belong to another game, or for something that is neither."""
    return TessellaError(f"{title} takes {what} of its own, not {type(value).__module__}.{type(value).__qualname__}")


def check_index(index: int, size: int, what: str) -> None:
    """Raise `ValueError` for a number that is not from 0 to `size` - 1."""
    if not 0 <= index < size:
        raise ValueError(f"there is no {what} number {index}; there are {size}, counted from 0")
