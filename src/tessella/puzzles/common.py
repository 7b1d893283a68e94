"""What the puzzles of all games share: levels, the checks of what is asked for, and how their texts are read."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from tessella.core import LineError, NotationError, OptionError
from tessella.core.validation import listing

LEVELS = range(1, 6)
"""How difficult one is, from the easiest to the hardest."""
MOST_PIECES = 12
"""The most pieces that a puzzle asks for."""
HEADER = re.compile(r"[a-z][a-z0-9-]*:.*")
_PIECE = re.compile(r"(\S+)(?:\s+([0-9]{1,4}))?")

T = TypeVar("T")
Lines = Sequence[tuple[int, str]]
"""Lines with their numbers."""


class ConundrumError(LineError):
    """A puzzle that cannot be right: the first wrong line, and why."""


# ---- checks ----


def check_difficulty(difficulty: object) -> None:
    """Refuse what is no level."""
    if difficulty not in LEVELS:
        raise OptionError(f"the difficulty is a number from {LEVELS[0]} to {LEVELS[-1]}, not {difficulty!r}")


def check_kind(kind: str, kinds: Iterable[str]) -> None:
    """Refuse what is none of these kinds."""
    if kind not in kinds:
        raise OptionError(f"the kind of a problem is {listing(kinds, 'or')}, not {kind!r}")


def check_pieces(pieces: Sequence[str], word: str) -> None:
    """Refuse too many pieces; `word` is what the game calls one."""
    if len(pieces) > MOST_PIECES:
        raise OptionError(f"{len(pieces)} {word}s are asked for; {MOST_PIECES} are enough")


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
    """Split a text into its headers and the lines of its board, and give the line where the board begins.

    Comments are left out.
    """
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").split("\n")]
    if lines[0] != title:
        raise ConundrumError(1, f"{what} begins with the line {title!r}")
    content = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and line.lstrip()[0] != "#"][1:]
    above = next((i for i, (_, line) in enumerate(content) if not HEADER.fullmatch(line.strip())), len(content))
    return content[:above], content[above:], content[above][0] if above < len(content) else len(lines)


def read_header(number: int, line: str) -> tuple[str, str]:
    """A header's name and its text."""
    name, _, rest = line.strip().partition(":")
    if not rest.isprintable():
        raise ConundrumError(number, "there is a character in it that cannot be printed")
    return name, rest.strip()


class PieceHeaders:
    """The headers that name the pieces to place."""

    def __init__(self, word: str, example: str, name_of: Callable[[str], str]) -> None:
        self.word = word
        self.example = example
        self.name_of = name_of
        self.lines: dict[str, int] = {}
        """The line of each piece."""
        self.counts: dict[str, int | None] = {}
        """The number of places that is given for each; None if none is."""

    def read(self, number: int, text: str) -> None:
        """Read one more."""
        match = _PIECE.fullmatch(text)
        if match is None:
            raise ConundrumError(
                number, f"write a {self.word} and how many places it has, like {self.example!r}, not {text!r}"
            )
        try:
            name = self.name_of(match[1])
        except NotationError as error:
            raise ConundrumError(number, str(error)) from None
        if name in self.lines:
            raise ConundrumError(number, f"{name} is asked for twice")
        if len(self.lines) == MOST_PIECES:
            raise ConundrumError(number, f"this is one {self.word} too many: {MOST_PIECES} are enough")
        self.lines[name] = number
        self.counts[name] = None if match[2] is None else int(match[2])

    def check(self, end: int) -> None:
        """Refuse a text without pieces; `end` is the line below the headers."""
        if not self.lines:
            raise ConundrumError(end, f"no {self.word} is asked for above; write one like {self.example!r}")


def check_line(number: int, check: Callable[[T], None], value: T) -> None:
    """Check a value that was read from a line; a refusal names the line."""
    try:
        check(value)
    except OptionError as error:
        raise ConundrumError(number, str(error)) from None
