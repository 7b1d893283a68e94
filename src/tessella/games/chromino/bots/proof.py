"""What a seat can be sure of in Chromino, whatever the others do: proofs, inside the kernel.

Ordinary Python that Cython can compile (`proof.pxd`). Where nothing is hidden (all hands known, and the bag empty or
the hands open) two players get the exact value of every move: all lines are looked at, and a tile yet to be drawn is
any tile of the bag, each as likely. Where something is hidden it is taken against the seat: the others hold whatever
tile suits them that the seat has not seen, and the bag gives the worst; what is won then is won for certain.

A proof is a chain of positions, each an action *deeper* than the one before. What is hidden lies somewhere in a
position, as one world may have it; a tile that is wanted elsewhere changes places with another hidden one.
"""

from typing import cast

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.games.chromino.bots.hands import HandModel
from tessella.games.chromino.config import ALL, LAY_DRAWN, PLAIN, START, KernelConfig
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.moves import DRAW, PASS, TILE_SHIFT, MoveList

DEEPEST = 40
"""How many actions ahead a proof looks at most."""
SURE = 1.0 - 1e-9
"""A win that is not shared, as shares are compared."""


class Proof:
    """Looks for what the seat on turn, the *asker*, can be sure of."""

    def __init__(self, config: KernelConfig, open_hands: bool = False) -> None:
        """For games by these options."""
        self.config = config
        self.hands = HandModel(config.mode, open_hands)
        self.first = Ply(config, ordered=True)
        self.left = 0
        self.unfinished = 0
        self.certain = 0
        self.asker = 0

    def prove(self, base: Kernel, seat: int, positions: int, only: int = -1) -> tuple[list[float], bool]:
        """For each move of the seat on turn, in the order of `State.legal`, the share of the win it can be sure of, and
        whether that is exactly the value of the move.

        It is, between two players with nothing hidden, unless there is more to look at than so many positions.
        Otherwise the shares are those that were proved: at least so much is sure. Where something is hidden, only
        whole wins are looked for, and one quickest way to win is enough. `only` asks for one of the moves alone.
        """
        if seat != base.turn or base.over or base.players == 1:
            raise ValueError("a proof is for the seat on turn of a game that goes on between two or more")
        first = self.first
        self.hands.look(base, seat)
        first.game.take_over(base)
        self.certain = self.something_hidden(base)
        for tile in range(ALL):
            first.known[tile] = self.hands.known[tile]
        self.asker = seat
        shares = [0.0] * first.game.list_moves(first.moves)
        if base.bag_size and (base.claim_seat == seat or (base.players > 2 and (base.call or base.claim))):
            return shares, False  # the others could make a seat draw (C22, C23), and that is not looked into
        turns = 0
        self.left = positions
        self.unfinished = 1
        while self.unfinished and self.left > 0 and turns < DEEPEST and not (self.certain and max(shares) > SURE):
            turns += 1
            self.lengthen(turns)
            self.unfinished = 0
            for move in range(len(shares)):
                if shares[move] < SURE and only in (move, -1):
                    shares[move] = max(shares[move], self.try_move(move, turns))
        return shares, base.players == 2 and not self.certain and not self.unfinished

    def lengthen(self, turns: int) -> None:
        """See that the chain is long enough."""
        ply = self.first
        for _ in range(turns):
            if ply.deeper is None:
                ply.deeper = Ply(self.config, ordered=False)
            ply = ply.deeper

    def something_hidden(self, game: Kernel) -> bool:
        """Whether there is anything that the asker cannot know. What can only be in one hand is known to be there."""
        holders = 0
        for other in range(game.players):
            holders += self.hands.holds[other] > 0
        if game.bag_size == 0 and holders <= 1:
            for tile in range(ALL):
                self.hands.known[tile] = 1
            return False
        return not self.hands.open_hands

    def try_move(self, move: int, turns: int) -> float:
        """What the asker is sure of with one of the moves of the first position."""
        with cython.nogil:
            value = self.first.after(self, self.first.moves.codes[move], turns, SURE if self.certain else -1.0, 2.0)
        return value


class Ply:
    """A position within a proof, and the tiles that are `known` to the asker there."""

    def __init__(self, config: KernelConfig, ordered: bool) -> None:
        """For games by these options; to keep the moves in order takes time, and only the first position needs it."""
        self.game = Kernel(*config)
        self.moves = MoveList(ordered)
        self.deeper = cast("Ply", None)  # until the chain is lengthened
        if not cython.compiled:
            self.known = bytearray(ALL)

    # ---- what the asker is sure of ----

    def after(self, root: Proof, code: int, turns: int, low: float, high: float) -> float:
        """What the asker is sure of after one of the moves of this position."""
        if code == DRAW:
            return self.after_drawing(root, turns, low, high)
        self.go_on(root)
        if code < DRAW:
            tile = code >> TILE_SHIFT
            self.deeper.fetch(self.deeper.game, tile, self.game.turn)
            self.deeper.known[tile] = 1
            self.deeper.game.call_in_time()
        self.deeper.game.play_move(code)
        return self.deeper.sure(root, turns - 1, low, high)

    def after_drawing(self, root: Proof, turns: int, low: float, high: float) -> float:
        """What the asker is sure of after the seat on turn draws: the mean, or the worst if it is to be certain."""
        own = self.game.turn == root.asker
        if self.game.claim and self.game.count_options():
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
            if root.certain and not own and (self.game.waits or self.game.count(tile) == 0):
                if vain:  # one tile that is not laid now is like another, if nobody sees it
                    continue
                vain = True
            self.go_on(root)
            self.deeper.fetch_to_bag(self.deeper.game, tile)
            if own or not root.certain:
                self.deeper.known[tile] = 1
            self.deeper.game.play_draw()
            value = self.deeper.sure(root, turns - 1, low if root.certain else -1.0, high if root.certain else 2.0)
            total += value
            tiles += 1
            worst = min(worst, value)
            if root.certain and worst <= low:
                return worst
        return worst if root.certain else total / tiles

    def sure(self, root: Proof, turns: int, low: float, high: float) -> float:
        """What the asker is sure of from here on; only whether it lies above `low` and below `high` is of interest."""
        if self.game.over:
            return self.game.share(root.asker)
        if turns == 0 or root.left <= 0:
            root.unfinished = 1
            return 0.0
        own = self.game.turn == root.asker
        if own or not root.certain:
            self.game.list_moves(self.moves)
        else:
            self.list_possible(root.hands, root.first.game)
        best = 0.0 if own else 1.0
        for move in range(self.moves.size):
            value = self.after(root, self.moves.codes[move], turns, low, high)
            if own:
                best = max(best, value)
                low = max(low, value)
            else:
                best = min(best, value)
                high = min(high, value)
            if low >= high:
                break
        return best

    # ---- what a seat may be able to do that holds tiles unknown to the asker ----

    def list_possible(self, hands: HandModel, first: Kernel) -> int:
        """List the moves that the seat on turn has in any world that the asker may be in, not just in this one as
        `Kernel.list_moves` does. A test compares the two where the asker knows all."""
        self.moves.size = 0
        seat = self.game.turn
        if self.game.stage == LAY_DRAWN:
            self.game.list_places(self.game.drawn, self.moves)
            return self.moves.size
        if self.game.stage == START:
            for i in range(self.game.hand_size[seat]):
                tile = self.game.hand[seat * ALL + i]
                if self.known[tile] and self.may_lay(tile):
                    self.game.list_places(tile, self.moves)
        able = self.moves.size > 0
        if self.game.stage == START and self.has_hidden(seat):
            for tile in range(ALL):
                if not self.known[tile] and self.may_lay(tile) and self.may_hold(hands, first, tile):
                    self.game.list_places(tile, self.moves)
        if not able or (self.game.bag_size and self.game.free_to_draw()):
            self.moves.add(DRAW if self.game.bag_size else PASS)
        if self.game.may_stop():
            self.moves.add(PASS)
        return self.moves.size

    def may_lay(self, tile: int) -> bool:
        """Whether the seat on turn is allowed to lay a tile that fits (C21)."""
        return self.game.hand_size[self.game.turn] > 1 or self.game.wild_last > 0 or tile < PLAIN

    def may_hold(self, hands: HandModel, first: Kernel, tile: int) -> bool:
        """Whether the seat on turn may hold a tile: not if it would have fitted when the seat could not lay (C14)."""
        seat = self.game.turn
        if hands.free[seat] or self.game.fresh[seat] or self.game.stuck[seat] != first.stuck[seat]:
            return True
        return not hands.misfit[seat * ALL + tile]

    def has_hidden(self, seat: int) -> bool:
        """Whether a seat holds tiles that the asker does not know."""
        hidden = 0
        for i in range(self.game.hand_size[seat]):
            hidden += not self.known[self.game.hand[seat * ALL + i]]
        return hidden > 0

    # ---- from one position of the chain to the next ----

    def go_on(self, root: Proof) -> None:
        """Copy this position into the next one of the chain."""
        root.left -= 1
        self.deeper.game.take_over(self.game)
        for tile in range(ALL):
            self.deeper.known[tile] = self.known[tile]

    def fetch(self, game: Kernel, tile: int, seat: int) -> None:
        """See that a tile is in a seat's hand: if it is not, it is hidden elsewhere, and changes places."""
        start = seat * ALL
        instead = 0
        for i in range(start, start + game.hand_size[seat]):
            if game.hand[i] == tile:
                return
            if not self.known[game.hand[i]]:
                instead = i
        self.replace(game, tile, game.hand[instead])
        game.hand[instead] = tile

    def fetch_to_bag(self, game: Kernel, tile: int) -> None:
        """See that a tile is drawn next."""
        top = game.bag[game.bag_size - 1]
        if top != tile:
            self.replace(game, tile, top)
            game.bag[game.bag_size - 1] = tile

    def replace(self, game: Kernel, tile: int, other: int) -> None:
        """Put another tile where this one is."""
        for i in range(game.bag_size):
            if game.bag[i] == tile:
                game.bag[i] = other
                return
        for seat in range(game.players):
            for i in range(seat * ALL, seat * ALL + game.hand_size[seat]):
                if game.hand[i] == tile:
                    game.hand[i] = other
                    return
