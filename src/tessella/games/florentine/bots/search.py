"""Looking ahead in Florentine Dominoes: rollouts inside the kernel, in worlds that could be this one.

Ordinary Python that Cython can compile (`search.pxd`).
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.bots.halving import ROOM as MOST_MOVES
from tessella.bots.halving import Explorer, SequentialHalving
from tessella.core.luck import Luck
from tessella.games.florentine.bots.weights import DECLINE, MARGIN
from tessella.games.florentine.config import ALL, HAND, KernelConfig
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.moves import ASIDE, KIND_SHIFT, MoveList
from tessella.games.florentine.rollouts import Rollouts


class Search(Explorer):
    """Evaluates moves of a seat on turn by rollouts; `consider` comes first."""

    def __init__(self, config: KernelConfig) -> None:
        """For games by these options."""
        self.rollouts = Rollouts(*config)
        self.moves = MoveList()
        self.halving = SequentialHalving()
        self.base = self.rollouts.kernel
        self.seat = 0
        self.margin = MARGIN
        self.decline = DECLINE
        if not cython.compiled:
            self.hidden = bytearray(ALL)

    def consider(self, base: Kernel, seat: int, moves: list[int]) -> None:
        """Take some moves in a position, by what a seat may know of it. The position stays as it is."""
        self.base = base
        self.seat = seat
        self.moves.fill(moves[:MOST_MOVES])

    def evaluate(self, rollouts: int, luck: int) -> list[tuple[int, float]]:
        """For each move how often it was tried, and its mean value, by about so many rollouts.

        The better ones are tried more often, all in the same worlds. Putting a card aside has its price.
        """
        self.rollouts.luck.start(luck)
        return self.halving.run(self, self.moves.size, rollouts)

    def compare(self, moves: list[int], batches: int, rounds: int, luck: int) -> list[list[float]]:
        """How often each of some moves wins, in several batches of as many worlds each; all in the same worlds."""
        self.rollouts.luck.start(luck)
        self.margin = 0.0  # nothing but winning
        self.decline = 0.0
        values = self.halving.compare(self, self.moves.size, moves, batches, rounds)
        self.margin = MARGIN
        self.decline = DECLINE
        return values

    # ---- rollouts ----

    def explore(self, halving: SequentialHalving, rounds: int) -> None:
        """In so many worlds, try every candidate that remains."""
        for _ in range(rounds):
            self.imagine(self.rollouts.luck, self.base)
            for i in range(halving.remaining):
                move = halving.candidates[i]
                halving.add(move, self.try_move(self.rollouts.kernel, self.moves.codes[move]))
            halving.end_round()

    def imagine(self, luck: Luck, base: Kernel) -> None:
        """Imagine another world: all that the seat does not see is dealt anew into `hidden`, hands first, then the
        stack."""
        size = 0
        for other in range(base.players):
            if other != self.seat:
                for i in range(base.hand_size[other]):
                    self.hidden[size] = base.hand[other * HAND + i]
                    size += 1
        for i in range(base.stack_size):
            self.hidden[size] = base.stack[i]
            size += 1
        luck.shuffle(self.hidden, size)

    def try_move(self, game: Kernel, code: int) -> float:
        """Play a move in the imagined world and go on at random to the end: its value."""
        self.enter(game)
        game.play_move(code)
        self.rollouts.play_to_end(game)
        return self.result(game) - self.decline if code >> KIND_SHIFT == ASIDE else self.result(game)

    def enter(self, game: Kernel) -> None:
        """Take over the position, with what is hidden as last imagined."""
        game.take_over(self.base)
        size = 0
        for other in range(game.players):
            if other != self.seat:
                for i in range(game.hand_size[other]):
                    game.hand[other * HAND + i] = self.hidden[size]
                    size += 1
        for i in range(game.stack_size):
            game.stack[i] = self.hidden[size + i]

    def result(self, game: Kernel) -> float:
        """The value of a game that is over: 1 for a win, part of it for a joint one; a little for gems."""
        own = game.gems_for(self.seat)
        best = 0
        winners = 1
        for other in range(game.players):
            if other != self.seat:
                gems = game.gems_for(other)
                best = max(best, gems)
                if gems == own:
                    winners += 1
        won = 1.0 / winners if own >= best else 0.0
        return won + self.margin * (own - best)
