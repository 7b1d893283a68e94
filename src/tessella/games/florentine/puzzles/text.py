"""Reading the text of a problem."""

import re
from dataclasses import dataclass, field

from tessella.core import NotationError
from tessella.core.validation import listing
from tessella.games.florentine.cards import COLOUR_NAMES
from tessella.games.florentine.notation import Lay, parse_lay
from tessella.games.florentine.puzzles.board import flaw, named
from tessella.games.florentine.puzzles.kinds import KINDS
from tessella.games.florentine.puzzles.puzzle import FlorentinePuzzle, from_top
from tessella.puzzles import common
from tessella.puzzles.common import ConundrumError
from tessella.puzzles.contract import PLACES

_NUMBER = re.compile(r"[0-9]{1,4}")


@dataclass
class _Headers:
    """What stands above the board, with the lines, which errors name."""

    kind: str = ""
    colour: str | None = None
    gems: int | None = None
    difficulty: int | None = None
    cards: common.PieceHeaders = field(default_factory=lambda: common.PieceHeaders("card", "card: RRbg 3", named))
    others: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def numbers(self) -> tuple[int | None, ...]:
        """The numbers that are given."""
        if self.kind == PLACES:
            return tuple(self.cards.counts.values())
        return (self.gems,) if KINDS[self.kind].coloured else ()


def parse(text: str) -> FlorentinePuzzle:
    """Read a problem. `ConundrumError` names the first wrong line and what is wrong with it."""
    above, rows, end = common.split(text, FlorentinePuzzle.title, "a problem of Florentine Dominoes")
    headers = _Headers()
    for number, line in above:
        _read_header(number, line, headers)
    _check_headers(headers, end)
    board, at_line = _read_board(rows)
    wrong = flaw(board, list(headers.cards.lines))
    if wrong is not None:
        about, reason = wrong
        raise ConundrumError(_line_of(about, board, at_line, headers, end), reason)
    return FlorentinePuzzle(
        headers.kind,
        from_top(board),
        tuple(headers.cards.lines),
        headers.numbers(),
        headers.colour,
        headers.difficulty,
        headers.others,
    )


def _line_of(about: Lay | str | None, board: list[Lay], at_line: list[int], headers: _Headers, end: int) -> int:
    """The line of a card. One that lies there twice in the same way is wrong where it stands the second time."""
    if isinstance(about, Lay):
        return max(line for lay, line in zip(board, at_line, strict=True) if lay == about)
    return headers.cards.lines.get(about or "", end)


def _read_header(number: int, line: str, headers: _Headers) -> None:
    name, value = common.read_header(number, line)
    if name == "card":
        headers.cards.read(number, value)
        return
    if name in headers.lines:
        raise ConundrumError(number, f"{name!r} stands here a second time")
    headers.lines[name] = number
    match name:
        case "kind":
            common.check_line(number, lambda kind: common.check_kind(kind, KINDS), value)
            headers.kind = value
        case "colour":
            if value not in COLOUR_NAMES:
                raise ConundrumError(number, f"the colour is {listing(COLOUR_NAMES, 'or')}, not {value!r}")
            headers.colour = value
        case "gems":
            if not _NUMBER.fullmatch(value):
                raise ConundrumError(number, f"write how many gems can be closed, like 'gems: 3', not {value!r}")
            headers.gems = int(value)
        case "difficulty":
            common.check_line(number, common.check_difficulty, int(value) if _NUMBER.fullmatch(value) else value)
            headers.difficulty = int(value)
        case _:
            headers.others[name] = value


def _check_headers(headers: _Headers, end: int) -> None:
    """Refuse headers that do not go together; `end` is the line below them."""
    if not headers.kind:
        choices = listing([repr(f"kind: {name}") for name in KINDS], "or")
        raise ConundrumError(end, f"the kind is missing above; write {choices}")
    headers.cards.check(end)
    coloured = KINDS[headers.kind].coloured
    for name in () if coloured else ("colour", "gems"):
        if name in headers.lines:
            kinds = listing([repr(kind.name) for kind in KINDS.values() if kind.coloured], "or")
            raise ConundrumError(headers.lines[name], f"{name!r} belongs to a problem of the kind {kinds}")
    if coloured and headers.colour is None:
        raise ConundrumError(end, "whose gems are to be closed is missing above; write it like 'colour: red'")
    for card, count in headers.cards.counts.items():
        if headers.kind != PLACES and count is not None:
            raise ConundrumError(
                headers.cards.lines[card],
                f"a number of places belongs to a problem of the kind {PLACES!r}: write 'card: {card}'",
            )


def _read_board(lines: common.Lines) -> tuple[list[Lay], list[int]]:
    """The cards on the board in the order written, and the line of each."""
    board: list[Lay] = []
    at_line: list[int] = []
    for number, line in lines:
        for written in line.split():
            try:
                board.append(parse_lay(written))
            except NotationError as error:
                raise ConundrumError(number, str(error)) from None
            at_line.append(number)
    return board, at_line
