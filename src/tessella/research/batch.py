"""Batches: many games that are stepped together, with observations in NumPy arrays.

>>> from tessella.research.batch import Batch
>>> batch = Batch(game="chromino", games=64, seed="doctest")
>>> batch.observations.shape[0], batch.action_masks.shape
(64, (64, 256))
>>> rewards, over = batch.step(batch.action_masks.argmax(axis=1))
>>> rewards.shape, over.shape
((64, 2), (64,))

What is seen, the actions and the rewards are those of `research.pettingzoo`, number by number. A game that is over is
followed by the next deal at once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Self

from tessella.bots import Bot, bot_named
from tessella.core import Generator, OptionError, Options, Outcome, State, TessellaError, View, seed_text
from tessella.games import DEFAULT, game_named
from tessella.learning import BatchPlayer
from tessella.research.extra import needed

with needed():
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from tessella.learning.layout import Numbers
    from tessella.research.table import action_of, first_edition, learning_of, number_of, worth

MOST_GAMES = 1_000_000

Opponents = str | Bot | Sequence[str | Bot]
"""A bot, or its name, for every other seat; or one for each of them, beginning with the seat after the learner's."""


def opponent_luck(deal: str, seat: int) -> Generator:
    """The random numbers of the opponent in a seat of the game with this seed."""
    digest = blake2b(f"luck of seat {seat} in {deal}".encode(), digest_size=8).digest()
    return Generator(int.from_bytes(digest, "little"))


@dataclass(frozen=True, slots=True)
class BatchState:
    """All games of a batch at one moment: what `Batch.state` returns and `Batch.restore` takes."""

    options: Options
    states: tuple[State, ...]
    waiting: tuple[tuple[int, ...], ...]
    """For each game the seats that have chosen to wait since the last action."""
    deals: tuple[str, ...]
    dealt: int
    seed: str
    learners: tuple[int, ...]
    lucks: tuple[tuple[int, ...], ...]
    """For each game the states of the opponents' random numbers, by seat."""


class Batch:
    """Games that are stepped together."""

    def __init__(
        self,
        game: str = DEFAULT,
        edition: str | None = None,
        players: int = 2,
        *,
        games: int = 256,
        seed: str | int = 1,
        rows: bool = False,
        opponents: Opponents | None = None,
        seat: int | None = None,
        **choices: Any,
    ) -> None:
        """Deal this many games of an edition (by default the first) with these options by the seed.

        With `rows` there are features of each legal action. With `opponents` they play all seats but one inside, and
        only the decisions of that one, the learner's `seat`, are shown; without a seat it has each in turn, deal by
        deal.
        """
        if not 1 <= games <= MOST_GAMES:
            raise OptionError(f"a batch is 1 to {MOST_GAMES:,} games, not {games}")
        self.game = game_named(game)
        self._learning = learning_of(self.game)
        self.options: Options = self.game.options(edition or first_edition(self.game), players, **choices)
        self.layout = self._learning.layout(self.options)
        self.row_fields = self._learning.row_fields(self.options)
        """The fields of a row of `rows`; None if the game has none."""
        if rows and self.row_fields is None:
            raise OptionError(f"{game} has no features of actions: make the batch without rows")
        self._set_up(games, rows)
        self._seat = self._opponent_seat(seat, opponents)
        self._bots = self._bots_of(opponents)
        self._players = [self._player(bot) for bot in self._bots]
        self.reset(seed)

    def _set_up(self, games: int, rows: bool) -> None:
        """Make the arrays, and games that are not yet dealt."""
        batch = self._learning.batch(self.options, self.layout, games)
        if batch is None:
            raise OptionError(f"{self.game.name} cannot be played in batches; take tessella.research.pettingzoo")
        self._batch = batch
        actions = self.layout.actions
        self.observations = np.zeros((games, self.layout.size), np.int16)
        """The observations of the seats that act next, a row for each game. Every step overwrites it."""
        self.action_masks = np.zeros((games, actions), np.int8)
        """The actions that they may choose."""
        self.rows: Numbers | None = None
        """The features of each action, by game and number; None if they are not wanted."""
        if rows and self.row_fields is not None:
            self.rows = np.zeros((games, actions, self.row_fields.size), np.int16)
        self.counts = np.zeros(games, np.int64)
        """The numbers n of their actions besides waiting, which are the actions 1 to n."""
        self.seats = np.zeros(games, np.int64)
        """The seats that act next, from 0. With opponents inside, the learner's."""
        self.deals: list[str] = [""] * games
        """The seeds of the games: a record with the same seed replays the game."""
        self.dealt = 0
        """The number of games dealt so far."""
        self.finals: dict[int, Numbers] = {}
        """Of each game that the last step ended, what every seat saw at its end, a row for each seat."""
        self._seed = ""
        self._learners = [0] * games
        self._lucks: list[list[Generator]] = [[] for _ in range(games)]
        self._no_mask = np.zeros((self.options.players, actions), np.int8)

    # ---- opponents ----

    def _opponent_seat(self, seat: int | None, opponents: Opponents | None) -> int | None:
        if seat is not None and opponents is None:
            raise OptionError("a seat is the learner's among opponents: name them, too, or leave out the seat")
        if seat is not None and not 0 <= seat < self.options.players:
            raise OptionError(f"the learner's seat is 0 to {self.options.players - 1}, not {seat}")
        return seat

    def _bots_of(self, opponents: Opponents | None) -> list[Bot]:
        """The bots in the other seats, from the one after the learner's on."""
        if opponents is None:
            return []
        others = self.options.players - 1
        each = [opponents] * others if isinstance(opponents, str | Bot) else list(opponents)
        if len(each) != others or not each:
            raise OptionError(f"there are {others} other seats: name one opponent for all, or {others}")
        return [bot_named(self.game, bot) if isinstance(bot, str) else bot for bot in each]

    def _player(self, bot: Bot) -> BatchPlayer:
        """How a bot plays in these games: faster where the game has a way, else by its view."""
        batch = self._batch

        def choose(number: int, rng: Generator) -> int:
            view = batch.state(number).view(batch.deciding(number))
            action = number_of(view, bot.choose(view, rng))
            action_of(view, action, self.layout.actions)  # an action beyond the most is refused
            return action

        return batch.player(bot) or choose

    def _let_others_play(self, number: int, deciding: int) -> bool:
        """Let the opponents play until the learner decides; whether the game is over then."""
        learner, players = self._learners[number], self.options.players
        while deciding not in (learner, -1):
            choose = self._players[(deciding - learner) % players - 1]
            deciding = self._batch.kernel.act(number, choose(number, self._lucks[number][deciding]))
        return deciding == -1

    # ---- dealing and stepping ----

    def __len__(self) -> int:
        """The number of games in the batch."""
        return len(self.deals)

    def reset(self, seed: str | int) -> None:
        """Deal all games again."""
        self._seed = seed_text(seed)
        self.dealt = 0
        self.finals = {}
        for number in range(len(self)):
            self._deal(number)
        self._describe()

    def deal(self, numbers: Iterable[int], seed: str | int | None = None) -> None:
        """Deal some of the games anew: each the batch's next deal, or the game whose record has this seed."""
        numbers = list(numbers)
        for number in numbers:
            self._check_number(number)
        deal = None if seed is None else seed_text(seed)
        for number in numbers:
            self.finals.pop(number, None)
            self._deal(number, deal)
        self._describe()

    def _deal(self, number: int, seed: str | None = None) -> None:
        """Deal the next game, or this one. One that ends before the learner's first turn is followed by another."""
        over = True
        while over:
            deal, seed = (f"{self._seed} {self.dealt}" if seed is None else seed), None
            self._learners[number] = self.dealt % self.options.players if self._seat is None else self._seat
            self.deals[number] = deal
            self.dealt += 1
            self._batch.deal(number, deal)
            self._batch.kernel.begin(number, self.observations, self.action_masks, self.seats, self.counts)
            over = False
            if self._players:
                self._lucks[number] = [opponent_luck(deal, seat) for seat in range(self.options.players)]
                over = self._let_others_play(number, int(self.seats[number]))
        if self._players:
            self._show(number)

    def _show(self, number: int) -> None:
        self._batch.kernel.show(number, self.observations, self.action_masks, self.seats, self.counts)

    def _describe(self) -> None:
        if self.rows is not None:
            self._batch.kernel.describe(self.rows)

    def _whole_numbers(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Actions as an array; `TessellaError` if they are no whole numbers, which NumPy would cut off."""
        try:
            given = np.asarray(actions)
        except ValueError:
            raise TessellaError(
                "the actions of a step are whole numbers, one for each game, not a list of lists"
            ) from None
        whole = given.dtype.kind in "iu" or (
            given.dtype.kind == "f" and bool(np.all((np.abs(given) < 2**53) & (given == np.trunc(given))))
        )
        if not whole:
            raise TessellaError(f"the actions of a step are whole numbers, not {given.dtype} like {given.ravel()[:1]}")
        return np.ascontiguousarray(given, np.int64)

    def step(
        self, actions: ArrayLike, playing: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Each game does an action of the seat that is asked, and its opponents play on. Gives what it was worth to
        each seat (in games that are over, else 0), and which games are over; those are dealt anew.

        If a game does not have its action nothing is done, and the error says which. With `playing`, a mask, the other
        games stay as they are, and their actions do not count.
        """
        numbers = self._whole_numbers(actions)
        if numbers.shape != (len(self),):
            raise TessellaError(f"a step takes {len(self)} actions, one for each game, not an array of {numbers.shape}")
        if playing is not None:
            if playing.shape != (len(self),) or playing.dtype != np.bool_:
                raise TessellaError(f"the mask of the games that play has {len(self)} truth values, one for each game")
            numbers = np.where(playing, numbers, 1)
        wrong = self._batch.kernel.first_wrong(numbers)
        if wrong >= 0:
            raise TessellaError(
                f"game {wrong} has no action {numbers[wrong]}; it has 1 to {self.counts[wrong]}: see the action masks"
            )
        over = np.zeros(len(self), np.int8)
        if self._players or playing is not None:
            for number in range(len(self)) if playing is None else np.flatnonzero(playing).tolist():
                deciding = self._batch.kernel.act(number, int(numbers[number]))
                over[number] = self._let_others_play(number, deciding) if self._players else deciding == -1
                if not over[number]:
                    self._show(number)
        else:
            self._batch.kernel.step(numbers, self.observations, self.action_masks, self.seats, self.counts, over)
        rewards = np.zeros((len(self), self.options.players), np.float32)
        self.finals = {}
        for number in np.flatnonzero(over).tolist():
            rewards[number] = worth(Outcome(self._batch.winners(number), "", "", ()), self.options.players)
            self.finals[number] = self._final(number)
            self._deal(number)
        self._describe()
        return rewards, over.astype(bool)

    def _final(self, number: int) -> Numbers:
        """What every seat sees at the end of a game."""
        seen = np.zeros((self.options.players, self.layout.size), np.int16)
        for seat in range(self.options.players):
            self._batch.kernel.show_end(number, seat, seen, self._no_mask, seat)
        return seen

    # ---- positions ----

    def table(self, number: int) -> State:
        """A copy of one of the games as a state, hidden hands included, without its seed and its history."""
        self._check_number(number)
        return self._batch.state(number)

    def view(self, number: int) -> View:
        """What the seat that acts next in one of the games sees."""
        return self.table(number).view(int(self.seats[number]))

    def _check_number(self, number: int) -> None:
        if not 0 <= number < len(self):
            raise TessellaError(f"there is no game {number}; there are 0 to {len(self) - 1}")

    def state(self) -> BatchState:
        """All games as they are now; `restore` goes back to them."""
        everyone = range(len(self))
        return BatchState(
            self.options,
            tuple(self._batch.state(number) for number in everyone),
            tuple(tuple(self._batch.waiting(number)) for number in everyone),
            tuple(self.deals),
            self.dealt,
            self._seed,
            tuple(self._learners),
            tuple(tuple(luck.state for luck in lucks) for lucks in self._lucks),
        )

    def restore(self, state: BatchState) -> None:
        """Go on from a state of this batch, or of another with the same options and number of games."""
        if state.options != self.options or len(state.states) != len(self):
            raise TessellaError("a state can only be restored in a batch with the same options and number of games")
        self.deals, self.dealt, self._seed = list(state.deals), state.dealt, state.seed
        self._learners = list(state.learners)
        self._lucks = [[Generator(word) for word in lucks] for lucks in state.lucks]
        self.finals = {}
        for number, (game, waiting) in enumerate(zip(state.states, state.waiting, strict=True)):
            self._batch.set_state(number, game, list(waiting))
            self._show(number)
        self._describe()

    def clone(self) -> Self:
        """An independent batch with the same future."""
        other = self.__class__.__new__(self.__class__)
        other.game, other._learning, other.options = self.game, self._learning, self.options
        other.layout, other.row_fields, other._seat = self.layout, self.row_fields, self._seat
        other._set_up(len(self), self.rows is not None)
        other._bots = self._bots
        other._players = [other._player(bot) for bot in self._bots]
        other.restore(self.state())
        return other

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def sampled(self, seed: int) -> Self:
        """A clone in which everything that the acting seats do not know is dealt anew: they see the same in both."""
        rng = Generator(seed)
        other = self.clone()
        for number in range(len(self)):
            state = self.game.sample(self.view(number), rng)
            other._batch.set_state(number, state, self._batch.waiting(number))
            other._show(number)
        other._describe()
        return other
