"""From a view to a full state that it could be a view of, so that bots can look ahead."""

from tessella.core import Generator
from tessella.core import View as CoreView
from tessella.core.validation import other_game
from tessella.games.chromino.config import NO_TILE, NOBODY, Progress, Seat
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.notation import DOWN
from tessella.games.chromino.state import State
from tessella.games.chromino.tiles import INDEX, PLAIN_TILES, TILES
from tessella.games.chromino.view import View

NO_SEED = ""
"""The seed of a sampled state, which was not dealt by one: it has no record."""


def sample(view: CoreView, rng: Generator) -> State:
    """A state that this view could be a view of: what the viewer cannot know is dealt at random.

    Who drew because nothing would fit held none of the tiles that did, and holds none of them now, unless they were
    taken since; that much is respected, as far as there are tiles to go round.
    """
    if not isinstance(view, View):
        raise other_game(view, "Chromino", "a view")
    kernel = Kernel(*view.options.kernel_config())
    hands = [[INDEX[tile] for tile in seat.known] for seat in view.seats]
    if view.seat is not None:
        hands[view.seat] = [INDEX[tile] for tile in view.hand]
    pool = _unseen(view, hands)
    rng.shuffle(pool)
    _arrange(kernel, view, hands, pool, NO_TILE)  # for now, to see what fits

    drawn = NO_TILE if view.drawn_tile is None else INDEX[view.drawn_tile]
    if view.draws and drawn == NO_TILE:
        assert view.turn is not None
        drawn = _imagine_drawn(view, kernel, pool)
        pool.remove(drawn)
        misfits = [tile for tile in pool if kernel.number_of_places(tile) == 0]
        unknown = view.held - len(hands[view.turn])  # of what it held before
        sure = view.draws - 1 + (unknown if _draw_was_forced(view) else 0)
        for tile in misfits[:sure]:
            pool.remove(tile)
        hands[view.turn] += misfits[:sure]
        others = view.seats[view.turn].count - len(hands[view.turn]) - 1
        hands[view.turn] += [pool.pop() for _ in range(others)]
        hands[view.turn].append(drawn)
    for number in sorted(range(len(hands)), key=lambda number: view.seats[number].stuck is None):
        _fill(hands[number], view, number, pool)
    _arrange(kernel, view, hands, pool, drawn)
    return State(view.options, NO_SEED, kernel, list(view.laid_by), [])


def _fill(hand: list[int], view: View, number: int, pool: list[int]) -> None:
    """Fill the hand of a seat. Only the tiles that it took since it was stuck may have fitted then."""
    seat = view.seats[number]
    lacking = seat.count - len(hand)
    if seat.stuck is not None and lacking > seat.fresh:
        past = Kernel(*view.options.kernel_config())
        past.arrange(_laid(view)[: seat.stuck], [], [], [], [], Progress(0, 0, 0))
        misfits = [tile for tile in pool if past.number_of_places(tile) == 0][: lacking - seat.fresh]
        for tile in misfits:
            pool.remove(tile)
        hand += misfits
        lacking -= len(misfits)
    hand += [pool.pop() for _ in range(lacking)]


def _laid(view: View) -> list[tuple[int, int, int, int, int]]:
    """The board as a kernel takes it."""
    laid = []
    for lay in view.board:
        tile = INDEX[lay.tile]
        laid.append((tile, int(lay.squares != TILES[tile]), int(lay.direction == DOWN), lay.x, lay.y))
    return laid


def _unseen(view: View, hands: list[list[int]]) -> list[int]:
    """The tiles whose place the viewer does not know."""
    size = len(TILES) if view.options.wild_tiles else len(PLAIN_TILES)
    seen = {INDEX[lay.tile] for lay in view.board} | {tile for hand in hands for tile in hand}
    return [tile for tile in range(size) if tile not in seen]


def _imagine_drawn(view: View, kernel: Kernel, pool: list[int]) -> int:
    """A tile that another seat may just have drawn, given that its turn goes on."""
    options = view.options
    for tile in pool:
        fits = kernel.number_of_places(tile) > 0
        if options.drawn_tile == "waits":
            possible = not fits  # or it would wait, and the turn be over
        else:
            possible = fits or (view.bag > 0 and view.draws != options.draw_limit)
        if possible:
            return tile
    raise ValueError("this is no view of a game: no tile can have been drawn")


def _draw_was_forced(view: View) -> bool:
    """Whether the seat on turn drew because it could lay nothing, not because it preferred to (C17, C23)."""
    assert view.turn is not None
    options = view.options
    if options.draw_when_able == "yes" or (options.claim and view.held == 1):
        return False
    # A last tile that was spotted meanwhile (C22) is overlooked here: that only makes the imagined hand a likelier one.
    others = [seat.count for number, seat in enumerate(view.seats) if number != view.turn]
    return not (options.draw_when_able == "last-tile-shown" and 1 in others)


def _arrange(kernel: Kernel, view: View, hands: list[list[int]], bag: list[int], drawn: int) -> None:
    """Load a kernel with what a view shows, and with these hands and this bag."""
    if view.options.hands == "open":  # all are seen, but only a last tile was shown
        known = [INDEX[seat.shown[0]] for seat in view.seats if seat.count == 1]
    else:
        known = [INDEX[tile] for seat in view.seats for tile in seat.known]
    seats = [
        Seat(
            seat.score,
            seat.tiles_drawn,
            int(seat.called),
            int(seat.forgot),
            -1 if seat.stuck is None else seat.stuck,
            seat.fresh,
        )
        for seat in view.seats
    ]
    progress = Progress(
        first=view.first,
        turn=0 if view.turn is None else view.turn,
        held=view.held,
        draws=0 if drawn == NO_TILE else view.draws,
        drawn=drawn,
        passes=view.passes,
        stop=NOBODY if view.stop is None else view.stop,
        over=int(view.outcome is not None),
        claim_seat=NOBODY if view.claim is None else view.claim.seat,
        claim_tile=NO_TILE if view.claim is None else INDEX[view.claim.tile],
    )
    kernel.arrange(_laid(view), hands, bag, seats, known, progress)
