"""Conundrums of the kind "order": lay all the tiles, one after the other, so that each fits when it is laid."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import ClassVar, NamedTuple

from tessella.core import Generator, OptionError
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.placing import why_not
from tessella.games.chromino.puzzles.kind import ChrominoKind
from tessella.games.chromino.puzzles.position import Task, fits
from tessella.games.chromino.tiles import TILES
from tessella.puzzles.contract import CheckedAnswer, Move, laid_before

MOST_STATES = 2_000
"""With more ways to lay some of the tiles a conundrum is refused."""
MOST_NEW = 150
"""A new one has no more."""

Laid = frozenset[Lay]


class Tree(NamedTuple):
    """Everything that can be laid, whatever the order."""

    following: dict[Laid, dict[str, list[Lay]]]
    """For each set of tiles that can lie, where the others fit then."""
    complete: list[Laid]
    """The sets with all the tiles."""


def tree(task: Task, most: int = MOST_STATES) -> Tree | None:
    """All that can be laid; None if it is more than `most`."""
    nothing: Laid = frozenset()
    following: dict[Laid, dict[str, list[Lay]]] = {}
    complete: list[Laid] = []
    seen = {nothing}
    open_sets = [nothing]
    while open_sets:
        laid = open_sets.pop()
        if len(laid) == len(task.pieces):
            complete.append(laid)
            continue
        left = [tile for tile in task.pieces if tile not in {lay.tile for lay in laid}]
        following[laid] = fits([*task.board, *laid], left)
        for lays in following[laid].values():
            for lay in lays:
                then = laid | {lay}
                if then not in seen:
                    seen.add(then)
                    open_sets.append(then)
        if len(seen) > most:
            return None
    return Tree(following, complete)


class Parts(NamedTuple):
    """What makes it hard."""

    tiles: int
    late: int
    """Tiles that fit nowhere at first."""
    first: int
    """Placements on the board as shown,"""
    dead: int
    """and dead ends: sets of tiles after which nothing fits, or from which no answer can be reached."""
    depth: int
    """The most tiles in a dead end."""
    orders: int
    """The orders in which the answer can be laid."""


class Order(ChrominoKind):
    """Lay all the tiles."""

    name = "order"
    about = "lay all the tiles, one after the other"
    steps = None
    bounds = (220, 300, 390, 520)
    sizes: ClassVar = {None: (5, 22), 1: (4, 12), 2: (5, 14), 3: (6, 18), 4: (8, 22), 5: (8, 26)}
    tiles = range(2, 5)

    def answers(self, task: Task) -> list[tuple[Lay, ...]]:
        """Every way to lay all the tiles, each in every order that is possible."""
        return [line for laid in self._tree(task).complete for line in self._lines(task, laid)]

    def _tree(self, task: Task) -> Tree:
        everything = tree(task)
        if everything is None:
            raise OptionError(f"there are more than {MOST_STATES} ways to lay these tiles: take fewer tiles")
        return everything

    def _lines(self, task: Task, laid: Laid) -> list[tuple[Lay, ...]]:
        """The orders in which these tiles can be laid."""
        lines = []
        for line in permutations(sorted(laid, key=lambda lay: TILES.index(lay.tile))):
            if all(why_not([*task.board, *line[:i]], lay, "no") is None for i, lay in enumerate(line)):
                lines.append(line)
        return lines

    def moves(self, task: Task) -> list[Move[Lay]]:
        """Every placement that is possible at some point."""
        return [
            Move(laid_before(laid), lay)
            for laid, places in self._tree(task).following.items()
            for lays in places.values()
            for lay in lays
        ]

    def parts(self, task: Task, everything: Tree) -> Parts:
        """What makes it hard."""
        alive: set[Laid] = set(everything.complete)
        for laid in sorted(everything.following, key=len, reverse=True):
            if any(laid | {lay} in alive for lays in everything.following[laid].values() for lay in lays):
                alive.add(laid)
        dead = [laid for laid in everything.following if laid not in alive]
        first = everything.following[frozenset()]
        return Parts(
            tiles=len(task.pieces),
            late=sum(not lays for lays in first.values()),
            first=sum(map(len, first.values())),
            dead=len(dead),
            depth=max(map(len, dead), default=0),
            orders=sum(len(self._lines(task, laid)) for laid in everything.complete),
        )

    def weight(self, task: Task) -> int:
        """More tiles, dead ends and tiles that fit nowhere at first make it harder; more orders make it easier."""
        parts = self.parts(task, self._tree(task))
        return max(
            0,
            60 * parts.tiles
            + 40 * parts.late
            + 10 * parts.first
            + 12 * min(parts.dead, 40)
            + 30 * parts.depth
            - 20 * (parts.orders - 1),
        )

    def check(self, task: Task, answer: Sequence[Lay]) -> CheckedAnswer[Lay]:
        """Lay the tiles one after the other. What does not fit is wrong and is left out."""
        laid: list[Lay] = []
        wrong = []
        for lay in answer:
            if lay.tile not in task.pieces:
                wrong.append((lay, "C36", f"{lay.tile} is not asked for, but {' and '.join(task.pieces)}"))
            elif lay.tile in {each.tile for each in laid}:
                wrong.append((lay, "C36", f"{lay.tile} was laid before"))
            elif (reason := why_not([*task.board, *laid], lay, "no")) is not None:
                wrong.append((lay, *reason))
            else:
                laid.append(lay)
        return CheckedAnswer(tuple(laid), tuple(wrong), {"answer": int(len(laid) < len(task.pieces))})

    def candidates(self, board: tuple[Lay, ...], rng: Generator, tiles: int | None) -> Iterator[Task]:
        """Tiles of which at least one fits nowhere at first, and which fit together in one way alone."""
        used = {lay.tile for lay in board}
        rest = [tile for tile in TILES if tile not in used]
        at_first = fits(board, rest)
        stuck = [tile for tile in rest if not at_first[tile]]
        able = [tile for tile in rest if 1 <= len(at_first[tile]) <= 4]
        if not stuck or not able:
            return
        for _ in range(4):
            count = rng.choice(self.tiles) if tiles is None else tiles
            chosen = self._chain(board, at_first, stuck, rng.choice(able), count, rng)
            if chosen is None:
                continue
            task = Task(board, tuple(sorted(chosen, key=TILES.index)))
            everything = tree(task, MOST_NEW)
            if everything is not None and len(everything.complete) == 1:
                yield task

    def _chain(
        self,
        board: tuple[Lay, ...],
        at_first: dict[str, list[Lay]],
        stuck: list[str],
        first: str,
        count: int,
        rng: Generator,
    ) -> list[str] | None:
        """Tiles that begin with `first`; each that follows fits only after those before it, or is there from the
        beginning."""
        chosen = [first]
        laid = [*board, rng.choice(at_first[first])]
        while len(chosen) < count:
            rest = [tile for tile in stuck if tile not in chosen]
            then = fits(laid, rest)
            able = [tile for tile in rest if then[tile]]
            if not able:
                return None
            tile = rng.choice(able)
            chosen.append(tile)
            laid.append(rng.choice(then[tile]))
        return chosen
