"""Reading options from texts, and saying what is possible: what the rules of every game need."""

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


def from_one(seat: int | None) -> int | None:
    """A seat as texts and JSON count it."""
    return None if seat is None else seat + 1
