"""Games at random, inside the kernel: for bots that think ahead, for statistics and for measuring speed.

Ordinary Python that Cython can compile (`rollouts.pxd`), like the kernel it stands on.
"""

from tessella.core.random import MASK, MIX_1, MIX_2, STEP
from tessella.core.random import MASK as WORD
from tessella.games.chromino.config import ALL, HAND, NO_TILE, PLAIN, START
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.tiles import THREE_COLOURED, TILES

OPENS = bytes(tile in THREE_COLOURED for tile in TILES)


class Rollouts(Kernel):
    """A kernel with a generator of its own. `resume` puts it into any position."""

    def __init__(self, *switches: int) -> None:
        """A game by these options, as for a kernel."""
        super().__init__(*switches)
        self.opens = OPENS
        self.luck(0)

    def luck(self, seed: int) -> None:
        """Start the generator."""
        self.rng = seed & MASK  # not WORD, which is a C number when compiled: a seed may be of any size

    def deal_at_random(self) -> None:
        """Deal as the rules say (C9, C10, C11), from this kernel's own generator: for playouts."""
        opening = NO_TILE
        while opening == NO_TILE:  # all the three-coloured tiles may be dealt: then everything is dealt anew (C11)
            self.clear()
            self.reset()
            size = ALL if self.wild_tiles else PLAIN
            for tile in range(size):
                self.bag[tile] = tile
            self.bag_size = size
            if self.wild_tiles:
                opening = PLAIN + self.below(ALL - PLAIN)
                self.bag_size -= 1
                self.bag[opening] = self.bag[self.bag_size]
                self.first = self.below(self.players)
            for seat in range(self.players):
                for _ in range(HAND):
                    self.stir()
                    self.bag_size -= 1
                    self.hold(seat, self.bag[self.bag_size])
            if not self.wild_tiles:
                opening = self.opening_draw()
        self.put(opening, 0, 0, (self.stride >> 1 << self.shift) + (self.stride >> 1) - 1)
        self.turn = self.first
        self.held = HAND

    def opening_draw(self) -> int:
        """Seats draw extras in turn until one is three-coloured (C11); its drawer begins. NO_TILE if there is none."""
        for i in range(self.bag_size):
            j = i + self.below(self.bag_size - i)
            tile = self.bag[j]
            self.bag[j] = self.bag[i]
            self.bag[i] = tile
            if self.opens[tile]:
                self.first = i % self.players
                self.bag_size -= 1
                self.bag[i] = self.bag[self.bag_size]
                return tile
        return NO_TILE

    def below(self, n: int) -> int:
        """A random number from 0 to n - 1: the recurrence of `core.random.Generator`."""
        z = self.rng = (self.rng + STEP) & WORD
        z = ((z ^ (z >> 30)) * MIX_1) & WORD
        z = ((z ^ (z >> 27)) * MIX_2) & WORD
        z = z ^ (z >> 31)
        return (z >> 32) * n >> 32

    def stir(self) -> None:
        """Put a random tile on top of the bag."""
        i = self.below(self.bag_size)
        tile = self.bag[i]
        self.bag[i] = self.bag[self.bag_size - 1]
        self.bag[self.bag_size - 1] = tile

    def random_action(self) -> int:
        """The seat on turn lays a tile in any of its places, or else draws, or else passes.

        It never draws instead of laying, and never forgets to call. Returns in how many places it could lay.
        """
        total = self.count_options()
        if total:
            if self.call and self.hand_size[self.turn] == 2:
                self.play_call(self.turn)
            k = self.below(total)
            i = 0
            while k >= self.counts[i]:
                k -= self.counts[i]
                i += 1
            found = self.nth(self.hand[self.turn * ALL + i], k)
            way = found & 1
            place = found >> 1
            if place >= self.cells:
                self.play_lay(i, way, 1, place - self.cells)
            else:
                self.play_lay(i, way, 0, place)
        elif self.bag_size:
            self.stir()
            self.play_draw()
        else:
            self.play_pass()
        return total

    def playout(self) -> tuple[int, int]:
        """Play at random to the end, the bag in random order.

        Returns the turns, and in how many places the seats could lay at their beginnings.
        """
        turns = 0
        places = 0
        while not self.over:
            if self.stage == START:
                turns += 1
                places += self.random_action()
            else:
                self.random_action()
        return turns, places

    def playouts(self, games: int, seed: int) -> tuple[int, int, list[int], list[int]]:
        """Deal and play random games.

        Returns the turns, the places as in `playout`, and for each seat the tiles left and the points, all summed up.
        """
        self.luck(seed)
        turns = places = 0
        left = [0] * self.players
        points = [0] * self.players
        for _ in range(games):
            self.deal_at_random()
            more_turns, more_places = self.playout()
            turns += more_turns
            places += more_places
            for seat in range(self.players):
                left[seat] += self.hand_size[seat]
                points[seat] += self.score[seat]
        return turns, places, left, points
