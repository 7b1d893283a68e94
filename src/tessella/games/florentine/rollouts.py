"""Games at random, inside the kernel: for bots that think ahead, for statistics and for measuring speed.

Ordinary Python that Cython can compile (`rollouts.pxd`), like the kernel it stands on.
"""

from tessella.core.random import MASK, MIX_1, MIX_2, STEP
from tessella.core.random import MASK as WORD
from tessella.games.florentine.config import ALL, BLACK, HAND, HANDS, SEATS
from tessella.games.florentine.kernel import Kernel


class Rollouts(Kernel):
    """A kernel with a generator of its own. `resume` puts it into any position."""

    def __init__(self, *switches: object) -> None:
        """A game by these options, as for a kernel."""
        super().__init__(*switches)
        self.luck(0)

    def luck(self, seed: int) -> None:
        """Start the generator."""
        self.rng = seed & MASK  # not WORD, which is a C number when compiled: a seed may be of any size

    def below(self, n: int) -> int:
        """A random number from 0 to n - 1: the recurrence of `core.random.Generator`."""
        z = self.rng = (self.rng + STEP) & WORD
        z = ((z ^ (z >> 30)) * MIX_1) & WORD
        z = ((z ^ (z >> 27)) * MIX_2) & WORD
        z = z ^ (z >> 31)
        return (z >> 32) * n >> 32

    def shuffle_stack(self) -> None:
        """Put the stack into a random order."""
        for i in range(self.stack_size - 1, 0, -1):
            j = self.below(i + 1)
            card = self.stack[i]
            self.stack[i] = self.stack[j]
            self.stack[j] = card

    def deal_at_random(self) -> None:
        """Deal as the rules say (F5), from this kernel's own generator: for playouts."""
        self.reset()
        for card in range(ALL):
            self.stack[card] = card
        self.stack_size = ALL
        self.shuffle_stack()
        for seat in range(self.players):
            for i in range(HAND):
                self.stack_size -= 1
                self.hand[seat * HAND + i] = self.stack[self.stack_size]
            self.hand_size[seat] = HAND
        for _ in range(HAND * (SEATS - self.players)):
            self.stack_size -= 1
            self.add_to_pool(self.stack[self.stack_size])
        self.first = self.below(self.players)
        self.turn = self.first

    def random_action(self) -> int:
        """The seat on turn lays one of its cards in any way, or else puts one aside.

        It never puts a card aside instead of laying one, nor keeps its black card. Returns in how many ways it could
        lay.
        """
        total = self.count_options()
        if self.stage == BLACK:
            if total:
                self.play_black(self.nth_black(self.below(total)))
            else:
                self.play_keep()
        elif total:
            k = self.below(total)
            i = 0
            while k >= self.counts[i]:
                k -= self.counts[i]
                i += 1
            card = self.hand[self.turn * HAND + i] if self.stage == HANDS else self.pool[i]
            way = self.nth(card, k)
            self.play_lay(i, way % 4, way // 4)
        else:
            self.play_aside(self.below(self.hand_size[self.turn]))
        return total

    def nth_black(self, k: int) -> int:
        """The k-th edge where the seat on turn may lay its black card."""
        colour = self.colour_of[self.turn]
        edge = 0
        while True:
            if self.black_fits(colour, edge):
                if k == 0:
                    return edge
                k -= 1
            edge += 1

    def playout(self) -> tuple[int, int]:
        """Play at random to the end, the stack in random order.

        Returns the turns, and in how many ways the seats could lay at their beginnings.
        """
        self.shuffle_stack()
        return self.play_on()

    def play_on(self) -> tuple[int, int]:
        """As `playout`, the stack as it is."""
        turns = 0
        ways = 0
        while not self.over:
            turns += 1
            ways += self.random_action()
        return turns, ways

    def playouts(self, games: int, seed: int) -> tuple[int, int, int, list[int], list[int]]:
        """Deal and play random games.

        Returns the turns, the ways as in `playout`, and the cards laid; and for each seat the gems and the games won,
        joint ones included; all summed up.
        """
        self.luck(seed)
        turns = ways = laid = 0
        gems = [0] * self.players
        wins = [0] * self.players
        for _ in range(games):
            self.deal_at_random()
            more_turns, more_ways = self.play_on()
            turns += more_turns
            ways += more_ways
            laid += self.laid
            best = 0
            for seat in range(self.players):
                best = max(best, self.gems_for(seat))
            for seat in range(self.players):
                gems[seat] += self.gems_for(seat)
                wins[seat] += self.gems_for(seat) == best
        return turns, ways, laid, gems, wins
