"""Games of Florentine Dominoes that ask one seat after the other for an action, and write what it sees into arrays.

Ordinary Python that Cython can compile (`batch.pxd`). The arrays must hold what `observation` makes of a view: tests
compare them. Nobody acts out of turn here.
"""

from collections.abc import Sequence
from typing import Any

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.florentine.cards import has_gem
from tessella.games.florentine.config import ALL, CENTRE, HAND, NOT_YET, REACH, SIDE
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.learning.codes import ASIDE, BLACK_CARD, CARD_SEAT, KEEP
from tessella.games.florentine.learning.rows import RowFeatures
from tessella.games.florentine.moves import ASIDE as ASIDE_MOVE
from tessella.games.florentine.moves import BLACK_CARD as BLACK_MOVE
from tessella.games.florentine.moves import KIND_SHIFT, WHAT_MASK, WHAT_SHIFT, WHERE_MASK, MoveList
from tessella.games.florentine.moves import LAY as LAY_MOVE
from tessella.games.florentine.tables import RIM_OUTSIDE
from tessella.learning.codes import COLUMNS, LAY, MOST_ACTIONS


class BatchGame:
    """A game with its `kernel`, the seat that is `deciding`, and the number of that seat's `actions`."""

    def __init__(self, switches: Sequence[Any], most: int, starts: Sequence[int]) -> None:
        """By these options; `most` actions at most, the one of waiting included, which there never is.

        `starts` are the places of the fields hand, pool, grid, board, legal and seats in an observation.
        """
        if not 2 <= most <= MOST_ACTIONS:
            raise ValueError(f"there are 2 to {MOST_ACTIONS} actions, not {most}")
        self.kernel = Kernel(*switches)
        self.moves = MoveList()
        deck = self.kernel.switches.deck
        # Held on to: a C pointer alone would not.
        self.gem_table = bytes(
            4 * has_gem(card[(i + turns) % 4]) for card in deck for turns in range(4) for i in range(4)
        )
        self.jewels = self.gem_table
        self.outside = RIM_OUTSIDE
        self.features: RowFeatures | None = None
        self.described = 0
        self.most = most
        self.at_hand, self.at_pool, self.at_grid, self.at_board, self.at_legal, self.at_seats = starts
        if not cython.compiled:
            self.rows = [0] * (COLUMNS * MOST_ACTIONS)
            self.by = [0] * ALL
        self.deciding = 0
        self.actions = 0

    # ---- what may be done ----

    def begin(self) -> None:
        """After the deal."""
        self.ask(self.kernel)

    def ask(self, game: Kernel) -> None:
        """Ask the seat on turn: list what it may do, in the order of `State.legal`."""
        self.deciding = game.turn
        self.actions = 0
        if not game.over:
            game.list_moves(self.moves)
            self.actions = min(self.moves.size, self.most - 1)
        for i in range(self.actions):
            self.write_row(self.moves.codes[i], COLUMNS * i)

    def write_row(self, code: int, row: int) -> None:
        """Write a move as an action."""
        kind = code >> KIND_SHIFT
        what = code >> WHAT_SHIFT & WHAT_MASK
        cell = CENTRE
        if kind == LAY_MOVE:
            cell = (code & WHERE_MASK) >> 2
            self.rows[row] = LAY
        elif kind == ASIDE_MOVE:
            self.rows[row] = ASIDE
        elif kind == BLACK_MOVE:
            cell = self.outside[what]
            self.rows[row] = BLACK_CARD
        else:
            self.rows[row] = KEEP
        self.rows[row + 1] = 1 + self.kernel.alike[what] if kind in (LAY_MOVE, ASIDE_MOVE) else 0
        self.rows[row + 2] = code & 3
        self.rows[row + 3] = 0
        self.rows[row + 4] = cell % SIDE - REACH
        self.rows[row + 5] = cell // SIDE - REACH

    # ---- positions ----

    def laid_by(self) -> list[int]:
        """Who laid each card."""
        return [self.by[i] for i in range(self.kernel.laid)]

    def resume(self, laid_by: list[int]) -> None:
        """The kernel has another position: ask the seat that decides in it."""
        for i in range(len(laid_by)):
            self.by[i] = laid_by[i]
        self.ask(self.kernel)

    # ---- acting ----

    def allows(self, action: int) -> bool:
        """Whether the seat on turn has an action of this number."""
        return 1 <= action <= self.actions

    def act(self, action: int) -> None:
        """The seat on turn does an action that it has."""
        game = self.kernel
        code = self.moves.codes[action - 1]
        if code >> KIND_SHIFT == LAY_MOVE:
            self.by[game.laid] = game.turn
        game.play_move(code)
        self.ask(game)

    # ---- what is seen ----

    def show(self, observations: Any, masks: Any, number: int) -> None:
        """Write what the seat on turn sees into a row of the observations, and what it may do into one of the masks."""
        game = self.kernel
        seen = observations[number]
        mask = masks[number]
        for i in range(self.at_seats + game.players * CARD_SEAT):
            seen[i] = 0
        for i in range(self.most):
            mask[i] = 1 <= i <= self.actions
        seen[0] = 0 if game.over else 1
        seen[1] = 1 + (game.first + game.players - self.deciding) % game.players
        seen[2] = game.stack_size
        seen[3] = game.stage
        seen[4] = game.fresh_deals
        seen[5] = game.laid
        for i in range(game.hand_size[self.deciding]):
            seen[self.at_hand + game.alike[game.hand[self.deciding * HAND + i]]] += 1
        for i in range(game.pool_size):
            seen[self.at_pool + game.alike[game.pool[i]]] += 1
        self.show_board(game, seen)
        for i in range(COLUMNS * self.actions):
            seen[self.at_legal + COLUMNS + i] = self.rows[i]
        for i in range(game.players):
            self.show_seat(game, seen, (self.deciding + i) % game.players, self.at_seats + i * CARD_SEAT)

    def show_board(self, game: Kernel, seen: Any) -> None:
        """The grid, and the cards in the order they were laid."""
        for i in range(game.laid):
            cell = game.laid_at[i]
            card = game.card_at[cell]
            turns = game.turns_at[cell]
            x = cell % SIDE - REACH
            y = cell // SIDE - REACH
            row = self.at_board + COLUMNS * i
            seen[row] = 1 + game.alike[card]
            seen[row + 1] = turns
            seen[row + 3] = x
            seen[row + 4] = y
            seen[row + 5] = 1 + (self.by[i] + game.players - self.deciding) % game.players
            at = self.at_grid + 4 * ((y + REACH - 1) * (SIDE - 2) + x + REACH - 1)
            for side in range(4):
                seen[at + side] = 1 + game.colour[4 * cell + side] + self.jewels[16 * card + 4 * turns + side]

    def show_seat(self, game: Kernel, seen: Any, seat: int, at: int) -> None:
        """What everybody knows of a seat."""
        colour = game.colour_of[seat]
        black = game.black[seat]
        seen[at] = 1 + colour
        seen[at + 1] = game.hand_size[seat]
        seen[at + 2] = game.closed_gems[colour]
        seen[at + 3] = game.closed_spaces[colour]
        seen[at + 4] = black != NOT_YET
        if black >= 0:
            seen[at + 5] = self.outside[black] % SIDE - REACH
            seen[at + 6] = self.outside[black] // SIDE - REACH

    def describe(self, rows: Any, number: int) -> None:
        """Write what each action that lays a card would do."""
        out = rows[number]
        for i in range(1, 1 + self.described):
            for j in range(out.shape[1]):
                out[i, j] = 0
        if self.features is None:
            self.features = RowFeatures(self.kernel.switches)
        for i in range(self.actions):
            self.features.write(self.kernel, self.moves.codes[i], out, 1 + i)
        self.described = self.actions


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
            over[i] = game.kernel.over
            if not game.kernel.over:
                game.show(observations, masks, i)
                seats[i] = game.deciding
                counts[i] = game.actions

    def describe(self, rows: Any) -> None:
        """Write what the actions of each game would do."""
        for i in range(len(self.games)):
            game = self.games[i]
            game.describe(rows, i)

    def act(self, number: int, action: int) -> int:
        """Do an action in one game. The seat that is asked next; -1 if the game is over."""
        game = self.games[number]
        if not game.allows(action):
            raise ValueError(f"game {number} has no action {action}")
        game.act(action)
        return -1 if game.kernel.over else game.deciding

    def show(self, number: int, observations: Any, masks: Any, seats: Any, counts: Any) -> None:
        """Show one game."""
        game = self.games[number]
        game.show(observations, masks, number)
        seats[number] = game.deciding
        counts[number] = game.actions

    def show_end(self, number: int, seat: int, observations: Any, masks: Any, row: int) -> None:
        """Write what a seat sees at the end of a game into a row of other arrays."""
        game = self.games[number]
        game.deciding = seat
        game.show(observations, masks, row)

    def begin(self, number: int, observations: Any, masks: Any, seats: Any, counts: Any) -> None:
        """A game was dealt."""
        self.games[number].begin()
        self.show(number, observations, masks, seats, counts)
