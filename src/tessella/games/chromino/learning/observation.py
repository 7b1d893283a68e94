"""An observation of Chromino, from a view alone."""

from tessella.core import Action, Generator
from tessella.core import Options as CoreOptions
from tessella.core import View as CoreView
from tessella.games.chromino.learning.codes import (
    CALL,
    CLAIM,
    DRAW,
    MOST_PLAIN_ACTIONS,
    PASS,
    PATCH_ACROSS,
    PATCH_ALONG,
    PATCH_MARGIN,
    ROW_OTHER,
    SPOT,
)
from tessella.games.chromino.learning.codes import TILE_REACH as REACH
from tessella.games.chromino.learning.codes import TILE_SEAT as SEAT
from tessella.games.chromino.learning.codes import TILE_SIDE as SIDE
from tessella.games.chromino.learning.rows import RowFeatures
from tessella.games.chromino.notation import DOWN, Call, Claim, Draw, Lay, Pass, Spot
from tessella.games.chromino.rules import Options
from tessella.games.chromino.sampling import sample
from tessella.games.chromino.tables import colour_of
from tessella.games.chromino.tiles import INDEX, TILES
from tessella.games.chromino.view import View
from tessella.learning.codes import COLUMNS, LAY, MOST_ACTIONS, NOTHING, WAITING
from tessella.learning.layout import FAR, Field, Fields, Layout, Numbers, relative

HIGH = 32767


def layout(options: CoreOptions) -> Layout:
    """What an observation holds under these options."""
    assert isinstance(options, Options)
    players, tiles = options.players, len(TILES)
    most = MOST_PLAIN_ACTIONS if options.junior == "no" else MOST_ACTIONS
    return Layout(
        (
            Field("turn", (1,), 0, players, "whose turn it is: 1 yours, 2 the next seat's, …; 0 the game is over"),
            Field("first", (1,), 1, players + 1, "who had the first turn, counted in the same way"),
            Field("bag", (1,), 0, tiles, "tiles in the bag"),
            Field("held", (1,), 0, tiles, "tiles that the seat on turn held when its turn began"),
            Field("draws", (1,), 0, tiles, "tiles it has drawn since"),
            Field("drawn_tile", (1,), 0, tiles, "the last of them, if you may see it: 1 + its number in the set"),
            Field("passes", (1,), 0, players, "turns passed in a row"),
            Field("stop", (1,), 0, players, "the seat before whose turn the game ends; 0 not yet known"),
            Field("claim_seat", (1,), 0, players, "the seat that could have laid its last tile and drew"),
            Field("claim_tile", (1,), 0, tiles, "that tile: 1 + its number"),
            Field("laid", (1,), 0, tiles, "tiles on the board"),
            Field("hand", (tiles,), 0, 1, "for each tile of the set, whether you hold it"),
            Field(
                "grid",
                (SIDE, SIDE),
                0,
                6,
                f"the squares from y = -{REACH} to {REACH}, and in each row from x = -{REACH} to {REACH}: "
                "0 empty; 1 to 5 blue, green, red, yellow, purple; 6 wild",
            ),
            Field(
                "board",
                (tiles, COLUMNS),
                -FAR,
                FAR,
                "each laid tile in order: 1 + its number, whether it is turned round, its direction (0 right, 1 down), "
                "x and y of its first square, who laid it (0 nobody); rows of 0 behind the last",
            ),
            Field(
                "legal",
                (most, COLUMNS),
                -FAR,
                FAR,
                "each action: its kind (0 none, 1 wait, 2 lay, 3 draw, 4 pass, 5 call, 6 spot, 7 claim), 1 + the "
                "tile's number (spot: the seat), whether it is turned round, its direction, x, y",
            ),
            Field(
                "seats",
                (players, SEAT + tiles),
                0,
                HIGH,
                "each seat from yours on: tiles held, points, tiles drawn, whether it called, whether it forgot to, 1 "
                "+ the tiles laid when it last had nothing to lay (0: never), tiles taken since; then for each tile "
                "of the set whether it is known to be held there",
            ),
        )
    )


def row_fields(options: CoreOptions) -> Fields:
    """What describes a legal action that lays a tile; the numbers of all other actions are 0."""
    assert isinstance(options, Options)
    tiles = len(TILES)
    return Fields(
        (
            Field("contacts", (1,), 0, 8, "squares that it touches"),
            Field("points", (1,), 0, HIGH, "what it scores; 0 where points do not count"),
            Field("places", (1,), 0, HIGH, "in how many ways this tile can be laid now"),
            Field("own_fit", (1,), 0, tiles, "your other tiles that would fit somewhere after it"),
            Field("own_spare", (1,), 0, tiles, "those of them that would fit in two ways or more"),
            Field("unseen_fit", (1,), 0, tiles, "tiles you have not seen that would fit somewhere after it"),
            Field(
                "others_fit",
                (options.players - 1, ROW_OTHER),
                0,
                tiles,
                "each other seat from the next one on: tiles it is known to hold that would fit; unseen tiles that it "
                "may have held when it last had nothing to lay (all, if it has taken all its tiles since); those of "
                "them that would fit",
            ),
            Field(
                "patch",
                (PATCH_ACROSS, PATCH_ALONG),
                0,
                6,
                f"the squares up to {PATCH_MARGIN} away, in rows along the tile, with the tile in the middle, as in "
                "`grid`",
            ),
        )
    )


def encode_rows(view: CoreView, out: Numbers) -> None:
    """Write what each legal action would do into rows of zeros, the first into row 1."""
    assert isinstance(view, View)
    if view.turn is None or view.turn != view.seat:
        return
    kernel = sample(view, Generator(0)).kernel  # whichever is sampled: only what the seat knows is looked at
    features = RowFeatures(view.options.kernel_config().mode, view.options.hands == "open")
    features.describe(kernel, kernel.moves()[: len(out) - 1], out)


def encode(view: CoreView, where: Layout, out: Numbers) -> None:
    """Write what a seat sees into an observation of zeros."""
    assert isinstance(view, View)
    assert view.seat is not None
    own, players = view.seat, view.options.players
    out[: where.start["hand"]] = (
        relative(view.turn, own, players),
        relative(view.first, own, players),
        view.bag,
        view.held,
        view.draws,
        tile_number(view.drawn_tile),
        view.passes,
        relative(view.stop, own, players),
        relative(None if view.claim is None else view.claim.seat, own, players),
        tile_number(None if view.claim is None else view.claim.tile),
        len(view.board),
    )
    hand = where.start["hand"]
    for tile in view.hand:
        out[hand + INDEX[tile]] = 1
    grid = where.part(out, "grid")
    board = where.part(out, "board")
    for row, (lay, by) in enumerate(zip(view.board, view.laid_by, strict=True)):
        board[row] = (*placement_row(lay), relative(by, own, players))
        for x, y, letter in lay.cells():
            if max(abs(x), abs(y)) <= REACH:
                grid[y + REACH, x + REACH] = 1 + colour_of(letter)
    rows: list[tuple[int, ...]] = [(NOTHING if view.turn in (own, None) or not view.legal else WAITING, 0, 0, 0, 0, 0)]
    rows += [_row(action, own, players) for action in view.legal[: where.actions - 1]]
    where.part(out, "legal")[: len(rows)] = rows
    seats = where.part(out, "seats")
    for number, seat in enumerate(view.seats):
        numbers = seats[relative(number, own, players) - 1]
        stuck = 0 if seat.stuck is None else 1 + seat.stuck
        numbers[:SEAT] = (seat.count, seat.score, seat.tiles_drawn, seat.called, seat.forgot, stuck, seat.fresh)
        for tile in seat.known:
            numbers[SEAT + INDEX[tile]] = 1


def tile_number(tile: str | None) -> int:
    """1 + its number in the set; 0 for none."""
    return 0 if tile is None else 1 + INDEX[tile]


def placement_row(lay: Lay) -> tuple[int, int, int, int, int]:
    """Tile, whether it is turned round, direction, x and y."""
    tile = INDEX[lay.tile]
    return 1 + tile, int(lay.squares != TILES[tile]), int(lay.direction == DOWN), lay.x, lay.y


def _row(action: Action, own: int, players: int) -> tuple[int, ...]:
    """An action in numbers."""
    match action:
        case Lay():
            return LAY, *placement_row(action)
        case Claim():
            return CLAIM, *placement_row(action.lay)
        case Spot():
            return SPOT, relative(action.seat, own, players), 0, 0, 0, 0
        case Draw():
            return DRAW, 0, 0, 0, 0, 0
        case Pass():
            return PASS, 0, 0, 0, 0, 0
        case Call():
            return CALL, 0, 0, 0, 0, 0
        case _:
            raise TypeError(f"{action!r} is no action of Chromino")
