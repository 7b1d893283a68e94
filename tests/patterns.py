"""Which patterns a backtracking matcher works off in linear time, decided from the pattern alone.

A pattern is safe if it never has a choice: wherever two of its parts could come next, no character fits both. Then a
matcher that goes back fails at the next character, and all the steps back together are no more than the text is long.
A pattern of bounded length may have choices, as long as there are few.
"""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

FEW = 2_000
"""The most ways through a pattern of bounded length."""
ALPHABET = frozenset(map(chr, [*range(0x180), 0x200B, 0x2003, 0x2028, 0x3042, 0x660, 0x1F600]))
"""Letters, digits, spaces and controls of all kinds, which stand for all others."""
END = -1

_UNBOUNDED = re._constants.MAXREPEAT  # the parser of the standard library has no public name
_CATEGORIES = {"SPACE": r"\s", "NOT_SPACE": r"\S", "DIGIT": r"\d", "NOT_DIGIT": r"\D", "WORD": r"\w", "NOT_WORD": r"\W"}


class _TooLong(Exception):  # noqa: N818 - a result, not a fault
    """The pattern has too many characters."""


class _Part(NamedTuple):
    """A part of a pattern: whether it matches nothing, too, and the positions of its first and last characters."""

    empty: bool
    first: frozenset[int]
    last: frozenset[int]


class _Positions:
    """The characters of a pattern by position, and which position may follow which (Glushkov's automaton)."""

    def __init__(self) -> None:
        self.letters: list[frozenset[str]] = []
        self.follow: dict[int, set[int]] = {}
        self.ways = 1
        self.unbounded = False
        self.doubled = False
        """Whether two ways lead from a character to the next, as where a repeated part is repeated."""

    def sequence(self, items: Any) -> _Part:
        whole = _Part(True, frozenset(), frozenset())
        for item in items:
            whole = self._then(whole, self._part(item))
        return whole

    def _then(self, one: _Part, other: _Part) -> _Part:
        self._join(one.last, other.first)
        first = one.first | other.first if one.empty else one.first
        last = one.last | other.last if other.empty else other.last
        return _Part(one.empty and other.empty, first, last)

    def _join(self, before: frozenset[int], after: frozenset[int]) -> None:
        for position in before:
            self.doubled |= bool(self.follow[position] & after)
            self.follow[position] |= after

    def _part(self, item: Any) -> _Part:
        kind, value = str(item[0]), item[1]
        if kind in ("LITERAL", "NOT_LITERAL", "IN", "ANY"):
            if len(self.letters) > FEW:
                raise _TooLong
            self.letters.append(_letters(kind, value))
            position = len(self.letters) - 1
            self.follow[position] = set()
            return _Part(False, frozenset({position}), frozenset({position}))
        if kind == "SUBPATTERN":
            return self.sequence(value[-1])
        if kind == "BRANCH":
            branches = [self.sequence(each) for each in value[1]]
            self.ways *= len(branches)
            first = frozenset[int]().union(*(each.first for each in branches))
            last = frozenset[int]().union(*(each.last for each in branches))
            return _Part(any(each.empty for each in branches), first, last)
        if kind in ("MAX_REPEAT", "MIN_REPEAT"):
            return self._repeat(*value)
        if kind == "AT":  # the beginning or the end: takes no character
            return _Part(True, frozenset(), frozenset())
        raise ValueError(f"{kind} is not understood here: write the pattern without it")

    def _repeat(self, least: int, most: int, items: Any) -> _Part:
        if most == _UNBOUNDED:
            self.unbounded = True
            part = self.sequence(items)
            self._join(part.last, part.first)
            return part._replace(empty=part.empty or least == 0)
        self.ways *= most - least + 1
        whole = _Part(True, frozenset(), frozenset())
        for number in reversed(range(most)):
            whole = self._then(self.sequence(items), whole)
            whole = whole._replace(empty=whole.empty or number >= least)
        return whole


def _letters(kind: str, value: Any) -> frozenset[str]:
    if kind == "ANY":
        return ALPHABET - {"\n"}
    if kind == "IN":
        letters: set[str] = set()
        for each, detail in value:
            letters |= _members(str(each), detail)
        return ALPHABET - letters if str(value[0][0]) == "NEGATE" else frozenset(letters)
    return frozenset({chr(value)}) if kind == "LITERAL" else ALPHABET - {chr(value)}


def _members(kind: str, value: Any) -> set[str]:
    if kind == "NEGATE":
        return set()
    if kind == "LITERAL":
        return {chr(value)}
    if kind == "RANGE":
        return {letter for letter in ALPHABET if value[0] <= ord(letter) <= value[1]}
    written = _CATEGORIES[str(value).removeprefix("CATEGORY_")]
    return {letter for letter in ALPHABET if re.fullmatch(written, letter)}


def why_unsafe(pattern: str) -> str | None:
    """Why a pattern may take longer than in proportion to its text; None if it does not."""
    positions = _Positions()
    try:
        whole = positions.sequence(re._parser.parse(pattern))
    except _TooLong:
        return f"it is longer than {FEW} characters"
    if not positions.unbounded:
        return None if positions.ways <= FEW else f"there are {positions.ways} ways through it"
    if positions.doubled:
        return "a part that is repeated is repeated again"
    for letters in _ambiguous(positions, whole):
        return f"two of its parts can take {min(letters)!r} at the same place"
    return None


def _ambiguous(positions: _Positions, whole: _Part) -> Iterator[frozenset[str]]:
    for choice in (whole.first, *positions.follow.values()):
        for one, other in combinations(sorted(choice), 2):
            if both := positions.letters[one] & positions.letters[other]:
                yield both
