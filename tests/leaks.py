"""What every game's leak tests share: whatever anybody can read, and whether it names something hidden from them."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator

from tessella.core import Action, Event, Game, Generator, State, TessellaError
from tessella.testkit import Step, Walk, play


class Ledger(ABC):
    """What each seat may know, kept by the rules and not by the engine: it looks at the hands as a dealer would.

    What was seen once is known for good.
    """

    def __init__(self, state: State) -> None:
        self.public: set[str] = set()
        self.own: list[set[str]] = [set() for _ in range(state.options.players)]
        self.note(state)

    @abstractmethod
    def note(self, state: State) -> None:
        """Add what can be seen now to `public`, and to `own` of each seat."""

    @abstractmethod
    def mentioned(self, text: str) -> set[str]:
        """The pieces named in a text."""

    @abstractmethod
    def attempts(self, state: State, rng: Generator) -> Iterator[Action]:
        """Things that somebody may try in order to learn something, most of them illegal."""

    def known_to(self, seat: int | None) -> set[str]:
        """What a seat, or a spectator, may know."""
        return self.public if seat is None else self.public | self.own[seat]


def everyone(state: State) -> list[int | None]:
    """All seats, and a spectator."""
    return [*range(state.options.players), None]


def texts_of_view(state: State, seat: int | None) -> list[str]:
    """Whatever can be read in a view."""
    view = state.view(seat)
    return [str(view), repr(view), json.dumps(view.to_json()), *(f"{action} {action!r}" for action in view.legal)]


def texts_of_events(happened: list[Event], seat: int | None) -> list[str]:
    """Whatever a seat can read in events."""
    seen = [event.seen_by(seat) for event in happened]
    return [text for event in seen for text in (event.describe(), str(event), repr(event), json.dumps(event.to_json()))]


def refusal(state: State, seat: int, action: Action) -> str | None:
    """All the text of the error that an attempt gets; None if it is legal, and then it is not played."""
    if action in state.legal(seat):
        return None
    try:
        state.apply(seat, action)
    except TessellaError as error:
        return f"{error} {error!r} {error.args} {vars(error)} {error.__cause__!r} {error.__context__!r}"
    raise AssertionError(f"{action} of {seat} is not listed and was played")


def require_no_leak(step: Step, ledger: Ledger, rng: Generator) -> None:
    """Nothing that anybody gets names a piece that is hidden from them."""
    state = step.state
    ledger.note(state)
    for seat in everyone(state):
        for text in texts_of_view(state, seat) + texts_of_events(step.events, seat):
            hidden = ledger.mentioned(text) - ledger.known_to(seat)
            assert not hidden, f"{seat} learns of {hidden}: {text}"
    for event in step.events:  # as it is, it may end up in a log
        hidden = ledger.mentioned(f"{event} {event!r}") - ledger.public
        assert not hidden, f"{hidden} can be read in {event!r}"
    for seat in {state.turn or 0, rng.below(state.options.players)}:
        for action in ledger.attempts(state, rng):
            refused = refusal(state, seat, action) or ""
            hidden = ledger.mentioned(refused) - ledger.mentioned(str(action)) - ledger.known_to(seat)
            assert not hidden, f"{seat} tries {action} and learns of {hidden}: {refused}"


def require_no_leaks_of(game: Game, ledger_of: type[Ledger], walk: Walk) -> None:
    """A whole walk without a leak."""
    ledger, rng = ledger_of(game.new(walk.options, walk.seed)), Generator(walk.seed)
    for ply, step in enumerate(play(game, walk)):
        if step.events or ply == 0:
            require_no_leak(step, ledger, rng)


def require_one_look(state: State, other: State, seat: int | None, ledger: Ledger, rng: Generator) -> None:
    """Whatever the seat looks at or tries, in both worlds it gets the same."""
    for text, text_there in zip(texts_of_view(state, seat), texts_of_view(other, seat), strict=True):
        assert text == text_there, f"{seat} can tell two worlds apart: {text} and {text_there}"
    if seat is None:
        return
    assert state.legal(seat) == other.legal(seat)
    for action in ledger.attempts(state, rng):
        assert refusal(state, seat, action) == refusal(other, seat, action), f"{seat} tries {action}"


def require_one_future(state: State, other: State, seat: int, actions: list[Action]) -> None:
    """After actions that reveal nothing new, the seat still cannot tell two worlds apart, until the end shows them."""
    for action in actions:
        one, two = state.copy(), other.copy()
        assert texts_of_events(one.apply(seat, action), seat) == texts_of_events(two.apply(seat, action), seat)
        if one.outcome is not None:
            continue
        assert texts_of_view(one, seat) == texts_of_view(two, seat), f"after {action} of {seat}"
