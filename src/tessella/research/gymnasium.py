"""The games as environments of Gymnasium: one seat learns, bots play the others.

>>> from tessella.research.gymnasium import BatchEnv
>>> envs = BatchEnv(game="florentine", players=2, num_envs=4, opponents="casual")
>>> observations, infos = envs.reset(seed=1)
>>> observations["observation"].shape[0], envs.single_action_space
(4, Discrete(1024))
>>> observations, rewards, terminations, truncations, infos = envs.step(observations["action_mask"].argmax(axis=1))
>>> infos["seat"]
array([0, 1, 0, 1])

`BatchEnv` is a `gymnasium.vector.VectorEnv` over a `Batch`, `SeatEnv` a `gymnasium.Env` with one game. Importing this
registers each game for `gymnasium.make` and `gymnasium.make_vec`, as `tessella/`, its name and `-v0`. What is seen, the
actions and the rewards are those of `research.pettingzoo` (`docs/research.md`).
"""

from typing import Any

from tessella.core import TessellaError
from tessella.games import DEFAULT, GAMES
from tessella.research.extra import needed

with needed():
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import ArrayLike, NDArray

    from tessella.learning.layout import Mask, Numbers
    from tessella.research.batch import Batch, Opponents
    from tessella.research.table import RAISE, RENDER_MODES, WRAP, check_choices, rendered, wrapped

Observations = dict[str, Numbers | Mask]
Flags = NDArray[np.bool_]
Infos = dict[str, Any]

OPPONENTS = "steady"
"""The bot in the other seats, if no other is named."""


def _batch(opponents: Opponents, players: int, **agreed: Any) -> Batch:
    """A batch with opponents, if there are other seats."""
    return Batch(players=players, opponents=None if players == 1 else opponents, **agreed)


def _spaces(batch: Batch) -> tuple[Space[Any], Space[Any]]:
    """What a seat sees, and its actions."""
    low, high = batch.layout.bounds()
    actions = batch.layout.actions
    spaces: dict[str, Space[Any]] = {
        "observation": Box(low, high, (batch.layout.size,), np.int16),
        "action_mask": Box(0, 1, (actions,), np.int8),
    }
    if batch.rows is not None:
        assert batch.row_fields is not None
        low, high = (np.tile(bound, (actions, 1)) for bound in batch.row_fields.bounds())
        spaces["rows"] = Box(low, high, dtype=np.int16)
    return Dict(spaces), Discrete(actions)


def _seen(batch: Batch) -> Observations:
    """Copies of what the learners see now."""
    seen: Observations = {"observation": batch.observations.copy(), "action_mask": batch.action_masks.copy()}
    if batch.rows is not None:
        seen["rows"] = batch.rows.copy()
    return seen


def _final(batch: Batch, number: int, seat: int) -> Observations:
    """What the learner saw at the end of a game. It has no actions then."""
    seen: Observations = {
        "observation": batch.finals[number][seat].copy(),
        "action_mask": np.zeros_like(batch.action_masks[number]),
    }
    if batch.rows is not None:
        seen["rows"] = np.zeros_like(batch.rows[number])
    return seen


class BatchEnv(VectorEnv[Observations, ArrayLike, NDArray[Any]]):
    """Many games that are stepped together; in each, one seat is the learner's."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium wants it like this
        "name": "tessella_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str = DEFAULT,
        edition: str | None = None,
        players: int = 2,
        *,
        num_envs: int = 256,
        opponents: Opponents = OPPONENTS,
        seat: int | None = None,
        rows: bool = False,
        illegal: str = RAISE,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
        **choices: Any,
    ) -> None:
        """Games with these options, as `Batch` has them. `illegal` is "raise", or "wrap" for programs without masks.

        A game that is over is followed by the next in the same step, or in the step after it (`autoreset_mode`
        "NextStep"), or when it is reset ("Disabled").
        """
        check_choices(illegal, render_mode)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.batch = _batch(
            opponents, players, game=game, edition=edition, games=num_envs, seat=seat, rows=rows, **choices
        )
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.illegal = illegal
        self.single_observation_space, self.single_action_space = _spaces(self.batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended: Flags = np.zeros(num_envs, np.bool_)
        """The games that are over and not yet reset."""
        self._dealt = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        """Deal all games: those of a `Batch` with this seed, or without a seed the next ones. With
        `options={"reset_mask": mask}` only some games are dealt anew."""
        mask = None if options is None else options.get("reset_mask")
        if mask is not None:
            mask = self._checked(mask)
        super().reset(seed=seed)
        if mask is not None and self._dealt and seed is None:
            # A game that is over is followed by its next deal already.
            self.batch.deal(np.flatnonzero(mask & ~self._ended).tolist())
            self._ended &= ~mask
        else:
            if mask is not None and not mask.all():
                raise TessellaError("a first reset, or one with a seed, deals all games: leave out the reset mask")
            if seed is None and self._dealt:
                self.batch.deal(range(self.num_envs))
            else:
                self.batch.reset(int(self.np_random.integers(2**62)) if seed is None else seed)
            self._ended[:] = False
        self._dealt = True
        return _seen(self.batch), self._infos(self.batch.seats, self.batch.deals)

    def _checked(self, mask: Any) -> Flags:
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise TessellaError(f"the reset mask is an array of {self.num_envs} truth values, one for each game")
        return mask

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Each learner does an action, and its opponents play on.

        In the infos, `final_obs` and `final_info` are those of the games that are over, as Gymnasium has them.
        """
        batch = self.batch
        if not self._dealt:
            raise TessellaError("nothing is dealt yet: reset the environment first")
        waiting = self._ended
        if self.autoreset_mode is AutoresetMode.DISABLED and waiting.any():
            raise TessellaError(
                f"games {np.flatnonzero(waiting).tolist()} are over: reset(options={{'reset_mask': mask}}) deals them"
            )
        seats, deals = batch.seats.copy(), list(batch.deals)
        results, over = batch.step(self._numbers(actions), ~waiting if waiting.any() else None)
        rewards = results[np.arange(self.num_envs), seats].astype(np.float64)
        seen = _seen(batch)
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            infos = self._infos(batch.seats, batch.deals)
            if over.any():
                infos["final_obs"] = self._finals(over, seats)
                infos["final_info"] = self._infos(seats, deals, over, results)
                infos["_final_obs"], infos["_final_info"] = over.copy(), over.copy()
        else:
            for number in np.flatnonzero(over).tolist():
                for name, part in _final(batch, number, int(seats[number])).items():
                    seen[name][number] = part
            shown = np.where(over, seats, batch.seats)
            ended = [old if last else new for old, new, last in zip(deals, batch.deals, over, strict=True)]
            infos = self._infos(shown, ended)
            if over.any():
                infos["rewards"], infos["_rewards"] = results, over.copy()
            self._ended = over.copy()
        return seen, rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def _numbers(self, actions: ArrayLike) -> ArrayLike:
        """The actions, those that are not legal wrapped around if that is wanted."""
        if self.illegal != WRAP:
            return actions
        numbers = np.array(actions)
        if numbers.shape == (self.num_envs,):
            for i, (mask, number) in enumerate(zip(self.batch.action_masks, numbers.tolist(), strict=True)):
                numbers[i] = wrapped(mask, int(number))
        return numbers

    def _finals(self, over: Flags, seats: NDArray[np.int64]) -> NDArray[np.object_]:
        finals = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(over).tolist():
            finals[number] = _final(self.batch, number, int(seats[number]))
        return finals

    def _infos(self, seats: NDArray[np.int64], deals: list[str], of: Flags | None = None, rewards: Any = None) -> Infos:
        """The learner's seat and the seed of each game (or of some), and at the end the rewards of all seats."""
        mask = np.ones(self.num_envs, np.bool_) if of is None else of
        listed = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(mask).tolist():
            listed[number] = deals[number]
        infos: Infos = {"seat": np.where(mask, seats, 0), "_seat": mask.copy(), "deal": listed, "_deal": mask.copy()}
        if rewards is not None:
            infos["rewards"], infos["_rewards"] = rewards, mask.copy()
        return infos

    def render(self) -> tuple[Any, ...] | None:
        """The tables as a spectator sees them: as pictures or texts, or printed."""
        batch = self.batch
        frames = tuple(rendered(batch.game, batch.table(i).view(None), self.render_mode) for i in range(self.num_envs))
        return None if self.render_mode == "human" else frames


class SeatEnv(gymnasium.Env[Observations, np.int64]):
    """One game, of which one seat is the learner's."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium wants it like this
        "name": "tessella_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str = DEFAULT,
        edition: str | None = None,
        players: int = 2,
        *,
        opponents: Opponents = OPPONENTS,
        seat: int | None = None,
        rows: bool = False,
        illegal: str = RAISE,
        render_mode: str | None = None,
        **choices: Any,
    ) -> None:
        """A game with these options, as `BatchEnv` has them."""
        check_choices(illegal, render_mode)
        self.batch = _batch(opponents, players, game=game, edition=edition, games=1, seat=seat, rows=rows, **choices)
        self.render_mode = render_mode
        self.illegal = illegal
        self.observation_space, self.action_space = _spaces(self.batch)
        self._dealt = self._over = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        """Deal a game. A seed determines this game and the following ones; `options={"deal": text}` deals the game
        whose record has this seed."""
        super().reset(seed=seed)
        deal = None if options is None else options.get("deal")
        if seed is not None or not self._dealt:
            self.batch.reset(int(self.np_random.integers(2**62)) if seed is None else seed)
        elif deal is None and not self._over:
            self.batch.deal([0])  # else the next game is dealt already
        if deal is not None:
            self.batch.deal([0], deal)
        self._dealt, self._over = True, False
        return self._first(_seen(self.batch)), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observations, float, bool, bool, Infos]:
        """The learner does an action, and its opponents play on."""
        if not self._dealt or self._over:
            raise TessellaError("the game is over, or not yet dealt: reset the environment first")
        batch, seat, info = self.batch, int(self.batch.seats[0]), self._info()
        number = wrapped(batch.action_masks[0], int(action)) if self.illegal == WRAP else int(action)
        rewards, over = batch.step([number])
        self._over = bool(over[0])
        if self._over:
            info["rewards"] = rewards[0]
        seen = _final(batch, 0, seat) if self._over else self._first(_seen(batch))
        return seen, float(rewards[0, seat]), self._over, False, info

    @staticmethod
    def _first(seen: Observations) -> Observations:
        return {name: part[0] for name, part in seen.items()}

    def _info(self) -> Infos:
        return {"seat": int(self.batch.seats[0]), "deal": self.batch.deals[0]}

    def render(self) -> Any:
        """The table as a spectator sees it: as a picture or a text, or printed."""
        return rendered(self.batch.game, self.batch.table(0).view(None), self.render_mode)


for _name, _game in GAMES.items():
    if _game.learning is not None:
        gymnasium.register(
            id=f"tessella/{_name}-v0",
            entry_point="tessella.research.gymnasium:SeatEnv",
            vector_entry_point="tessella.research.gymnasium:BatchEnv",
            kwargs={"game": _name},
        )
