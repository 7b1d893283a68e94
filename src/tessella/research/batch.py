"""Batches: many games that are stepped together, with observations in NumPy arrays.

>>> from tessella.research.batch import Batch
>>> batch = Batch(game="chromino", players=2, games=64, seed="doctest")
>>> batch.observations.shape[0], batch.action_masks.shape
(64, (64, 256))
>>> rewards, over = batch.step(batch.action_masks.argmax(axis=1))
>>> rewards.shape, over.shape
((64, 2), (64,))

What is seen, the actions and the rewards are those of `research.pettingzoo`, number by number. A game that is over is
followed by the next deal at once.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tessella.core import OptionError, Options, Outcome, TessellaError, seed_text
from tessella.games import DEFAULT, game_named
from tessella.research.table import first_edition, learning_of, worth

MOST_GAMES = 1_000_000


class Batch:
    """Games that are stepped together."""

    def __init__(
        self,
        game: str = DEFAULT,
        edition: str | None = None,
        players: int = 4,
        *,
        games: int = 256,
        seed: str | int = 1,
        **choices: Any,
    ) -> None:
        """Deal this many games of an edition (by default the first) with these options by the seed."""
        if not 1 <= games <= MOST_GAMES:
            raise OptionError(f"a batch is 1 to {MOST_GAMES:,} games, not {games}")
        known = game_named(game)
        learning = learning_of(known)
        self.options: Options = known.options(edition or first_edition(known), players, **choices)
        self.layout = learning.layout(self.options)
        batch = learning.batch(self.options, self.layout, games)
        if batch is None:
            raise OptionError(f"{game} cannot be played in batches; take tessella.research.pettingzoo")
        self._batch = batch
        self.observations = np.zeros((games, self.layout.size), np.int16)
        """The observations of the seats that act next, a row for each game. Every step overwrites it."""
        self.action_masks = np.zeros((games, self.layout.actions), np.int8)
        """The actions that they may choose."""
        self.counts = np.zeros(games, np.int64)
        """The numbers n of their actions besides waiting, which are the actions 1 to n."""
        self.seats = np.zeros(games, np.int64)
        """The seats that act next, from 0."""
        self.deals: list[str] = []
        """The seeds of the games: a record with the same seed replays the game."""
        self.dealt = 0
        """The number of games dealt so far."""
        self._over = np.zeros(games, np.int8)
        self.reset(seed)

    def __len__(self) -> int:
        """The number of games in the batch."""
        return len(self.deals)

    def reset(self, seed: str | int) -> None:
        """Deal all games again."""
        self._seed = seed_text(seed)
        self.dealt = 0
        self.deals = [""] * len(self._over)
        for number in range(len(self._over)):
            self._deal(number)

    def _deal(self, number: int) -> None:
        self.deals[number] = f"{self._seed} {self.dealt}"
        self.dealt += 1
        self._batch.deal(number, self.deals[number])
        self._batch.kernel.begin(number, self.observations, self.action_masks, self.seats, self.counts)

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

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Each game does an action of the seat that is asked. Gives what it was worth to each seat (in games that are
        over, else 0), and which games are over; those are dealt anew.

        If a game does not have its action nothing is done, and the error says which.
        """
        numbers = self._whole_numbers(actions)
        if numbers.shape != (len(self),):
            raise TessellaError(f"a step takes {len(self)} actions, one for each game, not an array of {numbers.shape}")
        wrong = self._batch.kernel.first_wrong(numbers)
        if wrong >= 0:
            raise TessellaError(
                f"game {wrong} has no action {numbers[wrong]}; it has 1 to {self.counts[wrong]}: see the action masks"
            )
        self._batch.kernel.step(numbers, self.observations, self.action_masks, self.seats, self.counts, self._over)
        over = self._over.astype(bool)
        rewards = np.zeros((len(self), self.options.players), np.float32)
        for number in np.flatnonzero(over):
            rewards[number] = worth(Outcome(self._batch.winners(int(number)), "", "", ()), self.options.players)
            self._deal(int(number))
        return rewards, over
