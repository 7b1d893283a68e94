"""A game of Florentine Dominoes under way: asks the kernel what is legal, plays it, and tells what happened and who may
know."""

from collections.abc import Collection
from typing import Any

from tessella.core import Action, Event, IllegalAction, NotationError, Outcome, Stream, seat_name, seed_text
from tessella.core.kernel_state import KernelState
from tessella.core.validation import is_number, no_action
from tessella.games.florentine import events
from tessella.games.florentine.board import way_of
from tessella.games.florentine.cards import COLOUR_NAMES, SIDES, card_of, readings, turned
from tessella.games.florentine.config import ALL, BLACK, HAND, HANDS, NOT_YET, POOL, REACH, Progress, cell_of, place_of
from tessella.games.florentine.deal import deal
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.moves import ASIDE, BLACK_CARD, KIND_SHIFT, LAY, WHAT_MASK, WHAT_SHIFT
from tessella.games.florentine.notation import Aside, Black, Lay, Pass
from tessella.games.florentine.placing import why_not
from tessella.games.florentine.rules import Options
from tessella.games.florentine.tables import RIM_INSIDE, RIM_OUTSIDE, RIM_SIDE
from tessella.games.florentine.view import STAGES, SeatView, Space, View


class State(KernelState):
    """A game under way."""

    __slots__ = ()

    SEATS_CLAUSE = "F4"
    TURN_CLAUSE = "F6"

    options: Options
    kernel: Kernel
    laid_by: list[int]

    @classmethod
    def new(cls, options: Options, seed: str | int | None = None) -> "State":
        """A game ready for its first turn, dealt by the seed (None: a fresh secret one)."""
        seed = seed_text(seed)
        dealt = deal(options, Stream(seed))
        kernel = Kernel(*options.kernel_config())
        black = [NOT_YET] * options.players
        progress = Progress(dealt.first, dealt.first)
        kernel.arrange([], dealt.hands, dealt.stack, dealt.aside, dealt.colours, black, progress)
        return cls(options, seed, kernel, [], [])

    # ---- what may be done ----

    def legal(self, seat: int) -> list[Action]:
        """What a seat may do now: its cards in the order of the set, each from top to bottom, then all the rest."""
        self._check_seat(seat)
        kernel = self.kernel
        if kernel.over or seat != kernel.turn:
            return []
        return [self._action(code) for code in kernel.moves()]

    def _action(self, code: int) -> Action:
        """A move of the kernel as an action."""
        kind, what = code >> KIND_SHIFT, code >> WHAT_SHIFT & WHAT_MASK
        if kind == LAY:
            y, x, turns = way_of(code)
            return Lay(turned(self.options.deck[what], turns), x, y)
        if kind == ASIDE:
            return Aside(self.options.deck[what])
        return Black(*place_of(RIM_OUTSIDE[what])) if kind == BLACK_CARD else Pass()

    # ---- doing it ----

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Play an action. An illegal one raises `IllegalAction` and changes nothing."""
        self._check_seat(seat)
        if self.kernel.over:
            raise IllegalAction("F16", "the game is over")
        match action:
            case Lay():
                happened = self._lay(seat, action)
            case Aside():
                happened = self._put_aside(seat, action)
            case Black():
                happened = self._lay_black(seat, action)
            case Pass():
                happened = self._pass(seat)
            case _:
                raise no_action(action, "Florentine Dominoes")
        self.history.append((seat, action))
        return happened

    def _lay(self, seat: int, lay: Lay) -> list[Event]:
        kernel = self.kernel
        card, turns = self._numbers(lay)
        self._check_turn(seat)
        self._check_stage("lay a card")
        index = self._index(seat, card)
        self._check_near(lay.x, lay.y, "F10")
        fits = (lay.y, lay.x, turns) in kernel.ways_to_lay(self._own(seat)[index])
        if not fits:
            reason = why_not(self._board(), lay)
            assert reason is not None, f"the kernel refuses {lay}, which fits"
            raise IllegalAction(reason[0], f"{lay} does not fit: {reason[1]}")
        before, stack, aside = kernel.stage, kernel.stack_order(), kernel.pool_size
        closed = sum(kernel.closed_spaces)
        kernel.lay(index, turns, kernel.place_at(lay.x, lay.y))
        self.laid_by.append(seat)
        touched = [(lay.x, lay.y, side) for side in range(4)]
        happened: list[Event] = [events.Laid(seat, lay, self._closed_since(closed, touched))]
        happened += self._drawn(seat, stack) if before == HANDS else []
        if before == HANDS and len(self.laid_by) == 1:
            happened += self._dealt_afresh(aside)
        return happened + self._after(before)

    def _put_aside(self, seat: int, action: Aside) -> list[Event]:
        kernel = self.kernel
        if not isinstance(action.card, str):
            raise NotationError(f"{action.card!r} is no card: cards are texts like RRbg")
        card = card_of(action.card)
        if card != action.card:
            raise NotationError(f"{action.card!r} is the card {card}: put aside, it goes by that name")
        self._check_turn(seat)
        self._check_stage("put a card aside")
        if kernel.stage == POOL:
            raise IllegalAction(
                "F12", "the stack is used up: nothing is put aside any more, a card of the pool is laid"
            )
        if not kernel.may_put_aside():
            raise IllegalAction("F6", "the first card must be laid, in the centre")
        index = self._index(seat, card)
        stack = kernel.stack_order()
        kernel.put_aside(index)
        return [events.PutAside(seat, card), *self._drawn(seat, stack), *self._after(HANDS)]

    def _lay_black(self, seat: int, lay: Black) -> list[Event]:
        kernel = self.kernel
        if not (is_number(lay.x) and is_number(lay.y)):
            raise NotationError(f"{lay!r} is no place: it takes two whole numbers")
        self._check_turn(seat)
        if kernel.stage != BLACK:
            raise IllegalAction("F14", "the black cards are laid last, when no other card fits any more")
        x, y = lay.x, lay.y
        self._check_near(x, y, "F14")
        if sorted((abs(x) < REACH, abs(y) < REACH)) != [False, True] or max(abs(x), abs(y)) != REACH:
            raise IllegalAction(
                "F14", f"a black card lies outside the square, against an edge of it; {x},{y} is no such place"
            )
        edge = RIM_OUTSIDE.index(cell_of(x, y))
        colour = COLOUR_NAMES[kernel.colour_of[seat]]
        if not kernel.black_fits_at(kernel.colour_of[seat], edge):
            raise IllegalAction("F14", f"there is no {colour} triangle at {x},{y}: a black card meets its own colour")
        closed = sum(kernel.closed_spaces)
        kernel.lay_black(edge)
        # Of the card against which it lies, only this triangle is touched by it.
        met = (*place_of(RIM_INSIDE[edge]), RIM_SIDE[edge])
        return [events.BlackLaid(seat, lay, self._closed_since(closed, [met])), *self._after(BLACK)]

    def _pass(self, seat: int) -> list[Event]:
        self._check_turn(seat)
        if self.kernel.stage == POOL:
            raise IllegalAction("F12", "a player who can lay a card of the pool must")
        if self.kernel.stage == HANDS:
            raise IllegalAction("F8", "nobody passes: lay a card, or put one aside")
        self.kernel.keep_black()
        return [events.Passed(seat), *self._after(BLACK)]

    def _numbers(self, lay: Lay) -> tuple[str, int]:
        """A placement as the card's name and how often it is turned. `NotationError` if there is no such thing."""
        if not (isinstance(lay.triangles, str) and is_number(lay.x) and is_number(lay.y)):
            raise NotationError(f"{lay!r} is no placement: it takes a text and two whole numbers")
        card = card_of(lay.triangles)
        return card, readings(card).index(lay.triangles)

    def _own(self, seat: int) -> list[int]:
        """The cards that a seat may lay."""
        return self.kernel.hand_of(seat) if self.kernel.stage == HANDS else self.kernel.pool_order()

    def _index(self, seat: int, card: str) -> int:
        """Where a card is in the seat's hand, or in the pool."""
        names = [self.options.deck[number] for number in self._own(seat)]
        if card not in names:
            if self.kernel.stage == POOL:
                raise IllegalAction("F12", f"{card} is not in the pool")
            raise IllegalAction("F7", f"{card} is not in the hand of {seat_name(seat)}")
        return names.index(card)

    def _check_stage(self, what: str) -> None:
        if self.kernel.stage == BLACK:
            raise IllegalAction("F14", f"it is too late to {what}: lay the black card, or pass")

    def _drawn(self, seat: int, stack: list[int]) -> list[Event]:
        """What a seat drew from this stack."""
        return [events.Drew(seat, self.options.deck[stack[-1]])] if stack else []

    def _dealt_afresh(self, before: int) -> list[Event]:
        """The fresh deals after the first card, if nobody could go on (F11); so many cards were aside before."""
        kernel, deck = self.kernel, self.options.deck
        size = HAND * self.options.players
        aside = kernel.pool_order()[before:]
        happened: list[Event] = []
        for start in range(0, len(aside), size):
            happened.append(events.FreshDeal(tuple(deck[card] for card in aside[start : start + size])))
        if happened:
            for seat in range(self.options.players):
                happened += [events.Drew(seat, deck[card]) for card in kernel.hand_of(seat)]
        return happened

    def _after(self, before: int) -> list[Event]:
        """What follows an action in this stage: another stage, the end, another turn."""
        happened: list[Event] = []
        stage = self.kernel.stage
        if before == HANDS and stage != HANDS:
            happened.append(events.PoolOpened(self._pool()))
        if before != BLACK and stage == BLACK:
            happened.append(events.BlackTurn())
        outcome = self.outcome
        return [*happened, events.Turn(self.kernel.turn) if outcome is None else events.Ended(outcome)]

    def _closed_since(self, before: int, touched: Collection[tuple[int, int, int]]) -> tuple[Space, ...]:
        """The spaces that were closed by touching these triangles; so many were closed before."""
        if sum(self.kernel.closed_spaces) == before:
            return ()
        return tuple(
            _space(colour, gems, edges, triangles)
            for colour, gems, edges, triangles in self.kernel.spaces()
            if edges == 0 and not set(triangles).isdisjoint(touched)
        )

    # ---- what is known ----

    def view(self, seat: int | None) -> View:
        """What the seat (None: a spectator) may know."""
        view = self.views([seat])[0]
        assert isinstance(view, View)
        return view

    def _public_view(self) -> View:
        kernel = self.kernel
        return View(
            seat=None,
            options=self.options,
            board=self._board(),
            laid_by=tuple(self.laid_by),
            spaces=self._spaces(),
            stack=kernel.stack_size,
            pool=self._pool(),
            seats=tuple(self._seat_view(other) for other in range(kernel.players)),
            hand=(),
            first=kernel.first,
            turn=self.turn,
            stage=STAGES[kernel.stage],
            fresh_deals=kernel.fresh_deals,
            legal=(),
            outcome=self.outcome,
        )

    def _own_view(self, seat: int) -> dict[str, Any]:
        return {"hand": self._names(self.kernel.hand_of(seat)), "legal": tuple(self.legal(seat))}

    def _names(self, cards: list[int]) -> tuple[str, ...]:
        return tuple(self.options.deck[card] for card in sorted(cards))

    def _pool(self) -> tuple[str, ...]:
        return self._names(self.kernel.pool_order())

    def _laid_since(self, pieces: int) -> list[Lay]:
        deck = self.options.deck
        return [Lay(turned(deck[card], turns), x, y) for card, turns, x, y in self.kernel.cards()[pieces:]]

    def _spaces(self) -> tuple[Space, ...]:
        return tuple([_space(*space) for space in self.kernel.spaces()])

    def _seat_view(self, seat: int) -> SeatView:
        kernel = self.kernel
        colour, black = kernel.colour_of[seat], kernel.black[seat]
        return SeatView(
            colour=COLOUR_NAMES[colour],
            count=kernel.hand_size[seat],
            gems=kernel.closed_gems[colour],
            closed=kernel.closed_spaces[colour],
            black=place_of(RIM_OUTSIDE[black]) if black >= 0 else None,
            black_done=black != NOT_YET,
        )

    # ---- the end ----

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""
        kernel = self.kernel
        if not kernel.over:
            return None
        gems = tuple(kernel.gems_of(seat) for seat in range(kernel.players))
        winners = tuple(seat for seat in range(kernel.players) if gems[seat] == max(gems))  # F16
        return Outcome(winners, f"{kernel.laid} of {ALL} cards laid", "gems", gems)


def _space(colour: int, gems: int, edges: int, triangles: list[tuple[int, int, int]]) -> Space:
    """A space as the kernel tells of it, in words."""
    return Space(COLOUR_NAMES[colour], gems, edges, tuple([(x, y, SIDES[side]) for x, y, side in triangles]))
