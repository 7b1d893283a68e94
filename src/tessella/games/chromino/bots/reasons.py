"""What speaks for an action in Chromino, in facts that its player could check on the board."""

from tessella.bots.contract import Fact
from tessella.core import Action, Generator, View, seat_number
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.notation import Call, Claim, Draw, Lay, Pass, Spot
from tessella.games.chromino.sampling import sample
from tessella.games.chromino.state import State
from tessella.games.chromino.tiles import INDEX, TILES, WILD
from tessella.games.chromino.view import View as ChrominoView

CODES = (
    "call",
    "spot",
    "claim",
    "draws-anyway",
    "nothing-fits",
    "last-tile",
    "blocks",
    "most-points",
    "only-place",
    "hardest",
    "fewest-places",
    "keeps-wild",
    "all-fit",
    "points",
)
"""The facts there are."""


def reasons(view: View, action: Action, rng: Generator) -> list[Fact]:
    """What speaks for an action of the seat on turn, the most important first."""
    assert isinstance(view, ChrominoView)
    match action:
        case Call():
            return [Fact("call")]
        case Spot(seat):
            return [Fact("spot", {"seat": seat_number(seat)})]
        case Claim():
            assert view.claim is not None
            return [Fact("claim", {"seat": seat_number(view.claim.seat)})]
        case Draw() | Pass():
            able = any(isinstance(other, Lay) for other in view.legal)
            return [Fact("draws-anyway" if able else "nothing-fits")]
        case Lay():
            return _reasons_to_lay(view, action, sample(view, rng))
    return []


def _reasons_to_lay(view: ChrominoView, lay: Lay, state: State) -> list[Fact]:
    """What speaks for laying a tile. Of the sampled state only the board is used, which everybody sees."""
    before, after = state.kernel, _after(state, view, lay)
    rest = [tile for tile in view.hand if tile != lay.tile]
    facts = [Fact("last-tile")] if not rest else []
    facts += _blocked(view, before, after)
    points = {place.lay: place.points for place in view.places}
    most = len(points) > 1 and points[lay] > min(points.values()) and points[lay] == max(points.values())
    facts += [Fact("most-points", {"n": points[lay]})] if most else []
    facts += _hard_to_place(lay, rest, before)
    facts += _few_places(view, lay, state)
    if WILD not in lay.squares and any(WILD in tile for tile in rest):
        facts.append(Fact("keeps-wild"))
    if len(rest) > 1 and all(after.number_of_places(INDEX[tile]) for tile in rest):
        facts.append(Fact("all-fit", {"n": len(rest)}))
    return facts + ([Fact("points", {"n": points[lay]})] if points[lay] and not most else [])


def _after(state: State, view: ChrominoView, lay: Lay) -> Kernel:
    """The game after a tile was laid."""
    assert view.seat is not None
    later = state.copy()
    later.apply(view.seat, lay)
    kernel: Kernel = later.kernel
    return kernel


def _blocked(view: ChrominoView, before: Kernel, after: Kernel) -> list[Fact]:
    """The seats whose last tile, face up, fitted somewhere and does no longer."""
    last = [(number, seat.shown[0]) for number, seat in enumerate(view.seats) if seat.count == 1 == len(seat.shown)]
    return [
        Fact("blocks", {"seat": seat_number(number)})
        for number, tile in last
        if number != view.seat and before.number_of_places(INDEX[tile]) and not after.number_of_places(INDEX[tile])
    ]


def _hard_to_place(lay: Lay, rest: list[str], before: Kernel) -> list[Fact]:
    """Whether the tile fits in fewer places than every other one in the hand that fits at all."""
    places = before.number_of_places(INDEX[lay.tile])
    others = [count for tile in rest if (count := before.number_of_places(INDEX[tile]))]
    if not others or places >= min(others):
        return []
    return [Fact("only-place")] if places == 1 else [Fact("hardest", {"n": places})]


def _few_places(view: ChrominoView, lay: Lay, state: State) -> list[Fact]:
    """Whether it leaves fewer places for the tiles that the seat does not hold than every other lay would."""
    seen = {*view.hand, *(laid.tile for laid in view.board)}
    unseen = [number for number, tile in enumerate(TILES) if tile not in seen]
    lays = [action for action in view.legal if isinstance(action, Lay)]
    if len(view.seats) == 1 or len(lays) < 2 or not unseen:
        return []
    left = {other: sum(map(_after(state, view, other).number_of_places, unseen)) for other in lays}
    fewest = [other for other in lays if left[other] == min(left.values())]
    return [Fact("fewest-places")] if fewest == [lay] else []
