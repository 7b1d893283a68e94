"""Reading problems of Florentine Dominoes, and writing down their solutions."""

import re
from dataclasses import dataclass, field

from tessella.core import NotationError
from tessella.core.validation import listing
from tessella.games.florentine.cards import COLOUR_NAMES
from tessella.games.florentine.notation import Lay, parse_lay
from tessella.games.florentine.puzzles.board import flaw, named
from tessella.games.florentine.puzzles.problem import (
    GEMS,
    PLACES,
    TITLE,
    FlorentineProblem,
    check_kind,
    from_top,
    numbers,
    solve,
)
from tessella.puzzles import common
from tessella.puzzles.common import ConundrumError

_NUMBER = re.compile(r"[0-9]{1,4}")


@dataclass
class _Headers:
    """What stands above the board; each thing with its line, where one may have to point to it."""

    kind: str = ""
    colour: str | None = None
    gems: int | None = None
    difficulty: int | None = None
    cards: common.Asked = field(default_factory=lambda: common.Asked("card", "card: RRbg 3", named))
    others: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


def parse(text: str) -> FlorentineProblem:
    """Read a problem. `ConundrumError` names the first wrong line and what is wrong with it.

    What the numbers are said to be is not looked into: `wrong_numbers` does that.
    """
    above, rows, end = common.split(text, TITLE, "a problem of Florentine Dominoes")
    found = _Headers()
    for number, line in above:
        _read_header(number, line, found)
    _check_headers(found, end)
    board, at_line = _read_board(rows)
    wrong = flaw(board, list(found.cards.lines))
    if wrong is not None:
        about, reason = wrong
        raise ConundrumError(_line_of(about, board, at_line, found, end), reason)
    return FlorentineProblem(
        found.kind,
        from_top(board),
        tuple(found.cards.lines),
        tuple(found.cards.counts.values()) if found.kind == PLACES else (found.gems,),
        found.colour,
        found.difficulty,
        found.others,
    )


def _line_of(about: Lay | str | None, board: list[Lay], at_line: list[int], found: _Headers, end: int) -> int:
    """The line of a card. One that lies there twice in the same way is wrong where it stands the second time."""
    if isinstance(about, Lay):
        return max(line for lay, line in zip(board, at_line, strict=True) if lay == about)
    return found.cards.lines.get(about or "", end)


def _read_header(number: int, line: str, found: _Headers) -> None:
    name, said = common.read_header(number, line)
    if name == "card":
        found.cards.read(number, said)
        return
    if name in found.lines:
        raise ConundrumError(number, f"{name!r} stands here a second time")
    found.lines[name] = number
    match name:
        case "kind":
            common.told(number, check_kind, said)
            found.kind = said
        case "colour":
            if said not in COLOUR_NAMES:
                raise ConundrumError(number, f"the colour is {listing(COLOUR_NAMES, 'or')}, not {said!r}")
            found.colour = said
        case "gems":
            if not _NUMBER.fullmatch(said):
                raise ConundrumError(number, f"write how many gems can be closed, like 'gems: 3', not {said!r}")
            found.gems = int(said)
        case "difficulty":
            common.told(number, common.check_difficulty, int(said) if _NUMBER.fullmatch(said) else said)
            found.difficulty = int(said)
        case _:
            found.others[name] = said


def _check_headers(found: _Headers, end: int) -> None:
    """Refuse headers that do not go together; `end` is the line below them."""
    if not found.kind:
        raise ConundrumError(end, f"the kind is missing above; write 'kind: {PLACES}' or 'kind: {GEMS}'")
    found.cards.check(end)
    if found.kind == PLACES:
        for name in ("colour", "gems"):
            if name in found.lines:
                raise ConundrumError(found.lines[name], f"{name!r} belongs to a problem of the kind {GEMS!r}")
        return
    if found.colour is None:
        raise ConundrumError(end, "whose gems are to be closed is missing above; write it like 'colour: red'")
    for card, count in found.cards.counts.items():
        if count is not None:
            raise ConundrumError(
                found.cards.lines[card],
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


def solution_lines(problem: FlorentineProblem) -> list[str]:
    """The solution as lines of text."""
    solution = solve(problem)
    if problem.kind == GEMS:
        (most,) = numbers(problem)
        if not most:
            return [f"no card closes any {problem.gem}"]
        best = [lay for places in solution.values() for lay in places]
        return [
            f"{most} {problem.gem} closed by" + (" any of these" if len(best) > 1 else ""),
            *(f"  {lay}" for lay in best),
        ]
    lines = []
    for card, places in solution.items():
        lines.append(f"{card}: {len(places) or 'no'} place{'s' if len(places) != 1 else ''}")
        lines += [f"  {lay}" for lay in places]
    return lines
