"""The laws of the contract, as functions that raise `ConformanceError` if a game breaks one.

They use a game only through the contract (`tessella.core`). `check_game` plays through a game and checks all laws; each
can also be called by itself, on any state.
"""

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from tessella.core import (
    Action,
    Event,
    Game,
    Generator,
    IllegalAction,
    Json,
    NotationError,
    Options,
    Outcome,
    State,
    View,
    seat_name,
)
from tessella.games import GAMES
from tessella.record import Record, RecordError, parse
from tessella.testkit.strategies import Walk, choose, misspelt, play, readable

Pieces = Callable[[State], Counter[Hashable]]
"""Counts all pieces, wherever they are: the same at every ply."""

ENDLESS = 10_000
"""A game of random players with so many actions is taken to be endless."""
THOROUGH = 8
"""`check_game` checks the costly laws at every so many plies, and at the last."""
POOL = 60
"""The number of actions of earlier positions that are kept, to be tried where they are illegal."""
NO_ACTIONS = ("", " ", "\n", "\0", "no action", "1", "-", "é", "draw " * 50, "9" * 5000)


class ConformanceError(AssertionError):
    """A game breaks a law of the contract; the text says which, and where."""


def _require(condition: bool, text: str, *facts: object) -> None:
    if not condition:
        raise ConformanceError(text + "".join(f"\n  {fact}" for fact in facts))


class Snapshot(NamedTuple):
    """Everything observable of a state."""

    views: tuple[View, ...]
    """Every seat's, then a spectator's."""
    history: tuple[tuple[int, Action], ...]
    turn: int | None
    outcome: Outcome | None


def snapshot(state: State) -> Snapshot:
    """Everything observable of a state."""
    views = tuple(state.view(seat) for seat in _viewers(state))
    return Snapshot(views, tuple(state.history), state.turn, state.outcome)


def _viewers(state: State) -> list[int | None]:
    return [*range(state.options.players), None]


def _require_same(before: Snapshot, after: Snapshot, text: str) -> None:
    for one, other in zip(before.views, after.views, strict=True):
        _require(one == other, f"{text}: the view differs", one, other)
    _require(before == after, f"{text}: history, turn or outcome differs", before, after)


# ---- the laws of a position ----


def check_legal(state: State) -> None:
    """`legal` lists each action once, in an order that depends on the position alone; the game goes on or is over."""
    copy = state.copy()
    for seat in range(state.options.players):
        legal = state.legal(seat)
        _require(
            all(isinstance(action, Action) for action in legal), f"a legal action of {seat_name(seat)} is not an Action"
        )
        _require(len(set(legal)) == len(legal), f"an action is listed twice for {seat_name(seat)}", *map(str, legal))
        _require(legal == state.legal(seat), f"the legal actions of {seat_name(seat)} differ at a second call")
        _require(legal == copy.legal(seat), f"the legal actions of {seat_name(seat)} differ on a copy")
        _require(tuple(legal) == state.view(seat).legal, f"the view of {seat_name(seat)} lists other legal actions")
    _require(
        (state.turn is None) == (state.outcome is not None), "either a seat is on turn or there is an outcome, not both"
    )
    if state.turn is None:
        _require(not state.actors(), "the game is over, but a seat can act")
        return
    _require(0 <= state.turn < state.options.players, f"there is no {seat_name(state.turn)}")
    _require(bool(state.legal(state.turn)), f"{seat_name(state.turn)} is on turn without a legal action")
    _require(state.actors()[0] == state.turn, "the seat on turn is not the first that can act")
    _require(not state.view(None).legal, "a spectator can act")


def check_notation(game: Game, state: State) -> None:
    """An action's text is one line that reads back as the same action, and other texts raise `NotationError`."""
    for seat in range(state.options.players):
        for action in state.legal(seat):
            text = str(action)
            _require(
                text.isprintable() and text == text.strip() and "#" not in text,
                f"{text!r} cannot be written in a record",
            )
            again = game.parse(text)
            _require(again == action and hash(again) == hash(action), f"{text!r} reads back as {again!r}", repr(action))
            _require(str(again) == text, f"{text!r} reads back as {str(again)!r}")
    for text in NO_ACTIONS:
        _require(not readable(game, [text]), f"{text!r} is read as an action")


def check_applies(state: State, numbers: Sequence[int] | None = None) -> None:
    """Every legal action applies on a copy, is added to the history, and gives valid events; the original is unchanged.

    With `numbers`, only the actions that `choose` gives for them are tried.
    """
    if state.turn is None:
        return
    before = snapshot(state)
    moves = [(seat, action) for seat in state.actors() for action in state.legal(seat)]
    for seat, action in moves if numbers is None else [choose(state, number) for number in numbers]:
        copy = state.copy()
        try:
            events = copy.apply(seat, action)
        except (IllegalAction, NotationError) as error:
            raise ConformanceError(
                f"{action} is listed as legal for {seat_name(seat)}, but refused: {error}"
            ) from error
        _require(copy.history == [*state.history, (seat, action)], f"{action} is not what was added to the history")
        check_events(copy, events)
        _require_same(before, snapshot(state), f"{action} on a copy changed the original")


def check_refuses(state: State, actions: Iterable[Action]) -> None:
    """An action that is not legal raises `IllegalAction` (or `NotationError`) with a reason, and changes nothing."""
    before = snapshot(state)
    for action in actions:
        for seat in (*range(state.options.players), -1, state.options.players, 10**9):
            if 0 <= seat < state.options.players and action in state.legal(seat):
                continue
            try:
                state.apply(seat, action)
            except IllegalAction as error:
                _require(bool(error.clause and error.reason), f"{action} is refused without a clause and a reason")
            except NotationError as error:
                _require(bool(str(error)), f"{action} is refused without a reason")
            else:
                raise ConformanceError(f"{action} is not listed as legal for {seat_name(seat)}, but was applied")
            _require(len(state.history) == len(before.history), f"{action} was refused, but is in the history")
    _require_same(before, snapshot(state), "a refused action changed the state")


def check_views(state: State) -> None:
    """Each view is of its seat, the same at every call, and can be written as text and as JSON."""
    copy = state.copy()
    for seat in _viewers(state):
        view = state.view(seat)
        _require(view.seat == seat, f"the view of {seat} is of {view.seat}")
        _require(view == state.view(seat), f"the view of {seat} differs at a second call", view)
        _require(view == copy.view(seat), f"the view of {seat} differs on a copy", view, copy.view(seat))
        _require((view.turn, view.outcome) == (state.turn, state.outcome), f"{seat} sees another turn or outcome")
        _require(bool(str(view)), f"the view of {seat} has no text")
        _require_json(view.to_json(), f"the view of {seat}")
        _require(type(view).from_json(view.to_json()) == view, f"the view of {seat} reads back from JSON as another")


def check_events(state: State, events: Iterable[Event]) -> None:
    """Each event has a text, and JSON for each seat; what a seat sees of it is unchanged when seen again."""
    for event in events:
        _require(bool(str(event)), f"an event has no text: {event!r}")
        for seat in _viewers(state):
            seen = event.seen_by(seat)
            _require(bool(seen.describe()), f"{event} has no text for {seat}")
            _require_json(seen.to_json(), f"{event} as {seat} sees it")
            _require(
                seen.seen_by(seat).to_json() == seen.to_json(),
                f"{event}: {seat} sees something else when it is seen again",
            )


def _require_json(value: Json, what: str) -> None:
    _require(json.loads(json.dumps(value)) == value, f"{what} is not JSON", value)


def check_copy(state: State, numbers: Sequence[int]) -> None:
    """Copies behave alike, and a change of one does not affect another."""
    before = snapshot(state)
    one, other = state.copy(), state.copy()
    _require_same(before, snapshot(one), "a copy differs from its original")
    for number in numbers:
        if one.turn is None:
            break
        seat, action = choose(one, number)
        events = [_events_seen(copy, copy.apply(seat, action)) for copy in (one, other)]
        _require(events[0] == events[1], f"{action}: two copies give different events", *events)
        _require_same(snapshot(one), snapshot(other), f"{action}: two copies differ")
    _require_same(before, snapshot(state), "playing a copy changed the original")


def _events_seen(state: State, events: Sequence[Event]) -> list[list[Json]]:
    """The events as each seat and a spectator see them."""
    return [[event.seen_by(seat).to_json() for event in events] for seat in _viewers(state)]


def check_sample(game: Game, view: View, options: Options, rng: Generator) -> None:
    """A sampled state has exactly this view, and can be played to an end."""
    state = game.sample(view, rng)
    _require(state.options == options, "a sampled state has other options")
    again = state.view(view.seat)
    _require(again == view, "a sampled state gives another view", view, again)
    if view.seat is not None:
        _require(tuple(state.legal(view.seat)) == view.legal, "a sampled state has other legal actions")
    for _ in range(ENDLESS):
        if state.turn is None:
            return
        seats = state.actors()
        _require(bool(seats), "in a sampled state that is not over no seat can act", view)
        seat = rng.choice(seats)
        state.apply(seat, rng.choice(state.legal(seat)))
    raise ConformanceError(f"a sampled state goes on for more than {ENDLESS} actions")


def check_pieces(state: State, pieces: Pieces, expected: Counter[Hashable]) -> None:
    """No piece is lost or added, wherever the pieces are."""
    actual = pieces(state)
    _require(
        actual == expected, "pieces are not conserved", f"lost: {expected - actual}", f"added: {actual - expected}"
    )


# ---- the laws of a game ----


def check_options(game: Game, options: Options) -> None:
    """Options read back from their texts, and have only names that the game knows."""
    texts = options.to_text()
    _require(game.read_options(texts) == options, f"options read back as others: {texts}")
    unknown = set(texts) - set(game.option_help())
    _require(not unknown, f"options have names that the game does not know: {unknown}")
    _require(
        all(text.isprintable() and text == text.strip() for text in texts.values()),
        f"these options cannot be written in a record: {texts}",
    )


def check_replay(game: Game, state: State) -> None:
    """The seed and the history give the same game again."""
    again = game.new(state.options, state.seed)
    for seat, action in state.history:
        try:
            again.apply(seat, action)
        except IllegalAction as error:
            raise ConformanceError(f"replayed from the same seed, {action} is refused: {error}") from error
    _require_same(snapshot(state), snapshot(again), "replayed from the same seed, the game differs")


def check_record(game: Game, state: State, plies: Mapping[int, Snapshot]) -> None:
    """The record of a game reads back from its text, and replays to these snapshots."""
    _require(game.name in GAMES, f"{game.name!r} is not in tessella.games.GAMES: no record of it can be read")
    record = Record.of(game, state)
    text = str(record)
    try:
        again = parse(text)
    except RecordError as error:
        raise ConformanceError(f"the record of a game is refused: {error}\n{text}") from error
    _require(str(again) == text, "a record reads back as another", text, again)
    _require(again.options == state.options and again.seed == state.seed, "a record has other options or another seed")
    _require(again.actions == tuple(state.history), "a record has other actions")
    for ply, expected in plies.items():
        for each in (record, again):
            _require_same(expected, snapshot(each.replay(ply)), f"the record's ply {ply}")


def check_game(game: Game, options: Options, seed: int, choices: Sequence[int], pieces: Pieces | None = None) -> None:
    """Play through a game by choices (see `choose`), and check every law."""
    check_options(game, options)
    rng = Generator(seed)
    pool: list[Action] = []
    plies: dict[int, Snapshot] = {}
    expected: Counter[Hashable] | None = None
    for ply, step in enumerate(play(game, Walk(options, seed, tuple(choices)))):
        state = step.state
        check_events(state, step.events)
        check_legal(state)
        if pieces is not None:
            expected = pieces(state) if expected is None else expected
            check_pieces(state, pieces, expected)
        if ply % THOROUGH == 0 or ply == len(choices) or state.turn is None:
            plies[ply] = snapshot(state)
            check_notation(game, state)
            check_views(state)
            check_applies(state, choices[ply : ply + THOROUGH] or (0, 1))
            check_copy(state, choices[ply : ply + THOROUGH] or (0, 1))
            check_refuses(state, _candidates(game, state, pool, rng))
            for seat in _viewers(state):
                check_sample(game, state.view(seat), options, rng)
        for seat in state.actors():
            pool.append(rng.choice(state.legal(seat)))
        while len(pool) > POOL:
            pool.pop(rng.below(POOL))
    check_replay(game, step.state)
    check_record(game, step.state, plies)


def _candidates(game: Game, state: State, pool: Sequence[Action], rng: Generator) -> list[Action]:
    """Actions that are mostly illegal: of earlier positions, of other seats, and misspelt ones."""
    now = [action for seat in range(state.options.players) for action in state.legal(seat)]
    known = [*(rng.choice(now) for _ in range(10) if now), *(rng.choice(pool) for _ in range(10) if pool)]
    texts = [str(action) for action in known]
    return known + (readable(game, misspelt(texts, rng, 40)) if texts else [])
