"""Looking ahead in Florentine Dominoes, inside the kernel: what a move closes, what it is worth, what follows from it.

Ordinary Python that Cython can compile (`florentine_search.pxd`), like the rollouts it stands on. A *move* is three
numbers: its kind (see `florentine_moves`), a card or an edge of the square, and cell * 4 + turns.
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.bots.halving import PARTS, SequentialHalving
from tessella.games.florentine.bots.moves import (
    ASIDE,
    BLACK_CARD,
    CLOSED,
    DECLINE,
    EDGE,
    GEM,
    KEEP,
    MARGIN,
    MOVES,
    OTHERS,
    RIM,
)
from tessella.games.florentine.config import ALL, CELLS, HAND, HANDS, NO_CARD
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.rollouts import Rollouts
from tessella.games.florentine.tables import EDGES


class Search(Rollouts):
    """A kernel that tries moves."""

    def __init__(self, *switches: object) -> None:
        """For games by these options, as for a kernel."""
        super().__init__(*switches)
        if not cython.compiled:
            self.kind = [0] * MOVES
            self.what = [0] * MOVES
            self.where = [0] * MOVES
            self.hidden = bytearray(ALL)
            self.rim = [0] * (4 * CELLS)
            self.powers = [0.0] * 256
        power = 1.0
        for i in range(256):
            self.powers[i] = power
            power *= EDGE
        self.race = SequentialHalving()
        self.moves = 0
        self.margin = MARGIN
        self.decline = DECLINE

    def consider(self, moves: list[tuple[int, int, int]]) -> None:
        """The moves that the other methods are about."""
        if len(moves) > MOVES:
            raise ValueError(f"there cannot be {len(moves)} moves")
        self.moves = 0
        for kind, what, where in moves:
            self.kind[self.moves] = kind
            self.what[self.moves] = what
            self.where[self.moves] = where
            self.moves += 1

    def play(self, move: int) -> None:
        """The seat on turn makes one of the moves. Its cards may be in another order than when they were listed."""
        kind = self.kind[move]
        what = self.what[move]
        if kind == BLACK_CARD:
            self.play_black(what)
        elif kind == KEEP:
            self.play_keep()
        else:
            index = 0
            if self.stage == HANDS:
                while self.hand[self.turn * HAND + index] != what:
                    index += 1
            else:
                while self.pool[index] != what:
                    index += 1
            if kind == ASIDE:
                self.play_aside(index)
            else:
                cell = self.where[move] // 4
                at = 0
                while self.place[at] != cell:
                    at += 1
                self.play_lay(index, self.where[move] % 4, at)

    # ---- what a move is worth, looking no further ----

    def gains(self, base: Kernel, seat: int) -> list[int]:
        """For each move, how many gems a seat counts after it."""
        found = []
        for move in range(self.moves):
            self.take_over(base)
            self.play(move)
            found.append(self.gems_for(seat))
        return found

    def values(self, base: Kernel, seat: int) -> list[float]:
        """For each move, how much better the spaces are for a seat after it than before."""
        self.take_over(base)
        before = self.value(seat)
        found = []
        for move in range(self.moves):
            self.take_over(base)
            self.play(move)
            found.append(self.value(seat) - before)
        return found

    def value(self, seat: int) -> float:
        """What the spaces are worth to a seat: its own, and the others' against it."""
        for cell in range(CELLS):
            if self.card_at[cell] != NO_CARD:
                for side in range(4):
                    self.rim[4 * cell + side] = 0
        for edge in range(EDGES):
            inside = self.rim_inside[edge]
            if self.card_at[inside] != NO_CARD:
                self.rim[self.root(4 * inside + self.rim_side[edge])] += 1
        total = 0.0
        for cell in range(CELLS):
            if self.card_at[cell] != NO_CARD:
                for side in range(4):
                    triangle = 4 * cell + side
                    if self.parent[triangle] == triangle:
                        total += self.weight(self.colour[triangle], seat) * self.space_value(triangle)
        return total

    def weight(self, colour: int, seat: int) -> float:
        """How much a colour's spaces count for a seat."""
        for other in range(self.players):
            if self.colour_of[other] == colour:
                return 1.0 if other == seat else -OTHERS / (self.players - 1)
        return 0.0

    def space_value(self, root: int) -> float:
        """What a space is worth to the owner of its colour."""
        gems = self.gems[root]
        edges = self.open[root]
        if edges == 0:
            return CLOSED * gems
        if self.rim[root] == 0:
            return (gems + GEM) * self.powers[edges]
        if self.rim[root] == 1:
            return (gems + GEM) * RIM * self.powers[edges - 1]
        return 0.0

    # ---- playing on at random ----

    def share(self, seat: int) -> float:
        """What a game that is over is worth to a seat: 1 for a win, part of it for a joint one; a little for gems."""
        own = self.gems_for(seat)
        best = 0
        winners = 1
        for other in range(self.players):
            if other != seat:
                gems = self.gems_for(other)
                best = max(best, gems)
                if gems == own:
                    winners += 1
        won = 1.0 / winners if own >= best else 0.0
        return won + self.margin * (own - best)

    def redeal(self, base: Kernel, seat: int) -> None:
        """Imagine another world: all that the seat does not see is dealt anew into `hidden`."""
        size = 0
        for other in range(self.players):
            if other != seat:
                for i in range(base.hand_size[other]):
                    self.hidden[size] = base.hand[other * HAND + i]
                    size += 1
        for i in range(base.stack_size):
            self.hidden[size] = base.stack[i]
            size += 1
        for i in range(size - 1, 0, -1):
            j = self.below(i + 1)
            card = self.hidden[i]
            self.hidden[i] = self.hidden[j]
            self.hidden[j] = card

    def enter(self, base: Kernel, seat: int) -> None:
        """Take over a position, with what is hidden as last imagined."""
        self.take_over(base)
        size = 0
        for other in range(self.players):
            if other != seat:
                for i in range(self.hand_size[other]):
                    self.hand[other * HAND + i] = self.hidden[size]
                    size += 1
        for i in range(self.stack_size):
            self.stack[i] = self.hidden[size + i]

    def explore(self, base: Kernel, seat: int, rounds: int) -> None:
        """In so many worlds, play every move that is left in the race, and on at random to the end."""
        for _ in range(rounds):
            self.redeal(base, seat)
            for i in range(self.race.racing):
                move = self.race.alive[i]
                self.enter(base, seat)
                self.play(move)
                while not self.over:
                    self.random_action()
                worth = self.share(seat)
                self.race.add(move, worth - self.decline if self.kind[move] == ASIDE else worth)
            self.race.duel()

    def think(self, base: Kernel, seat: int, rollouts: int, luck: int) -> list[tuple[int, float]]:
        """For each move how often it was tried, and what it came to on average, by about so many rollouts.
        Putting a card aside has its price.

        All moves are tried in the same worlds; see `Race`.
        """
        self.luck(luck)
        self.race.begin(self.moves)
        while True:
            rounds = self.race.rounds(rollouts)
            if self.race.racing <= 2:
                break
            with cython.nogil:
                self.explore(base, seat, rounds)
            self.race.halve()
        part = 1 + rounds // PARTS
        while rounds > 0 and not self.race.decided():
            part = min(part, rounds)
            with cython.nogil:
                self.explore(base, seat, part)
            rounds -= part
        return self.race.results()

    def compare(
        self, base: Kernel, seat: int, moves: list[int], batches: int, rounds: int, luck: int
    ) -> list[list[float]]:
        """How often each of some moves wins, in several batches of as many worlds each; all in the same worlds."""
        self.luck(luck)
        self.margin = 0.0  # nothing but winning
        self.decline = 0.0
        found = []
        for _ in range(batches):
            self.race.begin(self.moves)
            self.race.only(moves)
            with cython.nogil:
                self.explore(base, seat, rounds)
            found.append([self.race.mean(move) for move in moves])
        self.margin = MARGIN
        self.decline = DECLINE
        return found
