"""The turn flow of Florentine Dominoes on top of the board: real games and rollouts both run this.

Like `board.py` this is ordinary Python that Cython can compile (`kernel.pxd`). It plays legal actions and nothing else:
`state.py` asks whether they are legal, and holds what a game has besides rules (seed, history, views).

Seats, cards and colours are numbers here. A game goes through three stages: cards from one's own hand; cards from the
common pool, which holds what was put aside and, once the stack is used up, all the hands; the black cards.
"""

try:
    import cython
except ModuleNotFoundError:  # Cython is needed to compile this file, not to run it
    from tessella.core import uncompiled as cython

from tessella.core.validation import check_index
from tessella.games.florentine.board import Board
from tessella.games.florentine.config import ALL, BLACK, HAND, HANDS, KEPT, NOT_YET, POOL, SEATS, KernelConfig, Progress
from tessella.games.florentine.moves import (
    ASIDE,
    BLACK_CARD,
    KEEP,
    KIND_SHIFT,
    WHAT_MASK,
    WHAT_SHIFT,
    WHERE_MASK,
    MoveList,
)
from tessella.games.florentine.tables import EDGES

COMPILED = bool(cython.compiled)
"""Whether this module runs compiled."""


class Kernel(Board):
    """A game of Florentine Dominoes."""

    def __init__(self, *switches: object) -> None:
        """A game by these options (`KernelConfig`), before the deal."""
        agreed = KernelConfig(*switches)  # type: ignore[arg-type]  # checked by what uses them
        super().__init__(agreed.deck)
        if not 2 <= agreed.players <= SEATS:
            raise ValueError(f"a kernel has 2 to {SEATS} players, not {agreed.players}")
        self.switches = agreed
        self.players = agreed.players
        if not cython.compiled:
            self.hand = bytearray(SEATS * HAND)
            self.hand_size = [0] * SEATS
            self.stack = bytearray(ALL)
            self.pool = bytearray(ALL)
            self.colour_of = [0] * SEATS
            self.black = [0] * SEATS
            self.kind_least = [0] * ALL
            self.kind_first = [0] * ALL
        self.kinds = 0
        self.reset()

    def reset(self) -> None:
        """Everything as before the deal."""
        self.clear()
        self.first = 0
        self.turn = 0
        self.stage = HANDS
        self.over = 0
        self.fresh_deals = 0
        self.stack_size = 0
        self.pool_size = 0
        for seat in range(SEATS):
            self.hand_size[seat] = 0
            self.colour_of[seat] = seat
            self.black[seat] = NOT_YET

    # ---- what the seat on turn may do ----

    def count_options(self) -> int:
        """In how many ways the seat on turn can lay a card; `counts` holds the number for each of its cards.

        Before the end those of its hand or of the pool, in the end its black card.
        """
        if self.stage == HANDS:
            return self.count_cards(self.hand, self.turn * HAND, self.hand_size[self.turn])
        if self.stage == POOL:
            return self.count_cards(self.pool, 0, self.pool_size)
        return self.black_places(self.colour_of[self.turn])

    def may_decline(self) -> bool:
        """Whether the seat on turn may put a card aside instead of laying one (F6, F8, F12)."""
        return self.stage == HANDS and self.laid > 0

    def list_moves(self, moves: MoveList) -> int:
        """Write what the seat on turn may do into a list, in the order of `State.legal`; how much that is.

        This is the one place that says what is legal: cards in the order of the deck, each from top to bottom, then
        cards to be put aside; in the end the edges for a black card, then keeping it.
        """
        moves.clear()
        if self.stage == BLACK:
            for edge in range(EDGES):
                if self.black_fits(self.colour_of[self.turn], edge):
                    moves.add(BLACK_CARD << KIND_SHIFT | edge << WHAT_SHIFT)
            moves.add(KEEP << KIND_SHIFT)
            return moves.size
        self.find_kinds()
        for i in range(self.kinds):
            moves.begin_group()
            self.list_ways(self.kind_first[i], moves)
        if self.may_decline():
            for i in range(self.kinds):
                moves.begin_group()
                moves.add(ASIDE << KIND_SHIFT | self.kind_first[i] << WHAT_SHIFT)
        return moves.size

    def find_kinds(self) -> None:
        """Find the kinds of cards that the seat on turn has, as cards that look the same make the same moves.

        Of each kind the first card is played (`kind_first`); the one with the lowest number (`kind_least`) decides the
        order.
        """
        self.kinds = 0
        for i in range(self.hand_size[self.turn] if self.stage == HANDS else self.pool_size):
            card = self.hand[self.turn * HAND + i] if self.stage == HANDS else self.pool[i]
            j = 0
            while j < self.kinds and self.alike[self.kind_first[j]] != self.alike[card]:
                j += 1
            if j == self.kinds:
                self.kinds += 1
                self.kind_first[j] = card
                self.kind_least[j] = card
            self.kind_least[j] = min(self.kind_least[j], card)
            while j > 0 and self.kind_least[j - 1] > self.kind_least[j]:
                self.swap_kinds(j - 1, j)
                j -= 1

    def swap_kinds(self, i: int, j: int) -> None:
        """Exchange two kinds of cards."""
        least = self.kind_least[i]
        first = self.kind_first[i]
        self.kind_least[i] = self.kind_least[j]
        self.kind_first[i] = self.kind_first[j]
        self.kind_least[j] = least
        self.kind_first[j] = first

    # ---- the actions ----

    def play_move(self, code: int) -> None:
        """The seat on turn makes a move, as `list_moves` gives it. Its cards may have changed places since."""
        kind = code >> KIND_SHIFT
        what = code >> WHAT_SHIFT & WHAT_MASK
        if kind == BLACK_CARD:
            self.play_black(what)
        elif kind == KEEP:
            self.play_keep()
        else:
            index = 0
            if self.stage == HANDS:
                while self.hand[self.turn * HAND + index] != what:
                    index += 1
            else:
                while self.pool[index] != what:
                    index += 1
            if kind == ASIDE:
                self.play_aside(index)
            else:
                at = 0
                while self.place[at] != (code & WHERE_MASK) >> 2:
                    at += 1
                self.play_lay(index, code & 3, at)

    def play_lay(self, index: int, turns: int, at: int) -> None:
        """The seat on turn lays the card at this index of its hand or of the pool, in the place with index `at`."""
        if self.stage == HANDS:
            card = self.hand[self.turn * HAND + index]
            self.draw(index)
            self.put(card, turns, at)
            if self.laid == 1:
                self.deal_afresh()
        else:
            card = self.pool[index]
            self.pool_size -= 1
            self.pool[index] = self.pool[self.pool_size]
            self.put(card, turns, at)
        self.end_turn()

    def play_aside(self, index: int) -> None:
        """The seat on turn puts the card at this index of its hand aside (F8)."""
        self.add_to_pool(self.hand[self.turn * HAND + index])
        self.draw(index)
        self.end_turn()

    def play_black(self, edge: int) -> None:
        """The seat on turn lays its black card at an edge of the square (F14)."""
        self.black[self.turn] = edge
        self.put_black(edge)
        self.end_turn()

    def play_keep(self) -> None:
        """The seat on turn does not lay its black card (F14)."""
        self.black[self.turn] = KEPT
        self.end_turn()

    def draw(self, index: int) -> None:
        """The seat on turn draws a card in the place of the one it used (F7, F8)."""
        hand = self.turn * HAND
        if self.stack_size:
            self.stack_size -= 1
            self.hand[hand + index] = self.stack[self.stack_size]
        else:
            self.hand_size[self.turn] -= 1
            self.hand[hand + index] = self.hand[hand + self.hand_size[self.turn]]

    def add_to_pool(self, card: int) -> None:
        """Lay a card aside, face up."""
        self.pool[self.pool_size] = card
        self.pool_size += 1

    def hands_to_pool(self) -> None:
        """All hands are laid aside, face up (F11, F12)."""
        for seat in range(self.players):
            for i in range(self.hand_size[seat]):
                self.add_to_pool(self.hand[seat * HAND + i])
            self.hand_size[seat] = 0

    def deal_afresh(self) -> None:
        """While nobody can lay beside the first card, everybody gets a new hand, as long as the stack allows (F11)."""
        while self.stack_size >= HAND * self.players and not self.anyone_fits():
            self.fresh_deals += 1
            self.hands_to_pool()
            for seat in range(self.players):
                for i in range(HAND):
                    self.stack_size -= 1
                    self.hand[seat * HAND + i] = self.stack[self.stack_size]
                self.hand_size[seat] = HAND

    def anyone_fits(self) -> bool:
        """Whether any seat holds a card that fits."""
        total = 0
        for seat in range(self.players):
            total += self.count_cards(self.hand, seat * HAND, self.hand_size[seat])
        return total > 0

    def pool_fits(self) -> bool:
        """Whether any card of the pool fits."""
        i = 0
        while i < self.pool_size and self.count(self.pool[i]) == 0:
            i += 1
        return i < self.pool_size

    def end_turn(self) -> None:
        """On to the next seat, the next stage, or the end (F6, F12, F13, F14)."""
        self.turn += 1
        if self.turn == self.players:
            self.turn = 0
        if self.stage == HANDS and self.stack_size == 0:
            self.hands_to_pool()
            self.stage = POOL
        if self.stage == POOL and not self.pool_fits():
            self.stage = BLACK
        elif self.stage == BLACK and self.black[self.turn] != NOT_YET:
            self.over = 1

    def gems_for(self, seat: int) -> int:
        """The gems of its kind that lie in closed spaces of a seat's colour (F16)."""
        return self.closed_gems[self.colour_of[seat]]

    # ---- what Python may ask and do, with every number looked at ----

    def options_to_lay(self) -> int:
        """In how many ways the seat on turn can lay a card, whichever of its cards."""
        return self.count_options()

    def lay(self, index: int, turns: int, at: int) -> None:
        """The seat on turn lays the card at this index of its hand or of the pool, in the place with index `at`."""
        check_index(index, self.hand_size[self.turn] if self.stage == HANDS else self.pool_size, "card")
        check_index(turns, 4, "turn")
        check_index(at, self.places, "place")
        self.play_lay(index, turns, at)

    def may_put_aside(self) -> bool:
        """Whether the seat on turn may put a card aside instead of laying one (F6, F8, F12)."""
        return self.may_decline()

    def put_aside(self, index: int) -> None:
        """The seat on turn puts the card at this index of its hand aside (F8)."""
        check_index(index, self.hand_size[self.turn], "card")
        self.play_aside(index)

    def lay_black(self, edge: int) -> None:
        """The seat on turn lays its black card at an edge of the square (F14)."""
        check_index(edge, EDGES, "edge")
        self.play_black(edge)

    def moves(self) -> list[int]:
        """The moves of the seat on turn, in the order of `State.legal`."""
        moves = MoveList()
        self.list_moves(moves)
        return moves.as_list()

    def anybody_can_lay(self) -> bool:
        """Whether any seat holds a card that fits."""
        return self.anyone_fits()

    def gems_of(self, seat: int) -> int:
        """The gems that a seat counts (F16)."""
        check_index(seat, self.players, "seat")
        return self.gems_for(seat)

    def keep_black(self) -> None:
        """The seat on turn does not lay its black card (F14)."""
        self.play_keep()

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
        self.stage = other.stage
        self.over = other.over
        self.fresh_deals = other.fresh_deals
        self.stack_size = other.stack_size
        self.pool_size = other.pool_size
        for i in range(SEATS * HAND):
            self.hand[i] = other.hand[i]
        for i in range(ALL):
            self.stack[i] = other.stack[i]
            self.pool[i] = other.pool[i]
        for seat in range(SEATS):
            self.hand_size[seat] = other.hand_size[seat]
            self.colour_of[seat] = other.colour_of[seat]
            self.black[seat] = other.black[seat]

    def arrange(
        self,
        laid: list[tuple[int, int, int, int]],
        hands: list[list[int]],
        stack: list[int],
        pool: list[int],
        colours: list[int],
        black: list[int],
        progress: Progress,
    ) -> None:
        """Set up any position: cards as `cards` gives them; the stack's last card is drawn first.

        `black` holds for each seat the edge where its black card lies, KEPT or NOT_YET.
        """
        self.reset()
        check_position(self.players, laid, hands, stack, pool, colours, black, progress)
        for card, turns, x, y in laid:
            at = self.place_at(x, y)
            if (y, x, turns) not in self.ways_to_lay(card):
                raise ValueError(f"card {card}, turned {turns} times, cannot lie at {x},{y} now")
            self.put(card, turns, at)
        for seat, hand in enumerate(hands):
            for card in hand:
                self.hand[seat * HAND + self.hand_size[seat]] = card
                self.hand_size[seat] += 1
        for card in stack:
            self.stack[self.stack_size] = card
            self.stack_size += 1
        for card in pool:
            self.add_to_pool(card)
        for seat, colour in enumerate(colours):
            self.colour_of[seat] = colour
            self.black[seat] = black[seat]
            if black[seat] >= 0:
                if not self.black_fits(colour, black[seat]):
                    raise ValueError(f"the black card of seat {seat} cannot lie at edge {black[seat]}")
                self.put_black(black[seat])
        self.first = progress.first
        self.turn = progress.turn
        self.stage = progress.stage
        self.over = progress.over
        self.fresh_deals = progress.fresh_deals

    def hand_of(self, seat: int) -> list[int]:
        """A seat's cards."""
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat number {seat}")
        return [self.hand[seat * HAND + i] for i in range(self.hand_size[seat])]

    def stack_order(self) -> list[int]:
        """The cards of the stack; the last one is drawn first."""
        return [self.stack[i] for i in range(self.stack_size)]

    def pool_order(self) -> list[int]:
        """The cards aside, in the order they were put there; in the end the pool."""
        return [self.pool[i] for i in range(self.pool_size)]

    def black_fits_at(self, colour: int, edge: int) -> bool:
        """As `black_fits`, for whoever may ask for anything."""
        if not 0 <= edge < EDGES:
            raise ValueError(f"there is no edge number {edge}; they go from 0 to {EDGES - 1}")
        return self.black_fits(colour, edge)


def check_position(
    players: int,
    laid: list[tuple[int, int, int, int]],
    hands: list[list[int]],
    stack: list[int],
    pool: list[int],
    colours: list[int],
    black: list[int],
    progress: Progress,
) -> None:
    """Refuse what is no position: the kernel itself looks at nothing twice."""
    cards = [*(card for card, *_ in laid), *(card for hand in hands for card in hand), *stack, *pool]
    if sorted(set(cards)) != sorted(cards) or not all(0 <= card < ALL for card in cards):
        raise ValueError(f"each card can be in one place, by its number from 0 to {ALL - 1}")
    if not len(hands) == len(colours) == len(black) == players:
        raise ValueError(f"there must be a hand, a colour and a black card for each of {players} seats")
    if max(map(len, hands)) > HAND:
        raise ValueError(f"a hand holds {HAND} cards at most")
    if len(set(colours)) != players or not all(0 <= colour < SEATS for colour in colours):
        raise ValueError("each seat has a colour of its own, by its number from 0 to 3")
    if not all(KEPT <= edge < EDGES for edge in black):
        raise ValueError(
            f"a black card lies at an edge from 0 to {EDGES - 1}, or is {KEPT} (kept) or {NOT_YET} (not yet)"
        )
    if not (0 <= progress.first < players and 0 <= progress.turn < players and HANDS <= progress.stage <= BLACK):
        raise ValueError(f"no seat or stage is called that: {progress}")
    if progress.stage == HANDS and not hands[progress.turn]:
        raise ValueError("the seat on turn has nothing in its hand")
