"""Policies of Chromino that look no further than one tile, inside the kernel.

Ordinary Python that Cython can compile (`policies.pxd`). Only what the seat on turn may know decides: see `HandModel`.
"""

from collections.abc import Sequence

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

if cython.compiled:
    from cython.cimports.libc.math import floor
else:
    from math import floor

from tessella.core.luck import Luck
from tessella.core.random import MASK, STEP
from tessella.core.random import MASK as WORD
from tessella.games.chromino.bots.fits import FitCounts
from tessella.games.chromino.bots.hands import HandModel
from tessella.games.chromino.bots.weights import (
    ABLE,
    BESIDE_POINTS,
    CONTACTS,
    FURTHER_PLACES,
    HARDEST,
    HELD,
    LAST_WILD,
    NEXT_SEAT,
    PATTERN_OF,
    PLAYABLE_SHARE,
    PLAYABLE_TILE,
    POINTS,
    RANDOM,
    ROOM,
    STATIC,
    THEIR_SHARE,
    THEY_CANNOT,
    THEY_CANNOT_WITH_FEW,
    check_weights,
)
from tessella.games.chromino.config import ALL, BY_CONTACTS, PLAIN, SEATS, UNSCORED, KernelConfig
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.moves import CELL_SHIFT, DIRECTION_SHIFT, DRAW, PASS, TILE_SHIFT, MoveList

GRAIN = 1e6
"""Static values that differ by less than one part in so many are equal."""
WORST = -1e15
"""The value of a move that lays no tile; of two such moves (C16), the better one is worth a little more."""


class Policies:
    """Chooses moves, and plays whole games between policies."""

    def __init__(self, config: KernelConfig, weights: Sequence[float], open_hands: bool = False) -> None:
        """For games by these options; the weights are those of `weights`."""
        self.luck = Luck()
        self.moves = MoveList()
        self.hands = HandModel(config.mode, open_hands)
        self.fits = self.hands.fits
        self.pattern = PATTERN_OF
        if not cython.compiled:
            self.policy = [0] * SEATS
            self.turns = [0] * SEATS
            self.stream = [0] * SEATS
            self.weight = [0.0] * ROOM
        check_weights(weights)
        for i in range(len(weights)):
            self.weight[i] = weights[i]

    # ---- choosing ----

    def choose(self, game: Kernel, policy: int, luck: int) -> int:
        """The number of the move that a policy makes, in the order of `State.legal`; of equal ones any."""
        self.luck.start(luck)
        return self.pick(game, policy) if game.list_moves(self.moves) > 1 else 0

    def pick(self, game: Kernel, policy: int) -> int:
        """The number of a policy's move among those that are listed."""
        if policy == RANDOM:
            return self.luck.below(self.moves.size)
        if policy == STATIC:
            self.hands.look(game, game.turn)
        best = -1e18
        equals = 0
        chosen = 0
        for move in range(self.moves.size):
            value = self.value(game, policy, self.moves.codes[move])
            if value > best:
                best = value
                equals = 1
                chosen = move
            elif value == best:
                equals += 1
                if self.luck.below(equals) == 0:
                    chosen = move
        return chosen

    def value(self, game: Kernel, policy: int, code: int) -> float:
        """The value of a move to a policy."""
        if code >= DRAW:
            return WORST + ((code == PASS) == game.better_stop())
        tile = code >> TILE_SHIFT
        direction = code >> DIRECTION_SHIFT & 1
        cell = code >> CELL_SHIFT & (game.cells - 1)
        if policy == CONTACTS:
            return self.contacts(game, direction, cell)
        if policy == POINTS:
            return game.points(tile, direction, cell)
        if policy == HARDEST:
            return -game.count(tile)
        self.fits.suppose(game, code)
        value = self.standing(game, self.fits, tile)
        if game.scoring != UNSCORED:
            points = game.points(tile, direction, cell)
            value = points + self.weight[BESIDE_POINTS + (game.scoring == BY_CONTACTS)] * value
        # Fractions come to a little more or less in another order, and how a hand is ordered must not matter.
        return float(floor(value * GRAIN + 0.5))

    def contacts(self, game: Kernel, direction: int, cell: int) -> int:
        """How many contacts a tile has there."""
        total = 0
        for i in range(8):
            total += game.owner[game.beside(i, direction, cell)] != 0
        return total

    # ---- static values ----

    def standing(self, game: Kernel, fits: FitCounts, laid: int) -> float:
        """The static value of the supposed position to the seat on turn, which lays this tile: what it can lay then,
        less what the others can.

        The hand is gone through as `play_lay` leaves it, the last tile in the place of the laid one: sums of fractions
        depend on their order.
        """
        seat = game.turn
        size = game.hand_size[seat] - 1
        if size == 0:
            return 1000.0
        able = 0
        plain = 0
        spare = 0.0
        total = 0.0
        for i in range(size):
            tile = game.hand[seat * ALL + i]
            if tile == laid:
                tile = game.hand[seat * ALL + size]
            plain += tile < PLAIN
            places = fits.then[tile]
            if places:
                able += 1
                spare += 1.0 - 1.0 / places
            total -= self.weight[HELD + self.pattern[tile]]
        total += self.weight[PLAYABLE_TILE] * able + (
            self.weight[PLAYABLE_SHARE] * able + self.weight[FURTHER_PLACES] * spare
        ) / (size + 0.5)
        if able:
            total += self.weight[ABLE]
        if plain == 0 and not game.wild_last:  # the last of them cannot be laid (C21)
            total -= self.weight[LAST_WILD]
        factor = self.weight[NEXT_SEAT]
        for i in range(1, game.players):
            total -= factor * self.threat(game, self.hands, fits, (seat + i) % game.players)
            factor = 1.0 / (game.players - 1)
        return total

    def threat(self, game: Kernel, hands: HandModel, fits: FitCounts, other: int) -> float:
        """The static value of the supposed position to another seat: how much of what it holds would fit, as far as the
        seat on turn can know."""
        size = game.hand_size[other]
        if size == 0:  # it has won already, and nothing can be done about that
            return 0.0
        expected = 0.0
        unable = 1.0
        hidden = size
        for i in range(size):
            tile = game.hand[other * ALL + i]
            if hands.known[tile]:
                hidden -= 1
                if fits.then[tile]:
                    expected += 1.0
                    unable = 0.0
        if hidden and hands.unseen:
            any_fit = 0
            possible = 0
            possible_fit = 0
            for i in range(hands.unseen):
                tile = hands.unseen_tile[i]
                fitting = fits.then[tile] > 0
                free = not hands.misfit[other * ALL + tile]
                any_fit += fitting
                possible += free
                possible_fit += fitting and free
            for i in range(hidden):
                any_tile = i < hands.free[other] or possible == 0
                # Compiled, a whole number divided by a whole number would be one.
                chance = 1.0 * any_fit / hands.unseen if any_tile else 1.0 * possible_fit / possible
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

        The bots of these policies play the same games when they are handed views: for each choice they draw two numbers
        from their luck, one to choose by and one to imagine a world with, which is not needed here.
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
            if game.list_moves(self.moves) > 1:
                self.luck.state = self.stream[seat]
                word = self.luck.word()
                self.stream[seat] = self.luck.state + STEP & WORD  # past what a bot would imagine a world with
                self.luck.state = word
                move = self.pick(game, self.policy[seat])
            self.play(game, self.moves.codes[move])

    def play(self, game: Kernel, code: int) -> None:
        """The seat on turn makes a move, and says "Chromino" where that is due."""
        if code < DRAW:
            game.call_in_time()
        game.play_move(code)

    def step(self, game: Kernel, policy: int, luck: int) -> None:
        """The seat on turn makes the move of a policy."""
        if game.over or not RANDOM <= policy <= POINTS:
            raise ValueError("the game is over, or there is no such policy")
        self.play(game, self.moves.codes[self.choose(game, policy, luck)])
