"""What the conundrums of both games have in common: levels, the headers of their texts, and how answers are checked."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tessella.core import Action, LineError, NotationError, OptionError
from tessella.core.validation import listing

LEVELS = range(1, 6)
"""How difficult one is, from the easiest to the hardest."""
MOST_ASKED = 12
"""The most tiles or cards that a conundrum asks for."""
HEADER = re.compile(r"([a-z][a-z0-9-]*):\s*(.*)")
_ASKED = re.compile(r"(\S+)(?:\s+([0-9]{1,4}))?")

AnyLay = TypeVar("AnyLay", bound=Action)
Said = TypeVar("Said")
Lines = Sequence[tuple[int, str]]
"""Lines with their numbers."""


class ConundrumError(LineError):
    """A conundrum that cannot be right: the first wrong line, and why."""


# ---- what is agreed ----


def check_difficulty(difficulty: object) -> None:
    """Refuse what is no level."""
    if difficulty not in LEVELS:
        raise OptionError(f"the difficulty is a number from {LEVELS[0]} to {LEVELS[-1]}, not {difficulty!r}")


def check_asked(asked: Sequence[str], what: str) -> None:
    """Refuse too many tiles or cards."""
    if len(asked) > MOST_ASKED:
        raise OptionError(f"{len(asked)} {what}s are asked for; {MOST_ASKED} are enough")


def check_headers(headers: Mapping[str, str], own: Sequence[str]) -> None:
    """Refuse further headers that could not be read back."""
    for name, text in headers.items():
        line = f"{name}: {text}"
        readable = HEADER.fullmatch(line) and line.isprintable() and text == text.strip()
        if name in own or not readable:
            raise OptionError(
                f"{line!r} cannot be a further header: take a new word of small letters, and one line of text"
            )


# ---- reading ----


def split(text: str, title: str, what: str) -> tuple[Lines, Lines, int]:
    """The headers of a text, the lines of its board, and the line where that begins. Remarks are left out."""
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").split("\n")]
    if lines[0] != title:
        raise ConundrumError(1, f"{what} begins with the line {title!r}")
    said = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and line.lstrip()[0] != "#"][1:]
    above = next((i for i, (_, line) in enumerate(said) if not HEADER.fullmatch(line.strip())), len(said))
    return said[:above], said[above:], said[above][0] if above < len(said) else len(lines)


def read_header(number: int, line: str) -> tuple[str, str]:
    """A header's name, and what it says."""
    name, _, rest = line.strip().partition(":")
    if not rest.isprintable():
        raise ConundrumError(number, "there is a character in it that cannot be printed")
    return name, rest.strip()


class Asked:
    """The tiles or cards that a text asks for."""

    def __init__(self, what: str, example: str, name_of: Callable[[str], str]) -> None:
        self.what = what
        self.example = example
        self.name_of = name_of
        self.lines: dict[str, int] = {}
        """Where each stands,"""
        self.counts: dict[str, int | None] = {}
        """and how many places it is said to have."""

    def read(self, number: int, said: str) -> None:
        """One more."""
        found = _ASKED.fullmatch(said)
        if found is None:
            raise ConundrumError(
                number, f"write a {self.what} and how many places it has, like {self.example!r}, not {said!r}"
            )
        try:
            name = self.name_of(found[1])
        except NotationError as error:
            raise ConundrumError(number, str(error)) from None
        if name in self.lines:
            raise ConundrumError(number, f"{name} is asked for twice")
        if len(self.lines) == MOST_ASKED:
            raise ConundrumError(number, f"this is one {self.what} too many: {MOST_ASKED} are enough")
        self.lines[name] = number
        self.counts[name] = None if found[2] is None else int(found[2])

    def check(self, end: int) -> None:
        """Refuse a text that asks for nothing; `end` is the line below the headers."""
        if not self.lines:
            raise ConundrumError(end, f"no {self.what} is asked for above; write one like {self.example!r}")


def told(number: int, check: Callable[[Said], None], said: Said) -> None:
    """What an argument would be refused for, a line is."""
    try:
        check(said)
    except OptionError as error:
        raise ConundrumError(number, str(error)) from None


# ---- solutions ----


def wrong(names: Sequence[str], said: Sequence[int | None], right: Sequence[int]) -> dict[str, tuple[int, int]]:
    """Those whose number is not what was said: what was said, and what it is."""
    found = zip(names, said, right, strict=True)
    return {name: (number, count) for name, number, count in found if number is not None and number != count}


@dataclass(frozen=True, slots=True)
class Checked(Generic[AnyLay]):
    """What to say to somebody's answer."""

    right: tuple[AnyLay, ...]
    wrong: tuple[tuple[AnyLay, str, str], ...]
    """Each with the clause that it breaks, and how."""
    missing: Mapping[str, int]
    """For each tile or card how many places are still to be found."""

    @property
    def solved(self) -> bool:
        """All was found, and nothing else was said."""
        return not self.wrong and not any(self.missing.values())


def look_through(
    answer: Sequence[AnyLay],
    solution: Mapping[str, Sequence[AnyLay]],
    name_of: Callable[[AnyLay], str],
    why_wrong: Callable[[AnyLay], tuple[str, str]],
) -> Checked[AnyLay]:
    """Look through an answer: what is still missing is only counted."""
    right: list[AnyLay] = []
    wrong = []
    for lay in answer:
        if name_of(lay) not in solution:
            wrong.append((lay, "C36", f"{name_of(lay)} is not asked for, but {listing(solution)}"))
        elif lay in right:
            wrong.append((lay, "C36", "this place was named before"))
        elif lay in solution[name_of(lay)]:
            right.append(lay)
        else:
            wrong.append((lay, *why_wrong(lay)))
    missing = {name: sum(lay not in right for lay in places) for name, places in solution.items()}
    return Checked(tuple(right), tuple(wrong), missing)
