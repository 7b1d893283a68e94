"""Sets up any position of Florentine Dominoes for a test."""

from tessella.core import Action, Event
from tessella.games import florentine
from tessella.games.florentine.cards import COLOUR_NAMES, card_of, readings
from tessella.games.florentine.config import NOT_YET, Progress
from tessella.games.florentine.deck import CARDS, check_deck
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.notation import parse_lay
from tessella.games.florentine.view import STAGES

FILLER = "rrrr"
"""What a deck is filled up with; these cards are out of the game."""

CROSS = (
    "rbgo@0,0 oorr@0,-1 brob@0,-2 rgbg@0,-3 gogb@1,0 brro@2,0 oobr@3,0 "
    "gorr@0,1 robo@0,2 bgrg@0,3 bogo@-1,0 rogo@-2,0 bogr@-3,0"
)
"""A complete cross without gems, in the order of laying."""


def table(
    *hands: str,
    stack: str = "",
    aside: str = "",
    board: str = "",
    turn: int = 0,
    first: int = 0,
    stage: str = "hands",
    colours: str = "red blue green ochre",
) -> florentine.State:
    """A game with these hands, each a text of cards; the first card of the stack is the next one drawn.

    The deck is made of the cards that are named, so they can be any cards.
    """
    lays = [parse_lay(text) for text in board.split()]
    named = [*(lay.card for lay in lays), *(card_of(card) for text in (*hands, stack, aside) for card in text.split())]
    deck = check_deck(named + [FILLER] * (CARDS - len(named)))
    seats = tuple(colours.split()[: len(hands)])
    options = florentine.options("classic", len(hands), deck=deck, colours=seats)
    free: dict[str, list[int]] = {}
    for number, card in enumerate(deck):
        free.setdefault(card, []).append(number)

    def numbers(cards: str) -> list[int]:
        return [free[card_of(card)].pop(0) for card in cards.split()]

    laid = [(numbers(lay.card)[0], readings(lay.card).index(lay.triangles), lay.x, lay.y) for lay in lays]
    kernel = Kernel(*options.kernel_config())
    kernel.arrange(
        laid,
        [numbers(hand) for hand in hands],
        numbers(stack)[::-1],
        numbers(aside),
        [COLOUR_NAMES.index(colour) for colour in seats],
        [NOT_YET] * len(hands),
        Progress(first, turn, STAGES.index(stage)),
    )
    return florentine.State(options, "", kernel, [0] * len(laid), [])


def do(state: florentine.State, *actions: str) -> list[Event]:
    """Play actions as a record writes them, `1 aside RRbg`; returns what the last one brought about."""
    happened: list[Event] = []
    for line in actions:
        seat, _, text = line.partition(" ")
        happened = state.apply(int(seat) - 1, florentine.parse(text))
    return happened


def may(state: florentine.State, seat: int) -> list[str]:
    """What a seat (from 1) may do, as texts."""
    return [str(action) for action in state.legal(seat - 1)]


def kinds(state: florentine.State, seat: int) -> set[type[Action]]:
    """The kinds of action that a seat (from 1) may take."""
    return {type(action) for action in state.legal(seat - 1)}


def held(state: florentine.State, seat: int) -> list[str]:
    """A seat's hand."""
    return list(state.view(seat - 1).hand)


def places(state: florentine.State) -> set[tuple[int, int]]:
    """Where the seat on turn may lay a card."""
    assert state.turn is not None
    return {(lay.x, lay.y) for lay in state.legal(state.turn) if isinstance(lay, florentine.Lay)}
