"""Sequential halving: all moves are tried, and the worse half leaves, again and again, so that most tries go to the
moves that matter.

Ordinary Python that Cython can compile (`halving.pxd`).
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

if cython.compiled:
    from cython.cimports.libc.math import fabs, sqrt
else:
    from math import fabs, sqrt

COMPILED = bool(cython.compiled)
ROOM = 2048
"""The most moves that can be compared."""
PARTS = 12
"""The last two moves are tried in so many parts, so that they can stop when it is clear which is better."""
FEWEST = 200
"""The rounds that it takes at least to call that clear,"""
SURE = 4.0
"""and how many standard errors apart the two must be: looking at it often must not let chance decide."""


class Explorer:
    """Tries moves for `SequentialHalving`. Each game's search is one."""

    def explore(self, halving: "SequentialHalving", rounds: int) -> None:
        """In each of so many worlds, try all remaining candidates, `add` the value of each, and `end_round`."""


class SequentialHalving:
    """Moves by their numbers, and the values that each had so far."""

    def __init__(self) -> None:
        """Without moves."""
        if not cython.compiled:
            self.candidates = [0] * ROOM
            self.tries = [0] * ROOM
            self.total = [0.0] * ROOM
            self.latest = [0.0] * ROOM
        self.moves = 0
        self.remaining = 0
        self.duels = 0
        self.lead = 0.0
        self.spread = 0.0

    # ---- the two ways to use it ----

    def run(self, explorer: Explorer, moves: int, rollouts: int) -> list[tuple[int, float]]:
        """Share about so many rollouts out among moves: for each how often it was tried, and its mean value."""
        self.begin(moves)
        while True:
            rounds = self.rounds(rollouts)
            if self.remaining <= 2:
                break
            with cython.nogil:
                explorer.explore(self, rounds)
            self.halve()
        part = 1 + rounds // PARTS
        while rounds > 0 and not self.decided():
            part = min(part, rounds)
            with cython.nogil:
                explorer.explore(self, part)
            rounds -= part
        return self.results()

    def compare(
        self, explorer: Explorer, moves: int, chosen: list[int], batches: int, rounds: int
    ) -> list[list[float]]:
        """The mean values of some of the moves, in several batches of so many rounds each."""
        values = []
        for _ in range(batches):
            self.begin(moves)
            self.keep_only(chosen)
            with cython.nogil:
                explorer.explore(self, rounds)
            values.append([self.mean(move) for move in chosen])
        return values

    # ---- its steps ----

    def begin(self, moves: int) -> None:
        """All of so many moves are candidates, none of them tried yet."""
        if not 0 < moves <= ROOM:
            raise ValueError(f"1 to {ROOM} moves can be compared, not {moves}")
        self.moves = moves
        self.remaining = moves
        self.duels = 0
        self.lead = 0.0
        self.spread = 0.0
        for move in range(moves):
            self.candidates[move] = move
            self.tries[move] = 0
            self.total[move] = 0.0

    def keep_only(self, chosen: list[int]) -> None:
        """Of all the moves, only some are candidates."""
        if not chosen or len(chosen) > self.moves or min(chosen) < 0 or max(chosen) >= self.moves:
            raise ValueError(f"there are {self.moves} moves to compare, by their numbers from 0, not {chosen}")
        self.remaining = 0
        for move in chosen:
            self.candidates[self.remaining] = move
            self.remaining += 1

    def add(self, move: int, value: float) -> None:
        """A move was tried once more, and had this value."""
        self.total[move] += value
        self.tries[move] += 1
        self.latest[move] = value

    def end_round(self) -> None:
        """All candidates were tried in one more world. Of the last two it is noted by how much one was better."""
        if self.remaining == 2:
            lead = self.latest[self.candidates[0]] - self.latest[self.candidates[1]]
            self.duels += 1
            self.lead += lead
            self.spread += lead * lead

    def decided(self) -> bool:
        """Whether it is clear which of the last two is better, or that there is no difference."""
        if self.duels < FEWEST:
            return False
        around = max(0.0, self.spread - self.lead * self.lead / self.duels)
        return bool(fabs(self.lead) >= SURE * sqrt(around))

    def rounds(self, rollouts: int) -> int:
        """How often to try each candidate before the next half leaves, if there are so many rollouts in all."""
        halvings = max(1, (self.moves - 1).bit_length())
        return max(1, rollouts // (halvings * self.remaining))

    def halve(self) -> None:
        """The better half remains; of equal moves the first."""
        keep = (self.remaining + 1) // 2
        for i in range(keep):
            best = i
            for j in range(i + 1, self.remaining):
                if self.mean(self.candidates[j]) > self.mean(self.candidates[best]):
                    best = j
            move = self.candidates[best]
            while best > i:
                self.candidates[best] = self.candidates[best - 1]
                best -= 1
            self.candidates[i] = move
        self.remaining = keep

    def mean(self, move: int) -> float:
        """The mean value of a move."""
        return self.total[move] / self.tries[move]

    def results(self) -> list[tuple[int, float]]:
        """For each move how often it was tried, and its mean value."""
        return [(self.tries[move], self.mean(move)) for move in range(self.moves)]
