"""Conundrums of every kind solved a second time: by brute force over the rules of `naive`, from their texts alone.

Nothing of tessella is used here. A placement is its text, as on the wire; an answer is a series of placements.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from tests.chromino import naive as tiles
from tests.florentine import naive as cards

Series = tuple[str, ...]


class Shown(NamedTuple):
    """What a conundrum shows."""

    kind: str
    board: Series
    pieces: Series
    theirs: Series = ()
    colour: str = ""


class Try(NamedTuple):
    """A placement that is possible at some point, and what comes of it."""

    after: Series
    lay: str
    value: int | None = None
    replies: frozenset[str] = frozenset()


class Solved(NamedTuple):
    """All answers, and everything that is possible on the way."""

    answers: set[Series]
    tries: set[Try]


Fits = Callable[[Series, str], list[str]]
"""Where a piece fits on a board."""


def tile_fits(board: Series, tile: str) -> list[str]:
    """Where a tile of Chromino fits (C5, C8)."""
    laid = [(text[:3], int(x), int(y), way) for text in board for x, y, way in [_AT.findall(text)[0]]]
    everywhere = tiles.placements(tiles.board_of(laid))
    return [f"{squares}@{x},{y}{way}" for squares in {tile, tile[::-1]} for y, x, way in everywhere[squares]]


def card_fits(board: Series, card: str) -> list[str]:
    """Where a card of Florentine Dominoes fits (F7, F9, F10)."""
    return [f"{lying}@{x},{y}" for y, x, lying in cards.placements(_cards(board), (card,))[card]]


_AT = re.compile(r"@(-?[0-9]+),(-?[0-9]+)(.?)")


def _cards(board: Series) -> dict[tuple[int, int], str]:
    return {(int(x), int(y)): text[:4] for text in board for x, y, _ in [_AT.findall(text)[0]]}


def gems(board: Series, colour: str) -> int:
    """How many gems of a colour lie in closed spaces (F15, F16)."""
    return cards.gems(_cards(board), (), colour[0])


def lines(shown: Shown, fits: Fits, steps: int) -> Iterator[Series]:
    """Every series of at most so many placements, of a different piece each."""
    waiting: list[tuple[Series, Series]] = [((), shown.pieces)]
    known: dict[tuple[frozenset[str], str], list[str]] = {}
    while waiting:
        line, left = waiting.pop()
        yield line
        if len(line) < steps:
            for piece in left:
                rest = tuple(other for other in left if other != piece)
                if (key := (frozenset(line), piece)) not in known:
                    known[key] = fits((*shown.board, *line), piece)
                waiting += [((*line, lay), rest) for lay in known[key]]


def solve(shown: Shown, fits: Fits) -> Solved:
    """All answers, and everything that is possible on the way."""
    return {"order": _order, "block": _block, "win": _win, "gems": _gems, "pair": _gems, "places": _places}[shown.kind](
        shown, fits
    )


def _places(shown: Shown, fits: Fits) -> Solved:
    answers: set[Series] = {(lay,) for piece in shown.pieces for lay in fits(shown.board, piece)}
    return Solved(answers, set())


def _order(shown: Shown, fits: Fits) -> Solved:
    every = list(lines(shown, fits, len(shown.pieces)))
    tries = {Try(tuple(sorted(line[:-1])), line[-1]) for line in every if line}
    return Solved({line for line in every if len(line) == len(shown.pieces)}, tries)


def _gems(shown: Shown, fits: Fits) -> Solved:
    steps = 2 if shown.kind == "pair" else 1
    before = gems(shown.board, shown.colour)
    every = list(lines(shown, fits, steps))
    of_set = {laid: gems((*shown.board, *laid), shown.colour) - before for laid in set(map(frozenset, every))}
    closed = {line: of_set[frozenset(line)] for line in every}
    most = max((number for line, number in closed.items() if len(line) == steps), default=0)
    tries = {Try(tuple(sorted(line[:-1])), line[-1], number) for line, number in closed.items() if line}
    return Solved({line for line, number in closed.items() if len(line) == steps and number == most > 0}, tries)


def _all(fits: Fits, board: Series, pieces: Iterable[str]) -> list[str]:
    return [lay for piece in pieces for lay in fits(board, piece)]


def _block(shown: Shown, fits: Fits) -> Solved:
    tries = {
        Try((), lay, None, frozenset(_all(fits, (*shown.board, lay), shown.theirs)))
        for lay in _all(fits, shown.board, shown.pieces)
    }
    answers: set[Series] = {(each.lay,) for each in tries if not each.replies}
    return Solved(answers, tries)


def _win(shown: Shown, fits: Fits) -> Solved:
    answers: set[Series] = set()
    tries: set[Try] = set()
    for piece, last in (shown.pieces, shown.pieces[::-1]):
        for lay in fits(shown.board, piece):
            board = (*shown.board, lay)
            replies = _all(fits, board, shown.theirs)
            # Without a placement the other seat passes (C18); a wild tile cannot be the last (C21).
            lost = {reply for reply in replies or ["pass"] if not _fits_last((*board, reply), last, fits)}
            tries.add(Try((), lay, None, frozenset(lost - {"pass"})))
            if not lost:
                answers.add((lay,))
    return Solved(answers, tries)


def _fits_last(board: Series, last: str, fits: Fits) -> bool:
    laid = tuple(text for text in board if text != "pass")
    return "*" not in last and bool(fits(laid, last))
