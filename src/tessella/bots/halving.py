"""A race between moves: all are tried, and the worse half leaves, again and again, so that most tries go to those that
matter.

Ordinary Python that Cython can compile (`race.pxd`).
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

if cython.compiled:
    from cython.cimports.libc.math import fabs, sqrt
else:
    from math import fabs, sqrt

ROOM = 2048
"""The most moves that can be in a race."""
PARTS = 12
"""In so many parts the last two race, so that they can stop when it is plain who wins."""
FEWEST = 200
"""The tries that it takes at least to call that plain,"""
SURE = 4.0
"""and how many standard errors apart the two must be: looking at it often must not let chance decide."""


class SequentialHalving:
    """Moves by their numbers, and what each came to so far."""

    def __init__(self) -> None:
        """Nobody races yet."""
        if not cython.compiled:
            self.alive = [0] * ROOM
            self.tries = [0] * ROOM
            self.total = [0.0] * ROOM
            self.latest = [0.0] * ROOM
        self.moves = 0
        self.racing = 0
        self.duels = 0
        self.lead = 0.0
        self.spread = 0.0

    def begin(self, moves: int) -> None:
        """All of so many moves are in the race."""
        if not 0 < moves <= ROOM:
            raise ValueError(f"a race is between 1 to {ROOM} moves, not {moves}")
        self.moves = moves
        self.racing = moves
        self.duels = 0
        self.lead = 0.0
        self.spread = 0.0
        for move in range(moves):
            self.alive[move] = move
            self.tries[move] = 0
            self.total[move] = 0.0

    def only(self, moves: list[int]) -> None:
        """Of those that began, only some race."""
        if not moves or len(moves) > self.moves or min(moves) < 0 or max(moves) >= self.moves:
            raise ValueError(f"only those of the {self.moves} moves can race, by their numbers from 0, not {moves}")
        self.racing = 0
        for move in moves:
            self.alive[self.racing] = move
            self.racing += 1

    def add(self, move: int, worth: float) -> None:
        """A move was tried, and came to this."""
        self.total[move] += worth
        self.tries[move] += 1
        self.latest[move] = worth

    def duel(self) -> None:
        """All that race were tried in one more world. Of two it is noted by how much one was better."""
        if self.racing == 2:
            lead = self.latest[self.alive[0]] - self.latest[self.alive[1]]
            self.duels += 1
            self.lead += lead
            self.spread += lead * lead

    def decided(self) -> bool:
        """Whether it is plain which of the last two is better, or that there is no difference."""
        if self.duels < FEWEST:
            return False
        around = max(0.0, self.spread - self.lead * self.lead / self.duels)
        return bool(fabs(self.lead) >= SURE * sqrt(around))

    def rounds(self, rollouts: int) -> int:
        """How often to try each move before the next half leaves, if so many rollouts are for the whole race."""
        halvings = max(1, (self.moves - 1).bit_length())
        return max(1, rollouts // (halvings * self.racing))

    def halve(self) -> None:
        """The better half stays in the race; of equal moves the first."""
        keep = (self.racing + 1) // 2
        for i in range(keep):
            best = i
            for j in range(i + 1, self.racing):
                if self.mean(self.alive[j]) > self.mean(self.alive[best]):
                    best = j
            move = self.alive[best]
            while best > i:
                self.alive[best] = self.alive[best - 1]
                best -= 1
            self.alive[i] = move
        self.racing = keep

    def mean(self, move: int) -> float:
        """What a move came to on average."""
        return self.total[move] / self.tries[move]

    def results(self) -> list[tuple[int, float]]:
        """For each move how often it was tried, and what it came to on average."""
        return [(self.tries[move], self.mean(move)) for move in range(self.moves)]
