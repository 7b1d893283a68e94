"""Where chance comes into Chromino, one tile at a time: the deal, and what is drawn."""

from collections.abc import Mapping
from typing import Self

from tessella.core import Action
from tessella.core import Options as CoreOptions
from tessella.core import State as CoreState
from tessella.games.chromino.config import ALL, HAND, PLAIN, Progress, Seat
from tessella.games.chromino.deal import OPENING
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.notation import Claim, Draw, Spot
from tessella.games.chromino.rules import RANDOM, Options
from tessella.games.chromino.sampling import NO_SEED
from tessella.games.chromino.state import State
from tessella.games.chromino.tiles import TILES
from tessella.learning import Chances, Dealing


class ChrominoDealing(Dealing):
    """A deal under way (C9 to C12)."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self._begin()

    def _begin(self) -> None:
        options = self.options
        self.rest = list(range(ALL if options.wild_tiles else PLAIN))
        self.opening: int | None = None
        self.hands: list[list[int]] = [[] for _ in range(options.players)]
        self.extras: list[int] = []
        """What was drawn to find a tile to open with (C11); it is put back."""
        self.first: int | None = None
        if isinstance(options.first, int):
            self.first = options.first
        elif options.first == RANDOM and options.players == 1:
            self.first = 0

    def copy(self) -> Self:
        """An independent copy."""
        other = type(self)(self.options)
        other.rest = list(self.rest)
        other.opening = self.opening
        other.hands = [list(hand) for hand in self.hands]
        other.extras = list(self.extras)
        other.first = self.first
        return other

    @property
    def full(self) -> bool:
        """Whether all hands are dealt."""
        return len(self.hands[-1]) == HAND

    def outcomes(self) -> list[int]:
        """What can come next: a tile's number, or the seat that begins, each as likely as the others; none if all is
        dealt."""
        if self.options.wild_tiles and self.opening is None:
            return list(range(PLAIN, ALL))
        if not self.full or self.opening is None:
            return [tile for tile in self.rest if tile not in self.extras]
        return list(range(self.options.players)) if self.first is None else []

    def pick(self, number: int) -> None:
        """It comes."""
        if self.options.wild_tiles and self.opening is None:
            self.opening = number
            self.rest.remove(number)
        elif not self.full:
            self.rest.remove(number)
            next(hand for hand in self.hands if len(hand) < HAND).append(number)
        elif self.opening is None:
            self._pick_extra(number)
        else:
            self.first = number
        if self.full and self.opening is None and not any(tile in OPENING for tile in self.rest):
            self._begin()  # every three-coloured tile is in somebody's hand: all is dealt anew (C11)

    def _pick_extra(self, number: int) -> None:
        """Extras are drawn in turn until one is three-coloured; the others go back (C11)."""
        if number in OPENING:
            self.opening = number
            self.rest.remove(number)  # as a random seat drew the first extra, any seat may be its drawer
        else:
            self.extras.append(number)

    def text_of(self, number: int) -> str:
        """What comes, in words."""
        begins = self.full and self.opening is not None
        return f"seat {number + 1} begins" if begins else TILES[number]

    def state(self) -> State:
        """The game, when all is dealt; the bag's order is decided when somebody draws."""
        assert self.opening is not None
        assert self.first is not None
        kernel = Kernel(*self.options.kernel_config())
        kernel.deal(self.opening, self.hands, self.rest, self.first)
        return State(self.options, NO_SEED, kernel, [None], [])


class ChrominoChances(Chances):
    """Where chance comes into Chromino."""

    most_outcomes = ALL
    players = range(2, 9)
    parameters: Mapping[str, str | int] = {
        "first": 0, "draw_limit": 0, "draw_on": "", "draw_when_able": "", "hands": "", "scoring": "", "junior": "",
    }  # fmt: skip

    def dealing(self, options: CoreOptions) -> ChrominoDealing:
        """A new deal."""
        assert isinstance(options, Options)
        return ChrominoDealing(options)

    def draws(self, state: CoreState, action: Action) -> int:
        """How many tiles are drawn when an action is played (C14, C22, C23)."""
        assert isinstance(state, State)
        tiles = {Draw: 1, Spot: 1, Claim: 2}.get(type(action), 0)
        return min(tiles, state.kernel.bag_size)

    def bag(self, state: CoreState) -> list[int]:
        """What can be drawn."""
        assert isinstance(state, State)
        return sorted(state.kernel.bag_order())

    def put_on_top(self, state: CoreState, tiles: list[int]) -> None:
        """These are drawn next, the first of them first."""
        assert isinstance(state, State)
        kernel = state.kernel
        rest = [tile for tile in kernel.bag_order() if tile not in tiles]
        seats = [
            Seat(
                kernel.score[seat],
                kernel.drew[seat],
                kernel.called[seat],
                kernel.exposed[seat],
                kernel.stuck[seat],
                kernel.fresh[seat],
            )
            for seat in range(kernel.players)
        ]
        kernel.arrange(
            kernel.tiles(),
            [kernel.hand_of(seat) for seat in range(kernel.players)],
            rest + tiles[::-1],
            seats,
            kernel.known_tiles(),
            Progress(
                kernel.first,
                kernel.turn,
                kernel.held,
                kernel.draws,
                kernel.drawn,
                kernel.passes,
                kernel.stop,
                kernel.over,
                kernel.claim_seat,
                kernel.claim_tile,
            ),
        )

    def name_of(self, options: CoreOptions, number: int) -> str:
        """A tile's name."""
        return TILES[number]

    def option_text(self, name: str, value: str | int) -> str:
        """The text of an option. In a parameter, -1 is no limit: 0 is as the edition has it."""
        return "none" if (name, value) == ("draw_limit", -1) else str(value)
