"""A game whose chances are laid open one by one, as OpenSpiel wants it: nothing is decided before it must be."""

from functools import lru_cache
from typing import Any

from tessella.core import Action, Event, Game, Generator, OptionError, Options, State, View, seat_name
from tessella.core.walk import random_action
from tessella.games import game_named
from tessella.learning import Chances
from tessella.learning.codes import EVENT_COLUMNS, WAIT, WAITING
from tessella.research.table import learning_of, to_ask

Start = tuple[str, int, int]
"""A seed, the number of actions, and the number of worlds: see `positions`."""


def chances_of(game: Game) -> Chances:
    """The chances of a game; `OptionError` if it does not lay them open."""
    if game.learning is None or game.learning.chances is None:
        raise OptionError(f"{game.name} has no chances that can be picked one by one")
    return game.learning.chances


class Setting:
    """What all plays of a game share."""

    def __init__(self, game: Game, options: Options, most_actions: int, start: Start | None = None) -> None:
        """With a start there are positions to go on from, each as likely as the others, instead of a deal."""
        self.game = game
        self.options = options
        self.most_actions = most_actions
        self.start = start
        self.starts = [] if start is None else positions(game, options, *start)
        self.chances = chances_of(game)
        self.learning = learning_of(game)
        self.most_outcomes = max(self.chances.most_outcomes, len(self.starts))


@lru_cache(maxsize=32)
def setting_of(game: str, texts: tuple[tuple[str, str], ...], most_actions: int, start: Start | None) -> Setting:
    """The setting of these texts, made once."""
    known = game_named(game)
    return Setting(known, known.read_options(dict(texts)), most_actions, start)


def replayed(game: str, texts: tuple[tuple[str, str], ...], most: int, start: Start | None, done: list[int]) -> "Play":
    """A play from all that happened in it."""
    play = Play(setting_of(game, texts, most, start))
    for number in done:
        (play.pick if play.at_chance else play.act)(number)
    return play


class Play:
    """A play of it: a chance node while something is to be picked, else a seat is asked."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.dealing = None if setting.starts else setting.chances.dealing(setting.options)
        self.state: State | None = None
        self.deciding: list[int] = []
        """The seats that decide next, in this order."""
        self.pending: tuple[int, Action, int] | None = None
        """Who does what, once so many tiles or cards are picked."""
        self.picked: list[int] = []
        self.public: list[str] = []
        """What a spectator has seen."""
        self.logs: list[list[str]] = [[] for _ in range(setting.options.players)]
        """What each seat has seen, and what it did."""
        self.seen: list[list[Event | None]] = [[] for _ in range(setting.options.players)]
        """The events that each seat has seen; None where it chose to wait."""
        self.done: list[int] | None = []
        """What was picked and done so far; None if it is not known, as this play is imagined."""

    def __reduce__(self) -> tuple[Any, ...]:
        """What happened says all."""
        if self.done is None:
            raise TypeError("what is only imagined cannot be kept")
        setting = self.setting
        texts = tuple(setting.options.to_text().items())
        return replayed, (setting.game.name, texts, setting.most_actions, setting.start, self.done)

    def __deepcopy__(self, memo: object) -> "Play":
        other = Play.__new__(Play)
        other.setting = self.setting
        other.dealing = None if self.dealing is None else self.dealing.copy()
        other.state = None if self.state is None else self.state.copy()
        other.deciding = list(self.deciding)
        other.pending = self.pending
        other.picked = list(self.picked)
        other.public = list(self.public)
        other.logs = [list(log) for log in self.logs]
        other.seen = [list(events) for events in self.seen]
        other.done = None if self.done is None else list(self.done)
        return other

    # ---- chance ----

    @property
    def at_chance(self) -> bool:
        """Whether something is to be picked."""
        return self.state is None or self.pending is not None

    def outcomes(self) -> list[int]:
        """What can be picked now, each as likely as the others."""
        if self.pending is not None:
            assert self.state is not None
            return [number for number in self.setting.chances.bag(self.state) if number not in self.picked]
        if self.setting.starts:
            return list(range(len(self.setting.starts)))
        assert self.dealing is not None
        return self.dealing.outcomes()

    def outcome_text(self, number: int) -> str:
        """What is picked, in words."""
        if self.pending is not None:
            return f"draws {self.setting.chances.name_of(self.setting.options, number)}"
        if self.setting.starts:
            return f"position {number + 1}"
        assert self.dealing is not None
        return f"deals {self.dealing.text_of(number)}"

    def pick(self, number: int) -> None:
        """Chance decides."""
        if self.done is not None:
            self.done.append(number)
        if self.pending is not None:
            self.picked.append(number)
            seat, action, wanted = self.pending
            if len(self.picked) == wanted:
                assert self.state is not None
                self.setting.chances.put_on_top(self.state, self.picked)
                self.pending, self.picked = None, []
                self._apply(seat, action)
        elif self.setting.starts:
            self._begin(self.setting.starts[number].copy())
        else:
            assert self.dealing is not None
            self.dealing.pick(number)
            if not self.dealing.outcomes():
                self._begin(self.dealing.state())
                self.dealing = None

    def _begin(self, state: State) -> None:
        self.state = state
        self.public.append(describe(state.view(None)))
        for seat, log in enumerate(self.logs):
            log.append(describe(state.view(seat)))
        self.deciding = to_ask(state)

    # ---- seats ----

    def legal(self, seat: int) -> list[int]:
        """The numbers of what a seat may do now, if it is asked."""
        if self.at_chance or not self.deciding or self.deciding[0] != seat:
            return []
        assert self.state is not None
        count = min(len(self.state.legal(seat)), self.setting.most_actions - 1)
        return [*([WAIT] if seat != self.state.turn else []), *range(1, count + 1)]

    def action_of(self, seat: int, number: int) -> Action | None:
        """The action of a number; None is waiting."""
        assert self.state is not None
        return None if number == WAIT else self.state.legal(seat)[number - 1]

    def act(self, number: int) -> None:
        """The first of `deciding` acts; what is drawn then, chance decides first."""
        assert self.state is not None
        if self.done is not None:
            self.done.append(number)
        seat = self.deciding[0]
        action = self.action_of(seat, number)
        if action is None:
            self.logs[seat].append("waits")
            self.seen[seat].append(None)
            self.deciding.pop(0)
            return
        wanted = self.setting.chances.draws(self.state, action)
        if wanted:
            self.pending = (seat, action, wanted)
        else:
            self._apply(seat, action)

    def _apply(self, seat: int, action: Action) -> None:
        assert self.state is not None
        for event in self.state.apply(seat, action):
            self.public.append(event.seen_by(None).describe())
            for other, (log, events) in enumerate(zip(self.logs, self.seen, strict=True)):
                seen = event.seen_by(other)
                events.append(seen)
                log.append(seen.describe())
        self.deciding = [] if self.state.outcome is not None else to_ask(self.state)

    # ---- what is known ----

    def view(self, seat: int | None) -> View | None:
        """What a seat sees; nothing before the deal is done."""
        return None if self.state is None else self.state.view(seat)

    def remembered(self, seat: int) -> str:
        """All that a seat has seen and done."""
        return "\n".join([f"{seat_name(seat)} remembers", *self.logs[seat]])

    def history(self, seat: int) -> list[tuple[int, ...]]:
        """What a seat has seen and done since the deal, event by event, in numbers."""
        learning, options = self.setting.learning, self.setting.options
        rows = [
            (WAITING, 1, *[0] * (EVENT_COLUMNS - 2)) if event is None else learning.event_row(event, seat, options)
            for event in self.seen[seat]
        ]
        return [row for row in rows if row is not None]

    def imagined(self, seat: int, rng: Generator) -> "Play":
        """A play that this seat could be in: what it cannot know is dealt anew. What the others remember of their own
        is then only what they hold now."""
        assert self.state is not None
        other = self.__deepcopy__(None)
        state = self.setting.game.sample(self.state.view(seat), rng)
        other.state = state
        other.done = None
        for number, log in enumerate(other.logs):
            if number != seat:
                log[:] = [*self.public, describe(state.view(number))]
                other.seen[number] = [event.seen_by(None) for event in self.seen[seat] if event is not None]
        return other


def describe(view: View) -> str:
    """A view at the beginning, in words."""
    board = " ".join(map(str, view.board))
    return f"{board}\n{view}"


def positions(game: Game, options: Options, seed: str, plies: int, worlds: int) -> list[State]:
    """Positions to go on from: a game with this seed, so many actions at random, then as many worlds as wanted that a
    spectator could take for the true one."""
    luck = Generator(plies)
    state = game.new(options, seed)
    for _ in range(plies):
        if state.outcome is not None:
            break
        state.apply(*random_action(state, luck))
    return [game.sample(state.view(None), luck) for _ in range(worlds)]
