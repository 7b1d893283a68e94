"""Policies of Chromino that look no further than one tile, inside the kernel.

Ordinary Python that Cython can compile (`chromino_policies.pxd`). Whatever is asked about a position is asked for a
*seat*, and only what that seat may know decides: its own tiles, the board, tiles that were shown, how many the others
hold, and when each of them last had nothing to lay.
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

if cython.compiled:
    from cython.cimports.libc.math import floor
else:
    from math import floor

from tessella.core.random import MASK, MIX_1, MIX_2, STEP
from tessella.core.random import MASK as WORD
from tessella.games.chromino.bots.fits import FitCounts
from tessella.games.chromino.bots.weights import (
    ABLE,
    BESIDE_POINTS,
    CONTACTS,
    FURTHER_PLACES,
    HARDEST,
    HELD,
    LAST_WILD,
    LAY,
    NEXT_SEAT,
    PLAYABLE_SHARE,
    PLAYABLE_TILE,
    POINTS,
    RANDOM,
    ROOM,
    STATIC,
    THEIR_SHARE,
    THEY_CANNOT,
    THEY_CANNOT_WITH_FEW,
    pattern_of,
)
from tessella.games.chromino.config import ALL, BY_CONTACTS, PLAIN, SEATS, UNSCORED
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.tiles import TILES

GRAIN = 1e6
"""What a static value is told apart by, to one."""
PATTERN = bytes(pattern_of(tile) for tile in TILES)
"""Tile: how its colours repeat, which decides how easily it is laid."""


class Policies(FitCounts):
    """A kernel that judges moves."""

    def __init__(self, *switches: int) -> None:
        """For games by these options, as for a kernel."""
        super().__init__(*switches)
        if not cython.compiled:
            self.known = bytearray(ALL)
            self.unseen_tile = bytearray(ALL)
            self.misfit = bytearray(SEATS * ALL)
            self.holds = [0] * SEATS
            self.free = [0] * SEATS
            self.noted = [-1] * SEATS
            self.noted_stride = [0] * SEATS
            self.noted_at = [0] * (128 * SEATS)
            self.noted_tile = [0] * (128 * SEATS)
            self.noted_way = [0] * (128 * SEATS)
            self.policy = [0] * SEATS
            self.turns = [0] * SEATS
            self.stream = [0] * SEATS
            self.weight = [0.0] * ROOM
        self.pattern = PATTERN
        self.open_hands = 0
        for seat in range(SEATS):
            self.noted[seat] = -1
        self.unseen = 0

    def weigh_with(self, weights: list[float], open_hands: bool = False) -> None:
        """The weights of what positions are worth, and whether all hands are seen (C19)."""
        self.open_hands = open_hands
        if len(weights) > ROOM:
            raise ValueError(f"there are {ROOM} weights at most")
        for i in range(len(weights)):
            self.weight[i] = weights[i]

    # ---- choosing ----

    def choose(self, base: Kernel, policy: int, luck: int) -> int:
        """The number of the move that a policy makes, in the order of the list; of equal ones any."""
        self.luck(luck)
        return self.pick(base, policy)

    def pick(self, base: Kernel, policy: int) -> int:
        """As `choose`, with the luck as it is."""
        return self.pick_listed(base, policy) if self.list_all(base) > 1 else 0

    def pick_listed(self, base: Kernel, policy: int) -> int:
        """As `pick`, of the moves that are listed."""
        if policy == RANDOM:
            return self.below(self.moves)
        if policy == STATIC:
            self.look_at(base, base.turn)
        best = -1e18
        equals = 0
        chosen = 0
        for move in range(self.moves):
            worth = self.judge(base, policy, move)
            if worth > best:
                best = worth
                equals = 1
                chosen = move
            elif worth == best:
                equals += 1
                if self.below(equals) == 0:
                    chosen = move
        return chosen

    def judge(self, base: Kernel, policy: int, move: int) -> float:
        """What a move is worth to a policy."""
        if self.kind[move] != LAY:
            return -1e15
        if policy == CONTACTS:
            return self.contacts(base, self.direction[move], self.at[move])
        if policy == POINTS:
            return base.points(self.what[move], self.direction[move], self.at[move])
        if policy == HARDEST:
            return -base.count(self.what[move])
        self.suppose(base, self.what[move], self.way[move], self.direction[move], self.at[move])
        worth = self.standing(base, base.turn, self.what[move])
        if base.scoring != UNSCORED:
            points = base.points(self.what[move], self.direction[move], self.at[move])
            worth = points + self.weight[BESIDE_POINTS + (base.scoring == BY_CONTACTS)] * worth
        # Fractions come to a little more or less in another order, and how a hand is ordered must not matter.
        return float(floor(worth * GRAIN + 0.5))

    def contacts(self, base: Kernel, direction: int, at: int) -> int:
        """How many contacts a tile has there."""
        found = 0
        for i in range(8):
            found += base.owner[base.beside(i, direction, at)] != 0
        return found

    # ---- what a seat may know ----

    def look(self, base: Kernel, seat: int) -> None:
        """Take in what a seat may know of a position."""
        self.look_at(base, seat)

    def look_at(self, base: Kernel, seat: int) -> None:
        """Take in what a seat may know of a position: which tiles it has not seen, and who holds how many of them."""
        for tile in range(ALL):
            self.known[tile] = 0
        if not base.wild_tiles:
            for tile in range(PLAIN, ALL):
                self.known[tile] = 1
        for i in range(base.laid):
            self.known[base.laid_tile[i]] = 1
        for other in range(base.players):
            self.holds[other] = 0
            for i in range(base.hand_size[other]):
                tile = base.hand[other * ALL + i]
                if other == seat or base.seen[tile] or self.open_hands:
                    self.known[tile] = 1
                else:
                    self.holds[other] += 1
        self.unseen = 0
        for tile in range(ALL):
            if not self.known[tile]:
                self.unseen_tile[self.unseen] = tile
                self.unseen += 1
        self.count_all(base)
        for other in range(base.players):
            if other != seat:
                self.note_stuck(base, other)

    def note_stuck(self, base: Kernel, seat: int) -> int:
        """Who had nothing to lay on an earlier board holds nothing that would have fitted there (C14)."""
        laid = base.stuck[seat]
        self.free[seat] = base.fresh[seat] if laid >= 0 else ALL
        if laid < 0 or self.holds[seat] == 0 or self.is_noted(base, seat, laid):
            return 0
        for i in range(laid):
            self.noted_at[128 * seat + i] = base.laid_at[i]
            self.noted_tile[128 * seat + i] = base.laid_tile[i]
            self.noted_way[128 * seat + i] = base.laid_way[i]
        self.noted[seat] = laid
        self.noted_stride[seat] = base.stride
        if laid == base.laid:  # no tile was laid since: that board is still there
            for tile in range(ALL):
                self.misfit[seat * ALL + tile] = self.fits_now[tile] > 0
            return 0
        self.clear()
        for i in range(laid):
            way = base.laid_way[i]
            at = self.moved(base, base.laid_at[i])
            self.put(base.laid_tile[i], way & 1, way >> 1, at)
        for tile in range(ALL):
            self.misfit[seat * ALL + tile] = self.count(tile) > 0
        return 0

    def is_noted(self, base: Kernel, seat: int, laid: int) -> bool:
        """Whether that board is the one that was looked at before: it mostly is, turn after turn."""
        if self.noted[seat] != laid or self.noted_stride[seat] != base.stride:
            return False
        i = 0
        while i < laid and self.noted_at[128 * seat + i] == base.laid_at[i]:
            if self.noted_tile[128 * seat + i] != base.laid_tile[i]:
                return False
            if self.noted_way[128 * seat + i] != base.laid_way[i]:
                return False
            i += 1
        return i == laid

    def moved(self, base: Kernel, cell: int) -> int:
        """A cell of another board on this one, which may be larger or smaller."""
        x = (cell & (base.stride - 1)) - (base.stride >> 1)
        y = (cell >> base.shift) - (base.stride >> 1)
        return ((y + (self.stride >> 1)) << self.shift) + x + (self.stride >> 1)

    def standing(self, base: Kernel, seat: int, laid: int) -> float:
        """What the supposed position is worth to the seat that has laid this tile: its own, and what the others can do.

        The hand is gone through as `play_lay` leaves it, the last tile in the place of the laid one: sums of fractions
        depend on their order.
        """
        size = base.hand_size[seat] - 1
        if size == 0:
            return 1000.0
        able = 0
        plain = 0
        spare = 0.0
        total = 0.0
        for i in range(size):
            tile = base.hand[seat * ALL + i]
            if tile == laid:
                tile = base.hand[seat * ALL + size]
            plain += tile < PLAIN
            places = self.fits_then[tile]
            if places:
                able += 1
                spare += 1.0 - 1.0 / places
            total -= self.weight[HELD + self.pattern[tile]]
        total += self.weight[PLAYABLE_TILE] * able + (
            self.weight[PLAYABLE_SHARE] * able + self.weight[FURTHER_PLACES] * spare
        ) / (size + 0.5)
        if able:
            total += self.weight[ABLE]
        if plain == 0 and not self.wild_last:  # the last of them cannot be laid (C21)
            total -= self.weight[LAST_WILD]
        factor = self.weight[NEXT_SEAT]
        for i in range(1, self.players):
            total -= factor * self.threat(base, (seat + i) % self.players)
            factor = 1.0 / (self.players - 1)
        return total

    def threat(self, base: Kernel, other: int) -> float:
        """How well another seat may stand: how much of what it holds would fit, as far as one can know."""
        size = base.hand_size[other]
        if size == 0:  # it has won already, and nothing can be done about that
            return 0.0
        expected = 0.0
        unable = 1.0
        hidden = size
        for i in range(size):
            tile = base.hand[other * ALL + i]
            if self.known[tile]:
                hidden -= 1
                if self.fits_then[tile]:
                    expected += 1.0
                    unable = 0.0
        if hidden and self.unseen:
            any_fit = 0
            possible = 0
            possible_fit = 0
            for i in range(self.unseen):
                tile = self.unseen_tile[i]
                fits = self.fits_then[tile] > 0
                free = not self.misfit[other * ALL + tile]
                any_fit += fits
                possible += free
                possible_fit += fits and free
            for i in range(hidden):
                any_tile = i < self.free[other] or possible == 0
                # Compiled, a whole number divided by a whole number would be one.
                chance = 1.0 * any_fit / self.unseen if any_tile else 1.0 * possible_fit / possible
                expected += chance
                unable *= 1.0 - chance
        return (
            self.weight[THEIR_SHARE] * expected / (size + 0.5)
            - self.weight[THEY_CANNOT] * unable
            - self.weight[THEY_CANNOT_WITH_FEW] * unable / size
        )

    # ---- games between policies, all inside ----

    def contest(self, game: Kernel, policies: list[int], lucks: list[int]) -> list[int]:
        """Play a game to its end, each seat by its policy and with its own luck; how often each seat was on turn.

        What comes out is what the bots of these policies play who are handed views: they draw two numbers from their
        luck for each choice, one to choose by and one to imagine a world with, which these here need not do.
        """
        if not len(policies) == len(lucks) == game.players or min(policies) < RANDOM or max(policies) > POINTS:
            raise ValueError(f"there are a policy and a luck for each of {game.players} seats")
        for seat in range(game.players):
            self.stream[seat] = lucks[seat] & MASK
            self.turns[seat] = 0
            self.policy[seat] = policies[seat]
        with cython.nogil:
            self.play_through(game)
        return [self.turns[seat] for seat in range(game.players)]

    def play_through(self, game: Kernel) -> None:
        """The loop of `contest`."""
        while not game.over:
            seat = game.turn
            self.turns[seat] += 1
            move = 0
            if self.list_all(game) > 1:
                self.rng = self.stream[seat]
                luck = self.word()
                self.stream[seat] = self.rng + STEP & WORD  # what a bot would imagine a world with
                self.rng = luck
                move = self.pick_listed(game, self.policy[seat])
            self.make(game, move)

    def word(self) -> int:
        """The next number of the generator."""
        z = self.rng = (self.rng + STEP) & WORD
        z = ((z ^ (z >> 30)) * MIX_1) & WORD
        z = ((z ^ (z >> 27)) * MIX_2) & WORD
        return z ^ (z >> 31)

    def step(self, game: Kernel, policy: int, luck: int) -> None:
        """The seat on turn makes the move of a policy."""
        if game.over or not RANDOM <= policy <= POINTS:
            raise ValueError("the game is over, or there is no such policy")
        self.make(game, self.choose(game, policy, luck))
