"""What a seat can be sure of in Florentine Dominoes, whatever the others do: proofs, inside the kernel.

Ordinary Python that Cython can compile (`florentine_proof.pxd`). From the pool on nothing is hidden, and already the
turn before is open: whatever the last card of the stack is, it joins the pool at once, as all hands do (F12). Between
two players a proof gives the exact value of every move. With more, all the others play against the seat.

A share of the win is a *level* here: 4 is a win alone, 3 one shared by two, then by three and four; 0 is a loss. For
each level there is one question, sure of it or not, and the answer is looked for in a chain of positions, each a turn
*deeper* than the one before. Most positions are answered by bounds: the gems that each seat will have at least and at
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
from tessella.games.florentine.bots.moves import LAY, MOVES, SQUARE
from tessella.games.florentine.config import CELLS, HANDS
from tessella.games.florentine.kernel import Kernel

ALONE = 4
"""The level of a win that is not shared."""
ROOM = 1 << 16
"""How many positions a proof can remember."""


def is_open(kernel: Kernel) -> bool:
    """Whether the seat on turn knows all that matters from now on."""
    return not kernel.over and (kernel.stage != HANDS or kernel.stack_size <= 1)


class Notes:
    """What a proof found out about positions, each with a number that is as good as its own."""

    def __init__(self) -> None:
        """Nothing is known."""
        if not cython.compiled:
            self.keys = [0] * ROOM
            self.least = bytearray(ROOM)
            self.most = bytearray(ROOM)

    def keep(self, key: int, least: int, most: int) -> None:
        """The asker is sure of one level, and of another at most. Whatever was in the way is forgotten."""
        slot = key % ROOM
        self.keys[slot] = key
        self.least[slot] = least
        self.most[slot] = most


class Proof(Bounds):
    """A position within a proof; the first of the chain is the one to ask."""

    def __init__(self, *switches: object) -> None:
        """For games by these options, as for a kernel."""
        super().__init__(*switches)
        if not cython.compiled:
            self.rank = [0] * MOVES
        # Both are there when a proof begins.
        self.deeper: Proof = None  # type: ignore[assignment]
        self.notes: Notes = None  # type: ignore[assignment]
        self.asker = 0
        self.left = 0
        self.unfinished = 0
        self.key = 0
        self.least = 0
        self.most = 0

    def prove(self, base: Kernel, seat: int, nodes: int) -> tuple[list[float], bool]:
        """For each of the moves (see `consider`) of the seat on turn the share of the win that it is sure of, and
        whether all that matters was looked at within so many positions.

        If it was not, the shares are those that were proved: at least so much is sure.
        """
        self.resume(base)
        if seat != base.turn or base.over:
            raise ValueError(f"a proof is for the seat on turn of a game that goes on, not for seat {seat}")
        if not is_open(base):
            raise ValueError(f"a proof needs open cards: the stack holds {base.stack_size}, not 1 or none")
        if not self.moves:
            raise ValueError("a proof is about some moves: consider them first")
        if nodes < 1:
            raise ValueError(f"a proof looks at 1 position or more, not at {nodes}")
        self.lengthen(SQUARE - self.laid + 1)
        self.notes = Notes()
        self.asker = seat
        self.left = nodes
        self.unfinished = 0
        self.key = 0
        found = [0.0] * self.moves
        hopes = [(-self.hope_after(move), move) for move in range(self.moves)]
        hopes.sort()
        for level in range(ALONE, ALONE - self.players, -1):
            for _, move in hopes:
                if found[move] == 0.0 and self.holds_after(move, level):
                    found[move] = 1.0 / (ALONE + 1 - level)
        return found, not self.unfinished

    def lengthen(self, turns: int) -> None:
        """See that the chain is long enough."""
        ply = self
        for _ in range(turns):
            if ply.deeper is None:
                ply.deeper = Proof(*self.switches)
            ply = ply.deeper

    def hope_after(self, move: int) -> int:
        """How well it looks for the asker after one of the moves of the first position."""
        self.hand_on(self.deeper, move)
        self.deeper.look(self)
        return self.deeper.prospect(self.asker)

    def holds_after(self, move: int, level: int) -> bool:
        """Whether the asker is sure of a level with one of the moves of the first position."""
        with cython.nogil:
            self.hand_on(self.deeper, move)
            self.deeper.look(self)
            holds = self.deeper.holds(self, level)
        return holds

    # ---- the search ----

    def holds(self, root: "Proof", level: int) -> bool:
        """Whether the asker is sure of a level in this position, which was looked at. What is not known is not sure."""
        if self.least >= level:
            return True
        if self.most < level:
            return False
        own = self.turn == root.asker
        holds = self.holds_at_once(root, level, own)
        if holds != own:
            for i in range(self.moves):
                self.bring_forward(i, own)
                self.hand_on(self.deeper, i)
                self.deeper.look(root)
                if self.deeper.holds(root, level) == own:
                    holds = own
                    break
        if holds:
            root.notes.keep(self.key, level, self.most)
        elif not root.unfinished:
            root.notes.keep(self.key, self.least, level - 1)
        return holds

    def holds_at_once(self, root: "Proof", level: int, own: bool) -> bool:
        """Look at what every move leads to. Those that leave the question open stay in the list.

        Returns what the seat on turn wants, if a move shows it at once; or what it does not.
        """
        if not self.list_lays():
            root.unfinished = 1
            self.moves = 0
            return False
        kept = 0
        for move in range(self.moves):
            if root.left == 0:
                root.unfinished = 1
                self.moves = 0
                return False
            root.left -= 1
            self.hand_on(self.deeper, move)
            self.deeper.look(root)
            if self.deeper.least >= level:
                if own:
                    return True
            elif self.deeper.most < level:
                if not own:
                    return False
            else:
                self.what[kept] = self.what[move]
                self.where[kept] = self.where[move]
                self.rank[kept] = self.deeper.prospect(root.asker)
                kept += 1
        self.moves = kept
        return not own

    def list_lays(self) -> bool:
        """List every way to lay a card of the pool. Returns whether there was room for all."""
        self.moves = 0
        for i in range(self.pool_size):
            card = self.pool[i]
            ways = self.count(card)
            if self.moves + ways > MOVES:
                return False
            for k in range(ways):
                way = self.nth(card, k)
                self.kind[self.moves] = LAY
                self.what[self.moves] = card
                self.where[self.moves] = 4 * self.place[way // 4] + way % 4
                self.moves += 1
        return True

    def bring_forward(self, i: int, own: bool) -> None:
        """Of the moves from the i-th on, the most promising one for the seat on turn comes first."""
        best = i
        for j in range(i + 1, self.moves):
            if (self.rank[j] > self.rank[best]) if own else (self.rank[j] < self.rank[best]):
                best = j
        what = self.what[i]
        where = self.where[i]
        rank = self.rank[i]
        self.what[i] = self.what[best]
        self.where[i] = self.where[best]
        self.rank[i] = self.rank[best]
        self.what[best] = what
        self.where[best] = where
        self.rank[best] = rank

    def prospect(self, asker: int) -> int:
        """How well it looks for the asker in a position that was looked at. What can be had at most tells more."""
        best = 0
        for other in range(self.players):
            if other != asker:
                best = max(best, self.low[other] + 3 * self.high[other])
        return self.low[asker] + 3 * self.high[asker] - best

    def hand_on(self, following: "Proof", move: int) -> None:
        """The next position of the chain is the one after a move."""
        following.take_over(self)
        following.kind[0] = self.kind[move]
        following.what[0] = self.what[move]
        following.where[0] = self.where[move]
        following.play(0)
        # By whom and in which order the cards were laid is the same in the end: the key is a sum over those that lie.
        following.key = self.key
        if following.laid > self.laid:
            z = ((self.what[move] * 4 * CELLS + self.where[move] + 1) * STEP) & WORD
            z = ((z ^ (z >> 30)) * MIX_1) & WORD
            z = ((z ^ (z >> 27)) * MIX_2) & WORD
            following.key = (following.key + (z ^ (z >> 31))) & WORD
        # A card put aside changes the turn alone.
        following.key = (following.key + STEP) & WORD

    def look(self, root: "Proof") -> None:
        """Find the levels that the asker is sure of at least and at most: by gems, and by what was found before."""
        self.bound()
        self.least = self.level(self.low[root.asker], self.high, root.asker)
        self.most = self.level(self.high[root.asker], self.low, root.asker)
        slot = self.key % ROOM
        if root.notes.keys[slot] == self.key:
            self.least = max(self.least, root.notes.least[slot])
            self.most = min(self.most, root.notes.most[slot])

    def level(self, own: int, gems: list[int], asker: int) -> int:
        """The level of a result: so many gems for the asker, and these for the others."""
        level = ALONE
        for other in range(self.players):
            if other != asker:
                if gems[other] > own:
                    return 0
                level -= gems[other] == own
        return level
