"""What the kinds of conundrums have in common: how one is solved, judged, made and explained."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

from tessella.core import Generator
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.placing import why_not
from tessella.games.chromino.puzzles.position import Task
from tessella.puzzles.contract import CheckedAnswer, Kind, Move

Flaw = tuple[str | None, str]
"""The tile that is wrong, if it is one, and the reason."""


class ChrominoKind(Kind):
    """A kind of conundrum."""

    bounds: ClassVar[tuple[int, int, int, int]]
    """Where each level of difficulty ends, in the numbers of `weight`."""
    sizes: ClassVar[dict[int | None, tuple[int, int]]]
    """The fewest and the most tiles on a new board, by level; None: where no level is wanted."""
    tiles: ClassVar[range]
    """How many tiles a new one may ask for."""
    most_theirs: ClassVar[int] = 0
    """How many tiles the other seat may have; 0: there is none."""

    def flaw(self, task: Task) -> Flaw | None:
        """What is impossible about the tiles in this kind; None if all is well."""
        if task.theirs and not self.most_theirs:
            return task.theirs[0], f"there is no other seat in a conundrum of the kind {self.name!r}"
        if self.most_theirs and not task.theirs:
            return None, "the tiles of the other seat are missing above; write them like 'theirs: BGR'"
        if len(task.theirs) > self.most_theirs:
            return task.theirs[self.most_theirs], f"the other seat has {self.most_theirs} tiles at most"
        if len(task.pieces) > self.tiles[-1]:
            return (
                task.pieces[self.tiles[-1]],
                f"a conundrum of the kind {self.name!r} has {self.tiles[-1]} tiles at most",
            )
        return None

    @abstractmethod
    def answers(self, task: Task) -> list[tuple[Lay, ...]]:
        """Every answer; `OptionError` if there is too much to look through."""

    @abstractmethod
    def moves(self, task: Task) -> list[Move[Lay]]:
        """Every placement that is possible on the way."""

    @abstractmethod
    def weight(self, task: Task) -> int:
        """How hard it is, as one number."""

    @abstractmethod
    def candidates(self, board: tuple[Lay, ...], rng: Generator, tiles: int | None) -> Iterator[Task]:
        """Conundrums on a board that are not dull, each with as many tiles as are wanted."""

    def level(self, task: Task) -> int:
        """How difficult it is, from 1 to 5."""
        hard = self.weight(task)
        return 1 + sum(hard >= bound for bound in self.bounds)

    def why_wrong(self, task: Task, lay: Lay) -> tuple[str, str]:
        """The clause, and the reason why a placement that fits is no answer."""
        raise AssertionError(f"{lay} fits, and is not among the places")

    def check(self, task: Task, answer: Sequence[Lay]) -> CheckedAnswer[Lay]:
        """Check an answer of one placement, of which any is enough. Before it, 1 is missing of "answer"."""
        right: list[Lay] = []
        wrong = []
        answers = [lay for (lay,) in self.answers(task)]
        for lay in answer:
            if lay.tile not in task.pieces:
                wrong.append((lay, "C36", f"{lay.tile} is not asked for, but {' and '.join(task.pieces)}"))
            elif lay in right:
                wrong.append((lay, "C36", "this place was named before"))
            elif lay in answers:
                right.append(lay)
            else:
                wrong.append((lay, *(why_not(task.board, lay, "no") or self.why_wrong(task, lay))))
        return CheckedAnswer(tuple(right), tuple(wrong), {"answer": int(bool(answers) and not right)})
