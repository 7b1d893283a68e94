"""Problems of the kind "pair": two of the cards, laid one after the other, that close the most gems of a colour."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tessella.core import Generator, OptionError
from tessella.games.florentine.cards import COLOUR_NAMES
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.placing import why_not
from tessella.games.florentine.puzzles.board import position
from tessella.games.florentine.puzzles.kind import GEMS, FlorentineKind, Task, some
from tessella.games.florentine.puzzles.order import tree_of
from tessella.puzzles.contract import CheckedAnswer, Move, laid_before
from tessella.puzzles.series import MOST_STATES, Laid, Tree, check_series

STEPS = 2
MOST_NEW = 150
"""The most ways to lay one or two of the cards of a new one,"""
FEWEST_NEW = 8
"""and the fewest."""
FEWEST_GEMS = 2
"""With fewer gems it is dull."""


class Closings(NamedTuple):
    """All pairs of cards that can be laid, and the gems that are closed on the way."""

    tree: Tree[Lay]
    gems: dict[Laid[Lay], int]
    """For each set of one or two cards how many gems of the colour lie in the spaces that it closes (F15, F16)."""
    best: list[Laid[Lay]]
    """The pairs that close the most; none if no pair closes a gem."""
    most: int


def closings(task: Task, most: int = MOST_STATES) -> Closings:
    """Try all pairs."""
    assert task.colour is not None
    colour = COLOUR_NAMES.index(task.colour)
    tree = tree_of(task, STEPS, most)
    sets = [laid for laid in [*tree.following, *tree.complete] if laid]
    before = position(task.board, task.pieces).closed_gems[colour]
    gems = {laid: position([*task.board, *laid], ()).closed_gems[colour] - before for laid in sets}
    highest = max((gems[laid] for laid in tree.complete), default=0)
    return Closings(tree, gems, [laid for laid in tree.complete if gems[laid] == highest > 0], highest)


class PairParts(NamedTuple):
    """What makes it hard."""

    pairs: int
    """Pairs that can be laid, of which each may be the one."""
    rivals: int
    """Those that close gems, but fewer than the most."""
    late: bool
    """Whether a card of the answer fits only after the other."""
    lure: bool
    """Whether the card that closes the most alone is in no answer."""
    quiet: bool
    """Whether no card of the answer closes a gem alone."""


class Pair(FlorentineKind):
    """Close the most gems with two cards."""

    name = "pair"
    about = "close the most gems of a colour with two of the cards, laid one after the other"
    steps = STEPS
    coloured = True
    bounds = (36, 44, 55, 74)
    usual = range(3, 6)
    fewest = STEPS

    def task_text(self, task: Task, numbers: Sequence[int | None]) -> str:
        """What to do, in a sentence."""
        (number,) = numbers
        many = "" if number is None else f": {number} can be closed"
        return f"Lay two of the cards and close as many {task.gem} as possible, in {task.colour} spaces{many}"

    def answers(self, task: Task) -> list[tuple[Lay, ...]]:
        """Every pair that closes the most, in every order that is possible."""
        pairs = closings(task)
        return [line for laid in pairs.best for line in pairs.tree.orders(laid)]

    def moves(self, task: Task) -> list[Move[Lay]]:
        """Every placement, with the gems that are closed by it and what was laid before."""
        pairs = closings(task)
        return [Move(laid_before(laid), lay, pairs.gems[laid | {lay}]) for laid, lay in pairs.tree.moves()]

    def most(self, task: Task) -> int:
        """The most gems that a pair can close."""
        return closings(task).most

    def parts(self, task: Task, pairs: Closings) -> PairParts:
        """What makes it hard."""
        singles = {laid: gems for laid, gems in pairs.gems.items() if len(laid) == 1}
        highest = max(singles.values())
        tempting = [laid for laid, gems in singles.items() if gems == highest > 0]
        best = pairs.best[0]
        alone = [singles.get(frozenset({lay})) for lay in best]
        return PairParts(
            pairs=len(pairs.tree.complete),
            rivals=sum(0 < pairs.gems[laid] < pairs.most for laid in pairs.tree.complete),
            late=None in alone,
            lure=bool(tempting) and not any(laid <= each for laid in tempting for each in pairs.best),
            quiet=not any(alone),
        )

    def weight(self, task: Task) -> float:
        """More to look through makes it harder; so do a card that must wait, and one that leads astray."""
        pairs = closings(task)
        if not pairs.best:
            return 0
        parts = self.parts(task, pairs)
        return parts.pairs + 2 * min(parts.rivals, 20) + 12 * parts.late + 20 * parts.lure + 15 * parts.quiet

    def check(self, task: Task, answer: Sequence[Lay]) -> CheckedAnswer[Lay]:
        """Lay two cards, one after the other; then look whether they close the most."""
        laid = check_series(
            answer, task.pieces, STEPS, lambda lay: lay.card, lambda laid, lay: why_not([*task.board, *laid], lay)
        )
        pairs = closings(task)
        wrong = list(laid.wrong)
        right = laid.right
        if len(right) == STEPS and frozenset(right) not in pairs.best:
            closed = pairs.gems[frozenset(right)]
            reason = f"they fit, but close {closed or 'no'} {task.gem}; two can close {pairs.most}"
            wrong.append((right[-1], "F16", reason if pairs.most else f"no two cards close any {task.gem}"))
            right = right[:-1]
        return CheckedAnswer(right, tuple(wrong), {GEMS: int(pairs.most > 0 and len(right) < STEPS)})

    def candidates(
        self, board: tuple[Lay, ...], cards: list[str], counts: Sequence[int], rng: Generator
    ) -> Iterator[Task]:
        """One pair closes the most, and no card closes as many alone."""
        for count in counts:
            task = Task(board, some(cards, count, rng), rng.choice(COLOUR_NAMES))
            try:
                pairs = closings(task, MOST_NEW)
            except OptionError:
                continue
            singles = max((gems for laid, gems in pairs.gems.items() if len(laid) == 1), default=0)
            enough = pairs.most >= FEWEST_GEMS and pairs.most > singles
            if enough and len(pairs.best) == 1 and len(pairs.tree.complete) >= FEWEST_NEW:
                yield task
