"""Games of Florentine Dominoes that are asked for one action after the other and write what is seen into arrays.

Ordinary Python that Cython can compile (`florentine_batch.pxd`), like the kernel it stands on. It must come to the same
as what `adapters.florentine` makes of a view: tests compare them. Nobody acts out of turn here.
"""

from collections.abc import Sequence
from typing import Any

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.florentine.cards import has_gem
from tessella.games.florentine.config import ALL, BLACK, HAND, HANDS, NOT_YET, REACH, SIDE
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.learning.codes import ASIDE, BLACK_CARD, CARD_SEAT, KEEP
from tessella.games.florentine.tables import EDGES, RIM_OUTSIDE
from tessella.learning.codes import COLUMNS, LAY, MOST_ACTIONS


class BatchGame(Kernel):
    """A game that knows what its seat on turn may do."""

    def __init__(self, switches: Sequence[Any], most: int, starts: Sequence[int]) -> None:
        """By these options; `most` actions at most, the one of waiting included, which there never is.

        `starts` are the places of the fields hand, pool, grid, board, legal and seats in an observation.
        """
        super().__init__(*switches)
        if not 2 <= most <= MOST_ACTIONS:
            raise ValueError(f"there are 2 to {MOST_ACTIONS} actions, not {most}")
        deck = self.switches.deck
        # Held on to: C pointers alone would not.
        self.kept = (
            bytes(deck.index(card) for card in deck),
            bytes(4 * has_gem(card[(i + turns) % 4]) for card in deck for turns in range(4) for i in range(4)),
        )
        self.same, self.jewels = self.kept
        self.outside = RIM_OUTSIDE
        self.most = most
        self.at_hand, self.at_pool, self.at_grid, self.at_board, self.at_legal, self.at_seats = starts
        if not cython.compiled:
            self.rows = [0] * (COLUMNS * MOST_ACTIONS)
            self.keys = [0] * MOST_ACTIONS
            self.order = [0] * ALL
            self.by = [0] * ALL
        self.asked = 0
        self.actions = 0

    # ---- what may be done ----

    def begin(self) -> None:
        """After the deal."""
        self.asked = self.turn
        self.list_actions()

    def list_actions(self) -> None:
        """What the seat on turn may do, in the order of `State.legal`."""
        self.actions = 0
        if self.over:
            return
        if self.stage == BLACK:
            for edge in range(EDGES):
                if self.black_fits(self.colour_of[self.turn], edge):
                    cell = self.outside[edge]
                    self.list_one(BLACK_CARD, 0, 0, cell % SIDE - REACH, cell // SIDE - REACH)
            self.list_one(KEEP, 0, 0, 0, 0)
            return
        kinds = self.sort_kinds()
        for i in range(kinds):
            self.list_places(self.order[i])
        if self.stage == HANDS and self.laid > 0:
            for i in range(kinds):
                self.list_one(ASIDE, 1 + self.order[i], 0, 0, 0)

    def sort_kinds(self) -> int:
        """One of each kind of card that can be laid, in the order of the deck; how many there are. Of equal cards the
        first of the deck stands for all."""
        size = self.hand_size[self.turn] if self.stage == HANDS else self.pool_size
        kinds = 0
        for i in range(size):
            card = self.same[self.hand[self.turn * HAND + i] if self.stage == HANDS else self.pool[i]]
            j = kinds
            while j > 0 and self.order[j - 1] > card:
                j -= 1
            if j > 0 and self.order[j - 1] == card:
                continue
            for k in range(kinds, j, -1):
                self.order[k] = self.order[k - 1]
            self.order[j] = card
            kinds += 1
        return kinds

    def list_one(self, kind: int, card: int, turns: int, x: int, y: int) -> None:
        """An action."""
        if self.actions < self.most - 1:
            row = COLUMNS * self.actions
            self.rows[row] = kind
            self.rows[row + 1] = card
            self.rows[row + 2] = turns
            self.rows[row + 3] = 0
            self.rows[row + 4] = x
            self.rows[row + 5] = y
            self.actions += 1

    def list_places(self, card: int) -> None:
        """A card in each way it can be laid, from top to bottom."""
        size = self.count(card)
        for i in range(size):
            way = self.nth(card, i)
            key = 4 * self.place[way // 4] + way % 4  # cells are numbered row by row
            j = i
            while j > 0 and self.keys[j - 1] > key:
                self.keys[j] = self.keys[j - 1]
                j -= 1
            self.keys[j] = key
        for i in range(size):
            key = self.keys[i]
            cell = key >> 2
            self.list_one(LAY, 1 + card, key & 3, cell % SIDE - REACH, cell // SIDE - REACH)

    # ---- acting ----

    def allows(self, action: int) -> bool:
        """Whether the seat on turn has an action of this number."""
        return 1 <= action <= self.actions

    def act(self, action: int) -> None:
        """The seat on turn does it; whether it may was asked before."""
        row = COLUMNS * (action - 1)
        kind = self.rows[row]
        cell = (self.rows[row + 5] + REACH) * SIDE + self.rows[row + 4] + REACH
        if kind == LAY:
            at = 0
            while self.place[at] != cell:
                at += 1
            self.by[self.laid] = self.turn
            self.play_lay(self.index_of(self.rows[row + 1] - 1), self.rows[row + 2], at)
        elif kind == ASIDE:
            self.play_aside(self.index_of(self.rows[row + 1] - 1))
        elif kind == BLACK_CARD:
            edge = 0
            while self.outside[edge] != cell:
                edge += 1
            self.play_black(edge)
        else:
            self.play_keep()
        self.asked = self.turn
        self.list_actions()

    def index_of(self, card: int) -> int:
        """Where the first card of this kind is in the hand of the seat on turn, or in the pool."""
        i = 0
        if self.stage == HANDS:
            while self.same[self.hand[self.turn * HAND + i]] != card:
                i += 1
        else:
            while self.same[self.pool[i]] != card:
                i += 1
        return i

    # ---- what is seen ----

    def show(self, observations: Any, masks: Any, number: int) -> None:
        """Write what the seat on turn sees into a row of the observations, and what it may do into one of the masks."""
        seen = observations[number]
        mask = masks[number]
        for i in range(self.at_seats + self.players * CARD_SEAT):
            seen[i] = 0
        for i in range(self.most):
            mask[i] = 1 <= i <= self.actions
        seen[0] = 0 if self.over else 1
        seen[1] = 1 + (self.first + self.players - self.asked) % self.players
        seen[2] = self.stack_size
        seen[3] = self.stage
        seen[4] = self.fresh_deals
        seen[5] = self.laid
        for i in range(self.hand_size[self.asked]):
            seen[self.at_hand + self.same[self.hand[self.asked * HAND + i]]] += 1
        for i in range(self.pool_size):
            seen[self.at_pool + self.same[self.pool[i]]] += 1
        self.show_board(seen)
        for i in range(COLUMNS * self.actions):
            seen[self.at_legal + COLUMNS + i] = self.rows[i]
        for i in range(self.players):
            self.show_seat(seen, (self.asked + i) % self.players, self.at_seats + i * CARD_SEAT)

    def show_board(self, seen: Any) -> None:
        """The grid, and the cards in the order they were laid."""
        for i in range(self.laid):
            cell = self.laid_at[i]
            card = self.card_at[cell]
            turns = self.turns_at[cell]
            x = cell % SIDE - REACH
            y = cell // SIDE - REACH
            row = self.at_board + COLUMNS * i
            seen[row] = 1 + self.same[card]
            seen[row + 1] = turns
            seen[row + 3] = x
            seen[row + 4] = y
            seen[row + 5] = 1 + (self.by[i] + self.players - self.asked) % self.players
            at = self.at_grid + 4 * ((y + REACH - 1) * (SIDE - 2) + x + REACH - 1)
            for side in range(4):
                seen[at + side] = 1 + self.colour[4 * cell + side] + self.jewels[16 * card + 4 * turns + side]

    def show_seat(self, seen: Any, seat: int, at: int) -> None:
        """What everybody knows of a seat."""
        colour = self.colour_of[seat]
        black = self.black[seat]
        seen[at] = 1 + colour
        seen[at + 1] = self.hand_size[seat]
        seen[at + 2] = self.closed_gems[colour]
        seen[at + 3] = self.closed_spaces[colour]
        seen[at + 4] = black != NOT_YET
        if black >= 0:
            seen[at + 5] = self.outside[black] % SIDE - REACH
            seen[at + 6] = self.outside[black] // SIDE - REACH


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
