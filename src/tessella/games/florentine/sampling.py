"""From a view to a full state that it could be a view of, so that bots can look ahead."""

from tessella.core import Generator
from tessella.core import View as CoreView
from tessella.core.validation import other_game
from tessella.games.florentine.cards import COLOUR_NAMES, card_of, readings
from tessella.games.florentine.config import ALL, HAND, KEPT, NOT_YET, Progress, cell_of
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.state import State
from tessella.games.florentine.tables import RIM_OUTSIDE
from tessella.games.florentine.view import STAGES, View

NO_SEED = ""
"""The seed of a sampled state, which was not dealt by one: it has no record."""
STACK = ALL - 4 * HAND
"""The stack after the deal, whatever the number of players (F5)."""


def sample(view: CoreView, rng: Generator) -> State:
    """A state that this view could be a view of: what the viewer cannot know is dealt at random.

    Right after the first card somebody can lay, or everybody would have got new cards (F11); that much is respected.
    """
    if not isinstance(view, View):
        raise other_game(view, "Florentine Dominoes", "a view")
    kernel = Kernel(*view.options.kernel_config())
    cards = _Cards(view)
    laid = []
    for lay in view.board:
        name = card_of(lay.triangles)
        laid.append((cards.take(name), readings(name).index(lay.triangles), lay.x, lay.y))
    pool = [cards.take(name) for name in view.pool]
    own = [cards.take(name) for name in view.hand]
    unseen = cards.rest()
    while True:
        rng.shuffle(unseen)
        stack = list(unseen)
        hands = [
            own if number == view.seat else [stack.pop() for _ in range(seat.count)]
            for number, seat in enumerate(view.seats)
        ]
        _arrange(kernel, view, laid, hands, stack, pool)
        if not _just_begun(view) or kernel.anybody_can_lay():
            return State(view.options, NO_SEED, kernel, list(view.laid_by), [])


class _Cards:
    """Gives out the numbers of a deck's cards by name; equal cards get different numbers."""

    def __init__(self, view: View) -> None:
        self.numbers: dict[str, list[int]] = {}
        for number, name in enumerate(view.options.deck):
            self.numbers.setdefault(name, []).append(number)

    def take(self, name: str) -> int:
        """A card of this name that was not taken yet."""
        if not self.numbers.get(name):
            raise ValueError(f"this is no view of a game: there are more cards {name} than in the deck")
        return self.numbers[name].pop(0)

    def rest(self) -> list[int]:
        """Those that were not taken."""
        return sorted(number for numbers in self.numbers.values() for number in numbers)


def _just_begun(view: View) -> bool:
    """Whether the first card is the last thing that happened, and the stack would have allowed a fresh deal (F11)."""
    size = HAND * view.options.players
    declined = STACK - 1 - size * view.fresh_deals - view.stack
    return len(view.board) == 1 and declined == 0 and view.stack >= size


def _arrange(
    kernel: Kernel,
    view: View,
    laid: list[tuple[int, int, int, int]],
    hands: list[list[int]],
    stack: list[int],
    pool: list[int],
) -> None:
    """Load a kernel with what a view shows, and with these hands and this stack."""
    black = []
    for seat in view.seats:
        if seat.black is not None:
            black.append(RIM_OUTSIDE.index(cell_of(*seat.black)))
        else:
            black.append(KEPT if seat.black_done else NOT_YET)
    progress = Progress(
        first=view.first,
        turn=0 if view.turn is None else view.turn,
        stage=STAGES.index(view.stage),
        over=int(view.outcome is not None),
        fresh_deals=view.fresh_deals,
    )
    colours = [COLOUR_NAMES.index(seat.colour) for seat in view.seats]
    kernel.arrange(laid, hands, stack, pool, colours, black, progress)
