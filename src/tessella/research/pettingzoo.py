"""The games as environments of PettingZoo: `env(game=NAME, edition="classic", players=2)`.

>>> from tessella.research.pettingzoo import env
>>> table = env(game="florentine", players=2)
>>> table.reset(seed=1)
>>> table.possible_agents
['seat_1', 'seat_2']

An agent is a seat. It is asked when it can act; what it sees is an array of whole numbers, and which actions it has is
a mask (`docs/research.md`). In the end a game is worth 1 to who won it alone, and in sum 0.
"""

import copy
from typing import Any

from tessella.core import Game, Generator, OptionError, Options, State, View
from tessella.games import DEFAULT, game_named
from tessella.research.extra import needed

with needed():
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers

    from tessella.learning.layout import Mask, Numbers
    from tessella.research.table import (
        RAISE,
        RENDER_MODES,
        WRAP,
        Encoder,
        action_of,
        check_choices,
        first_edition,
        rendered,
        to_ask,
        worth,
        wrapped,
    )

Observation = dict[str, Numbers | Mask]


def env(**agreed: Any) -> AECEnv[str, Observation, int | None]:
    """An environment with the arguments of `raw_env`, which refuses calls in a wrong order."""
    return wrappers.OrderEnforcingWrapper(raw_env(**agreed))


def raw_env(
    game: str = DEFAULT,
    edition: str | None = None,
    players: int = 2,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    illegal: str = RAISE,
    **choices: Any,
) -> "TableEnv":
    """The environment itself. `choices` are the game's options, as `Game.options` takes them; without an edition it is
    the game's first.

    After `max_cycles` decisions for each seat a game is truncated. `illegal` is "raise", or "wrap" for programs that do
    not use masks: a number beyond the last action then wraps around to the first one.
    """
    known = game_named(game)
    return TableEnv(
        known, known.options(edition or first_edition(known), players, **choices), render_mode, max_cycles, illegal
    )


def parallel_env(**agreed: Any) -> "CycleEnv":
    """A parallel environment with the arguments of `raw_env`; see `CycleEnv`."""
    return CycleEnv(raw_env(**{**agreed, "illegal": WRAP}))


class TableEnv(AECEnv[str, Observation, int | None]):
    """A table. Each agent is a seat, and is selected whenever it can act."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo wants it like this
        "name": "tessella_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, game: Game, options: Options, render_mode: str | None, max_cycles: int | None, illegal: str
    ) -> None:
        super().__init__()
        check_choices(illegal, render_mode)
        if max_cycles is not None and max_cycles < 1:
            raise OptionError(f"a game is cut off after 1 cycle or more, not {max_cycles}")
        self.game = game
        self.options = options
        self.encoder = Encoder(game, options)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.illegal = illegal
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(options.players)]
        layout = self.encoder.layout
        low, high = layout.bounds()
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(low, high, (layout.size,), np.int16),
                    "action_mask": Box(0, 1, (layout.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(layout.actions) for agent in self.possible_agents}
        self.state_space = Box(np.tile(low, (options.players, 1)), np.tile(high, (options.players, 1)), dtype=np.int16)
        """Of `state`."""
        self._luck: Generator | None = None
        self._deciding: list[int] = []
        self._views: dict[int, View] = {}
        self._decisions = 0
        self.table: State

    def observation_space(self, agent: str) -> Space[Any]:
        """The same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The same for all."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. A seed determines this game and the following ones; `options={"deal": text}` deals the game
        whose record has this seed."""
        if seed is not None:
            self._luck = Generator(seed)
        deal = (options or {}).get("deal")
        if deal is None and self._luck is not None:
            deal = f"{self._luck.word():016x}"
        self.table = self.game.new(self.options, deal)
        self._views.clear()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = 0
        self._deciding = to_ask(self.table)
        self.agent_selection = self.possible_agents[self._deciding[0]]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """The observation of a seat, and the mask of its actions."""
        view = self._view(self._seat(agent))
        return {"observation": self.encoder.observe(view), "action_mask": self.encoder.mask(view)}

    def state(self) -> Numbers:
        """The observations of all seats, a row for each: all hands, for training that may see them."""
        return np.stack([self.encoder.observe(self._view(seat)) for seat in range(self.options.players)])

    def clone(self) -> "TableEnv":
        """An independent copy with the same future, like `copy.deepcopy`."""
        return copy.deepcopy(self)

    def _view(self, seat: int) -> View:
        """Looked up once for each position: who observes mostly acts then."""
        if seat not in self._views:
            self._views[seat] = self.table.view(seat)
        return self._views[seat]

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._play(self._seat(agent), self._number(agent, action))
        self._decisions += 1
        outcome = self.table.outcome
        if outcome is not None:
            for each, value in zip(self.possible_agents, worth(outcome, self.options.players), strict=True):
                self.rewards[each] = value
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._deciding[0]]
            if self.max_cycles is not None and self._decisions >= self.max_cycles * self.options.players:
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _number(self, agent: str, action: int | None) -> int:
        if action is None:
            raise OptionError(f"{agent} is still in the game: it takes the number of an action, not None")
        number = int(action)
        return wrapped(self.encoder.mask(self._view(self._seat(agent))), number) if self.illegal == WRAP else number

    def _play(self, seat: int, number: int) -> None:
        action = action_of(self._view(seat), number, self.encoder.layout.actions)
        if action is None:
            self._deciding.pop(0)
            return
        self.table.apply(seat, action)
        self._views.clear()
        if self.table.outcome is None:
            self._deciding = to_ask(self.table)

    def text_of(self, action: int) -> str:
        """The text of an action of the selected agent."""
        view = self._view(self._seat(self.agent_selection))
        return str(action_of(view, action, self.encoder.layout.actions) or "wait")

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def render(self) -> Any:
        """The table as a spectator sees it: printed, as a picture, or as text."""
        return rendered(self.game, self.table.view(None), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class CycleEnv(ParallelEnv[str, Observation, int]):
    """All seats act at once, in cycles: a seat's action is played when the seat is next selected in this cycle. Because
    others act before that, the action may then be illegal; its number wraps around to the first one."""

    metadata = TableEnv.metadata

    def __init__(self, table: TableEnv) -> None:
        self.inner = table
        self.possible_agents = table.possible_agents
        self.render_mode = table.render_mode
        self.state_space = table.state_space

    def observation_space(self, agent: str) -> Space[Any]:
        """The same for all."""
        return self.inner.observation_space(agent)

    def action_space(self, agent: str) -> Space[Any]:
        """The same for all."""
        return self.inner.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game, as `TableEnv` does."""
        self.inner.reset(seed, options)
        self.agents = list(self.inner.agents)
        return self._observed(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play until a seat would be selected a second time, or the game is over."""
        left = dict(actions)
        rewards = dict.fromkeys(self.agents, 0.0)
        inner = self.inner
        while left and not self._over():
            action = left.pop(inner.agent_selection, None)
            if action is None:
                break
            inner.step(action)
            for agent, reward in inner.rewards.items():
                rewards[agent] += reward
        result = self._observed(), rewards, dict(inner.terminations), dict(inner.truncations), dict(inner.infos)
        if self._over():
            self.agents = []
        return result

    def state(self) -> Numbers:
        """As `TableEnv` does."""
        return self.inner.state()

    def _over(self) -> bool:
        return any(self.inner.terminations.values()) or any(self.inner.truncations.values())

    def _observed(self) -> dict[str, Observation]:
        return {agent: self.inner.observe(agent) for agent in self.agents}

    def render(self) -> Any:
        """As `TableEnv` does."""
        return self.inner.render()

    def close(self) -> None:
        """Nothing is open."""
