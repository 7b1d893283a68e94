"""Looking ahead in Chromino, inside the kernel: plain policies, a static value, and rollouts in imagined worlds.

Ordinary Python that Cython can compile (`chromino_search.pxd`), like the rollouts it stands on. Whatever is asked about
a position is asked for a *seat*, and only what that seat may know decides: its own tiles, the board, tiles that were
shown, how many the others hold, and when each of them last had nothing to lay.
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

from tessella.bots.chromino_weights import CONTACTS, DRAW, HARDEST, LAY, MOVES, PASS, POINTS, RANDOM, STATIC, pattern_of
from tessella.chromino.kernel import Kernel
from tessella.chromino.rollouts import Rollouts
from tessella.chromino.switches import ALL, PLAIN, SEATS, START, UNSCORED
from tessella.chromino.tables import ROW
from tessella.chromino.tiles import TILES
from tessella.core.random import MASK, MIX_1, MIX_2, STEP
from tessella.core.random import MASK as WORD

PARAMETERS = 32
PATTERN = bytes(pattern_of(tile) for tile in TILES)
"""Tile: how its colours repeat, which decides how easily it is laid."""


class Search(Rollouts):
    """A kernel that tries moves."""

    def __init__(self, *switches: int) -> None:
        """For games by these options, as for a kernel."""
        super().__init__(*switches)
        if not cython.compiled:
            self.kind = [0] * MOVES
            self.what = [0] * MOVES
            self.way = [0] * MOVES
            self.direction = [0] * MOVES
            self.at = [0] * MOVES
            self.worth = [0.0] * MOVES
            self.alive = [0] * MOVES
            self.tries = [0] * MOVES
            self.total = [0.0] * MOVES
            self.hidden = bytearray(ALL)
            self.known = bytearray(ALL)
            self.misfit = bytearray(SEATS * ALL)
            self.holds = [0] * SEATS
            self.free = [0] * SEATS
            self.noted = [-1] * SEATS
            self.noted_stride = [0] * SEATS
            self.noted_at = [0] * (128 * SEATS)
            self.noted_tile = [0] * (128 * SEATS)
            self.policy = [0] * SEATS
            self.turns = [0] * SEATS
            self.stream = [0] * SEATS
            self.weight = [0.0] * PARAMETERS
        self.pattern = PATTERN
        self.open_hands = 0
        for seat in range(SEATS):
            self.noted[seat] = -1
        self.moves = 0
        self.unseen = 0

    def weigh_with(self, weights: list[float], open_hands: bool = False) -> None:
        """The weights of what positions are worth, and whether all hands are seen (C19)."""
        self.open_hands = open_hands
        if len(weights) > PARAMETERS:
            raise ValueError(f"there are {PARAMETERS} weights at most")
        for i in range(len(weights)):
            self.weight[i] = weights[i]

    # ---- what may be done ----

    def list_moves(self, base: Kernel) -> int:
        """List what the seat on turn may do, in the order of `State.legal`: tiles, then places, from top to bottom."""
        return self.list_all(base)

    def list_all(self, base: Kernel) -> int:
        """As `list_moves`."""
        self.moves = 0
        seat = base.turn
        total = base.count_options()
        for i in range(base.hand_size[seat] if total else 0):
            if base.counts[i]:
                self.list_places(base, base.hand[seat * ALL + i])
        if base.draw_allowed():
            self.add_move(DRAW, 0, 0, 0, 0)
        elif self.moves == 0:
            self.add_move(PASS, 0, 0, 0, 0)
        return self.moves

    def list_places(self, base: Kernel, tile: int) -> None:
        """List every place of a tile, keeping the order."""
        for way in range(2):
            for i in range(base.fits_count[2 * tile + way]):
                b = base.fits[(2 * tile + way) * ROW + i]
                base.tidy(b)
                for j in range(base.size[b]):
                    place = base.bucket[b * base.room + j]
                    if place >= base.cells:
                        self.add_move(LAY, tile, way, 1, place - base.cells)
                    else:
                        self.add_move(LAY, tile, way, 0, place)

    def add_move(self, kind: int, tile: int, way: int, direction: int, at: int) -> None:
        """Put a move in its place in the list."""
        if self.moves == MOVES:
            return
        i = self.moves
        while i > 0 and kind == LAY and self.comes_after(i - 1, tile, way, direction, at):
            self.kind[i] = self.kind[i - 1]
            self.what[i] = self.what[i - 1]
            self.way[i] = self.way[i - 1]
            self.direction[i] = self.direction[i - 1]
            self.at[i] = self.at[i - 1]
            i -= 1
        self.kind[i] = kind
        self.what[i] = tile
        self.way[i] = way
        self.direction[i] = direction
        self.at[i] = at
        self.moves += 1

    def comes_after(self, i: int, tile: int, way: int, direction: int, at: int) -> bool:
        """Whether a move of the list comes after this one."""
        if self.what[i] != tile:
            return self.what[i] > tile
        if self.at[i] != at:
            return self.at[i] > at
        if self.direction[i] != direction:
            return self.direction[i] > direction
        return self.way[i] > way

    def move(self, number: int, base: Kernel) -> str:
        """One of the moves as text, for a board like the base's."""
        if not 0 <= number < self.moves:
            raise ValueError(f"there is no move number {number}; there are {self.moves}, counted from 0")
        if self.kind[number] != LAY:
            return "draw" if self.kind[number] == DRAW else "pass"
        half = base.stride // 2
        squares = TILES[self.what[number]]
        x, y = self.at[number] % base.stride - half, self.at[number] // base.stride - half
        return f"{squares[::-1] if self.way[number] else squares}@{x},{y}{'v' if self.direction[number] else '>'}"

    def play(self, move: int) -> None:
        """The seat on turn makes one of the moves; it says "Chromino" where that is due."""
        kind = self.kind[move]
        if kind == LAY:
            seat = self.turn
            if self.call and self.hand_size[seat] == 2:
                self.play_call(seat)
            index = 0
            while self.hand[seat * ALL + index] != self.what[move]:
                index += 1
            self.play_lay(index, self.way[move], self.direction[move], self.at[move])
        elif kind == DRAW:
            self.play_draw()
        else:
            self.play_pass()

    # ---- policies that look no further ----

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
        best = -1e9
        equals = 0
        chosen = 0
        for move in range(self.moves):
            worth = self.judge(base, policy, move)
            self.worth[move] = worth
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
            return -1e6
        if policy == CONTACTS:
            return self.contacts(base, self.direction[move], self.at[move])
        if policy == POINTS:
            self.take_over(base)
            return self.points(self.what[move], self.direction[move], self.at[move])
        if policy == HARDEST:
            return -base.count(self.what[move])
        self.take_over(base)
        self.play(move)
        worth = self.standing(base.turn)
        if self.scoring != UNSCORED:
            worth = self.score[base.turn] - base.score[base.turn] + self.weight[14] * worth
        return worth

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
            self.unseen += not self.known[tile]
        for other in range(base.players):
            if other != seat:
                self.note_stuck(base, other)

    def note_stuck(self, base: Kernel, seat: int) -> int:
        """Who had nothing to lay on an earlier board holds nothing that would have fitted there (C14)."""
        laid = base.stuck[seat]
        self.free[seat] = base.fresh[seat] if laid >= 0 else ALL
        if laid < 0 or self.holds[seat] == 0 or self.is_noted(base, seat, laid):
            return 0
        self.clear()
        for i in range(laid):
            way = base.laid_way[i]
            at = self.moved(base, base.laid_at[i])
            self.put(base.laid_tile[i], way & 1, way >> 1, at)
            self.noted_at[128 * seat + i] = base.laid_at[i]
            self.noted_tile[128 * seat + i] = base.laid_tile[i]
        self.noted[seat] = laid
        self.noted_stride[seat] = base.stride
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
            i += 1
        return i == laid

    def moved(self, base: Kernel, cell: int) -> int:
        """A cell of another board on this one, which may be larger or smaller."""
        x = (cell & (base.stride - 1)) - (base.stride >> 1)
        y = (cell >> base.shift) - (base.stride >> 1)
        return ((y + (self.stride >> 1)) << self.shift) + x + (self.stride >> 1)

    def standing(self, seat: int) -> float:
        """What a position is worth to a seat that is not on turn: its own tiles, and what the others can do."""
        size = self.hand_size[seat]
        if size == 0:
            return 1000.0
        able = 0
        spare = 0.0
        total = 0.0
        for i in range(size):
            tile = self.hand[seat * ALL + i]
            places = self.count(tile)
            if places:
                able += 1
                spare += 1.0 - 1.0 / places
            total -= self.weight[8 + self.pattern[tile]]
        total += self.weight[0] * able + (self.weight[1] * able + self.weight[2] * spare) / (size + 0.5)
        if able:
            total += self.weight[3]
        if size == 1 and not self.wild_last and self.hand[seat * ALL] >= PLAIN:
            total -= self.weight[4]
        factor = self.weight[5]
        for i in range(1, self.players):
            total -= factor * self.threat((seat + i) % self.players)
            factor = 1.0 / (self.players - 1)
        return total

    def threat(self, other: int) -> float:
        """How well another seat may stand: how much of what it holds would fit, as far as one can know."""
        size = self.hand_size[other]
        if size == 0:  # it has won already, and nothing can be done about that
            return 0.0
        expected = 0.0
        unable = 1.0
        hidden = size
        for i in range(size):
            tile = self.hand[other * ALL + i]
            if self.known[tile]:
                hidden -= 1
                if self.count(tile) > 0:
                    expected += 1.0
                    unable = 0.0
        if hidden and self.unseen:
            any_fit = 0
            possible = 0
            possible_fit = 0
            for tile in range(ALL):
                if not self.known[tile]:
                    fits = self.count(tile) > 0
                    any_fit += fits
                    if not self.misfit[other * ALL + tile]:
                        possible += 1
                        possible_fit += fits
            for i in range(hidden):
                any_tile = i < self.free[other] or possible == 0
                chance = any_fit / self.unseen if any_tile else possible_fit / possible
                expected += chance
                unable *= 1.0 - chance
        return self.weight[6] * expected / (size + 0.5) - self.weight[7] * unable - self.weight[13] * unable / size

    # ---- rollouts in imagined worlds ----

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
            for i in range(self.racing):
                move = self.alive[i]
                self.enter(base, seat)
                self.play(move)
                played = 0
                while not self.over and (turns == 0 or played < turns or self.stage != START):
                    played += self.stage == START
                    if self.scoring == UNSCORED:
                        self.random_action()
                    else:
                        self.greedy_action()
                self.total[move] += self.share(seat) if self.over else self.prospects(seat)
                self.tries[move] += 1

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
            return (self.hand_size[0] == 0) + 0.001 * extra
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
            return self.weight[21]
        able = 0
        found = 0.0
        for i in range(size):
            tile = self.hand[seat * ALL + i]
            able += self.count(tile) > 0
            found -= self.weight[22 + self.pattern[tile]]
        if able:
            found += self.weight[18]
        found += self.weight[19] * able / (size + 0.5) - self.weight[16] * (size - able) - self.weight[17] * able
        wait = seat - self.turn
        if wait < 0:
            wait += self.players
        return found - self.weight[20] * wait / self.players

    def think(self, base: Kernel, seat: int, rollouts: int, turns: int, luck: int) -> list[tuple[int, float]]:
        """For each move how often it was tried, and what it came to on average, by about so many rollouts.

        All moves are tried in the same worlds; the worse half leaves the race, again and again, so that most
        rollouts go to the moves that matter. `list_moves`, `look` and `note_stuck` come before.
        """
        self.luck(luck)
        self.racing = self.moves
        for move in range(self.moves):
            self.alive[move] = move
            self.tries[move] = 0
            self.total[move] = 0.0
        halvings = max(1, (self.moves - 1).bit_length())
        while True:
            rounds = max(1, rollouts // (halvings * self.racing))
            with cython.nogil:
                self.explore(base, seat, rounds, turns)
            if self.racing <= 2:
                break
            self.halve()
        return [(self.tries[move], self.total[move] / self.tries[move]) for move in range(self.moves)]

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

    # ---- games between policies, all inside ----

    def make(self, game: Kernel, move: int) -> None:
        """The seat on turn of another kernel makes one of the moves."""
        kind = self.kind[move]
        if kind == LAY:
            seat = game.turn
            if game.call and game.hand_size[seat] == 2:
                game.play_call(seat)
            index = 0
            while game.hand[seat * ALL + index] != self.what[move]:
                index += 1
            game.play_lay(index, self.way[move], self.direction[move], self.at[move])
        elif kind == DRAW:
            game.play_draw()
        else:
            game.play_pass()

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
