"""Games at random, inside the kernel: for bots that look ahead, for statistics and for measuring speed.

Ordinary Python that Cython can compile (`rollouts.pxd`). What is hot takes the kernel as an argument: compiled, that is
one step less than through an attribute.
"""

from tessella.core.luck import Luck
from tessella.games.florentine.config import ALL, BLACK, HAND, HANDS, SEATS
from tessella.games.florentine.kernel import Kernel


class Rollouts:
    """Plays the game of its `kernel` at random, by its `luck`."""

    def __init__(self, *switches: object) -> None:
        """For games by these options, as for a kernel."""
        self.kernel = Kernel(*switches)
        self.luck = Luck()

    def deal_at_random(self, game: Kernel) -> None:
        """Deal as the rules say (F5)."""
        game.reset()
        for card in range(ALL):
            game.stack[card] = card
        game.stack_size = ALL
        self.luck.shuffle(game.stack, game.stack_size)
        for seat in range(game.players):
            for i in range(HAND):
                game.stack_size -= 1
                game.hand[seat * HAND + i] = game.stack[game.stack_size]
            game.hand_size[seat] = HAND
        for _ in range(HAND * (SEATS - game.players)):
            game.stack_size -= 1
            game.add_to_pool(game.stack[game.stack_size])
        game.first = self.luck.below(game.players)
        game.turn = game.first

    def random_action(self, game: Kernel) -> int:
        """The seat on turn lays one of its cards in any way, or else puts one aside.

        It never puts a card aside instead of laying one, nor keeps its black card. Returns in how many ways it could
        lay.
        """
        total = game.count_options()
        if game.stage == BLACK:
            if total:
                game.play_black(self.nth_black(game, self.luck.below(total)))
            else:
                game.play_keep()
        elif total:
            k = self.luck.below(total)
            i = 0
            while k >= game.counts[i]:
                k -= game.counts[i]
                i += 1
            card = game.hand[game.turn * HAND + i] if game.stage == HANDS else game.pool[i]
            way = game.nth(card, k)
            game.play_lay(i, way % 4, way // 4)
        else:
            game.play_aside(self.luck.below(game.hand_size[game.turn]))
        return total

    def nth_black(self, game: Kernel, k: int) -> int:
        """The k-th edge where the seat on turn may lay its black card."""
        colour = game.colour_of[game.turn]
        edge = 0
        while True:
            if game.black_fits(colour, edge):
                if k == 0:
                    return edge
                k -= 1
            edge += 1

    def play_to_end(self, game: Kernel) -> None:
        """Play on to the end, the stack as it is."""
        while not game.over:
            self.random_action(game)

    def playout(self) -> tuple[int, int]:
        """Play the kernel's game at random to the end, the stack in random order.

        Returns the turns, and in how many ways the seats could lay at their beginnings.
        """
        self.luck.shuffle(self.kernel.stack, self.kernel.stack_size)
        return self.play_on()

    def play_on(self) -> tuple[int, int]:
        """As `playout`, the stack as it is."""
        game = self.kernel
        turns = 0
        ways = 0
        while not game.over:
            turns += 1
            ways += self.random_action(game)
        return turns, ways

    def playouts(self, games: int, seed: int) -> tuple[int, int, int, list[int], list[int]]:
        """Deal and play random games.

        Returns the turns, the ways as in `playout`, and the cards laid; and for each seat the gems and the games won,
        joint ones included; all summed up.
        """
        self.luck.start(seed)
        game = self.kernel
        turns = ways = laid = 0
        gems = [0] * game.players
        wins = [0] * game.players
        for _ in range(games):
            self.deal_at_random(game)
            more_turns, more_ways = self.play_on()
            turns += more_turns
            ways += more_ways
            laid += game.laid
            best = 0
            for seat in range(game.players):
                best = max(best, game.gems_for(seat))
            for seat in range(game.players):
                gems[seat] += game.gems_for(seat)
                wins[seat] += game.gems_for(seat) == best
        return turns, ways, laid, gems, wins
