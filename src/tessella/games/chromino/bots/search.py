"""Looking ahead in Chromino, inside the kernel: rollouts in worlds that could be this one.

Ordinary Python that Cython can compile (`chromino_search.pxd`), like the policies it stands on.
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

from tessella.bots.halving import PARTS, SequentialHalving
from tessella.games.chromino.bots.policies import Policies
from tessella.games.chromino.bots.weights import DEAD_TILE, LIVE, LIVE_HELD, LIVE_SHARE, LIVE_TILE, NOTHING_LEFT, WAIT
from tessella.games.chromino.config import ALL, START, UNSCORED
from tessella.games.chromino.kernel import Kernel

MARGIN = 0.001
"""What a point more, or a tile drawn less, is worth to a player alone beside winning."""


class Search(Policies):
    """A kernel that tries moves."""

    def __init__(self, *switches: int) -> None:
        """For games by these options, as for a kernel."""
        super().__init__(*switches)
        if not cython.compiled:
            self.hidden = bytearray(ALL)
        self.race = SequentialHalving()
        self.margin = MARGIN

    def imagine(self, base: Kernel, seat: int) -> None:
        """Another world: whatever the seat does not see is dealt anew into `hidden`, hands first, then the bag."""
        size = 0
        for tile in range(ALL):
            if not self.known[tile]:
                self.hidden[size] = tile
                size += 1
        for i in range(size - 1, 0, -1):
            j = self.below(i + 1)
            tile = self.hidden[i]
            self.hidden[i] = self.hidden[j]
            self.hidden[j] = tile
        start = 0
        for other in range(self.players):
            for i in range(self.holds[other]):
                j = start
                while i >= self.free[other] and j < size and self.misfit[other * ALL + self.hidden[j]]:
                    j += 1
                if j == size:  # none is left that it could hold: then any
                    j = start
                tile = self.hidden[j]
                self.hidden[j] = self.hidden[start]
                self.hidden[start] = tile
                start += 1

    def enter(self, base: Kernel, seat: int) -> None:
        """Take over a position, with what is hidden as last imagined."""
        self.take_over(base)
        start = 0
        for other in range(self.players):
            if self.holds[other]:
                for i in range(self.hand_size[other]):
                    if not self.known[self.hand[other * ALL + i]]:
                        self.hand[other * ALL + i] = self.hidden[start]
                        start += 1
        for i in range(self.bag_size):
            self.bag[i] = self.hidden[start + i]

    def explore(self, base: Kernel, seat: int, rounds: int, turns: int) -> None:
        """In so many worlds, play every move left in the race, and on at random for some turns or to the end."""
        for _ in range(rounds):
            self.imagine(base, seat)
            for i in range(self.race.racing):
                move = self.race.alive[i]
                self.enter(base, seat)
                self.make(self, move)
                played = 0
                while not self.over and (turns == 0 or played < turns or self.stage != START):
                    played += self.stage == START
                    if self.scoring == UNSCORED:
                        self.random_action()
                    else:
                        self.greedy_action()
                self.race.add(move, self.share(seat) if self.over else self.prospects(seat))
            self.race.duel()

    def greedy_action(self) -> int:
        """As `random_action`, but of three ways to lay a tile the one with the most points: for scored games."""
        total = self.count_options()
        if total <= 1:
            return self.random_action()
        if self.call and self.hand_size[self.turn] == 2:
            self.play_call(self.turn)
        best = -1
        best_index = 0
        best_found = 0
        for _ in range(3):
            k = self.below(total)
            i = 0
            while k >= self.counts[i]:
                k -= self.counts[i]
                i += 1
            tile = self.hand[self.turn * ALL + i]
            found = self.nth(tile, k)
            place = found >> 1
            standing = place >= self.cells
            points = self.points(tile, standing, place - self.cells if standing else place)
            if points > best:
                best = points
                best_index = i
                best_found = found
        place = best_found >> 1
        if place >= self.cells:
            self.play_lay(best_index, best_found & 1, 1, place - self.cells)
        else:
            self.play_lay(best_index, best_found & 1, 0, place)
        return total

    def share(self, seat: int) -> float:
        """What a game that is over is worth to a seat: 1 for a win, a part of it for a joint one.

        Who plays alone wants to lay every tile, and draw few or score much (C28).
        """
        if self.players == 1:
            extra = self.score[0] if self.scoring != UNSCORED else -self.drew[0]
            return (self.hand_size[0] == 0) + self.margin * extra
        own = self.result(seat)
        winners = 0
        for other in range(self.players):
            if self.result(other) > own:
                return 0.0
            winners += self.result(other) == own
        return 1.0 / winners

    def result(self, seat: int) -> int:
        """What decides the game: points, or the fewest tiles."""
        return -self.hand_size[seat] if self.scoring == UNSCORED else self.score[seat]

    def prospects(self, seat: int) -> float:
        """How likely a seat wins from here, judged by sizes of hands and what can be played of them."""
        own = 0.0
        total = 0.0
        for other in range(self.players):
            strength = exp(self.strength(other))
            total += strength
            if other == seat:
                own = strength
        return own / total

    def strength(self, seat: int) -> float:
        """How a seat stands."""
        size = self.hand_size[seat]
        if size == 0:
            return self.weight[NOTHING_LEFT]
        able = 0
        found = 0.0
        for i in range(size):
            tile = self.hand[seat * ALL + i]
            able += self.count(tile) > 0
            found -= self.weight[LIVE_HELD + self.pattern[tile]]
        if able:
            found += self.weight[LIVE]
        found += (
            self.weight[LIVE_SHARE] * able / (size + 0.5)
            - self.weight[DEAD_TILE] * (size - able)
            - self.weight[LIVE_TILE] * able
        )
        wait = seat - self.turn
        if wait < 0:
            wait += self.players
        return found - self.weight[WAIT] * wait / self.players

    def think(self, base: Kernel, seat: int, rollouts: int, turns: int, luck: int) -> list[tuple[int, float]]:
        """For each move how often it was tried, and what it came to on average, by about so many rollouts.

        `list_moves` and `look` come before. All moves are tried in the same worlds; see `Race`.
        """
        self.luck(luck)
        self.race.begin(self.moves)
        while True:
            rounds = self.race.rounds(rollouts)
            if self.race.racing <= 2:
                break
            with cython.nogil:
                self.explore(base, seat, rounds, turns)
            self.race.halve()
        part = 1 + rounds // PARTS
        while rounds > 0 and not self.race.decided():
            part = min(part, rounds)
            with cython.nogil:
                self.explore(base, seat, part, turns)
            rounds -= part
        return self.race.results()

    def compare(
        self, base: Kernel, seat: int, moves: list[int], batches: int, rounds: int, turns: int, luck: int
    ) -> list[list[float]]:
        """How often each of some moves wins, in several batches of as many worlds each; all in the same worlds.

        `list_moves` and `look` come before.
        """
        self.luck(luck)
        self.margin = 0.0  # nothing but winning
        found = []
        for _ in range(batches):
            self.race.begin(self.moves)
            self.race.only(moves)
            with cython.nogil:
                self.explore(base, seat, rounds, turns)
            found.append([self.race.mean(move) for move in moves])
        self.margin = MARGIN
        return found
