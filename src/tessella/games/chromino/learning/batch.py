"""Games of Chromino that ask one seat after the other for an action, and write what that seat sees into arrays.

Ordinary Python that Cython can compile (`batch.pxd`). The arrays must hold what `observation` makes of a view, and the
seats be asked in the order of `research.table`: tests compare them.
"""

from collections.abc import Sequence
from typing import Any

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.chromino.config import ALL, NOBODY, SEATS
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.learning.codes import CALL, CLAIM, DRAW, PASS, SPOT, TILE_REACH, TILE_SEAT, TILE_SIDE
from tessella.games.chromino.learning.rows import SHADES, RowFeatures
from tessella.games.chromino.moves import CELL_SHIFT, DIRECTION_SHIFT, TILE_SHIFT, MoveList
from tessella.games.chromino.moves import DRAW as DRAW_MOVE
from tessella.learning.codes import COLUMNS, LAY, MOST_ACTIONS, WAIT, WAITING


class BatchGame:
    """A game with its `kernel`, the seat that is `deciding`, and the number of that seat's `actions`."""

    def __init__(self, switches: Sequence[int], open_hands: bool, most: int, starts: Sequence[int]) -> None:
        """By these options; `most` actions at most, the one of waiting included.

        `starts` are the places of the fields hand, grid, board, legal and seats in an observation.
        """
        if not 2 <= most <= MOST_ACTIONS:
            raise ValueError(f"there are 2 to {MOST_ACTIONS} actions, not {most}")
        self.kernel = Kernel(*switches)
        self.moves = MoveList()
        self.features: RowFeatures | None = None
        self.described = 0
        self.shades = SHADES
        self.open_hands = open_hands
        self.most = most
        self.at_hand, self.at_grid, self.at_board, self.at_legal, self.at_seats = starts
        if not cython.compiled:
            self.rows = [0] * (COLUMNS * MOST_ACTIONS)
            self.by = [0] * (ALL + 1)
            self.waited = [0] * SEATS
        self.deciding = 0
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
        self.ask_next(self.kernel)

    def ask_next(self, game: Kernel) -> None:
        """Those who may speak out of turn are asked before the seat on turn."""
        self.deciding = game.turn
        if game.call or game.claim:
            for i in range(game.players - 1, 0, -1):
                seat = (game.turn + i) % game.players
                if not self.waited[seat] and self.can_speak(game, seat):
                    self.deciding = seat
        self.list_actions(game)

    def can_speak(self, game: Kernel, seat: int) -> bool:
        """Whether a seat that is not on turn may call, spot or claim (C22, C23)."""
        for other in range(game.players):
            if game.exposed[other]:  # its own call, or another's to be spotted
                return True
        return game.claim_seat != NOBODY and game.claim_seat != seat

    def list_actions(self, game: Kernel) -> None:
        """List what the asked seat may do, in the order of `State.legal`."""
        self.actions = 0
        if game.over:
            return
        if self.deciding == game.turn:
            game.list_moves(self.moves)
            self.add_moves(game, self.moves, LAY)
        if game.call and game.may_call(self.deciding):
            self.add_action(CALL, 0)
        for seat in range(game.players):
            if seat != self.deciding and game.exposed[seat]:
                self.add_action(SPOT, self.relative(seat))
        if game.claim_seat != NOBODY and game.claim_seat != self.deciding:
            self.moves.size = 0
            game.list_places(game.claim_tile, self.moves)
            self.add_moves(game, self.moves, CLAIM)

    def add_action(self, kind: int, what: int) -> None:
        """Add an action without a place."""
        if self.actions < self.most - 1:
            row = COLUMNS * self.actions
            self.rows[row] = kind
            self.rows[row + 1] = what
            for i in range(2, COLUMNS):
                self.rows[row + i] = 0
            self.actions += 1

    def add_moves(self, game: Kernel, moves: MoveList, kind: int) -> None:
        """Add the listed moves, those with a tile as actions of this kind; what there is no room for is left out."""
        half = game.stride >> 1
        for i in range(min(moves.size, self.most - 1 - self.actions)):
            code = moves.codes[i]
            if code >= DRAW_MOVE:
                self.add_action(DRAW if code == DRAW_MOVE else PASS, 0)
                continue
            cell = code >> CELL_SHIFT & (game.cells - 1)
            row = COLUMNS * self.actions
            self.rows[row] = kind
            self.rows[row + 1] = 1 + (code >> TILE_SHIFT)
            self.rows[row + 2] = code & 1
            self.rows[row + 3] = code >> DIRECTION_SHIFT & 1
            self.rows[row + 4] = (cell & (game.stride - 1)) - half
            self.rows[row + 5] = (cell >> game.shift) - half
            self.actions += 1

    def relative(self, seat: int) -> int:
        """A seat as the asked one counts it: 1 is its own, 0 nobody."""
        if seat == NOBODY:
            return 0
        return 1 + (seat + self.kernel.players - self.deciding) % self.kernel.players

    # ---- positions ----

    def laid_by(self) -> list[int | None]:
        """Who laid each tile."""
        return [self.by[i] - 1 if self.by[i] else None for i in range(self.kernel.laid)]

    def waiting(self) -> list[int]:
        """The seats that have chosen to wait since the last action."""
        return [seat for seat in range(SEATS) if self.waited[seat]]

    def resume(self, laid_by: list[int | None], waiting: list[int]) -> None:
        """The kernel has another position: ask the seat that decides in it."""
        for i in range(len(laid_by)):
            by = laid_by[i]
            self.by[i] = 0 if by is None else 1 + by
        for seat in range(SEATS):
            self.waited[seat] = seat in waiting
        self.ask_next(self.kernel)

    def reaction(self) -> int:
        """The first action of the asked seat that is a call, a spot or a claim; WAIT if there is none."""
        for i in range(self.actions):
            if self.rows[COLUMNS * i] >= CALL:
                return 1 + i
        return WAIT

    # ---- acting ----

    def allows(self, action: int) -> bool:
        """Whether the asked seat has an action of this number."""
        if action == WAIT:
            return self.deciding != self.kernel.turn
        return 1 <= action <= self.actions

    def act(self, action: int) -> None:
        """The asked seat does an action that it has."""
        game = self.kernel
        if action == WAIT:
            self.waited[self.deciding] = 1
            self.ask_next(game)
            return
        row = COLUMNS * (action - 1)
        kind = self.rows[row]
        what = self.rows[row + 1]
        if kind == LAY:
            i = 0
            while game.hand[game.turn * ALL + i] != what - 1:
                i += 1
            self.by[game.laid] = 1 + self.deciding
            game.play_lay(i, self.rows[row + 2], self.rows[row + 3], game.cell(self.rows[row + 4], self.rows[row + 5]))
        elif kind == DRAW:
            game.play_draw()
        elif kind == PASS:
            game.play_pass()
        elif kind == CALL:
            game.play_call(self.deciding)
        elif kind == SPOT:
            game.spot((self.deciding + what - 1) % game.players)
        else:
            game.claim_missed()
        self.ask_anew()

    # ---- what is seen ----

    def show(self, observations: Any, masks: Any, number: int) -> None:
        """Write what the asked seat sees into a row of the observations, and what it may do into one of the masks."""
        game = self.kernel
        seen = observations[number]
        mask = masks[number]
        for i in range(self.at_seats + game.players * (TILE_SEAT + ALL)):
            seen[i] = 0
        for i in range(self.most):
            mask[i] = 1 <= i <= self.actions
        seen[0] = 0 if game.over else self.relative(game.turn)
        seen[1] = self.relative(game.first)
        seen[2] = game.bag_size
        seen[3] = game.held
        seen[4] = game.draws
        if self.open_hands or self.deciding == game.turn:
            seen[5] = 1 + game.drawn
        seen[6] = game.passes
        seen[7] = self.relative(game.stop)
        if game.claim_seat != NOBODY:
            seen[8] = self.relative(game.claim_seat)
            seen[9] = 1 + game.claim_tile
        seen[10] = game.laid
        for i in range(game.hand_size[self.deciding]):
            seen[self.at_hand + game.hand[self.deciding * ALL + i]] = 1
        self.show_board(game, seen)
        at = self.at_legal
        if self.deciding != game.turn and not game.over:
            mask[WAIT] = 1
            seen[at] = WAITING
        for i in range(COLUMNS * self.actions):
            seen[at + COLUMNS + i] = self.rows[i]
        for i in range(game.players):
            self.show_seat(game, seen, (self.deciding + i) % game.players, self.at_seats + i * (TILE_SEAT + ALL))

    def show_board(self, game: Kernel, seen: Any) -> None:
        """The grid, and the tiles in the order they were laid."""
        half = game.stride >> 1
        for i in range(game.laid):
            tile = game.laid_tile[i]
            way = game.laid_way[i] & 1
            down = game.laid_way[i] >> 1
            x = (game.laid_at[i] & (game.stride - 1)) - half
            y = (game.laid_at[i] >> game.shift) - half
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

    def show_seat(self, game: Kernel, seen: Any, seat: int, at: int) -> None:
        """What everybody knows of a seat."""
        seen[at] = game.hand_size[seat]
        seen[at + 1] = game.score[seat]
        seen[at + 2] = game.drew[seat]
        seen[at + 3] = game.called[seat] != 0
        seen[at + 4] = game.exposed[seat] != 0
        if game.stuck[seat] >= 0:
            seen[at + 5] = 1 + game.stuck[seat]
            seen[at + 6] = game.fresh[seat]
        for i in range(game.hand_size[seat]):
            tile = game.hand[seat * ALL + i]
            if self.open_hands or game.seen[tile] or game.over:
                seen[at + TILE_SEAT + tile] = 1

    def describe(self, rows: Any, number: int) -> None:
        """Write what each action that lays a tile would do."""
        game = self.kernel
        out = rows[number]
        for i in range(1, 1 + self.described):
            for j in range(out.shape[1]):
                out[i, j] = 0
        self.described = 0
        if game.over or self.deciding != game.turn:
            return
        if self.features is None:
            self.features = RowFeatures(game.mode, self.open_hands)
        self.features.look(game)
        for i in range(self.actions):
            row = COLUMNS * i
            if self.rows[row] == LAY:
                tile = self.rows[row + 1] - 1
                cell = game.cell(self.rows[row + 4], self.rows[row + 5])
                code = (
                    tile << TILE_SHIFT | cell << CELL_SHIFT | self.rows[row + 3] << DIRECTION_SHIFT | self.rows[row + 2]
                )
                self.features.write(game, code, out, 1 + i)
                self.described = 1 + i


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
