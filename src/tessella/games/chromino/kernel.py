"""The turn flow of Chromino under every option, on top of the board: real games and rollouts both run this.

Like `board.py` this is ordinary Python that Cython can compile (`kernel.pxd`). It plays legal actions and nothing else:
`state.py` asks whether they are legal, and holds what a game has besides rules (seed, history, views).

Seats and tiles are numbers here. A turn is in one of three stages: at its start; with a drawn tile that must be laid;
with one drawn in vain, and another to draw: a duty, or a choice, as the options say (C16).
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.core.validation import check_index
from tessella.games.chromino.board import SMALL, Board, check_tile
from tessella.games.chromino.config import (
    ALL,
    ALWAYS,
    AT_ONCE,
    BY_CONTACTS,
    DRAW_AGAIN,
    FINISH_ROUND,
    LAST_TILE_SHOWN,
    LAY_DRAWN,
    MAY,
    NO_TILE,
    NOBODY,
    PLAIN,
    SEATS,
    START,
    UNSCORED,
    KernelConfig,
    Progress,
    Seat,
)
from tessella.games.chromino.moves import CELL_SHIFT, DIRECTION_SHIFT, DRAW, PASS, TILE_SHIFT, MoveList
from tessella.games.chromino.tiles import TILES, value

COMPILED = bool(cython.compiled)
"""Whether this module runs compiled."""

VALUE = bytes(value(tile) for tile in TILES)


class Kernel(Board):
    """A game of Chromino."""

    def __init__(self, *switches: int) -> None:
        """A game by these options (`KernelConfig`), before the deal."""
        agreed = KernelConfig(*switches)
        super().__init__(agreed.mode, SMALL)
        if not 1 <= agreed.players <= SEATS:
            raise ValueError(f"a kernel has 1 to {SEATS} players, not {agreed.players}")
        self.switches = agreed
        self.players = agreed.players
        self.wild_tiles = agreed.wild_tiles
        self.wild_last = agreed.wild_last
        self.waits = agreed.waits
        self.draw_limit = agreed.draw_limit
        self.draw_on = agreed.draw_on
        self.draw_when_able = agreed.draw_when_able
        self.call = agreed.call
        self.claim = agreed.claim
        self.ending = agreed.ending
        self.scoring = agreed.scoring
        self.value = VALUE
        if not cython.compiled:
            self.hand = bytearray(SEATS * ALL)
            self.hand_size = [0] * SEATS
            self.bag = bytearray(ALL)
            self.score = [0] * SEATS
            self.drew = [0] * SEATS
            self.called = [0] * SEATS
            self.exposed = [0] * SEATS
            self.stuck = [0] * SEATS
            self.fresh = [0] * SEATS
            self.seen = bytearray(ALL)
        self.reset()

    def reset(self) -> None:
        """Everything as before the deal."""
        self.first = 0
        self.turn = 0
        self.held = 0
        self.stage = START
        self.drawn = NO_TILE
        self.draws = 0
        self.passes = 0
        self.stop = NOBODY
        self.over = 0
        self.claim_seat = NOBODY
        self.claim_tile = NO_TILE
        self.bag_size = 0
        for seat in range(SEATS):
            self.hand_size[seat] = 0
            self.score[seat] = 0
            self.drew[seat] = 0
            self.called[seat] = 0
            self.exposed[seat] = 0
            self.stuck[seat] = -1
            self.fresh[seat] = 0
        for tile in range(ALL):
            self.seen[tile] = 0

    # ---- before the first turn ----

    def deal(self, opening: int, hands: list[list[int]], bag: list[int], first: int) -> None:
        """Lay the opening tile, its middle at 0,0; give out the hands; fill the bag (its last tile is drawn first)."""
        self.arrange([(opening, 0, 0, -1, 0)], hands, bag, [], [], Progress(first, first, len(hands[first])))

    # ---- what the seat on turn may do ----

    def count_options(self) -> int:
        """In how many places the seat on turn can lay a tile; `counts` holds the number for each tile of its hand."""
        hand = self.turn * ALL
        size = self.hand_size[self.turn]
        if self.stage == DRAW_AGAIN:
            return 0
        if self.stage == LAY_DRAWN:  # the drawn tile and no other (C14)
            places = self.count(self.drawn)
            for i in range(size):
                self.counts[i] = places if self.hand[hand + i] == self.drawn else 0
            return places
        if size == 1 and not self.wild_last and self.hand[hand] >= PLAIN:  # C21
            self.counts[0] = 0
            return 0
        return self.count_hand(self.hand, hand, size)

    def draw_allowed(self, places: int) -> bool:
        """Whether the seat on turn, which can lay a tile in so many places, may draw one (C14, C16, C17, C23)."""
        if self.bag_size == 0 or self.stage == LAY_DRAWN:
            return False
        return self.stage == DRAW_AGAIN or places == 0 or self.free_to_draw()

    def free_to_draw(self) -> bool:
        """Whether the seat on turn may draw even if it could lay a tile (C17, C23)."""
        if self.draw_when_able == ALWAYS or (self.claim and self.hand_size[self.turn] == 1):
            return True
        if self.draw_when_able == LAST_TILE_SHOWN:
            for seat in range(self.players):
                if seat != self.turn and self.hand_size[seat] == 1:
                    return True
        return False

    def may_stop(self) -> bool:
        """Whether the seat on turn, which has drawn in vain, may pass instead of drawing on (C16)."""
        return self.stage == DRAW_AGAIN and self.draw_on == MAY

    def better_stop(self) -> bool:
        """Whether a seat that may stop drawing had better do so, as rollouts and policies judge it.

        A drawn tile that is laid leaves the hand as large as it was, and one in vain makes it larger: only where
        points count is it worth while to draw on for a tile to lay.
        """
        return self.scoring == UNSCORED

    def may_call(self, seat: int) -> bool:
        """Whether a seat may say "Chromino": about to lay its second last tile, or later, until spotted (C22)."""
        if not self.call or self.called[seat]:
            return False
        if self.exposed[seat]:
            return True
        return seat == self.turn and self.hand_size[seat] == 2 and self.count_options() > 0

    def list_moves(self, moves: MoveList) -> int:
        """Write what the seat on turn may do with its turn into a list; how much that is.

        This is the one place that says what is legal. Calls, spots and claims are no moves: they take no turn.
        """
        moves.size = 0
        hand = self.turn * ALL
        places = self.count_options()
        size = self.hand_size[self.turn] if places else 0
        tile = -1
        for i in range(size):
            if not moves.ordered:
                if self.counts[i]:
                    self.list_places(self.hand[hand + i], moves)
                continue
            # The tiles in ascending order, as a place is quickly put in order behind those of smaller tiles.
            following = ALL
            for j in range(size):
                if self.counts[j] and tile < self.hand[hand + j] < following:
                    following = self.hand[hand + j]
            if following == ALL:
                break
            tile = following
            self.list_places(tile, moves)
        if self.draw_allowed(places):
            moves.add(DRAW)
            if self.may_stop():
                moves.add(PASS)
        elif moves.size == 0:
            moves.add(PASS)
        return moves.size

    # ---- the actions ----

    def play_move(self, code: int) -> None:
        """The seat on turn makes a move, as `list_moves` gives it."""
        if code == DRAW:
            self.play_draw()
        elif code == PASS:
            self.play_pass()
        else:
            hand = self.turn * ALL
            index = 0
            while self.hand[hand + index] != code >> TILE_SHIFT:
                index += 1
            self.play_lay(index, code & 1, code >> DIRECTION_SHIFT & 1, code >> CELL_SHIFT & (self.cells - 1))

    def play_lay(self, index: int, way: int, direction: int, cell: int) -> None:
        """The seat on turn lays the tile at this index of its hand."""
        seat = self.turn
        hand = seat * ALL
        tile = self.hand[hand + index]
        size = self.hand_size[seat] - 1
        self.hand_size[seat] = size
        self.hand[hand + index] = self.hand[hand + size]
        if self.scoring != UNSCORED:
            self.score[seat] += self.points(tile, direction, cell)
        self.put(tile, way, direction, cell)
        self.seen[tile] = 0
        self.exposed[seat] = 0
        self.close_claim()
        self.passes = 0
        if size <= 1:
            if size == 1:
                self.seen[self.hand[hand]] = 1  # the last tile is shown (C20)
                if self.call and not self.called[seat]:
                    self.exposed[seat] = 1
            elif self.stop == NOBODY:
                self.stop = self.first if self.ending == FINISH_ROUND else seat
        self.end_turn()

    def play_draw(self) -> None:
        """The seat on turn draws a tile."""
        seat = self.turn
        last = self.hand[seat * ALL]
        missed = self.claim and self.stage == START and self.hand_size[seat] == 1 and self.count_options() > 0
        again = self.stage == DRAW_AGAIN
        forced = not again and not self.free_to_draw()
        self.take(seat)
        if forced:  # all can see that it had nothing to lay; what it drew need not fit either, unless it waits (C15)
            self.stuck[seat] = self.laid
            self.fresh[seat] = self.waits
        elif again and self.stuck[seat] == self.laid and not self.waits:  # the same turn: it does not fit, or is laid
            self.fresh[seat] -= 1
        self.close_claim()
        if missed:  # the others may show where the last tile could have gone (C23)
            self.claim_seat = seat
            self.claim_tile = last
        self.draws += 1
        self.passes = 0
        self.drawn = self.hand[seat * ALL + self.hand_size[seat] - 1]
        if self.count(self.drawn) > 0:
            if self.waits:  # C15
                self.end_turn()
            else:
                self.stage = LAY_DRAWN
        elif self.draws == self.draw_limit or self.bag_size == 0:
            self.end_turn()
        else:
            self.stage = DRAW_AGAIN

    def play_pass(self) -> None:
        """The seat on turn passes: with nothing to lay and nothing to draw (C18), or as it does not draw on (C16).

        Only the first kind blocks a game (C27). The second shows nothing new: its draws have shown what it could not
        lay.
        """
        self.close_claim()
        if self.stage == START:
            self.stuck[self.turn] = self.laid
            self.fresh[self.turn] = 0
            self.passes += 1
        self.end_turn()

    def close_claim(self) -> None:
        """The seat on turn does something with its turn: a missed tile of another can no longer be claimed (C23)."""
        if self.claim_seat != self.turn:
            self.claim_seat = NOBODY

    def play_call(self, seat: int) -> None:
        """A seat says "Chromino" (C22)."""
        self.called[seat] = 1
        self.exposed[seat] = 0

    def call_in_time(self) -> None:
        """The seat on turn says "Chromino" if it is about to lay its second last tile (C22)."""
        if self.call and self.hand_size[self.turn] == 2:
            self.play_call(self.turn)

    def spot(self, seat: int) -> None:
        """A seat that forgot to say "Chromino" draws a tile (C22)."""
        self.exposed[seat] = 0
        self.penalty(seat, 1)

    def claim_missed(self) -> None:
        """The seat that missed the place for its last tile draws two more (C23)."""
        seat = self.claim_seat
        self.claim_seat = NOBODY
        self.penalty(seat, 2)

    def penalty(self, seat: int, tiles: int) -> None:
        """A seat draws some tiles, as far as the bag goes."""
        for _ in range(tiles):
            if self.bag_size:
                self.take(seat)
                self.held += seat == self.turn and self.stage == START
        if self.stage == DRAW_AGAIN and self.bag_size == 0:
            self.end_turn()

    def take(self, seat: int) -> None:
        """A seat takes the next tile of the bag."""
        self.bag_size -= 1
        self.hold(seat, self.bag[self.bag_size])
        self.drew[seat] += 1
        self.fresh[seat] += 1
        self.called[seat] = 0
        self.exposed[seat] = 0

    def hold(self, seat: int, tile: int) -> None:
        """Add a tile to a hand."""
        self.hand[seat * ALL + self.hand_size[seat]] = tile
        self.hand_size[seat] += 1

    def end_turn(self) -> None:
        """On to the next seat (C13), or to the end of the game (C24 to C27)."""
        self.stage = START
        self.drawn = NO_TILE
        self.draws = 0
        following = self.turn + 1
        if following == self.players:
            following = 0
        if (self.stop != NOBODY and (self.ending == AT_ONCE or following == self.stop)) or self.passes == self.players:
            self.over = 1
        else:
            self.turn = following
            self.held = self.hand_size[following]

    def points(self, tile: int, direction: int, cell: int) -> int:
        """What laying a tile scores: for each tile it touches (C30), or for each contact (C31)."""
        worth = self.value[tile]
        total = 0 if self.scoring == BY_CONTACTS else worth
        for i in range(8):
            owner = self.owner[self.beside(i, direction, cell)]
            if owner == 0:
                continue
            if self.scoring == BY_CONTACTS:
                total += worth + self.value[self.laid_tile[owner - 1]]
                continue
            again = False
            for j in range(i):
                if self.owner[self.beside(j, direction, cell)] == owner:
                    again = True
            if not again:
                total += self.value[self.laid_tile[owner - 1]]
        return total

    def beside(self, i: int, direction: int, cell: int) -> int:
        """The i-th of the eight cells beside a tile: three on each side, one at each end."""
        along = self.stride if direction else 1
        across = 1 if direction else self.stride
        if i < 3:
            return cell + i * along - across
        if i < 6:
            return cell + (i - 3) * along + across
        return cell - along if i == 6 else cell + 3 * along

    def share(self, seat: int) -> float:
        """A seat's share of the win of a game that is over: 1 for a win, a part of it for a joint one.

        Who plays alone wins by laying every tile (C28). Points decide (C32), or else the fewest tiles: none (C24, C25,
        C26), or the fewest that are left (C27).
        """
        if self.players == 1:
            return 1.0 if self.hand_size[0] == 0 else 0.0
        winners = 0
        for other in range(self.players):
            lead = self.score[other] - self.score[seat]
            if self.scoring == UNSCORED:
                lead = self.hand_size[seat] - self.hand_size[other]
            if lead > 0:
                return 0.0
            winners += lead == 0
        return 1.0 / winners

    # ---- what Python may ask and do, with every number looked at ----

    def share_of(self, seat: int) -> float:
        """A seat's share of the win of a game that is over."""
        check_index(seat, self.players, "seat")
        return self.share(seat)

    def options_to_lay(self) -> int:
        """In how many places the seat on turn can lay a tile."""
        return self.count_options()

    def moves(self) -> list[int]:
        """The moves of the seat on turn, in the order of `State.legal`."""
        moves = MoveList()
        self.list_moves(moves)
        return moves.as_list()

    def may_pass(self) -> bool:
        """Whether the seat on turn may pass (C16, C18)."""
        return self.may_stop() or (self.bag_size == 0 and self.count_options() == 0)

    def may_draw(self) -> bool:
        """Whether the seat on turn may draw a tile (C14, C16, C17, C23)."""
        return self.draw_allowed(self.count_options())

    def lay(self, index: int, way: int, direction: int, cell: int) -> None:
        """The seat on turn lays the tile at this index of its hand."""
        check_index(index, self.hand_size[self.turn], "tile")
        check_index(way, 2, "way round")
        check_index(direction, 2, "direction")
        check_index(cell, self.cells, "cell")
        self.play_lay(index, way, direction, cell)

    def draw(self) -> None:
        """The seat on turn draws a tile."""
        check_index(0, self.bag_size, "tile in the bag")
        self.play_draw()

    def pass_turn(self) -> None:
        """The seat on turn passes (C16, C18)."""
        self.play_pass()

    def say(self, seat: int) -> None:
        """A seat says "Chromino" (C22)."""
        check_index(seat, self.players, "seat")
        self.play_call(seat)

    def resume(self, other: "Kernel") -> None:
        """Take over the position of another kernel with the same options."""
        if other is None or other.switches != self.switches:
            raise ValueError("only a position by the same options can be taken over")
        self.take_over(other)

    def copy(self) -> "Kernel":
        """An independent copy."""
        other = Kernel(*self.switches)
        other.take_over(self)
        return other

    def take_over(self, other: "Kernel") -> None:
        """Take over the position of another kernel with the same options."""
        self.become(other)
        self.first = other.first
        self.turn = other.turn
        self.held = other.held
        self.stage = other.stage
        self.drawn = other.drawn
        self.draws = other.draws
        self.passes = other.passes
        self.stop = other.stop
        self.over = other.over
        self.claim_seat = other.claim_seat
        self.claim_tile = other.claim_tile
        self.bag_size = other.bag_size
        for seat in range(SEATS):
            size = other.hand_size[seat]
            self.hand_size[seat] = size
            self.score[seat] = other.score[seat]
            self.drew[seat] = other.drew[seat]
            self.called[seat] = other.called[seat]
            self.exposed[seat] = other.exposed[seat]
            self.stuck[seat] = other.stuck[seat]
            self.fresh[seat] = other.fresh[seat]
            for i in range(seat * ALL, seat * ALL + size):
                self.hand[i] = other.hand[i]
        for i in range(other.bag_size):
            self.bag[i] = other.bag[i]
        for tile in range(ALL):
            self.seen[tile] = other.seen[tile]

    def arrange(
        self,
        laid: list[tuple[int, int, int, int, int]],
        hands: list[list[int]],
        bag: list[int],
        seats: list[Seat],
        known: list[int],
        progress: Progress,
    ) -> None:
        """Set up any position.

        Tiles are laid as `tiles` lists them; of each seat what `Seat` holds.
        """
        for seat in (progress.first, progress.turn, max(progress.stop, 0), max(progress.claim_seat, 0)):
            if not 0 <= seat < self.players:
                raise ValueError(f"no such position: there is no seat number {seat}")
        if not (NO_TILE <= progress.drawn < ALL and NO_TILE <= progress.claim_tile < ALL):
            raise ValueError("no such position: there is no such tile")
        used = [tile for tile, _, _, _, _ in laid] + bag
        for held in hands:
            used += held
        if len(set(used)) != len(used) or len(hands) > self.players or len(seats) > self.players:
            raise ValueError("no such position: a tile is used twice, or there are too many seats")
        for tile in used:
            check_tile(tile)
        self.clear()
        self.reset()
        for tile, way, direction, x, y in laid:
            at = self.cell(x, y)
            if at < 0:
                raise ValueError(f"no such position: a tile lies at {x},{y}")
            self.put(tile, way, direction, at)
        for seat, held in enumerate(hands):
            for tile in held:
                self.hold(seat, tile)
        for tile in bag:
            self.bag[self.bag_size] = tile
            self.bag_size += 1
        for seat, facts in enumerate(seats):
            self.score[seat] = facts.score
            self.drew[seat] = facts.drew
            self.called[seat] = facts.called
            self.exposed[seat] = facts.exposed
            self.stuck[seat] = min(facts.stuck, self.laid)
            self.fresh[seat] = facts.fresh
        for tile in known:
            self.seen[tile] = 1
        self.first = progress.first
        self.turn = progress.turn
        self.held = progress.held
        self.draws = progress.draws
        self.drawn = progress.drawn
        self.passes = progress.passes
        self.stop = progress.stop
        self.over = progress.over
        self.claim_seat = progress.claim_seat
        self.claim_tile = progress.claim_tile
        if self.draws and not self.over:
            self.stage = LAY_DRAWN if self.count(self.drawn) > 0 else DRAW_AGAIN

    def number_of_places(self, tile: int) -> int:
        """In how many places a tile fits."""
        check_tile(tile)
        return self.count(tile)

    def can_lay_at(self, tile: int, way: int, direction: int, x: int, y: int) -> bool:
        """Whether a tile fits there."""
        check_tile(tile)
        at = self.cell(x, y)
        return at >= 0 and self.fits_at(tile, way, direction, at)

    def known_tiles(self) -> list[int]:
        """The tiles in hands that everybody has seen there."""
        return [tile for tile in range(ALL) if self.seen[tile]]

    def hand_of(self, seat: int) -> list[int]:
        """A seat's tiles, in no particular order."""
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat number {seat}")
        return [self.hand[seat * ALL + i] for i in range(self.hand_size[seat])]

    def bag_order(self) -> list[int]:
        """The tiles in the bag; the last one is drawn first."""
        return [self.bag[i] for i in range(self.bag_size)]
