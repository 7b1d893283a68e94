"""Answers of several placements: all that can be laid, in any order, and where it leads."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from tessella.core import Action, OptionError
from tessella.core.validation import listing
from tessella.puzzles.contract import CheckedAnswer, Move, laid_before

MOST_STATES = 2_000
"""With more ways to lay some of the pieces a puzzle is refused."""

AnyLay = TypeVar("AnyLay", bound=Action)
Laid = frozenset[AnyLay]
Fits = Mapping[str, Sequence[AnyLay]]


class Tree(Generic[AnyLay]):
    """All that can be laid: the sets of placements that can lie together, whatever the order."""

    def __init__(
        self, pieces: Sequence[str], fits: Callable[[Laid[AnyLay], Sequence[str]], Fits[AnyLay]], steps: int, most: int
    ) -> None:
        """`fits` says where these pieces fit beside those laid; an answer has so many `steps`; `OptionError` if there
        are more than `most` sets."""
        self.following: dict[Laid[AnyLay], Fits[AnyLay]] = {}
        """For each set with fewer placements, where the other pieces fit then."""
        self.complete: list[Laid[AnyLay]] = []
        """The sets with so many placements."""
        self.piece_of: dict[AnyLay, str] = {}
        nothing: Laid[AnyLay] = frozenset()
        seen = {nothing}
        waiting = [nothing]
        for laid in waiting:
            if len(laid) == steps:
                self.complete.append(laid)
                continue
            names = {self.piece_of[lay] for lay in laid}
            self.following[laid] = fits(laid, [piece for piece in pieces if piece not in names])
            self.piece_of.update((lay, piece) for piece, lays in self.following[laid].items() for lay in lays)
            for then in self.after(laid):
                if then not in seen:
                    seen.add(then)
                    waiting.append(then)
            if len(seen) > most:
                raise OptionError(f"there are more than {most} ways to lay these pieces: take fewer")

    def after(self, laid: Laid[AnyLay]) -> Iterator[Laid[AnyLay]]:
        """The sets that one more placement leads to."""
        return (laid | {lay} for lays in self.following[laid].values() for lay in lays)

    def moves(self) -> Iterator[tuple[Laid[AnyLay], AnyLay]]:
        """Every placement that is possible at some point, and what lies then."""
        return ((laid, lay) for laid, places in self.following.items() for lays in places.values() for lay in lays)

    def orders(self, laid: Laid[AnyLay]) -> list[tuple[AnyLay, ...]]:
        """The orders in which these can be laid, in the order of their texts."""
        lines: list[tuple[AnyLay, ...]] = [()]
        for _ in laid:
            lines = [
                (*line, lay)
                for line in lines
                for lay in laid_before(laid.difference(line))
                if lay in self.following[frozenset(line)][self.piece_of[lay]]
            ]
        return lines

    def leading_to(self, wanted: Sequence[Laid[AnyLay]]) -> set[Laid[AnyLay]]:
        """The sets from which one of these can still be reached."""
        alive = set(wanted)
        for laid in reversed(self.following):
            if any(then in alive for then in self.after(laid)):
                alive.add(laid)
        return alive


class SeriesParts(NamedTuple):
    """What makes it hard to find a series."""

    pieces: int
    late: int
    """Pieces that fit nowhere at first."""
    ways: int
    """Placements that are possible at some point,"""
    astray: int
    """those of them that lead away from every answer,"""
    deep: int
    """and those of them after which more can be laid: that they are wrong shows late."""
    orders: int
    """The orders in which an answer can be laid."""


def measure(tree: Tree[AnyLay], pieces: Sequence[str], wanted: Sequence[Laid[AnyLay]]) -> SeriesParts:
    """The parts; `wanted` are the sets that are answers."""
    alive = tree.leading_to(wanted)
    leading = [(laid, laid | {lay}) for laid, lay in tree.moves()]
    wrong = [then for laid, then in leading if laid in alive and then not in alive]
    first = tree.following[frozenset()]
    return SeriesParts(
        pieces=len(pieces),
        late=sum(not first[piece] for piece in pieces),
        ways=len(leading),
        astray=len(wrong),
        deep=sum(then in tree.following and any(tree.following[then].values()) for then in wrong),
        orders=sum(len(tree.orders(laid)) for laid in wanted),
    )


def moves_of(tree: Tree[AnyLay]) -> list[Move[AnyLay]]:
    """The moves of a puzzle without values."""
    return [Move(laid_before(laid), lay) for laid, lay in tree.moves()]


def check_series(
    answer: Sequence[AnyLay],
    pieces: Sequence[str],
    steps: int,
    piece_of: Callable[[AnyLay], str],
    why_not: Callable[[Sequence[AnyLay], AnyLay], tuple[str, str] | None],
) -> CheckedAnswer[AnyLay]:
    """Lay the placements of an answer one after the other. What does not fit is wrong, and left out."""
    laid: list[AnyLay] = []
    wrong = []
    for lay in answer:
        reason: tuple[str, str] | None
        if piece_of(lay) not in pieces:
            reason = "C36", f"{piece_of(lay)} is not asked for, but {listing(pieces)}"
        elif piece_of(lay) in map(piece_of, laid):
            reason = "C36", f"{piece_of(lay)} was laid before"
        elif len(laid) == steps:
            reason = "C36", f"{steps} are laid already, which is all"
        else:
            reason = why_not(laid, lay)
        if reason is None:
            laid.append(lay)
        else:
            wrong.append((lay, *reason))
    return CheckedAnswer(tuple(laid), tuple(wrong), {"answer": int(len(laid) < steps)})
