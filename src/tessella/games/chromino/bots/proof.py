"""What a seat can be sure of in Chromino, whatever the others do: proofs, inside the kernel.

Ordinary Python that Cython can compile (`chromino_proof.pxd`). Where nothing is hidden (all hands known, and the bag
empty or the hands open) two players get the exact value of every move: all lines are looked at, and a tile yet to be
drawn is any tile of the bag, each as likely. Where something is hidden it is taken against the seat: the others hold
whatever tile suits them that the seat has not seen, and the bag gives the worst; what is won then is won for certain.

A proof is a chain of positions, each a turn *deeper* than the one before. What is hidden lies somewhere in a position,
as one world may have it; a tile that is wanted elsewhere changes places with another hidden one.
"""

from typing import cast

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.chromino.bots.search import Search
from tessella.games.chromino.bots.weights import DRAW, LAY, MOVES, PASS
from tessella.games.chromino.config import ALL, LAY_DRAWN, PLAIN, START
from tessella.games.chromino.kernel import Kernel

DEEPEST = 40
"""How many actions ahead a proof looks at most."""
SURE = 1.0 - 1e-9
"""A win that is not shared, as shares are compared."""


class Proof(Search):
    """A position within a proof; the first of the chain is the one to ask."""

    def __init__(self, *switches: int) -> None:
        """For games by these options, as for a kernel."""
        super().__init__(*switches)
        self.deeper = cast("Proof", None)  # until the chain is lengthened
        self.left = 0
        self.unfinished = 0
        self.certain = 0
        self.asker = 0

    def prove(self, base: Kernel, seat: int, positions: int, only: int = -1) -> tuple[list[float], bool]:
        """For each move of a seat on turn, in the order of `list_moves`, the share of the win it can be sure of, and
        whether that is exactly what the move is worth.

        It is, between two players with nothing hidden, unless there is more to look at than so many positions.
        Otherwise the shares are those that were proved: at least so much is sure. Where something is hidden, only
        whole wins are looked for, and one quickest way to win is enough. `only` asks for one of the moves alone.

        `weigh_with` comes before.
        """
        if seat != base.turn or base.over or self.players == 1:
            raise ValueError("a proof is for the seat on turn of a game that goes on between two or more")
        self.look_at(base, seat)  # before anything else: it looks at earlier boards, on its own
        self.take_over(base)
        self.certain = self.something_hidden(seat)
        self.asker = seat
        found = [0.0] * self.list_all(self)
        if self.players > 2 and self.bag_size and (self.call or self.claim):
            return found, False  # the others could make each other draw (C22, C23), and that is not looked into
        turns = 0
        self.left = positions
        self.unfinished = 1
        while self.unfinished and self.left > 0 and turns < DEEPEST and not (self.certain and max(found) > SURE):
            turns += 1
            self.lengthen(turns)
            self.unfinished = 0
            for move in range(len(found)):
                if found[move] < SURE and only in (move, -1):
                    found[move] = max(found[move], self.try_move(move, turns))
        return found, self.players == 2 and not self.certain and not self.unfinished

    def lengthen(self, turns: int) -> None:
        """See that the chain is long enough."""
        ply = self
        for _ in range(turns):
            if ply.deeper is None:
                ply.deeper = Proof(*self.switches)
                ply.deeper.orderly = 0
            ply = ply.deeper

    def something_hidden(self, seat: int) -> bool:
        """Whether there is anything that the seat cannot know. What can only be in one hand is known to be there."""
        holders = 0
        for other in range(self.players):
            holders += self.holds[other] > 0
        if self.bag_size == 0 and holders <= 1:
            for tile in range(ALL):
                self.known[tile] = 1
            return False
        return not self.open_hands

    def try_move(self, move: int, turns: int) -> float:
        """What the asker is sure of with one of the moves of the first position."""
        with cython.nogil:
            worth = self.after(self, move, turns, SURE if self.certain else -1.0, 2.0)
        return worth

    def after(self, root: "Proof", move: int, turns: int, low: float, high: float) -> float:
        """What the asker is sure of after one of the moves of this position."""
        if self.kind[move] == DRAW:
            return self.after_drawing(root, turns, low, high)
        self.go_on(root, self.deeper)
        if self.kind[move] == LAY:
            self.deeper.fetch(self.what[move], self.turn)
            self.deeper.known[self.what[move]] = 1
        self.make(self.deeper, move)
        return self.deeper.sure(root, turns - 1, low, high)

    def after_drawing(self, root: "Proof", turns: int, low: float, high: float) -> float:
        """What the asker is sure of after the seat on turn draws: the mean, or the worst if it is to be certain."""
        own = self.turn == root.asker
        if self.claim and self.count_options():
            root.unfinished = 1  # it could be claimed (C23), and that is not looked into
            if own:
                return 0.0
        worst = 1.0
        total = 0.0
        tiles = 0
        vain = False
        for tile in range(ALL):
            if self.known[tile]:
                continue
            if root.certain and not own and (self.waits or self.count(tile) == 0):
                if vain:  # one tile that is not laid now is like another, if nobody sees it
                    continue
                vain = True
            self.go_on(root, self.deeper)
            self.deeper.fetch_to_bag(tile)
            if own or not root.certain:
                self.deeper.known[tile] = 1
            self.deeper.play_draw()
            worth = self.deeper.sure(root, turns - 1, low if root.certain else -1.0, high if root.certain else 2.0)
            total += worth
            tiles += 1
            worst = min(worst, worth)
            if root.certain and worst <= low:
                return worst
        return worst if root.certain else total / tiles

    def sure(self, root: "Proof", turns: int, low: float, high: float) -> float:
        """What the asker is sure of from here on; only whether it lies above `low` and below `high` is of interest."""
        if self.over:
            return self.share(root.asker)
        if turns == 0 or root.left <= 0:
            root.unfinished = 1
            return 0.0
        own = self.turn == root.asker
        if own or not root.certain:
            self.list_all(self)
        else:
            self.list_possible(root)
        if self.moves == MOVES:  # there may be more than was listed
            root.unfinished = 1
            return 0.0
        best = 0.0 if own else 1.0
        for move in range(self.moves):
            worth = self.after(root, move, turns, low, high)
            if own:
                best = max(best, worth)
                low = max(low, worth)
            else:
                best = min(best, worth)
                high = min(high, worth)
            if low >= high:
                break
        return best

    def list_possible(self, root: "Proof") -> None:
        """List what a seat may be able to do that holds tiles unknown to the asker."""
        self.moves = 0
        seat = self.turn
        if self.stage == LAY_DRAWN:
            self.list_places(self, self.drawn)
            return
        if self.stage == START:
            for i in range(self.hand_size[seat]):
                tile = self.hand[seat * ALL + i]
                if self.known[tile] and self.may_lay(tile):
                    self.list_places(self, tile)
        able = self.moves > 0
        if self.stage == START and self.has_hidden(seat):
            for tile in range(ALL):
                if not self.known[tile] and self.may_lay(tile) and self.may_hold(root, tile):
                    self.list_places(self, tile)
        if able and not (self.bag_size and self.free_to_draw()):
            return
        self.add_move(DRAW if self.bag_size else PASS, 0, 0, 0, 0)

    def may_lay(self, tile: int) -> bool:
        """Whether a tile is allowed to be laid by the seat on turn, if it fits (C21)."""
        return self.hand_size[self.turn] > 1 or self.wild_last > 0 or tile < PLAIN

    def may_hold(self, root: "Proof", tile: int) -> bool:
        """Whether the seat on turn may hold a tile: not if it would have fitted when the seat could not lay (C14)."""
        seat = self.turn
        if root.free[seat] or self.fresh[seat] or self.stuck[seat] != root.stuck[seat]:
            return True
        return not root.misfit[seat * ALL + tile]

    def has_hidden(self, seat: int) -> bool:
        """Whether a seat holds tiles that the asker does not know."""
        hidden = 0
        for i in range(self.hand_size[seat]):
            hidden += not self.known[self.hand[seat * ALL + i]]
        return hidden > 0

    # ---- from one position of the chain to the next ----

    def go_on(self, root: "Proof", following: "Proof") -> None:
        """Hand this position on."""
        root.left -= 1
        following.take_over(self)
        for tile in range(ALL):
            following.known[tile] = self.known[tile]

    def fetch(self, tile: int, seat: int) -> None:
        """See that a tile is in a seat's hand: if it is not, it is hidden elsewhere, and changes places."""
        start = seat * ALL
        instead = 0
        for i in range(start, start + self.hand_size[seat]):
            if self.hand[i] == tile:
                return
            if not self.known[self.hand[i]]:
                instead = i
        self.replace(tile, self.hand[instead])
        self.hand[instead] = tile

    def fetch_to_bag(self, tile: int) -> None:
        """See that a tile is drawn next."""
        top = self.bag[self.bag_size - 1]
        if top != tile:
            self.replace(tile, top)
            self.bag[self.bag_size - 1] = tile

    def replace(self, tile: int, other: int) -> None:
        """Put another tile where this one is."""
        for i in range(self.bag_size):
            if self.bag[i] == tile:
                self.bag[i] = other
                return
        for seat in range(self.players):
            for i in range(seat * ALL, seat * ALL + self.hand_size[seat]):
                if self.hand[i] == tile:
                    self.hand[i] = other
                    return
