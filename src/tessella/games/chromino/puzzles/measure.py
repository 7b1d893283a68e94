"""How hard a conundrum is: what there is to look at, and what is easily overlooked.

A person goes round the board, square by square, once for each tile. A place is found at a glance if the tile lies along
one other tile with two colours alike; it is overlooked if it hides. So each part of the measure counts something that
one can point at on the board, and `WEIGHTS` says how much it is felt to weigh beside a place that hides in no way.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from tessella.games.chromino.notation import DOWN, RIGHT, Lay
from tessella.games.chromino.tiles import COLOURS, WILD

Cell = tuple[int, int]
LETTERS = COLOURS + WILD


class Parts(NamedTuple):
    """What makes a conundrum hard, counted over all its tiles."""

    rim: int = 0
    """Empty squares beside the board, to be looked at for each tile."""
    places: int = 0
    """The places to be found,"""
    third: int = 0
    """those of them with a third contact or more, which all have to be right,"""
    wild: int = 0
    """those in which a wild square makes a contact: any colour is right there,"""
    split: int = 0
    """those whose contacts are all with different tiles, so that no tile shows the way,"""
    inside: int = 0
    """and those that lie within the board, in a hole or a bay."""
    near: int = 0
    """Near misses: two contacts or more are right, and one is wrong."""


WEIGHTS = {"rim": 1, "places": 50, "third": 120, "wild": 60, "split": 90, "inside": 120, "near": 45}
"""What each part weighs. Whole numbers, for fractions are not added up alike everywhere. What hides or leads astray
weighs more than the number of places and the size of the board: they make a conundrum long, not deep."""


def weight(parts: Parts) -> int:
    """How hard it is, as one number."""
    return sum(count * each for count, each in zip(parts, WEIGHTS.values(), strict=True))


def together(several: Iterable[Parts]) -> Parts:
    """The parts of several tiles."""
    return Parts(*map(sum, zip(*several, strict=True)))


class Spot(NamedTuple):
    """Three empty squares in a row beside the board, where a tile might lie."""

    x: int
    y: int
    direction: str
    good: tuple[Mapping[str, int], ...]
    """For each square: how many contacts are right for a square of this letter,"""
    bad: tuple[Mapping[str, int], ...]
    """and how many are wrong."""
    tiles: tuple[int, ...]
    """The tiles that are touched, each as often as it is."""
    wild: bool
    """Whether a wild square is touched."""
    inside: bool


class Surroundings:
    """A board as one looks at it to find places."""

    def __init__(self, board: Sequence[Lay]) -> None:
        self.squares: dict[Cell, tuple[str, int]] = {
            (x, y): (letter, number) for number, lay in enumerate(board) for x, y, letter in lay.cells()
        }
        near: dict[Cell, list[tuple[str, int]]] = {}
        for (x, y), square in self.squares.items():
            for beside in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
                if beside not in self.squares:
                    near.setdefault(beside, []).append(square)
        self.rim = len(near)
        self.contacts = {cell: _contacts(tuple(letter for letter, _ in touched)) for cell, touched in near.items()}
        self.near = near
        self.rows = _spans((y, x) for x, y in self.squares)
        self.columns = _spans(self.squares)
        self.spots = list(self._spots())

    def _spots(self) -> Iterator[Spot]:
        """Every three empty squares in a row with two contacts or more."""
        around = list(product(self.near, range(3)))
        lying = {(x - step, y, RIGHT): ((x - step, y), (x - step + 1, y), (x - step + 2, y)) for (x, y), step in around}
        standing = {
            (x, y - step, DOWN): ((x, y - step), (x, y - step + 1), (x, y - step + 2)) for (x, y), step in around
        }
        for first, cells in (lying | standing).items():
            if not self.squares.keys().isdisjoint(cells):
                continue
            touched = [square for cell in cells for square in self.near.get(cell, ())]
            if len(touched) < 2:
                continue
            counted = [self.contacts.get(cell, _NOTHING) for cell in cells]
            yield Spot(
                *first,
                good=tuple(good for good, _ in counted),
                bad=tuple(bad for _, bad in counted),
                tiles=tuple(number for _, number in touched),
                wild=any(letter == WILD for letter, _ in touched),
                inside=all(self._within(cell) for cell in cells),
            )

    def _within(self, cell: Cell) -> bool:
        """Whether tiles lie on two opposite sides of a square, near or far."""
        x, y = cell
        left, right = self.rows.get(y, (x, x))
        top, bottom = self.columns.get(x, (y, y))
        return left < x < right or top < y < bottom

    def measure(self, tile: str) -> tuple[Parts, list[Lay]]:
        """What there is to see for a tile, and where it fits (C5, C8)."""
        places: list[Lay] = []
        third = wild = split = inside = near = 0
        for squares in dict.fromkeys((tile, tile[::-1])):
            one, two, three = squares[0], squares[1], squares[2]
            for spot in self.spots:
                good, bad = spot.good, spot.bad
                wrong = bad[0][one] + bad[1][two] + bad[2][three]
                if wrong > 1:
                    continue
                right = good[0][one] + good[1][two] + good[2][three]
                if right < 2:
                    continue
                if wrong:
                    near += 1
                    continue
                places.append(Lay(squares, spot.x, spot.y, spot.direction))
                third += right > 2
                wild += spot.wild or (two == WILD and good[1][WILD] > 0)
                split += len(set(spot.tiles)) == len(spot.tiles)
                inside += spot.inside
        return Parts(self.rim, len(places), third, wild, split, inside, near), places


@cache
def _contacts(letters: tuple[str, ...]) -> tuple[dict[str, int], dict[str, int]]:
    """For each letter of a square beside these how many of its contacts would be right, and how many wrong."""
    good = {
        letter: len(letters) if letter == WILD else letters.count(letter) + letters.count(WILD) for letter in LETTERS
    }
    return good, {letter: len(letters) - right for letter, right in good.items()}


_NOTHING = _contacts(())


def _spans(pairs: Iterable[tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """For each first number the least and the greatest second one."""
    spans: dict[int, tuple[int, int]] = {}
    for first, second in pairs:
        low, high = spans.get(first, (second, second))
        spans[first] = min(low, second), max(high, second)
    return spans
