"""The games as environments of Gymnasium: its own checks pass, and its own vector environment does the same."""

import copy
import doctest
from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, NormalizeReward, RecordEpisodeStatistics

from tessella.core import OptionError, TessellaError
from tessella.games import GAMES
from tessella.research import gymnasium as adapter
from tessella.research.batch import Batch
from tessella.research.gymnasium import BatchEnv, Infos, Observations, SeatEnv

SETTINGS: list[dict[str, Any]] = [
    {},
    {"edition": "meccano", "players": 3, "rows": True, "opponents": ["random", "casual"]},
    {"players": 1},
    {"game": "florentine", "opponents": "casual", "seat": 1},
]
STEPS = 120


def legal(masks: Any, luck: np.random.Generator) -> list[int]:
    """A random action for each mask; 0 for one without actions."""
    return [int(luck.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks]


# ----------------------------------------------------------------------------------------------------- Gymnasium's own


@pytest.mark.parametrize("agreed", SETTINGS, ids=str)
def test_its_check_of_an_environment(agreed: dict[str, Any]) -> None:
    """Spaces, seeds, resets, steps and what they return. It knows no masks, so that illegal actions wrap around."""
    agreed = {"game": "chromino", **agreed}
    made = gym.make(f"tessella/{agreed['game']}-v0", illegal="wrap", render_mode="ansi", **agreed)
    assert isinstance(made.unwrapped, SeatEnv)
    check_env(made.unwrapped)
    made.close()


def test_each_game_is_registered() -> None:
    """With the environment of one game, and of many."""
    for game in GAMES:
        envs = gym.make_vec(f"tessella/{game}-v0", num_envs=2, opponents="random")
        assert isinstance(envs, BatchEnv)
        assert (envs.batch.game.name, envs.num_envs, envs.batch.options.players) == (game, 2, 2)


class DealtEnv(SeatEnv):
    """Plays the given deals, one after the other."""

    def __init__(self, deals: list[str], **agreed: Any) -> None:
        super().__init__(**agreed)
        self.deals: Iterator[str] = iter(deals)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Infos]:
        """Deal the next of them."""
        return super().reset(options={"deal": next(self.deals)})


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("agreed", SETTINGS, ids=str)
def test_it_does_what_gymnasium_does_with_as_many_environments(agreed: dict[str, Any], mode: AutoresetMode) -> None:
    """Observations, rewards, ends and infos, `final_obs` and `final_info` among them, in each mode of resets."""
    agreed = {"seat": 0, **agreed}
    if agreed.get("players") == 1:
        del agreed["seat"]
    envs = BatchEnv(num_envs=3, autoreset_mode=mode, **agreed)
    luck = np.random.default_rng(1)
    played: list[tuple[Any, ...]] = [(envs.reset(seed=5), None)]
    deals = [[str(deal)] for deal in envs.batch.deals]
    masks, ended = played[0][0][0]["action_mask"], np.zeros(3, np.bool_)
    for _ in range(STEPS):
        if mode is AutoresetMode.DISABLED and ended.any():
            with pytest.raises(TessellaError, match=r"games \[.*\] are over"):
                envs.step([1, 1, 1])
            played.append((envs.reset(options={"reset_mask": ended}), ended))
        else:
            actions = np.array(legal(masks, luck))
            played.append((envs.step(actions), actions))
        masks = played[-1][0][0]["action_mask"]
        ended = played[-1][0][2] if len(played[-1][0]) == 5 else np.zeros(3, np.bool_)
        for number, deal in enumerate(envs.batch.deals):
            if deal != deals[number][-1]:
                deals[number].append(deal)
    assert sum(map(len, deals)) > 4
    same = SyncVectorEnv([lambda given=given: DealtEnv(given, **agreed) for given in deals], autoreset_mode=mode)  # type: ignore[misc]  # it binds the deals
    assert same.metadata["autoreset_mode"] is envs.metadata["autoreset_mode"]
    assert (same.single_observation_space, same.observation_space) == (
        envs.single_observation_space,
        envs.observation_space,
    )
    assert (same.single_action_space, same.action_space) == (envs.single_action_space, envs.action_space)
    for number, (result, given) in enumerate(played):
        if number == 0:
            again: Any = same.reset()
        elif len(result) == 2:
            again = same.reset(options={"reset_mask": given.copy()})
        else:
            again = same.step(given)
        seen, *rest, infos = result
        assert data_equivalence(again[0], seen)
        assert all(np.array_equal(one, other) for one, other in zip(again[1:-1], rest, strict=True))
        if len(result) == 2 and number:  # Gymnasium fills in only the games that were reset
            infos = {name: np.where(given, part, again[-1][name]) for name, part in infos.items()}
        assert equal(again[-1], infos), (again[-1], infos)


def equal(one: Any, other: Any) -> bool:
    """Whether two infos hold the same, in arrays of the same kind."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[name], other[name]) for name in one)
    if isinstance(one, np.ndarray) and one.dtype == object:
        return len(one) == len(other) and all(equal(*pair) for pair in zip(one, other, strict=True))
    return bool(np.array_equal(one, other)) and type(one) is type(other)


def test_its_wrappers_work() -> None:
    """Statistics of each game, scaled rewards, and infos as lists."""
    envs = DictInfoToList(NormalizeReward(RecordEpisodeStatistics(BatchEnv(num_envs=4, opponents="random"))))
    seen, _ = envs.reset(seed=1)
    luck = np.random.default_rng(2)
    lengths = []
    for _ in range(60):
        seen, _, over, _, infos = envs.step(np.array(legal(seen["action_mask"], luck)))
        lengths += [infos[number]["episode"]["l"] for number in np.flatnonzero(over)]
    assert len(lengths) > 3
    assert min(lengths) > 3


# -------------------------------------------------------------------------------------------------- the same as a batch


def test_the_games_are_those_of_a_batch() -> None:
    """With the same seed: deals, learners, observations and rewards."""
    envs = BatchEnv("florentine", num_envs=3, opponents="random", rows=True)
    batch = Batch("florentine", games=3, seed=7, opponents="random", rows=True)
    seen, _ = envs.reset(seed=7)
    luck, finished = np.random.default_rng(3), 0
    for _ in range(40):
        assert np.array_equal(seen["observation"], batch.observations)
        assert np.array_equal(seen["rows"], batch.rows)  # type: ignore[arg-type]  # it has rows
        actions, seats = legal(batch.action_masks, luck), batch.seats.copy()
        seen, rewards, over, _, infos = envs.step(actions)
        results, ended = batch.step(actions)
        assert np.array_equal(over, ended)
        assert np.array_equal(rewards, results[np.arange(3), seats])
        for number in np.flatnonzero(over).tolist():
            assert np.array_equal(infos["final_obs"][number]["observation"], batch.finals[number][seats[number]])
            assert np.array_equal(infos["final_info"]["rewards"][number], results[number])
            finished += 1
    assert finished > 0


def test_resets() -> None:
    """The same seed deals the same games; without one come new ones, and without any seed at all they are random."""
    envs = BatchEnv(num_envs=2, opponents="random")
    first, infos = envs.reset(seed=1)
    again, more = envs.reset()
    assert not set(infos["deal"]) & set(more["deal"])
    assert not np.array_equal(first["observation"], again["observation"])
    assert np.array_equal(envs.reset(seed=1)[0]["observation"], first["observation"])
    assert BatchEnv(num_envs=1).reset()[1]["deal"] != BatchEnv(num_envs=1).reset()[1]["deal"]
    env = SeatEnv(opponents="random", seat=1)
    seen, info = env.reset(options={"deal": "family"})
    assert info["deal"] == "family"
    assert np.array_equal(env.reset(options={"deal": "family"})[0]["observation"], seen["observation"])


def test_what_is_returned_stays_as_it_is() -> None:
    """A later step does not change it; a copy of the environments plays on for itself."""
    envs = BatchEnv(num_envs=2, opponents="random")
    seen, _ = envs.reset(seed=1)
    kept, other = seen["observation"].copy(), copy.deepcopy(envs)
    result = envs.step([1, 1])
    assert np.array_equal(seen["observation"], kept)
    assert data_equivalence(other.step([1, 1]), result)


def test_pictures() -> None:
    """One for each game."""
    envs = BatchEnv(num_envs=2, opponents="random", render_mode="rgb_array")
    envs.reset(seed=1)
    frames = envs.render()
    assert frames is not None
    assert [frame.shape[2] for frame in frames] == [3, 3]


def test_what_is_refused() -> None:
    """With what would be right; nothing changes."""
    with pytest.raises(OptionError, match="illegal is 'raise' or 'wrap', not 'skip'"):
        BatchEnv(num_envs=1, illegal="skip")
    with pytest.raises(OptionError, match="the render modes are"):
        SeatEnv(render_mode="svg")
    envs, env = BatchEnv(num_envs=2, opponents="random"), SeatEnv(opponents="random")
    with pytest.raises(TessellaError, match="reset the environment first"):
        envs.step([1, 1])
    with pytest.raises(TessellaError, match="reset the environment first"):
        env.step(1)
    seen, _ = envs.reset(seed=1)
    with pytest.raises(TessellaError, match="game 1 has no action 255"):
        envs.step([1, 255])
    assert np.array_equal(seen["observation"], envs.batch.observations)
    with pytest.raises(TessellaError, match="an array of 2 truth values"):
        envs.reset(options={"reset_mask": [True, False]})
    with pytest.raises(TessellaError, match="leave out the reset mask"):
        envs.reset(seed=1, options={"reset_mask": np.array([True, False])})
    with pytest.raises(TessellaError, match="there is no game 2"):
        envs.batch.deal([2])
    with pytest.raises(TessellaError, match="2 truth values, one for each game"):
        envs.batch.step([1, 1], np.array([1, 0]))


def test_the_docstring() -> None:
    """Its example runs."""
    assert doctest.testmod(adapter).failed == 0
