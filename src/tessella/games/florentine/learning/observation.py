"""An observation of Florentine Dominoes, from a view alone."""

from tessella.core import Action, Generator
from tessella.core import Options as CoreOptions
from tessella.core import View as CoreView
from tessella.games.florentine.bots.moves import moves_of
from tessella.games.florentine.cards import COLOUR_NAMES, TRIANGLES, colour_of, has_gem, readings
from tessella.games.florentine.config import ALL, HAND, REACH
from tessella.games.florentine.deck import Deck
from tessella.games.florentine.learning.codes import ASIDE, BLACK_CARD, KEEP, PATCH_SIDE
from tessella.games.florentine.learning.codes import CARD_SEAT as SEAT
from tessella.games.florentine.learning.rows import RowFeatures
from tessella.games.florentine.notation import Aside, Black, Lay, Pass
from tessella.games.florentine.rules import Options
from tessella.games.florentine.sampling import sample
from tessella.games.florentine.view import STAGES, View
from tessella.learning.codes import COLUMNS, LAY, MOST_ACTIONS, NOTHING
from tessella.learning.layout import Field, Fields, Layout, Numbers, relative

SIDE = 2 * REACH - 1
"""The square (F10), without the cells around it."""


def layout(options: CoreOptions) -> Layout:
    """What an observation holds under these options."""
    assert isinstance(options, Options)
    players = options.players
    return Layout(
        (
            Field("turn", (1,), 0, players, "whose turn it is: 1 yours, 2 the next seat's, …; 0 the game is over"),
            Field("first", (1,), 1, players + 1, "who had the first turn, counted in the same way"),
            Field("stack", (1,), 0, ALL, "cards in the stack"),
            Field("stage", (1,), 0, len(STAGES), "0 cards from hands, 1 from the pool, 2 the black cards"),
            Field("fresh_deals", (1,), 0, ALL, "how often all hands were dealt anew"),
            Field("laid", (1,), 0, ALL, "cards on the board"),
            Field("hand", (ALL,), 0, HAND, "for each card of the deck, how many of it you hold"),
            Field("pool", (ALL,), 0, ALL, "for each card of the deck, how many of it lie aside, face up"),
            Field(
                "grid",
                (SIDE, SIDE, TRIANGLES),
                0,
                8,
                f"the cells from y = -{REACH - 1} to {REACH - 1}, in each row from x = -{REACH - 1} to {REACH - 1}, "
                "and of each the triangles north, east, south, west: 0 empty; 1 to 4 red, blue, green, ochre; 5 to 8 "
                "the same with a gem",
            ),
            Field(
                "board",
                (ALL, COLUMNS),
                -REACH,
                ALL,
                "each laid card in order: 1 + its number in the deck, how often it is turned, 0, x, y, who laid it; "
                "rows of 0 behind the last",
            ),
            Field(
                "legal",
                (MOST_ACTIONS, COLUMNS),
                -REACH,
                ALL,
                "each action: its kind (0 none, 2 lay, 3 put aside, 4 lay the black card, 5 pass), 1 + the card's "
                "number, how often it is turned, 0, x, y",
            ),
            Field(
                "seats",
                (players, SEAT),
                -REACH,
                4 * ALL,
                "each seat from yours on: its colour (1 to 4), cards held, gems in closed spaces, closed spaces, "
                "whether its turn for the black card is over, x and y of that card (0, 0: not laid)",
            ),
        )
    )


def row_fields(options: CoreOptions) -> Fields:
    """What describes a legal action that lays a card, black or not; the numbers of all other actions are 0."""
    assert isinstance(options, Options)
    gems = 4 * ALL
    return Fields(
        (
            Field("contacts", (1,), 0, TRIANGLES, "edges with which it meets another card"),
            Field("points", (1,), 0, gems, "the gems that you count more after it"),
            Field("others_points", (1,), 0, gems, "those that the others count more, all together"),
            Field(
                "patch",
                (PATCH_SIDE, PATCH_SIDE, TRIANGLES),
                0,
                8,
                "the cells round it, with its own in the middle as it is then, as in `grid`",
            ),
        )
    )


def encode_rows(view: CoreView, out: Numbers) -> None:
    """Write what each legal action would do into rows of zeros, the first into row 1."""
    assert isinstance(view, View)
    if view.turn is None or view.turn != view.seat:
        return
    state = sample(view, Generator(0))  # whichever is sampled: only what lies face up is looked at
    codes = moves_of(state, view.legal[: len(out) - 1])
    RowFeatures(view.options.kernel_config()).describe(state.kernel, codes, out)


def encode(view: CoreView, where: Layout, out: Numbers) -> None:
    """Write what a seat sees into an observation of zeros."""
    assert isinstance(view, View)
    assert view.seat is not None
    own, players, deck = view.seat, view.options.players, view.options.deck
    out[: where.start["hand"]] = (
        relative(view.turn, own, players),
        relative(view.first, own, players),
        view.stack,
        STAGES.index(view.stage),
        view.fresh_deals,
        len(view.board),
    )
    for name, cards in (("hand", view.hand), ("pool", view.pool)):
        for card in cards:
            out[where.start[name] + deck.index(card)] += 1
    grid = where.part(out, "grid")
    board = where.part(out, "board")
    for row, (lay, by) in enumerate(zip(view.board, view.laid_by, strict=True)):
        board[row] = (*placement_row(lay, deck), relative(by, own, players))
        grid[lay.y + REACH - 1, lay.x + REACH - 1] = [1 + colour_of(t) + 4 * has_gem(t) for t in lay.triangles]
    rows: list[tuple[int, ...]] = [(NOTHING, 0, 0, 0, 0, 0)]
    rows += [_row(action, deck) for action in view.legal[: where.actions - 1]]
    where.part(out, "legal")[: len(rows)] = rows
    seats = where.part(out, "seats")
    for number, seat in enumerate(view.seats):
        seats[relative(number, own, players) - 1] = (
            1 + COLOUR_NAMES.index(seat.colour),
            seat.count,
            seat.gems,
            seat.closed,
            seat.black_done,
            *(seat.black or (0, 0)),
        )


def placement_row(lay: Lay, deck: Deck) -> tuple[int, int, int, int, int]:
    """Card, how often it is turned, 0, x and y."""
    card = lay.card
    return 1 + deck.index(card), readings(card).index(lay.triangles), 0, lay.x, lay.y


def _row(action: Action, deck: Deck) -> tuple[int, ...]:
    """An action in numbers."""
    match action:
        case Lay():
            return LAY, *placement_row(action, deck)
        case Aside():
            return ASIDE, 1 + deck.index(action.card), 0, 0, 0, 0
        case Black():
            return BLACK_CARD, 0, 0, 0, action.x, action.y
        case Pass():
            return KEEP, 0, 0, 0, 0, 0
        case _:
            raise TypeError(f"{action!r} is no action of Florentine Dominoes")
