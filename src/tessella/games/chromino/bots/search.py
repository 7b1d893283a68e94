"""Looking ahead in Chromino: rollouts inside the kernel, in worlds that could be this one.

Ordinary Python that Cython can compile (`search.pxd`).
"""

from collections.abc import Sequence

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

from tessella.bots.halving import ROOM as MOST_MOVES
from tessella.bots.halving import Explorer, SequentialHalving
from tessella.core.luck import Luck
from tessella.games.chromino.bots.hands import HandModel
from tessella.games.chromino.bots.weights import (
    DEAD_TILE,
    LIVE,
    LIVE_HELD,
    LIVE_SHARE,
    LIVE_TILE,
    NOTHING_LEFT,
    PATTERN_OF,
    ROOM,
    WAIT,
    check_weights,
)
from tessella.games.chromino.config import ALL, UNSCORED, KernelConfig
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.moves import DRAW, MoveList
from tessella.games.chromino.rollouts import Rollouts

MARGIN = 0.001
"""What a point more, or a tile drawn less, is worth to a player alone beside winning."""


class Search(Explorer):
    """Evaluates the moves of a seat on turn by rollouts; `consider` comes first."""

    def __init__(self, config: KernelConfig, weights: Sequence[float], open_hands: bool = False) -> None:
        """For games by these options; the weights are those of `weights`."""
        self.rollouts = Rollouts(*config)
        self.hands = HandModel(config.mode, open_hands)
        self.moves = MoveList()
        self.halving = SequentialHalving()
        self.base = self.rollouts.kernel
        self.seat = 0
        self.turns = 0
        self.margin = MARGIN
        self.pattern = PATTERN_OF
        if not cython.compiled:
            self.hidden = bytearray(ALL)
            self.weight = [0.0] * ROOM
        check_weights(weights)
        for i in range(len(weights)):
            self.weight[i] = weights[i]

    def consider(self, base: Kernel, seat: int, turns: int) -> None:
        """List the moves in a position, by what a seat may know of it.

        Rollouts go on for so many turns before the position is judged, or to the end (0). The position stays as it is.
        """
        self.base = base
        self.seat = seat
        self.turns = turns
        base.list_moves(self.moves)
        self.hands.look(base, seat)

    def evaluate(self, rollouts: int, luck: int) -> list[tuple[int, float]]:
        """For each move how often it was tried, and its mean value, by about so many rollouts.

        The better ones are tried more often, all in the same worlds. Of very many moves only the first are tried.
        """
        self.rollouts.luck.start(luck)
        return self.halving.run(self, min(self.moves.size, MOST_MOVES), rollouts)

    def compare(self, moves: list[int], batches: int, rounds: int, luck: int) -> list[list[float]]:
        """How often each of some moves wins, in several batches of as many worlds each; all in the same worlds."""
        self.rollouts.luck.start(luck)
        self.margin = 0.0  # nothing but winning
        values = self.halving.compare(self, min(self.moves.size, MOST_MOVES), moves, batches, rounds)
        self.margin = MARGIN
        return values

    # ---- rollouts ----

    def explore(self, halving: SequentialHalving, rounds: int) -> None:
        """In so many worlds, try every candidate that remains."""
        for _ in range(rounds):
            self.imagine(self.rollouts.luck, self.hands)
            for i in range(halving.remaining):
                move = halving.candidates[i]
                halving.add(move, self.try_move(self.rollouts.kernel, self.moves.codes[move]))
            halving.end_round()

    def imagine(self, luck: Luck, hands: HandModel) -> None:
        """Imagine another world: all that the seat does not see is dealt anew into `hidden`, hands first, then the
        bag."""
        size = 0
        for tile in range(ALL):
            if not hands.known[tile]:
                self.hidden[size] = tile
                size += 1
        luck.shuffle(self.hidden, size)
        start = 0
        for other in range(self.base.players):
            for i in range(hands.holds[other]):
                j = start
                while i >= hands.free[other] and j < size and hands.misfit[other * ALL + self.hidden[j]]:
                    j += 1
                if j == size:  # none is left that it could hold: then any
                    j = start
                tile = self.hidden[j]
                self.hidden[j] = self.hidden[start]
                self.hidden[start] = tile
                start += 1

    def try_move(self, game: Kernel, code: int) -> float:
        """Play a move in the imagined world and go on at random: its value in the end, or by judgement."""
        self.enter(game, self.hands)
        if code < DRAW:
            game.call_in_time()
        game.play_move(code)
        self.rollouts.play_turns(game, self.turns)
        return self.result(game) if game.over else self.value(game)

    def enter(self, game: Kernel, hands: HandModel) -> None:
        """Take over the position, with what is hidden as last imagined."""
        game.take_over(self.base)
        start = 0
        for other in range(game.players):
            if hands.holds[other]:
                for i in range(game.hand_size[other]):
                    if not hands.known[game.hand[other * ALL + i]]:
                        game.hand[other * ALL + i] = self.hidden[start]
                        start += 1
        for i in range(game.bag_size):
            game.bag[i] = self.hidden[start + i]

    # ---- values of positions ----

    def result(self, game: Kernel) -> float:
        """The value of a game that is over: the share of the win.

        Who plays alone wants to lay every tile, and draw few or score much (C28).
        """
        if game.players > 1:
            return game.share(self.seat)
        extra = game.score[0] if game.scoring != UNSCORED else -game.drew[0]
        return game.share(0) + self.margin * extra

    def value(self, game: Kernel) -> float:
        """How likely the seat wins from here, judged by sizes of hands and what can be played of them."""
        own = 0.0
        total = 0.0
        for other in range(game.players):
            strength = exp(self.strength(game, other))
            total += strength
            if other == self.seat:
                own = strength
        return own / total

    def strength(self, game: Kernel, seat: int) -> float:
        """How well a seat stands."""
        size = game.hand_size[seat]
        if size == 0:
            return self.weight[NOTHING_LEFT]
        able = 0
        total = 0.0
        for i in range(size):
            tile = game.hand[seat * ALL + i]
            able += game.count(tile) > 0
            total -= self.weight[LIVE_HELD + self.pattern[tile]]
        if able:
            total += self.weight[LIVE]
        total += (
            self.weight[LIVE_SHARE] * able / (size + 0.5)
            - self.weight[DEAD_TILE] * (size - able)
            - self.weight[LIVE_TILE] * able
        )
        wait = seat - game.turn
        if wait < 0:
            wait += game.players
        return total - self.weight[WAIT] * wait / game.players
