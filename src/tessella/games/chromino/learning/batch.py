"""Games of Chromino that are asked for one action after the other and write what the asked seat sees into arrays.

Ordinary Python that Cython can compile (`chromino_batch.pxd`), like the kernel it stands on. It must come to the same
as what `adapters.chromino` makes of a view, and ask in the order of `adapters.table`: tests compare them.
"""

from collections.abc import Sequence
from typing import Any

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.chromino.config import ALL, LAY_DRAWN, NOBODY, SEATS
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.learning.codes import CALL, CLAIM, DRAW, PASS, SPOT, TILE_REACH, TILE_SEAT, TILE_SIDE
from tessella.games.chromino.tables import ROW, colour_of
from tessella.games.chromino.tiles import TILES
from tessella.learning.codes import COLUMNS, LAY, MOST_ACTIONS, WAIT, WAITING

SHADES = bytes(1 + colour_of(letter) for tile in TILES for squares in (tile, tile[::-1]) for letter in squares)
"""(Tile * 2 + way round) * 3 + square: its colour as the grid has it."""


class BatchGame(Kernel):
    """A game that knows who is asked."""

    def __init__(self, switches: Sequence[int], open_hands: bool, most: int, starts: Sequence[int]) -> None:
        """By these options; `most` actions at most, the one of waiting included.

        `starts` are the places of the fields hand, grid, board, legal and seats in an observation.
        """
        super().__init__(*switches)
        if not 2 <= most <= MOST_ACTIONS:
            raise ValueError(f"there are 2 to {MOST_ACTIONS} actions, not {most}")
        self.shades = SHADES
        self.open_hands = open_hands
        self.most = most
        self.at_hand, self.at_grid, self.at_board, self.at_legal, self.at_seats = starts
        if not cython.compiled:
            self.rows = [0] * (COLUMNS * MOST_ACTIONS)
            self.keys = [0] * MOST_ACTIONS
            self.order = [0] * ALL
            self.by = [0] * (ALL + 1)
            self.waited = [0] * SEATS
        self.asked = 0
        self.actions = 0

    # ---- who is asked, and for what ----

    def begin(self) -> None:
        """After the deal: nobody laid the first tile."""
        self.by[0] = 0
        self.ask_anew()

    def ask_anew(self) -> None:
        """Something has happened: all who can act are asked again."""
        for seat in range(SEATS):
            self.waited[seat] = 0
        self.ask_next()

    def ask_next(self) -> None:
        """Those who may speak out of turn are asked before the seat on turn."""
        self.asked = self.turn
        if self.call or self.claim:
            for i in range(self.players - 1, 0, -1):
                seat = (self.turn + i) % self.players
                if not self.waited[seat] and self.can_speak(seat):
                    self.asked = seat
        self.list_actions()

    def can_speak(self, seat: int) -> bool:
        """Whether a seat that is not on turn may call, spot or claim (C22, C23)."""
        for other in range(self.players):
            if self.exposed[other]:  # its own call, or another's to be spotted
                return True
        return self.claim_seat != NOBODY and self.claim_seat != seat

    def list_actions(self) -> None:
        """What the asked seat may do, in the order of `State.legal`."""
        self.actions = 0
        if self.over:
            return
        if self.asked == self.turn:
            if self.count_options() > 0:
                if self.stage == LAY_DRAWN:
                    self.list_places(self.drawn, LAY)
                else:
                    for i in range(self.sort_hand()):
                        self.list_places(self.order[i], LAY)
            if self.draw_allowed():
                self.list_one(DRAW, 0)
            elif self.actions == 0:
                self.list_one(PASS, 0)
        if self.call and self.may_call(self.asked):
            self.list_one(CALL, 0)
        for seat in range(self.players):
            if seat != self.asked and self.exposed[seat]:
                self.list_one(SPOT, self.relative(seat))
        if self.claim_seat != NOBODY and self.claim_seat != self.asked:
            self.list_places(self.claim_tile, CLAIM)

    def sort_hand(self) -> int:
        """The tiles of the seat on turn in the order of the set; how many there are."""
        size = self.hand_size[self.turn]
        for i in range(size):
            tile = self.hand[self.turn * ALL + i]
            j = i
            while j > 0 and self.order[j - 1] > tile:
                self.order[j] = self.order[j - 1]
                j -= 1
            self.order[j] = tile
        return size

    def list_one(self, kind: int, what: int) -> None:
        """An action without a place."""
        if self.actions < self.most - 1:
            row = COLUMNS * self.actions
            self.rows[row] = kind
            self.rows[row + 1] = what
            for i in range(2, COLUMNS):
                self.rows[row + i] = 0
            self.actions += 1

    def list_places(self, tile: int, kind: int) -> None:
        """A tile at each of its places, from top to bottom."""
        size = 0
        for way in range(2):
            for i in range(self.fits_count[2 * tile + way]):
                b = self.fits[(2 * tile + way) * ROW + i]
                if self.live[b] == 0:
                    continue
                self.tidy(b)
                for k in range(self.size[b]):
                    if size == MOST_ACTIONS:
                        break
                    place = self.bucket[b * self.room + k]
                    down = place >= self.cells
                    # By row, column, direction and way round: cells are numbered row by row.
                    key = 4 * (place - self.cells if down else place) + 2 * down + way
                    j = size
                    while j > 0 and self.keys[j - 1] > key:
                        self.keys[j] = self.keys[j - 1]
                        j -= 1
                    self.keys[j] = key
                    size += 1
        half = self.stride >> 1
        for i in range(size):
            if self.actions == self.most - 1:
                return
            key = self.keys[i]
            cell = key >> 2
            row = COLUMNS * self.actions
            self.rows[row] = kind
            self.rows[row + 1] = 1 + tile
            self.rows[row + 2] = key & 1
            self.rows[row + 3] = key >> 1 & 1
            self.rows[row + 4] = (cell & (self.stride - 1)) - half
            self.rows[row + 5] = (cell >> self.shift) - half
            self.actions += 1

    def relative(self, seat: int) -> int:
        """A seat as the asked one counts it: 1 is its own, 0 nobody."""
        if seat == NOBODY:
            return 0
        return 1 + (seat + self.players - self.asked) % self.players

    # ---- acting ----

    def allows(self, action: int) -> bool:
        """Whether the asked seat has an action of this number."""
        if action == WAIT:
            return self.asked != self.turn
        return 1 <= action <= self.actions

    def act(self, action: int) -> None:
        """The asked seat does it; whether it may was asked before."""
        if action == WAIT:
            self.waited[self.asked] = 1
            self.ask_next()
            return
        row = COLUMNS * (action - 1)
        kind = self.rows[row]
        what = self.rows[row + 1]
        if kind == LAY:
            i = 0
            while self.hand[self.turn * ALL + i] != what - 1:
                i += 1
            self.by[self.laid] = 1 + self.asked
            self.play_lay(i, self.rows[row + 2], self.rows[row + 3], self.cell(self.rows[row + 4], self.rows[row + 5]))
        elif kind == DRAW:
            self.play_draw()
        elif kind == PASS:
            self.play_pass()
        elif kind == CALL:
            self.play_call(self.asked)
        elif kind == SPOT:
            self.spot((self.asked + what - 1) % self.players)
        else:
            self.claim_missed()
        self.ask_anew()

    # ---- what is seen ----

    def show(self, observations: Any, masks: Any, number: int) -> None:
        """Write what the asked seat sees into a row of the observations, and what it may do into one of the masks."""
        seen = observations[number]
        mask = masks[number]
        for i in range(self.at_seats + self.players * (TILE_SEAT + ALL)):
            seen[i] = 0
        for i in range(self.most):
            mask[i] = 1 <= i <= self.actions
        seen[0] = 0 if self.over else self.relative(self.turn)
        seen[1] = self.relative(self.first)
        seen[2] = self.bag_size
        seen[3] = self.held
        seen[4] = self.draws
        if self.open_hands or self.asked == self.turn:
            seen[5] = 1 + self.drawn
        seen[6] = self.passes
        seen[7] = self.relative(self.stop)
        if self.claim_seat != NOBODY:
            seen[8] = self.relative(self.claim_seat)
            seen[9] = 1 + self.claim_tile
        seen[10] = self.laid
        for i in range(self.hand_size[self.asked]):
            seen[self.at_hand + self.hand[self.asked * ALL + i]] = 1
        self.show_board(seen)
        at = self.at_legal
        if self.asked != self.turn:
            mask[WAIT] = 1
            seen[at] = WAITING
        for i in range(COLUMNS * self.actions):
            seen[at + COLUMNS + i] = self.rows[i]
        for i in range(self.players):
            self.show_seat(seen, (self.asked + i) % self.players, self.at_seats + i * (TILE_SEAT + ALL))

    def show_board(self, seen: Any) -> None:
        """The grid, and the tiles in the order they were laid."""
        half = self.stride >> 1
        for i in range(self.laid):
            tile = self.laid_tile[i]
            way = self.laid_way[i] & 1
            down = self.laid_way[i] >> 1
            x = (self.laid_at[i] & (self.stride - 1)) - half
            y = (self.laid_at[i] >> self.shift) - half
            row = self.at_board + COLUMNS * i
            seen[row] = 1 + tile
            seen[row + 1] = way
            seen[row + 2] = down
            seen[row + 3] = x
            seen[row + 4] = y
            seen[row + 5] = 0 if self.by[i] == 0 else self.relative(self.by[i] - 1)
            for k in range(3):
                if -TILE_REACH <= x <= TILE_REACH and -TILE_REACH <= y <= TILE_REACH:
                    at = self.at_grid + (y + TILE_REACH) * TILE_SIDE + x + TILE_REACH
                    seen[at] = self.shades[(2 * tile + way) * 3 + k]
                if down:
                    y += 1
                else:
                    x += 1

    def show_seat(self, seen: Any, seat: int, at: int) -> None:
        """What everybody knows of a seat."""
        seen[at] = self.hand_size[seat]
        seen[at + 1] = self.score[seat]
        seen[at + 2] = self.drew[seat]
        seen[at + 3] = self.called[seat] != 0
        seen[at + 4] = self.exposed[seat] != 0
        if self.stuck[seat] >= 0:
            seen[at + 5] = 1 + self.stuck[seat]
            seen[at + 6] = self.fresh[seat]
        for i in range(self.hand_size[seat]):
            tile = self.hand[seat * ALL + i]
            if self.open_hands or self.seen[tile]:
                seen[at + TILE_SEAT + tile] = 1


class Games:
    """Many games, each a step further."""

    def __init__(self, games: Sequence[BatchGame]) -> None:
        self.games = list(games)

    def first_wrong(self, actions: Any) -> int:
        """The first game that does not have its action; -1 if all do."""
        for i in range(len(self.games)):
            game = self.games[i]
            if not game.allows(actions[i]):
                return i
        return -1

    def step(self, actions: Any, observations: Any, masks: Any, seats: Any, counts: Any, over: Any) -> None:
        """Each game does its action and shows what is seen then; those that are over say so and wait for a deal."""
        for i in range(len(self.games)):
            game = self.games[i]
            game.act(actions[i])
            over[i] = game.over
            if not game.over:
                game.show(observations, masks, i)
                seats[i] = game.asked
                counts[i] = game.actions

    def begin(self, number: int, observations: Any, masks: Any, seats: Any, counts: Any) -> None:
        """A game was dealt."""
        game = self.games[number]
        game.begin()
        game.show(observations, masks, number)
        seats[number] = game.asked
        counts[number] = game.actions
