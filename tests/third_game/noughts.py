"""Noughts and crosses with hidden hands: a whole game in one file, as another package would bring it to Tessella.

N1: the nine cells a1 to c3 are cards; each of two players is dealt four, hidden, and one card is left. N2: on a turn a
player lays a card of the hand, which marks its cell; who began draws the last card after the first turn. N3: the first
with three marks in a row wins; if all cards are laid before, the players share the win.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from tessella.core import (
    Action,
    Event,
    Game,
    Generator,
    IllegalAction,
    NotationError,
    OptionError,
    Outcome,
    Playouts,
    Seat,
    Stream,
    random_action,
    seat_name,
    seed_text,
)
from tessella.core import Options as CoreOptions
from tessella.core import State as CoreState
from tessella.core import View as CoreView
from tessella.core.events import BaseEvent, Ended, Turn
from tessella.core.schema import Readers
from tessella.core.validation import is_number

CELLS = tuple(column + row for row in "123" for column in "abc")
LINES = [CELLS[i : i + 3] for i in (0, 3, 6)] + [CELLS[i::3] for i in range(3)] + [CELLS[::4], CELLS[2:7:2]]
PLAYERS, HAND = 2, 4


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """Lay a card: mark its cell."""

    cell: str

    def __str__(self) -> str:
        return self.cell


def parse(text: str) -> Lay:
    """Read an action."""
    if not isinstance(text, str) or not re.fullmatch("[abc][123]", text.strip()):
        raise NotationError(f"{text!r} is no cell; the cells are a1 to c3")
    return Lay(text.strip())


@dataclass(frozen=True, slots=True)
class Options(CoreOptions):
    """There is nothing to choose."""

    edition: str = "classic"
    players: int = PLAYERS

    def to_text(self) -> dict[str, str]:
        """Every choice by its name."""
        return {"edition": self.edition, "players": str(self.players)}


def read_options(texts: Mapping[str, str]) -> Options:
    """Options from their texts."""
    for name, wanted in Options().to_text().items():
        if texts.get(name, wanted) != wanted:
            raise OptionError(f"{name} is {wanted}, not {texts[name]!r}")
    unknown = set(texts) - set(Options().to_text())
    if unknown:
        raise OptionError(f"there is no option {min(unknown)!r}; the options are edition and players")
    return Options()


@dataclass(frozen=True, slots=True)
class Marked(BaseEvent):
    """A cell was marked (N2)."""

    seat: Seat
    cell: str

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} marks {self.cell}"


@dataclass(frozen=True, slots=True)
class Drew(BaseEvent):
    """The last card was drawn (N2); only its owner sees it."""

    reveals = True

    seat: Seat
    card: str | None = field(repr=False)

    def seen_by(self, seat: int | None) -> "Drew":
        """With the card for its owner alone."""
        return self if seat == self.seat else replace(self, card=None)

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} draws the last card"


@dataclass(frozen=True, slots=True)
class View(CoreView):
    """What one seat, or a spectator, may know."""

    game: ClassVar[str] = "noughts"
    readers: ClassVar[Readers] = {Action: parse, Lay: parse, Options: read_options}

    seat: Seat | None
    options: Options
    board: tuple[Lay, ...]
    laid_by: tuple[Seat, ...]
    hand: tuple[str, ...]
    stack: int
    """How many cards nobody holds: 1 or 0."""
    turn: Seat | None
    legal: tuple[Action, ...]
    outcome: Outcome | None

    def __str__(self) -> str:
        marks = dict(zip((lay.cell for lay in self.board), self.laid_by, strict=True))
        rows = [
            "".join("·" if cell not in marks else "XO"[marks[cell]] for cell in CELLS[i : i + 3]) for i in (0, 3, 6)
        ]
        return "\n".join([f"{seat_name(self.seat)} sees:", *rows, f"hand: {' '.join(self.hand)}", f"turn: {self.turn}"])


class State(CoreState):
    """A game under way."""

    options: Options

    def __init__(self, options: Options, seed: str, hands: Sequence[Sequence[str]], stack: Sequence[str]) -> None:
        self.options = options
        self.seed = seed
        self.hands = [sorted(hand) for hand in hands]
        self.stack = list(stack)
        self.history: list[tuple[int, Action]] = []

    @classmethod
    def new(cls, options: Options, seed: str | int | None = None) -> "State":
        """Deal by the seed."""
        text = seed_text(seed)
        cards = list(CELLS)
        Stream(text).shuffle(cards)
        return cls(options, text, [cards[:HAND], cards[HAND : 2 * HAND]], cards[2 * HAND :])

    def copy(self) -> "State":
        """An independent copy."""
        other = State(self.options, self.seed, self.hands, self.stack)
        other.history = list(self.history)
        return other

    @property
    def marks(self) -> list[set[str]]:
        """The cells that each seat has marked."""
        return [{str(action) for seat, action in self.history if seat == own} for own in range(PLAYERS)]

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on (N3)."""
        longest = [max(len(marks & set(line)) for line in LINES) for marks in self.marks]
        if 3 in longest:
            return Outcome((longest.index(3),), "three in a row", "longest row", tuple(longest))
        if len(self.history) == len(CELLS):
            return Outcome((0, 1), "all cells are marked", "longest row", tuple(longest))
        return None

    @property
    def turn(self) -> int | None:
        """Whose turn it is."""
        return None if self.outcome is not None else len(self.history) % PLAYERS

    def legal(self, seat: int) -> list[Action]:
        """Every card of the hand, on turn."""
        self._check_seat(seat)
        return [Lay(card) for card in self.hands[seat]] if seat == self.turn else []

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Play an action."""
        self._check_seat(seat)
        if not isinstance(action, Lay) or action.cell not in CELLS:
            raise NotationError(f"{action!r} is no action of this game")
        if seat != self.turn:
            raise IllegalAction("N2", "the game is over" if self.turn is None else f"{seat_name(self.turn)} is on turn")
        if action.cell not in self.hands[seat]:
            raise IllegalAction("N2", f"{action} is not in the hand of {seat_name(seat)}")
        self.hands[seat].remove(action.cell)
        self.history.append((seat, action))
        events: list[Event] = [Marked(seat, action.cell)]
        if self.stack:
            card = self.stack.pop()
            self.hands[seat] = sorted([*self.hands[seat], card])
            events.append(Drew(seat, card))
        outcome = self.outcome
        return [*events, Turn(1 - seat) if outcome is None else Ended(outcome)]

    def view(self, seat: int | None) -> View:
        """What a seat may know."""
        if seat is not None:
            self._check_seat(seat)
        return View(
            seat=seat,
            options=self.options,
            board=tuple(Lay(str(action)) for _, action in self.history),
            laid_by=tuple(by for by, _ in self.history),
            hand=() if seat is None else tuple(self.hands[seat]),
            stack=len(self.stack),
            turn=self.turn,
            legal=() if seat is None else tuple(self.legal(seat)),
            outcome=self.outcome,
        )

    def _check_seat(self, seat: int) -> None:
        if not is_number(seat):
            raise NotationError(f"{seat!r} is no seat")
        if not 0 <= seat < PLAYERS:
            raise IllegalAction("N1", f"there is no {seat_name(seat)}; the seats are 1 to {PLAYERS}")


def sample(view: View, rng: Generator) -> State:
    """A state that this view could be a view of: the cards that it does not show are dealt anew."""
    unseen = [card for card in CELLS if card not in view.hand and Lay(card) not in view.board]
    rng.shuffle(unseen)
    hands: list[Sequence[str]] = []
    for seat in range(PLAYERS):
        laid = view.laid_by.count(seat)
        size = HAND - laid + (seat == 0 and view.stack == 0)
        hands.append(view.hand if seat == view.seat else [unseen.pop() for _ in range(size)])
    state = State(view.options, "", hands, unseen)
    state.history = list(zip(view.laid_by, view.board, strict=True))
    return state


class Noughts(Game):
    """Noughts and crosses with hidden hands."""

    name = View.game
    title = "Noughts and Crosses"
    view_type = View
    event_types = (Marked, Drew, Turn, Ended)
    editions: Mapping[str, str] = {"classic": "the only one"}
    compiled = False
    writing = "An action is a cell, like b2."

    def options(self, edition: str = "classic", players: int = PLAYERS, **choices: Any) -> Options:
        """The only options there are."""
        return read_options(
            {"edition": edition, "players": str(players), **{name: str(choices[name]) for name in choices}}
        )

    def read_options(self, texts: Mapping[str, str]) -> Options:
        """Options from their texts."""
        return read_options(texts)

    def option_help(self) -> Mapping[str, str]:
        """What each option is about."""
        return {"edition": "classic", "players": "2"}

    def aim(self, options: CoreOptions) -> str:
        """What the game is about."""
        return "Mark three cells in a row."

    def new(self, options: CoreOptions, seed: str | int | None = None) -> State:
        """A game ready for its first turn."""
        assert isinstance(options, Options)
        return State.new(options, seed)

    def parse(self, text: str) -> Action:
        """Read an action."""
        return parse(text)

    def sample(self, view: CoreView, rng: Generator) -> State:
        """A state that this view could be a view of."""
        assert isinstance(view, View)
        return sample(view, rng)

    def playouts(self, options: CoreOptions, games: int, seed: int) -> Playouts:
        """Play random games."""
        rng, turns, choices = Generator(seed), 0, 0
        for number in range(games):
            state = self.new(options, f"{seed} {number}")
            while state.turn is not None:
                turns += 1
                choices += len(state.legal(state.turn))
                state.apply(*random_action(state, rng))
        return Playouts(games, turns, choices)


GAME = Noughts()
