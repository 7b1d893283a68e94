"""A game of Chromino under way: asks the kernel what is legal, plays it, and tells what happened and who may know."""

from typing import Any

from tessella.core import Action, Event, IllegalAction, NotationError, Outcome, Stream, seat_name, seed_text
from tessella.core.kernel_state import KernelState
from tessella.core.validation import is_number, no_action
from tessella.games.chromino import events
from tessella.games.chromino.config import (
    AT_ONCE,
    DRAW_AGAIN,
    FINISH_ROUND,
    LAY_DRAWN,
    NO_TILE,
    NOBODY,
    START,
)
from tessella.games.chromino.deal import deal
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.moves import DRAW, TILE_SHIFT
from tessella.games.chromino.notation import DOWN, RIGHT, Call, Claim, Draw, Lay, Pass, Spot
from tessella.games.chromino.placing import why_not
from tessella.games.chromino.rules import Options
from tessella.games.chromino.tiles import INDEX, TILES, WILD, tile_of
from tessella.games.chromino.view import MissedTile, SeatView, View

SQUARES = tuple(squares for tile in TILES for squares in (tile, tile[::-1]))
"""Tile * 2 + way round: its squares as laid."""
DIRECTIONS = (RIGHT, DOWN)


class State(KernelState):
    """A game under way."""

    __slots__ = ()

    SEATS_CLAUSE = "C13"
    TURN_CLAUSE = "C13"

    options: Options
    kernel: Kernel
    laid_by: list[int | None]

    @classmethod
    def new(cls, options: Options, seed: str | int | None = None) -> "State":
        """A game ready for its first turn, dealt by the seed (None: a fresh secret one)."""
        seed = seed_text(seed)
        kernel = Kernel(*options.kernel_config())
        kernel.deal(*deal(options, Stream(seed)))
        return cls(options, seed, kernel, [None], [])

    # ---- what may be done ----

    def legal(self, seat: int) -> list[Action]:
        """What a seat may do now: its tiles in the order of the set, each from top to bottom, then all the rest."""
        self._check_seat(seat)
        kernel = self.kernel
        if kernel.over:
            return []
        actions: list[Action] = []
        if seat == kernel.turn:
            for code in kernel.moves():
                if code < DRAW:
                    tile = code >> TILE_SHIFT
                    y, x, direction, way = kernel.place_of(code)
                    actions.append(Lay(SQUARES[2 * tile + way], x, y, DIRECTIONS[direction]))
                else:
                    actions.append(Draw() if code == DRAW else Pass())
        if kernel.may_call(seat):
            actions.append(Call())
        exposed = kernel.exposed
        if any(exposed):
            actions += [Spot(other) for other in range(kernel.players) if other != seat and exposed[other]]
        if kernel.claim_seat not in (NOBODY, seat):
            tile = kernel.claim_tile
            for y, x, direction, way in kernel.places(tile):
                actions.append(Claim(Lay(SQUARES[2 * tile + way], x, y, DIRECTIONS[direction])))
        return actions

    # ---- doing it ----

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Play an action. An illegal one raises `IllegalAction` and changes nothing."""
        self._check_seat(seat)
        if self.kernel.over:
            raise IllegalAction(self._end_clause(), "the game is over")
        match action:
            case Lay():
                happened = self._lay(seat, action)
            case Draw():
                happened = self._draw(seat)
            case Pass():
                happened = self._pass(seat)
            case Call():
                happened = self._call(seat)
            case Spot():
                happened = self._spot(seat, action.seat)
            case Claim():
                happened = self._claim(seat, action.lay)
            case _:
                raise no_action(action, "Chromino")
        self.history.append((seat, action))
        return happened

    def _lay(self, seat: int, lay: Lay) -> list[Event]:
        kernel = self.kernel
        tile, way, direction = self._numbers(lay)
        self._check_turn(seat)
        hand = kernel.hand_of(seat)
        if tile not in hand:
            raise IllegalAction("C14", f"{lay.tile} is not in the hand of {seat_name(seat)}")
        if kernel.stage == DRAW_AGAIN:
            could = "draw again or pass" if kernel.may_pass() else "draw again"
            raise IllegalAction("C16", f"the drawn tile does not fit: {could}")
        if kernel.stage == LAY_DRAWN and tile != kernel.drawn:
            raise IllegalAction("C14", f"only the tile just drawn may be laid now: {TILES[kernel.drawn]}")
        if len(hand) == 1 and WILD in lay.squares and not self.options.wild_last:
            raise IllegalAction("C21", "a wild tile cannot be the last: draw, or pass if the bag is empty")
        self._check_fits(tile, way, direction, lay)
        before = kernel.score[seat]
        kernel.lay(hand.index(tile), way, direction, kernel.cell(lay.x, lay.y))
        self.laid_by.append(seat)
        happened: list[Event] = [events.Laid(seat, lay, kernel.score[seat] - before)]
        if kernel.hand_size[seat] == 1:
            happened.append(events.Shown(seat, TILES[kernel.hand_of(seat)[0]]))
        return happened + self._after(seat)

    def _draw(self, seat: int) -> list[Event]:
        kernel = self.kernel
        self._check_turn(seat)
        if not kernel.may_draw():
            if kernel.stage == LAY_DRAWN:
                raise IllegalAction("C14", f"the drawn tile fits: lay {TILES[kernel.drawn]}")
            if kernel.bag_size == 0:
                could = "lay a tile" if kernel.options_to_lay() else "pass"
                raise IllegalAction("C18", f"the bag is empty: {could}")
            raise IllegalAction("C17", "a player who can lay a tile must not draw: lay one")
        before = kernel.hand_size[seat]
        kernel.draw()
        return self._drawn(seat, before) + self._after(seat)

    def _pass(self, seat: int) -> list[Event]:
        kernel = self.kernel
        self._check_turn(seat)
        if kernel.options_to_lay():
            raise IllegalAction("C14", "a player who can lay a tile must not pass: lay one")
        if not kernel.may_pass():
            if kernel.stage == DRAW_AGAIN:
                raise IllegalAction("C16", "at this table a player who has drawn in vain must draw on: draw again")
            raise IllegalAction("C18", "a player can pass only if the bag is empty: draw")
        kernel.pass_turn()
        return [events.Passed(seat), *self._after(seat)]

    def _call(self, seat: int) -> list[Event]:
        if not self.options.call:
            raise IllegalAction("C22", f'"Chromino" is not to be said in the {self.options.edition} edition')
        if not self.kernel.may_call(seat):
            raise IllegalAction(
                "C22", '"Chromino" is said once, on laying the second last tile or later, before another spots it'
            )
        self.kernel.say(seat)
        return [events.Called(seat)]

    def _spot(self, seat: int, other: int) -> list[Event]:
        kernel = self.kernel
        if not (is_number(other) and 0 <= other < kernel.players):
            raise IllegalAction("C22", f"there is no such seat; the seats are 1 to {kernel.players}")
        if other == seat or not kernel.exposed[other]:
            raise IllegalAction(
                "C22", f'{seat_name(other)} has not forgotten to say "Chromino", or has laid or drawn a tile since'
            )
        before, turn = kernel.hand_size[other], kernel.turn
        kernel.spot(other)
        happened: list[Event] = [events.Spotted(other, seat)]
        return happened + self._drawn(other, before) + self._after(turn)

    def _claim(self, seat: int, lay: Lay) -> list[Event]:
        kernel = self.kernel
        tile, way, direction = self._numbers(lay)
        other = kernel.claim_seat
        if other == NOBODY:
            raise IllegalAction(
                "C23", "no seat has drawn instead of laying its last tile, or the next seat has played since"
            )
        if other == seat:
            raise IllegalAction("C23", "only the others can claim")
        if tile != kernel.claim_tile:
            raise IllegalAction("C23", f"the last tile of {seat_name(other)} was {TILES[kernel.claim_tile]}")
        self._check_fits(tile, way, direction, lay, claim=True)
        before, turn = kernel.hand_size[other], kernel.turn
        kernel.claim_missed()
        happened: list[Event] = [events.Claimed(other, seat, lay)]
        return happened + self._drawn(other, before) + self._after(turn)

    def _numbers(self, lay: Lay) -> tuple[int, int, int]:
        """A placement as numbers: tile, way round, direction. `NotationError` if there is no such thing."""
        if not isinstance(lay, Lay):
            raise NotationError(f"a claim names a placement, a Lay, not {lay!r}")
        if not (isinstance(lay.squares, str) and is_number(lay.x) and is_number(lay.y)):
            raise NotationError(f"{lay!r} is no placement: it takes a text and two whole numbers")
        tile = INDEX[tile_of(lay.squares)]
        if lay.direction not in DIRECTIONS:
            raise NotationError(f"{lay.direction!r} is no direction: a tile runs right (>) or down (v)")
        return tile, int(lay.squares != TILES[tile]), DIRECTIONS.index(lay.direction)

    def _check_fits(self, tile: int, way: int, direction: int, lay: Lay, claim: bool = False) -> None:
        self._check_near(lay.x, lay.y, "C23" if claim else "C5")
        if self.kernel.can_lay_at(tile, way, direction, lay.x, lay.y):
            return
        reason = why_not(self._board(), lay, self.options.junior)
        assert reason is not None, f"the kernel refuses {lay}, which fits"
        raise IllegalAction("C23" if claim else reason[0], f"{lay} does not fit: {reason[1]}")

    def _drawn(self, seat: int, before: int) -> list[Event]:
        """The tiles that a seat took into its hand."""
        tiles = self.kernel.hand_of(seat)[before:]
        return [events.Drew(seat, TILES[tile], self.options.hands == "open") for tile in tiles]

    def _after(self, turn: int) -> list[Event]:
        """What follows an action in this seat's turn: the end, another turn, or more of the same."""
        outcome = self.outcome
        if outcome is not None:
            return [events.Ended(outcome)]
        alone_again = self.kernel.players == 1 and self.kernel.stage == START
        if self.kernel.turn != turn or alone_again:
            return [events.Turn(self.kernel.turn)]
        return []

    # ---- what is known ----

    def view(self, seat: int | None) -> View:
        """What the seat (None: a spectator) may know."""
        view = self.views([seat])[0]
        assert isinstance(view, View)
        return view

    def _public_view(self) -> View:
        kernel = self.kernel
        known = frozenset(TILES[tile] for tile in kernel.known_tiles())
        return View(
            seat=None,
            options=self.options,
            board=self._board(),
            laid_by=tuple(self.laid_by),
            bag=kernel.bag_size,
            seats=self._seat_views(known),
            hand=(),
            first=kernel.first,
            turn=self.turn,
            held=kernel.held,
            draws=kernel.draws,
            drawn_tile=self._drawn_tile() if self.options.hands == "open" else None,
            passes=kernel.passes,
            stop=None if kernel.stop == NOBODY else kernel.stop,
            claim=None if kernel.claim_seat == NOBODY else MissedTile(kernel.claim_seat, TILES[kernel.claim_tile]),
            legal=(),
            outcome=self.outcome,
        )

    def _own_view(self, seat: int) -> dict[str, Any]:
        own: dict[str, Any] = {"hand": self._hand(seat), "legal": tuple(self.legal(seat))}
        return own | {"drawn_tile": self._drawn_tile()} if seat == self.kernel.turn else own

    def _drawn_tile(self) -> str | None:
        return TILES[self.kernel.drawn] if self.kernel.drawn != NO_TILE else None

    def _laid_since(self, pieces: int) -> list[Lay]:
        return [
            Lay(SQUARES[2 * tile + way], x, y, DIRECTIONS[direction])
            for tile, way, direction, x, y in self.kernel.tiles()[pieces:]
        ]

    def _hand(self, seat: int) -> tuple[str, ...]:
        return tuple([TILES[tile] for tile in sorted(self.kernel.hand_of(seat))])

    def _seat_views(self, known: frozenset[str]) -> tuple[SeatView, ...]:
        """What everybody knows of each seat. A hand is looked at only for what lies face up or was seen before.

        Once the game is over, all hands lie face up: the record, which is public then, holds them, too.
        """
        kernel = self.kernel
        is_open = self.options.hands == "open" or bool(kernel.over)
        # Each attribute is read once: reading one copies the whole array.
        counts, scores, drew, called = kernel.hand_size, kernel.score, kernel.drew, kernel.called
        exposed, stuck, fresh = kernel.exposed, kernel.stuck, kernel.fresh
        views = []
        for seat in range(kernel.players):
            count = counts[seat]
            seen = tuple([tile for tile in self._hand(seat) if is_open or tile in known]) if is_open or known else ()
            views.append(
                SeatView(
                    count=count,
                    shown=seen if is_open or count == 1 else (),
                    known=seen,
                    score=scores[seat],
                    tiles_drawn=drew[seat],
                    called=bool(called[seat]),
                    forgot=bool(exposed[seat]),
                    stuck=None if stuck[seat] < 0 else stuck[seat],
                    fresh=fresh[seat] if stuck[seat] >= 0 else 0,
                )
            )
        return tuple(views)

    # ---- the end ----

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""
        kernel = self.kernel
        if not kernel.over:
            return None
        won = winners(kernel)
        reason = "blocked" if kernel.stop == NOBODY else "last tile laid"
        if self.options.scoring != "none":
            return Outcome(won, reason, "points", tuple(kernel.score[: kernel.players]))
        if kernel.players == 1:
            return Outcome(won, reason, "tiles drawn", (kernel.drew[0],))
        return Outcome(won, reason, "tiles left", tuple(kernel.hand_size[: kernel.players]))

    def _end_clause(self) -> str:
        if self.kernel.stop == NOBODY:
            return "C27"
        return {FINISH_ROUND: "C24", AT_ONCE: "C26"}.get(self.kernel.ending, "C25")


def winners(kernel: Kernel) -> tuple[int, ...]:
    """The seats that have won a game that is over."""
    return tuple(seat for seat in range(kernel.players) if kernel.share_of(seat) > 0)
