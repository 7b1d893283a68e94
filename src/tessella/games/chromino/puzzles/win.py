"""Conundrums of the kind "win": two tiles left, open hands, an empty bag. Lay the one so that the other fits next turn.

The other seat lays one of its tiles in between, if one fits, wherever it likes (C14); else it passes (C18). A wild tile
cannot be the last (C21).
"""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from tessella.core import Generator
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.puzzles.kind import ChrominoKind, Flaw
from tessella.games.chromino.puzzles.position import Task, fits
from tessella.games.chromino.tiles import TILES, WILD
from tessella.puzzles.contract import Move

MINE = 2
"""The tiles that are left."""
MOST_PLACES = 5
"""A tile of a new one has no more places at first."""
MOST_REPLIES = 12
"""The other seat has no more places at first."""
TRIES = 12
"""How many hands are looked at on a board."""


class Parts(NamedTuple):
    """What makes it hard."""

    ways: int
    """Ways to lay the first tile,"""
    lures: int
    """those after which the last tile fits as long as the other seat does nothing,"""
    single: int
    """and those that one reply alone refutes."""
    replies: int
    """What the other seat can lay after the right one."""


class Win(ChrominoKind):
    """Win in two turns."""

    name = "win"
    about = "lay one of your two tiles so that the other fits next turn, whatever the other seat lays in between"
    bounds = (72, 92, 115, 155)
    sizes: ClassVar = {None: (6, 24), 1: (5, 12), 2: (6, 16), 3: (8, 20), 4: (10, 24), 5: (10, 28)}
    tiles = range(MINE, MINE + 1)
    most_theirs = 3

    def flaw(self, task: Task) -> Flaw | None:
        """There are two tiles, and the other seat does not win first."""
        if len(task.pieces) < MINE:
            return task.pieces[0], f"in a conundrum of the kind {self.name!r} there are {MINE} tiles to lay"
        if len(task.theirs) == 1:
            return task.theirs[0], "the other seat has two tiles or three: with one it could win first"
        return super().flaw(task)

    def answers(self, task: Task) -> list[tuple[Lay, ...]]:
        """Every first placement after which the last tile fits whatever is laid in between."""
        return [(lay,) for lay, refuted, able in self._tries(task) if able and not refuted]

    def moves(self, task: Task) -> list[Move[Lay]]:
        """Every first placement, with what the other seat can lay so that the last tile does not fit."""
        return [Move((), lay, None, tuple(refuted)) for lay, refuted, _ in self._tries(task)]

    def _tries(self, task: Task) -> Iterator[tuple[Lay, list[Lay], bool]]:
        """For each first placement the replies that refute it, and whether the last tile fits without a reply."""
        for tile, lays in fits(task.board, task.pieces).items():
            (last,) = (other for other in task.pieces if other != tile)
            for lay in lays:
                laid = [*task.board, lay]
                possible = WILD not in last
                replies = [reply for each in fits(laid, task.theirs).values() for reply in each]
                refuted = [reply for reply in replies if not possible or not fits([*laid, reply], [last])[last]]
                yield lay, refuted, possible and (len(replies) > 0 or bool(fits(laid, [last])[last]))

    def parts(self, task: Task) -> Parts:
        """What makes it hard."""
        tries = list(self._tries(task))
        lures = [lay for lay, refuted, _ in tries if refuted and self._fits_after(task, lay)]
        (right,) = self.answers(task)[0]
        return Parts(
            ways=len(tries),
            lures=len(lures),
            single=sum(len(refuted) == 1 for _, refuted, _ in tries),
            replies=sum(map(len, fits([*task.board, right], task.theirs).values())),
        )

    def _fits_after(self, task: Task, lay: Lay) -> bool:
        """Whether the last tile fits if the other seat does nothing."""
        (last,) = (tile for tile in task.pieces if tile != lay.tile)
        return WILD not in last and bool(fits([*task.board, lay], [last])[last])

    def weight(self, task: Task) -> int:
        """More to look through makes it harder, and most of all what looks like a win."""
        if not self.answers(task):
            return 0
        parts = self.parts(task)
        return 8 * parts.ways + 25 * parts.lures + 15 * parts.single + 8 * min(parts.replies, 15)

    def why_wrong(self, task: Task, lay: Lay) -> tuple[str, str]:
        """What the other seat lays then."""
        (last,) = (tile for tile in task.pieces if tile != lay.tile)
        refuted = next(refuted for first, refuted, _ in self._tries(task) if first == lay)
        if WILD in last:
            return "C21", f"it fits, but {last} is left, and a wild tile cannot be the last"
        if refuted:
            return "C5", f"it fits, but then the other seat lays {refuted[0]}, and {last} fits nowhere"
        return "C5", f"it fits, but then {last} fits nowhere"

    def candidates(self, board: tuple[Lay, ...], rng: Generator, tiles: int | None) -> Iterator[Task]:
        """Hands with one winning placement, and one at least that looks like it."""
        used = {lay.tile for lay in board}
        rest = [tile for tile in TILES if tile not in used]
        at_first = fits(board, rest)
        mine = [tile for tile in rest if len(at_first[tile]) <= MOST_PLACES]
        others = [tile for tile in rest if 1 <= len(at_first[tile]) <= MOST_PLACES]
        for _ in range(TRIES if len(mine) >= MINE and len(others) > MINE + self.most_theirs else 0):
            rng.shuffle(mine)
            own = mine[:MINE]
            rng.shuffle(others)
            theirs = [tile for tile in others if tile not in own][: 2 + rng.below(2)]
            if sum(len(at_first[tile]) for tile in theirs) > MOST_REPLIES:
                continue
            if sum(len(at_first[tile]) for tile in own) < 2:
                continue
            task = Task(board, tuple(sorted(own, key=TILES.index)), tuple(sorted(theirs, key=TILES.index)))
            if len(self.answers(task)) == 1 and self.parts(task).lures:
                yield task
