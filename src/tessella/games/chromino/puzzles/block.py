"""Conundrums of the kind "block": lay a tile after which no tile of the other seat fits anywhere."""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from tessella.core import Generator
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.puzzles.kind import ChrominoKind
from tessella.games.chromino.puzzles.position import Task, fits
from tessella.games.chromino.tiles import TILES
from tessella.puzzles.contract import Move

MOST_OPEN = 4
"""A tile of the other seat with more places at first would be blocked by no tile, or be work to look through."""
MOST_LAYS = 60
"""So many placements are looked at on a board."""
MOST_WAYS = 16
"""The most ways to lay the tiles of a new one,"""
FEWEST_WAYS = 3
"""and the fewest."""


class Parts(NamedTuple):
    """What makes it hard."""

    ways: int
    """Ways to lay a tile, of which each may be the one."""
    theirs: int
    """Tiles of the other seat,"""
    open: int
    """and their places at first."""
    near: int
    """Ways after which the other seat has one place left,"""
    traps: int
    """and those that take away every place it had, but open another."""


class Block(ChrominoKind):
    """Leave the other seat nothing to lay."""

    name = "block"
    about = "lay a tile after which no tile of the other seat fits"
    bounds = (110, 128, 148, 185)
    sizes: ClassVar = {None: (6, 26), 1: (5, 12), 2: (6, 16), 3: (8, 20), 4: (10, 24), 5: (10, 28)}
    tiles = range(1, 5)
    most_theirs = 4

    def answers(self, task: Task) -> list[tuple[Lay, ...]]:
        """Every placement after which nothing of the other seat fits."""
        return [(move.lay,) for move in self.moves(task) if not move.replies]

    def moves(self, task: Task) -> list[Move[Lay]]:
        """Every placement, with what the other seat can lay then."""
        return [
            Move((), lay, None, tuple(self._replies(task, lay)))
            for lays in fits(task.board, task.pieces).values()
            for lay in lays
        ]

    def parts(self, task: Task) -> Parts:
        """What makes it hard."""
        before = {lay for lays in fits(task.board, task.theirs).values() for lay in lays}
        left = [set(move.replies) for move in self.moves(task)]
        return Parts(
            ways=len(left),
            theirs=len(task.theirs),
            open=len(before),
            near=sum(len(replies) == 1 for replies in left),
            traps=sum(bool(replies) and not replies & before for replies in left),
        )

    def weight(self, task: Task) -> int:
        """More to look through makes it harder, and so do ways that nearly do it."""
        parts = self.parts(task)
        return 7 * parts.ways + 10 * parts.theirs + 10 * parts.open + 20 * parts.near + 35 * parts.traps

    def why_wrong(self, task: Task, lay: Lay) -> tuple[str, str]:
        """What the other seat can lay then."""
        return "C5", f"it fits, but then the other seat can lay {self._replies(task, lay)[0]}"

    def _replies(self, task: Task, lay: Lay) -> list[Lay]:
        """What the other seat can lay after this."""
        return [reply for lays in fits([*task.board, lay], task.theirs).values() for reply in lays]

    def candidates(self, board: tuple[Lay, ...], rng: Generator, tiles: int | None) -> Iterator[Task]:
        """Tiles of the other seat that all fit at first, and tiles of which one blocks them, in one way alone."""
        used = {lay.tile for lay in board}
        rest = [tile for tile in TILES if tile not in used]
        at_first = fits(board, rest)
        open_tiles = [tile for tile in rest if 1 <= len(at_first[tile]) <= MOST_OPEN]
        lays = [lay for tile in rest if len(at_first[tile]) <= MOST_OPEN for lay in at_first[tile]]
        rng.shuffle(lays)
        blocked = {}
        for lay in lays[:MOST_LAYS]:
            then = fits([*board, lay], open_tiles)
            blocked[lay] = [tile for tile in open_tiles if tile != lay.tile and not then[tile]]
        for lay, theirs in blocked.items():
            if not theirs:
                continue
            rng.shuffle(theirs)
            # Tiles with several places are rarer and harder to block: they come first.
            theirs.sort(key=lambda tile: -len(at_first[tile]))
            chosen = theirs[: 1 + rng.below(3)]
            others = [tile for tile in open_tiles if tile not in (*chosen, lay.tile)]
            rng.shuffle(others)
            count = rng.choice(self.tiles[1:]) if tiles is None else tiles
            task = self._task(board, (lay.tile, *others[: count - 1]), tuple(chosen))
            ways = sum(len(at_first[tile]) for tile in task.pieces)
            if len(task.pieces) == count and FEWEST_WAYS <= ways <= MOST_WAYS and len(self.answers(task)) == 1:
                parts = self.parts(task)
                if parts.near + parts.traps and parts.open > 1:
                    yield task

    def _task(self, board: tuple[Lay, ...], pieces: tuple[str, ...], theirs: tuple[str, ...]) -> Task:
        return Task(board, tuple(sorted(pieces, key=TILES.index)), tuple(sorted(theirs, key=TILES.index)))
