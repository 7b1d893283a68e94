"""Checks of numbers and names that people write; errors say what is possible."""

from collections.abc import Iterable

from tessella.core.errors import OptionError


def listing(names: Iterable[object], word: str = "and") -> str:
    """Names in a row: "a, b and c"."""
    *most, last = [str(name) for name in names]
    return f"{', '.join(most)} {word} {last}" if most else last


def is_number(value: object) -> bool:
    """Whether it is a whole number; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def number(name: str, text: str) -> int:
    """An option's text as a whole number."""
    try:
        return int(text)
    except ValueError:
        raise OptionError(f"{name} is a number, not {text!r}") from None


def check_index(index: int, size: int, what: str) -> None:
    """Raise `ValueError` for a number that is not from 0 to `size` - 1."""
    if not 0 <= index < size:
        raise ValueError(f"there is no {what} number {index}; there are {size}, counted from 0")
