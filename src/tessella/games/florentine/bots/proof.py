"""What a seat can be sure of in Florentine Dominoes, whatever the others do: proofs, inside the kernel.

Ordinary Python that Cython can compile (`proof.pxd`). From the pool on nothing is hidden, and already the
turn before is open: whatever the last card of the stack is, it joins the pool at once, as all hands do (F12). Between
two players a proof gives the exact value of every move. With more, all the others play against the seat.

A share of the win is a *level* here: 4 is a win alone, 3 one shared by two, then by three and four; 0 is a loss. For
each level a search finds whether the seat, the *asker*, can be sure of it, in a chain of positions, each a turn
*deeper* than the one before. Most positions are decided by bounds: the gems that each seat will have at least and at
most. The black cards are never searched: a seat's own black card meets its own colour alone (F14), so nobody is in
anybody's way, and each just closes the most it can.
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.core.random import MASK as WORD
from tessella.core.random import MIX_1, MIX_2, STEP
from tessella.games.florentine.bots.bounds import Bounds
from tessella.games.florentine.config import CELLS, HANDS, SQUARE, KernelConfig
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.moves import ROOM as MOST_MOVES
from tessella.games.florentine.moves import WHAT_MASK, WHAT_SHIFT, WHERE_MASK, MoveList

ALONE = 4
"""The level of a win that is not shared."""
ROOM = 1 << 16
"""How many positions a proof can remember."""


def is_open(kernel: Kernel) -> bool:
    """Whether the seat on turn knows all that matters from now on."""
    return not kernel.over and (kernel.stage != HANDS or kernel.stack_size <= 1)


class Notes:
    """The levels proved for positions so far. Each position has a key, by which it is as good as certainly known."""

    def __init__(self) -> None:
        """Without any."""
        if not cython.compiled:
            self.keys = [0] * ROOM
            self.least = bytearray(ROOM)
            self.most = bytearray(ROOM)

    def keep(self, key: int, least: int, most: int) -> None:
        """Note the levels that the asker is sure of at least and at most, in the place of an older note."""
        slot = key % ROOM
        self.keys[slot] = key
        self.least[slot] = least
        self.most[slot] = most


class Proof:
    """Looks for the share of the win that the seat on turn, the asker, can be sure of."""

    def __init__(self, config: KernelConfig) -> None:
        """For games by these options."""
        self.config = config
        self.bounds = Bounds(config)
        self.notes = Notes()
        self.first = Ply(config)
        self.asker = 0
        self.left = 0
        self.unfinished = 0

    def prove(self, base: Kernel, seat: int, moves: list[int], nodes: int) -> tuple[list[float], bool]:
        """For each of some moves of the seat on turn the share of the win that it is sure of, and whether all that
        matters was looked at within so many positions.

        If it was not, the shares are those that were proved: at least so much is sure.
        """
        first = self.first
        first.game.resume(base)
        if seat != base.turn or base.over:
            raise ValueError(f"a proof is for the seat on turn of a game that goes on, not for seat {seat}")
        if not is_open(base):
            raise ValueError(f"a proof needs open cards: the stack holds {base.stack_size}, not 1 or none")
        if not moves:
            raise ValueError("a proof is about one move or more, not about none")
        if nodes < 1:
            raise ValueError(f"a proof looks at 1 position or more, not at {nodes}")
        self.lengthen(SQUARE - base.laid + 1)
        first.moves.fill(moves)
        first.key = 0
        self.notes = Notes()
        self.asker = seat
        self.left = nodes
        self.unfinished = 0
        shares = [0.0] * len(moves)
        order = [(-self.promise_after(move), move) for move in range(len(moves))]
        order.sort()
        for level in range(ALONE, ALONE - base.players, -1):
            for _, move in order:
                if shares[move] == 0.0 and self.holds_after(move, level):
                    shares[move] = 1.0 / (ALONE + 1 - level)
        return shares, not self.unfinished

    def lengthen(self, turns: int) -> None:
        """See that the chain is long enough."""
        ply = self.first
        for _ in range(turns):
            if ply.deeper is None:
                ply.deeper = Ply(self.config)
            ply = ply.deeper

    def promise_after(self, move: int) -> int:
        """How promising one of the moves of the first position is for the asker."""
        self.first.go_on(self.first.moves.codes[move])
        self.first.deeper.look(self.bounds, self.notes, self.asker)
        return self.promise(self.first.game)

    def holds_after(self, move: int, level: int) -> bool:
        """Whether the asker is sure of a level with one of the moves of the first position."""
        with cython.nogil:
            self.first.go_on(self.first.moves.codes[move])
            self.first.deeper.look(self.bounds, self.notes, self.asker)
            holds = self.first.deeper.holds(self, level)
        return holds

    def promise(self, game: Kernel) -> int:
        """How promising the position that was looked at last is for the asker. The upper bounds tell more."""
        best = 0
        for other in range(game.players):
            if other != self.asker:
                best = max(best, self.bounds.low[other] + 3 * self.bounds.high[other])
        return self.bounds.low[self.asker] + 3 * self.bounds.high[self.asker] - best


class Ply:
    """A position within a proof, and the levels that the asker is sure of there: at least, and at most."""

    def __init__(self, config: KernelConfig) -> None:
        """For games by these options."""
        self.game = Kernel(*config)
        self.moves = MoveList(ordered=False)
        self.deeper: Ply = None  # type: ignore[assignment]  # until the chain is lengthened
        if not cython.compiled:
            self.rank = [0] * MOST_MOVES
        self.key = 0
        self.least = 0
        self.most = 0

    # ---- the search ----

    def holds(self, root: Proof, level: int) -> bool:
        """Whether the asker is sure of a level in this position, which was looked at. What is not known is not sure."""
        if self.least >= level:
            return True
        if self.most < level:
            return False
        own = self.game.turn == root.asker
        holds = self.holds_at_once(root, level, own)
        if holds != own:
            for i in range(self.moves.size):
                self.bring_forward(i, own)
                self.go_on(self.moves.codes[i])
                self.deeper.look(root.bounds, root.notes, root.asker)
                if self.deeper.holds(root, level) == own:
                    holds = own
                    break
        if holds:
            root.notes.keep(self.key, level, self.most)
        elif not root.unfinished:
            root.notes.keep(self.key, self.least, level - 1)
        return holds

    def holds_at_once(self, root: Proof, level: int, own: bool) -> bool:
        """Look at the position after every move. The moves that do not decide the level stay in the list.

        Returns what the seat on turn wants, if a move shows it at once; else the opposite.
        """
        self.list_lays()
        kept = 0
        for move in range(self.moves.size):
            if root.left == 0:
                root.unfinished = 1
                self.moves.size = 0
                return False
            root.left -= 1
            self.go_on(self.moves.codes[move])
            self.deeper.look(root.bounds, root.notes, root.asker)
            if self.deeper.least >= level:
                if own:
                    return True
            elif self.deeper.most < level:
                if not own:
                    return False
            else:
                self.moves.codes[kept] = self.moves.codes[move]
                self.rank[kept] = root.promise(self.game)
                kept += 1
        self.moves.size = kept
        return not own

    def list_lays(self) -> None:
        """List every way to lay a card of the pool.

        `Kernel.list_moves` lists the same moves in order, and of cards that look the same only one; without that this
        takes less time, and notes keep what was proved of either. A test compares the two.
        """
        self.moves.clear()
        for i in range(self.game.pool_size):
            self.game.list_ways(self.game.pool[i], self.moves)

    def bring_forward(self, i: int, own: bool) -> None:
        """Of the moves from the i-th on, put the most promising one for the seat on turn first."""
        best = i
        for j in range(i + 1, self.moves.size):
            if (self.rank[j] > self.rank[best]) if own else (self.rank[j] < self.rank[best]):
                best = j
        code = self.moves.codes[i]
        rank = self.rank[i]
        self.moves.codes[i] = self.moves.codes[best]
        self.rank[i] = self.rank[best]
        self.moves.codes[best] = code
        self.rank[best] = rank

    def go_on(self, code: int) -> None:
        """Set up the position after a move as the next one of the chain."""
        self.deeper.game.take_over(self.game)
        self.deeper.game.play_move(code)
        # By whom and in which order the cards were laid is the same in the end: the key is a sum over those that lie.
        self.deeper.key = self.key
        if self.deeper.game.laid > self.game.laid:
            z = (((code >> WHAT_SHIFT & WHAT_MASK) * 4 * CELLS + (code & WHERE_MASK) + 1) * STEP) & WORD
            z = ((z ^ (z >> 30)) * MIX_1) & WORD
            z = ((z ^ (z >> 27)) * MIX_2) & WORD
            self.deeper.key = (self.deeper.key + (z ^ (z >> 31))) & WORD
        # A card put aside changes the turn alone.
        self.deeper.key = (self.deeper.key + STEP) & WORD

    def look(self, bounds: Bounds, notes: Notes, asker: int) -> None:
        """Find the levels that the asker is sure of at least and at most: by gems, and by what was noted before."""
        bounds.bound(self.game)
        self.least = self.level(bounds.low[asker], bounds.high, asker)
        self.most = self.level(bounds.high[asker], bounds.low, asker)
        slot = self.key % ROOM
        if notes.keys[slot] == self.key:
            self.least = max(self.least, notes.least[slot])
            self.most = min(self.most, notes.most[slot])

    def level(self, own: int, gems: list[int], asker: int) -> int:
        """The level of a result: so many gems for the asker, and these for the others."""
        level = ALONE
        for other in range(self.game.players):
            if other != asker:
                if gems[other] > own:
                    return 0
                level -= gems[other] == own
        return level
