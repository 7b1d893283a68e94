"""Problems of the kind "order": lay all the cards, one after the other, so that each fits when it is laid."""

from collections.abc import Iterator, Sequence

from tessella.core import Generator, OptionError
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.placing import why_not
from tessella.games.florentine.puzzles.board import position, ways
from tessella.games.florentine.puzzles.kind import FlorentineKind, Task, some
from tessella.puzzles.contract import CheckedAnswer, Move
from tessella.puzzles.series import MOST_STATES, SeriesParts, Tree, check_series, measure, moves_of

MOST_NEW = 150
"""The most ways to lay some of the cards of a new one."""


def tree_of(task: Task, steps: int, most: int = MOST_STATES) -> Tree[Lay]:
    """All that can be laid with so many cards."""

    def fits(laid: frozenset[Lay], cards: Sequence[str]) -> dict[str, list[Lay]]:
        kernel = position([*task.board, *laid], cards)
        return {card: ways(kernel, card) for card in cards}

    return Tree(task.pieces, fits, steps, most)


class Order(FlorentineKind):
    """Lay all the cards."""

    name = "order"
    about = "lay all the cards, one after the other"
    steps = None
    bounds = (130, 220, 350, 600)
    usual = range(2, 6)
    fewest = 2

    def task_text(self, task: Task, numbers: Sequence[int | None]) -> str:
        """What to do, in a sentence."""
        return "Lay all the cards, one after the other"

    def tree(self, task: Task, most: int = MOST_STATES) -> Tree[Lay]:
        """All that can be laid."""
        return tree_of(task, len(task.pieces), most)

    def answers(self, task: Task) -> list[tuple[Lay, ...]]:
        """Every way to lay all the cards, each in every order that is possible."""
        tree = self.tree(task)
        return [line for laid in tree.complete for line in tree.orders(laid)]

    def moves(self, task: Task) -> list[Move[Lay]]:
        """Every placement that is possible at some point."""
        return moves_of(self.tree(task))

    def parts(self, task: Task) -> SeriesParts:
        """What makes it hard."""
        tree = self.tree(task)
        return measure(tree, task.pieces, tree.complete)

    def weight(self, task: Task) -> float:
        """More cards, wrong ways and cards that fit nowhere at first make it harder; more orders make it easier."""
        parts = self.parts(task)
        wrong = 25 * min(parts.astray, 12) + 25 * min(parts.deep, 8)
        return max(0, 30 * parts.pieces + 20 * parts.late + 3 * min(parts.ways, 50) + wrong - 4 * (parts.orders - 1))

    def check(self, task: Task, answer: Sequence[Lay]) -> CheckedAnswer[Lay]:
        """Lay the cards one after the other. What does not fit is wrong, and left out."""
        return check_series(
            answer,
            task.pieces,
            len(task.pieces),
            lambda lay: lay.card,
            lambda laid, lay: why_not([*task.board, *laid], lay),
        )

    def candidates(
        self, board: tuple[Lay, ...], cards: list[str], counts: Sequence[int], rng: Generator
    ) -> Iterator[Task]:
        """Cards that fit together in one way alone, and with which one can go wrong."""
        kernel = position(board, cards)
        at_first = {card: len(ways(kernel, card)) for card in cards}
        for count in counts:
            task = Task(board, some(cards, count, rng))
            if sum(at_first[card] for card in task.pieces) > 3 * count:
                continue
            try:
                tree = self.tree(task, MOST_NEW)
            except OptionError:
                continue
            if len(tree.complete) == 1 and measure(tree, task.pieces, tree.complete).astray:
                yield task
