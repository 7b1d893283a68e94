"""Conundrums of the kind "order": lay all the tiles, one after the other, so that each fits when it is laid."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from tessella.core import Generator, OptionError
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.placing import why_not
from tessella.games.chromino.puzzles.kind import ChrominoKind
from tessella.games.chromino.puzzles.position import Task, fits
from tessella.games.chromino.tiles import TILES
from tessella.puzzles.contract import CheckedAnswer, Move
from tessella.puzzles.series import MOST_STATES, SeriesParts, Tree, check_series, measure, moves_of

MOST_NEW = 120
"""The most ways to lay some of the tiles of a new one."""
MOST_PLACES = 5
"""The most places of its first tile."""
TRIES = 6
"""How many sets of tiles are looked at on a board."""


class Order(ChrominoKind):
    """Lay all the tiles."""

    name = "order"
    about = "lay all the tiles, one after the other"
    steps = None
    bounds = (180, 230, 290, 380)
    sizes: ClassVar = {None: (5, 22), 1: (4, 12), 2: (5, 14), 3: (6, 18), 4: (8, 22), 5: (8, 26)}
    tiles = range(2, 5)

    def tree(self, task: Task, most: int = MOST_STATES) -> Tree[Lay]:
        """All that can be laid."""
        return Tree(task.pieces, lambda laid, left: fits([*task.board, *laid], left), len(task.pieces), most)

    def answers(self, task: Task) -> list[tuple[Lay, ...]]:
        """Every way to lay all the tiles, each in every order that is possible."""
        tree = self.tree(task)
        return [line for laid in tree.complete for line in tree.orders(laid)]

    def moves(self, task: Task) -> list[Move[Lay]]:
        """Every placement that is possible at some point."""
        return moves_of(self.tree(task))

    def parts(self, task: Task) -> SeriesParts:
        """What makes it hard."""
        tree = self.tree(task)
        return measure(tree, task.pieces, tree.complete)

    def weight(self, task: Task) -> int:
        """More tiles, wrong ways and tiles that fit nowhere at first make it harder; more orders make it easier."""
        parts = self.parts(task)
        wrong = 25 * min(parts.astray, 12) + 25 * min(parts.deep, 8)
        return max(0, 40 * parts.pieces + 30 * parts.late + 4 * min(parts.ways, 40) + wrong - 15 * (parts.orders - 1))

    def check(self, task: Task, answer: Sequence[Lay]) -> CheckedAnswer[Lay]:
        """Lay the tiles one after the other. What does not fit is wrong, and left out."""
        return check_series(
            answer,
            task.pieces,
            len(task.pieces),
            lambda lay: lay.tile,
            lambda laid, lay: why_not([*task.board, *laid], lay, "no"),
        )

    def candidates(self, board: tuple[Lay, ...], rng: Generator, tiles: int | None) -> Iterator[Task]:
        """Tiles of which at least one fits nowhere at first, which fit together in one way alone, and with which one
        can go wrong."""
        used = {lay.tile for lay in board}
        rest = [tile for tile in TILES if tile not in used]
        at_first = fits(board, rest)
        able = [tile for tile in rest if 1 <= len(at_first[tile]) <= MOST_PLACES]
        for _ in range(TRIES if able else 0):
            count = rng.choice(self.tiles) if tiles is None else tiles
            chosen = self._chain(board, at_first, rng.choice(able), count, rng)
            task = Task(board, tuple(sorted(chosen, key=TILES.index)))
            if len(task.pieces) < count:
                continue
            try:
                tree = self.tree(task, MOST_NEW)
            except OptionError:
                continue
            if len(tree.complete) == 1 and measure(tree, task.pieces, tree.complete).astray:
                yield task

    def _chain(
        self, board: tuple[Lay, ...], at_first: dict[str, list[Lay]], first: str, count: int, rng: Generator
    ) -> list[str]:
        """Tiles that begin with `first`, each of which fits after those before it; most of them fit nowhere at first.
        Fewer than `count` if there are no more."""
        chosen = [first]
        laid = [*board, rng.choice(at_first[first])]
        while len(chosen) < count:
            stuck = len(chosen) == 1 or rng.below(3) > 0
            rest = [tile for tile, lays in at_first.items() if tile not in chosen and bool(lays) != stuck]
            then = fits(laid, rest)
            able = [tile for tile in rest if 1 <= len(then[tile]) <= MOST_PLACES]
            if not able:
                break
            chosen.append(rng.choice(able))
            laid.append(rng.choice(then[chosen[-1]]))
        return chosen
