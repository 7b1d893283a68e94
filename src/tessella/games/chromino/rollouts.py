"""Games at random, inside the kernel: for bots that look ahead, for statistics and for measuring speed.

Ordinary Python that Cython can compile (`rollouts.pxd`). What is hot takes the kernel as an argument: compiled, that is
one step less than through an attribute.
"""

from tessella.core.luck import Luck
from tessella.games.chromino.config import ALL, HAND, NO_TILE, PLAIN, START, UNSCORED
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.tiles import THREE_COLOURED, TILES

OPENS = bytes(tile in THREE_COLOURED for tile in TILES)
TRIES = 3
"""Of so many ways to lay a tile, a greedy action takes the one with the most points."""


class Rollouts:
    """Plays the game of its `kernel` at random, by its `luck`."""

    def __init__(self, *switches: int) -> None:
        """For games by these options, as for a kernel."""
        self.kernel = Kernel(*switches)
        self.luck = Luck()
        self.opens = OPENS

    # ---- the deal ----

    def deal_at_random(self, game: Kernel) -> None:
        """Deal as the rules say (C9, C10, C11)."""
        opening = NO_TILE
        while opening == NO_TILE:  # all the three-coloured tiles may be dealt: then everything is dealt anew (C11)
            game.clear()
            game.reset()
            size = ALL if game.wild_tiles else PLAIN
            for tile in range(size):
                game.bag[tile] = tile
            game.bag_size = size
            if game.wild_tiles:
                opening = PLAIN + self.luck.below(ALL - PLAIN)
                game.bag_size -= 1
                game.bag[opening] = game.bag[game.bag_size]
                game.first = self.luck.below(game.players)
            for seat in range(game.players):
                for _ in range(HAND):
                    self.stir(game)
                    game.bag_size -= 1
                    game.hold(seat, game.bag[game.bag_size])
            if not game.wild_tiles:
                opening = self.opening_draw(game)
        game.put(opening, 0, 0, (game.stride >> 1 << game.shift) + (game.stride >> 1) - 1)
        game.turn = game.first
        game.held = HAND

    def opening_draw(self, game: Kernel) -> int:
        """Draw extras in turn, from a random seat on, until one is three-coloured (C11); its drawer begins.

        NO_TILE if there is none.
        """
        for i in range(game.bag_size):
            j = i + self.luck.below(game.bag_size - i)
            tile = game.bag[j]
            game.bag[j] = game.bag[i]
            game.bag[i] = tile
            if self.opens[tile]:
                game.first = (self.luck.below(game.players) + i) % game.players
                game.bag_size -= 1
                game.bag[i] = game.bag[game.bag_size]
                return tile
        return NO_TILE

    def stir(self, game: Kernel) -> None:
        """Put a random tile on top of the bag."""
        i = self.luck.below(game.bag_size)
        tile = game.bag[i]
        game.bag[i] = game.bag[game.bag_size - 1]
        game.bag[game.bag_size - 1] = tile

    # ---- one action ----

    def random_action(self, game: Kernel) -> int:
        """The seat on turn lays a tile in any of its places, or else draws, or else passes.

        It never draws instead of laying, and never forgets to call. Where it may stop drawing (C16) it does what
        `Kernel.better_stop` says. Returns in how many places it could lay.
        """
        total = game.count_options()
        if total:
            if game.call:
                game.call_in_time()
            k = self.luck.below(total)
            i = 0
            while k >= game.counts[i]:
                k -= game.counts[i]
                i += 1
            place = game.nth(game.hand[game.turn * ALL + i], k)
            self.lay_at(game, i, place)
        elif game.bag_size and not (game.may_stop() and game.better_stop()):
            self.stir(game)
            game.play_draw()
        else:
            game.play_pass()
        return total

    def greedy_action(self, game: Kernel) -> int:
        """As `random_action`, but of a few ways to lay a tile the one with the most points: for scored games."""
        total = game.count_options()
        if total <= 1:
            return self.random_action(game)
        game.call_in_time()
        best = -1
        best_index = 0
        best_place = 0
        for _ in range(TRIES):
            k = self.luck.below(total)
            i = 0
            while k >= game.counts[i]:
                k -= game.counts[i]
                i += 1
            tile = game.hand[game.turn * ALL + i]
            place = game.nth(tile, k)
            cell = place >> 1
            points = game.points(tile, 1, cell - game.cells) if cell >= game.cells else game.points(tile, 0, cell)
            if points > best:
                best = points
                best_index = i
                best_place = place
        self.lay_at(game, best_index, best_place)
        return total

    def lay_at(self, game: Kernel, index: int, place: int) -> None:
        """Lay a tile of the seat on turn in a place, as `Board.nth` gives it."""
        if place >> 1 >= game.cells:
            game.play_lay(index, place & 1, 1, (place >> 1) - game.cells)
        else:
            game.play_lay(index, place & 1, 0, place >> 1)

    # ---- whole games ----

    def play_turns(self, game: Kernel, turns: int) -> None:
        """Play on for so many turns (0: to the end), where points are counted with an eye to them."""
        played = 0
        while not game.over and (turns == 0 or played < turns or game.stage != START):
            played += game.stage == START
            if game.scoring == UNSCORED:
                self.random_action(game)
            else:
                self.greedy_action(game)

    def playout(self) -> tuple[int, int]:
        """Play the kernel's game at random to the end, the bag in random order.

        Returns the turns, and in how many places the seats could lay at their beginnings.
        """
        game = self.kernel
        turns = 0
        places = 0
        while not game.over:
            if game.stage == START:
                turns += 1
                places += self.random_action(game)
            else:
                self.random_action(game)
        return turns, places

    def playouts(self, games: int, seed: int) -> tuple[int, int, list[int], list[int]]:
        """Deal and play random games.

        Returns the turns, the places as in `playout`, and for each seat the tiles left and the points, all summed up.
        """
        self.luck.start(seed)
        turns = places = 0
        left = [0] * self.kernel.players
        points = [0] * self.kernel.players
        for _ in range(games):
            self.deal_at_random(self.kernel)
            more_turns, more_places = self.playout()
            turns += more_turns
            places += more_places
            for seat in range(self.kernel.players):
                left[seat] += self.kernel.hand_size[seat]
                points[seat] += self.kernel.score[seat]
        return turns, places, left, points
