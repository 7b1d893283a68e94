"""Conundrums of the kind "places": find every place of each tile (C36)."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar

from tessella.core import Generator
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.placing import why_not
from tessella.games.chromino.puzzles.kind import ChrominoKind
from tessella.games.chromino.puzzles.measure import Parts, Surroundings, together, weight
from tessella.games.chromino.puzzles.position import Task, fits
from tessella.games.chromino.tiles import TILES
from tessella.puzzles.contract import PLACES, CheckedAnswer, Goal, Move, check_answer

MOST_PLACES = 8
"""A tile with more places would be work, not fun."""
MOST_TOGETHER = 7
"""All tiles together have no more."""
USUAL_TILES = 3
"""By default there are 1 to so many tiles to place."""
LOOKED_AT = 10
"""Of so many tiles the places are looked at."""


class Places(ChrominoKind):
    """Find every place of each tile."""

    name = PLACES
    about = "find every place of each tile"
    goal: Goal = "all"
    bounds = (350, 540, 740, 1050)
    sizes: ClassVar = {None: (6, 30), 1: (6, 12), 2: (7, 16), 3: (9, 20), 4: (11, 25), 5: (13, 30)}
    tiles = range(1, 5)

    def flaw(self, task: Task) -> tuple[str | None, str] | None:
        """Any number of tiles will do."""
        return super().flaw(task._replace(pieces=task.pieces[: self.tiles[-1]]))

    def answers(self, task: Task) -> list[tuple[Lay, ...]]:
        """Every place of every tile."""
        return [(lay,) for lays in fits(task.board, task.pieces).values() for lay in lays]

    def moves(self, task: Task) -> list[Move[Lay]]:
        """None: every place that fits is an answer."""
        return []

    def parts(self, task: Task) -> Parts:
        """What makes it hard."""
        around = Surroundings(task.board)
        return together(around.measure(tile)[0] for tile in task.pieces)

    def weight(self, task: Task) -> int:
        """See `measure`."""
        return weight(self.parts(task))

    def check(self, task: Task, answer: Sequence[Lay]) -> CheckedAnswer[Lay]:
        """Check an answer: all places are to be found."""

        def why_wrong(lay: Lay) -> tuple[str, str]:
            return why_not(task.board, lay, "no") or self.why_wrong(task, lay)

        return check_answer(answer, fits(task.board, task.pieces), lambda lay: lay.tile, why_wrong)

    def candidates(self, board: tuple[Lay, ...], rng: Generator, tiles: int | None) -> Iterator[Task]:
        """Tiles with some places, two at least together."""
        around = Surroundings(board)
        used = {lay.tile for lay in board}
        rest = [tile for tile in TILES if tile not in used]
        rng.shuffle(rest)
        counts = {tile: around.measure(tile)[0].places for tile in rest[:LOOKED_AT]}
        usable = sorted((tile for tile, count in counts.items() if 1 <= count <= MOST_PLACES), key=TILES.index)
        numbers = range(1, USUAL_TILES + 1) if tiles is None else (tiles,)
        choices = [chosen for number in numbers for chosen in combinations(usable, number)]
        rng.shuffle(choices)
        for chosen in choices:
            if 1 < sum(counts[tile] for tile in chosen) <= MOST_TOGETHER:
                yield Task(board, chosen)
