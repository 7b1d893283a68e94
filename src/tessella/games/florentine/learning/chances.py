"""Where chance comes into Florentine Dominoes, one card at a time: the deal, and what is drawn."""

from collections.abc import Mapping
from itertools import permutations
from typing import Self

from tessella.core import Action
from tessella.core import Options as CoreOptions
from tessella.core import State as CoreState
from tessella.games.florentine.cards import COLOUR_NAMES
from tessella.games.florentine.config import ALL, HAND, HANDS, NOT_YET, SEATS, Progress
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.notation import Aside, Lay
from tessella.games.florentine.rules import RANDOM, Options
from tessella.games.florentine.sampling import NO_SEED
from tessella.games.florentine.state import State
from tessella.learning import Chances, Dealing


class FlorentineDealing(Dealing):
    """A deal under way (F4, F5, F6)."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.rest = list(range(ALL))
        self.hands: list[list[int]] = [[] for _ in range(options.players)]
        self.aside: list[int] = []
        self.colours: list[int] | None = None
        if options.colours != RANDOM:
            self.colours = [COLOUR_NAMES.index(colour) for colour in options.colours]
        self.first = options.first if isinstance(options.first, int) else None

    def copy(self) -> Self:
        """An independent copy."""
        other = type(self)(self.options)
        other.rest = list(self.rest)
        other.hands = [list(hand) for hand in self.hands]
        other.aside = list(self.aside)
        other.colours = self.colours
        other.first = self.first
        return other

    @property
    def full(self) -> bool:
        """Whether all cards are dealt, those aside included."""
        return len(self.hands[-1]) == HAND and len(self.aside) == HAND * (SEATS - self.options.players)

    def outcomes(self) -> list[int]:
        """What can come next, each as likely as the others: who has which colour, a card's number, the seat that
        begins; none if all is dealt."""
        if self.colours is None:
            return list(range(len(self._all_colours())))
        if not self.full:
            return list(self.rest)
        return list(range(self.options.players)) if self.first is None else []

    def _all_colours(self) -> list[tuple[int, ...]]:
        return list(permutations(range(SEATS), self.options.players))

    def pick(self, number: int) -> None:
        """It comes."""
        if self.colours is None:
            self.colours = list(self._all_colours()[number])
        elif not self.full:
            self.rest.remove(number)
            next((hand for hand in self.hands if len(hand) < HAND), self.aside).append(number)
        else:
            self.first = number

    def text_of(self, number: int) -> str:
        """What comes, in words."""
        if self.colours is None:
            return " ".join(COLOUR_NAMES[colour] for colour in self._all_colours()[number])
        return f"seat {number + 1} begins" if self.full else self.options.deck[number]

    def state(self) -> State:
        """The game, when all is dealt; the stack's order is decided when somebody draws."""
        assert self.colours is not None
        assert self.first is not None
        kernel = Kernel(*self.options.kernel_config())
        black = [NOT_YET] * self.options.players
        progress = Progress(self.first, self.first)
        kernel.arrange([], self.hands, self.rest, self.aside, self.colours, black, progress)
        return State(self.options, NO_SEED, kernel, [], [])


class FlorentineChances(Chances):
    """Where chance comes into Florentine Dominoes."""

    most_outcomes = ALL
    players = range(2, 5)
    parameters: Mapping[str, str | int] = {"first": 0, "colours": ""}

    def dealing(self, options: CoreOptions) -> FlorentineDealing:
        """A new deal."""
        assert isinstance(options, Options)
        return FlorentineDealing(options)

    def draws(self, state: CoreState, action: Action) -> int:
        """How many cards are drawn when an action is played (F7, F8)."""
        assert isinstance(state, State)
        from_hand = state.kernel.stage == HANDS and isinstance(action, (Lay, Aside))
        return min(int(from_hand), state.kernel.stack_size)

    def bag(self, state: CoreState) -> list[int]:
        """What can be drawn."""
        assert isinstance(state, State)
        return sorted(state.kernel.stack_order())

    def put_on_top(self, state: CoreState, cards: list[int]) -> None:
        """These are drawn next, the first of them first."""
        assert isinstance(state, State)
        kernel = state.kernel
        rest = [card for card in kernel.stack_order() if card not in cards]
        kernel.arrange(
            kernel.cards(),
            [kernel.hand_of(seat) for seat in range(kernel.players)],
            rest + cards[::-1],
            kernel.pool_order(),
            list(kernel.colour_of[: kernel.players]),
            list(kernel.black[: kernel.players]),
            Progress(kernel.first, kernel.turn, kernel.stage, kernel.over, kernel.fresh_deals),
        )

    def name_of(self, options: CoreOptions, number: int) -> str:
        """A card's name."""
        assert isinstance(options, Options)
        return options.deck[number]
